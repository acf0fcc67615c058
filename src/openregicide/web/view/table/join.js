// @ts-check
/** Taking a seat needs a name, and nothing else; who likes has a face. */

import { t } from "../../i18n.js";
import { change, settings } from "../../settings.js";
import { problemText } from "../../words/problems.js";
import { Dialog } from "../parts/dialog.js";
import { el, setText } from "../parts/dom.js";
import { faceChoice } from "../parts/face.js";
import { labelled } from "../parts/fields.js";

/** @typedef {import("../../types/protocol").Problem} Problem */
/** @typedef {(name: string) => Promise<Problem | null>} Sit  sits down, or says why not */

/** One field, with the name that was given before, and one big button. */
export class SitForm {
  /**
   * @param {Sit} sit
   * @param {() => void} [done]
   */
  constructor(sit, done = () => {}) {
    this.sit = sit;
    this.done = done;
    this.name = el("input", {
      attrs: { maxlength: "24", required: true, autocomplete: "nickname", enterkeyhint: "go" },
    });
    this.wrong = el("p", { class: "bad", attrs: { role: "alert" } });
    this.submit = el("button", { class: "go big" });
    this.fields = el("div");
    this.root = el("form", { class: "sit" }, this.fields, this.wrong, this.submit);
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submitted();
    });
    this.said = "";
    this.begin();
  }

  /** Begin with the name that is known, in the language of now. */
  begin() {
    this.name.value = settings().name;
    setText(this.wrong, "");
    this.update();
  }

  /** Say it in the language of now; what was typed stays. */
  update() {
    setText(this.submit, t("web.sit"));
    if (this.said === t("ui.name.about")) return;
    this.said = t("ui.name.about");
    this.name.placeholder = t("ui.name.example");
    const faces = faceChoice(settings().portrait, (portrait) => change({ portrait }));
    this.fields.replaceChildren(
      labelled(t("ui.name"), this.said, this.name),
      // Nobody needs one to begin: the button has to be in sight.
      el(
        "details",
        {},
        el("summary", { text: t("ui.face") }),
        faces,
        el("small", { class: "soft", text: t("ui.face.about") }),
      ),
    );
  }

  async submitted() {
    this.submit.disabled = true;
    const problem = await this.sit(this.name.value.trim()).finally(() => {
      this.submit.disabled = false;
    });
    if (problem) setText(this.wrong, problemText(problem));
    else this.done();
  }
}

export class JoinDialog extends Dialog {
  /** @param {Sit} sit */
  constructor(sit) {
    super("join");
    this.form = new SitForm(sit, () => this.close());
  }

  ask() {
    this.form.begin();
    this.fill(t("web.sit"), this.form.root);
    this.open();
  }
}
