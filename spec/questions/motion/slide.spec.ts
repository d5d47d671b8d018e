// Slides of a sphere over small surfaces: free at every time, by the exact oracle; closed forms; orders of corners, far
// origins, scales; refusals. Slides over skulls: slide-oracle.spec.ts.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { buildIndex, createMesh, OptionError, type Slide, slide, type TriangleMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, unitVector } from '#harness/random-geometry.ts';
import { cornersOfPath, SlideJudge, type SlideQuestion } from '#harness/slide-judge.ts';

const SEED = 3001;

function expectRight(mesh: TriangleMesh, question: SlideQuestion, judge = new SlideJudge(mesh)): Slide {
  const found = slide(mesh, question);
  const said = judge.fault(question, found);
  if (said !== '') throw new Error(`${mesh.name}, ${JSON.stringify(question)}: ${said}`);
  return found;
}

/** The two sides of a plane of outlines in z: a strip from z = −9 to 9 over each piece of a line in x and y. */
function strips(...line: readonly (readonly [number, number])[]): TriangleMesh {
  const positions = line.flatMap(([x, y]) => [x, y, -9, x, y, 9]);
  const faces = line.slice(1).flatMap((_, i) => [2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3]);
  return createMesh(Float64Array.from(positions), Uint32Array.from(faces));
}

/** n × n squares, each two faces, their inner corners moved in the plane, in a random pose. */
function tiltedPlane(random: () => number, offset: number, n: number) {
  const x = unitVector(random);
  const other = unitVector(random);
  const cross = (a: readonly number[], b: readonly number[]) =>
    [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
  const normal = cross(x, other).map((c, _, all) => c / Math.hypot(...all));
  const y = cross(normal, x);
  const origin = unitVector(random).map((c) => offset * c);
  const at = (u: number, v: number, w: number) => origin.map((c, k) => c + u * x[k] + v * y[k] + w * normal[k]);
  const positions: number[] = [];
  const faces: number[] = [];
  const moved = () => (random() - 0.5) * (8 / n);
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) positions.push(...at((20 * i) / n - 10 + moved(), (20 * j) / n - 10 + moved(), 0));
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      faces.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
    }
  return { mesh: createMesh(Float64Array.from(positions), Uint32Array.from(faces)), at, normal };
}

/** What slide may leave to a contact, mm, if nothing is farther from the origin than 60 mm: 1024·u·60. */
const OFF = 60 * 2 ** -43;

const apart = (a: ArrayLike<number>, b: ArrayLike<number>) => Math.hypot(...Array.from(a, (x, k) => x - b[k]));

describe('against the exact oracle', () => {
  test.each([
    ['inside a box', box({ size: [20, 16, 12] }), 5, 30],
    ['around a box', box({ size: [20, 16, 12] }), 16, 16],
    ['inside a sphere', sphere({ radius: 10, subdivisions: 2 }), 4, 20],
    ['around a sphere', sphere({ radius: 10, subdivisions: 2 }), 16, 12],
  ])(`%s: free at 1,000 times of each leg and at all between, seed ${SEED}`, (_, mesh, start, reach) => {
    const random = mulberry32(SEED);
    const judge = new SlideJudge(mesh);
    const count = { arrived: 0, stopped: 0, touching: 0, legs: 0 };
    let bent = 0;
    for (let i = 0; i < longRun(400, 24); i++) {
      const from = coordinates(random, 3, start, 0);
      const question = {
        from,
        to: coordinates(random, 3, reach, 0),
        radius: [0, 1e-3, 0.5, 2][i % 4] * (1 + random()),
      };
      const found = expectRight(mesh, question, judge);
      count[found.status]++;
      if (found.path.length > 6) bent++;
      if (i % longRun(1, 4) === 2 % longRun(4, 4)) expect(judge.touchingTimes(question, found, 1000)).toBe(0);
    }
    console.log(`${mesh.name}: ${JSON.stringify(count)}, ${bent} bent`);
    expect(count.arrived).toBeGreaterThan(longRun(40, 3));
    expect(bent).toBeGreaterThan(longRun(40, 3));
  });

  test(`random faces, near the origin and far from it: free, forward, touched where it says, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 1);
    let bent = 0;
    for (let i = 0; i < longRun(600, 60); i++) {
      const offset = [0, 1e3, 1e5][i % 3];
      const count = 2 + (i % 7);
      const mesh = createMesh(
        Float64Array.from(coordinates(random, 9 * count, 4, offset)),
        Uint32Array.from({ length: 3 * count }, (_, k) => k),
      );
      const [from, to] = [coordinates(random, 3, 5, offset), coordinates(random, 3, 5, offset)];
      if (expectRight(mesh, { from, to, radius: [0, 0.01, 0.3][i % 3] * random() }).path.length > 6) bent++;
    }
    expect(bent).toBeGreaterThan(longRun(60, 6));
  });

  test(`a plane of many faces at an angle, its corners rounded: two legs, whatever is crossed, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 2);
    for (let i = 0; i < longRun(60, 12); i++) {
      const { mesh, at, normal } = tiltedPlane(random, [0, 100, 1e5][i % 3], 12);
      const radius = [0.05, 1, 3][i % 3] * (1 + random());
      const [from, to] = [at(-6, -4 * random(), radius + 0.5), at(6, 4 * random(), -3 * random())];
      const found = expectRight(mesh, { from, to, radius });
      expect(found.status).toBe('arrived');
      expect(found.path.length).toBe(9);
      // As far as the plane lets the displacement go: the end is `to`, lifted to the radius along the normal.
      const deep = to.reduce((sum, x, k) => sum + (x - at(0, 0, 0)[k]) * normal[k], 0);
      const wanted = to.map((x, k) => x + (radius - deep) * normal[k]);
      expect(apart(found.end, wanted)).toBeLessThan(2 ** -40 * Math.max(10, ...to.map(Math.abs)));
    }
  });
});

