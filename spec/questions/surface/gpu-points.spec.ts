// Faces that the GPU names for points: every face at the least distance, by exact arithmetic, and few others.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import { createMesh, inspectMesh, type TriangleMesh } from '#kerf';
import { sweptSurface } from '#motion/sphere/swept-surface.ts';
import { pointTriangleSquaredDistance } from '#reference';
import { GpuSurface } from '#surface/gpu-surface.ts';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { specGpu } from '#harness/software-gpu.ts';
import { movedMesh } from '#harness/sphere-sweeps.ts';
import { triangleSoup } from '#harness/exact-rays.ts';

await specGpu();
const SEED = 1731;
type Random = () => number;

interface Nearest {
  /** Every face at the least distance. */
  readonly faces: number[];
  /** mm, up to f64's rounding. */
  readonly distance: number;
}

/** By exact squares, of the faces that f64 does not place farther away by far more than it errs. */
function nearest(positions: Float64Array, faces: Uint32Array, point: Float64Array): Nearest {
  const out = new Float64Array(POINT_TRIANGLE_SIZE);
  const count = faces.length / 3;
  const squares = Float64Array.from({ length: count }, (_, face) => {
    pointTriangle(point, 0, positions, 3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2], out);
    return out[SQUARED];
  });
  const least = squares.reduce((a, b) => Math.min(a, b));
  let most = Math.max(...point.map(Math.abs));
  for (const x of positions) most = Math.max(most, Math.abs(x));
  const limit = (Math.sqrt(least) + 1e-12 * most) ** 2;
  const near = Array.from({ length: count }, (_, face) => face).filter((face) => squares[face] <= limit);
  const exact = near.map((face) =>
    pointTriangleSquaredDistance(
      point,
      [0, 1, 2].flatMap((k) => Array.from(positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3))),
    ),
  );
  const first = exact.reduce((a, b) => (b.compare(a) < 0 ? b : a));
  return { faces: near.filter((_, i) => exact[i].equals(first)), distance: Math.sqrt(first.valueOf()) };
}

const KINDS = ['near', 'about', 'at a corner', 'on an edge', 'on a face', 'over a corner', 'at the middle'] as const;

function pointsAround(mesh: TriangleMesh, random: Random, count: number): Float64Array {
  const { positions, faces } = mesh;
  const { min: low, max: high } = inspectMesh(mesh).bounds;
  const size = Math.max(...high.map((x, k) => x - low[k]));
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const face = Math.floor((random() * faces.length) / 3);
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3));
    const [s, t] = [random(), random()];
    const on = [0, 1, 2].map((k) => a[k] + Math.sqrt(s) * (t * (b[k] - a[k]) + (1 - t) * (c[k] - a[k])));
    const off = (by: number) => on.map((x) => x + by * size * (2 * random() - 1));
    const kind = KINDS[i % KINDS.length];
    let at: ArrayLike<number> = off(1.5);
    if (kind === 'near') at = off(10 ** (-6 * random()));
    else if (kind === 'at a corner') at = a;
    else if (kind === 'on an edge') at = a.map((x, k) => (x + b[k]) / 2);
    else if (kind === 'on a face') at = on;
    else if (kind === 'over a corner') at = a.map((x, k) => x + (x - (low[k] + high[k]) / 2) * random());
    else if (kind === 'at the middle') at = low.map((x, k) => (x + high[k]) / 2);
    points.set(at, 3 * i);
  }
  return points;
}

interface Count {
  ties: number;
  named: number;
  undecided: number;
}

/** Asks for each point without a limit and with one: below its distance, at it, or above it. @throws if one lacks. */
async function count(mesh: TriangleMesh, points: Float64Array): Promise<Count> {
  const surface = await GpuSurface.open(sweptSurface(mesh), { software: true });
  if ('reason' in surface) throw new Error(surface.reason);
  const asked = points.length / 3;
  const [positions, faces] = [Float64Array.from(mesh.positions), Uint32Array.from(mesh.faces)];
  const answers = Array.from({ length: asked }, (_, i) => nearest(positions, faces, points.subarray(3 * i, 3 * i + 3)));
  const share = [0.5, 1 + 2 ** -50, 1.5];
  const limits = Float64Array.from(answers, ({ distance }, i) => distance * share[i % 3]);
  const all = await surface.points(points, new Float64Array(asked).fill(Number.POSITIVE_INFINITY));
  const limited = await surface.points(points, limits);
  surface.dispose();
  const sum = { ties: 0, named: 0, undecided: 0, tested: 0, boxes: 0, none: 0 };
  for (const [i, { faces: tied, distance }] of answers.entries()) {
    const found = all.of(i);
    if (found === null) sum.undecided++;
    sum.named += found?.length ?? 0;
    sum.tested += all.workOf(i).faces;
    sum.boxes += all.workOf(i).boxes;
    if (tied.length > 1) sum.ties++;
    if (limited.of(i)?.length === 0) sum.none++;
    for (const named of distance <= limits[i] ? [found, limited.of(i)] : [found]) {
      const missing = tied.filter((face) => named !== null && !named.includes(face));
      if (missing.length > 0)
        throw new Error(
          `${mesh.name}, point ${i}, ${KINDS[i % KINDS.length]}, ${points.subarray(3 * i, 3 * i + 3).join(' ')}, at most ${limits[i]}: face ${missing} at ${distance} is not among ${named}`,
        );
    }
  }
  const a = (total: number) => (total / asked).toFixed(2);
  console.log(
    `${mesh.name}: ${asked} points, ${sum.ties} ties; a point, ${a(sum.named)} faces named of ${a(sum.tested)} tested, ${a(sum.boxes)} boxes; ${sum.undecided} undecided; ${sum.none} with none within the limit`,
  );
  expect(sum.none).toBeGreaterThan(asked / 10);
  return sum;
}

