// @ts-check
/** A question before something that others will feel: what will happen, and two answers. */

import { Dialog } from "./dialog.js";
import { button, el } from "./dom.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} about  what will happen
 * @property {string} yes
 * @property {string} no
 * @property {() => void} then  what "yes" does
 */

export class AskDialog extends Dialog {
  constructor() {
    super("ask");
  }

  /** @param {Question} question */
  ask({ title, about, yes, no, then }) {
    const stay = button("quiet", () => this.close(), no);
    const go = button("go", () => {
      this.close();
      then();
    }, yes);
    this.fill(title, el("p", { text: about }), el("div", { class: "row wrap" }, stay, go));
    this.open();
    // What changes nothing has the focus: a second Enter must not answer "yes".
    stay.focus();
  }
}
