// Four points that move on a grid, whose true coordinates lie up to half a unit off it; the worst of them for a bound
// on the GPU, by a climb by generations.

import { type IntegerPoint, minus, onGrid, pointAt, quotient } from './exact-grid.ts';
import { longRun } from './long-run.ts';

type Random = () => number;

/** Words of a case: xyz of a, b, c, p at the beginning, then at the end. */
export const CASE_WORDS = 24;
/** Offsets are in parts of a unit. */
export const PARTS = 16;

/** Grid points, and the offset of each true coordinate in PARTS of a unit: half a unit at most. */
export interface GridCase {
  readonly at: readonly number[];
  readonly off: readonly number[];
}

/** xyz of the four true points at the beginning, then at the end, in PARTS of a unit. */
export const trueValues = ({ at, off }: GridCase): bigint[] => at.map((x, i) => BigInt(PARTS * x + off[i]));

/** The true vector from point `from` to point `to`, at the beginning and at the end. */
export function trueWay(values: readonly bigint[], from: number, to: number): readonly [IntegerPoint, IntegerPoint] {
  const at = (k: number) => minus(pointAt(values, k + 3 * to), pointAt(values, k + 3 * from));
  return [at(0), at(12)];
}

/** computed·unit − exact, in widths; `unit` is one in the exact number's terms. */
export function errorOf(computed: number, exact: bigint, unit: bigint): number {
  const { values, places } = onGrid([computed]);
  return Math.abs(quotient((exact << BigInt(places)) - values[0] * unit, unit << BigInt(places)));
}

export function drawnCase(random: Random, size: number): GridCase {
  const around = (most: number) => Math.round(most * (2 * random() - 1));
  const spread = size * 10 ** (-2 * random());
  const middle = [0, 1, 2].map(() => around(size - spread));
  return {
    at: Array.from({ length: CASE_WORDS }, (_, i) => middle[i % 3] + around(spread)),
    off: Array.from({ length: CASE_WORDS }, () => (random() < 0.5 ? -PARTS / 2 : PARTS / 2)),
  };
}

function changedCase(random: Random, { at, off }: GridCase, size: number): GridCase {
  const next = { at: [...at], off: [...off] };
  for (let change = random() < 0.5 ? 1 : 3; change > 0; change--) {
    const k = Math.floor(CASE_WORDS * random());
    if (random() < 0.3) next.off[k] = -next.off[k];
    else {
      const moved = next.at[k] + Math.round((random() - 0.5) * size * 2 ** (-28 * random()));
      next.at[k] = Math.max(-size, Math.min(size, moved));
    }
  }
  return next;
}

const MANY = 512;
const PARENTS = 32;
const GENERATIONS = longRun(40, 16);

/**
 * @param sharesOf the error of each case as a fraction of its bound.
 * @returns the greatest found.
 */
export async function worstShare(
  random: Random,
  size: number,
  sharesOf: (cases: readonly GridCase[]) => Promise<readonly number[]>,
): Promise<number> {
  let cases = Array.from({ length: MANY }, () => drawnCase(random, size));
  let worst = 0;
  for (let generation = 0; generation < GENERATIONS; generation++) {
    const shares = await sharesOf(cases);
    const order = cases.map((_, i) => i).sort((a, b) => shares[b] - shares[a]);
    worst = Math.max(worst, shares[order[0]]);
    const parents = order.slice(0, PARENTS).map((i) => cases[i]);
    cases = Array.from({ length: MANY }, (_, i) =>
      i < PARENTS ? parents[i] : changedCase(random, parents[i % PARENTS], size),
    );
  }
  return worst;
}