const ASKED = longRun(1400, 140);
/** Surfaces, the most faces named per point, and the least share of ties. */
const bodies: [TriangleMesh, number, number][] = [
  [box({ size: [20, 16, 12], divisions: 3 }), 4, 0.4],
  [sphere({ radius: 10, subdivisions: 2 }), 4, 0.4],
  [cappedShell({ outerRadius: 70, innerRadius: 64, segments: 16 }), 4, 0.3],
  [triangleSoup(mulberry32(SEED), 300), 1.5, 0],
];

describe('every nearest face is named', () => {
  test.each(bodies.map((body) => [body[0].name, ...body] as const))('%s', async (_, mesh, most, tied) => {
    const sum = await count(mesh, pointsAround(mesh, mulberry32(SEED + 1), ASKED));
    expect(sum.named / ASKED).toBeLessThan(most);
    expect(sum.ties / ASKED).toBeGreaterThanOrEqual(tied);
    // The middle of a sphere has no nearest faces that differ by more than f32 errs.
    expect(sum.undecided / ASKED).toBeLessThan(0.16);
  });
  test.each([
    [1e-3, 0],
    [1e3, 0],
    [1, 1e5],
    [1e-3, 10],
  ])('at scale %d, offset %d', async (scale, offset) => {
    const mesh = movedMesh(bodies[0][0], scale, offset);
    const sum = await count(mesh, pointsAround(mesh, mulberry32(SEED + 2), longRun(700, 63)));
    expect(sum.ties).toBeGreaterThan(longRun(140, 12));
    expect(sum.undecided).toBeLessThan(longRun(35, 4));
  });
  inDeep(() =>
    test('the skull phantom', async () => {
      const mesh = phantom(10_000);
      const asked = longRun(700, 140);
      const sum = await count(mesh, pointsAround(mesh, mulberry32(SEED + 3), asked));
      expect(sum.named / asked).toBeLessThan(5);
    }),
  );
});

describe('far away', () => {
  const ball = sphere({ radius: 10, subdivisions: 2 });
  test('beyond the grid the CPU searches alone, and beyond the limit there is nothing', async () => {
    const surface = await GpuSurface.open(sweptSurface(ball), { software: true });
    if ('reason' in surface) throw new Error(surface.reason);
    const far = [40, 100, 1e4, 1e9, 1e30];
    const points = Float64Array.from(far.flatMap((x) => [0, x, 0]));
    const free = await surface.points(points, new Float64Array(far.length).fill(Number.POSITIVE_INFINITY));
    expect(far.map((_, i) => free.of(i) === null)).toEqual([false, true, true, true, true]);
    const limited = await surface.points(points, new Float64Array(far.length).fill(29));
    expect(far.map((_, i) => limited.of(i)?.length)).toEqual([0, 0, 0, 0, 0]);
    surface.dispose();
  });
});

test('a surface of one point: named, or left to the CPU', async () => {
  const mesh = createMesh([1, 2, 3, 1, 2, 3, 1, 2, 3], [0, 1, 2]);
  const surface = await GpuSurface.open(sweptSurface(mesh), { software: true });
  if ('reason' in surface) throw new Error(surface.reason);
  const points = Float64Array.of(1, 2, 3, 4, 5, 6);
  const found = await surface.points(points, new Float64Array(2).fill(Number.POSITIVE_INFINITY));
  for (const i of [0, 1]) expect(Array.from(found.of(i) ?? [0])).toEqual([0]);
  const rays = await surface.rays(Float64Array.of(0, 2, 3, 1, 0, 0, 0, 2, 3, -1, 0, 0), new Float64Array(2).fill(5));
  expect(Array.from(rays.of(0) ?? [0])).toEqual([0]);
  surface.dispose();
});
