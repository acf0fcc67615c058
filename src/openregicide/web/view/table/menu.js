// @ts-check
/** The way out, and other things a player may want during a game. */

import { t } from "../../i18n.js";
import { isHost, isRunning } from "../../store/table.js";
import { Dialog } from "../parts/dialog.js";
import { button, el, icon } from "../parts/dom.js";
import { shareLink } from "../parts/share.js";
import { rulesText } from "../../words/options.js";
import { makeSettings } from "../parts/settings_form.js";
import { makeInvite } from "./invite.js";

/** @typedef {import("../parts/part.js").TableState} TableState */

export class MenuDialog extends Dialog {
  /**
   * @param {object} open
   * @param {() => void} open.help
   * @param {() => void} open.leave
   * @param {() => void} open.home
   * @param {() => void} open.giveUp
   * @param {(on: boolean) => void} open.light  the lamp, or put it out
   * @param {() => string} open.seatLink  brings the player back from another device
   */
  constructor(open) {
    super("menu");
    this.more = open;
    this.invite = makeInvite();
  }

  /** @param {TableState} state */
  show(state) {
    const { table, seat } = state;
    const items = [
      item("eye", t("ui.menu.help"), () => this.instead(this.more.help)),
      item("gear", t("ui.menu.settings"), () => this.settings()),
    ];
    if (table && seat !== null) {
      const share = () => shareLink(this.more.seatLink());
      items.push(item("link", t("ui.menu.seat_link"), share));
    }
    if (table && seat !== null && !isRunning(state)) {
      items.push(item("person", t("ui.menu.leave"), () => this.instead(this.more.leave)));
    }
    if (table && seat !== null && isRunning(state)) {
      items.push(item("flag", t("ui.give_up"), () => this.instead(this.more.giveUp)));
    }
    const lamp = lampChange(state);
    if (lamp) items.push(item("lamp", lamp.text, () => this.instead(() => this.more.light(lamp.on))));
    items.push(item("crown", t("ui.menu.home"), () => this.instead(this.more.home)));
    const facts = table ? [el("p", { class: "soft", text: rulesText(table.settings) })] : [];
    if (table) this.invite.update(table);
    const invite = table ? [this.invite.root] : [];
    const seed = table?.game
      ? [
          el(
            "details",
            {},
            el("summary", { text: t("web.details") }),
            el("p", {
              class: "soft hash",
              text: t("ui.menu.seed_hash", { hash: table.game.seed_hash }),
            }),
          ),
        ]
      : [];
    this.fill(t("ui.menu"), el("div", { class: "items" }, ...items), ...invite, ...facts, ...seed);
    this.open();
  }

  settings() {
    this.fill(t("web.settings"), makeSettings());
  }

  /** @param {() => void} then */
  instead(then) {
    this.close();
    then();
  }
}

/**
 * What the host may do about the lamp: nothing in a ranked game, nor where the deal of the day waits.
 * @param {TableState} state
 */
function lampChange(state) {
  const { table } = state;
  if (!table || !isHost(state) || table.game?.ranked) return null;
  if (table.daily && !isRunning(state)) return null;
  const on = !table.settings.hints;
  return { on, text: on ? t("lamp.light") : t("lamp.put_out") };
}

/**
 * @param {string} sign
 * @param {string} text
 * @param {() => void} press
 */
function item(sign, text, press) {
  const made = button("item", press);
  made.append(icon(sign), document.createTextNode(text));
  return made;
}