describe('as near as f64 holds places', () => {
  /** The first of places ever farther along w, by units of f64, that is free. */
  function firstFree(judge: SlideJudge, at: (w: number) => number[], w: number, radius: number): number[] {
    for (let n = 0; n < 2000; n++) {
      const place = at(w + n * 2 ** -52 * Math.max(...at(w).map(Math.abs)));
      if (!judge.touches(place, radius)) return place;
    }
    throw new Error('no free place near the plane');
  }

  test(`from a unit off a tilted plane: along it all the same, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 7);
    for (let i = 0; i < longRun(200, 40); i++) {
      const { mesh, at } = tiltedPlane(random, [1, 100, 1e5][i % 3], 4);
      const judge = new SlideJudge(mesh);
      const radius = 0.5 + random();
      const from = firstFree(judge, (w) => at(-4, 0, w), radius, radius);
      const found = expectRight(mesh, { from, to: at(4, random(), radius - random()), radius }, judge);
      expect(found.status).toBe('arrived');
      expect(apart(found.end, from)).toBeGreaterThan(7.9);
    }
  });

  test(`in a tilted slot hardly wider than the sphere, against its end: free, or not moved, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 8);
    let moved = 0;
    for (let i = 0; i < longRun(200, 60); i++) {
      const { at } = tiltedPlane(random, [1, 100][i % 2], 1);
      const radius = 0.5 + random();
      const half = radius + (1 + (i % 12)) * 2 ** -52 * Math.max(...at(0, 0, 0).map(Math.abs), 4);
      const quad = (...corners: [number, number, number][]) =>
        [0, 1, 2, 0, 2, 3].flatMap((k) => at(corners[k][0], corners[k][1], corners[k][2]));
      const positions = [half, -half].flatMap((w) => quad([-9, -9, w], [9, -9, w], [9, 9, w], [-9, 9, w]));
      positions.push(...quad([6, -9, -9], [6, 9, -9], [6, 9, 9], [6, -9, 9]));
      const mesh = createMesh(
        Float64Array.from(positions),
        Uint32Array.from({ length: 18 }, (_, k) => k),
      );
      const found = expectRight(mesh, { from: at(-3, 0, 0), to: at(9, 2 * random(), 0), radius });
      if (found.status !== 'touching' && found.path.length > 3) moved++;
    }
    expect(moved).toBeGreaterThan(longRun(40, 10));
  });
});

