// cuttableBoneFromVolume: crossings and signs against the spec's own interpolation, edge by edge; the bound against
// solids in closed form; what is kept, which walls are reported, what is refused.

import { describe, expect, test } from '@jest/globals';
import {
  boneFromVolume,
  type CuttableBone,
  type CuttableVolumeOptions,
  cuttableBoneFromVolume,
  inspectMesh,
  selfIntersections,
} from '#kerf';
import { ballPlan } from '#harness/ball-surface.ts';
import { distancesTo, surfacePoints } from '#harness/exact-solids.ts';
import { asyncRefusal } from '#harness/io-errors.ts';
import { nrrdBytes } from '#harness/io-nrrd.ts';
import { sampled, type VolumePlan } from '#harness/io-volumes.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { testWithData } from '#harness/real-data.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';
import { WatchedThreads } from '#harness/watched-threads.ts';

const ISO = 300;
const SEED = 2026;
const PARTS = 2 ** 16;
/** Samples on an edge, to see whether it leaves its side. */
const SAMPLES = 16;
/** By plan. */
const files = new WeakMap<VolumePlan, Uint8Array>();
function source(plan: VolumePlan) {
  const bytes = files.get(plan) ?? nrrdBytes(plan, { type: 'double' });
  files.set(plan, bytes);
  return { bytes, format: 'nrrd', name: 'test' } as const;
}
const cuttable = (plan: VolumePlan, options: Partial<CuttableVolumeOptions> = {}) =>
  cuttableBoneFromVolume(source(plan), { isoValue: ISO, cell: 1, ...options });

/** Slanted, unevenly spaced, mirrored or not. */
function slanted(
  dimensions: readonly [number, number, number],
  mirror: boolean,
  value: VolumePlan['value'],
): VolumePlan {
  const sign = mirror ? -1 : 1;
  const frame = [1.2 * 0.6, -0.9 * 0.8, 0, -7.03, 1.2 * 0.8, 0.9 * 0.6, 0, 3.01, 0, 0, sign * 1.5, sign * -11.07];
  return { dimensions, frame, value };
}

/** The same samples along the frame's axes. */
function upright({ dimensions, value }: VolumePlan): VolumePlan {
  return { dimensions, frame: [1.1, 0, 0, 0.2, 0, 0.9, 0, -0.3, 0, 0, 1.2, 0.1], value };
}

/** Unrelated samples: walls and gaps of all kinds. */
function noise(seed: number, dimensions: readonly [number, number, number], mirror: boolean): VolumePlan {
  const random = mulberry32(seed);
  return slanted(dimensions, mirror, () => ISO + 100 * (random() - 0.5));
}

/** A point → its place among the samples: i, j, k. */
function placeOf({ frame: m }: VolumePlan): (p: readonly number[]) => [number, number, number] {
  const det =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
  return (p) => {
    const [x, y, z] = [p[0] - m[3], p[1] - m[7], p[2] - m[11]];
    return [
      (x * (m[5] * m[10] - m[6] * m[9]) + y * (m[2] * m[9] - m[1] * m[10]) + z * (m[1] * m[6] - m[2] * m[5])) / det,
      (x * (m[6] * m[8] - m[4] * m[10]) + y * (m[0] * m[10] - m[2] * m[8]) + z * (m[2] * m[4] - m[0] * m[6])) / det,
      (x * (m[4] * m[9] - m[5] * m[8]) + y * (m[1] * m[8] - m[0] * m[9]) + z * (m[0] * m[5] - m[1] * m[4])) / det,
    ];
  };
}

/** A point → one number per face of the samples' box and of the crop, negative beyond that face. */
function depthsOf(plan: VolumePlan, crop?: Crop): (p: readonly number[]) => number[] {
  const place = placeOf(plan);
  return (p) => [
    ...place(p).flatMap((at, k) => [at, plan.dimensions[k] - 1 - at]),
    ...(crop === undefined ? [] : p.flatMap((at, k) => [at - crop[2 * k], crop[2 * k + 1] - at])),
  ];
}

/**
 * How far the value at a point is above ISO: by definition, with weights of eight samples; −∞ beyond them and beyond
 * the crop.
 */
