"""People with accounts, each in a browser of their own: the pages about them, the match button, following, circles."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browsing import Person
from passkey_browser import by_name, keep_games

Arrive = Callable[..., Person]


def test_the_pages_of_people(arrive: Arrive):
    ann, bob = by_name(arrive()), by_name(arrive())
    keep_games(ann, "Annabel")
    keep_games(bob, "Bobolink")
    ann.look_at("/games", "My games", "my-games-none")
    ann.look_at("/people", "People", "people")
    ann.page.get_by_label("Players").first.select_option("2")
    ann.page.get_by_label("Bots fill in").select_option("")
    ann.page.get_by_label("Rated").first.check()
    ann.page.get_by_role("button", name="Find me a game").click()
    expect(ann.page.get_by_text("Looking for a game")).to_be_visible()
    bob.look_at("/people/annabel", "Annabel", "profile-new")
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
    expect(ann.page.get_by_role("link", name="Bobolink")).to_be_visible()
    bob.visit("/people")
    expect(bob.page.get_by_text("plays now")).to_be_visible()
    bob.page.get_by_label("A new circle").fill("Thursday")
    bob.page.get_by_role("button", name="Make it").click()
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("Thursday")
    bob.look_at(bob.page.url.removeprefix(bob.url), "Thursday", "circle")


def test_an_invitation_and_a_friend_who_plays_stand_on_the_home_page(arrive: Arrive):
    ann, bob = by_name(arrive()), by_name(arrive())
    keep_games(ann, "Invitress")
    keep_games(bob, "Invited")
    ann.make_table(seats=[None, None, None], title="Harbour")
    ann.page.get_by_label("Invite by handle").fill("invited")
    ann.press(ann.page.get_by_role("button", name="Invite", exact=True))
    expect(ann.page.get_by_text("If invited takes invitations, there is one now.")).to_be_visible()
    bob.visit("/people/Invitress")
    bob.press(bob.page.get_by_role("button", name="Follow"))
    expect(bob.page.get_by_role("button", name="Unfollow")).to_be_visible()
    bob.visit("/")
    friends = bob.page.get_by_role("region", name="Friends")
    expect(friends).to_contain_text("Invitress invites you to Harbour")
    bob.screenshots("home-invited")
    assert bob.findings_in_both_lights() == []
    bob.press(friends.get_by_role("link", name="To the table"))
    bob.press(bob.page.get_by_role("button", name="Sit here").first)
    expect(ann.page.get_by_text("Invited", exact=True)).to_be_visible()
    watched = by_name(arrive())
    keep_games(watched, "Watched")
    watched.make_table(seats=[None, "random"], title="Open game", public=True)
    watched.press(watched.page.get_by_role("button", name="Start the game"))
    watched.page.wait_for_selector("[data-testid=table]")
    bob.visit("/people/Watched")
    bob.press(bob.page.get_by_role("button", name="Follow"))
    expect(bob.page.get_by_role("button", name="Unfollow")).to_be_visible()
    bob.visit("/")
    expect(bob.page.get_by_role("region", name="Friends")).to_contain_text("Watched plays now")
