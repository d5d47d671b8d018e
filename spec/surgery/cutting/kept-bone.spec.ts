// Where bone is surely kept, surely gone, and where the exact surface may pass, against exact solids: what is sure is
// so, and no box through which the exact surface passes is left out.

import { describe, expect, test } from '@jest/globals';
import { BoneBody } from '#bodies';
import { BoneHistory } from '#cutting/bone-history.ts';
import { cutTool } from '#cutting/cut-tool.ts';
import { KeptBone } from '#cutting/kept-bone.ts';
import { MotionPoses } from '#cutting/motion-poses.ts';
import { partsOf } from '#cutting/tool-parts.ts';
import { ToolWay } from '#cutting/tool-way.ts';
import { box } from '#datasets';
import { createCuttableBone, type RigidMotion, type TriangleMesh } from '#kerf';
import { checkMotion } from '#motion';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { distancesTo, meshOf, solidOf, surfacePoints, sweptSolid } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { joined } from '#harness/shells.ts';

const SEED = 5306;
const POINTS = longRun(5000, 500);
const MIDDLE = [0.37, 0.21, -0.43] as const;
const block = box({ size: 10, center: MIDDLE });
/** mm: what manifold-3d rounds, coordinates below 32 to f32, and twice that for what it makes of them. */
const ROUNDED = 4 * 32 * 2 ** -24;

const tools: Readonly<Record<string, readonly TriangleMesh[]>> = {
  'a blade of 0.2 cells': [box({ size: [0.2, 6, 5] })],
  'a blade of 1.3 cells': [box({ size: [1.3, 6, 5] })],
  'two boxes in one another': [box({ size: [1, 6, 2] }), box({ size: [2, 2, 6] })],
};

type Random = () => number;

function randomMotion(random: Random): RigidMotion {
  const at = poseOf(
    randomRotation(random),
    MIDDLE.map((x) => x + 3 * signed(random)),
  );
  const to = composed(at, translation(2 * signed(random), 2 * signed(random), 2 * signed(random)));
  if (random() < 0.5) return { from: at, to, motion: 'linear' };
  const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
  return { from: at, to: composed(to, poseOf([1, 0, 0, 0, c, -s, 0, s, c], [0, 0, 0])), motion: 'screw' };
}

/** Whether each of some points lies in a solid, and how far from its surface. */
function sidesOf(solid: TriangleMesh, points: Float64Array) {
  const body = new BoneBody(solid);
  const distances = distancesTo(solid, points);
  return Array.from(distances, (distance, n) => {
    const [x, y, z] = points.subarray(3 * n, 3 * n + 3);
    return { isIn: body.solid.isInside(x, y, z), distance };
  });
}

describe.each(Object.entries(tools))('%s', (_name, parts) => {
  test(`on bone that a cut has shaped (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const mesh = joined(parts, false);
    const counts = { kept: 0, gone: 0, unsure: 0, held: 0, away: 0, passed: 0, leftOut: 0 };
    for (let trial = 0; trial < longRun(8, 2); trial++) {
      const bone = await createCuttableBone({ surface: block, cell: 1 });
      bone.cut(mesh, randomMotion(random));
      const before = bone.mesh;
      const { grid } = bone.steps;
      const { lattice } = grid;
      const motion = randomMotion(random);
      const swept = sweptSolid(parts, motion, 10, 40);
      const tool = cutTool(mesh, lattice);
      const poses = new MotionPoses(checkMotion(motion), tool.points.reach, tool.between);
      const within = partsOf(tool.points, poses, lattice).parts;
      const way = new ToolWay({ within, about: within, poses, slack: 2 ** -16 });
      const history = new BoneHistory(grid);
      history.at(history.present, (facesOf) => {
        const kept = new KeptBone(grid, way, facesOf);
        const unsure = swept.off + ROUNDED;
        const inCells = (p: ArrayLike<number>) => Float64Array.from({ length: 3 }, (_, k) => p[k] - lattice.first[k]);
        // Balls that the tool holds at some time, or never comes to.
        const places = Float64Array.from({ length: 3 * POINTS }, (_, n) => MIDDLE[n % 3] + 8 * signed(random));
        const inTool = sidesOf(meshOf(swept.solid), places);
        const inBone = sidesOf(before, places);
        for (const [n, { isIn, distance }] of inTool.entries()) {
          const at = inCells(places.subarray(3 * n, 3 * n + 3));
          const radius = random();
          const spans = kept.spansAt(at, radius, kept.all);
          if (spans === null) expect([isIn, distance + unsure >= radius]).toEqual([true, true]);
          else if (spans.length === 0) expect([isIn, distance + unsure >= radius]).toEqual([false, true]);
          if (spans === null) counts.held++;
          else if (spans.length === 0) counts.away++;
          // A place's own spans, or those of what it is part of: the same.
          expect(kept.distanceToTool(at, kept.all) + unsure).toBeGreaterThanOrEqual(isIn ? 0 : distance);
          const side = kept.isKept(at, spans ?? kept.all);
          if (kept.spansAt(at, 0, kept.all) === null) expect(side).toBe(false);
          const isLeft = inBone[n].isIn && !isIn;
          const isNear = distance < unsure || inBone[n].distance < unsure;
          if (!isNear && side !== null) expect(side).toBe(isLeft);
          counts[side === null ? 'unsure' : side ? 'kept' : 'gone']++;
        }
        // Points of the exact surface, in boxes of every size.
        const exact = surfacePoints(meshOf(solidOf(before).subtract(swept.solid)), POINTS, random);
        const fromTool = distancesTo(meshOf(swept.solid), exact);
        for (let n = 0; n < exact.length; n += 3) {
          const at = inCells(exact.subarray(n, n + 3));
          for (const size of [1, 1 / 2, 1 / 4, 1 / 16]) {
            const low = at.map((x) => Math.floor(x / size) * size);
            if (at.some((x, k) => x - low[k] < unsure || low[k] + size - x < unsure)) continue;
            const spans = kept.spansOf(low, size, kept.all);
            expect(spans !== null && kept.mayPass(low, size, spans, true)).toBe(true);
            // What the tool has made passes also where the cut has changed no face.
            if (fromTool[n / 3] < unsure) expect(spans !== null && kept.mayPass(low, size, spans, false)).toBe(true);
            counts.passed++;
          }
        }
        // Boxes anywhere: some are left out, else nothing above says anything.
        for (let n = 0; n < POINTS; n++) {
          const at = inCells(places.subarray(3 * n, 3 * n + 3));
          const low = at.map((x) => Math.floor(4 * x) / 4);
          const spans = kept.spansOf(low, 1 / 4, kept.all);
          if (spans === null || !kept.mayPass(low, 1 / 4, spans, true)) counts.leftOut++;
        }
      });
    }
    console.log(JSON.stringify(counts));
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });
});
