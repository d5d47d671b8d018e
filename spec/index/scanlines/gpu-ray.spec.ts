// rayCrossing on the GPU against exact integers: a proved answer is true for every position of the corners within the
// stated error.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { askRays, type RayCase } from '#harness/gpu-rays.ts';

const UNDECIDED = 2;
/** Corners are moved by eighths of a unit. */
const PARTS = 8n;

const answersTo = async (cases: readonly RayCase[]): Promise<Int32Array> => (await askRays(cases)).face;

/**
 * Exactly: 1 or −1 if the ray crosses the interior ahead of p, 0 if it has no point in common with the closed triangle,
 * null otherwise.
 */
function exactCrossing(corners: readonly bigint[][], axis: number): number | null {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const side = (p: bigint[], q: bigint[]) => p[u] * q[v] - p[v] * q[u];
  const [a, b, c] = corners;
  const edges = [side(b, c), side(c, a), side(a, b)];
  const isAnyPositive = edges.some((e) => e > 0n);
  const isAnyNegative = edges.some((e) => e < 0n);
  if (isAnyPositive && isAnyNegative) return 0;
  if (!isAnyPositive && !isAnyNegative) {
    // Seen edge-on, or from a line with the corners: a miss only if the box says so.
    const misses = (k: number) => corners.every((p) => p[k] > 0n) || corners.every((p) => p[k] < 0n);
    return misses(u) || misses(v) || corners.every((p) => p[axis] < 0n) ? 0 : null;
  }
  const facing = isAnyPositive ? 1 : -1;
  const depth = BigInt(facing) * (edges[0] * a[axis] + edges[1] * b[axis] + edges[2] * c[axis]);
  if (depth < 0n) return 0;
  return depth > 0n && edges.every((e) => e !== 0n) ? facing : null;
}

/** The answer for corners anywhere within the error: at the given position, at random extremes, at random positions. */
function check(
  random: () => number,
  cases: readonly RayCase[],
  answers: Int32Array,
): { undecided: number; hits: number } {
  let undecided = 0;
  let hits = 0;
  cases.forEach((words, i) => {
    if (answers[i] === UNDECIDED) {
      undecided++;
      return;
    }
    if (answers[i] !== 0) hits++;
    const [axis, error] = words.slice(12);
    for (let round = 0; round < 6; round++) {
      const shift = () => (round === 0 ? 0 : round < 4 ? Math.sign(random() - 0.5) : 2 * random() - 1);
      const corners = [3, 6, 9].map((at) =>
        [0, 1, 2].map((k) => PARTS * BigInt(words[at + k] - words[k]) + BigInt(Math.trunc(shift() * error * Number(PARTS)))),
      ); // biome-ignore format: one expression
      const exact = exactCrossing(corners, axis);
      if (exact !== answers[i]) throw new Error(`ray ${words.join(' ')}: proved ${answers[i]}, exactly ${exact}`);
    }
  });
  return { undecided, hits };
}

type Random = () => number;
const around = (random: Random, size: number) => Math.round(size * (2 * random() - 1));

/** Point and triangle in units: p, a, b, c. The point's line passes within a few errors of the feature, or anywhere. */
const families: Record<string, (random: Random, size: number, error: number) => number[]> = {
  anywhere: (random, size) => Array.from({ length: 12 }, () => around(random, size)),
  'on an edge': (random, size, error) => {
    const t = Array.from({ length: 9 }, () => around(random, size));
    const s = random();
    const p = [0, 1, 2].map((k) => Math.round(t[k] + s * (t[3 + k] - t[k])) + around(random, 4 * error));
    return [...p, ...t];
  },
  'in the plane': (random, size, error) => {
    const t = Array.from({ length: 9 }, () => around(random, size));
    const s = random();
    const r = random() * (1 - s);
    const p = [0, 1, 2].map(
      (k) => Math.round(t[k] + s * (t[3 + k] - t[k]) + r * (t[6 + k] - t[k])) + around(random, 4 * error),
    );
    return [...p, ...t];
  },
  'a sliver': (random, size, error) => {
    const t = Array.from({ length: 6 }, () => around(random, size));
    const s = random();
    const c = [0, 1, 2].map((k) => Math.round(t[k] + s * (t[3 + k] - t[k])) + around(random, 64 * error));
    const p = [0, 1, 2].map((k) => Math.round((t[k] + t[3 + k] + c[k]) / 3) + around(random, 16 * error));
    return [...p, ...t, ...c];
  },
  'no area': (random, size) => {
    const t = Array.from({ length: 3 }, () => around(random, size));
    const d = Array.from({ length: 3 }, () => around(random, size / 4));
    const line = [0, 1, 3].flatMap((n) => t.map((x, k) => x + n * d[k]));
    return [...line.slice(3, 6).map((x) => x + around(random, 4)), ...line];
  },
};
const COUNT = 1500;

describe.each(Object.keys(families))('%s', (family) => {
  test.each([2 ** 6, 2 ** 14, 2 ** 21, 2 ** 26, 2 ** 28])('size %d', async (size) => {
    const seed = size % 1000003;
    const random = mulberry32(seed);
    const cases = Array.from({ length: COUNT }, (_, i) => {
      const error = 1 + Math.floor(12 * random());
      return [...families[family](random, size, error), i % 3, error];
    });
    const { undecided, hits } = check(random, cases, await answersTo(cases));
    console.log(`${family}, size ${size}, seed ${seed}: ${undecided} of ${COUNT} undecided, ${hits} crossings proved`);
    expect(undecided).toBeLessThan(COUNT);
    if (family !== 'anywhere') return;
    expect(hits).toBeGreaterThan(COUNT / 100);
    // Edge functions within their bounds: a share of about 4·error/size beside each edge, plus 2^-20.
    expect(undecided / COUNT).toBeLessThan(0.01 + (100 / size) * 12);
  });
});

test('a point on the face, on its edge, and faces seen edge-on are left open; a box beside the ray is not', async () => {
  const t = [0, 0, 0, 800, 0, 0, 0, 800, 0];
  const cases = [
    [200, 200, 0, ...t, 2, 1],
    [400, 0, -50, ...t, 2, 1],
    [200, 0, 0, ...t, 0, 1],
    [900, 200, -50, ...t, 2, 1],
    [200, 200, 50, ...t, 2, 1],
    [200, 200, -50, ...t, 2, 1],
    [200, 200, -50, ...[0, 0, 0, 0, 800, 0, 800, 0, 0], 2, 1],
    [700, 700, -50, ...t, 2, 1],
  ];
  expect([...(await answersTo(cases))]).toEqual([2, 2, 2, 0, 0, 1, -1, 0]);
});
