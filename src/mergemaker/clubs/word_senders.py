"""Sending word: e-mail through the host's own SMTP server, and JSON to a webhook. Blocking; called in a thread.

A webhook's address comes from a stranger. So its name is resolved here, every address that it has must be a public
one unless the host's settings allow others, and the connection goes to the very address that was checked: a name that
points elsewhere a moment later changes nothing. Redirects are not followed, little of an answer is read, and whoever
answers drop by drop is hung up on: all of it has one deadline.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import json
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from mergemaker.rules.errors import MergemakerError

TIMEOUT = 10.0  # seconds for a step
LONGEST_CALL = 20.0  # seconds for a webhook in all
MOST_ADDRESSES = 4  # of a webhook's host that are tried
LARGEST_ANSWER = 4096
OPEN_PORTS = (80, 443)  # and those from 1024 on


class NotSent(Exception):
    """A message could not be sent; the text says why, without where to."""


def check_mail_server(url: str) -> None:
    """Refuses settings that no mail can be sent with."""
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise MergemakerError("The mail server is given as smtp://user:password@host:587 or smtps://host:465.")


def send_mail(url: str, sender: str, to: str, subject: str, text: str, stop: str) -> None:
    """Sends one mail. Over smtp:// it is encrypted where the server offers that, over smtps:// always."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["List-Unsubscribe"] = f"<{stop}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    parts = urlsplit(url)
    host = str(parts.hostname)
    try:
        tls = ssl.create_default_context()
        if parts.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, timeout=TIMEOUT, context=tls)
        else:
            server = smtplib.SMTP(host, parts.port or 25, timeout=TIMEOUT)
        with server:
            server.ehlo()
            if parts.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=tls)
                server.ehlo()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(message)
    except (smtplib.SMTPException, OSError, ValueError) as error:
        raise NotSent(f"mail: {type(error).__name__}") from None


def check_webhook(url: str, *, private: bool) -> str:
    """A webhook's address as it may be used; MergemakerError says what is wrong with it."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise MergemakerError("That is no address of a webhook.") from None
    if parts.scheme not in (("https", "http") if private else ("https",)) or not parts.hostname:
        raise MergemakerError("A webhook’s address begins with https://.")
    if parts.username or parts.password or not url.isascii() or any(letter.isspace() for letter in url):
        raise MergemakerError("A webhook’s address has no name, password or spaces in it.")
    if port not in OPEN_PORTS and port < 1024:
        raise MergemakerError("A webhook is at port 443, or one from 1024 on.")
    return url


def public_addresses(host: str, port: int, *, private: bool) -> list[tuple[int, str]]:
    """The addresses of a host, each checked: none of the host's own network, unless that is allowed."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotSent("webhook: its host is not known") from None
    addresses = [(int(family), str(where[0])) for family, _, _, _, where in found]
    for _, address in addresses:
        if not private and not is_public(address):
            raise NotSent("webhook: its host is not on the public internet")
    return addresses


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet: not loopback, private, link-local, reserved, or a disguise."""
    try:
        found: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        in_nat64 = found in ipaddress.ip_network("64:ff9b::/96")
        if in_nat64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast


def send_webhook(url: str, body: dict[str, object], *, private: bool) -> None:
    """Posts JSON to a webhook, at an address that was checked."""
    check_webhook(url, private=private)
    parts = urlsplit(url)
    host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
    addresses = [address for _, address in public_addresses(host, port, private=private)]
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    data = json.dumps(body).encode()
    try:
        with _connected(addresses, port) as plain, _encrypted(plain, host, parts.scheme) as wire, _deadline(wire):
            if isinstance(wire, ssl.SSLSocket):
                wire.do_handshake()
            connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
            connection.sock = wire
            headers = {"Content-Type": "application/json", "User-Agent": "mergemaker"}
            connection.request("POST", path, data, headers)
            answer = connection.getresponse()
            answer.read(LARGEST_ANSWER)
            status = answer.status
            connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotSent(f"webhook: {type(error).__name__}") from None
    if not 200 <= status < 300:
        raise NotSent(f"webhook: answered {status}")


def _connected(addresses: list[str], port: int) -> socket.socket:
    """A connection to the first of some addresses that takes one; a host may have one that leads nowhere from here."""
    trouble: OSError = OSError("no address")
    for address in list(dict.fromkeys(addresses))[:MOST_ADDRESSES]:
        try:
            return socket.create_connection((address, port), timeout=TIMEOUT)
        except OSError as error:
            trouble = error
    raise trouble


def _encrypted(plain: socket.socket, host: str, scheme: str) -> socket.socket:
    """The connection itself, or one with encryption over it whose handshake is still to come."""
    if scheme != "https":
        return plain
    context = ssl.create_default_context()
    return context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)


@contextmanager
def _deadline(wire: socket.socket) -> Iterator[None]:
    """Cuts a connection off that takes too long in all, however often a little comes."""

    def cut() -> None:
        with contextlib.suppress(OSError):
            socket.socket.shutdown(wire, socket.SHUT_RDWR)  # not the encrypted one's own, which another thread uses

    timer = threading.Timer(LONGEST_CALL, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