describe('closed forms', () => {
  const wall = strips([0, -9], [0, 9]);
  test('along a wall: what the wall leaves of the displacement', () => {
    const found = expectRight(wall, { from: [5, -3, 1], to: [-5, 4, 2], radius: 1.5 });
    expect(found.status).toBe('arrived');
    expect(apart(found.end, [1.5, 4, 2])).toBeLessThan(OFF);
    expect(found.path.length).toBe(9);
    expect(found.contacts).toHaveLength(1);
    expect(found.contacts[0].corner).toBe(1);
    expect(apart(found.contacts[0].normal, [1, 0, 0])).toBeLessThan(1e-12);
  });
  test('head-on, from either side: it stops within rounding of contact', () => {
    for (const side of [1, -1]) {
      const found = expectRight(wall, { from: [5 * side, 0.5, 1], to: [-5 * side, 0.5, 1], radius: 1.5 });
      expect(found.status).toBe('stopped');
      expect(side * found.end[0]).toBeGreaterThan(1.5);
      expect(side * found.end[0]).toBeLessThan(1.5 + OFF);
      expect(Array.from(found.end.slice(1))).toEqual([0.5, 1]);
    }
  });
  test(`all but head-on, where a lift could lead back: forward, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 6);
    let lifted = 0;
    for (let i = 0; i < longRun(400, 80); i++) {
      const { mesh, at } = tiltedPlane(random, [0, 100][i % 2], 2);
      const aside = 10 ** -(4 + 8 * random());
      const found = expectRight(mesh, { from: at(0.1, 0.2, 3), to: at(0.1 + aside, 0.2, -8), radius: 1 + random() });
      if (found.path.length > 6) lifted++;
    }
    expect(lifted).toBeGreaterThan(longRun(40, 8));
  });

  test('a second face met within a few roundings of the first is no farther off than the first', () => {
    const [from, to] = [
      [-2.9297196702100337, 2.5558543670922518, -0.922728986479342],
      [22.532760528847575, -23.656158889643848, 26.39832008164376],
    ];
    // It ends in a corner, where the plane of a side that it slid along goes on as another face.
    expectRight(box({ size: [20, 16, 12] }), { from, to, radius: 0.0011018527748528869 });
  });

  test(`inside a box it ends where each coordinate is nearest to what is asked for, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 3);
    const half = [10, 8, 6];
    const mesh = box({ size: [20, 16, 12] });
    const statuses = new Set<string>();
    for (let i = 0; i < longRun(300, 60); i++) {
      const radius = 0.5 + 3 * random();
      const from = half.map((h) => (2 * random() - 1) * (h - radius - 0.1));
      const to = coordinates(random, 3, 12, 0);
      const found = expectRight(mesh, { from, to, radius });
      const limits = half.map((h) => h - radius);
      const wanted = to.map((x, k) => Math.max(-limits[k], Math.min(limits[k], x)));
      expect(apart(found.end, wanted)).toBeLessThan(2 * OFF);
      // As many planes as coordinates that are held back; three stop it.
      const held = to.filter((x, k) => Math.abs(x) > limits[k]).length;
      expect(new Set(found.contacts.map(({ normal }) => normal.findIndex((x) => Math.abs(x) > 0.5))).size).toBe(held);
      expect(found.status).toBe(held === 3 ? 'stopped' : 'arrived');
      statuses.add(`${found.status} ${held}`);
    }
    expect(statuses.size).toBe(4);
  });
  test('a groove: along the crease, with both planes kept', () => {
    const groove = strips([-9, 9], [0, 0], [9, 9]);
    const found = expectRight(groove, { from: [-0.5, 5, -3], to: [-0.25, -5, 3], radius: 1 });
    expect(found.status).toBe('arrived');
    // Off both planes, which are at right angles.
    expect(apart(found.end, [0, Math.SQRT2, 3])).toBeLessThan(2 * OFF);
    expect(found.contacts.map(({ corner }) => corner)).toEqual([1, 2]);
    const down = expectRight(groove, { from: [-0.5, 5, 2], to: [-0.25, -5, 2], radius: 1 });
    expect(down.status).toBe('stopped');
    expect(apart(down.end, [0, Math.SQRT2, 2])).toBeLessThan(2 * OFF);
  });
  test('a shallow valley: over the crease and up, as far as the second plane leaves the displacement', () => {
    const valley = strips([-20, 0], [0, 0], [20, 5]);
    const found = expectRight(valley, { from: [-12, 3, -3], to: [4, -2, 3], radius: 1 });
    // The floor at share a; the slope where its line, n·x = 1, is met at the height of 1, at share b of what is left.
    const n = [-5, 20].map((x) => x / Math.hypot(5, 20));
    const V = [16, -5, 6];
    const a = (3 - 1) / 5;
    const x = -12 + a * V[0];
    const b = ((1 - n[1]) / n[0] - x) / ((1 - a) * V[0]);
    const left = (1 - a) * (1 - b);
    const into = n[0] * V[0] + n[1] * V[1];
    const end = [x + (1 - a) * b * V[0] + left * (V[0] - into * n[0]), 1 + left * (V[1] - into * n[1]), 3];
    expect(found.status).toBe('arrived');
    expect(found.path.length).toBe(12);
    // The sine of the slope is 0.24: what is left of one plane moves the meeting with the other 4 times as far.
    expect(apart(found.end, end)).toBeLessThan(5 * OFF);
  });
  test('a sharp groove: the two planes’ own slopes would lead back, so it stops', () => {
    const sharp = strips([-9, 90], [0, 0], [9, 90]);
    const found = expectRight(sharp, { from: [0.01, 40, 2], to: [0.02, -40, 2], radius: 1 });
    expect(found.status).toBe('stopped');
    expect(found.end[1]).toBeCloseTo(Math.hypot(9, 90) / 9, 9);
  });
  test('a slot narrower than the sphere stops it, one wider by a unit lets it through', () => {
    const slot = (half: number) => {
      const { positions: a, faces } = strips([0, half], [9, half]);
      const { positions: b } = strips([0, -half], [9, -half]);
      return createMesh(Float64Array.of(...a, ...b), Uint32Array.of(...faces, ...faces.map((i) => i + 4)));
    };
    const through = { from: [-5, 0, 1], to: [20, 0, 1], radius: 1 };
    expect(expectRight(slot(1 + 2 ** -52), through).status).toBe('arrived');
    expect(expectRight(slot(1 + 2 ** -52), through).contacts).toHaveLength(0);
    const tight = expectRight(slot(1), through);
    expect(tight.status).toBe('stopped');
    expect(tight.end[0]).toBeCloseTo(0, 6);
    const narrow = expectRight(slot(0.6), through);
    expect(narrow.status).toBe('stopped');
    // Off both edges, toward which it comes at a sine of 0.8.
    expect(Math.abs(narrow.end[0] + 0.8)).toBeLessThan(2 * OFF);
    expect(narrow.contacts.map(({ normal }) => Math.sign(normal[1])).sort()).toEqual([-1, 1]);
  });
  test('round an edge: past the wall’s end it goes on straight', () => {
    const found = expectRight(strips([0, 0], [0, 9]), { from: [5, 4, 0], to: [-5, -3, 0], radius: 1 });
    expect(found.status).toBe('arrived');
    expect(apart(found.end, [1, -3, 0])).toBeLessThan(OFF);
  });
  test('in contact at the start nothing moves, wherever it leads', () => {
    for (const to of [
      [9, 0, 0],
      [-9, 0, 0],
      [1, 5, 0],
      [1, 0, 0],
    ]) {
      const found = expectRight(wall, { from: [1, 0, 0], to, radius: 1 });
      expect(found.status).toBe('touching');
      expect(found.contacts).toHaveLength(1);
      expect(found.contacts[0].corner).toBe(0);
      expect(Array.from(found.contacts[0].point)).toEqual([0, 0, 0]);
    }
    expect(expectRight(wall, { from: [1 + 2 ** -52, 0, 0], to: [9, 0, 0], radius: 1 }).status).toBe('arrived');
    expect(expectRight(wall, { from: [1 + 2 ** -52, 0, 0], to: [1 + 2 ** -52, 7, 0], radius: 1 }).path.length).toBe(6);
  });
  test('no motion: it has arrived', () => {
    const found = expectRight(wall, { from: [2, 0, 0], to: [2, 0, 0], radius: 1 });
    expect(found.status).toBe('arrived');
    expect(Array.from(found.path)).toEqual([2, 0, 0]);
  });
  test('a point slides on a face, and stops at one without area', () => {
    const found = expectRight(wall, { from: [5, -3, 1], to: [-5, 4, 2], radius: 0 });
    expect(apart(found.end, [0, 4, 2])).toBeLessThan(OFF);
    const line = createMesh(Float64Array.of(0, 0, 0, 4, 0, 0, 8, 0, 0), Uint32Array.of(0, 1, 2));
    const met = slide(line, { from: [7, 0, 5], to: [7, 0, -5], radius: 0 });
    expect(met.status).toBe('stopped');
    expect(met.end[2]).toBeGreaterThan(0);
  });
  test('a long way in a round hollow: its legs are counted', () => {
    const line = Array.from({ length: 400 }, (_, i): [number, number] => {
      const angle = (Math.PI * i) / 399;
      return [-30 * Math.cos(angle), -30 * Math.sin(angle)];
    });
    const found = expectRight(strips(...line), { from: [-27, 0, 0], to: [27, -1, 0], radius: 1 });
    const round = slide(strips(...line), { from: [-28.5, -1, 0], to: [20, -90, 0], radius: 1 });
    expect(found.status).not.toBe('touching');
    expect(round.status).toBe('legs');
    expect(round.path.length).toBe(3 * 65);
  });
});

