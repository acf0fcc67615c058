/**
 * A tiny runner for tests of pure JavaScript, the same in Node and in a browser. Whoever starts it
 * puts what Python gives (catalogues, games of the engine) into `globalThis.given` first.
 */

/** @type {{ name: string, run: () => unknown }[]} */
let cases = [];

/** A case: a sentence, and a function that throws if it is not true. */
export function test(name, run) {
  cases.push({ name, run });
}

/** The two are alike, all the way down. */
export function equal(found, expected, what = "") {
  if (alike(found, expected)) return;
  throw new Error(`${what} found ${shown(found)}, expected ${shown(expected)}`.trim());
}

export function ok(found, what = "") {
  if (!found) throw new Error(`${what} found ${shown(found)}`.trim());
}

function shown(value) {
  return JSON.stringify(value instanceof Set ? [...value] : value) ?? String(value);
}

function alike(one, other) {
  if (one instanceof Set && other instanceof Set) return alike([...one].sort(), [...other].sort());
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") {
    return Object.is(one, other);
  }
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return keys.length === others.length && keys.every((key) => alike(one[key], other[key]));
}

/** A text of a catalogue with its values, found without the code that is tested. */
export function text(language, key, values = {}) {
  const found = globalThis.given.catalogues[language][key];
  if (found === undefined) throw new Error(`${language} has no ${key}`);
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

/** Run all cases of some modules; return each with what is wrong, which is nothing if it passed. */
export async function runAll(modules) {
  const results = [];
  for (const module of modules) {
    cases = [{ name: "it loads", run: () => {} }];
    try {
      await import(`./${module}`);
    } catch (problem) {
      cases = [{ name: "it loads", run: () => Promise.reject(problem) }];
    }
    for (const { name, run } of cases) {
      let wrong = "";
      try {
        await run();
      } catch (problem) {
        wrong = String(problem?.stack ?? problem);
      }
      results.push({ module, name, wrong });
    }
  }
  return results;
}
