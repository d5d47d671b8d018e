// The doors of a surface: batches, an index in place of a mesh, rays of every length, and nonsense.

import { describe, expect, test } from '@jest/globals';
import { buildIndex, createMesh, createSurface, type SurfaceQueries } from '#kerf';
import { mulberry32 } from '#harness/random.ts';
import { cornersOf, pointAbout, rayAbout, raySurfaces } from '#harness/ray-cases.ts';
import { cube } from '#harness/degenerate-bodies.ts';

const SEED = 5403;
const random = mulberry32(SEED);
const surfaces = raySurfaces(random);

test(`batches, an index and any order of questions give the same answers (seed ${SEED})`, async () => {
  for (const { mesh } of surfaces) {
    const corners = cornersOf(mesh);
    const [surface, other] = [
      createSurface(mesh),
      createSurface(await buildIndex(createMesh(mesh.positions, mesh.faces))),
    ];
    const points = Array.from({ length: 60 }, (_, n) => pointAbout(corners, random, n));
    const rays = Array.from({ length: 60 }, () => rayAbout(corners, random));
    const singly = points.map((point) => surface.nearestPoint(point)!);
    const hits = rays.map((ray) => surface.raycast(ray.slice(0, 3), ray.slice(3)));
    const backward = [...rays.keys()].reverse().map((i) => other.raycast(rays[i].slice(0, 3), rays[i].slice(3)));
    expect(backward.reverse()).toEqual(hits);
    expect([...points].reverse().map((point) => other.nearestPoint(point))).toEqual([...singly].reverse());
    for (const asked of [surface, other]) {
      const nearest = await asked.nearestPoints(points.flat(), { backend: 'cpu' });
      expect([...nearest.distance]).toEqual(singly.map(({ distance }) => distance));
      expect([...nearest.face]).toEqual(singly.map(({ face }) => face));
      expect([...nearest.point]).toEqual(singly.flatMap(({ point }) => [...point]));
      const cast = await asked.raycasts(rays.flat(), { backend: 'cpu' });
      expect([...cast.face]).toEqual(hits.map((hit) => hit?.face ?? -1));
      expect([...cast.distance]).toEqual(hits.map((hit) => hit?.distance ?? Number.POSITIVE_INFINITY));
    }
  }
});

test(`by a GPU, the same bytes as by the CPU (seed ${SEED})`, async () => {
  for (const { mesh } of surfaces) {
    const corners = cornersOf(mesh);
    const surface = createSurface(mesh);
    const points = Array.from({ length: 90 }, (_, n) => pointAbout(corners, random, n)).flat();
    const rays = Array.from({ length: 90 }, () => rayAbout(corners, random)).flat();
    for (const ask of ['nearestPoints', 'raycasts'] as const) {
      const given = ask === 'raycasts' ? rays : points;
      const [cpu, gpu] = [
        await surface[ask](given, { backend: 'cpu' }),
        await surface[ask](given, { backend: 'webgpu' }),
      ];
      expect(gpu).toEqual(cpu);
    }
  }
});

