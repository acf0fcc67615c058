"""What a client remembers of a deal, and whether it fits what it is told at the end.

Before a game the client pledges a share of the seed, and opens it once the server has committed
to its own secret. It remembers both commitments and every view that it is shown. When the game is
over it computes the seed and the deal again and compares. There is no clock and no network here:
a session tells what comes in, and sends what is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from ..core import Game, Record, State, first_by_seed, new_state, view_for
from ..errors import RegicideError
from ..notation import UNFINISHED, format_view, parse_seed, read_record
from ..protocol import (
    Answer,
    Begin,
    DealInfo,
    GameInfo,
    OpenShare,
    Pledge,
    Request,
    TableInfo,
    ViewData,
)
from ..table.deals import commitment, fair_seed, fits, new_text
from ..table.hashes import seed_hash
from ..table.options import rules_of
from ..verify import Verdict, verify_record

__all__ = ["MISSING", "WRONG", "Case", "Fairness", "Kept", "Seal", "Witness"]

MOST_VIEWS = 2000
"""No game has so many steps."""
MOST_SHARES = 4


WRONG = (
    "commitments", "secret", "pledges", "share_left_out", "seed", "seed_hash", "first", "hand",
    "heal", "seen", "record",
)  # fmt: skip
"""What may not fit, as codes."""
MISSING = ("daily", "again", "no_deal", "no_share", "share_late", "nothing_seen", "no_record")
"""What may keep us from being sure, as codes."""


class Fairness(StrEnum):
    """What a client can say about a game's deal."""

    CHECKED = "checked"
    """Our share is in the seed, and everything follows from it."""
    UNKNOWN = "unknown"
    """We have not seen enough to tell; `Seal.reasons` says what is missing."""
    BROKEN = "broken"
    """Something does not fit; `Seal.reasons` says what."""


@dataclass(frozen=True, slots=True)
class Seal:
    """What a client found out about the deal of a game that is over."""

    game: str
    """The game's id."""
    fairness: Fairness
    reasons: tuple[str, ...] = ()
    """Codes, of `WRONG` or of `MISSING`; none if everything was checked."""


@dataclass(slots=True)
class Share:
    """A share that we made, and the one game for which it was opened."""

    share: str
    game: str = ""
    secret_hash: str = ""

    @property
    def pledge(self) -> str:
        return commitment(self.share)


@dataclass(slots=True)
class Promise:
    """What we were told of one game before its end."""

    game: str
    secret_hash: str = ""
    pledges: list[str] = field(default_factory=list)
    begins: str = ""
    share: str = ""
    """Ours, if the server has promised to put it in."""
    taken: bool = False
    """Whether the server has said that it has our share."""
    seed_hash: str = ""
    first: int = -1
    views: dict[int, str] = field(default_factory=dict)
    """What we were shown, by ply."""
    undone: int = 0
    """How many moves had been taken back by then."""
    wrong: list[str] = field(default_factory=list)
    """What was already found to be wrong, as codes."""


@dataclass(slots=True)
class Kept:
    """What a witness remembers; it may be stored, and given to the next witness."""

    shares: list[Share] = field(default_factory=list)
    """Our newest shares, the newest last."""
    promise: Promise | None = None