function aboveOf(plan: VolumePlan, values: readonly number[], crop?: Crop): (p: readonly number[]) => number {
  const [nx, ny] = plan.dimensions;
  const place = placeOf(plan);
  return (p) => {
    const at = place(p);
    const base = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      if (crop !== undefined && (p[k] < crop[2 * k] || p[k] > crop[2 * k + 1])) return Number.NEGATIVE_INFINITY;
      if (at[k] < 0 || at[k] > plan.dimensions[k] - 1) return Number.NEGATIVE_INFINITY;
      base[k] = Math.min(Math.floor(at[k]), plan.dimensions[k] - 2);
    }
    let value = 0;
    for (let corner = 0; corner < 8; corner++) {
      const bit = [corner & 1, (corner >> 1) & 1, corner >> 2];
      let weight = 1;
      for (let k = 0; k < 3; k++) weight *= bit[k] === 1 ? at[k] - base[k] : 1 - at[k] + base[k];
      value += weight * values[base[0] + bit[0] + nx * (base[1] + bit[1] + ny * (base[2] + bit[2]))];
    }
    return value - ISO;
  };
}

type Crop = readonly [number, number, number, number, number, number];

/** Places of lattice vertices about a bone: low and high, inclusive. */
function latticeAbout(plan: VolumePlan, cell: number): [number[], number[]] {
  const [nx, ny, nz] = plan.dimensions;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
    [0, 4, 8].map(
      (r) =>
        plan.frame[r] * (n & 1) * (nx - 1) +
        plan.frame[r + 1] * ((n >> 1) & 1) * (ny - 1) +
        plan.frame[r + 2] * (n >> 2) * (nz - 1) +
        plan.frame[r + 3],
    ),
  );
  const along = (k: number) => corners.map((corner) => corner[k] / cell);
  return [
    [0, 1, 2].map((k) => Math.floor(Math.min(...along(k))) - 1),
    [0, 1, 2].map((k) => Math.ceil(Math.max(...along(k))) + 1),
  ];
}

/** Whether each vertex of the lattice is inside; one vertex more than `latticeAbout` along each axis. */
function sidesOf(plan: VolumePlan, cell: number, isInside: (p: readonly number[]) => boolean): boolean[] {
  const [low, high] = latticeAbout(plan, cell);
  const sides: boolean[] = [];
  for (let k = low[2]; k <= high[2] + 1; k++)
    for (let j = low[1]; j <= high[1] + 1; j++)
      for (let i = low[0]; i <= high[0] + 1; i++) sides.push(isInside([i * cell, j * cell, k * cell]));
  return sides;
}

/** Every edge of the lattice: its lower end, mm, its axis, and whether its ends are inside. */
function eachEdge(
  plan: VolumePlan,
  cell: number,
  sides: readonly boolean[],
  visit: (point: number[], axis: number, from: boolean, to: boolean) => void,
): void {
  const [low, high] = latticeAbout(plan, cell);
  const [nx, ny] = [0, 1].map((k) => high[k] - low[k] + 2);
  for (let k = low[2]; k <= high[2]; k++)
    for (let j = low[1]; j <= high[1]; j++)
      for (let i = low[0]; i <= high[0]; i++) {
        const at = i - low[0] + nx * (j - low[1] + ny * (k - low[2]));
        for (const [axis, step] of [1, nx, nx * ny].entries())
          visit([i * cell, j * cell, k * cell], axis, sides[at], sides[at + step]);
      }
}

const along = (point: readonly number[], axis: number, way: number) => point.map((x, k) => (k === axis ? x + way : x));

/** Vertices of the mesh within edges of the lattice, each with its edge's axis. */
function edgeVertices({ mesh, cell }: CuttableBone): { point: number[]; axis: number }[] {
  const found: { point: number[]; axis: number }[] = [];
  for (let n = 0; n < mesh.positions.length; n += 3) {
    const point = Array.from(mesh.positions.subarray(n, n + 3));
    const off = [0, 1, 2].filter((k) => !Number.isInteger(point[k] / cell));
    if (off.length === 1) found.push({ point, axis: off[0] });
  }
  return found;
}

