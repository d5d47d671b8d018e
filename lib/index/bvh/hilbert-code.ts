// A cell of space → its place along a Hilbert curve.
//
// J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707, 2004: from the highest bit down, the
// three bits of a cell say in which octant it lies; how the curve turns there exchanges and mirrors the axes of all
// lower bits; the bits so turned, read as a Gray code, are the octant's place on the curve. Cells next to each other on
// the curve are next to each other in space. A Morton code leaps across space between octants, so consecutive items may
// have a box as large as all.
//
//   ┌──┐ ┌──┐     What has been exchanged and mirrored so far is one of few states, and an octant leads from state to
//   │  └─┘  │     state: a finite automaton that reads a Morton code and writes the place. Its table takes two octants
//   └─┐  ┌──┘     at a time, and a code is five look-ups, without a branch.
//   ──┘  └──

import { MORTON_BITS } from '#records';
import { mortonCode } from './morton-code.ts';

/** Bits of a Morton code that one look-up reads: two octants. */
const STEP = 6;
const STEP_MASK = 2 ** STEP - 1;
const HIGHEST = 3 * MORTON_BITS - STEP;

/** By state and two octants: the next state, in the bits above STEP, and the two octants' places on the curve. */
const STEPS = twoOctants(oneOctant());

/** @param x, y, z in cells, unclamped: a point outside counts as in the border cell. */
export function hilbertCode(x: number, y: number, z: number): number {
  const octants = mortonCode(x, y, z);
  let state = 0;
  let code = 0;
  for (let at = HIGHEST; at >= 0; at -= STEP) {
    const entry = STEPS[state | ((octants >>> at) & STEP_MASK)];
    code = (code << STEP) | (entry & STEP_MASK);
    state = entry & ~STEP_MASK;
  }
  return code;
}

/** An axis after turns: which one it was, and 1 if it is mirrored. */
type Turned = readonly [axis: number, isMirrored: number];

/** The turned axes, and the parity of what the Gray code's last bits were: it mirrors all places below. */
type State = readonly [Turned, Turned, Turned, parity: number];

/** By state and octant: 8 × the next state + the octant's place on the curve. */
function oneOctant(): number[] {
  const states: State[] = [[[0, 0], [1, 0], [2, 0], 0]];
  const numbers = new Map([[String(states[0]), 0]]);
  const table: number[] = [];
  for (const state of states)
    for (let octant = 0; octant < 8; octant++) {
      let [a, b, c, parity] = state;
      const [first, second, third] = [a, b, c].map(([axis, isMirrored]) => ((octant >> axis) & 1) ^ isMirrored);
      if (first === 1) a = mirrored(a);
      if (second === 1) a = mirrored(a);
      else [a, b] = [b, a];
      if (third === 1) a = mirrored(a);
      else [a, c] = [c, a];
      const middle = first ^ second;
      const last = middle ^ third;
      const place = (last ^ parity) | ((middle ^ parity) << 1) | ((first ^ parity) << 2);
      parity ^= last;
      const next: State = [a, b, c, parity];
      const number = numbers.get(String(next)) ?? states.push(next) - 1;
      numbers.set(String(next), number);
      table.push(8 * number + place);
    }
  return table;
}

function mirrored([axis, isMirrored]: Turned): Turned {
  return [axis, isMirrored ^ 1];
}

function twoOctants(one: readonly number[]): Uint16Array {
  return Uint16Array.from({ length: 8 * one.length }, (_, at) => {
    const state = at >> STEP;
    const [upper, lower] = [(at >> 3) & 7, at & 7];
    const entry = one[8 * state + upper];
    const below = one[(entry & ~7) | lower];
    return ((below >> 3) << STEP) | ((entry & 7) << 3) | (below & 7);
  });
}
