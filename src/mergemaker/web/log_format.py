"""Logs: a line for a person or a JSON object for a program; never a cookie, a token, a secret or a query string."""

from __future__ import annotations

import logging
import time
from typing import Any

import msgspec

from mergemaker.web.settings import Settings

_STANDARD = set(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


MOST_KINDS = 500  # different things that are counted


class _Formatter(logging.Formatter):
    def _facts(self, record: logging.LogRecord) -> dict[str, Any]:
        """What was said beside the message."""
        return {key: value for key, value in record.__dict__.items() if key not in _STANDARD}


class TextFormatter(_Formatter):
    """Time, level, what, and the facts behind it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and a stack trace under it where there is one."""
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(record.created))
        facts = "".join(f" {key}={value}" for key, value in self._facts(record).items())
        text = f"{at} {record.levelname.lower():7} {record.name}: {record.getMessage()}{facts}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class JsonFormatter(_Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The object."""
        data = {
            "at": round(record.created * 1000),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **{key: str(value) for key, value in self._facts(record).items()},
        }
        if record.exc_info:
            data["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(data).decode()


class FloodFilter(logging.Filter):
    """Lets a message pass so many times in so many seconds. The next one that passes says how many were held back."""

    def __init__(self, most: int = 20, seconds: float = 10.0) -> None:
        super().__init__()
        self._most = most
        self._seconds = seconds
        self._said: dict[tuple[str, str], tuple[float, int]] = {}  # since when, and how often

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written."""
        what = record.name, str(record.msg)[:200]
        if what not in self._said and len(self._said) >= MOST_KINDS:
            self._said.clear()
        since, times = self._said.get(what, (record.created, 0))
        if record.created - since >= self._seconds:
            if times > self._most:
                record.kept_back = times - self._most
            since, times = record.created, 0
        self._said[what] = since, times + 1
        return times < self._most


def log_config(settings: Settings) -> dict[str, Any]:
    """The configuration for `logging`, to standard error."""
    kind = "JsonFormatter" if settings.log == "json" else "TextFormatter"
    level = settings.log_level.upper()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"ours": {"()": f"mergemaker.web.log_format.{kind}"}},
        "filters": {"flood": {"()": "mergemaker.web.log_format.FloodFilter"}},
        "handlers": {
            "ours": {
                "class": "logging.StreamHandler",
                "formatter": "ours",
                "filters": ["flood"],
                "stream": "ext://sys.stderr",
            }
        },
        "loggers": {
            "mergemaker": {"handlers": ["ours"], "level": level, "propagate": False},
            # It would name every socket's path at "info", and a table's path is the key to the table.
            "uvicorn": {"handlers": ["ours"], "level": "WARNING", "propagate": False},
            "asyncio": {"handlers": ["ours"], "level": "ERROR", "propagate": False},
            "litestar": {"handlers": ["ours"], "level": "ERROR", "propagate": False},
        },
    }