class Witness:
    """Looks at one table through the eyes of a seat, or of a spectator."""

    def __init__(
        self, kept: Kept | None = None, *, keep: Callable[[Kept], None] | None = None
    ) -> None:
        """:param kept: what an earlier witness of this seat remembered.
        :param keep: called when there is something that has to outlive this program.
        """
        self.kept = kept or Kept()
        self.seal: Seal | None = None
        """About the last game that is over."""
        self._keep = keep or (lambda _: None)
        self._seat: int | None = None
        self._pledged = False
        """Whether this connection has brought the pledge for the next game."""
        self._opened = ""
        """The game for which this connection has brought our share."""
        self._opening = ""
        """The request that brought it."""
        self._pledging = ""
        self._judged = ""
        """The last game that was given out to be judged."""
        self._left_to_chance = False
        """Whether we, as the host, let a game begin without saying who goes first."""

    # What a session tells

    def connected(self) -> tuple[str, str]:
        """Note a new connection: the server may have forgotten what was only in its memory.

        :returns: the requests of ours that are now pointless, by their ids.
        """
        self._pledged, self._opened = False, ""
        return self._pledging, self._opening

    def follow(self, seat: int | None, table: TableInfo, view: ViewData | None) -> list[Request]:
        """Note how things stand; return what to send."""
        self._seat = seat
        requests: list[Request] = []
        if table.deal is not None:
            requests += self._about_to_begin(table.deal)
        elif table.game is not None:
            self._note_game(table.game, view)
        idle = table.deal is None and (table.game is None or table.game.result is not None)
        # Everyone has the same deal of the day: there is nothing to share.
        if seat is not None and idle and not table.daily and not self._pledged:
            requests.append(self._pledge())
        return requests

    def asked(self, request: Request) -> None:
        """Note what our own side asks for."""
        if isinstance(request, Begin):
            self._left_to_chance = request.first is None

    def answered(self, answer: Answer) -> None:
        """Note what became of a pledge or a share."""
        promise = self.kept.promise
        opened = answer.id == self._opening and answer.error is None
        if opened and promise is not None and promise.game == self._opened:
            promise.taken = True
        if answer.id == self._pledging and answer.error is not None:
            # A game was quicker; the next one gets a pledge again.
            self._pledged = False

    # Before a game

    def new_share(self) -> str:
        """Make a share for the next game; return its pledge."""
        share = Share(new_text())
        self.kept.shares = [*self.kept.shares[1 - MOST_SHARES :], share]
        self._keep(self.kept)
        return share.pledge

    def _pledge(self) -> Request:
        self._pledged = True
        request = Pledge(id=new_text()[:16], pledge=self.new_share())
        self._pledging = request.id
        return request

    def _about_to_begin(self, deal: DealInfo) -> list[Request]:
        """Remember the commitments; open our share if it is among them, but only once."""
        # Whatever comes of it, the game after it needs another share.
        self._pledged = False
        promise = self.kept.promise
        if promise is None or promise.game != deal.game:
            promise = Promise(deal.game, deal.secret_hash, deal.pledges, deal.begins)
            self.kept.promise = promise
        elif (promise.secret_hash, promise.pledges) != (deal.secret_hash, deal.pledges):
            _add(promise, "commitments")
            return []
        ours = self._ours(deal)
        if ours is None or self._opened == deal.game:
            return []
        if ours.secret_hash and (ours.game, ours.secret_hash) != (deal.game, deal.secret_hash):
            # Who knows our share already must not choose a secret to go with it.
            return []
        ours.game, ours.secret_hash = deal.game, deal.secret_hash
        promise.share = ours.share
        # First remember, then open.
        self._keep(self.kept)
        self._opened, self._opening = deal.game, new_text()[:16]
        return [OpenShare(id=self._opening, share=ours.share)]

    def _ours(self, deal: DealInfo) -> Share | None:
        if self._seat is None or self._seat >= len(deal.pledges):
            return None
        pledge = deal.pledges[self._seat]
        return next((each for each in self.kept.shares if each.pledge == pledge), None)

    # During a game

    def _note_game(self, game: GameInfo, view: ViewData | None) -> None:
        promise, before = self.kept.promise, self.kept.promise
        if promise is None or promise.game != game.id:
            promise = Promise(game.id)
            self.kept.promise = promise
            if before is not None and before.game == game.again:
                # The cards of a game that we know: what was promised of them still holds.
                promise.seed_hash, promise.first = before.seed_hash, before.first
        deal = game.deal
        if deal is None:
            if promise.secret_hash:
                _add(promise, "commitments")
        elif not promise.secret_hash:
            promise.secret_hash, promise.pledges = deal.secret_hash, list(deal.pledges)
            promise.begins = deal.begins
        elif (promise.secret_hash, promise.pledges) != (deal.secret_hash, deal.pledges):
            _add(promise, "commitments")
        elif promise.begins != deal.begins:
            _add(promise, "first")
        new = not promise.views
        if not promise.seed_hash:
            promise.seed_hash, promise.first = game.seed_hash, game.first
            if deal is not None and deal.begins == "host" and self._left_to_chance:
                _add(promise, "first")
        elif promise.seed_hash != game.seed_hash:
            _add(promise, "seed_hash")
        elif promise.first != game.first:
            _add(promise, "first")
        if game.undone != promise.undone:
            # Never two moves in a row are taken back: of what we saw, that can only be the last.
            _take_back(promise, view)
            promise.undone = game.undone
        if view is not None:
            if len(promise.views) < MOST_VIEWS:
                promise.views.setdefault(view.ply, view.text)
            if promise.views.get(view.ply, view.text) != view.text:
                _add(promise, "seen")
        if new:
            self._keep(self.kept)

    # After a game

    def case(self, table: TableInfo | None) -> Case | None:
        """Return, once, what there is to judge about a game that is over."""
        game, promise = None if table is None else table.game, self.kept.promise
        if game is None or game.result is None or game.id == self._judged:
            return None
        if promise is None or promise.game != game.id:
            return None
        self._judged = game.id
        return Case(game, promise, self._seat)


