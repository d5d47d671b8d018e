// Interior faces on the GPU against the exact winding number: what is proved is never wrong, and interior faces are
// proved or left undecided.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath, makeDataset, skullVaultSphere, skullWallThickness } from '#datasets';
import { mulberry32 } from '#core';
import { BONE, SCENE, TOOL, wordOffsets } from '#records';
import { answerRegions, hasBit, type RegionScene, regionScene } from '#harness/gpu-regions.ts';
import { longRun } from '#harness/long-run.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { specGpu } from '#harness/software-gpu.ts';
import { IDENTITY, liveFaces, type Shape } from '#harness/stage-bodies.ts';
import { box, flip, join, move, soup, sphere, torus, without } from '#spec/base/mesh/bodies.ts';

const gpu = await specGpu();
const AT = wordOffsets(SCENE);

interface Counts {
  inside: number;
  /** Queried and not inside. */
  outside: number;
  undecided: number;
}

async function check(scene: RegionScene): Promise<Counts> {
  const answer = await answerRegions(gpu, scene);
  const { bone, tool, poses } = scene;
  const counts = { inside: 0, outside: 0, undecided: 0 };
  poses.forEach((pose, i) => {
    tool.moveTo(pose, bone.magnitude);
    for (const [number, body, other] of [
      [BONE, bone, tool],
      [TOOL, tool, bone],
    ] as const) {
      const isWanted = ((scene.scene[AT.sides] >> number) & 1) === 1 && other.signed;
      const { isInside } = other.solid;
      const known = new Map<number, boolean>();
      const live = new Set(liveFaces(body));
      for (let f = 0; f < body.faceCount; f++) {
        const marks = [answer.candidates, answer.inside, answer.undecided].map((b) => hasBit(scene, b, i, number, f));
        const marked = marks.filter((mark) => mark).length;
        if (marked > 1) throw new Error(`pose ${i}: face ${f} of body ${number} is marked ${marks}`);
        if (!isWanted || !live.has(f)) {
          if (marks[1] || marks[2] || (marked > 0 && !live.has(f)))
            throw new Error(`face ${f} of body ${number} was not to be asked`);
          continue;
        }
        if (marks[0]) continue;
        const vertex = body.faces[3 * f];
        let exact = known.get(vertex);
        if (exact === undefined) {
          const [x, y, z] = body.positions.subarray(3 * vertex, 3 * vertex + 3);
          exact = isInside(x, y, z);
          known.set(vertex, exact);
        }
        if (marks[2]) counts.undecided++;
        else if (marks[1] !== exact) throw new Error(`pose ${i}: face ${f} of body ${number} is inside: ${exact}`);
        else if (exact) counts.inside++;
        else counts.outside++;
      }
    }
  });
  return counts;
}

const at = (x: number, y: number, z: number) => [...IDENTITY.slice(0, 12), x, y, z, 1];
const inverted = (shape: ReturnType<typeof box>) => flip(shape, ...Array(shape.faces.length / 3).keys());
const shell = join(box(8, 8, 8), move(inverted(box(4, 4, 4)), [2, 2, 2]));
const parts = join(box(4, 4, 4), move(sphere(2, 2), [6, 2, 2]), move(inverted(sphere(2, 0.8)), [6, 2, 2]));

