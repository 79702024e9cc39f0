"""Passkeys: the two ceremonies of WebAuthn, each with a challenge that can be answered once and soon.

The library checks signatures, origins and flags; what is kept here is which challenge was given to whom and for what.
A challenge is in the database by its hash, so that any process can end what another has begun, and whoever ends it
takes it away: an answer that is sent a second time is wrong.
"""

from __future__ import annotations

import hashlib
import secrets
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec

from mergemaker.store.accounts_store import AccountsStore
from mergemaker.store.people_rows import StoredCeremony, StoredPasskey
from mergemaker.tables.refusals import Refusal

CEREMONY_MILLISECONDS = 5 * 60 * 1000
LOCAL = "localhost"


def wrong_passkey() -> Refusal:
    """One refusal for everything that can be wrong with a passkey, so that it does not tell what was."""
    return Refusal("bad-passkey", "That passkey was not accepted. Try again.", 403)


class Site:
    """The address by which people see the server, and whether browsers allow passkeys there."""

    def __init__(self, origin: str) -> None:
        self.origin = origin.rstrip("/")
        split = urlsplit(self.origin)
        self.host = split.hostname or ""
        self._secure = split.scheme == "https" or self.host == LOCAL or self.host.endswith(f".{LOCAL}")

    @property
    def why_not(self) -> str:
        """Why passkeys can't be used here, in a sentence for people; empty where they can."""
        if _is_number(self.host):
            there = urlsplit(self.origin)
            if ip_address(self.host.strip("[]")).is_loopback:
                port = f":{there.port}" if there.port else ""
                return f"Browsers know passkeys by a name, not by a number: open this page as http://{LOCAL}{port}."
            return (
                "Browsers know passkeys by a name, not by a number: this server needs a name and HTTPS for them. "
                "Until then a private link makes another device the same person."
            )
        if not self._secure:
            return (
                "Browsers keep passkeys to pages that nobody on the way can change, and this one comes without HTTPS. "
                "Until its host sets that up, a private link makes another device the same person."
            )
        return ""

    def check(self) -> None:
        """Refuses where passkeys can't be used."""
        if self.why_not:
            raise Refusal("no-passkeys", self.why_not, 409)


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _hash(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


async def begin_registration(
    accounts: AccountsStore, site: Site, player: str, handle: str, purpose: str, now: int
) -> dict[str, Any]:
    """What a browser needs to make a passkey for a person."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    site.check()
    challenge = secrets.token_bytes(32)
    known = [
        PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.credential))
        for one in await accounts.passkeys_of(player)
    ]
    options = generate_registration_options(
        rp_id=site.host,
        rp_name="mergemaker",
        user_name=handle,
        user_id=player.encode(),
        challenge=challenge,
        exclude_credentials=known,
        # A passkey that the device finds by itself, so that signing in asks for no handle.
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    ceremony = StoredCeremony(
        challenge=_hash(challenge), purpose=purpose, player=player, handle=handle, expires=now + CEREMONY_MILLISECONDS
    )
    await accounts.begin(ceremony, now)
    found: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return found


async def end_registration(
    accounts: AccountsStore, site: Site, player: str, purpose: str, credential: dict[str, Any], label: str, now: int
) -> tuple[StoredPasskey, str]:
    """The passkey that a browser has made, and the handle that the ceremony was begun with."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    site.check()
    challenge = _challenge_in(credential)
    ceremony = await accounts.end(_hash(challenge), now)
    if ceremony is None or ceremony.purpose != purpose or ceremony.player != player:
        raise wrong_passkey()
    try:
        made = verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise wrong_passkey() from None
    passkey = StoredPasskey(
        credential=bytes_to_base64url(made.credential_id),
        player=player,
        public_key=bytes_to_base64url(made.credential_public_key),
        counter=made.sign_count,
        label=label,
        created=now,
        used=now,
    )
    return passkey, ceremony.handle or ""


async def begin_sign_in(accounts: AccountsStore, site: Site, player: str, now: int) -> dict[str, Any]:
    """What a browser needs to use a passkey: nothing in it says who has an account here."""
    from webauthn import generate_authentication_options, options_to_json

    site.check()
    challenge = secrets.token_bytes(32)
    options = generate_authentication_options(rp_id=site.host, challenge=challenge)
    ceremony = StoredCeremony(
        challenge=_hash(challenge), purpose="sign-in", player=player, expires=now + CEREMONY_MILLISECONDS
    )
    await accounts.begin(ceremony, now)
    found: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return found


async def end_sign_in(accounts: AccountsStore, site: Site, player: str, credential: dict[str, Any], now: int) -> str:
    """The account whose passkey answered; `player` is the guest who began."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.exceptions import WebAuthnException

    site.check()
    challenge = _challenge_in(credential)
    ceremony = await accounts.end(_hash(challenge), now)
    if ceremony is None or ceremony.purpose != "sign-in" or ceremony.player != player:
        raise wrong_passkey()
    given = credential.get("id")
    known = await accounts.passkey(given) if isinstance(given, str) and len(given) <= 1400 else None
    if known is None:
        raise wrong_passkey()
    try:
        used = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(known.public_key),
            credential_current_sign_count=known.counter,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise wrong_passkey() from None
    if not await accounts.used_passkey(known.credential, used.new_sign_count, known.counter, now):
        raise wrong_passkey()
    return known.player


def _challenge_in(credential: dict[str, Any]) -> bytes:
    """The challenge that an answer says it answers; whether it was ever given, the database knows."""
    from webauthn.helpers import base64url_to_bytes

    try:
        told = msgspec.json.decode(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(told["challenge"])
    except (KeyError, TypeError, ValueError, msgspec.DecodeError, AttributeError):
        raise wrong_passkey() from None
