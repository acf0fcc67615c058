// @ts-check
/** Charts as pictures of our own, each with the same numbers as a table beside it. */

import { t } from "../../i18n.js";
import { draw, el, use } from "../parts/dom.js";

const WIDTH = 320;

/**
 * @typedef {object} Bar
 * @property {string} name
 * @property {string} text  the value in words
 * @property {number} part  of the whole width, from 0 to 1
 * @property {string} look  class
 * @property {string} [sign]  a picture of `art.svg` before the name
 */

/**
 * @typedef {object} Column
 * @property {string} name
 * @property {number} value
 * @property {string} look  class
 */

/**
 * Bars one below the other, with words above each.
 * @param {readonly Bar[]} bars
 */
export function barPicture(bars) {
  const row = 46;
  const parts = bars.flatMap(({ name, text, part, look, sign }, index) => {
    const top = index * row;
    const indent = sign ? 24 : 0;
    const box = { x: "0", y: String(top), width: "20", height: "22", class: look };
    return [
      ...(sign ? [use(sign, box)] : []),
      draw("text", { x: indent, y: top + 17 }, name),
      draw("text", { x: WIDTH, y: top + 17, class: "value" }, text),
      draw("rect", { class: "track", x: 0, y: top + 25, width: WIDTH, height: 12, rx: 6 }),
      draw("rect", {
        class: `bar-part ${look}`,
        x: 0,
        y: top + 25,
        width: part ? Math.max(12, part * WIDTH) : 0,
        height: 12,
        rx: 6,
      }),
    ];
  });
  return picture(bars.length * row, parts);
}

/**
 * Columns side by side, a number on each.
 * @param {readonly Column[]} columns
 */
export function columnPicture(columns) {
  const [top, tall] = [18, 118];
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const wide = WIDTH / columns.length;
  const parts = columns.flatMap(({ name, value, look }, index) => {
    const high = (value / most) * tall;
    const middle = (index + 0.5) * wide;
    const base = top + tall;
    return [
      draw("rect", {
        class: `bar-part ${look}`,
        x: index * wide + 2,
        y: base - high,
        width: wide - 4,
        height: high,
        rx: 3,
      }),
      draw("text", { class: "on", x: middle, y: base - high - 5 }, value ? String(value) : ""),
      draw("text", { class: "below", x: middle, y: base + 16 }, name),
    ];
  });
  const floor = draw("line", { x1: 0, x2: WIDTH, y1: top + tall, y2: top + tall });
  return picture(top + tall + 22, [...parts, floor]);
}

/**
 * @param {number} height
 * @param {SVGElement[]} parts
 */
function picture(height, parts) {
  const attrs = { class: "chart", role: "img", viewBox: `0 0 ${WIDTH} ${height}` };
  return draw("svg", attrs, ...parts);
}

/**
 * A chart with its title, and the same as a table for those who would rather read.
 * @param {string} title
 * @param {SVGElement} chart
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function figure(title, chart, head, rows) {
  chart.setAttribute("aria-label", title);
  const cells = rows.map(([first = "", ...rest]) =>
    el(
      "tr",
      {},
      el("th", { text: first, attrs: { scope: "row" } }),
      ...rest.map((text) => el("td", { text })),
    ),
  );
  const table = el(
    "table",
    {},
    el(
      "thead",
      {},
      el("tr", {}, ...head.map((text) => el("th", { text, attrs: { scope: "col" } }))),
    ),
    el("tbody", {}, ...cells),
  );
  return el(
    "figure",
    { class: "card-panel" },
    el("figcaption", {}, el("h2", { text: title })),
    chart,
    el("details", {}, el("summary", { text: t("web.history.as_table") }), table),
  );
}
