// MinimumDistance with lazily posed tools: exactly the pair that a search through all pairs finds, after any earlier
// queries.

import { describe, expect, test } from '@jest/globals';
import type { BoneBody } from '#bodies/bone-body.ts';
import type { ToolBody } from '#bodies/tool-body.ts';
import { checkPose, poseVertex } from '#core';
import { MinimumDistance } from '#proximity';
import {
  PAIR_LOWER,
  PAIR_SQUARED,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TriangleIntersector,
  TrianglePair,
} from '#triangles';
import { sharpenTriangles } from '#triangles/known-distance.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { boneOf, cornersOf, IDENTITY, liveFaces, type Shape, tetrahedra, toolOf } from '#harness/stage-bodies.ts';
import { box, sphere, torus } from '#spec/base/mesh/bodies.ts';

const loaded = new TrianglePair();
const SEED = 43;

/**
 * Distance, faces and points of all pairs: the least known distance, then bone face, then tool face; `shared`: the
 * pairs that share a point.
 */
function allPairs(bone: BoneBody, tool: ToolBody) {
  const measure = new TriangleDistance();
  const intersector = new TriangleIntersector();
  const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  let least = Number.POSITIVE_INFINITY;
  let answer: number[] = [];
  let ties = 0;
  const shared = new Set<string>();
  for (const f of liveFaces(bone))
    for (const g of liveFaces(tool)) {
      const [P, Q] = [cornersOf(bone, f), cornersOf(tool, g)];
      measure.measure(loaded.load(P, 0, 3, 6, Q, 0, 3, 6), false, out);
      const shares = intersector.share(loaded.load(P, 0, 3, 6, Q, 0, 3, 6));
      if (shares) shared.add(`${f} ${g}`);
      const isExact = !shares && sharpenTriangles(loaded.load(P, 0, 3, 6, Q, 0, 3, 6), bone.magnitude, out);
      const distance = isExact ? out[PAIR_LOWER] : Math.sqrt(out[PAIR_SQUARED]);
      if (distance === least) ties++;
      if (distance >= least) continue;
      ties = 0;
      least = distance;
      answer = [distance, f, g, ...out.subarray(0, 6)];
    }
  return { answer, ties, shared };
}

function answerOf(found: MinimumDistance): number[] {
  return [found.distance, found.boneFace, found.toolFace, ...found.points];
}

function scaled(shape: Shape, scale: number, offset: number): Shape {
  return { positions: Array.from(shape.positions, (x) => scale * x + offset), faces: shape.faces };
}

const places = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
];

