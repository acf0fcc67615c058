// @ts-check
/** An address that leads nowhere. */

import { el } from "../view/parts/dom.js";
import { problemPanel } from "../view/parts/problem.js";
import { PlainPage } from "./page.js";

class LostPage extends PlainPage {
  content() {
    return [el("main", {}, problemPanel({ code: "web.nowhere", values: {} }))];
  }
}

customElements.define("lost-page", LostPage);
