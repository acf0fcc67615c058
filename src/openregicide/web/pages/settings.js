// @ts-check
/** The settings of this device, as a page. */

import { t } from "../i18n.js";
import { el } from "../view/parts/dom.js";
import { makeSettings } from "../view/parts/settings_form.js";
import { PlainPage, framed } from "./page.js";

class SettingsPage extends PlainPage {
  content() {
    return [framed(t("web.settings"), el("section", { class: "card-panel" }, makeSettings()))];
  }
}

customElements.define("settings-page", SettingsPage);
