// A kind of boxes → sets of many sizes, and updates of some of their boxes.

import { boxSet } from './box-sets.ts';
import { longRun } from './long-run.ts';
import { mulberry32 } from './random.ts';

const UPDATES = 100;
/** Brute force takes quadratic time, so only two kinds have a set of the greatest size. */
const LARGEST_KINDS: readonly string[] = ['uniform', 'size ratio 1 : 1000'];
const LARGEST = longRun(20_000, 10_000);
const MOST = longRun(8_000, 5_000);
/** For a kind that an octree holds in few cells. */
const MOST_IN_ONE = longRun(6_000, 4_000);
/** Kinds in which nearly all boxes overlap: n² / 2 pairs. */
export const DENSE_KINDS: readonly string[] = [
  'nested',
  'equal, and points',
  'tiny and huge',
  'as large as numbers go',
];

export function same(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/**
 * Numbers of boxes, each with a seed: one set of the kind's greatest size, the others of any size up to about 2,100.
 * @param mostDense the most boxes if nearly all overlap.
 */
export function setSizes(
  kind: string,
  sets: number,
  firstSeed: number,
  mostDense: number,
): [count: number, seed: number][] {
  const most = DENSE_KINDS.includes(kind) ? mostDense : kind === 'one holds all' ? MOST_IN_ONE : MOST;
  const first = LARGEST_KINDS.includes(kind) ? LARGEST : most;
  return Array.from({ length: sets }, (_, n) => {
    const seed = firstSeed + n;
    return [n === 0 ? first : Math.ceil(most ** (0.85 * mulberry32(seed)())), seed];
  });
}

/**
 * UPDATES times, new boxes for a few bodies, occasionally for up to a tenth of them; changes `boxes` likewise.
 * @param update receives each update.
 */
export function updateSome(
  kind: string,
  boxes: Float64Array,
  seed: number,
  update: (values: readonly number[], bodies: Uint32Array) => void,
): void {
  const count = boxes.length / 6;
  const random = mulberry32(seed + 2);
  const moved = boxSet(kind, count, seed + 1);
  for (let k = 0; k < UPDATES; k++) {
    const most = random() < 0.05 ? count / 10 : 5;
    const bodies = Uint32Array.from({ length: 1 + Math.floor(most * random()) }, () => count * random());
    update(
      [...bodies].flatMap((body) => [...moved.subarray(6 * body, 6 * body + 6)]),
      bodies,
    );
    for (const body of bodies) boxes.set(moved.subarray(6 * body, 6 * body + 6), 6 * body);
  }
}
