// A saw whose cut begins where the last one ended is not swept at that pose again: the bone is the same, byte for byte,
// as one swept there anew.

import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import { type CuttableBone, createCuttableBone, type RigidMotion, type TriangleMesh } from '#kerf';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { splitCases } from '#harness/split-cases.ts';

const SEED = 1976;
const WAYS = longRun(6, 2);
const surface = cappedShell({ outerRadius: 14, innerRadius: 9, segments: 32 });
/** Each with the least share of cuts that must remove something. */
const tools: [string, TriangleMesh, number][] = [
  ['a thick ball', sphere({ radius: 3, subdivisions: longRun(3, 2) }), 0.4],
  ['a ball of half a cell', sphere({ radius: 0.25, subdivisions: 2 }), 0.1],
  ['a blade of a third of a cell', box({ size: [0.3, 12, 6] }), 0.4],
  ['a needle', box({ size: [0.2, 0.2, 20] }), 0.4],
];

/** Poses along a path of short steps that turns as it goes, starting at a corner of the surface. */
function way(random: () => number, steps: number): Float64Array[] {
  const corner = 3 * Math.floor((random() * surface.positions.length) / 3);
  const poses = [poseOf(randomRotation(random), Array.from(surface.positions.subarray(corner, corner + 3)))];
  const push = [0, 1, 2].map(() => 1.2 * random() - 0.6);
  for (let n = 0; n < steps; n++) {
    const turn = 0.1 * (random() - 0.5);
    const turned = poseOf([Math.cos(turn), Math.sin(turn), 0, -Math.sin(turn), Math.cos(turn), 0, 0, 0, 1], [0, 0, 0]);
    poses.push(composed(composed(poses[n], turned), translation(push[0], push[1], push[2])));
  }
  return poses;
}

/** To the bone, a copy is another tool, whose earlier poses are unknown. */
const anew = (tool: TriangleMesh): TriangleMesh => ({ ...tool });

async function pair(): Promise<[CuttableBone, CuttableBone]> {
  return [await createCuttableBone({ surface, cell: 1 }), await createCuttableBone({ surface, cell: 1 })];
}

splitCases(tools, [2], (some) =>
  test.each(some)(
    `%s: ${WAYS} ways of 8 cuts, with undo and redo between them (seed ${SEED})`,
    async (_, tool, share) => {
      const random = mulberry32(SEED);
      const seen = new Shares();
      let redone = 0;
      for (let trial = 0; trial < WAYS; trial++) {
        const [going, swept] = await pair();
        const poses = way(random, 8);
        for (let n = 0; n < 8; n++) {
          const motion: RigidMotion = { from: poses[n], to: poses[n + 1] };
          const [own, wanted] = [going.cut(tool, motion), swept.cut(anew(tool), motion)];
          // Jest is slow to compare many numbers.
          expect(isDeepStrictEqual(own.edit, wanted.edit)).toBe(true);
          expect(own.removedVolume).toEqual(wanted.removedVolume);
          seen.count(own.edit.remove.length > 0 ? 'cuts' : 'nothing');
          const [isUndone, isRedone] = [random() < 0.4, random() < 0.5];
          if (!isUndone) continue;
          for (const bone of [going, swept]) bone.undo();
          if (!isRedone) continue;
          for (const bone of [going, swept]) expect(bone.redo()).not.toBeNull();
          redone++;
        }
        expect(isDeepStrictEqual(going.save(), swept.save())).toBe(true);
      }
      expect(seen.of('cuts')).toBeGreaterThan(share);
      expect(redone).toBeGreaterThan(1);
    },
  ),
);

test('another tool at the pose where the last one ended cuts there', async () => {
  const [bone] = await pair();
  const at = poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [11.5, 0, 0]);
  bone.cut(tools[1][1], { from: at, to: at });
  expect(bone.cut(tools[0][1], { from: at, to: at }).edit.remove.length).toBeGreaterThan(0);
});

test('behind an undo the same pose cuts again', async () => {
  const [bone] = await pair();
  const at = poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [11.5, 0, 0]);
  const first = bone.cut(tools[0][1], { from: at, to: at }).volumeLoss;
  expect(first).toBeGreaterThan(1);
  expect(bone.cut(tools[0][1], { from: at, to: at }).volumeLoss).toBe(0);
  bone.undo();
  bone.undo();
  expect(bone.cut(tools[0][1], { from: at, to: at }).volumeLoss).toBe(first);
});
