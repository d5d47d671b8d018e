// Posing and candidate pairs on the GPU against plain loops over the same integers.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { BONE, PAIR_UNDECIDED, TOOL } from '#records';
import {
  answerRegions,
  hasBit,
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

/** Low x, y, z, high x, y, z. */
function boxOf(vertices: Int32Array, first: number, faces: Uint32Array, face: number): number[] {
  const out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let c = 0; c < 3; c++)
    for (let k = 0; k < 3; k++) {
      const x = vertices[first + 3 * faces[3 * face + c] + k];
      out[k] = Math.min(out[k], x);
      out[3 + k] = Math.max(out[3 + k], x);
    }
  return out;
}

/** Gap along an axis, ≤ 0 if the boxes overlap; across the axis, boxes beyond the grid's border both lie on it. */
function gapOnGrid({ grids: [grid] }: RegionScene, a: number[], b: number[], k: number): number {
  if (k === grid.axis) return Math.max(a[k] - b[3 + k], b[k] - a[3 + k]);
  const isU = k === (grid.axis + 1) % 3;
  const low = isU ? grid.u0 : grid.v0;
  const high = low + (isU ? grid.nu : grid.nv) * grid.cellSize;
  const [a0, a1, b0, b1] = [a[k], a[3 + k], b[k], b[3 + k]].map((x) => Math.min(high, Math.max(low, x)));
  return Math.max(a0 - b1, b0 - a1);
}

/** @returns the number of pairs whose boxes overlap, of further pairs, and of all possible pairs. */
function check(scene: RegionScene, answer: RegionAnswer): { overlapping: number; extra: number; all: number } {
  const { bone, tool, integers, posed, inflate, grids } = scene;
  expect([...answer.posed]).toEqual([...posed]);
  expect(answer.pairs.length).toBe(4 * answer.pairCount);
  const found = new Set<number>();
  const keyOf = (pose: number, f: number, g: number) => (pose * bone.faceCount + f) * tool.faceCount + g;
  for (let i = 0; i < answer.pairs.length; i += 4) {
    const [pose, boneFace, toolFace, verdict] = answer.pairs.subarray(i, i + 4);
    if (verdict !== PAIR_UNDECIDED) throw new Error(`pair ${i / 4} has verdict ${verdict}`);
    found.add(keyOf(pose, boneFace, toolFace));
  }
  expect(found.size).toBe(answer.pairCount);
  const boneBoxes = Array.from({ length: bone.faceCount }, (_, f) => boxOf(integers[0].vertices, 0, bone.faces, f));
  const step = 2 * Math.ceil(grids[0].cellSize / 256);
  let [overlapping, extra, all] = [0, 0, 0];
  for (let pose = 0; pose < scene.poses.length; pose++) {
    const boneBits = new Set<number>();
    const live = liveFaces(bone);
    for (let g = 0; g < tool.faceCount; g++) {
      const toolBox = boxOf(posed, 3 * tool.vertexCount * pose, tool.faces, g).map((x, i) => (i < 3 ? x - inflate : x + inflate)); // biome-ignore format: one call
      let has = false;
      for (const f of live) {
        const isFound = found.delete(keyOf(pose, f, g));
        const a = boneBoxes[f];
        const meets = [0, 1, 2].every((k) => a[k] <= toolBox[3 + k] && toolBox[k] <= a[3 + k]);
        if (meets && !isFound) throw new Error(`pose ${pose}: pair ${f}, ${g} is missing`);
        if (isFound && !meets) {
          const isNear = [0, 1, 2].every((k) => gapOnGrid(scene, a, toolBox, k) <= (k === grids[0].axis ? 0 : step));
          if (!isNear) throw new Error(`pose ${pose}: pair ${f}, ${g} is far apart`);
          extra++;
        }
        if (meets) overlapping++;
        if (isFound) boneBits.add(f);
        has ||= isFound;
        all++;
      }
      if (hasBit(scene, answer.candidates, pose, TOOL, g) !== has) throw new Error(`bit of tool face ${g} is wrong`);
    }
    for (let f = 0; f < bone.faceCount; f++)
      if (hasBit(scene, answer.candidates, pose, BONE, f) !== boneBits.has(f))
        throw new Error(`bit of bone face ${f} is wrong`);
  }
  expect(found.size).toBe(0);
  return { overlapping, extra, all };
}

const posesOf = (random: () => number, count: number, reach: number, offset: number) =>
  Array.from({ length: count }, () => rigidPose(random, reach).map((x, i) => (i > 11 && i < 15 ? x + offset : x)));

/** Numbers of tetrahedra, their spread and a number of poses; with each reach, in units of the scale. */
const SCENES = [
  [1, 1, 0, 1],
  [3, 2, 0, 3],
  [33, 17, 1, 2],
  [40, 9, 3, 5],
  [20, 41, 4, 3],
].flatMap((counts) => [0, 1e-4, 0.3, 2].map((reach) => [...counts, reach]));

/** Sizes besides the usual one; each has its kernels compiled. */
const WORKGROUPS = [256, 32].slice(longRun(0, 2));