const plans = [
  ['a turned ball', ballPlan(ISO), longRun(1, 1.5)],
  ['a turned ball, mirrored', ballPlan(ISO, { mirror: true }), longRun(0.75, 1)],
  ['noise', noise(SEED, [7, 6, 5], false), longRun(0.375, 0.5)],
  ['noise, mirrored, cells of two samples', noise(SEED + 1, [12, 9, 8], true), 2],
  // Crop planes between the samples' planes, two of them closer together than a cell.
  ['noise, cropped', upright(noise(SEED + 2, [26, 22, 7], false)), 1.25, [1.37, 25.71, -99, 99, 3.21, 4.19]],
] as const satisfies readonly (readonly [string, VolumePlan, number, Crop?])[];
splitCases<(typeof plans)[number]>(plans, [1, 3], (some) =>
  describe.each(some)('%s', (name, plan, cell, crop?: Crop) => {
    const values = sampled(plan);
    const same: VolumePlan = { ...plan, value: nextOf(values) };
    const above = aboveOf(plan, values, crop);
    const isInside = (p: readonly number[]) => above(p) >= 0;
    const depths = depthsOf(plan, crop);
    const sides = () => sidesOf(plan, cell, isInside);
    let once: Promise<CuttableBone> | undefined;
    const made = () => {
      once ??= cuttable(same, { cell, largest: false, crop });
      return once;
    };

    test(`each edge of the lattice whose ends differ has one vertex, within one part of a crossing (seed ${SEED})`, async () => {
      const bone = await made();
      expect(bone.cell).toBe(cell);
      const vertices = edgeVertices(bone);
      const step = cell / PARTS;
      const isCrossing = ({ point, axis }: (typeof vertices)[number]) =>
        new Set([-2, -1, 0, 1, 2].map((parts) => isInside(along(point, axis, parts * step)))).size === 2;
      expect(vertices.filter((vertex) => !isCrossing(vertex))).toEqual([]);
      let crossed = 0;
      eachEdge(plan, cell, sides(), (_point, _axis, from, to) => {
        if (from !== to) crossed++;
      });
      expect(vertices.length).toBe(crossed);
      expect(crossed).toBeGreaterThan(100);
      expect(inspectMesh(bone.mesh)).toMatchObject({
        closed: true,
        oriented: true,
        manifold: true,
        degenerateFaces: 0,
      });
      expect(selfIntersections(bone.mesh)).toHaveLength(0);
    });

    if (name.startsWith('noise'))
      test(`thinWalls counts the edges that leave their side and come back (seed ${SEED})`, async () => {
        const bone = await made();
        let seen = 0;
        eachEdge(plan, cell, sides(), (point, axis, side, other) => {
          if (other !== side) return;
          // All of an edge is beyond a face that both of its ends are beyond.
          const [from, to] = [point, along(point, axis, cell)].map(depths);
          if (from.some((depth, face) => depth < 0 && to[face] < 0)) return;
          const at = (share: number) => above(along(point, axis, share * cell));
          const coarse = Array.from({ length: SAMPLES + 1 }, (_, n) => at(n / SAMPLES));
          const isDip = (n: number) => [n - 1, n + 1].every((m) => !(Math.abs(coarse[m]) < Math.abs(coarse[n])));
          const isAcross = coarse.some(
            (value, n) =>
              value >= 0 !== side ||
              (isDip(n) &&
                Array.from({ length: 2 * SAMPLES }, (_, m) => (n - 1 + m / SAMPLES) / SAMPLES)
                  .filter((share) => share > 0 && share < 1)
                  .some((share) => at(share) >= 0 !== side)),
          );
          if (isAcross) seen++;
        });
        console.info(`thin walls: ${bone.thinWalls}, by sampling ${seen}`);
        // Neither count sees walls thinner than a part in 256 of an edge.
        expect(bone.thinWalls).toBe(seen);
      });
  }),
);

splitCases([false, true], [1], (sides) =>
  describe.each(sides)('the part of a slanted box on one side of a plane, mirrored: %p', (mirror) => {
    // Through the box's middle: half of the box, whatever the plane's direction. A linear value is interpolated
    // exactly.
    const dimensions = [14, 10, 8] as const;
    const { frame } = slanted(dimensions, mirror, () => 0);
    const middle = [0, 4, 8].map(
      (r) => frame[r + 3] + [0, 1, 2].reduce((sum, k) => sum + (frame[r + k] * (dimensions[k] - 1)) / 2, 0),
    );
    const slope = [31.7, -22.9, 17.3];
    const plan = slanted(dimensions, mirror, (x, y, z) =>
      [x, y, z].reduce((sum, at, k) => sum + slope[k] * (at - middle[k]), ISO),
    );
    const half = (1.2 * 0.9 * 1.5 * 13 * 9 * 7) / 2;

    splitCases([1.5, 0.75, 0.4], [0], (cells) =>
      test.each(cells)(`cell %s mm: the surface within the bound, both ways (seed ${SEED})`, async (cell) => {
        const random = mulberry32(SEED);
        const { mesh: exact } = await boneFromVolume(source(plan), { isoValue: ISO });
        // Coordinates below 64 mm, rounded a few times each.
        const rounding = 64 * 2 ** -48;
        const { area, volume } = inspectMesh(exact);
        expect(Math.abs(volume - half)).toBeLessThan(area * rounding);
        const { mesh, bound } = await cuttable(plan, { cell });
        expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, components: 1 });
        expect(Math.abs(inspectMesh(mesh).volume - half)).toBeLessThan(area * bound);
        for (const [from, to] of [
          [mesh, exact],
          [exact, mesh],
        ]) {
          const points = surfacePoints(from, longRun(20_000, 2000), random);
          const farthest = distancesTo(to, points).reduce((a, b) => Math.max(a, b));
          expect(farthest).toBeLessThanOrEqual(bound + rounding);
        }
      }),
    );
  }),
);

