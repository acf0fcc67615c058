// @ts-check
/** Reed-Solomon codes over bytes, as QR codes use them: what a camera misreads is corrected. */

/** x⁸ + x⁴ + x³ + x² + 1 */
const FIELD = 0x11d;

/** Powers of 2 in the field, and their exponents. */
const POWER = new Uint8Array(255);
const LOGARITHM = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  POWER[exponent] = value;
  LOGARITHM[value] = exponent;
  value = value << 1 > 255 ? (value << 1) ^ FIELD : value << 1;
}

/**
 * @param {number} a
 * @param {number} b
 */
function times(a, b) {
  if (!a || !b) return 0;
  return POWER[((LOGARITHM[a] ?? 0) + (LOGARITHM[b] ?? 0)) % 255] ?? 0;
}

/**
 * The product of (x - 2⁰) … (x - 2ⁿ⁻¹), without its first coefficient, which is 1.
 * @param {number} degree
 */
function generator(degree) {
  let product = [1];
  for (let root = 0; root < degree; root += 1) {
    const factor = POWER[root] ?? 0;
    product = [...product, 0].map((value, at) => value ^ times(product[at - 1] ?? 0, factor));
  }
  return product.slice(1);
}

/**
 * The check bytes of a block.
 * @param {readonly number[]} block
 * @param {number} count
 */
export function checkBytes(block, count) {
  const divisor = generator(count);
  let rest = /** @type {number[]} */ (Array(count).fill(0));
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(divisor[at] ?? 0, factor));
  }
  return rest;
}
