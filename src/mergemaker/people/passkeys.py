"""Passkeys: the two ceremonies of WebAuthn, each with a challenge that can be answered once and soon.

The library checks signatures, origins and flags; what is kept here is which challenge was given to whom and for what.
A challenge is in the database by its hash, so that any process can end what another has begun, and whoever ends it
takes it away: an answer that is sent a second time is wrong.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from mergemaker.store.accounts_store import AccountsStore
from mergemaker.store.schemas.people_rows import StoredCeremony, StoredPasskey
from mergemaker.tables.protocol.refusals import Refusal

T = TypeVar("T")

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


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


class Passkeys:
    """The ceremonies of one caller at one site; Refusal where browsers allow no passkeys."""

    def __init__(self, accounts: AccountsStore, site: Site, player: str, now: int) -> None:
        if site.why_not:
            raise Refusal("no-passkeys", site.why_not, 409)
        self._accounts, self._site, self._player, self._now = accounts, site, player, now

    async def begin_registration(self, handle: str, purpose: str) -> dict[str, Any]:
        """What a browser needs to make a passkey for the caller."""
        from webauthn import generate_registration_options
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        known = [
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.credential))
            for one in await self._accounts.passkeys_of(self._player)
        ]
        options = generate_registration_options(
            rp_id=self._site.host,
            rp_name="mergemaker",
            user_name=handle,
            user_id=self._player.encode(),
            challenge=secrets.token_bytes(32),
            exclude_credentials=known,
            # A passkey that the device finds by itself, so that signing in asks for no handle.
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
        )
        return await self._begin(options, purpose, handle)

    async def end_registration(self, purpose: str, credential: dict[str, Any], label: str) -> tuple[StoredPasskey, str]:
        """The passkey that a browser has made, and the handle that the ceremony was begun with."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        challenge, ceremony = await self._end(purpose, credential)
        made = self._verified(verify_registration_response, credential, challenge)
        passkey = StoredPasskey(
            credential=bytes_to_base64url(made.credential_id),
            player=self._player,
            public_key=bytes_to_base64url(made.credential_public_key),
            counter=made.sign_count,
            label=label,
            created=self._now,
            used=self._now,
        )
        return passkey, ceremony.handle or ""

    async def begin_sign_in(self) -> dict[str, Any]:
        """What a browser needs to use a passkey: nothing in it says who has an account here."""
        from webauthn import generate_authentication_options

        options = generate_authentication_options(rp_id=self._site.host, challenge=secrets.token_bytes(32))
        return await self._begin(options, "sign-in")

    async def end_sign_in(self, credential: dict[str, Any]) -> str:
        """The account whose passkey answered; the caller is the guest who began."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes

        challenge, _ = await self._end("sign-in", credential)
        given = credential.get("id")
        known = await self._accounts.passkey(given) if isinstance(given, str) and len(given) <= 1400 else None
        if known is None:
            raise wrong_passkey()
        used = self._verified(
            verify_authentication_response,
            credential,
            challenge,
            credential_public_key=base64url_to_bytes(known.public_key),
            credential_current_sign_count=known.counter,
        )
        if not await self._accounts.used_passkey(known.credential, used.new_sign_count, known.counter, self._now):
            raise wrong_passkey()
        return known.player

    async def _begin(self, options: Any, purpose: str, handle: str | None = None) -> dict[str, Any]:
        """Notes that a ceremony begins. Returns what the browser needs, as its standard has it."""
        from webauthn import options_to_json

        ceremony = StoredCeremony(
            challenge=hashlib.sha256(options.challenge).hexdigest(),
            purpose=purpose,
            player=self._player,
            handle=handle,
            expires=self._now + CEREMONY_MILLISECONDS,
        )
        await self._accounts.begin(ceremony, self._now)
        found: dict[str, Any] = msgspec.json.decode(options_to_json(options))
        return found

    async def _end(self, purpose: str, credential: dict[str, Any]) -> tuple[bytes, StoredCeremony]:
        """The challenge that an answer is for, and the ceremony that it ends, if the caller began one like it."""
        challenge = _challenge_in(credential)
        ceremony = await self._accounts.end(hashlib.sha256(challenge).hexdigest(), self._now)
        if ceremony is None or ceremony.purpose != purpose or ceremony.player != self._player:
            raise wrong_passkey()
        return challenge, ceremony

    def _verified(self, verify: Callable[..., T], credential: dict[str, Any], challenge: bytes, **known: Any) -> T:
        """What the library makes of an answer that holds."""
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            return verify(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._site.host,
                expected_origin=self._site.origin,
                **known,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError):
            raise wrong_passkey() from None


def _challenge_in(credential: dict[str, Any]) -> bytes:
    """The challenge that an answer says it answers; whether it was ever given, the database knows."""
    from webauthn.helpers import base64url_to_bytes

    try:
        told = msgspec.json.decode(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(told["challenge"])
    except (KeyError, TypeError, ValueError, msgspec.DecodeError, AttributeError):
        raise wrong_passkey() from None
