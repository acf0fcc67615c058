// @ts-check
/** The course: its lessons, which of them are finished, and the battle at its end. */

import { language, t } from "../i18n.js";
import { Refused, courseInfo } from "../net/http.js";
import { lessonTexts } from "../net/lessons.js";
import { finishedLessons } from "../progress.js";
import { openTable } from "../start.js";
import { button, el, icon } from "../view/parts/dom.js";
import { prose, useProse } from "../words/lessons.js";
import { problemText } from "../words/problems.js";
import { PlainPage, framed } from "./page.js";

/** @typedef {import("../types/protocol").CourseInfo} CourseInfo */
/** @typedef {import("../types/protocol").LessonInfo} LessonInfo */

class LearnPage extends PlainPage {
  /** @type {CourseInfo | null} */
  course = null;
  problem = "";

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  async load() {
    try {
      const [course, texts] = await Promise.all([courseInfo(), lessonTexts(language())]);
      useProse(texts);
      this.course = course;
      this.problem = "";
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.problem = problemText(problem.problem);
    }
    super.draw();
  }

  /** Another language: its words first. */
  draw() {
    super.draw();
    if (!this.course) return;
    lessonTexts(language()).then((texts) => {
      useProse(texts);
      super.draw();
    });
  }

  content() {
    document.title = t("web.title_of", { what: t("learn.title") });
    return [framed(t("learn.title"), ...this.parts())];
  }

  /** @returns {Node[]} */
  parts() {
    const { course } = this;
    if (this.problem) {
      const again = button("go", () => this.load(), t("web.again"));
      return [el("p", { class: "bad", text: this.problem }), again];
    }
    if (!course) return [];
    const finished = finishedLessons();
    const next = course.lessons.find(({ id }) => !finished.includes(id));
    const done = course.lessons.filter(({ id }) => finished.includes(id)).length;
    return [
      head(next, done, course.lessons.length),
      el(
        "ol",
        { class: "lessons" },
        ...course.lessons.map((lesson) => entry(lesson, finished.includes(lesson.id))),
      ),
      battle(course, next === undefined),
    ];
  }
}

/**
 * @param {LessonInfo | undefined} next
 * @param {number} done
 * @param {number} count
 */
function head(next, done, count) {
  const meter = el("progress", { attrs: { max: String(count), value: String(done) } });
  meter.setAttribute("aria-label", t("learn.progress", { done, count }));
  const title = next ? prose(`${next.id}.title`) : "";
  const go = next
    ? el("a", {
        class: "go big",
        text: done ? t("learn.go_on", { title }) : t("learn.begin"),
        attrs: { href: `/learn/${next.id}` },
      })
    : null;
  return el(
    "section",
    { class: "card-panel course-head" },
    el("p", { text: t("learn.about") }),
    el(
      "div",
      { class: "row wrap" },
      meter,
      el("small", { text: t("learn.progress", { done, count }) }),
    ),
    go,
  );
}

/**
 * @param {LessonInfo} lesson
 * @param {boolean} done
 */
function entry({ id, rules }, done) {
  return el(
    "li",
    {},
    el(
      "a",
      { class: `card-panel lesson-link${done ? " done" : ""}`, attrs: { href: `/learn/${id}` } },
      el("span", { class: "mark" }, done ? icon("crown") : null),
      el("b", { text: prose(`${id}.title`) }),
      el("span", { class: "soft", text: prose(`${id}.about`) }),
      el("small", { text: done ? t("learn.done") : t("learn.rules", { rules: rules.join(" ") }) }),
    ),
  );
}

/**
 * @param {CourseInfo} course
 * @param {boolean} ready
 */
function battle({ first_battle }, ready) {
  const look = ready ? "go big" : "quiet";
  const begin = button(
    look,
    () => openTable({ settings: first_battle, begin: true }, begin),
    t("learn.battle.begin"),
  );
  return el(
    "section",
    { class: "card-panel first-battle" },
    el("h2", {}, icon("sword"), el("span", { text: t("learn.battle") })),
    el("p", { class: "soft", text: t("learn.battle.about") }),
    begin,
  );
}

customElements.define("learn-page", LearnPage);