@dataclass(frozen=True, slots=True)
class Case:
    """A game that is over: what was promised and shown, and what is told at the end."""

    game: GameInfo
    promise: Promise
    seat: int | None

    def judge(self, record: str | None) -> Seal:
        """Compare the two.

        :param record: the game's record; `None` if the server does not give it.
        """
        wrong = [*self.promise.wrong, *_wrong(self.promise, self.game, record, self.seat)]
        if wrong:
            return Seal(self.game.id, Fairness.BROKEN, tuple(dict.fromkeys(wrong)))
        missing = tuple(_missing(self.promise, self.game, record))
        fairness = Fairness.UNKNOWN if missing else Fairness.CHECKED
        return Seal(self.game.id, fairness, missing)


def _missing(promise: Promise, game: GameInfo, record: str | None) -> Iterator[str]:
    """Yield what we would have to know in order to be sure."""
    if game.daily is not None:
        yield "daily"
    elif game.again is not None:
        yield "again"
    elif game.deal is None:
        yield "no_deal"
    elif not promise.share:
        yield "no_share"
    elif promise.share not in game.deal.shares:
        yield "share_late"
    if 0 not in promise.views:
        yield "nothing_seen"
    if record is None and game.daily is None:
        yield "no_record"


def _wrong(promise: Promise, game: GameInfo, record: str | None, seat: int | None) -> Iterator[str]:
    """Yield a code for everything that does not fit."""
    if game.deal is not None:
        yield from _wrong_deal(promise, game, game.deal, seat)
    if game.seed is None:
        # A day's seed decides the games of others too.
        if game.daily is None:
            yield "seed"
        return
    if seed_hash(game.seed) != promise.seed_hash:
        yield "seed_hash"
    try:
        start = new_state(rules_of(game.rules), parse_seed(game.seed), first=game.first)
        if promise.views.get(0, _seen(start, seat)) != _seen(start, seat):
            yield "hand"
        if record is not None:
            yield from _wrong_record(promise, game, start, read_record(record), seat)
    except RegicideError:
        yield "record"


def _wrong_deal(
    promise: Promise, game: GameInfo, deal: DealInfo, seat: int | None
) -> Iterator[str]:
    """Yield what does not fit in the making of the seed."""
    if not fits(deal.secret or "", promise.secret_hash):
        yield "secret"
    shares = {str(number): share for number, share in enumerate(deal.shares) if share}
    if not all(
        int(number) < len(promise.pledges) and fits(share, promise.pledges[int(number)])
        for number, share in shares.items()
    ):
        yield "pledges"
    seed = fair_seed(deal.secret or "", shares)
    if seed.hex() != game.seed:
        yield "seed"
    if promise.taken and shares.get(str(seat)) != promise.share:
        yield "share_left_out"
    if deal.begins == "chance" and game.first != first_by_seed(rules_of(game.rules), seed):
        yield "first"


def _wrong_record(
    promise: Promise, game: GameInfo, start: State, record: Record, seat: int | None
) -> Iterator[str]:
    """Yield what does not fit in the record, or to what was shown of the game."""
    # By the rules a game that was given up is unfinished.
    result = UNFINISHED if game.given_up else game.result
    told = (record.rules, record.seed, record.start.seat, record.result)
    if told != (start.rules, parse_seed(game.seed or ""), game.first, result):
        yield "record"
    for check in verify_record(record):
        if check.verdict is Verdict.FAILED:
            yield "heal" if check.code == "heals" else "record"
    played = Game.from_record(record)
    for ply, text in promise.views.items():
        if ply > played.ply or _seen(played.at(ply), seat) != text:
            yield "seen"


def _seen(state: State, seat: int | None) -> str:
    return format_view(view_for(state, seat))


def _take_back(promise: Promise, view: ViewData | None) -> None:
    """Forget the view after a move that was taken back, unless it could not have been."""
    last = max(promise.views, default=0)
    if view is not None and view.ply < last - 1:
        _add(promise, "seen")
    if last:
        del promise.views[last]


def _add(promise: Promise, code: str) -> None:
    if code not in promise.wrong:
        promise.wrong.append(code)
