// @ts-check
/** The device's settings, at home and at the table. */

import { LANGUAGES, t } from "../../i18n.js";
import { change, settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { canVibrate, vibrate } from "../../vibration.js";
import { back, picture } from "./card.js";
import { el } from "./dom.js";
import { faceChoice } from "./face.js";
import { choice, labelled, toggle } from "./fields.js";
import { cardName } from "../../words/cards.js";

export function makeSettings() {
  const now = settings();
  const name = el("input", { attrs: { maxlength: "24", autocomplete: "nickname" } });
  name.value = now.name;
  name.placeholder = t("ui.name.example");
  name.addEventListener("change", () => change({ name: name.value.trim() }));
  const languages = LANGUAGES.map(
    (code) => /** @type {[string, string]} */ ([code, t(`ui.language.${code}`)]),
  );
  const cards = ["QS", "7H", "AC", "5D"].map((card) => picture(card, cardName(card)));
  const samples = el("div", { class: "samples" }, ...cards, back());
  return el(
    "div",
    { class: "form" },
    labelled(t("ui.name"), t("ui.name.about"), name),
    labelled(
      t("ui.face"),
      t("ui.face.about"),
      faceChoice(now.portrait, (portrait) => change({ portrait })),
    ),
    labelled(
      t("ui.language"),
      "",
      choice([["", t("ui.language.auto")], ...languages], now.language ?? "", (code) =>
        change({ language: code || null }),
      ),
    ),
    labelled(
      t("web.confirm"),
      t("web.confirm.about"),
      toggle(now.confirm, (confirm) => change({ confirm })),
    ),
    labelled(
      t("web.sound"),
      t("web.sound.about"),
      toggle(now.sound, (on) => {
        change({ sound: on, soundOffered: true });
        sound("turn");
      }),
    ),
    canVibrate()
      ? labelled(
          t("web.vibrate"),
          t("web.vibrate.about"),
          toggle(now.vibrate, (on) => {
            change({ vibrate: on });
            vibrate("defeated");
          }),
        )
      : null,
    labelled(
      t("web.motion"),
      t("web.motion.about"),
      choice(
        [
          ["system", t("web.motion.system")],
          ["on", t("web.motion.on")],
          ["off", t("web.motion.off")],
        ],
        now.motion,
        (motion) => change({ motion: /** @type {"system" | "on" | "off"} */ (motion) }),
      ),
    ),
    labelled(
      t("web.speed"),
      t("web.speed.about"),
      choice(
        [
          ["quick", t("web.speed.quick")],
          ["normal", t("web.speed.normal")],
          ["slow", t("web.speed.slow")],
        ],
        now.speed,
        (speed) => change({ speed: /** @type {"quick" | "normal" | "slow"} */ (speed) }),
      ),
    ),
    look(
      "theme",
      t("web.theme"),
      [
        ["system", t("web.motion.system")],
        ["light", t("web.theme.light")],
        ["dark", t("web.theme.dark")],
      ],
      t("web.theme.about"),
    ),
    samples,
    look("cloth", t("web.cloth"), [
      ["plain", t("web.cloth.plain")],
      ["felt", t("web.cloth.felt")],
      ["wood", t("web.cloth.wood")],
    ]),
    look("face", t("web.face"), [
      ["court", t("web.face.court")],
      ["pips", t("web.face.pips")],
      ["arms", t("web.face.arms")],
    ]),
    look("back", t("web.back"), [
      ["crown", t("web.back.crown")],
      ["moon", t("web.back.moon")],
      ["tower", t("web.back.tower")],
    ]),
    labelled(
      t("web.suits"),
      t("web.suits.about"),
      toggle(now.suits === "four", (four) => change({ suits: four ? "four" : "two" })),
    ),
    labelled(
      t("web.large"),
      t("web.large.about"),
      toggle(now.large, (large) => change({ large })),
    ),
    labelled(
      t("web.contrast"),
      t("web.contrast.about"),
      toggle(now.contrast, (contrast) => change({ contrast })),
    ),
  );
}

/**
 * How something looks: one of a few.
 * @param {"theme" | "cloth" | "face" | "back"} name
 * @param {string} label
 * @param {readonly (readonly [string, string])[]} options
 * @param {string} [about]
 */
function look(name, label, options, about = "") {
  const field = choice(options, settings()[name], (value) => change({ [name]: value }));
  return labelled(label, about, field);
}
