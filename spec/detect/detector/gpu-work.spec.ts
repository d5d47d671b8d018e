// What the kernels of a query do, counted in the shaders that everybody runs, for bones of two sizes at two
// resolutions: a kernel that begins to do several times the work fails here, though its answers are right.

import { expect, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { findAdapter } from '#gpu/find-adapter.ts';
import { createDetector } from '#kerf';
import { countTests, type QueryCounts } from '#spec/bench/gpu/count-tests.mjs';
import { phantom } from '#harness/phantom.ts';

const pose = cuttingPath({ poses: 9 }).slice(16 * 4, 16 * 5);
const tool = sawBlade({ targetFaces: 600 });

/**
 * The most of each that the second query at a pose may count. With h = 4 some lists of near faces are too long to be
 * kept.
 */
const FINE: QueryCounts = {
  ...{ nodeBoxes: 0, faceBoxes: 6_000, bounds: 60_000, pointTriangle: 6_000, pieceFace: 25_000 },
  ...{ triangleTriangle: 3_000, rays: 2_400, spans: 120_000, bytes: 8_000_000, longest: 1_100 },
};
const COARSE: QueryCounts = {
  ...{ nodeBoxes: 14_000, faceBoxes: 40_000, bounds: 120_000, pointTriangle: 16_000, pieceFace: 5_000 },
  ...{ triangleTriangle: 500, rays: 1_100, spans: 75_000, bytes: 7_000_000, longest: 700 },
};

test.each([
  [5_000, 1, FINE],
  [20_000, 1, FINE],
  [5_000, 4, COARSE],
  [20_000, 4, COARSE],
])('a bone of %d faces, h = %d: about twice what is counted today at most', async (faces, resolution, limits) => {
  const found = await findAdapter();
  if ('reason' in found) throw new Error(found.reason);
  const given = { bone: phantom(faces), tool, contactDistance: 0.2, resolution };
  const counts = await countTests(createDetector, given, [pose], found.instance);
  console.log(JSON.stringify({ faces, resolution, ...counts }));
  for (const name of Object.keys(limits) as (keyof QueryCounts)[]) {
    expect([name, counts[name] <= limits[name]]).toEqual([name, true]);
    // A count that no kernel adds to any more checks nothing.
    if (limits[name] > 0) expect([name, counts[name] > limits[name] / 20]).toEqual([name, true]);
  }
});
