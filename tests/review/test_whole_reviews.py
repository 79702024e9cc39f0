"""Whole reviews: from the record to the page, kept on the disk, stopped and gone on with."""

import json
from pathlib import Path

import msgspec
import pytest

import mergemaker
from mergemaker import Game, MergemakerError, RecordError
from mergemaker.review.depths import QUICK
from mergemaker.review.digest import digest_of
from mergemaker.review.findings import DecisionVerdict, Review
from mergemaker.review.game_review import GameReview
from mergemaker.review.grades import FROM, GRADES, accuracy_of, grade_of
from mergemaker.review.many_games import add_up, review_task, tasks_of
from mergemaker.review.picture import picture_of
from mergemaker.review.report_html import page_of, pages_of
from mergemaker.review.review_cache import ReviewCache, review_kept
from mergemaker.review.summary import turning_points

GOLDEN = Path(__file__).parents[1] / "golden" / "tournament.jsonl"
FAST = msgspec.structs.replace(QUICK, screened=2, compared=2, confirmed=4, draws=4)


@pytest.fixture(scope="module")
def record():
    """The shortest golden game."""
    return min(map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines()), key=lambda one: len(one["actions"]))


@pytest.fixture(scope="module")
def whole(record):
    *_, last = GameReview(record, FAST).steps()
    assert isinstance(last, Review)
    return last


def test_findings_come_as_they_are_made(record, whole):
    first, *verdicts, last = GameReview(record, FAST).steps()
    assert isinstance(first, Review)
    assert not first.complete
    assert isinstance(last, Review)
    assert first.accounts == last.accounts
    assert all(isinstance(one, DecisionVerdict) for one in verdicts)
    assert tuple(verdicts) == last.verdicts
    assert last == whole


def test_every_decision_with_a_choice_has_a_verdict_and_no_other(record, whole):
    assert whole.complete
    chosen = [moment.at for moment in whole.moments if not moment.forced]
    assert [verdict.at for verdict in whole.verdicts] == chosen
    for verdict in whole.verdicts:
        moment = whole.moments[verdict.at - 1]
        assert (verdict.seat, verdict.action) == (moment.seat, moment.action)
        assert verdict.action in {option.action for option in verdict.options}
        assert verdict.options[0].behind == 0.0
        assert verdict.grade in GRADES
        assert verdict.cost == 0.0 or verdict.cost > 2.5 * verdict.error
        assert 0.0 <= verdict.cost <= verdict.share <= 1.0


def test_a_review_reads_back_from_json(whole):
    assert msgspec.json.decode(msgspec.json.encode(whole), type=Review) == whole


def test_the_summary_agrees_with_the_verdicts(whole):
    for one in whole.summaries:
        own = [verdict for verdict in whole.verdicts if verdict.seat == one.seat]
        assert one.decisions == len(own) == sum(one.grades.values())
        assert one.accuracy == pytest.approx(accuracy_of([verdict.share for verdict in own]))
        assert sum(count for count, _, _ in one.by_kind.values()) == len(own)
        account = whole.accounts[one.seat]
        assert one.luck_adjusted == pytest.approx(account.start + account.own_decisions + account.others_decisions)
    assert len(whole.turning_points) == 3
    assert [turn.number for turn in whole.turning_points] == [1, 2, 3]
    assert [turn.at for turn in whole.turning_points] == sorted(turn.at for turn in whole.turning_points)
    assert whole.story[0].startswith(whole.seats[whole.winners[0]])


@pytest.mark.parametrize(
    ("grade", "turned"), [("best", False), ("good", False), ("inaccuracy", True), ("blunder", True)]
)
def test_a_decision_as_good_as_any_is_no_turning_point_for_whoever_made_it(whole, grade, turned):
    at = next(moment.at for moment in whole.moments if not moment.forced)
    verdicts = [msgspec.structs.replace(verdict, grade=grade) for verdict in whole.verdicts if verdict.at == at]
    assert verdicts
    loss = tuple(-0.9 if seat == verdicts[0].seat else 0.3 for seat in range(len(whole.seats)))
    moments = [msgspec.structs.replace(one, change=loss) if one.at == at else one for one in whole.moments]
    points = turning_points(moments, whole.draws, whole.seats, verdicts)
    assert (at in [point.at for point in points if point.by == "decision"]) is turned


