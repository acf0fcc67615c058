/** qr/: codes are those of Python's library, module by module. */

import { qrCode } from "../../src/openregicide/web/qr/code.js";
import { checkBytes } from "../../src/openregicide/web/qr/correction.js";
import { equal, ok, test } from "./harness.js";

const { codes } = globalThis.given;
const MASKS = [0, 1, 2, 3, 4, 5, 6, 7];

const drawn = (rows) => rows.map((row) => row.map(Number).join(""));

test("full codes of every size, under every mask", () => {
  equal(codes.length, 10);
  for (const { text, masked } of codes) {
    for (const mask of MASKS) equal(drawn(qrCode(text, mask)), masked[mask], `${text} ${mask}`);
  }
});

test("a code has one of the masks", () => {
  for (const { text, masked } of codes) {
    const found = JSON.stringify(drawn(qrCode(text)));
    ok(masked.some((rows) => JSON.stringify(rows) === found), text);
  }
});

test("a text has the smallest code that holds it, and none if it is too long", () => {
  equal(
    [0, 14, 15, 26, 27, 180, 181, 213].map((length) => qrCode("x".repeat(length))?.length),
    [21, 21, 25, 25, 29, 53, 57, 57],
  );
  equal(qrCode("x".repeat(214)), null);
  // Two bytes each.
  equal(qrCode("é".repeat(107)), null);
});

test("the check bytes of the standard's own example", () => {
  const data = [16, 32, 12, 86, 97, 128, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17];
  equal(checkBytes(data, 10), [165, 36, 212, 193, 237, 54, 199, 135, 44, 85]);
});