test(`the end is a start: from there the next slide goes on, seed ${SEED}`, () => {
  const random = mulberry32(SEED + 4);
  const mesh = sphere({ radius: 10, subdivisions: 2 });
  const judge = new SlideJudge(mesh);
  let place: readonly number[] = [0, 0, 0];
  let bent = 0;
  for (let i = 0; i < longRun(400, 60); i++) {
    const way = unitVector(random);
    const question = { from: place, to: place.map((x, k) => x + 6 * way[k]), radius: 1.5 };
    const found = expectRight(mesh, question, judge);
    expect(found.status).not.toBe('touching');
    if (found.contacts.length > 0) bent++;
    place = Array.from(found.end);
  }
  expect(bent).toBeGreaterThan(longRun(200, 20));
});

test(`a scale that is a power of two, an index, another slide before: the same path, seed ${SEED}`, async () => {
  const random = mulberry32(SEED + 5);
  const mesh = sphere({ radius: 10, subdivisions: 2 });
  const index = await buildIndex(mesh);
  for (let i = 0; i < longRun(100, 15); i++) {
    const [from, to] = [coordinates(random, 3, 5, 0), coordinates(random, 3, 20, 0)];
    const first = slide(mesh, { from, to, radius: 1 });
    expect(slide(index, { from, to, radius: 1 })).toEqual(first);
    for (const scale of [2 ** -30, 2 ** 40]) {
      const scaled = createMesh(mesh.positions.map((x) => x * scale), mesh.faces); // biome-ignore format: one
      const [start, end] = [from, to].map((point) => point.map((x) => x * scale));
      const found = slide(scaled, { from: start, to: end, radius: scale });
      expect(found.path.map((x) => x / scale)).toEqual(first.path);
      expect(cornersOfPath(found)).toHaveLength(cornersOfPath(first).length);
    }
    expect(slide(mesh, { from, to, radius: 1 })).toEqual(first);
  }
});