def test_classes_begin_where_the_table_says():
    assert [grade_of(least) for least in FROM.values()] == list(FROM)
    assert [grade_of(least - 1e-9) for least in FROM.values()] == ["mistake", "inaccuracy", "good", "best"]
    assert accuracy_of([]) is None
    assert accuracy_of([0.0, 0.0]) == 100.0
    assert accuracy_of([0.05, 0.05]) == pytest.approx(50.0)


def test_a_running_game_is_not_reviewed(record):
    running = {key: value for key, value in record.items() if key != "result"}
    running["actions"] = record["actions"][:20]
    with pytest.raises(MergemakerError, match="still running"):
        mergemaker.review(running)


def test_a_broken_record_says_where_and_an_unknown_depth_what_there_is(record):
    with pytest.raises(RecordError):
        mergemaker.review({**record, "actions": ["place 1A", *record["actions"][1:]]})
    with pytest.raises(MergemakerError, match="It is quick, normal or deep"):
        mergemaker.review(record, depth="quik")


def test_a_stopped_review_goes_on_and_a_finished_one_is_read_back(record, whole, tmp_path):
    cache = ReviewCache(tmp_path / "reviews")

    class Stopped(Exception):
        pass

    def stop(done, of):
        if done == 3:
            raise Stopped

    with pytest.raises(Stopped):
        review_kept(record, FAST, cache, stop)
    making = GameReview(record, FAST)
    assert len(cache.judged(making)) == 3
    heard = []
    assert review_kept(record, FAST, cache, lambda done, of: heard.append((done, of))) == whole
    assert heard[0] == (4, len(whole.verdicts))
    heard.clear()
    assert review_kept(record, FAST, cache, lambda done, of: heard.append((done, of))) == whole
    assert heard == []


def test_a_file_that_was_cut_off_is_as_good_as_its_whole_lines(record, tmp_path):
    cache = ReviewCache(tmp_path)
    making = GameReview(record, FAST)
    for moment in making.to_judge[:2]:
        cache.add(making, making.judge_one(moment.at))
    (part,) = tmp_path.glob("*.part")
    part.write_bytes(part.read_bytes()[:-20])
    assert len(cache.judged(making)) == 1


def test_what_does_not_belong_to_the_game_does_not_change_its_digest(record):
    plain = Game.from_record(record).record()
    assert digest_of(plain) == digest_of({**plain, "comment": "a fine evening"})
    assert digest_of(plain) != digest_of({**plain, "actions": plain["actions"][:-1]})


def test_picture_and_pages_say_who_played_and_hold_no_open_tag(record, whole):
    named = msgspec.structs.replace(whole, seats=("<b>Ann", "Bob & Co", "Cid"))
    picture = picture_of(named)
    assert picture.startswith("<svg")
    assert "&lt;b&gt;Ann" in picture
    page = page_of(named)
    assert "<b>Ann" not in page
    assert "Bob &amp; Co" in page
    assert page.count("<svg") == 1
    both = pages_of(add_up([(1, whole), (2, whole)]), [(1, whole), (2, whole)])
    assert "2 games reviewed" in both


def test_many_games_add_up_by_player_and_kind(whole):
    players = add_up([(1, whole), (2, whole)])
    assert {one.name for one in players} == set(whole.seats)
    for one in players:
        assert one.games == 2
        summary = next(seat for seat in whole.summaries if seat.name == one.name)
        assert one.decisions == 2 * summary.decisions
        assert one.accuracy == pytest.approx(summary.accuracy)
        assert {kind: found.decisions for kind, found in one.by_kind.items()} == {
            kind: 2 * count for kind, (count, _, _) in summary.by_kind.items()
        }
    assert sum(one.luck for one in players) == pytest.approx(0.0, abs=1e-9)


def test_a_broken_game_among_many_is_said_and_the_others_go_on(record):
    (task,) = tasks_of([(7, {**record, "actions": ["place 1A"]})], "quick")
    done = review_task(task)
    assert (done.number, done.review) == (7, None)
    assert done.trouble
