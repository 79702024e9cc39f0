"""People with accounts, each in a browser of their own: the pages about them, the match button, following, circles."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
from playwright.sync_api import expect

from browsing import DESKTOP, PHONE, Person
from mergemaker.people.history_forms import (
    ChainShare,
    GameSeat,
    Opponent,
    PlayedGame,
    Profile,
    RatingPoint,
    RatingShown,
    ResultLine,
)
from passkey_browser import by_name, keep_games

Arrive = Callable[..., Person]


def test_the_pages_of_people(arrive: Arrive):
    ann, bob = by_name(arrive()), by_name(arrive())
    annabel, bobolink = keep_games(ann, "Annabel"), keep_games(bob, "Bobolink")
    ann.look_at("/games", "My games", "my-games-none")
    ann.look_at("/people", "People", "people")
    ann.page.get_by_label("Players").first.select_option("2")
    ann.page.get_by_label("Bots fill in").select_option("")
    ann.page.get_by_label("Rated").first.check()
    ann.page.get_by_role("button", name="Find me a game").click()
    expect(ann.page.get_by_text("Looking for a game")).to_be_visible()
    bob.look_at(f"/people/{annabel.lower()}", annabel, "profile-new")
    bob.page.get_by_role("button", name="Follow").click()
    expect(bob.page.get_by_role("button", name="Unfollow")).to_be_visible()
    bob.visit("/people")
    expect(bob.page.get_by_text("not at a public table")).to_be_visible()
    bob.page.get_by_label("Players").first.select_option("2")
    bob.page.get_by_label("Rated").first.check()
    bob.page.get_by_role("button", name="Find me a game").click()
    bob.page.get_by_role("button", name="Go to the table").click()
    bob.page.wait_for_selector("[data-testid=table]")
    expect(ann.page).to_have_title("● Your game is ready · mergemaker")  # so that somebody in another tab sees it
    ann.press(ann.page.get_by_role("link", name="My games"))
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("My games")
    expect(ann.page).to_have_title("● Your game is ready · mergemaker")
    ann.press(ann.page.get_by_role("button", name="Go to the table"))
    ann.page.wait_for_selector("[data-testid=table]")
    expect(ann.page).to_have_title(re.compile("^(?!.*ready).*(Your turn|mergemaker)"))
    ann.look_at("/games", "My games", "my-games")
    expect(ann.page.get_by_role("link", name=bobolink)).to_be_visible()
    bob.visit("/people")
    expect(bob.page.get_by_text("plays now")).to_be_visible()
    bob.page.get_by_label("A new circle").fill("Thursday")
    bob.page.get_by_role("button", name="Make it").click()
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("Thursday")
    bob.look_at(bob.page.url.removeprefix(bob.url), "Thursday", "circle")


def test_an_invitation_and_a_friend_who_plays_stand_on_the_home_page(arrive: Arrive):
    ann, bob = by_name(arrive()), by_name(arrive())
    invitress, invited = keep_games(ann, "Invitress"), keep_games(bob, "Invited")
    ann.make_table(seats=[None, None, None], title="Harbour")
    ann.page.get_by_label("Invite by handle").fill(invited.lower())
    ann.press(ann.page.get_by_role("button", name="Invite", exact=True))
    expect(ann.page.get_by_text(f"If {invited.lower()} takes invitations, there is one now.")).to_be_visible()
    bob.visit(f"/people/{invitress}")
    bob.press(bob.page.get_by_role("button", name="Follow"))
    expect(bob.page.get_by_role("button", name="Unfollow")).to_be_visible()
    bob.visit("/")
    friends = bob.page.get_by_role("region", name="Friends")
    expect(friends).to_contain_text(f"{invitress} invites you to Harbour")
    bob.screenshots("home-invited")
    assert bob.findings_in_both_lights() == []
    bob.press(friends.get_by_role("link", name="To the table"))
    bob.press(bob.page.get_by_role("button", name="Sit here").first)
    expect(ann.page.get_by_text(invited, exact=True)).to_be_visible()
    watched = by_name(arrive())
    handle = keep_games(watched, "Watched")
    watched.make_table(seats=[None, "random"], title="Open game", public=True)
    watched.press(watched.page.get_by_role("button", name="Start the game"))
    watched.page.wait_for_selector("[data-testid=table]")
    bob.visit(f"/people/{handle}")
    bob.press(bob.page.get_by_role("button", name="Follow"))
    expect(bob.page.get_by_role("button", name="Unfollow")).to_be_visible()
    bob.visit("/")
    expect(bob.page.get_by_role("region", name="Friends")).to_contain_text(f"{handle} plays now")


def test_a_profile_of_many_games_is_read_whole_at_both_sizes(arrive: Arrive):
    """With what the server would say after forty games; that it says so, other tests tell."""
    day = 24 * 3600_000
    curve = tuple(
        RatingPoint(1_700_000_000_000 + at * day, 1300 + at * 9 % 170 + at * 3, 167 - at * 2) for at in range(40)
    )
    last = curve[-1]
    rating = RatingShown("live", "Live games", last.points, last.give_or_take, 40, False, "broker", last.at)
    line = ResultLine("2023-classic", "2023 Classic", 4, 40, 14, (14, 12, 8, 6), 34_500, 61_200)
    seats = tuple(GameSeat(at, name, None, False, at + 1, 40_000, False) for at, name in enumerate(("Ann", "Bob")))
    game = PlayedGame(
        "x", "The long evening with everybody at the club", "finished", "2023-classic", "2023 Classic", 2, "live",
        True, last.at, seats, 0, 1, 40_000, -12, 87.4, False,
    )  # fmt: skip
    shown = Profile(
        "Annabel", "person", curve[0].at, False, "public", 40, 14, 3, 5, (rating,), {"live": curve}, (line,),
        (ChainShare("Continental", 95),), (Opponent("Bartholomew-Feather", "Bartholomew-Feather", False, 24, 12, 12),),
        (game,),
    )  # fmt: skip
    ann = arrive()
    ann.visit("/")
    ann.page.route(
        "**/api/people/annabel",
        lambda route: route.fulfill(body=msgspec.json.encode(shown), content_type="application/json"),
    )
    ann.visit("/people/annabel")
    drawn = ann.page.get_by_role(
        "img", name=re.compile(f"40 rated games, now {last.points}, give or take {last.give_or_take}")
    )
    expect(drawn).to_be_visible()
    expect(drawn.locator("polygon")).to_have_count(1)  # the band of what it may be off by
    for size in (DESKTOP, PHONE):
        ann.page.set_viewport_size(size)
        most = ann.page.get_by_text("$61,200").element_handle()
        ann.page.wait_for_function("one => one.getBoundingClientRect().right <= innerWidth", arg=most)
        assert not ann.scrolls_sideways()
    expect(ann.page.get_by_text("(\u221212)")).to_be_visible()
    ann.screenshots("profile-of-many-games")
    assert ann.findings_in_both_lights() == []
