// The binary tree of a surface: every face once, boxes that hold what is below them, and no deeper than its walks
// allow.

import { expect, test } from '@jest/globals';
import { buildBvh, buildPairTree } from '#bvh';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 5407;

function surfaceOf(count: number, at: (face: number) => readonly number[]) {
  const corners = new Float64Array(9 * count);
  for (let face = 0; face < count; face++) corners.set(at(face), 9 * face);
  const faces = Uint32Array.from({ length: 3 * count }, (_, i) => i);
  const low = [0, 1, 2].map((k) =>
    corners.reduce((least, x, i) => (i % 3 === k ? Math.min(least, x) : least), Infinity),
  );
  const high = [0, 1, 2].map((k) =>
    corners.reduce((most, x, i) => (i % 3 === k ? Math.max(most, x) : most), -Infinity),
  );
  return { positions: corners, faces, bounds: Float64Array.of(...low, ...high) };
}

/** Nine numbers of a face of a size about a point. */
const faceAt = (random: () => number, size: number, point: readonly number[]) =>
  Array.from({ length: 9 }, (_, k) => point[k % 3] + size * signed(random));

test.each([
  [
    'scattered',
    (random: () => number) =>
      faceAt(
        random,
        0.1,
        [0, 0, 0].map(() => 50 * signed(random)),
      ),
  ],
  ['all in one place', () => [0, 0, 0, 1, 0, 0, 0, 1, 0]],
  [
    'each 2 × as far',
    (random: () => number, face: number) => faceAt(random, 2 ** (face % 60), [2 ** (face % 60), 0, 0]),
  ],
])(`faces %s, 1 to 5,000 of them (seed ${SEED})`, (_name, make) => {
  const random = mulberry32(SEED);
  for (const count of [1, 2, 3, 8, 9, 64, 127, 128, 129, 1025, 5000]) {
    const { positions, faces, bounds } = surfaceOf(count, (face) => make(random, face));
    const tree = buildPairTree(buildBvh(positions, faces, count, bounds), positions, faces);
    const seen = new Uint8Array(count);
    let deepest = 0;
    let wrong = 0;
    const below = (word: number, depth: number): number[] => {
      deepest = Math.max(deepest, depth);
      if (word < 0) {
        seen[tree.order[~word]]++;
        const corners = [...tree.corners.subarray(9 * ~word, 9 * ~word + 9)];
        if (corners.some((x, k) => x !== positions[9 * tree.order[~word] + k])) wrong++;
        const of = (k: number) => [corners[k], corners[3 + k], corners[6 + k]];
        return [0, 1, 2, 3, 4, 5].map((k) => (k < 3 ? Math.min(...of(k)) : Math.max(...of(k - 3))));
      }
      const halves = [0, 1].map((child) => {
        const box = below(tree.children[2 * word + child], depth + 1);
        const own = tree.boxes.subarray(12 * word + 6 * child, 12 * word + 6 * child + 6);
        for (let k = 0; k < 3; k++) if (!(own[k] <= box[k] && own[3 + k] >= box[3 + k])) wrong++;
        return [...own];
      });
      return [0, 1, 2, 3, 4, 5].map((k) => (k < 3 ? Math.min : Math.max)(halves[0][k], halves[1][k]));
    };
    below(count === 1 ? ~0 : 0, 0);
    expect(wrong).toBe(0);
    expect([...seen].every((times) => times === 1)).toBe(true);
    // 48 levels by cost, then halves.
    expect(deepest).toBeLessThanOrEqual(48 + Math.ceil(Math.log2(count)));
  }
});