describe('refusals', () => {
  const fine = { from: [0, 0, 0], to: [1, 0, 0], radius: 1 };
  test.each([
    ['a negative radius', { radius: -1 }, 'BAD_RADIUS'],
    ['a radius that is NaN', { radius: Number.NaN }, 'BAD_RADIUS'],
    ['two numbers', { from: [0, 0] }, 'BAD_LENGTH'],
    ['NaN', { to: [0, Number.NaN, 0] }, 'NON_FINITE_COORDINATE'],
    ['light years', { to: [0, 1e40, 0] }, 'COORDINATE_RANGE'],
    ['an option of no one', { epsilon: 0.005 }, 'UNKNOWN_OPTION'],
  ])('%s', (_, wrong, code) => {
    const refusal = expect.objectContaining({ code, name: OptionError.name });
    expect(() => slide(box({ size: [1, 1, 1] }), { ...fine, ...wrong } as never)).toThrow(refusal);
  });
  test('no surface', () => {
    expect(() => slide(undefined as never, fine)).toThrow(expect.objectContaining({ code: 'MISSING_MESH' }));
  });
});

test('at the end of the range, the end of a slide is still a start for the next', () => {
  // A ramp at 22.5° to x, a little aside of the start, that leads a displacement along the diagonal out of the range.
  const far = 2 ** 120;
  const [c, s] = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8)];
  const corners = [
    [-0.1, -0.9],
    [0.98, -0.9],
    [0.98, 0.9],
    [-0.1, 0.9],
  ].flatMap(([t, z]) => [t * far * c - 0.01 * far * s, t * far * s + 0.01 * far * c, z * far]);
  const found = slide(createMesh(corners, [0, 1, 2, 0, 2, 3]), { from: [0, 0, 0], to: [far, far, 0], radius: 1 });
  expect(found.contacts.length).toBeGreaterThan(0);
  for (const x of found.path) expect(Math.abs(x)).toBeLessThanOrEqual(far);
});
