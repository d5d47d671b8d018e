// Runs of samples against the blocks that they are parts of: each sample is in one, none is wide, each sphere holds its
// samples.

import { expect, test } from '@jest/globals';
import { narrowRuns } from '../../lib/haptics/narrow-runs.ts';
import { samplePoints } from '../../lib/haptics/sample-points.ts';
import { mulberry32 } from '../harness/random.ts';
import { IDENTITY, tetrahedra, toolOf } from '../harness/stage-bodies.ts';
import { box, torus } from '../mesh/bodies.ts';

const SEED = 63;

test.each([
  ['a torus', torus(24, 12, 10, 3), 1, 2],
  ['a box of long edges', box(40, 3, 0.5), 0.7, 1],
  ['random faces, no run of more than one', tetrahedra(mulberry32(SEED), 40, 8, 0, 1), 1, 0],
  ['random faces', tetrahedra(mulberry32(SEED + 1), 40, 8, 0, 1), 1, 3],
] as const)(`%s (seeds ${SEED} and ${SEED + 1})`, (_, shape, spacing, widest) => {
  const samples = samplePoints(toolOf(shape, IDENTITY, 100), spacing);
  const { points, blocks, count } = samples;
  const { ofBlock, starts, spheres } = narrowRuns(samples, widest);
  expect([starts[0], starts[starts.length - 1], ofBlock[0]]).toEqual([0, count, 0]);
  expect([ofBlock.length, ofBlock[blocks.count], spheres.length]).toEqual([
    blocks.count + 1,
    starts.length - 1,
    4 * (starts.length - 1),
  ]);
  let many = 0;
  for (let block = 0; block < blocks.count; block++) {
    expect(starts[ofBlock[block]]).toBe(blocks.size * block);
    for (let run = ofBlock[block]; run < ofBlock[block + 1]; run++) {
      const [x, y, z, radius] = spheres.subarray(4 * run);
      expect(starts[run + 1]).toBeGreaterThan(starts[run]);
      if (starts[run + 1] - starts[run] > 1) many++;
      else expect(radius).toBe(0);
      expect(radius).toBeLessThanOrEqual(widest);
      for (let i = starts[run]; i < starts[run + 1]; i++)
        expect(Math.hypot(points[3 * i] - x, points[3 * i + 1] - y, points[3 * i + 2] - z)).toBeLessThanOrEqual(radius);
    }
  }
  if (widest > 0) expect(many).toBeGreaterThan(5);
  else expect(many).toBe(0);
});
