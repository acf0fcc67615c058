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

export class JoinDialog extends Dialog {
  /** @param {(name: string) => Promise<Problem | null>} sit  sits down, or says why not */
  constructor(sit) {
    super("join");
    this.sit = sit;
    this.name = el("input", {
      attrs: { maxlength: "24", required: true, autocomplete: "nickname" },
    });
    this.wrong = el("p", { class: "bad", attrs: { role: "alert" } });
    this.submit = el("button", { class: "go" });
    this.form = el("form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submitted();
    });
  }

  ask() {
    this.name.value = settings().name;
    this.name.placeholder = t("ui.name.example");
    setText(this.wrong, "");
    setText(this.submit, t("web.sit"));
    this.form.replaceChildren(
      labelled(t("ui.name"), t("ui.name.about"), this.name),
      labelled(
        t("ui.face"),
        t("ui.face.about"),
        faceChoice(settings().portrait, (portrait) => change({ portrait })),
      ),
      this.wrong,
      this.submit,
    );
    this.fill(t("web.sit"), this.form);
    this.open();
  }

  async submitted() {
    const problem = await this.sit(this.name.value.trim());
    if (problem) setText(this.wrong, problemText(problem));
    else this.close();
  }
}