describe('a cube of 2 mm about the origin', () => {
  const surface = createSurface(cube(-1, 1));

  test('a ray of any length is its way alone', () => {
    for (const length of [1, 2 ** -1070, 2 ** -1074, 2 ** 1000, 2 ** 1023]) {
      const hit = surface.raycast([-3, 0.25, 0.5], [length, 0, 0]);
      expect(hit).toEqual({ distance: 2, point: Float64Array.of(-1, 0.25, 0.5), face: hit?.face, entering: true });
    }
    const [small, large] = [1e-320, Number.MAX_VALUE].map((length) => surface.raycast([-3, 0.25, 0.5], [length, 0, 0]));
    for (const hit of [small, large]) expect(Math.abs(hit!.distance - 2)).toBeLessThan(3 * 2 ** -40);
    // A component below 2^-1000 of the greatest is none, one above it counts: this ray misses the edge.
    expect(surface.raycast([-3, 1, 0], [1, 2 ** -999, 0])).toBeNull();
    expect(surface.raycast([-3, 1, 0], [1, 2 ** -1001, 0])).toEqual(surface.raycast([-3, 1, 0], [1, 0, 0]));
  });

  test('from inside, from a face, along a face, from far away', () => {
    expect(surface.raycast([0, 0, 0], [0, 0, 3])).toMatchObject({ distance: 1, entering: false });
    expect(surface.raycast([0.5, 0.25, 1], [0, 0, 1])).toMatchObject({ distance: 0, entering: false });
    expect(
      surface.raycastAll([0.5, 0.25, 1], [0, 0, -1]).map(({ distance, entering }) => [distance, entering]),
    ).toEqual([
      [0, true],
      [2, false],
    ]);
    const far = surface.raycast([1e9, 0.25, 0.5], [-1, 0, 0]);
    expect(far).toMatchObject({ distance: 1e9 - 1, entering: true });
    expect(surface.raycast([-1e9, 0.25, 0.5], [-1, 0, 0])).toBeNull();
    expect(surface.raycast([-3, 0, 0], [1, 0, 0], { maxDistance: 1 })).toBeNull();
    expect(surface.lineOfSight([-3, 0, 1], [3, 0, 1])).toBe(false);
    expect(surface.lineOfSight([-3, 0, 1], [-1, 0, 1])).toBe(true);
    expect(surface.lineOfSight([-1, 0, 0], [1, 0, 0])).toBe(true);
    expect(surface.lineOfSight([1, 1, 1], [1, 1, 1])).toBe(true);
  });

  test('a height beside the body is none, above and below it is signed', () => {
    expect(surface.height([5, 0, 0])).toBeNull();
    expect(surface.height([0.25, 0, -7])).toMatchObject({ distance: 8, entering: true });
    expect(surface.height([0.25, 0, 7])).toMatchObject({ distance: -6, point: Float64Array.of(0.25, 0, 1) });
    expect(surface.height([7, 0.25, 0], { axis: [1, 0, 0] })).toMatchObject({ distance: -6 });
    expect(Object.is(surface.height([0.25, 0.5, 1])?.distance, 0)).toBe(true);
  });

  const asks: [string, (surface: SurfaceQueries) => unknown, string, string][] = [
    ['no point', (s) => s.nearestPoint(undefined as never), 'WRONG_TYPE', 'point'],
    ['two coordinates', (s) => s.nearestPoint([1, 2]), 'BAD_LENGTH', '2 numbers'],
    ['NaN', (s) => s.side([0, Number.NaN, 0]), 'NON_FINITE_COORDINATE', 'y of point is NaN'],
    ['beyond the range', (s) => s.signedDistance([0, 0, 2 ** 121]), 'COORDINATE_RANGE', 'z of point'],
    ['a ray of length 0', (s) => s.raycast([0, 0, 0], [0, -0, 0]), 'BAD_DIRECTION', 'direction is [0, 0, 0]'],
    ['an infinite way', (s) => s.raycastAll([0, 0, 0], [0, Infinity, 0]), 'NON_FINITE_COORDINATE', 'y of direction'],
    ['a negative limit', (s) => s.raycast([0, 0, 0], [1, 0, 0], { maxDistance: -1 }), 'BAD_DISTANCE', '-1'],
    ['a limit that is no number', (s) => s.nearestPoint([0, 0, 0], { maxDistance: Number.NaN }), 'BAD_DISTANCE', 'NaN'],
    ['an unknown option', (s) => s.raycast([0, 0, 0], [1, 0, 0], { far: 1 } as never), 'UNKNOWN_OPTION', 'far'],
    ['no axis', (s) => s.height([0, 0, 0], { axis: null as never }), 'WRONG_TYPE', 'axis'],
    ['an axis of 0', (s) => s.height([0, 0, 0], { axis: [0, 0, 0] }), 'BAD_DIRECTION', 'axis'],
    ['texts', (s) => s.lineOfSight(['0', 0, 0] as never, [1, 0, 0]), 'WRONG_TYPE', 'a[0]'],
    ['an infinite end', (s) => s.lineOfSight([0, 0, 0], [Infinity, 0, 0]), 'NON_FINITE_COORDINATE', 'x of b'],
  ];
  test.each(asks)('%s is refused', (_name, ask, code, text) => {
    expect(() => ask(surface)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(text) }));
  });

  test.each([
    ['seven numbers', () => surface.nearestPoints([1, 2, 3, 4]), 'BAD_LENGTH', 'multiple of 3'],
    ['half a ray', () => surface.raycasts([1, 2, 3]), 'BAD_LENGTH', 'multiple of 6'],
    [
      'the second point',
      () => surface.nearestPoints([0, 0, 0, 0, 0, Number.NaN]),
      'NON_FINITE_COORDINATE',
      'z of point 1',
    ],
    ['the second ray', () => surface.raycasts([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]), 'BAD_DIRECTION', 'ray 1'],
    ['a backend', () => surface.raycasts([], { backend: 'gpu' as never }), 'BAD_BACKEND', 'gpu'],
  ])('a batch with %s is refused', async (_name, ask, code, text) => {
    await expect(ask()).rejects.toThrow(expect.objectContaining({ code, message: expect.stringContaining(text) }));
  });

  test('an empty batch is answered', async () => {
    expect(await surface.nearestPoints([])).toEqual({
      distance: new Float64Array(0),
      point: new Float64Array(0),
      face: new Int32Array(0),
    });
  });

  test('what is no surface is refused', () => {
    for (const [given, code] of [
      [undefined, 'MISSING_MESH'],
      [{ positions: [0, 0, 0], faces: [0, 0, 1] }, 'INDEX_OUT_OF_RANGE'],
    ] as const)
      expect(() => createSurface(given as never)).toThrow(expect.objectContaining({ code }));
  });
});