describe('balls of 6 and 3 mm; in the larger one a cavity of 3 mm, and in that a speck of 1.2 mm', () => {
  const ball = (x: number, y: number, z: number, [a, b, c]: readonly number[], radius: number) =>
    100 * (radius - Math.hypot(x - a, y - b, z - c));
  const large = [10, 10, 10];
  const value = (x: number, y: number, z: number) => {
    const shell = Math.min(ball(x, y, z, large, 6), -ball(x, y, z, large, 3));
    return ISO + Math.max(shell, ball(x, y, z, large, 1.2), ball(x, y, z, [21, 9, 11], 3));
  };
  const frame = [0.5, 0, 0, 0.13, 0, 0.5, 0, 0.17, 0, 0, 0.5, 0.11];
  const plan: VolumePlan = { dimensions: [52, 36, 38], frame, value };
  const ballOf = (radius: number) => (4 / 3) * Math.PI * radius ** 3;

  test('the largest, filled', async () => {
    const { mesh } = await cuttable(plan, { cell: 0.5 });
    const { components, volume } = inspectMesh(mesh);
    expect(components).toBe(1);
    expect(Math.abs(volume / ballOf(6) - 1)).toBeLessThan(0.02);
  });

  inDeep(() =>
    test('all of them, where asked for', async () => {
      const bone = await cuttable(plan, { cell: 0.5, largest: false });
      const { components, volume } = inspectMesh(bone.mesh);
      expect(components).toBe(4);
      expect(Math.abs(volume / (ballOf(6) - ballOf(3) + ballOf(1.2) + ballOf(3)) - 1)).toBeLessThan(0.02);
    }),
  );

  test('a crop ends the bone in its planes; a frame turns it', async () => {
    const crop = [6.3, 12.2, -99, 10.6, -99, 99];
    const vertices = edgeVertices(await cuttable(plan, { cell: 0.5, crop }));
    // To one part of a cell, and to the decimals in the file's header.
    const off = 0.5 / PARTS + 1e-9;
    const places = (k: number) => vertices.map(({ point }) => point[k]);
    expect(Math.abs(Math.min(...places(0)) - 6.3)).toBeLessThanOrEqual(off);
    expect(Math.abs(Math.max(...places(0)) - 12.2)).toBeLessThanOrEqual(off);
    expect(Math.abs(Math.max(...places(1)) - 10.6)).toBeLessThanOrEqual(off);
    const turned = await cuttable(plan, { cell: 1, frame: 'RAS' });
    const own = await cuttable(plan, { cell: 1, frame: 'LPS' });
    const [ras, lps] = [turned, own].map((bone) => inspectMesh(bone.mesh).bounds);
    for (const k of [0, 1]) expect(Math.abs(ras.min[k] + lps.max[k])).toBeLessThan(0.5);
    expect(turned.mesh.frame ?? null).toBe(own.mesh.frame ?? null);
  });
});

test.each([
  [false, 1.5],
  [true, 0.4],
])('a volume that is all bone, mirrored: %p, cell %s mm: the box of its samples', async (mirror, cell) => {
  const plan = slanted([11, 9, 7], mirror, () => ISO + 1);
  const { mesh, bound } = await cuttable(plan, { cell });
  const [a, b, c] = [1.2 * 10, 0.9 * 8, 1.5 * 6];
  const { closed, oriented, manifold, volume } = inspectMesh(mesh);
  expect([closed, oriented, manifold]).toEqual([true, true, true]);
  // A surface within `bound` of the box's lies between the boxes that are smaller and larger by this on each side.
  const between = [-bound, bound].map((way) => (a + 2 * way) * (b + 2 * way) * (c + 2 * way));
  expect(volume).toBeGreaterThanOrEqual(between[0]);
  expect(volume).toBeLessThanOrEqual(between[1]);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
    [0, 4, 8].map(
      (r) =>
        plan.frame[r + 3] +
        plan.frame[r] * 10 * (n & 1) +
        plan.frame[r + 1] * 8 * ((n >> 1) & 1) +
        plan.frame[r + 2] * 6 * (n >> 2),
    ),
  );
  for (const k of [0, 1, 2]) {
    const exact = corners.map((corner) => corner[k]);
    const found = Array.from(mesh.positions).filter((_, n) => n % 3 === k);
    expect(found.reduce((x, y) => Math.min(x, y))).toBeGreaterThanOrEqual(Math.min(...exact) - bound);
    expect(found.reduce((x, y) => Math.max(x, y))).toBeLessThanOrEqual(Math.max(...exact) + bound);
  }
});

