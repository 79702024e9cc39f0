"""Windows of every size, and what must be in sight in them without scrolling, once the page is drawn in them."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize

from browsing import Person

SIZES: list[ViewportSize] = [
    {"width": width, "height": height}
    for width, height in ((1400, 900), (1366, 650), (1024, 768), (844, 390), (390, 844), (360, 640), (700, 450))
]  # the second is a small laptop, the last a desktop at twice its size

# What somebody who must decide needs without scrolling: the question, the hand, and what confirms.
_NEEDED = ".bar h2, .hand-box, .bar .body > .button.main, .bar .sum .button.main, .bar .choice"
_FAULTS = """needed => {
    const faults = [], wide = innerWidth > 1024, page = document.documentElement;
    const outside = box => box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < 0;
    if (page.scrollWidth > innerWidth) faults.push('sideways');
    if (page.scrollHeight > innerHeight) faults.push('scrolls');
    for (const one of document.querySelectorAll(needed)) {
        const box = one.getBoundingClientRect();
        if (!box.width) continue;
        if (outside(box)) faults.push(`outside ${one.className} ${Math.round(box.top)}-${Math.round(box.bottom)}`);
        const top = document.elementFromPoint(box.x + box.width / 2, box.bottom - 3);
        if (top && !one.contains(top) && !top.contains(one)) faults.push(`covered ${one.className}`);
    }
    const bar = document.querySelector('.bar-box');
    if (wide && bar.scrollHeight > bar.clientHeight) faults.push('bar');
    const log = [...document.querySelectorAll('button')].find(one => one.innerText === 'Log' && one.offsetWidth);
    if (wide && (!log || outside(log.getBoundingClientRect()))) faults.push('log');
    return faults;
}"""

# Fonts are there, and whatever listens to the window's size has had its turn: two frames have been drawn since.
_DRAWN = """async ([width, height]) => {
    const frame = () => new Promise(requestAnimationFrame);
    await document.fonts.ready;
    while (innerWidth !== width || innerHeight !== height) await frame();
    await frame();
    await frame();
}"""


def resize(page: Page, size: ViewportSize) -> None:
    """Gives the window a size, and waits until the page is drawn in it."""
    page.set_viewport_size(size)
    drawn(page)


def drawn(page: Page) -> None:
    """Waits until the page is drawn as it is now."""
    size = page.viewport_size
    assert size is not None
    page.evaluate(_DRAWN, [size["width"], size["height"]])


def faults_in_every_window(person: Person, picture: str) -> list[str]:
    """What a decision on the page lacks in which window."""
    faults: list[str] = []
    for size in SIZES:
        resize(person.page, size)
        word = f"{size['width']}x{size['height']}"
        person.screenshot(f"{picture}-{word}")
        faults += [f"{word}: {one}" for one in person.page.evaluate(_FAULTS, _NEEDED)]
    return faults
