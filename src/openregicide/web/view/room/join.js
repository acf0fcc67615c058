// @ts-check
/** Taking a seat needs a name, and nothing else. */

import { deviceSecret } from "../../device.js";
import { t } from "../../i18n.js";
import { Refused, takeSeat } from "../../net/http.js";
import { change, settings } from "../../settings.js";
import { problemText } from "../../words/problems.js";
import { Dialog } from "../parts/dialog.js";
import { el, setText } from "../parts/dom.js";
import { labelled } from "../parts/fields.js";

export class JoinDialog extends Dialog {
  /** @param {(token: string) => void} done */
  constructor(done) {
    super("join");
    this.done = done;
    this.name = el("input", {
      attrs: { maxlength: "24", required: true, autocomplete: "nickname" },
    });
    this.wrong = el("p", { class: "bad", attrs: { role: "alert" } });
    this.submit = el("button", { class: "go" });
    this.form = el("form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.sit();
    });
    this.table = "";
  }

  /** @param {string} table */
  ask(table) {
    this.table = table;
    this.name.value = settings().name;
    this.name.placeholder = t("ui.name.example");
    setText(this.wrong, "");
    setText(this.submit, t("web.sit"));
    this.form.replaceChildren(
      labelled(t("ui.name"), t("ui.name.about"), this.name),
      this.wrong,
      this.submit,
    );
    this.fill(t("web.sit"), this.form);
    this.open();
  }

  async sit() {
    const name = this.name.value.trim();
    change({ name });
    try {
      const { token } = await takeSeat(this.table, { name, device: deviceSecret() });
      this.close();
      this.done(token);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      setText(this.wrong, problemText(problem.problem));
    }
  }
}
