// Candidate pairs by images on the GPU against plain loops over the same integers: no pair within reach is missing,
// none appears twice, and all others have boxes that meet.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { BONE, TOOL } from '#records';
import { PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import {
  answerRegions,
  hasBit,
  imagesOf,
  pairSet,
  type RegionAnswer,
  type RegionScene,
  regionScene,
} from '#harness/gpu-regions.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { specGpu } from '#harness/software-gpu.ts';
import { IDENTITY, liveFaces, type Shape, tetrahedra } from '#harness/stage-bodies.ts';
import { box, sphere } from '#spec/base/mesh/bodies.ts';

const gpu = await specGpu();
const distance = new TriangleDistance();
const loaded = new TrianglePair();
const measured = new Float64Array(TRIANGLE_DISTANCE_SIZE);
const SEED = 81;

const cornersOf = (vertices: Int32Array, first: number, faces: Uint32Array, face: number): Float64Array =>
  Float64Array.from({ length: 9 }, (_, i) => vertices[first + 3 * faces[3 * face + Math.floor(i / 3)] + (i % 3)]);
const boxesMeet = (a: Float64Array, b: Float64Array, by: number): boolean =>
  [0, 1, 2].every((k) => {
    const [x, y] = [a, b].map((c) => [c[k], c[3 + k], c[6 + k]]);
    return Math.min(...x) <= Math.max(...y) + by && Math.min(...y) - by <= Math.max(...x);
  });

/** @returns counts of pairs within reach, pairs beyond these, pairs whose boxes meet, and all possible pairs. */
function check(scene: RegionScene, answer: RegionAnswer) {
  const { bone, tool, integers, posed, inflate } = scene;
  const found = new Set<number>();
  const keyOf = (pose: number, f: number, g: number) => (pose * bone.faceCount + f) * tool.faceCount + g;
  for (let i = 0; i < answer.pairs.length; i += 4) {
    const [pose, boneFace, toolFace] = answer.pairs.subarray(i, i + 3);
    found.add(keyOf(pose, boneFace, toolFace));
  }
  expect(found.size).toBe(answer.pairCount);
  const counts = { within: 0, extra: 0, meeting: 0, all: 0 };
  for (let pose = 0; pose < scene.poses.length; pose++) {
    const bits = [new Set<number>(), new Set<number>()];
    for (const f of liveFaces(bone))
      for (let g = 0; g < tool.faceCount; g++) {
        const [a, b] = [
          cornersOf(integers[0].vertices, 0, bone.faces, f),
          cornersOf(posed, 3 * tool.vertexCount * pose, tool.faces, g),
        ];
        counts.all++;
        const isFound = found.delete(keyOf(pose, f, g));
        if (isFound) {
          bits[0].add(f);
          bits[1].add(g);
        }
        if (!boxesMeet(a, b, inflate)) {
          if (isFound) throw new Error(`pose ${pose}: the boxes of ${f} and ${g} are apart`);
          continue;
        }
        counts.meeting++;
        distance.measure(loaded.load(a, 0, 3, 6, b, 0, 3, 6), false, measured);
        const isWithin = Math.sqrt(measured[PAIR_SQUARED]) <= inflate * (1 - 2 ** -40);
        if (isWithin) counts.within++;
        if (isWithin && !isFound) throw new Error(`pose ${pose}: pair ${f}, ${g} is missing`);
        if (isFound && !isWithin) counts.extra++;
      }
    [bone, tool].forEach(({ faceCount }, body) => {
      for (let face = 0; face < faceCount; face++)
        if (hasBit(scene, answer.candidates, pose, [BONE, TOOL][body], face) !== bits[body].has(face))
          throw new Error(`bit of face ${face} of body ${body} is wrong`);
    });
  }
  expect(found.size).toBe(0);
  return counts;
}

const posesOf = (random: () => number, count: number, reach: number, offset: number) =>
  Array.from({ length: count }, () => rigidPose(random, reach).map((x, i) => (i > 11 && i < 15 ? x + offset : x)));

describe('candidates by an image', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ])('hold every pair within reach, once, at scale %d, offset %d (seed 81)', async (scale, offset) => {
    const random = mulberry32(SEED);
    const total = { within: 0, extra: 0, meeting: 0, all: 0 };
    // Huge faces beside tiny ones if the spread is large: they share many pixels.
    for (const [boneCount, toolCount, spread, poseCount] of [
      [1, 1, 0, 1],
      [3, 2, 0, 3],
      [33, 17, 1, 1],
      [20, 9, 3, 3],
    ])
      for (const reach of partOf([0, 0.3 * scale], 2, poseCount % 2)) {
        const bone = tetrahedra(random, boneCount, scale, offset, spread);
        const tool = tetrahedra(random, toolCount, scale, 0, spread);
        const scene = regionScene(bone, tool, posesOf(random, poseCount, scale, offset), { reach });
        const counts = check(scene, await answerRegions(gpu, scene, { method: 'image' }));
        for (const name of ['within', 'extra', 'meeting', 'all'] as const) total[name] += counts[name];
      }
    expect(total.within).toBeGreaterThan(longRun(500, 125));
    expect(total.meeting / total.all).toBeLessThan(0.9);
    // The pairs that boxes would add to these.
    expect(total.extra).toBeLessThan(total.meeting - total.within);
  });

  test('of one triangle, of faces that touch, of a flat body and of a point', async () => {
    const shapes: Shape[] = [
      { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 2] },
      { positions: [1, 2, 0, 1, 2, 0, 1, 2, 0], faces: [0, 1, 2] },
      box(4, 1, 2),
      sphere(2, 2),
    ];
    let within = 0;
    for (const bone of shapes)
      for (const tool of shapes) {
        const scene = regionScene(bone, tool, [IDENTITY], { reach: 1.5 });
        within += check(scene, await answerRegions(gpu, scene, { method: 'image' })).within;
      }
    expect(within).toBeGreaterThan(300);
  });

  test(`of a bone that has been edited, without its retired faces (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const bone = tetrahedra(random, 40, 1, 0, 2);
    const edit = (body: RegionScene['bone']) => {
      const added = Array.from({ length: 9 * 30 }, () => 1.3 * signed(random));
      const corners = Uint32Array.from({ length: 90 }, (_, i) => body.vertexCount + i);
      const removed = Uint32Array.from({ length: 40 }, (_, k) => 4 * k + 1);
      body.apply(removed, Float64Array.from(added), corners);
    };
    const scene = regionScene(bone, tetrahedra(random, 12, 1, 0, 2), posesOf(random, 3, 1, 0), { reach: 0.05, edit });
    expect(check(scene, await answerRegions(gpu, scene, { method: 'image' })).within).toBeGreaterThan(100);
  });

  test(`are the same set each time, and report the room they needed (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const [bone, tool] = [tetrahedra(random, 50, 1, 0, 2), tetrahedra(random, 27, 1, 0, 1)];
    const scene = regionScene(bone, tool, posesOf(random, 5, 1, 0), { reach: 0.1 });
    const first = await answerRegions(gpu, scene, { method: 'image' });
    expect(first.pairCount).toBeGreaterThan(1000);
    expect(first.layers).toBeGreaterThan(5 * 27 * 4);
    expect(imagesOf(scene).pixels).toBeLessThanOrEqual(5 * 1024);
    const other = await answerRegions(gpu, scene, { method: 'image' });
    expect([other.pairCount, other.layers]).toEqual([first.pairCount, first.layers]);
    expect(pairSet(other)).toEqual(pairSet(first));
    const cut = await answerRegions(gpu, scene, { method: 'image', pairCapacity: 100 });
    expect([cut.pairCount, cut.pairs.length]).toEqual([first.pairCount, 400]);
    const { layers } = await answerRegions(gpu, scene, { method: 'image', layerCapacity: first.layers - 1 });
    expect(layers).toBe(first.layers);
  });
});
