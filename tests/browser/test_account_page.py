"""An account with passkeys, in a browser with a virtual authenticator: one device, a second one, and a recovery."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from browsing import PHONE, Person
from passkey_browser import authenticator, by_name, unused

Arrive = Callable[..., Person]


def test_a_guest_becomes_an_account_comes_back_on_a_second_device_and_by_a_code(arrive: Arrive):
    ann, annika = by_name(arrive()), unused("Annika")
    session, device = authenticator(ann.page)
    table = ann.play_now(name="Ann")
    ann.visit("/account")
    assert ann.serious_findings() == []
    ann.screenshots("account-guest")
    ann.page.get_by_label("A handle, by which others find you").fill("broker")
    ann.page.get_by_role("button", name="Keep my games").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("kept for the server")
    ann.page.get_by_label("A handle, by which others find you").fill(annika)
    ann.page.get_by_role("button", name="Keep my games").click()
    codes = ann.page.get_by_test_id("codes").get_by_role("listitem")
    expect(codes).to_have_count(10)
    code = codes.first.inner_text()
    ann.page.get_by_role("button", name="I have kept them").click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(annika)
    expect(ann.page.get_by_text("10 of 10 are left.")).to_be_visible()
    assert ann.serious_findings() == []
    ann.screenshots("account")
    assert not ann.scrolls_sideways()

    # The same passkey on a second device, as the systems that keep passkeys carry it over.
    kept = session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    phone = by_name(arrive(viewport=PHONE, has_touch=True))
    there, other = authenticator(phone.page)
    there.send("WebAuthn.addCredential", {"authenticatorId": other, "credential": kept[0]})
    phone.visit("/account")
    phone.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(annika)
    phone.visit(f"/table/{table}")
    phone.page.wait_for_selector("[data-testid=table]")
    assert phone.hand  # her own seat

    # Every device is lost but the paper.
    lost = by_name(arrive())
    lost.visit("/account")
    lost.page.get_by_text("No passkey at hand").click()
    lost.page.get_by_label("Your handle").fill(annika.lower())
    lost.page.get_by_label("A recovery code").fill("abcd-abcd-abcd-abcd")
    lost.page.get_by_role("button", name="Use the code").click()
    expect(lost.page.get_by_role("alert")).to_contain_text("do not go together")
    lost.page.get_by_label("A recovery code").fill(code)
    lost.page.get_by_role("button", name="Use the code").click()
    expect(lost.page.get_by_text("9 of 10 are left.")).to_be_visible()
    lost.page.get_by_role("button", name="Sign out everywhere").click()
    lost.page.get_by_role("button", name="Sign out everywhere", exact=True).click()
    expect(lost.page.get_by_role("button", name="Keep my games")).to_be_visible()
    ann.visit("/account")
    expect(ann.page.get_by_role("button", name="Keep my games")).to_be_visible()


def test_without_a_name_the_page_says_why_there_are_no_passkeys(arrive: Arrive):
    ann = arrive()
    ann.visit("/account")
    expect(ann.page.get_by_role("note")).to_contain_text("http://localhost")
    assert ann.page.get_by_label("A handle, by which others find you").count() == 0
    assert ann.serious_findings() == []
