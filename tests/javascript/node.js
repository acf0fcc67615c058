/** Runs the tests in Node: the file with what is given, then the modules. Prints JSON. */

import { readFileSync } from "node:fs";

const [given, ...modules] = process.argv.slice(2);
globalThis.given = JSON.parse(readFileSync(given, "utf8"));
const { runAll } = await import("./harness.js");
process.stdout.write(JSON.stringify(await runAll(modules)));
