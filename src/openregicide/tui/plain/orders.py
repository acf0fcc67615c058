"""The commands that can be typed besides moves, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core import Phase, View, move_cards, moves_of, preview
from ...errors import RegicideError, TableError
from ...i18n.speech import listed, percent_text
from ..tables.model import Hint, Player
from ..words.deals import seal_line
from ..words.guide import best_discard, discards_of, help_text, rules_text
from ..words.narrator import Narrator
from ..words.screen import discard_lines
from ..words.wide import padded, wide
from .typed import Command, Order, says

if TYPE_CHECKING:
    from .sitting import Sitting

__all__ = ["MEANWHILE", "Leave", "Orders"]

MOST_DISCARDS = 12
"""The most moves that a hint shows."""

MEANWHILE = frozenset(Command) - {
    Command.MOVES,
    Command.SUGGEST,
    Command.HINT,
}
"""What can be typed while it is not our turn."""


class Leave(Exception):  # noqa: N818 - not an error
    """The user asked to quit."""


class Orders:
    """The commands of those at the keyboard."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.t = sitting.t
        self.console = sitting.console
        self.model = sitting.model

    def obey(self, order: Order, view: View | None) -> None:
        """Run a command, or say why not.

        :param view: what the one at the keyboard sees; nothing before the first game.
        """
        at_table: dict[Command, Callable[[str], None]] = {
            Command.SAY: self.say,
            Command.CHAT: self.chat,
            Command.WHO: self.who,
            Command.VOTE: self.vote,
            Command.GIVE_UP: self.give_up,
            Command.BACK: self.back,
            Command.BOT: self.bot,
            Command.BEGIN: self.begin,
            Command.SAVE: self.save,
            Command.QUIT: self.quit,
            Command.RULES: self.rules,
            Command.DEAL: self.deal,
        }
        in_game: dict[Command, Callable[[View], None]] = {
            Command.MOVES: self.moves,
            Command.HINT: self.hint,
            Command.LOG: self.log,
            Command.DISCARD: self.discard,
            Command.UNDO: self.undo,
            Command.SUGGEST: self.suggest,
        }
        if order.command is Command.HELP:
            self.help(view)
        elif order.command in at_table:
            at_table[order.command](order.more)
        elif view is None:
            self.refuse("table.no_game")
        else:
            in_game[order.command](view)

    def refuse(self, code: str) -> None:
        self.console.say(self.t.error(TableError(code)))

    def words(self, view: View) -> Narrator:
        return self.sitting.words(view.seat)

    # Looking

    def help(self, view: View | None) -> None:
        there = self.sitting.read(lambda: self.model.invitation) is not None
        mine = view is not None and view.seat is not None and view.turn == view.seat
        text = help_text(self.t, view) if mine else self.t("tui.help_commands")
        if there:
            text += "\n" + self.t("tui.help_table")
        for line in text.split("\n"):
            self.console.say(line, hang="  ")

    def deal(self, _: str) -> None:
        """Say how the deal of the last game was checked."""
        seal = self.sitting.read(lambda: self.model.seal)
        if seal is None:
            self.console.say(self.t("tui.deal.none"))
            return
        self.console.say(seal_line(self.t, seal))
        self.sitting.tell_about_seal(seal)

    def rules(self, _: str) -> None:
        rules = self.sitting.read(lambda: self.model.rules)
        for line in rules_text(self.t, rules).split("\n"):
            self.console.say(line, hang="  ")

    def moves(self, view: View) -> None:
        """Say what every move will do; only minimal discards."""
        words = self.words(view)
        moves = list(moves_of(view, minimal=True))
        more = 0
        if view.phase is Phase.DISCARD:
            discards = discards_of(view)
            more = max(0, len(discards) - MOST_DISCARDS)
            flips = [move for move in moves if not move_cards(move)]
            moves = discards[:MOST_DISCARDS] + flips
        self.console.say(self.t("tui.moves"))
        column = max(wide(words.move(move)) for move in moves) + 2
        for move in moves:
            text = words.preview(view, move, preview(view, move))
            self.console.item("  " + padded(words.move(move), column), text)
        if more:
            self.console.say(self.t("tui.moves_more", count=more), indent="  ")

    def hint(self, view: View) -> None:
        """Ask the search for its best moves."""
        assert view.seat is not None
        if self.sitting.read(lambda: self.model.may_hint):
            self.console.say(self.t("tui.hint_thinking"))
        try:
            hints = self.sitting.do(self.model.hints(view.seat))
        except RegicideError as error:
            self.console.say(self.t.error(error))
            return
        self.console.say(self.t("tui.hints"))
        for hint in hints:
            self.console.say(self._hint_text(view, hint), indent="  ", hang="  ")

    def _hint_text(self, view: View, hint: Hint) -> str:
        move, chance = self.words(view).move(hint.move), percent_text(self.t, hint.win_chance)
        if hint.medals is None:
            return self.t("tui.hint", move=move, chance=chance)
        gold, silver, bronze = (percent_text(self.t, part) for part in hint.medals)
        return self.t(
            "tui.hint_medals", move=move, chance=chance, gold=gold, silver=silver, bronze=bronze
        )

    def log(self, view: View) -> None:
        paragraphs = self.sitting.read(lambda: self.sitting.news.game_so_far(view.seat))
        self.console.say(self.t("tui.log" if paragraphs else "tui.log_empty"))
        for number, paragraph in enumerate(paragraphs, 1):
            self.console.item(f"{number:>3}. ", paragraph)

    def discard(self, view: View) -> None:
        count = len(view.discard)
        self.console.say(
            self.t("tui.discard_pile", count=count) if count else self.t("tui.discard_empty")
        )
        self.console.lines(discard_lines(self.t, view))

    def suggest(self, view: View) -> None:
        """Offer the cheapest discard; an empty line takes it."""
        if view.phase is not Phase.DISCARD:
            self.console.say(self.t("tui.suggest_discard_only"))
            return
        move = best_discard(view)
        if move is None:
            self.console.say(self.t("tui.suggest_flip"))
            return
        self.sitting.suggested = move
        text = self.words(view).choice(view, move, preview(view, move))
        self.console.say(self.t("tui.suggestion", choice=text))

    # Doing

    def undo(self, view: View) -> None:
        sitting = self.sitting
        moved = [each for each in sitting.read(self.model.happenings) if each.what == "moved"]
        if not sitting.tried(self.model.undo()):
            return
        sitting.read(lambda: sitting.news.all_known(view.seat))
        move = moved[-1].move
        assert move is not None
        self.console.say(self.t("tui.undone", move=self.words(view).move(move)))

    def save(self, _: str) -> None:
        kept_at, error = self.sitting.read(lambda: (self.model.kept_at, self.model.error))
        if error is not None:
            self.console.say(self.t("tui.save_failed", reason=self.t.error(error)))
        elif kept_at is None:
            self.console.say(self.t("tui.kept_there"))
        else:
            self.console.say(self.t("tui.saved", file=kept_at))

    def quit(self, _: str) -> None:
        raise Leave

    # The others at the table

    def who(self, _: str = "") -> None:
        """Say who sits where, and how others can join."""
        t, model = self.t, self.model
        players, host, watching, link, watched = self.sitting.read(
            lambda: (
                list(model.players),
                model.host,
                model.spectators,
                model.invitation,
                model.may_be_watched,
            )
        )
        names = self.sitting.words(None)
        self.console.say(t("tui.who"))
        for seat, player in enumerate(players):
            name = t("ui.seat.free") if player.free else names.player(seat)
            notes = listed(t, self._notes(player, host=link is not None and seat == host))
            key = "tui.who_notes" if notes else "tui.who_line"
            self.console.say(t(key, number=seat + 1, name=name, notes=notes), indent="  ")
        if watching:
            self.console.say(t("ui.spectators", count=watching), indent="  ")
        free = any(player.free for player in players)
        if link is not None and (free or watched):
            self.console.say(t("tui.invite") if free else t("tui.invite.watch"))
            self.console.lines([f"  {link}", f"  {link.rpartition('/')[2]}"])

    def _notes(self, player: Player, *, host: bool) -> list[str]:
        t = self.t
        notes = [t("player.self")] if player.here else []
        if host:
            notes.append(t("tui.who_host"))
        if player.is_bot:
            notes.append(t("tui.who_bot", spec=player.name))
        elif player.stand_in:
            notes.append(t("ui.seat.stand_in"))
        elif not player.free and not player.present:
            notes.append(t("ui.seat.away"))
        return notes

    def say(self, more: str) -> None:
        """Say a phrase by its number or its words; without either, list them."""
        phrases = self.sitting.read(lambda: self.model.phrases)
        seat = self.own_seat()
        if not phrases or seat is None:
            self.refuse("table.cannot" if seat is not None else "seat.none")
            return
        numbers = self.sitting.read(
            lambda: [self.model.phrase_number(seat, phrase) for phrase in phrases]
        )
        texts = [
            self.t(f"ui.phrase.{phrase}", count=number)
            for phrase, number in zip(phrases, numbers, strict=True)
        ]
        wanted = [
            phrase
            for number, (phrase, text) in enumerate(zip(phrases, texts, strict=True), 1)
            if more and more.lower() in (str(number), phrase, text.lower(), text.lower()[:-1])
        ]
        if wanted:
            self.sitting.tried(self.model.say(seat, wanted[0]))
            return
        self.console.say(self.t("tui.phrases"))
        for number, text in enumerate(texts, 1):
            self.console.say(f"{number}. {text}", indent="  ")

    def chat(self, more: str) -> None:
        self.as_seated(lambda seat: self.sitting.tried(self.model.chat(seat, more)))

    def vote(self, more: str) -> None:
        """Vote for a bot in an absent player's seat; once more takes that back or confirms it."""
        about = self.seat_number(more)
        if about is None:
            return

        def vote(seat: int) -> None:
            back = self.sitting.read(lambda: self.model.takes_vote_back(seat, about))
            name = self.sitting.words(seat).player(about)
            if back or self.agreed(self.t("tui.vote.ask", seat=name)):
                self.sitting.tried(self.model.vote(seat, about, wanted=not back))

        self.as_seated(vote)

    def give_up(self, more: str) -> None:
        """Give the game up, vote for it where others are there too, or with `no` object."""

        def give_up(seat: int) -> None:
            if says(self.t, "tui.word.no", more):
                self.sitting.tried(self.model.give_up(seat, wanted=False))
                return
            alone = self.sitting.read(lambda: sum(not each.is_bot for each in self.model.players))
            question = self.t("tui.give_up.ask" if alone == 1 else "tui.give_up.ask_all")
            if self.agreed(question):
                self.sitting.tried(self.model.give_up(seat))
            else:
                self.console.say(self.t("tui.give_up.kept"))

        if self.sitting.read(lambda: self.model.turn) is None:
            self.refuse("table.no_game")
        else:
            self.as_seated(give_up)

    def agreed(self, question: str) -> bool:
        """Ask before something that others will feel; a script has thought about it."""
        if not self.console.interactive:
            return True
        self.console.say(question)
        answer = self.sitting.hear(lambda: self.model.turn is not None)
        return answer is not None and says(self.t, "tui.word.yes", answer)

    def back(self, _: str) -> None:
        self.as_seated(lambda seat: self.sitting.tried(self.model.come_back(seat)))

    def bot(self, more: str) -> None:
        """Give a seat to a bot or, without one, free it."""
        number, _, spec = more.partition(" ")
        seat = self.seat_number(number)
        if seat is not None:
            self.sitting.tried(self.model.seat_bot(seat, spec.strip() or None))

    def begin(self, _: str) -> None:
        self.sitting.begin()

    def own_seat(self) -> int | None:
        """Return the seat that speaks: the player at the keyboard."""
        here = self.sitting.here
        return self.sitting.viewer if self.sitting.viewer in here else None

    def as_seated(self, work: Callable[[int], object]) -> None:
        seat = self.own_seat()
        if seat is None:
            self.refuse("seat.none")
        else:
            work(seat)

    def seat_number(self, text: str) -> int | None:
        """Return the seat of a player's number, counted from 1; complain if there is none."""
        players = self.sitting.read(lambda: len(self.model.players))
        if text in [str(number) for number in range(1, players + 1)]:
            return int(text) - 1
        self.console.say(self.t.error(RegicideError("typed.seat", most=players)))
        return None
