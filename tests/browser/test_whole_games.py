"""Games in a real browser, from the front door to the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from openregicide.core import RuleSet
from openregicide.errors import InvalidOptionError
from support.browsing import (
    LANGUAGES,
    Invite,
    Person,
    Watch,
    Words,
    asked,
    misplaced,
    moves_made,
    play_together,
    shoot,
)
from support.serving import RunningServer, running_server
from support.tables import seat_people, table_with_jester

DEADLY = {"attack": [250, 250, 250]}
"""Nobody can pay: the first card that does not kill ends the game."""


def check_result(person: Person, verdict: str) -> None:
    """See the end in words: the verdict, the story, and the way to another game."""
    expect(person.result.get_by_role("heading", level=1)).to_have_text(person.words(verdict))
    expect(person.page).to_have_title(
        person.words("web.title_of", what=person.words("ui.turn.over"))
    )
    assert person.result.locator(".fight").count() > 0


def test_a_solo_game_by_mouse_with_everything_moving(invite: Invite) -> None:
    ann = invite(motion=True)
    ann.play_alone()
    expect(ann.page).to_have_title(ann.words("web.title_you"))
    ann.play_on()
    expect(ann.result).to_be_visible()
    lost = ann.state["table"]["game"]["result"] == "lost"
    check_result(ann, "ui.result.lost" if lost else "ui.result.won")
    first = ann.state["table"]["game"]["id"]
    ann.press(ann.button("ui.result.new_deal"))
    expect(ann.result).to_have_count(0)
    assert ann.state["table"]["game"]["id"] != first
    expect(ann.cards).to_have_count(8)


def test_motion_draws_pictures_above_the_table_and_leaves_none_behind(invite: Invite) -> None:
    still, moving = invite(), invite(motion=True)
    for person, moves in ((still, False), (moving, True)):
        person.play_alone()
        person.page.evaluate(
            """() => {
              window.begun = 0;
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (...all) {
                window.begun += 1;
                return animate.apply(this, all);
              };
            }"""
        )
        before = person.page.locator("body *").count()
        person.turn()
        assert (person.page.evaluate("window.begun") > 0) is moves
        person.page.wait_for_function(
            "() => document.getAnimations().every((each) =>"
            " each.effect.getComputedTiming().iterations === Infinity)"
        )
        # Whatever is new belongs to the game, and it is little.
        assert person.page.locator("body *").count() < before + 100


def test_a_win_from_the_set_up_page_brings_a_golden_medal(invite: Invite) -> None:
    ann = invite()
    ann.visit()
    ann.press(ann.link("ui.home.new"))
    ann.field("ui.name").fill("Ann")
    ann.press(ann.page.locator("setup-page .segments label", has_text="1"))
    ann.press(ann.page.get_by_text(ann.words("option.more")))
    ann.field("option.hand_limit").select_option("12")
    for option, number in (("option.attack", "0"), ("option.health", "1")):
        for rank in ("jack", "queen", "king"):
            name = f"{ann.words(option)}: {ann.words(f'rank.{rank}')}"
            ann.page.get_by_label(name, exact=True).fill(number)
    shoot(ann.page, "setup-options")
    ann.press(ann.button("web.setup.make"))
    expect(ann.page.get_by_role("heading", name=ann.words("ui.waiting"))).to_be_visible()
    ann.press(ann.button("ui.begin"))
    ann.ready()
    expect(ann.cards).to_have_count(12)
    for _ in range(12):
        assert ann.wait_for_turn()
        ann.pick(ann.cards.last)
        ann.press(ann.confirm)
        ann.page.wait_for_function(
            "() => !document.querySelector('table-page').store.state.sending"
        )
    check_result(ann, "ui.result.won")
    expect(ann.result.locator(".medal.gold")).to_have_text(ann.words("medal.gold"))
    expect(ann.result.locator(".fight:not(.stood)")).to_have_count(12)
    shoot(ann.page, "won", ("phone", "landscape", "tablet", "desktop"))


def test_two_browsers_and_a_bot_between_them(invite: Invite) -> None:
    ann, bea = invite(), invite("phone", touch=True)
    ann.visit("/new")
    ann.field("ui.name").fill("Ann")
    ann.press(ann.page.locator("setup-page .segments label", has_text="3"))
    ann.page.get_by_label(ann.words("ui.seat.choose", number=2)).select_option("greedy")
    ann.press(ann.button("web.setup.make"))
    shown = ann.page.locator(".waiting .code")
    expect(shown).to_have_text(re.compile(r"^\w{5}-\w{5}$"))
    code = shown.inner_text()
    expect(ann.page.get_by_role("button", name=ann.words("ui.begin"))).to_be_disabled()
    shoot(ann.page, "waiting-host")

    bea.visit()
    bea.field("ui.home.code").fill(code.lower())
    bea.press(bea.button("ui.home.join"))
    bea.field("ui.name").fill("Bea")
    shoot(bea.page, "join", ("phone",))
    bea.press(bea.button("web.sit"))
    expect(bea.page.locator(".waiting .chair.person")).to_have_count(2)
    shoot(bea.page, "waiting-guest", ("phone",))

    ann.press(ann.button("ui.begin"))
    ann.ready()
    bea.ready()
    expect(ann.page.locator(".seat .name")).to_have_text([ann.words("ui.you"), "Bruno", "Bea"])
    play_together(ann, bea)
    for person in (ann, bea):
        expect(person.result).to_be_visible()
    assert ann.state["table"] == bea.state["table"]
    expect(bea.result.get_by_text(bea.words("ui.result.host_again"))).to_be_visible()
    shoot(bea.page, "result-guest", ("phone",))
    ann.press(ann.button("ui.result.new_deal"))
    for person in (ann, bea):
        expect(person.result).to_have_count(0)
        expect(person.cards).to_have_count(6)

    # Everybody's history is their own: with whom they played, as they saw it.
    for person, seat, others in ((ann, 0, "Bea"), (bea, 2, "Ann")):
        person.visit("/history")
        game = person.page.locator("a.game")
        expect(game).to_have_count(1)
        names = {"Bruno", others}
        assert set(game.locator("small").inner_text().split(", ")) == names
        assert (game.get_attribute("href") or "").endswith(f"?seat={seat}")


@pytest.mark.parametrize("by_keyboard", [False, True], ids=["mouse", "keyboard"])
def test_a_jester_lets_its_player_choose_while_the_others_may_wish(
    server: RunningServer, invite: Invite, by_keyboard: bool
) -> None:
    seats = asked(table_with_jester(server, rules=DEADLY))
    ann, bob = invite(), invite("phone")
    ann.sit(seats[0])
    bob.sit(seats[1])
    if by_keyboard:
        place = [card.get_attribute("data-card") for card in ann.cards.all()].index("X")
        ann.key("1234567890-="[place], "Enter")
    else:
        ann.choose(["X"])
        ann.press(ann.confirm)
    expect(ann.page.locator(".turn-text")).to_have_text(ann.words("ui.turn.name_next.you"))
    expect(bob.page).to_have_title(
        bob.words("web.title_of", what=bob.words("ui.turn.name_next", seat="Ann"))
    )
    wishes = bob.page.locator(".wishes button:visible")
    expect(wishes).to_have_count(2)
    if not by_keyboard:
        shoot(ann.page, "jester-chooses")
        shoot(bob.page, "jester-wishes")
    bob.press(bob.button("ui.phrase.like_to_go_next"))
    expect(ann.page.locator(".seat .bubble")).to_have_text(ann.words("ui.phrase.like_to_go_next"))
    next_one = ann.page.locator(".next").get_by_role("button", name="Bob")
    if by_keyboard:
        ann.tab_to(next_one)
        ann.key("Enter")
        expect(ann.confirm).to_be_focused()
        ann.key("Enter")
    else:
        ann.press(next_one)
        expect(ann.confirm).to_have_text(ann.words("ui.do.next", seat="Bob"))
        ann.press(ann.confirm)
    expect(bob.page).to_have_title(bob.words("web.title_you"))
    expect(wishes).to_have_count(0)
    assert [change.move for change in moves_made(server, seats[0])] == ["pX", "n1"]
    play_together(ann, bob)
    for person in (ann, bob):
        check_result(person, "ui.result.lost")


def test_a_finished_game_can_be_watched_again_move_by_move(
    server: RunningServer, invite: Invite
) -> None:
    (seat,) = asked(seat_people(server, 1, rules=DEADLY))
    ann = invite()
    ann.sit(seat)
    made = ann.play_on()
    ann.press(ann.link("ui.result.replay"))
    title = ann.page.locator("replay-page .turn-text")
    expect(title).to_have_text(ann.words("ui.replay.at", step=0, last=made))
    ann.key("ArrowRight")
    expect(title).to_have_text(ann.words("ui.replay.at", step=1, last=made))
    ann.press(ann.button("ui.replay.back"))
    expect(title).to_have_text(ann.words("ui.replay.at", step=0, last=made))
    ann.key("End")
    expect(title).not_to_have_text(ann.words.like("ui.replay.at"))
    # The address leads back to the same move.
    ann.key("ArrowLeft")
    before = ann.words("ui.replay.at", step=made - 1, last=made)
    expect(title).to_have_text(before)
    ann.page.wait_for_url(re.compile(rf"[?&]move={made - 1}(&|$)"))
    ann.page.reload()
    expect(title).to_have_text(before)


def test_a_jester_player_may_go_on_alone(server: RunningServer, invite: Invite) -> None:
    seats = asked(table_with_jester(server, rules=DEADLY))
    ann = invite()
    ann.sit(seats[0])
    ann.choose(["X"])
    ann.press(ann.confirm)
    ann.press(ann.button("web.next.you"))
    expect(ann.confirm).to_have_text(ann.words("ui.do.next_you"))
    ann.press(ann.button("ui.clear"))
    expect(ann.page.locator(".next button:visible")).to_have_count(2)
    ann.press(ann.button("web.next.you"))
    ann.press(ann.confirm)
    expect(ann.page.locator(".turn-text")).to_have_text(ann.words("ui.turn.play.you"))


def test_a_game_with_nothing_but_a_keyboard(invite: Invite) -> None:
    ann = invite()
    ann.visit()
    ann.tab_to(ann.door("ui.home.alone").get_by_role("button"))
    ann.key("Enter")
    ann.ready()
    ann.key("?")
    expect(ann.page.locator("dialog[open]")).to_have_count(1)
    ann.key("Escape")
    expect(ann.page.locator("dialog[open]")).to_have_count(0)
    ann.key("1")
    expect(ann.page.locator(".card.selected")).to_have_count(1)
    ann.key("Escape")
    expect(ann.page.locator(".card.selected")).to_have_count(0)
    while ann.wait_for_turn():
        state = ann.state
        verbs = {legal["move"][0] for legal in state["moves"]}
        if "d" in verbs:
            ann.key("s", "Enter")
        elif "p" in verbs:
            ann.key(str(ann.cards.count()), "Enter")
        else:
            ann.key("j", "Enter")
        ann.wait_past(state["view"]["ply"], state["table"]["game"]["id"])
    check_result(ann, "ui.result.lost")
    ann.tab_to(ann.button("ui.result.new_deal"))
    ann.key("Enter")
    expect(ann.result).to_have_count(0)
    expect(ann.cards).to_have_count(8)


def test_a_game_with_bots_on_a_phone_with_nothing_but_a_thumb(invite: Invite) -> None:
    ann = invite("phone", touch=True)
    ann.visit()
    door = ann.door("ui.home.bots")
    ann.press(door.locator("label", has_text="4"))
    ann.press(door.locator("label", has_text=ann.words("web.strength.greedy")))
    ann.press(door.get_by_role("button", name=ann.words("ui.home.play")))
    ann.ready()
    expect(ann.page.locator(".seat")).to_have_count(4)
    ann.play_on()
    expect(ann.result).to_be_visible()
    ann.press(ann.button("ui.menu"))
    ann.press(
        ann.page.locator("dialog[open]").get_by_role("button", name=ann.words("ui.menu.home"))
    )
    expect(ann.door("ui.home.alone")).to_be_visible()


def test_a_misclick_plays_nothing_and_one_tap_plays_if_wanted(invite: Invite) -> None:
    ann = invite()
    ann.play_alone()
    ann.pick(ann.cards.first)
    ann.pick(ann.cards.first)
    expect(ann.page.locator(".card.selected")).to_have_count(0)
    assert ann.state["view"]["ply"] == 0
    ann.visit("/settings")
    ann.field("web.confirm").uncheck()
    ann.visit()
    ann.press(ann.page.locator(".unfinished a"))
    ann.ready()
    # One card alone that no other goes with is played at once; others wait for the button.
    state = ann.state
    singles = [
        card
        for card in state["view"]["hands"][0]["cards"]
        if not any(card in move["move"][1:] and len(move["move"]) > 3 for move in state["moves"])
    ]
    if singles:
        ann.choose(singles[:1])
    else:
        ann.pick(ann.cards.last)
        ann.press(ann.confirm)
    ann.wait_past(0, state["table"]["game"]["id"])


def test_a_card_dropped_on_the_table_waits_for_the_button_unless_that_is_not_wanted(
    invite: Invite,
) -> None:
    ann = invite()
    ann.play_alone()
    drop(ann, ".pile.tavern")
    expect(ann.page.locator(".card.selected")).to_have_count(1)
    expect(ann.confirm).to_be_visible()
    assert ann.state["sending"] is None
    assert ann.state["view"]["ply"] == 0
    ann.press(ann.button("ui.clear"))
    ann.press(ann.button("ui.menu"))
    dialog = ann.page.locator("dialog[open]")
    ann.press(dialog.get_by_role("button", name=ann.words("ui.menu.settings")))
    dialog.get_by_label(ann.words("web.confirm")).uncheck()
    ann.key("Escape")
    drop(ann, ".pile.tavern")
    ann.wait_past(0, ann.state["table"]["game"]["id"])


def test_a_card_dropped_on_the_enemy_is_played(invite: Invite) -> None:
    ann = invite()
    ann.play_alone()
    card = ann.cards.last.get_attribute("data-card")
    drop(ann, ".enemy > .card")
    ann.wait_past(0, ann.state["table"]["game"]["id"])
    assert card not in ann.state["view"]["hands"][0]["cards"]
    expect(ann.page.locator(".aimed, .target, .thrown")).to_have_count(0)


def test_too_little_dropped_on_an_enemy_that_struck_stays_selected(
    server: RunningServer, invite: Invite
) -> None:
    rules = {"health": [250, 250, 250], "attack": [12, 12, 12], "jesters": 0}
    (seat,) = asked(seat_people(server, 2, bots={"1": "greedy"}, rules=rules, first=0))
    ann = invite()
    ann.sit(seat)
    # Not with spades, which would ward some of the blow off.
    ann.pick(ann.page.locator(".hand .card:not(.suit-S)").first)
    ann.press(ann.confirm)
    expect(ann.page.locator(".bar.struck")).to_be_visible()
    ply = ann.state["view"]["ply"]
    drop(ann, ".enemy > .card")
    expect(ann.page.locator(".card.selected")).to_have_count(1)
    expect(ann.page.locator(".card.thrown")).to_have_count(0)
    assert ann.state["view"]["ply"] == ply


def drop(person: Person, place: str) -> None:
    """Drag the last card of the hand somewhere."""
    person.cards.last.drag_to(person.page.locator(place))


def test_all_hands_that_can_be_dealt_are_offered_and_no_others(invite: Invite) -> None:
    ann = invite()
    ann.visit("/new")
    for players in range(1, 5):
        ann.press(ann.page.locator("setup-page .segments label", has_text=str(players)))
        ann.press(ann.page.get_by_text(ann.words("option.more")))
        limits = ann.field("option.hand_limit").locator("option")
        most = int(limits.last.inner_text())
        assert limits.count() == 1 + most
        RuleSet(players=players, hand_limit=most)
        with pytest.raises(InvalidOptionError):
            RuleSet(players=players, hand_limit=most + 1)


def test_problems_count_players_from_one(invite: Invite, watch: Watch, tmp_path: Path) -> None:
    # Of joined modules a test cannot import one.
    with running_server(tmp_path, plain_modules="on") as server:
        watch.origins.add(server.url.removeprefix("http://"))
        ann = invite(url=server.url)
        ann.visit()
        said = ann.page.evaluate(
            """async () => {
              const { src } = document.querySelector("script[src$='app.js']");
              const { problemText } = await import(new URL("words/problems.js", src));
              return [
                problemText({ code: "move.not_your_turn", values: { seat: 0, expected: 1 } }),
                problemText({ code: "heal.wrong_count", values: { count: 2, expected: 1 } }),
              ];
            }"""
        )
        ann.page.context.close()
    assert said == [
        ann.words("error.move.not_your_turn", seat=1, expected=2),
        ann.words("error.heal.wrong_count", count=2, expected=1),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_every_language_with_a_change_in_the_middle(
    server: RunningServer, invite: Invite, language: str
) -> None:
    (seat,) = asked(seat_people(server, 1, rules=DEADLY))
    ann = invite("phone", language=language)
    other = LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
    ann.visit()
    expect(ann.page.locator("html")).to_have_attribute("lang", language_tag(language))
    shoot(ann.page, f"{language}-home")
    ann.sit(seat)
    for number in range(ann.cards.count()):
        # Whatever is dealt, and however much there is to say about a card.
        ann.pick(ann.cards.nth(number))
        assert misplaced(ann.page) == []
        ann.key("Escape")
    ann.pick(ann.cards.last)
    shoot(ann.page, f"{language}-table")
    assert misplaced(ann.page) == []
    for wanted in (other, language):
        ann.press(ann.button("ui.menu"))
        dialog = ann.page.locator("dialog[open]")
        ann.press(dialog.get_by_role("button", name=ann.words("ui.menu.settings")))
        dialog.get_by_label(ann.words("ui.language")).select_option(wanted)
        ann.words = Words(wanted)
        expect(ann.page.locator(".turn-text")).to_have_text(ann.words("ui.turn.play.you"))
        expect(ann.page.locator("html")).to_have_attribute("lang", language_tag(wanted))
        expect(ann.page.locator(".card.selected")).to_have_count(1)
        ann.key("Escape")
    ann.press(ann.button("ui.clear"))
    ann.play_on()
    check_result(ann, "ui.result.lost")
    shoot(ann.page, f"{language}-result")
    # A text that is missing would show its key.
    assert not re.findall(r"\b(?:web|event|error|preview)\.\w+", ann.page.inner_text("body"))


def language_tag(language: str) -> str:
    return "zh-Hans" if language == "zh" else language
