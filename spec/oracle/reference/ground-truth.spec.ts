// Labelled and published pairs of triangles, kept outside the project: found through KERF_DATA or ../shared/data.

import { describe, expect } from '@jest/globals';
import {
  roundedFraction,
  roundedSquareRoot,
  sharedSegment,
  trianglesSharePoint,
  triangleTriangleSquaredDistance,
} from '#reference';
import { longRun, partOf } from '#harness/long-run.ts';
import { testWithData } from '#harness/real-data.ts';
import { labelledPairs, publishedPairs } from '#harness/triangle-pairs.ts';

function testWith(name: string, run: (folder: string) => void): void {
  testWithData(['ground-truth'], name, async (folder) => run(folder));
}

const EVERY = longRun(1, 10);
const SHARE = EVERY === 1 ? 'all 9,880' : `every ${EVERY}th of 9,880`;

describe('the oracle against ground-truth', () => {
  testWith(`triangle-pairs: ${SHARE} verdicts, 3,605 of all are yes`, (from) => {
    const pairs = labelledPairs(from);
    expect(pairs.length).toBe(9880);
    expect(pairs.filter((pair) => pair.share).length).toBe(3605);
    const asked = partOf(pairs, EVERY, 0);
    expect(asked.filter(({ a, b, share }) => trianglesSharePoint(a, b) !== share)).toEqual([]);
    expect(asked.filter(({ a, b, share }) => trianglesSharePoint(b, a) !== share)).toEqual([]);
  });

  // The labels are the root of the squared distance rounded to f64. They are rounded twice, so they are up to one place
  // from the distance rounded once.
  testWith(`triangle-pairs: ${SHARE} distances`, (from) => {
    const wrong = partOf(labelledPairs(from), EVERY, 5).filter(({ a, b, distance }) => {
      const squared = triangleTriangleSquaredDistance(a, b);
      return Math.sqrt(roundedFraction(squared)) !== distance || placesApart(roundedSquareRoot(squared), distance) > 1;
    });
    expect(wrong).toEqual([]);
  });

  testWith(`triangle-pairs: a segment is shared where a point is (every ${longRun(10, 50)}th pair)`, (from) => {
    const some = labelledPairs(from).filter((_, i) => i % longRun(10, 50) === 0);
    expect(some.filter(({ a, b, share }) => (sharedSegment(a, b) !== undefined) !== share)).toEqual([]);
  });

  testWith('published-vectors: 49 exact verdicts and distances, 10 degenerate pairs', (from) => {
    const pairs = publishedPairs(from);
    expect(pairs.length).toBe(59);
    const labelled = pairs.filter((pair) => pair.exactShare !== null);
    expect(labelled.length).toBe(49);
    for (const { name, a, b, exactShare, exactDistance } of labelled) {
      const distance = roundedSquareRoot(triangleTriangleSquaredDistance(a, b));
      expect([name, trianglesSharePoint(a, b)]).toEqual([name, exactShare]);
      expect([name, placesApart(distance, exactDistance!) <= 1]).toEqual([name, true]);
    }
    // Segments and points: the published verdict holds except for coordinates such as 0.1, which are a rounding off the
    // line they name.
    for (const { name, a, b, published } of pairs.filter((pair) => pair.exactShare === null)) {
      const distance = roundedSquareRoot(triangleTriangleSquaredDistance(a, b));
      expect([name, distance < 2 ** -53]).toEqual([name, published]);
      expect([name, trianglesSharePoint(a, b)]).toEqual([name, distance === 0]);
    }
  });
});

const view = new DataView(new ArrayBuffer(16));

/** The number of f64 steps from one to the other, both ≥ 0. */
function placesApart(a: number, b: number): number {
  view.setFloat64(0, a);
  view.setFloat64(8, b);
  return Math.abs(Number(view.getBigInt64(0) - view.getBigInt64(8)));
}
