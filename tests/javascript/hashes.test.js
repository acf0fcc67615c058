/** fairness/: the hashes, the stream and the deals are those of Python. */

import { Stream, dealOf, firstOf, healOf } from "../../src/openregicide/web/fairness/deal.js";
import { fromHex, toHex } from "../../src/openregicide/web/fairness/hex.js";
import { commitment, newShare, seedOf } from "../../src/openregicide/web/fairness/seed.js";
import { sha256 } from "../../src/openregicide/web/fairness/sha256.js";
import { Shake256 } from "../../src/openregicide/web/fairness/shake256.js";
import { equal, ok, test } from "./harness.js";

const { digests, deals } = globalThis.given;

test("SHA-256 of random bytes is what hashlib says", () => {
  ok(digests.length > 50);
  for (const [bytes, hash] of digests) equal(toHex(sha256(fromHex(bytes))), hash, bytes);
});

test("SHAKE-256 of random bytes is what hashlib says", () => {
  for (const [bytes, , long] of digests) {
    const shake = new Shake256(fromHex(bytes));
    const found = Uint8Array.from({ length: long.length / 2 }, () => shake.byte());
    equal(toHex(found), long, bytes);
  }
});

test("secrets and shares are committed to, and make a seed, as in Python", () => {
  for (const { secret, secret_hash, shares, pledges, seed, seed_hash } of deals.hashes) {
    equal(commitment(secret), secret_hash);
    equal(
      shares.map((share) => share && commitment(share)),
      pledges,
    );
    equal(seedOf(secret, shares), seed);
    equal(commitment(seed), seed_hash);
  }
});

test("a new share is 32 random bytes", () => {
  const shares = new Set(Array.from({ length: 20 }, newShare));
  equal(shares.size, 20);
  for (const share of shares) ok(/^[0-9a-f]{64}$/.test(share), share);
});

test("a stream gives the words and the numbers that Python's gives", () => {
  for (const { seed, label, words, below } of deals.streams) {
    const one = new Stream(seed, label);
    equal(
      words.map(() => one.word()),
      words,
      label,
    );
    const other = new Stream(seed, label);
    for (const [n, number] of below) equal(other.below(n), number, `${label} below ${n}`);
  }
});

test("a seed deals the same castle, tavern and hands as in Python, by any rules", () => {
  ok(deals.deals.some(({ options }) => options.mulligan === "any"));
  for (const { seed, options, rules, first, castle, tavern, hands } of deals.deals) {
    const deal = dealOf(seed, options);
    equal(deal.castle, castle, rules);
    equal(deal.tavern, tavern, rules);
    const sorted = (hand) => [...hand].sort();
    equal(deal.hands.map(sorted), hands.map(sorted), rules);
    equal(firstOf(seed, options.players), first, rules);
  }
});

test("a heal moves the same cards in the same order as in Python", () => {
  const heals = deals.deals.flatMap(({ seed, heals }) => heals.map((heal) => [seed, heal]));
  ok(heals.length > 20);
  for (const [seed, { ply, discard, count, cards }] of heals) {
    equal(healOf(seed, ply, [...discard].reverse(), count), cards);
  }
});

test("rules that nobody can play by deal nothing", () => {
  equal(dealOf("0".repeat(64), { players: 5 }), null);
});