describe('interior faces', () => {
  const cases: [string, Shape, Shape, number[], boolean][] = [
    ['a sphere wholly inside a box', box(8, 8, 8), sphere(2, 1), at(4, 4.1, 4.3), true],
    ['a sphere half inside a box', box(8, 8, 8), sphere(3, 2), at(4, 4.1, 8), true],
    ['a box inside a sphere', box(1, 1, 1), sphere(3, 4), at(0.4, 0.5, 0.6), true],
    ['an unwelded sphere', box(4, 4, 4), soup(sphere(2, 1)), at(2, 2.1, 3.5), true],
    ['a tool in a cavity, which is outside', shell, sphere(2, 1), at(4, 4.1, 4.2), false],
    ['a tool through the wall into the cavity', shell, torus(24, 10, 3, 0.3), at(4, 4.1, 6), true],
    [
      'an open bone, which has no inside, and a closed tool',
      without(box(2, 2, 2), 3),
      sphere(3, 4),
      at(1, 1.1, 1),
      true,
    ],
    ['a closed bone and an open tool', box(8, 8, 8), without(sphere(2, 1), 5), at(4, 4.1, 4), true],
  ];
  test.each(cases)('of %s', async (_name, bone, tool, pose, some) => {
    for (const reach of [0, 0.1]) {
      const { inside, undecided, outside } = await check(regionScene(bone, tool, [pose], { reach }));
      expect(inside > 0).toBe(some);
      expect(undecided).toBeLessThanOrEqual(0.02 * (inside + outside));
    }
  });

  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ])('of several parts under random poses, scale %d, offset %d (seed 91)', async (scale, offset) => {
    const random = mulberry32(91);
    const place = (shape: Shape, by: number) => ({
      ...shape,
      positions: Array.from(shape.positions, (x) => scale * x + by),
    });
    const tool = join(torus(20, 8, 1.5, 0.5), move(box(0.2, 0.2, 0.2), [0.4, 0, 0]));
    const poses = Array.from({ length: longRun(12, 4) }, () => {
      const pose = rigidPose(random, 0);
      [4, 2, 2].forEach((middle, k) => {
        pose[12 + k] = offset + scale * (middle + 2 * signed(random));
      });
      return pose;
    });
    const scene = regionScene(place(parts, offset), place(tool, 0), poses, { reach: 0.1 * scale });
    const { inside, undecided, outside } = await check(scene);
    expect(inside).toBeGreaterThan(longRun(500, 125));
    expect(outside).toBeGreaterThan(longRun(500, 125));
    expect(undecided).toBeLessThanOrEqual(0.002 * (inside + outside));
  });

  test('of a bone that has been edited (seed 92)', async () => {
    const random = mulberry32(92);
    const bone = join(torus(24, 10, 3, 1), move(sphere(2, 0.5), [0, 0, 3]));
    const edit = (body: RegionScene['bone']) => {
      const remove = liveFaces(body).filter(() => random() < 0.2);
      body.apply(Uint32Array.from(remove), Float64Array.of(0, 0, 0.1, 0.1, 0, 0.1, 0, 0.1, 0.1), Uint32Array.of(body.vertexCount, body.vertexCount + 1, body.vertexCount + 2)); // biome-ignore format: one call
    };
    const scene = regionScene(bone, box(4, 4, 4), [at(-5, -2, -2), at(-2.1, -2.2, -2.3)], { reach: 0.05, edit });
    expect((await check(scene)).inside).toBeGreaterThan(30);
  });

  test('only of the sides that are wanted', async () => {
    const bone = join(box(4, 4, 4), move(sphere(1, 0.3), [9, 4.1, 4.2]));
    const tool = join(sphere(2, 1), move(torus(20, 8, 5, 1), [2, 2, 2]));
    for (const sides of [0, 1, 2]) {
      const scene = regionScene(bone, tool, [at(2, 2.1, 2.2)], { reach: 0.05 });
      scene.scene[AT.sides] = sides;
      expect((await check(scene)).inside > 0).toBe(sides !== 0);
    }
  });

  test('one of whose rays runs along an edge are found too', async () => {
    // A face in the plane of the box's diagonals: every scanline through its corners hits the edge between two faces.
    const diagonal = [3, 3, 3, 5, 5, 3, 4, 4, 5, 4, 5, 4.5];
    for (const turn of [0, 1, 2]) {
      const positions = diagonal.map((_, i) => diagonal[i - (i % 3) + (((i % 3) + turn) % 3)]);
      const tool = { positions, faces: [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0] };
      const counts = await check(regionScene(box(8, 8, 8), tool, [IDENTITY], { reach: 0 }));
      expect([counts.inside, counts.undecided]).toEqual([4, 0]);
    }
  });

  test('by rays to either end, beside a face that lies a few units behind (seed 93)', async () => {
    const random = mulberry32(93);
    const small = {
      positions: [0, 0, 0, 0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2],
      faces: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
    };
    const turned = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0];
    const total = { inside: 0, undecided: 0 };
    for (const axis of [0, 1, 2]) {
      // Its corner 0 is just inside a face across the axis, at the low or the high end; the rest lies farther in.
      const poses = Array.from({ length: longRun(100, 30) }, (_, i) => {
        const isHigh = i % 2 === 1 && axis < 2;
        const depth = 10 ** (-8 + 4 * random());
        const x = [0, 1, 2].map((k) => (k === axis ? (isHigh ? 4 - depth : depth) : 1 + 2 * random()));
        return [...(isHigh ? turned : IDENTITY.slice(0, 12)), ...x, 1];
      });
      const { inside, undecided } = await check(regionScene(box(4, 4, 4), small, poses, { reach: 0 }));
      total.inside += inside;
      total.undecided += undecided;
    }
    // Across the scanlines, faces so close are candidates.
    expect(total.inside).toBeGreaterThan(longRun(300, 90));
    expect(total.undecided).toBeLessThan(0.2 * total.inside);
  });

  test('of a saw in a hollow sphere in the place of the skull’s vault', async () => {
    const path = cuttingPath({ poses: 13 });
    const poses = [4, 5, 6, 8].map((k) => path.subarray(16 * k, 16 * k + 16));
    const { center, radius } = skullVaultSphere;
    const vault = move(join(sphere(4, radius), inverted(sphere(4, radius - skullWallThickness))), center);
    const scene = regionScene(vault, makeDataset('saw-blade', { faces: 1500 }), poses, { reach: 0.2 }); // biome-ignore format: one call
    const { inside, outside, undecided } = await check(scene);
    expect(inside).toBeGreaterThan(20);
    expect(undecided).toBeLessThanOrEqual(0.002 * outside);
  });
});
