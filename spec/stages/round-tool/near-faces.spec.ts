// The test of a piece against a round tool: no triangle and no convex quad that comes near, or lies inside, is ruled
// out; most that are far are.

import { expect, test } from '@jest/globals';
import { checkPose } from '#core';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY } from '#harness/stage-bodies.ts';
import { NearFaces, RoundTool } from '#round-tool';
import { box } from '#spec/base/mesh/bodies.ts';

const SEED = 5103;
const RADIUS = 0.3;

test.each([3, 4] as const)(`of %d corners (seed ${SEED})`, (corners) => {
  const random = mulberry32(SEED);
  const bone = boneOf(box(1, 1, 1));
  const seen = { needed: 0, byLastCornerAlone: 0, ruledOut: 0 };
  for (let round = 0; round < longRun(8000, 4000); round++) {
    const tool = new RoundTool({ points: Float64Array.from([0, 0, 0, random(), 0, 0]), radius: RADIUS });
    tool.moveTo(checkPose(IDENTITY));
    const near = new NearFaces(bone, tool);
    const delta = 0.2 * random();
    near.find(delta);
    // A triangle abc, or the quad that is left of it when a corner is cut off: b, c, and parts of the way to a.
    const about = coordinates(random, 3, 1, 0);
    const [a, b, c] = [0, 1, 2].map(() => coordinates(random, 3, 0.6, 0).map((x, k) => x + about[k]));
    const towards = (p: ArrayLike<number>, part: number) => [0, 1, 2].map((k) => p[k] + part * (a[k] - p[k]));
    const points = corners === 3 ? [b, c, a] : [towards(b, 0.5), b, c, towards(c, 0.5)];
    const isWithin = (p: ArrayLike<number>) => tool.axisDistance(p, 0) <= RADIUS + delta;
    const mayReach = near.mayReach(Float64Array.from(points.flatMap((p) => [...p])), corners);
    const isNear = Array.from({ length: 40 }, () => {
      const weights = points.map(() => random() ** 3);
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return [0, 1, 2].map((k) => points.reduce((x, p, i) => x + (weights[i] / sum) * p[k], 0));
    }).some(isWithin);
    if (!mayReach) seen.ruledOut++;
    if (!isNear && !points.some(isWithin)) continue;
    seen.needed++;
    if (points.filter(isWithin).length === 1 && isWithin(points[corners - 1])) seen.byLastCornerAlone++;
    if (!mayReach) throw new Error(`round ${round}: ${points.join(' | ')} was ruled out`);
  }
  expect(seen.needed).toBeGreaterThan(300);
  expect(seen.byLastCornerAlone).toBeGreaterThan(10);
  expect(seen.ruledOut).toBeGreaterThan(100);
});
