// @ts-check
/**
 * SHAKE-256, as FIPS 202 describes it: a message in, as many bytes out as anyone wants. JavaScript
 * calculates with 32 bits, so each of the 25 lanes of 64 bits is two numbers here: the lower half
 * of lane `i` at `2 * i`, the upper one behind it.
 */

const LANES = 25;
/** How many bytes go in or out between two rounds of mixing. */
const RATE = 136;
const ROUNDS = 24;

/** How far each lane is turned, and where it goes then; lane 0 stays where it is. */
const TURNS = new Uint8Array(LANES);
const TARGETS = new Uint8Array(LANES);

/** What is added to lane 0 in every round, its two halves. */
const CONSTANTS = new Uint32Array(2 * ROUNDS);

for (let step = 0, x = 1, y = 0; step < 24; step++) {
  TURNS[x + 5 * y] = ((step + 1) * (step + 2)) / 2;
  [x, y] = [y, (2 * x + 3 * y) % 5];
}
for (let lane = 0; lane < LANES; lane++) {
  const [x, y] = [lane % 5, Math.floor(lane / 5)];
  TARGETS[lane] = y + 5 * ((2 * x + 3 * y) % 5);
}
for (let round = 0, bits = 1; round < ROUNDS; round++) {
  // A shift register of eight bits says which of the bits 0, 1, 3, 7, 15, 31 and 63 are set.
  for (let power = 0; power < 7; power++) {
    const at = 2 ** power - 1;
    if (bits & 1) {
      const half = 2 * round + (at >> 5);
      CONSTANTS[half] = (CONSTANTS[half] ?? 0) | (1 << (at & 31));
    }
    bits = bits & 0x80 ? ((bits << 1) ^ 0x171) & 0xff : bits << 1;
  }
}

/** A message, and how much of the answer has been read. */
export class Shake256 {
  /** @param {Uint8Array} message */
  constructor(message) {
    this.state = new Uint32Array(2 * LANES);
    const whole = Math.floor(message.length / RATE) * RATE;
    for (let at = 0; at < whole; at += RATE) this.take(message.subarray(at, at + RATE));
    const last = new Uint8Array(RATE);
    last.set(message.subarray(whole));
    // The end of the message, and the end of the block.
    last[message.length - whole] = 0x1f;
    last[RATE - 1] = (last[RATE - 1] ?? 0) | 0x80;
    this.take(last);
    this.at = 0;
  }

  /** @param {Uint8Array} block */
  take(block) {
    block.forEach((byte, index) => {
      const half = index >> 2;
      this.state[half] = (this.state[half] ?? 0) ^ (byte << (8 * (index & 3)));
    });
    permute(this.state);
  }

  /** The next byte of the answer. */
  byte() {
    if (this.at === RATE) {
      permute(this.state);
      this.at = 0;
    }
    const byte = (this.state[this.at >> 2] ?? 0) >>> (8 * (this.at & 3));
    this.at += 1;
    return byte & 0xff;
  }
}

/**
 * Keccak-f[1600]: 24 rounds of mixing.
 * @param {Uint32Array} state
 */
function permute(state) {
  const moved = new Uint32Array(2 * LANES);
  const columns = new Uint32Array(10);
  for (let round = 0; round < ROUNDS; round++) {
    addColumns(state, columns);
    turnLanes(state, moved);
    combineRows(moved, state);
    state[0] = (state[0] ?? 0) ^ (CONSTANTS[2 * round] ?? 0);
    state[1] = (state[1] ?? 0) ^ (CONSTANTS[2 * round + 1] ?? 0);
  }
}

/**
 * Theta: every lane takes in the column to its left, and the one to its right turned by one.
 * @param {Uint32Array} state
 * @param {Uint32Array} columns  room for the sums
 */
function addColumns(state, columns) {
  columns.fill(0);
  state.forEach((half, index) => (columns[index % 10] = (columns[index % 10] ?? 0) ^ half));
  for (let x = 0; x < 5; x++) {
    const left = 2 * ((x + 4) % 5);
    const right = 2 * ((x + 1) % 5);
    const [low = 0, high = 0] = [columns[right], columns[right + 1]];
    const lower = (columns[left] ?? 0) ^ ((low << 1) | (high >>> 31));
    const upper = (columns[left + 1] ?? 0) ^ ((high << 1) | (low >>> 31));
    for (let lane = x; lane < LANES; lane += 5) {
      state[2 * lane] = (state[2 * lane] ?? 0) ^ lower;
      state[2 * lane + 1] = (state[2 * lane + 1] ?? 0) ^ upper;
    }
  }
}

/**
 * Rho and pi: every lane is turned, and goes to another place.
 * @param {Uint32Array} state
 * @param {Uint32Array} moved
 */
function turnLanes(state, moved) {
  for (let lane = 0; lane < LANES; lane++) {
    const by = (TURNS[lane] ?? 0) % 64;
    const target = 2 * (TARGETS[lane] ?? 0);
    let [low = 0, high = 0] = [state[2 * lane], state[2 * lane + 1]];
    if (by >= 32) [low, high] = [high, low];
    const rest = by % 32;
    // To shift by 32 is not to shift at all.
    moved[target] = rest ? (low << rest) | (high >>> (32 - rest)) : low;
    moved[target + 1] = rest ? (high << rest) | (low >>> (32 - rest)) : high;
  }
}

/**
 * Chi: every lane takes in what the next two of its row say.
 * @param {Uint32Array} moved
 * @param {Uint32Array} state
 */
function combineRows(moved, state) {
  for (let half = 0; half < 2 * LANES; half++) {
    const row = half - (half % 10);
    const next = moved[row + ((half + 2) % 10)] ?? 0;
    const afterNext = moved[row + ((half + 4) % 10)] ?? 0;
    state[half] = (moved[half] ?? 0) ^ (~next & afterNext);
  }
}
