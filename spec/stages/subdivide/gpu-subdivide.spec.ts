// Face subdivision on the GPU against its definition: every leaf that comes within reach of the other surface or lies
// inside the other solid is there, in order, with every face within reach; few others are.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath, makeDataset, skullVaultSphere } from '#datasets';
import { lengthSlack, mulberry32 } from '#core';
import { BONE, NEAR_FACE, partOf, SCENE, type Surface, TOOL, wordOffsets } from '#records';
import { trianglesSharePoint } from '#reference';
import { PAIR_LOWER, PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import { storedCorners } from '#harness/gpu-corners.ts';
import { answerRegions, type RegionAnswer, type RegionScene, regionScene } from '#harness/gpu-regions.ts';
import {
  answerSubdivision,
  deepestOf,
  type LeafRow,
  type SubdivisionAnswer,
  withDivisions,
} from '#harness/gpu-subdivide.ts';
import { longRun, partOf as someOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { inLong } from '#harness/sets.ts';
import { specGpu } from '#harness/software-gpu.ts';
import { boxOf, cornersOf, IDENTITY, liveFaces, type Shape, tetrahedra } from '#harness/stage-bodies.ts';
import { piecesOf } from '#harness/face-pieces.ts';
import { activeOf, dividedOf, leavesFor } from '#harness/subdivision.ts';
import { box, flip, join, move, sphere, torus, without } from '#spec/base/mesh/bodies.ts';

const loaded = new TrianglePair();
const gpu = await specGpu();
const AT = wordOffsets(SCENE);

/** The answer of regions, with made-up verdicts for the pairs: some of each, so that the output shows which. */
async function regionsOf(scene: RegionScene): Promise<RegionAnswer> {
  const answer = await answerRegions(gpu, scene);
  for (let i = 0; i < answer.pairs.length; i += 4)
    answer.pairs[i + 3] = (7 * answer.pairs[i + 1] + answer.pairs[i + 2]) % 3;
  return answer;
}

/** The near word that a pair gives a row of either body. */
const wordOf = (verdict: number, face: number) => (verdict * 2 ** 30 + face) >>> 0;

interface Counts {
  rows: number;
  /** Rows of the CPU's subdivision from all faces. */
  rowsOfCpu: number;
  /** Rows with near faces. */
  near: number;
  within: number;
  inside: number;
  undecided: number;
}

const NO_COUNTS: Counts = { rows: 0, rowsOfCpu: 0, near: 0, within: 0, inside: 0, undecided: 0 };

const orderOf = ({ pose, body, face, path }: LeafRow) => [pose, body, face, path];

function checkOrder(rows: readonly LeafRow[]): void {
  rows.forEach((row, r) => {
    if (r === 0) return;
    const [a, b] = [orderOf(rows[r - 1]), orderOf(row)];
    const k = a.findIndex((x, i) => x !== b[i]);
    if (k < 0 || a[k] > b[k]) throw new Error(`row ${r} (${b}) comes after ${a}`);
  });
}

function expectRoom({ rowTotals, rows, leavesOfPoses }: SubdivisionAnswer): void {
  expect(rows.length).toBe(rowTotals.at(-1));
  expect(leavesOfPoses).toEqual(leavesOfPoses.map((_, pose) => rows.filter((row) => row.pose === pose).length));
}

/** The scene with its faces divided, the tool's as they lie in its own frame. */
function dividedScene(scene: RegionScene, resolution: number): RegionScene {
  const { faces, faceCount } = scene.tool;
  const own = { positions: scene.tool.ownPositions(), faces, faceCount };
  return withDivisions(scene, [dividedOf(scene.bone, resolution), dividedOf(own, resolution)]);
}

async function check(given: RegionScene, resolution: number): Promise<Counts> {
  const scene = dividedScene(given, resolution);
  const regions = await regionsOf(scene);
  const answer = await answerSubdivision(gpu, scene, regions);
  expectRoom(answer);
  checkOrder(answer.rows);
  const wanted = [BONE, TOOL].filter((body) => ((scene.scene[AT.sides] >> body) & 1) === 1).length;
  expect(answer.nearTotals).toEqual([(wanted * regions.pairs.length) / 4]);
  const { bone, tool, grid } = scene;
  const counts: Counts = { ...NO_COUNTS, rows: answer.rows.length };
  const keyOf = (row: Omit<LeafRow, 'inside' | 'near'>) => `${row.pose} ${row.body} ${row.face} ${row.level} ${row.path}`; // biome-ignore format: one line
  const found = new Map(answer.rows.map((row) => [keyOf(row), row]));
  const verdicts = new Map<string, number>();
  for (let i = 0; i < regions.pairs.length; i += 4) {
    const [pose, f, g, verdict] = regions.pairs.subarray(i, i + 4);
    verdicts.set(`${pose} ${f} ${g}`, verdict);
  }
  const distance = new TriangleDistance();
  const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  scene.poses.forEach((at, pose) => {
    tool.moveTo(at, bone.magnitude);
    const slack = lengthSlack(Math.max(bone.magnitude, tool.magnitude) + grid.maxDistance);
    const isWithin = (gap: number, leaf: Float64Array, face: Float64Array) =>
      gap <= grid.maxDistance - slack || (gap <= slack && trianglesSharePoint(leaf, face));
    for (const [number, body, other] of [
      [BONE, bone, tool],
      [TOOL, tool, bone],
    ] as [number, Surface, Surface][]) {
      if (((scene.scene[AT.sides] >> number) & 1) === 0) continue;
      const { isInside } = other.solid;
      // The others are neither within reach nor inside.
      const [faces, near] = [
        meeting(body, other, grid.maxDistance + slack),
        meeting(other, body, grid.maxDistance + slack),
      ];
      const active = activeOf(faces, near.length > 0 ? near : liveFaces(other));
      const inside = other.signed ? isInside : null;
      const divided = scene.divided[number];
      const cpu = leavesFor({ body, other, active, inside, delta: grid.maxDistance, resolution, divided });
      counts.rowsOfCpu += cpu.rows.length;
      const others = near.map((face) => ({ face, bounds: boxOf(other, face) }));
      for (const face of faces) {
        const bounds = boxOf(body, face);
        const reached = others.filter((o) => boxesWithin(bounds, o.bounds, grid.maxDistance + slack));
        for (const { level, path } of piecesOf(divided, face).leaves) {
          const leaf = { pose, body: number, face, level, path };
          const row = found.get(keyOf(leaf));
          found.delete(keyOf(leaf));
          const p = storedCorners(scene, leaf);
          let least = Infinity;
          const listed = new Set(row?.near);
          for (const { face: g } of reached) {
            const [a, b, c] = other.faces.subarray(3 * g, 3 * g + 3);
            distance.measure(loaded.load(p, 0, 3, 6, other.positions, 3 * a, 3 * b, 3 * c), true, out);
            least = Math.min(least, out[PAIR_LOWER] - slack);
            if (!isWithin(Math.sqrt(out[PAIR_SQUARED]), p, cornersOf(other, g))) continue;
            const verdict = verdicts.get(number === BONE ? `${pose} ${face} ${g}` : `${pose} ${g} ${face}`);
            if (verdict === undefined || !listed.has(wordOf(verdict, g)))
              throw new Error(`face ${g} is near to ${keyOf(leaf)} and not listed`);
            least = -1;
          }
          const isNear = least < 0;
          if (isNear) counts.within++;
          const mayBeInside = other.signed && least > 0 && isInside(p[0], p[1], p[2]);
          if (row === undefined) {
            if (mayBeInside) throw new Error(`${keyOf(leaf)} lies inside and is not there`);
            continue;
          }
          checkRow(row, verdicts);
          if (row.inside === 1) {
            counts.inside++;
            if (!mayBeInside || isNear) throw new Error(`${keyOf(leaf)} is not inside`);
          }
          if (row.inside === 2) counts.undecided++;
          if (row.near.length > 0) counts.near++;
        }
      }
    }
  });
  expect([...found.keys()]).toEqual([]);
  return counts;
}

/** A row has near faces that are pairs of its face, each once, or is marked as inside. */
function checkRow({ pose, body, face, near, inside }: LeafRow, verdicts: Map<string, number>): void {
  if (inside > 2 || (near.length === 0) !== inside > 0) throw new Error(`inside ${inside} with ${near.length} near`);
  if (new Set(near).size < near.length) throw new Error('a near face is listed twice');
  for (const word of near) {
    const g = partOf(word, NEAR_FACE.face);
    const verdict = verdicts.get(body === BONE ? `${pose} ${face} ${g}` : `${pose} ${g} ${face}`);
    if (verdict !== word >>> 30) throw new Error(`face ${g} has verdict ${word >>> 30}, its pair ${verdict}`);
  }
}

/** Faces of a body whose boxes come within reach of the other's. */
function meeting(body: Surface, other: Surface, reach: number): number[] {
  return liveFaces(body).filter((face) => boxesWithin(boxOf(body, face), [...other.bounds], reach));
}

const boxesWithin = (a: number[], b: number[], reach: number) =>
  [0, 1, 2].every((k) => a[k] <= b[3 + k] + reach && b[k] <= a[3 + k] + reach);

const at = (x: number, y: number, z: number) => [...IDENTITY.slice(0, 12), x, y, z, 1];
const inverted = (shape: ReturnType<typeof box>) => flip(shape, ...Array(shape.faces.length / 3).keys());
const shell = join(box(8, 8, 8), move(inverted(box(4, 4, 4)), [2, 2, 2]));

/** Rows and near faces: more than needed. */
const ENOUGH = longRun(2 ** 17, 2 ** 14);

/** Sums the counts of several scenes. */
function add(total: Counts, counts: Counts): void {
  for (const name of Object.keys(counts) as (keyof Counts)[]) total[name] += counts[name];
}

describe('leaves', () => {
  const plate: Shape = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 2] };
  /** Least numbers of rows within reach and of rows inside over the three reaches, and the reach that is in a part. */
  const cases: [string, Shape, Shape, number[], number, number, number, number][] = [
    ['a box half inside a box', box(4, 4, 4), box(2, 2, 2), at(3, 1.1, 1.2), 0.5, 500, 900, 1],
    ['boxes that touch', box(4, 4, 4), box(2, 2, 2), at(4, 1, 1), 0.5, 1000, 0, 0],
    ['a sphere wholly inside a box', box(8, 8, 8), sphere(2, 1), at(4, 4.1, 4.3), 0.4, 0, 1000, 1],
    ['a sphere half inside a box', box(8, 8, 8), sphere(2, 2), at(4, 4.1, 8.13), 0.6, 500, 400, 1],
    ['a box inside a sphere', box(1, 1, 1), sphere(2, 4), at(0.4, 0.5, 0.6), 0.3, 0, 1000, 0],
    ['a tool in a cavity, which is outside', shell, sphere(2, 1), at(4, 4.1, 4.2), 0.5, 0, 0, 2],
    ['a tool through the wall into the cavity', shell, torus(16, 8, 3, 0.3), at(4, 4.1, 6.1), 0.8, 500, 500, 2],
    ['an open bone', without(box(2, 2, 2), 3), sphere(2, 2), at(1, 1.1, 1), 0.5, 50, 500, 1],
    ['a closed bone and an open tool', box(2, 2, 2), without(sphere(2, 2), 3), at(1, 1.1, 1), 0.5, 50, 0, 1],
    ['faces that are halved no more', plate, box(1, 1, 1), at(0.1, 0.1, -0.5), 9, 10, 0, 2],
  ];
  test.each(someOf(cases, 2, 0))('of %s', async (_, bone, tool, pose, resolution, within, inside, turn) => {
    const total = { ...NO_COUNTS };
    for (const reach of someOf([0, 0.1, 0.7], 3, turn))
      add(total, await check(regionScene(bone, tool, [pose], { reach }), resolution));
    expect(total.within).toBeGreaterThanOrEqual(longRun(within, within / 4));
    expect(total.inside).toBeGreaterThanOrEqual(longRun(inside, inside / 4));
    expect(total.undecided).toBeLessThanOrEqual(0.02 * total.rows);
    expect(total.rows).toBeLessThanOrEqual(1.1 * total.rowsOfCpu);
  });

  test.each(someOf([0, 1], 2, 0))('of long and thin faces, case %d', async (k) => {
    const prism = {
      positions: [0, 0, 0, 8, 0.3, 0, 0.1, 0.5, 0, 0.2, 0.4, 0.6],
      faces: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
    };
    const [bone, tool, pose] = [
      [box(9, 1, 0.4), prism, at(0.5, 0.3, 0.2)],
      [prism, torus(12, 5, 1, 0.4), at(3, 0.2, 0.3)],
    ][k] as [Shape, Shape, number[]];
    const counts = await check(regionScene(bone, tool, [pose], { reach: 0.05 }), 0.25);
    expect(counts.within).toBeGreaterThan(50);
    expect(counts.inside).toBeGreaterThan(10);
    expect(counts.rows).toBeLessThanOrEqual(1.1 * counts.rowsOfCpu);
  });

  const places: [scale: number, offset: number][] = [
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ];
  test.each(someOf(places, 3, 0))(
    'of faces of many sizes under several poses, at scale %d, offset %d (seed 95)',
    async (scale, offset) => {
      const random = mulberry32(95);
      const total = { ...NO_COUNTS };
      for (const reach of someOf([0, 0.02, 0.2], 3, 1)) {
        const bone = tetrahedra(random, 20, scale, offset, 1);
        const tool = tetrahedra(random, 11, scale, 0, 2);
        const poses = Array.from({ length: 5 }, () =>
          rigidPose(random, scale).map((x, i) => (i > 11 && i < 15 ? x + offset : x)),
        );
        add(total, await check(regionScene(bone, tool, poses, { reach: reach * scale }), 0.3 * scale));
      }
      expect(total.within).toBeGreaterThan(longRun(500, 125));
      expect(total.near).toBeLessThan(1.5 * total.within);
      expect(total.rows).toBeLessThanOrEqual(1.1 * total.rowsOfCpu);
    },
  );

  test('of a skull or its vault and a saw, and of the bone once cut (seed 96)', async () => {
    const random = mulberry32(96);
    const { center, radius } = skullVaultSphere;
    const bone = longRun(1, 0) === 1 ? phantom(5000) : move(sphere(3, radius), center);
    const tool = makeDataset('saw-blade', { faces: longRun(1500, 500) });
    const path = cuttingPath({ poses: 13 });
    const poses = [5, 7].slice(longRun(0, 1)).map((k) => path.subarray(16 * k, 16 * k + 16));
    const total = { ...NO_COUNTS };
    for (const edit of [
      undefined,
      (body: RegionScene['bone']) => {
        const removed = liveFaces(body).filter(() => random() < 0.2);
        const corners = Float64Array.from({ length: 9 * 20 }, (_, i) => body.positions[i % 9] + 3 * signed(random));
        body.apply(Uint32Array.from(removed), corners, Uint32Array.from({ length: 60 }, (_, i) => body.vertexCount + i)); // biome-ignore format: one call
      },
    ])
      add(total, await check(regionScene(bone, tool, poses, { reach: 0.5, edit }), 3));
    expect(total.within).toBeGreaterThan(longRun(300, 50));
    expect(total.rows).toBeLessThanOrEqual(1.1 * total.rowsOfCpu);
  });

  test('where no ray decides the side: they are there, and undecided', async () => {
    // The box’s upper face lies in the plane of a face of the tool, as do rays that enter it behind a corner.
    const positions = [0, 0, 0, 3, 0, 0, 0, 3, 0, 0.5, 0.5, 0.5];
    const tool = { positions, faces: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] };
    const counts = await check(regionScene(box(8, 8, 8), tool, [at(2.1, 2.2, 8)], { reach: 0.1 }), 0.3);
    expect(counts.undecided).toBeGreaterThan(10);
  });

  test('of faces that were left undecided are those that lie inside', async () => {
    const given = regionScene(box(8, 8, 8), sphere(2, 2), [at(4, 4.1, 8.13), at(4, 4.1, 4.2)], { reach: 0.1 });
    const scene = dividedScene(given, longRun(0.6, 1.2));
    const regions = await regionsOf(scene);
    const first = await answerSubdivision(gpu, scene, regions);
    expect(first.rows.filter(({ inside }) => inside === 1).length).toBeGreaterThan(longRun(500, 125));
    // Every face without candidates, inside or outside.
    const undecided = regions.candidates.map((bits, word) => {
      const [boneWords, toolWords] = scene.bitmapWords;
      const local = word % (boneWords + toolWords);
      const [count, before] = local < boneWords ? [scene.bone.faceCount, 0] : [scene.tool.faceCount, boneWords];
      const left = count - 32 * (local - before);
      return ~bits & (left < 32 ? 2 ** left - 1 : -1);
    });
    const inside = new Uint32Array(undecided.length);
    expect(await answerSubdivision(gpu, scene, { ...regions, inside, undecided })).toMatchObject({
      rows: first.rows,
    });
  });

  test('only of the sides that are wanted', async () => {
    for (const sides of [0, 1, 2]) {
      const scene = regionScene(box(4, 4, 4), sphere(2, 1), [at(2, 2.1, 4)], { reach: 0.1 });
      scene.scene[AT.sides] = sides;
      expect((await check(scene, longRun(0.5, 1))).rows > 0).toBe(sides !== 0);
    }
  });

  const several = (poseCount: number) => {
    const random = mulberry32(97);
    const poses = Array.from({ length: poseCount }, () => rigidPose(random, 1));
    const given = regionScene(tetrahedra(random, 41, 1, 0, 1), tetrahedra(random, 13, 1, 0, 1), poses, { reach: 0.05 });
    return dividedScene(given, 0.4);
  };

  test('if there is no room for them the totals say so (seed 97)', async () => {
    const scene = several(longRun(7, 3));
    const regions = await regionsOf(scene);
    const first = await answerSubdivision(gpu, scene, regions);
    expect(deepestOf(scene)).toBeGreaterThan(1);
    expect(first.rows.length).toBeGreaterThan(longRun(1000, 400));
    expect(Math.max(...first.rowTotals, ...first.nearTotals)).toBeLessThan(ENOUGH);
    const rooms = [
      { rowCapacity: 1, nearCapacity: 1 },
      { rowCapacity: longRun(999, 399), nearCapacity: ENOUGH },
      { rowCapacity: ENOUGH, nearCapacity: first.nearTotals[0] - 1 },
    ];
    for (let room of rooms)
      for (let turns = 0; ; turns++) {
        const answer = await answerSubdivision(gpu, scene, regions, room);
        const rowCapacity = Math.max(room.rowCapacity, ...answer.rowTotals);
        const nearCapacity = Math.max(room.nearCapacity, ...answer.nearTotals);
        if (rowCapacity === room.rowCapacity && nearCapacity === room.nearCapacity) {
          expect(turns).toBeGreaterThan(0);
          expect(answer).toEqual(first);
          break;
        }
        room = { rowCapacity, nearCapacity };
      }
  });

  // A software adapter compiles the kernels anew.
  inLong(() =>
    test('are the same in workgroups of 64 and 32 (seed 97)', async () => {
      const scene = several(7);
      const regions = await regionsOf(scene);
      const first = await answerSubdivision(gpu, scene, regions);
      expect(await answerSubdivision(gpu, scene, regions, { workgroupSize: 32 })).toEqual(first);
    }),
  );

  test('of no pose that brings anything near are none', async () => {
    const scene = regionScene(sphere(2, 4), sphere(1, 0.1), [at(0.1, 0.2, 3.5), at(3.9, 3.9, 0.1)], { reach: 0.01 });
    scene.scene[AT.sides] = 1;
    expect(await check(scene, 0.5)).toEqual({ ...NO_COUNTS, rowsOfCpu: 0 });
  });
});
