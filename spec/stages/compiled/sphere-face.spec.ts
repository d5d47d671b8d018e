// The sphere's test never returns no for a face that meets the sphere, and does for most of the others.

import { describe, expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import { sphereMeets } from '#harness/inner-stages.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed, type TriangleKind, trianglePair } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 62;

function pairs(count: number): void {
  test.each<TriangleKind>(['generic', 'grid', 'coplanar', 'near-parallel', 'sliver', 'zero-area'])(
    `${5 * count} %s pairs: true wherever the distance is at most δ (seed ${SEED})`,
    (kind) => {
      const random = mulberry32(SEED);
      let within = 0;
      let refused = 0;
      for (const [scale, offset] of [
        [1e-3, 0],
        [1, 0],
        [1e3, 0],
        [1e-3, 1e5],
        [1, 1e5],
      ])
        for (let i = 0; i < count; i++) {
          const [face, leaf] = trianglePair(random, kind, scale, offset);
          const small = 2 ** -Math.floor(6 * random());
          for (let k = 0; k < 9; k++) leaf[k] = leaf[k % 3] + small * (leaf[k] - leaf[k % 3]);
          const shift = [0, 1, 2].map(() => scale * signed(random) * random());
          for (let k = 0; k < 9; k++) leaf[k] += shift[k % 3];
          const exact = roundedSquareRoot(triangleTriangleSquaredDistance(face, leaf), 'up');
          const slack = lengthSlack(Math.max(...face.map(Math.abs), ...leaf.map(Math.abs)) + exact);
          // δ just sufficient, so that any loss shows; and a δ that may be too small.
          for (const delta of [exact, exact * random()]) {
            const answer = sphereMeets(leaf, face, delta + slack);
            if (delta >= exact) {
              within++;
              if (!answer)
                throw new Error(`${kind} ${i}, scale ${scale}, offset ${offset}: ${face} | ${leaf} within ${delta}`);
            } else if (!answer) refused++;
          }
        }
      expect(within).toBeGreaterThanOrEqual(5 * count);
      expect(refused).toBeGreaterThan(0.15 * count);
    },
  );
}

function thinFaces(count: number): void {
  test(`${count} faces so thin that their normal is rounding: true wherever the distance is at most δ (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let refused = 0;
    for (let i = 0; i < count; i++) {
      // Three corners collinear up to rounding, and a small leaf directly beside one of them.
      const [from, along] = [coordinates(random, 3, 1, 0), coordinates(random, 3, 1, 0)];
      const steps = [0, 1, 2 * random()];
      const face = steps.flatMap((step) => from.map((x, k) => x + step * along[k]));
      const corner = 3 * Math.floor(3 * random());
      const beside = coordinates(random, 3, 0.1, 0);
      const leaf = Float64Array.from(
        coordinates(random, 9, 1e-4, 0),
        (x, k) => face[corner + (k % 3)] + beside[k % 3] + x,
      );
      const delta = roundedSquareRoot(triangleTriangleSquaredDistance(face, leaf), 'up');
      const answers = [delta, 0].map((inflate) => sphereMeets(leaf, face, inflate + lengthSlack(4 + inflate)));
      if (!answers[0]) throw new Error(`face ${i} is within ${delta}: ${face} | ${leaf}`);
      if (!answers[1]) refused++;
    }
    expect(refused).toBeGreaterThan(count / 2);
  });
}

describe('mayMeet', () => {
  pairs(20);
  thinFaces(250);
  inDeep(() => {
    pairs(200);
    thinFaces(4000);
  });

  test('a face beside the sphere, by its box; above it, by its plane; on its rim, met', () => {
    const leaf = Float64Array.of(1, 0, 0, -1, 0, 0, 0, 0, 1);
    const at = (face: number[], inflate: number) => sphereMeets(leaf, face, inflate);
    expect(at([5, 0, 0, 6, 0, 0, 5, 1, 0], 1)).toBe(false);
    expect(at([5, 0, 0, 6, 0, 0, 5, 1, 0], 4.5)).toBe(true);
    // In the plane x + y + z = s, around the sphere: only the plane decides.
    const tilted = (s: number) => [30 + s, -15, -15, -15, 30 + s, -15, -15, -15, 30 + s];
    expect(at(tilted(1), 0.1)).toBe(true);
    expect(at(tilted(4), 0.1)).toBe(false);
    expect(at(tilted(4), 1.1)).toBe(true);
  });
});
