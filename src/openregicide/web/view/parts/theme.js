// @ts-check
/** The settings that change how everything looks. */

/** @param {import("../../settings.js").Settings} settings */
export function dressDocument({ suits, large, contrast, motion }) {
  const { dataset } = document.documentElement;
  dataset["suits"] = suits;
  dataset["index"] = large ? "large" : "normal";
  dataset["contrast"] = contrast ? "high" : "normal";
  dataset["motion"] = motion;
}
