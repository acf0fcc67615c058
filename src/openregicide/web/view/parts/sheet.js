// @ts-check
/** A style sheet that only one page needs, loaded with that page. */

/**
 * @param {string} name
 * @returns {Promise<void>}  fulfilled once it is there
 */
export function sheet(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../../css/${name}.css`, import.meta.url).href;
  return new Promise((done, failed) => {
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => failed(new Error(link.href)));
    document.head.append(link);
  });
}
