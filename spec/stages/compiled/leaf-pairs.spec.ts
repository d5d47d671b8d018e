// Leaf pairs against exact arithmetic: the nearest of a leaf's near faces, its distance, and whether the leaf may share
// a point with one.

import { describe, expect, test } from '@jest/globals';
import { distanceError, lengthSlack } from '#core';
import { roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import { InnerStages } from '#harness/inner-stages.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';
import { sliverPair } from '#harness/slivers.ts';
import { boneOf, cornersOf, tetrahedra } from '#harness/stage-bodies.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 59;

/** A leaf measured against faces start … start + count − 1 of a list. */
function measured(inner: InnerStages, leaf: ArrayLike<number>, start: number, count: number, onlyCrossing: boolean) {
  const { call } = inner;
  inner.write(leaf);
  call.measureLeaf(start, count, onlyCrossing ? 1 : 0, STAMP);
  return { distance: call.leafDistance(), face: inner.faceAt(call.leafPlace()), crossing: call.leafMayShare() === 1 };
}
/** Marks the faces that share a point with the leaf. */
const STAMP = 7;

function leastDistance(rounds: number): void {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ])(
    `is the least exact distance of the faces given, ${8 * rounds} times, at scale %d, offset %d (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      const seen = { shared: 0, apart: 0, beyond: 0 };
      for (let i = 0; i < rounds; i++) {
        const other = boneOf(tetrahedra(random, 10, scale, offset, 0));
        const slack = lengthSlack(other.magnitude);
        const maxDistance = 0.5 * scale * random();
        const near = Uint32Array.from({ length: other.faceCount }, (_, f) => f);
        const inner = new InnerStages(other);
        inner.writeNear(near);
        inner.begin({ maxDistance, slack });
        for (let j = 0; j < 8; j++) {
          const leaf = Float64Array.from(coordinates(random, 9, 0.7 * scale, offset));
          const shift = coordinates(random, 3, scale, 0);
          for (let k = 0; k < 9; k++) leaf[k] += shift[k % 3];
          const exact = Array.from(near, (f) =>
            roundedSquareRoot(triangleTriangleSquaredDistance(leaf, cornersOf(other, f))),
          );
          const start = Math.floor(random() * (near.length / 2));
          const count = Math.floor(random() * (near.length - start));
          const least = Math.min(...exact.slice(start, start + count));
          const allowed = distanceError(Math.max(other.magnitude, ...leaf.map(Math.abs)));
          for (const f of near) inner.call.stampOther(inner.place(f), exact[f] === 0 ? STAMP : 0);
          for (const onlyCrossing of [false, true]) {
            const pairs = measured(inner, leaf, start, count, onlyCrossing);
            const wanted = onlyCrossing ? 0 : maxDistance;
            if (least <= wanted) {
              expect(Math.abs(pairs.distance - least)).toBeLessThanOrEqual(allowed);
              expect(exact[pairs.face]).toBeLessThanOrEqual(least + 2 * allowed);
              expect(pairs.crossing).toBe(least === 0);
            } else if (least > wanted + 2 * slack) {
              expect([pairs.face, pairs.distance, pairs.crossing]).toEqual([-1, Number.POSITIVE_INFINITY, false]);
            }
            if (!onlyCrossing) expect(inner.call.isWithin(start, count)).toBe(least <= maxDistance ? 1 : 0);
          }
          seen[least === 0 ? 'shared' : least <= maxDistance ? 'apart' : 'beyond']++;
        }
      }
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan((5 * rounds) / 12);
    },
  );
}

describe('measure', () => {
  leastDistance(3);
  inDeep(() => leastDistance(12));

  test('a gap within slack counts as a crossing that is not ruled out, a wider one does not', () => {
    const other = boneOf({ positions: [0, 0, 0, 4, 0, 0, 0, 4, 0], faces: [0, 1, 2] });
    const slack = lengthSlack(other.magnitude);
    const inner = new InnerStages(other);
    inner.writeNear([0]);
    inner.begin({ slack });
    for (const [gap, crossing] of [
      [slack / 2, true],
      [4 * slack, false],
    ] as const) {
      const found = measured(inner, [0.5, 0.5, gap, 1, 0.5, gap, 0.5, 1, gap], 0, 1, false);
      expect([found.distance, found.crossing]).toEqual([gap, crossing]);
    }
  });

  test(`slivers: the distance is known to distanceError, whatever the aspect (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let apart = 0;
    for (let i = 0; i < 130; i++) {
      const [leaf, face] = sliverPair(10 ** (i % 13), 1, 0, random);
      const other = boneOf({ positions: face, faces: [0, 1, 2] });
      const magnitude = Math.max(other.magnitude, ...leaf.map(Math.abs));
      const maxDistance = 1e4;
      const slack = lengthSlack(magnitude + maxDistance);
      const inner = new InnerStages(other);
      inner.writeNear([0]);
      inner.begin({ maxDistance, slack });
      const { distance } = measured(inner, leaf, 0, 1, false);
      const exact = roundedSquareRoot(triangleTriangleSquaredDistance(Float64Array.from(leaf), cornersOf(other, 0)));
      expect(Math.abs(distance - exact)).toBeLessThanOrEqual(distanceError(magnitude));
      if (exact > 0) apart++;
    }
    expect(apart).toBeGreaterThan(60);
  });
});