describe('find after moveOnDemand', () => {
  test.each(places)(
    `is the first of the nearest pairs of faces, bit for bit, at scale %d, offset %d; asked in any order (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      const seen = { touching: 0, apart: 0, tied: 0 };
      const bodies: [Shape, Shape, number][] = [
        [sphere(2, 2), box(1, 1, 1), 3],
        [box(4, 4, 4), box(1, 1, 1), 4],
        [torus(12, 8, 3, 1), sphere(0.4, 1), 4],
        [tetrahedra(random, 30, 1, 0, 1), tetrahedra(random, 20, 1, 0, 1), 2.5],
      ];
      for (const [boneShape, toolShape, spread] of bodies) {
        const bone = boneOf(scaled(boneShape, scale, offset));
        const tool = toolOf(scaled(toolShape, scale, 0), IDENTITY, bone.magnitude);
        const poses = Array.from({ length: longRun(24, 4) }, (_, i) => {
          const far = i % longRun(8, 4) === longRun(7, 3) ? 100 : 1;
          // Half of them upright: faces parallel to faces, and many pairs at the same distance.
          const pose =
            i % 2 === 0
              ? [...IDENTITY.slice(0, 12), ...coordinates(random, 3, spread * far * scale, 0), 1]
              : rigidPose(random, spread * far * scale);
          for (const k of [12, 13, 14]) pose[k] += offset + (i % 4 === 2 ? scale : 0);
          return checkPose(pose);
        });
        const expected = poses.map((pose) => {
          tool.moveTo(pose, bone.magnitude);
          const { answer, ties, shared } = allPairs(bone, tool);
          const fresh = new MinimumDistance(bone, tool);
          tool.moveOnDemand(pose, bone);
          fresh.find();
          if (shared.size > 0) {
            expect(fresh.distance).toBe(0);
            expect(shared.has(`${fresh.boneFace} ${fresh.toolFace}`)).toBe(true);
            seen.touching++;
          } else {
            expect(answerOf(fresh)).toEqual(answer);
            seen.apart++;
            if (ties > 0) seen.tied++;
          }
          return answerOf(fresh);
        });
        const used = new MinimumDistance(bone, tool);
        for (let i = 0; i < longRun(100, 12); i++) {
          const which = Math.floor(poses.length * random());
          tool.moveOnDemand(poses[which], bone);
          used.find();
          expect(answerOf(used)).toEqual(expected[which]);
        }
      }
      expect(seen.touching).toBeGreaterThan(longRun(8, 0));
      expect(seen.apart).toBeGreaterThan(longRun(40, 6));
      expect(seen.tied).toBeGreaterThan(longRun(10, 1));
    },
  );

  inDeep(() =>
    test(`over edits of the bone, by one searcher and by new ones (seed ${SEED})`, () => {
      const random = mulberry32(SEED);
      const bone = boneOf(sphere(2, 2));
      const tool = toolOf(box(1, 1, 1), IDENTITY, 4);
      const used = new MinimumDistance(bone, tool);
      let kept = 0;
      let pose = checkPose(rigidPose(random, 5));
      for (let round = 0; round < 30; round++) {
        // At an unchanged pose, the face that the edit removes would still be the nearest.
        if (round % 2 === 0) pose = checkPose(rigidPose(random, 5));
        const remove = liveFaces(bone).filter((face) => random() < 0.04 || face === used.boneFace);
        const base = bone.vertexCount;
        bone.apply(
          Uint32Array.from(remove),
          Float64Array.from(coordinates(random, 9, 3, 0)),
          Uint32Array.of(base, base + 1, base + 2),
        );
        tool.moveTo(pose, bone.magnitude);
        const { answer, shared } = allPairs(bone, tool);
        tool.moveOnDemand(pose, bone);
        used.find();
        const fresh = new MinimumDistance(bone, tool);
        fresh.find();
        expect(answerOf(used)).toEqual(answerOf(fresh));
        if (shared.size === 0) {
          expect(answerOf(used)).toEqual(answer);
          kept++;
        } else expect(shared.has(`${used.boneFace} ${used.toolFace}`)).toBe(true);
      }
      expect(kept).toBeGreaterThan(5);
      expect(kept).toBeLessThan(30);
    }),
  );

  test(`poses some of the vertices, by the formula, and no others (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(sphere(2, 3));
    const shape = torus(60, 40, 1, 0.4);
    const tool = toolOf(shape, IDENTITY, 10);
    const local = tool.ownPositions();
    const expected = new Float64Array(local.length);
    const found = new MinimumDistance(bone, tool);
    for (let i = 0; i < longRun(20, 3); i++) {
      const given = rigidPose(random, 0.5);
      given[12] += 5;
      const pose = checkPose(given);
      for (let v = 0; v < local.length; v += 3) poseVertex(pose.matrix, local, v, expected, v);
      tool.positions.fill(Number.NaN);
      tool.moveOnDemand(pose, { magnitude: 10 });
      found.find();
      let posed = 0;
      for (let k = 0; k < expected.length; k++) {
        if (Number.isNaN(tool.positions[k])) continue;
        posed++;
        if (tool.positions[k] !== expected[k]) throw new Error(`pose ${i}: ${tool.positions[k]}, not ${expected[k]}`);
      }
      expect(posed).toBeGreaterThan(0);
      expect(posed).toBeLessThan(expected.length / 3);
    }
  });
});
