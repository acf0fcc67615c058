"""Learning in a browser: every lesson to its end in every language, and the battle after them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from openregicide.core import Move, move_cards
from openregicide.lessons import Lesson, Prose, Step, load_course
from openregicide.notation import format_card, format_move
from support.accessibility import axe_source, barriers
from support.browsing import (
    LANGUAGES,
    SIZES,
    Invite,
    Person,
    Watch,
    at_size,
    beyond,
    misplaced,
    shoot,
)
from support.serving import running_server

COURSE = load_course()

CROWDED = """
() => {
  const inside = (part) =>
    part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect();
  const coach = inside(document.querySelector(".coach"));
  return [...document.querySelectorAll(".seat, .enemy > .card, .castle, .pile, .facts, .say")]
    .map((part) => [part.className, inside(part)])
    .filter(([, box]) => coach && box && box.height > 2 &&
      Math.min(box.right, coach.right) - Math.max(box.left, coach.left) > 2 &&
      Math.min(box.bottom, coach.bottom) - Math.max(box.top, coach.top) > 2)
    .map(([name]) => name);
}
"""
"""What the coach's panel lies on."""


HEARD = """
([text, task]) => {
  const [words, line] = [".words", ".task"].map((name) => document.querySelector(`.coach ${name}`));
  if (!words || words.textContent !== text) return false;
  return task ? line.textContent === task && !line.hidden : line.hidden;
}
"""


class Learner(Person):
    """Somebody who takes lessons, and finds everything by its words."""

    def __init__(self, person: Person, language: str) -> None:
        super().__init__(person.page, person.url, language=language, touch=person.touch)
        self.prose = Prose(language)

    @property
    def coach(self) -> str:
        return self.page.locator(".coach .words").inner_text()

    def hears(self, text: str, task: str = "") -> None:
        """Wait until the coach says a text, and asks for something or for nothing more."""
        # By frames: there are hundreds of these, and a look every now and then adds up.
        self.page.wait_for_function(HEARD, arg=[text, task])

    def come_to(self, lesson: Lesson, number: int) -> None:
        """Wait until a step is laid out."""
        key = f"{lesson.id}.{lesson.steps[number].id}"
        self.hears(self.prose.strict(f"{key}.tell"), self.prose.strict(f"{key}.task"))

    def intend_move(self, move: Move) -> None:
        """Have a move in mind."""
        if cards := move_cards(move):
            self.choose([format_card(card) for card in cards])
            return
        text = format_move(move)
        if text.startswith("n"):
            self.press(self.page.locator(".next button:visible").nth(int(text[1:])))
        else:
            self.press(self.button("ui.yield" if text == "y" else "web.flip"))

    def do(self, lesson: Lesson, step: Step) -> None:
        """Make the move that a step asks for."""
        self.intend_move(step.answer)
        self.key("Enter")
        self.hears(self.prose.strict(f"{lesson.id}.{step.id}.done"))


def take(learner: Learner, lesson: Lesson) -> None:
    """Take a lesson from its first word to its last."""
    for number, step in enumerate(lesson.steps):
        learner.come_to(lesson, number)
        assert in_order(learner.page) == [], (lesson.id, step.id)
        learner.do(lesson, step)
        assert in_order(learner.page) == [], (lesson.id, step.id)
        if number + 1 < len(lesson.steps):
            learner.key("Enter")


def in_order(page: Page) -> list[str]:
    return [*misplaced(page), *page.evaluate(CROWDED)]


def fits_everywhere(page: Page) -> None:
    for size in SIZES:
        at_size(page, size)
        assert in_order(page) == [], size


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_can_be_played_to_its_end(invite: Invite, language: str) -> None:
    learner = Learner(invite("phone", language=language, touch=True), language)
    learner.visit("/learn")
    expect(learner.page.locator(".lesson-link")).to_have_count(len(COURSE.lessons))
    learner.press(learner.link("learn.begin"))
    for number, lesson in enumerate(COURSE.lessons):
        take(learner, lesson)
        if lesson.id == "together":
            shoot(learner.page, f"lesson-{language}", ("phone",))
        if number + 1 < len(COURSE.lessons):
            learner.press(learner.button("learn.next_lesson"))
    assert beyond(learner.page) == (0, 0)
    kept = learner.page.evaluate("() => localStorage.getItem('regicide.lessons')")
    assert json.loads(kept) == [lesson.id for lesson in COURSE.lessons]


