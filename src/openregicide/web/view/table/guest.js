// @ts-check
/** What somebody finds behind the link to a table where nobody may watch, but a seat is free. */

import { t } from "../../i18n.js";
import { rulesText } from "../../words/options.js";
import { invitedText, seatName } from "../../words/seats.js";
import { el, icon } from "../parts/dom.js";
import { faceAt } from "../parts/face.js";
import { SitForm } from "./join.js";

/** @typedef {import("../../types/protocol").TableInfo} TableInfo */

/**
 * @param {TableInfo} table
 * @param {import("./join.js").Sit} sit
 */
export function guestPanel(table, sit) {
  const { seats, settings, daily } = table;
  const chairs = seats.map(({ holder }, seat) =>
    el(
      "li",
      { class: `chair ${holder}` },
      holder === "free" ? icon("person") : faceAt(seats, seat),
      el("b", { text: holder === "free" ? t("ui.seat.free") : seatName(seats, seat) }),
      el("i", { text: seat === table.host ? t("ui.host") : "" }),
    ),
  );
  return el(
    "div",
    { class: "page problem" },
    icon("crown", "crest"),
    el("h1", { text: invitedText(table) }),
    el("p", { class: "soft", text: rulesText(settings) }),
    daily ? el("p", { text: t("ui.home.daily") }) : null,
    daily ? el("p", { class: "soft", text: t("daily.about") }) : null,
    el("ol", { class: "chairs" }, ...chairs),
    new SitForm(sit).root,
    el("a", { class: "quiet", text: t("ui.menu.home"), attrs: { href: "/" } }),
  );
}
