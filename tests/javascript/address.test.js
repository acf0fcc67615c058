/** address: what is shared leads to where others find the server. */

import {
  gameLink,
  isAlone,
  learnAddresses,
  needsAddress,
  seatLink,
  sharedOrigin,
  tableLink,
} from "../../src/openregicide/web/address.js";
import { equal, ok, test } from "./harness.js";

const page = (origin) => ({ origin, hostname: new URL(origin).hostname });
const LOCAL = ["http://localhost:8420", "http://127.0.0.1:8420", "http://[::1]:8420"];
const FAR = ["https://cards.example", "http://192.168.1.9:8420", "http://localhost.example:1"];

test("before the server has said where it is, nobody is told that they are alone", () => {
  for (const origin of [...LOCAL, ...FAR]) {
    equal(sharedOrigin(page(origin)), origin);
    ok(!isAlone(page(origin)), origin);
  }
});

test("pages that only this machine can open share what the server says", () => {
  learnAddresses(["http://192.168.1.5:8420", "http://regicide.local:8420"]);
  for (const origin of [...LOCAL, "http://regicide.local:8420"]) {
    ok(needsAddress(page(origin)), origin);
    equal(sharedOrigin(page(origin)), "http://192.168.1.5:8420");
    ok(!isAlone(page(origin)), origin);
  }
  for (const origin of FAR) {
    ok(!needsAddress(page(origin)), origin);
    equal(sharedOrigin(page(origin)), origin);
  }
});

test("every link begins there", () => {
  const here = page("http://localhost:8420");
  learnAddresses(["http://192.168.1.5:8420"]);
  equal(tableLink("ABCDEFGHJK", here), "http://192.168.1.5:8420/t/ABCDEFGHJK");
  equal(seatLink("ABCDEFGHJK", "key", here), "http://192.168.1.5:8420/t/ABCDEFGHJK#seat=key");
  equal(gameLink("/g/abc?move=3", here), "http://192.168.1.5:8420/g/abc?move=3");
});

test("a server without a network leaves only this machine", () => {
  learnAddresses([]);
  for (const origin of LOCAL) {
    ok(isAlone(page(origin)), origin);
    equal(sharedOrigin(page(origin)), origin);
  }
  for (const origin of FAR) ok(!isAlone(page(origin)), origin);
});

test("what is no origin is no address", () => {
  learnAddresses(["javascript:alert(1)", "http://a/b", "http://u@a", "//a", "http://a b", ""]);
  ok(isAlone(page("http://localhost:8420")));
});