inDeep(() =>
  test('a worker makes the bone that this thread makes, and reports its progress', async () => {
    const watched = new WatchedThreads();
    try {
      // Two balls of 4 mm, so far apart that their box would be a bone that is worth a worker.
      const about = (p: readonly number[], at: number) => 4 - Math.hypot(...p.map((x) => x - at));
      const plan: VolumePlan = {
        dimensions: [28, 28, 28],
        frame: [1.5, 0, 0, 0.13, 0, 1.5, 0, 0.17, 0, 0, 1.5, 0.11],
        value: (...p) => ISO + 100 * Math.max(about(p, 6), about(p, 34)),
      };
      const shares: number[] = [];
      const there = await cuttable(plan, { cell: 0.35, onProgress: (share) => shares.push(share) });
      expect(watched.all).toHaveLength(1);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.at(-1)).toBe(1);
      watched.onAsked = ({ worker }) => void worker.terminate();
      const here = await cuttable(plan, { cell: 0.35 });
      expect(Buffer.from(there.save()).equals(Buffer.from(here.save()))).toBe(true);
      expect(there.thinWalls).toBe(here.thinWalls);
    } finally {
      watched.stop();
    }
  }),
);

test('refused, each by its name', async () => {
  const plan = ballPlan(ISO);
  const refused = (options: object) => asyncRefusal(cuttable(plan, options));
  expect(await refused({ isovalue: 1 })).toBe('UNKNOWN_OPTION');
  expect(await refused({ isoValue: Number.NaN })).toBe('BAD_ISO_VALUE');
  expect(await refused({ isoValue: 1e6 })).toBe('EMPTY_MESH');
  expect(await refused({ cell: 0 })).toBe('BAD_CELL');
  expect(await refused({ cell: 1e-5 })).toBe('CELL_TOO_SMALL');
  expect(await refused({ cell: 500 })).toBe('EMPTY_MESH');
  expect(await refused({ largest: 1 })).toBe('BAD_FLAG');
  expect(await refused({ crop: [1, 0, 0, 1, 0, 1] })).toBe('BAD_CROP');
  expect(await refused({ frame: 'lps' })).toBe('BAD_FRAME');
  expect(await refused({ onProgress: 5 })).toBe('WRONG_TYPE');
  expect(await asyncRefusal(cuttableBoneFromVolume('absent.nii', { isoValue: 1, cell: 1 }))).toBe('UNREADABLE');
  expect(await asyncRefusal(cuttableBoneFromVolume(5 as never, { isoValue: 1, cell: 1 }))).toBe('WRONG_TYPE');
});

inDeep(() =>
  testWithData(
    ['headsq/headsq.vti'],
    'each vertex of its marching cubes, a point of the exact surface, is within the bound of the bone that can be cut',
    async (path) => {
      // mm: the head is some 200 wide, 200 long and 138 high.
      const options = { isoValue: 1150.37, crop: [0, longRun(300, 100), 0, 300, longRun(0, 70), 300] };
      const { mesh: exact } = await boneFromVolume(path, options);
      const { mesh, bound, thinWalls } = await cuttableBoneFromVolume(path, { ...options, cell: 2 });
      expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, components: 1 });
      const far = distancesTo(mesh, Float64Array.from(exact.positions)).filter((distance) => distance > bound).length;
      console.info(`${far} of ${exact.positions.length / 3} vertices beyond the bound, ${thinWalls} thin walls`);
      expect(far).toBeLessThanOrEqual(thinWalls);
    },
    120_000,
  ),
);

/** Returns values one by one, in the order in which samples are requested. */
function nextOf(values: readonly number[]): VolumePlan['value'] {
  let at = 0;
  return () => values[at++ % values.length];
}
