"""A review of one game, from the record to the whole: step by step, so that it can be shown, stopped and gone on with.

>>> for step in GameReview(record).steps():
...     show(step)

The account comes first and takes a moment; then one decision after the other is judged. What was judged before, of the
same record at the same depth, need not be judged again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mergemaker.review.decisions import verdict_on
from mergemaker.review.depths import NORMAL, Depth
from mergemaker.review.digest import digest_of
from mergemaker.review.findings import FORMAT, DecisionVerdict, Review, ReviewMoment
from mergemaker.review.judge import Judge
from mergemaker.review.open_account import OpenAccount, account_of
from mergemaker.review.summary import story_of, summary_of, turning_points
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game


class GameReview:
    """A review in the making. `judge_one` judges a decision, `steps` all of them; `so_far` is all that is known."""

    def __init__(self, record: Mapping[str, Any], depth: Depth = NORMAL, known: Sequence[DecisionVerdict] = ()) -> None:
        game = Game.from_record(record)
        if not game.over:
            raise MergemakerError("A game is reviewed when it is over; this one is still running.")
        self.game = game
        self.depth = depth
        self.digest = digest_of(game.record())
        self.judge = Judge(game.edition)
        self._account: OpenAccount | None = None
        self._verdicts = {verdict.at: verdict for verdict in known}

    @property
    def account(self) -> OpenAccount:
        """The chances along the game, and how they add up."""
        if self._account is None:
            self._account = account_of(self.judge, self.game, self.depth, int(self.digest[:8], 16))
        return self._account

    @property
    def to_judge(self) -> list[ReviewMoment]:
        """Decisions with a choice that are not judged yet, in the order of the game."""
        return [moment for moment in self.account.moments if not moment.forced and moment.at not in self._verdicts]

    def judge_one(self, at: int) -> DecisionVerdict:
        """Judges the decision that an action was, numbered from 1 on."""
        game = self.game
        then = game.at(at - 1)
        verdict = verdict_on(self.judge, then.state, game.hidden, game.action_ids[at - 1], at, game.names, self.depth)
        self._verdicts[at] = verdict
        return verdict

    def steps(self) -> Iterator[Review | DecisionVerdict]:
        """The review as it comes: the account, each decision as it is judged, and the whole at the end."""
        yield self.so_far
        for moment in self.to_judge:
            yield self.judge_one(moment.at)
        yield self.so_far

    @property
    def so_far(self) -> Review:
        """All that is known by now."""
        game, account = self.game, self.account
        result = game.result
        assert result is not None  # only finished games are reviewed
        verdicts = tuple(self._verdicts[at] for at in sorted(self._verdicts))
        complete = not self.to_judge
        turns = turning_points(account.moments, account.draws, game.names, verdicts)
        summaries = tuple(
            summary_of(one, game.names[one.seat], result["money"][one.seat], account.draws, verdicts)
            for one in account.accounts
        )
        winners = tuple(result["winners"])
        return Review(
            format=FORMAT,
            digest=self.digest,
            edition=game.edition.name,
            seats=tuple(game.names),
            depth=self.depth.name,
            judge=self.judge.name,
            complete=complete,
            start=account.start,
            dealt=account.dealt,
            moments=account.moments,
            draws=account.draws,
            verdicts=verdicts,
            accounts=account.accounts,
            turning_points=turns,
            summaries=summaries,
            story=story_of(account.accounts, summaries, turns, verdicts, winners, complete),
            money=tuple(result["money"]),
            winners=winners,
            end=result["end"],
        )
