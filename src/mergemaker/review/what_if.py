"""What if: another action at any moment of a finished game, and the chances after it."""

from __future__ import annotations

import numpy as np

from mergemaker.review.decisions import legal_ids, options_of, try_actions
from mergemaker.review.depths import Depth
from mergemaker.review.draws import draws_of, expected_after
from mergemaker.review.findings import Alternative, WhatIf
from mergemaker.review.game_review import GameReview
from mergemaker.rules import engine
from mergemaker.rules.actions import action_texts
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.events import new_events
from mergemaker.rules.state import copied, fields
from mergemaker.rules.words.phrases import counted
from mergemaker.rules.words.plans import action_text


def what_if(making: GameReview, at: int, depth: Depth) -> WhatIf:
    """All that could have been done in place of an action, numbered from 1 on."""
    game = making.game
    if not 1 <= at <= game.version:
        raise MergemakerError(f"That game has {counted(game.version, 'action')}, so there is no action {at}.")
    then = game.at(at - 1)
    judge, played = making.judge, game.action_ids[at - 1]
    texts = action_texts(game.edition.chain_names)
    rng = np.random.default_rng(at)
    events = new_events()
    found = []
    for action in legal_ids(judge, then.state):
        state = copied(then.state)
        events["written"] = 0
        engine.apply(game.edition.record, state, action, events)
        if drawn := draws_of(events):
            chances = expected_after(judge, then.state, action, [], drawn, depth.draws, rng).chances
        else:
            chances = judge.look(state).chances[0]
        said = action_text(texts[action], bought=int(fields(then.state).bought))
        found.append(Alternative(texts[action], said, tuple(map(float, chances))))
    trials = try_actions(judge, then.state, game.hidden, played, depth)
    best = trials.ranked()[0]
    before = making.account.moments[at - 2].chances if at > 1 else making.account.dealt
    return WhatIf(
        at=at,
        seat=int(then.to_act or 0),
        decision=str(then.decision),
        played=texts[played],
        before=before,
        open=tuple(sorted(found, key=lambda one: -one.chances[int(then.to_act or 0)])),
        tried=options_of(trials, texts, best),
    )
