"""The process in which strangers' files are read: house rules and game records. `input_reader.py` asks it.

Reading may take long, whatever is checked before; here it holds up nobody, and can be ended.
Run as `python -m mergemaker.tables.processes.input_process`.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from typing import Any

import msgspec

from mergemaker.rules.errors import MergemakerError
from mergemaker.tables.edition_pages import edition_page, read_rules
from mergemaker.tables.history.replays import digest_of_finished, replay_of_record, verdict
from mergemaker.tables.processes.child_process import answer_all
from mergemaker.tables.processes.rules_warmup import warm_rules
from mergemaker.tables.protocol.refusals import Refusal

_READERS: dict[str, Callable[..., object]] = {
    "rules": lambda text: read_rules(text).to_dict(),
    "rules page": lambda text: edition_page(read_rules(text)),
    "replay": replay_of_record,
    "verdict": verdict,
    "finished": digest_of_finished,
}


def answer(question: bytes) -> bytes:
    """The seconds that it took, a Refusal's parts or None, and what was read as JSON."""
    what, given = pickle.loads(question)  # from our own server, over a pipe
    began = time.process_time()
    refused: tuple[Any, ...] | None = None
    found = b""
    try:
        found = msgspec.json.encode(_READERS[what](*given))
    except Refusal as error:
        refused = error.code, str(error), error.status
    except MergemakerError as error:
        refused = "bad-message", str(error), 400
    except (RecursionError, UnicodeError):
        refused = "bad-message", "That is nested too deeply, or holds text that can’t be read.", 400
    return pickle.dumps((time.process_time() - began, refused, found))


if __name__ == "__main__":
    answer_all(answer, warm_rules)  # loading the rules is nobody's file