def test_other_moves_are_answered_and_change_nothing(invite: Invite) -> None:
    learner = Learner(invite("desktop"), "en")
    learner.visit("/learn/suffer")
    lesson = COURSE.lesson("suffer")
    learner.come_to(lesson, 0)
    learner.choose(["9H"])
    learner.press(learner.confirm)
    coach = learner.page.locator(".coach .words")
    said = learner.prose.strict("suffer.survive.other", cards="9♥", worth=9, strike=10)
    expect(coach).to_have_text(said)
    expect(learner.cards).to_have_count(4)
    # Whoever is at a loss is shown the way, and still makes the move.
    learner.press(learner.button("learn.show"))
    expect(learner.page.locator(".hand .selected")).to_have_attribute("data-card", "4H")
    learner.key("Enter")
    expect(coach).to_have_text(learner.prose.strict("suffer.survive.done"))
    learner.key("Enter")
    learner.come_to(lesson, 1)
    # Done once, it is remembered, and can be done again.
    learner.do(lesson, lesson.steps[1])
    learner.visit("/learn")
    expect(learner.page.locator(".lesson-link.done")).to_have_count(1)
    learner.press(learner.page.locator(".lesson-link.done"))
    learner.come_to(lesson, 0)


def test_words_follow_another_language(invite: Invite, watch: Watch, tmp_path: Path) -> None:
    # Of joined modules a test cannot import one.
    with running_server(tmp_path, plain_modules="on") as server:
        watch.origins.add(server.url.removeprefix("http://"))
        learner = Learner(invite("desktop", url=server.url), "en")
        learner.visit("/learn/spades")
        learner.come_to(COURSE.lesson("spades"), 0)
        learner.page.evaluate(
            "async () => (await import(document.querySelector('script[type=module]').src"
            ".replace('app.js', 'settings.js'))).change({ language: 'fr' })"
        )
        words = learner.page.locator(".coach .words")
        expect(words).to_have_text(Prose("fr").strict("spades.raise.tell"))
        learner.page.context.close()


def test_the_course_and_a_lesson_are_in_nobodys_way(invite: Invite) -> None:
    axe = axe_source()
    learner = Learner(invite("desktop"), "en")
    learner.visit("/learn")
    expect(learner.page.locator(".lesson-link").first).to_be_visible()
    shoot(learner.page, "learn")
    assert barriers(learner.page, axe) == []
    # Those with the most players, and with the most to tell.
    for lesson in (COURSE.lesson("company"), COURSE.lesson("together")):
        learner.visit(f"/learn/{lesson.id}")
        for number, step in enumerate(lesson.steps):
            learner.come_to(lesson, number)
            fits_everywhere(learner.page)
            if number == 0:
                assert barriers(learner.page, axe) == []
                shoot(learner.page, f"lesson-{lesson.id}")
            learner.do(lesson, step)
            fits_everywhere(learner.page)
            learner.key("Enter")


def test_a_lesson_that_does_not_exist_is_said_calmly(invite: Invite, watch: Watch) -> None:
    watch.forgive("status of 400")
    learner = Learner(invite("phone"), "en")
    learner.visit("/learn/nothing")
    expect(learner.page.locator(".problem")).to_be_visible()


def test_the_first_battle_has_a_lamp_that_advises(invite: Invite) -> None:
    person = invite("phone", touch=True)
    person.visit("/learn")
    person.press(person.button("learn.battle.begin"))
    person.ready()
    assert person.state["table"]["settings"]["hints"]
    person.press(person.button("learn.hint"))
    offers = person.page.locator(".hints .hint")
    expect(offers.first).to_be_visible()
    assert 1 <= offers.count() <= 3
    shoot(person.page, "hint", ("phone",))
    best = offers.first.locator("span").inner_text()
    person.press(offers.first)
    expect(person.confirm).to_have_text(best)
    assert misplaced(person.page) == []
    person.press(person.confirm)
    # Elsewhere it is dark until somebody lights it.
    person.play_alone()
    expect(person.page.locator(".lamp")).to_have_class(re.compile("dark"))


def test_hints_that_come_after_the_move_was_made_elsewhere_are_not_shown(invite: Invite) -> None:
    ann = invite()
    ann.visit("/learn")
    ann.press(ann.button("learn.battle.begin"))
    ann.ready()
    slow = Person(ann.page.context.new_page(), ann.url)
    routes: list[WebSocketRoute] = []
    held: list[str | bytes] = []

    def hold_back(route: WebSocketRoute) -> None:
        routes.append(route)
        there = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if isinstance(message, str) and '"hints":{' in message:
                held.append(message)
            else:
                route.send(message)

        there.on_message(pass_on)

    slow.page.route_web_socket("**/socket", hold_back)
    slow.visit(f"/t/{ann.state['table']['id']}")
    slow.ready()
    version = slow.state["version"]
    slow.press(slow.button("learn.hint"))
    said = slow.page.locator(".hint-dialog p")
    expect(said).to_have_text(slow.words("learn.hint.thinking"))
    while not held:
        slow.page.wait_for_timeout(20)
    ann.turn()
    while slow.state["version"] == version:
        slow.page.wait_for_timeout(20)
    routes[-1].send(held[0])
    expect(said).to_have_text(slow.words("error.move.stale"))
    expect(slow.page.locator(".hints .hint")).to_have_count(0)
