// Faces that the GPU names for rays: every face that a ray first meets, by exact arithmetic over all faces; and few
// others.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import { createMesh, type TriangleMesh } from '#kerf';
import { sweptSurface } from '#motion/sphere/swept-surface.ts';
import { GpuSurface } from '#surface/gpu-surface.ts';
import { firstHit, RAY_KINDS, raysAround, triangleSoup } from '#harness/exact-rays.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { specGpu } from '#harness/software-gpu.ts';
import { movedMesh } from '#harness/sphere-sweeps.ts';

await specGpu();
const SEED = 1730;

async function opened(mesh: TriangleMesh): Promise<GpuSurface> {
  const surface = await GpuSurface.open(sweptSurface(mesh), { software: true });
  if ('reason' in surface) throw new Error(surface.reason);
  return surface;
}

interface Count {
  /** By kind, where rays of all kinds are asked. */
  ofKind: number[];
  hits: number;
  ties: number;
  named: number;
  undecided: number;
  tested: number;
  boxes: number;
}

/**
 * Asks for each ray without a limit and with one: a little before its first hit, at it, or beyond it.
 * @throws if a face is missing.
 */
async function count(mesh: TriangleMesh, rays: Float64Array): Promise<Count> {
  const surface = await opened(mesh);
  const asked = rays.length / 6;
  const hits = Array.from({ length: asked }, (_, i) => firstHit(mesh, rays.subarray(6 * i, 6 * i + 6)));
  const share = [0.9, 1, 1.1, Number.POSITIVE_INFINITY];
  const limits = Float64Array.from(hits, (hit, i) => (hit === null ? 1e3 * (i % 2) : hit.distance * share[i % 4] || 0));
  const free = new Float64Array(asked).fill(Number.POSITIVE_INFINITY);
  const [all, limited] = [await surface.rays(rays, free), await surface.rays(rays, limits)];
  surface.dispose();
  const sum: Count = { ofKind: RAY_KINDS.map(() => 0), hits: 0, ties: 0, named: 0, undecided: 0, tested: 0, boxes: 0 };
  for (const [i, hit] of hits.entries()) {
    const faces = all.of(i);
    if (faces === null) sum.undecided++;
    sum.named += faces?.length ?? 0;
    sum.tested += all.workOf(i).faces;
    sum.boxes += all.workOf(i).boxes;
    if (hit === null) continue;
    sum.hits++;
    sum.ofKind[i % RAY_KINDS.length]++;
    if (hit.faces.length > 1) sum.ties++;
    const isWithin = hit.distance <= limits[i] || hit.distance === 0;
    for (const named of isWithin ? [faces, limited.of(i)] : [faces]) {
      const missing = hit.faces.filter((face) => named !== null && !named.includes(face));
      if (missing.length > 0)
        throw new Error(
          `${mesh.name}, ray ${i}, ${RAY_KINDS[i % RAY_KINDS.length]}, ${rays.subarray(6 * i, 6 * i + 6).join(' ')}, at most ${limits[i]}: face ${missing} at ${hit.distance} is not among ${named}`,
        );
    }
    // Within nine tenths of the way to the first hit there is nothing, unless rounding or a graze leaves it open.
    if (limits[i] < hit.distance) expect(limited.of(i)?.length ?? 0).toBeLessThanOrEqual(faces?.length ?? 13);
  }
  const a = (total: number) => (total / asked).toFixed(2);
  console.log(
    `${mesh.name}: ${asked} rays, ${sum.hits} hits, ${sum.ties} ties; a ray, ${a(sum.named)} faces named of ${a(sum.tested)} tested, ${a(sum.boxes)} boxes; ${sum.undecided} undecided`,
  );
  return sum;
}

const ASKED = longRun(1100, 143);
/** Surfaces, the most faces named per ray, and the kinds of rays some of which hit. */
const bodies: [TriangleMesh, number, number][] = [
  [box({ size: [20, 16, 12], divisions: 3 }), 2.5, 11],
  [sphere({ radius: 10, subdivisions: 2 }), 2.5, 9],
  [cappedShell({ outerRadius: 70, innerRadius: 64, segments: 16 }), 2.5, 9],
  [triangleSoup(mulberry32(SEED), 300), 4, 8],
];

