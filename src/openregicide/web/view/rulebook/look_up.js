// @ts-check
/** Looking rules up without leaving the game: the book is fetched when somebody first asks. */

/**
 * @param {HTMLElement} root  where the dialog goes
 * @returns {(rules: string[]) => Promise<void>}
 */
export function makeLookUp(root) {
  /** @type {import("./dialog.js").RuleDialog | null} */
  let dialog = null;
  return async (rules) => {
    const { RuleDialog } = await import("./dialog.js");
    if (!dialog) {
      dialog = new RuleDialog();
      root.append(dialog.root);
    }
    await dialog.show(rules);
  };
}