describe.each(['scanlines', 'bvh-front'] as const)('candidates by %s', (method) => {
  /** Pairs beyond those whose boxes overlap: scanlines round extents across to cell steps; a tree needs no grid. */
  const mostExtra = method === 'scanlines' ? 0.05 : 0;

  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ])('every pair of boxes that overlap, once, at scale %d, offset %d (seed 81)', async (scale, offset) => {
    const random = mulberry32(81);
    const total = { overlapping: 0, extra: 0, all: 0 };
    // Every third: all counts and all reaches occur.
    for (const [boneCount, toolCount, spread, poseCount, reach] of partOf(SCENES, 3, 0)) {
      const bone = tetrahedra(random, boneCount, scale, offset, spread);
      const tool = tetrahedra(random, toolCount, scale, 0, spread);
      const scene = regionScene(bone, tool, posesOf(random, poseCount, scale, offset), { reach: reach * scale });
      const counts = check(scene, await answerRegions(gpu, scene, { method, frontCapacity: 2 ** 15 }));
      for (const name of ['overlapping', 'extra', 'all'] as const) total[name] += counts[name];
    }
    expect(total.overlapping / total.all).toBeGreaterThan(0.1);
    expect(total.overlapping / total.all).toBeLessThan(0.9);
    expect(total.extra).toBeLessThanOrEqual(mostExtra * total.overlapping);
  });

  test('of one triangle, of boxes that touch, of a flat body and of a point', async () => {
    const shapes: Shape[] = [
      { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 2] },
      { positions: [1, 2, 0, 1, 2, 0, 1, 2, 0], faces: [0, 1, 2] },
      box(4, 1, 2),
      sphere(2, 2),
    ];
    let overlapping = 0;
    for (const [i, bone] of shapes.entries())
      for (const [k, tool] of shapes.entries())
        for (const reach of partOf([1, 1.5], 2, (i + k) % 2)) {
          const scene = regionScene(bone, tool, [IDENTITY], { reach });
          overlapping += check(scene, await answerRegions(gpu, scene, { method })).overlapping;
        }
    expect(overlapping).toBeGreaterThan(longRun(500, 250));
  });

  test('of a bone that has been edited, beyond the grid too, without its retired faces (seed 82)', async () => {
    const random = mulberry32(82);
    const bone = tetrahedra(random, 60, 1, 0, 2);
    const edit = (body: RegionScene['bone']) => {
      const added = Array.from({ length: 9 * 30 }, () => 1.3 * signed(random));
      const corners = Uint32Array.from({ length: 90 }, (_, i) => body.vertexCount + i);
      body.apply(
        Uint32Array.from({ length: 50 }, (_, k) => 4 * k + 1),
        Float64Array.from(added),
        corners,
      );
    };
    const scene = regionScene(bone, tetrahedra(random, 20, 1, 0, 2), posesOf(random, 4, 1, 0), { reach: 0.05, edit });
    expect(check(scene, await answerRegions(gpu, scene, { method })).overlapping).toBeGreaterThan(500);
  });

  test(`are the same set in workgroups of ${[64, ...WORKGROUPS].join(' and ')}, and as many where there is no room for them (seed 83)`, async () => {
    const random = mulberry32(83);
    const scene = regionScene(tetrahedra(random, 70, 1, 0, 2), tetrahedra(random, 37, 1, 0, 1), posesOf(random, 7, 1, 0), { reach: 0.1 }); // biome-ignore format: one call
    const first = await answerRegions(gpu, scene, { method });
    expect(first.pairCount).toBeGreaterThan(1000);
    const all = pairSet(first);
    for (const workgroupSize of WORKGROUPS) {
      const other = await answerRegions(gpu, scene, { workgroupSize, method });
      expect({ ...other, pairs: pairSet(other) }).toEqual({ ...first, pairs: all });
    }
    const cut = await answerRegions(gpu, scene, { pairCapacity: 100, method });
    expect({ ...cut, pairs: cut.pairs.length }).toEqual({ ...first, pairs: 400 });
    expect(all).toEqual(expect.arrayContaining([...pairSet(cut)]));
  });
});

describe('a front', () => {
  test('has a round a level of the tree, of trees from one leaf to four levels (seed 84)', async () => {
    const random = mulberry32(84);
    let deepest = 0;
    for (const count of [1, 2, 3, 16, 17, 129, 600]) {
      const bone = tetrahedra(random, count, 1, 0, 2);
      const scene = regionScene(bone, tetrahedra(random, 9, 1, 0, 1), posesOf(random, 3, 1, 0), { reach: 0.1 });
      const answer = await answerRegions(gpu, scene, { method: 'bvh-front' });
      const { sizes } = scene.bone.bvh;
      expect(check(scene, answer).extra).toBe(0);
      expect(answer.front.length).toBe(sizes.length);
      expect(answer.front[0]).toBe(3 * scene.tool.faceCount);
      for (const [k, pairs] of answer.front.entries())
        expect(pairs).toBeLessThanOrEqual(answer.front[0] * sizes[sizes.length - 1 - k]);
      deepest = Math.max(deepest, sizes.length);
    }
    expect(deepest).toBe(4);
  });

  test('reports the room it needed if it had too little (seed 85)', async () => {
    const random = mulberry32(85);
    const scene = regionScene(tetrahedra(random, 70, 1, 0, 2), tetrahedra(random, 37, 1, 0, 1), posesOf(random, 7, 1, 0), { reach: 0.1 }); // biome-ignore format: one call
    const { front } = await answerRegions(gpu, scene, { method: 'bvh-front' });
    const most = Math.max(...front);
    expect(most).toBeGreaterThan(front[0]);
    for (const frontCapacity of [front[0], most - 1]) {
      const cut = await answerRegions(gpu, scene, { method: 'bvh-front', frontCapacity });
      expect(Math.max(...cut.front)).toBeGreaterThan(frontCapacity);
    }
    const enough = await answerRegions(gpu, scene, { method: 'bvh-front', frontCapacity: most });
    expect(check(scene, enough).extra).toBe(0);
  });
});