describe('every first hit is named', () => {
  test.each(bodies.map((body) => [body[0].name, ...body] as const))('%s', async (_, mesh, most, kinds) => {
    const sum = await count(mesh, raysAround(mesh, mulberry32(SEED + 1), ASKED));
    expect(sum.hits).toBeGreaterThan(ASKED / 2);
    expect(sum.ofKind.filter((hits) => hits > 0).length).toBeGreaterThanOrEqual(kinds);
    expect(sum.named / ASKED).toBeLessThan(most);
    expect(sum.undecided / ASKED).toBeLessThan(0.05);
  });
  test.each([
    [1e-3, 0],
    [1e3, 0],
    [1, 1e5],
    [1e-3, 10],
  ])('at scale %d, offset %d', async (scale, offset) => {
    const mesh = movedMesh(bodies[0][0], scale, offset);
    const sum = await count(mesh, raysAround(mesh, mulberry32(SEED + 2), longRun(550, 66), 100));
    expect(sum.hits).toBeGreaterThan(longRun(275, 33));
    expect(sum.undecided).toBeLessThan(longRun(28, 4));
  });
  test('from 1e6 mm away; from 1e9 mm f64 is too coarse for the grid, and the CPU casts alone', async () => {
    const [mesh] = bodies[0];
    const asked = longRun(300, 40);
    const [near, far] = [5e4, 5e7].map((away) => {
      const random = mulberry32(SEED + 4);
      const rays = raysAround(mesh, random, RAY_KINDS.length * asked, away);
      return rays.filter((_, i) => RAY_KINDS[Math.floor(i / 6) % RAY_KINDS.length] === 'from far away');
    });
    const sum = await count(mesh, near);
    expect(sum.hits).toBeGreaterThan(asked / 2);
    expect(sum.undecided).toBe(0);
    expect((await count(mesh, far)).undecided).toBe(asked);
  });
  test('none for rays that go away, pass the cube of the grid, or end before the surface', async () => {
    const surface = await opened(bodies[0][0]);
    const away = [[11, 0, 0, 1, 1e-3, 0], [13, 12, 11, 3, 1, 1], [0, 0, 26, 1, 0, 0], [0, 500, 0, 1, 0, 0], [0, 500, 0, 1, 1, 0]]; // biome-ignore format: one line
    const short = [
      [-30, 1, 2, 1, 0, 0],
      [3, 4, -1e4, 0, 0, 1e200],
      [0, 0, 0, 1, 1, 1e-200],
    ];
    const rays = Float64Array.from([...away, ...short].flat());
    const limits = [...away.map(() => Number.POSITIVE_INFINITY), 19.99, 9e3, 5];
    const named = await surface.rays(rays, Float64Array.from(limits));
    surface.dispose();
    expect(limits.map((_, i) => named.of(i)?.length)).toEqual(limits.map(() => 0));
  });
  test('more faces at one corner than can be named: left to the CPU', async () => {
    const rim = Array.from({ length: 20 }, (_, k) => (2 * Math.PI * k) / 20);
    const positions = [0, 0, 1, ...rim.flatMap((angle) => [4 * Math.cos(angle), 4 * Math.sin(angle), 0])];
    const cone = createMesh(
      positions,
      rim.flatMap((_, k) => [0, 1 + k, 1 + ((k + 1) % 20)]),
    );
    const surface = await opened(cone);
    const named = await surface.rays(Float64Array.of(0, 0, 9, 0, 0, -1, 1, 0.1, 9, 0, 0, -1), Float64Array.of(20, 20));
    surface.dispose();
    expect(named.of(0)).toBeNull();
    expect(named.of(1)?.length).toBe(1);
  });
  inDeep(() =>
    test('the skull phantom', async () => {
      const mesh = phantom(10_000);
      const sum = await count(mesh, raysAround(mesh, mulberry32(SEED + 3), longRun(550, 110)));
      expect(sum.hits).toBeGreaterThan(longRun(275, 50));
    }),
  );
});
