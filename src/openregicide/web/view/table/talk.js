// @ts-check
/** What may be said: ready-made phrases, and free words where the table allows them. */

import { t } from "../../i18n.js";
import { publicNumber } from "../../store/speech.js";
import { isRunning } from "../../store/table.js";
import { Dialog } from "../parts/dialog.js";
import { button, el } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Intents} Intents */
/** @typedef {import("../parts/part.js").TableState} TableState */

export class TalkDialog extends Dialog {
  /** @param {Intents} intents */
  constructor(intents) {
    super("talk-dialog");
    this.intents = intents;
    this.input = el("input", { attrs: { maxlength: "300", autocomplete: "off" } });
    this.form = el("form", { class: "inline" }, this.input, el("button", { class: "go" }));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (text) this.intents.chat(text);
      this.input.value = "";
      this.close();
    });
  }

  /** @param {TableState} state */
  show(state) {
    const { phrases = [], after_jester = [], public_facts = [] } = state.info ?? {};
    const running = isRunning(state);
    const jester = running && state.view?.phase === "name_next";
    const facts = running ? public_facts : [];
    const offered = [...(jester ? after_jester : []), ...facts, ...phrases];
    const buttons = offered.map((phrase) =>
      button(
        after_jester.includes(phrase) ? "phrase special" : "phrase",
        () => {
          this.intents.say(phrase);
          this.close();
        },
        // The table fills in the number when it is said; this one is the same, as we see it.
        t(`ui.phrase.${phrase}`, { count: publicNumber(state, phrase) }),
      ),
    );
    const free = !running || state.table?.settings.rules.talk === "open";
    const hint = free ? t("ui.talk.free") : t("ui.talk.strict");
    this.input.placeholder = t("ui.talk.write");
    this.input.setAttribute("aria-label", t("ui.talk.write"));
    const send = this.form.querySelector("button");
    if (send) send.textContent = t("ui.talk.send");
    this.fill(
      t("ui.talk"),
      el("div", { class: "phrases" }, ...buttons),
      el("p", { class: "soft", text: hint }),
      ...(free ? [this.form] : []),
    );
    this.open();
  }
}
