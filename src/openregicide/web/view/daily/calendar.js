// @ts-check
/** A month of daily deals: which days were played, which won, and how many in a row. */

import { language, t } from "../../i18n.js";
import { monthOf, monthsAfter, streakOf } from "../../store/days.js";
import { dayText, leaderboardPath } from "../../words/daily.js";
import { button, el, icon } from "../parts/dom.js";

/** @typedef {import("../../store/days.js").DayBook} DayBook */
/** @typedef {import("../../store/days.js").CalendarDay} CalendarDay */

/**
 * @param {DayBook} book
 * @param {string} today  as in 2026-11-16
 */
export function makeCalendar(book, today) {
  const now = today.slice(0, 7);
  const begin = (book.results[0]?.day ?? today).slice(0, 7);
  let month = now;
  const title = el("h3", { attrs: { "aria-live": "polite" } });
  const grid = el("table");
  const earlier = button("icon-button", () => turn(-1));
  const later = button("icon-button", () => turn(1));
  earlier.append(icon("backward"));
  later.append(icon("forward"));
  earlier.setAttribute("aria-label", t("calendar.earlier"));
  later.setAttribute("aria-label", t("calendar.later"));
  const turn = (/** @type {number} */ count) => {
    month = monthsAfter(month, count);
    fill();
    // A button that cannot be pressed any more would lose the focus.
    if (earlier.disabled && count < 0) later.focus();
    if (later.disabled && count > 0) earlier.focus();
  };
  const fill = () => {
    title.textContent = monthText(month);
    grid.setAttribute("aria-label", title.textContent);
    earlier.disabled = month <= begin;
    later.disabled = month >= now;
    const first = firstWeekday();
    const weeks = monthOf(book, month, today, first);
    grid.replaceChildren(
      el("thead", {}, weekdays(weeks[0] ?? [])),
      el("tbody", {}, ...weeks.map((week) => el("tr", {}, ...week.map(cell)))),
    );
  };
  fill();
  return el(
    "section",
    { class: "calendar" },
    el("div", { class: "month" }, earlier, title, later),
    grid,
    streak(book, today),
  );
}

/**
 * @param {DayBook} book
 * @param {string} today
 */
function streak(book, today) {
  const { now, best } = streakOf(book, today);
  const text = now ? t("calendar.streak", { count: now }) : t("calendar.streak.none");
  const rest = best > now ? t("calendar.streak.best", { count: best }) : "";
  return el(
    "p",
    { class: "streak" },
    el("b", { text }),
    rest ? el("small", { class: "soft", text: rest }) : null,
  );
}

/** @param {readonly CalendarDay[]} week */
function weekdays(week) {
  const format = (/** @type {"narrow" | "long"} */ weekday) =>
    new Intl.DateTimeFormat(language(), { weekday, timeZone: "UTC" });
  const names = week.map(({ day }) =>
    el("th", {
      text: format("narrow").format(new Date(day)),
      attrs: { scope: "col", abbr: format("long").format(new Date(day)) },
    }),
  );
  return el("tr", {}, ...names);
}

/** @param {CalendarDay} day */
function cell({ day, here, when, results }) {
  if (!here) return el("td");
  const won = results.some((result) => result.won);
  const look = [when, results.length ? "played" : "", won ? "won" : ""].filter(Boolean).join(" ");
  const number = String(Number(day.slice(8)));
  const [best] = [...results].sort((a, b) => Number(b.won) - Number(a.won) || b.kills - a.kills);
  const attrs = { "aria-current": when === "today" ? "date" : null };
  if (!best) return el("td", { class: look, attrs }, el("span", { text: number }));
  const dots = results.map((result) => el("i", { class: result.won ? "won" : "" }));
  const link = el(
    "a",
    { attrs: { href: leaderboardPath(day, best.players), "aria-label": dayName(day, results) } },
    el("span", { text: number }),
    el("span", { class: "dots", attrs: { "aria-hidden": "true" } }, ...dots),
  );
  return el("td", { class: look, attrs }, link);
}

/**
 * A day for the ear, with what was played on it.
 * @param {string} day
 * @param {CalendarDay["results"]} results
 */
function dayName(day, results) {
  const told = results.map(({ players, won, kills }) =>
    [
      t("ui.players", { count: players }),
      won ? t("web.history.won") : t("web.history.lost", { count: kills }),
    ].join(", "),
  );
  return [dayText(day), ...told].join("; ");
}

/** @param {string} month */
function monthText(month) {
  const style = /** @type {const} */ ({ month: "long", year: "numeric", timeZone: "UTC" });
  return new Intl.DateTimeFormat(language(), style).format(new Date(`${month}-01`));
}

/** The day that a week begins with where the user's language is at home; 1 is Monday. */
function firstWeekday() {
  const locale = /** @type {any} */ (new Intl.Locale(navigator.language));
  return locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1;
}
