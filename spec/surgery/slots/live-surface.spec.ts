// A surface that changes face by face: random edits, sound and faulty, beside the check of the whole mesh; each fault
// planted; what lies near boxes and lines, by definition; thousands of edits and their undo.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createMesh, inspectMesh, selfIntersections, type TriangleMesh } from '#kerf';
import { faultOf } from '#osteotomy';
import { onGrid } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed, unitVector } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { joined } from '#harness/shells.ts';
import { LiveSurface } from '../../../lib/surgery/slots/live-surface.ts';

type Random = () => number;
type Point = readonly number[];

/** Faces to take out; the corners of those to put in, and their sources. */
interface Edit {
  readonly remove: readonly number[];
  readonly corners: readonly number[];
  readonly sources: readonly number[];
}

const SEED = 90210;
const OPEN = 'would leave a surface open';
const PINCHED = 'would let parts of the surface touch at a corner or an edge';
const FLAT = 'would make faces without an area';
const MEETING = 'would make faces meet that did not';

const ball = sphere({ radius: 10, subdivisions: 3 });
const block = box({ size: [8, 6, 4], divisions: [8, 6, 4] });
const bodies: Readonly<Record<string, () => TriangleMesh>> = {
  'a sphere': () => ball,
  'a sphere in single precision, each face with corners of its own': () => {
    const { positions, faces } = sphere({ radius: 10, subdivisions: 2 });
    const corners = Array.from(faces).flatMap((v) => Array.from(positions.subarray(3 * v, 3 * v + 3)));
    return createMesh(
      Float32Array.from(corners),
      faces.map((_, i) => i),
    );
  },
  'a block, whose faces share planes': () => block,
  'a sphere far from the origin': () => sphere({ radius: 10, center: [3e6, -2e6, 1e6], subdivisions: 3 }),
  'a shell of 0.1 mm': () => joined(ball, turnedOver(sphere({ radius: 9.9, subdivisions: 3 }))),
  'blocks that go through each other': () => joined(block, box({ size: 5, divisions: 5, center: [1.3, 0.4, 2.1] })),
  'blocks that touch at a corner': () => joined([block, box({ size: 4, divisions: 4, center: [6, 5, 4] })], true),
  'blocks that touch along an edge': () => joined([block, box({ size: 4, divisions: 4, center: [6, 5, 0] })], true),
};

function turnedOver({ positions, faces }: TriangleMesh): TriangleMesh {
  return createMesh(positions, faces.toReversed());
}

function liveFaces(live: LiveSurface): number[] {
  return Array.from({ length: live.faces.length / 3 }, (_, face) => face).filter((face) => live.isLive(face));
}

const cornersOf = (live: LiveSurface, face: number): number[] =>
  Array.from(live.faces.values.subarray(3 * face, 3 * face + 3));
const pointOf = (live: LiveSurface, vertex: number): number[] =>
  Array.from(live.positions.values.subarray(3 * vertex, 3 * vertex + 3));

/** Each live face, its source and its corners. */
function stateOf(live: LiveSurface): number[][] {
  return liveFaces(live).map((face) => [face, live.source(face), ...cornersOf(live, face)]);
}

/** The live faces, but for those that an edit takes out, and then those that it puts in. */
function meshAfter(live: LiveSurface, { remove, corners }: Pick<Edit, 'remove' | 'corners'>) {
  const kept = liveFaces(live).filter((face) => !remove.includes(face));
  const faces = [...kept.flatMap((face) => cornersOf(live, face)), ...corners];
  return { kept, mesh: createMesh(live.positions.values.slice(0, live.positions.length), faces) };
}

const liveMesh = (live: LiveSurface): TriangleMesh => meshAfter(live, { remove: [], corners: [] }).mesh;

/** What the check of the whole mesh says of an edit. */
function wholeFault(live: LiveSurface, start: TriangleMesh, edit: Edit): string | null {
  const { kept, mesh } = meshAfter(live, edit);
  const sources = [...kept.map((face) => live.source(face)), ...edit.sources];
  return faultOf(mesh, { sources, isNew: (face) => face >= kept.length }, start);
}

const replace = (live: LiveSurface, { remove, corners, sources }: Edit) =>
  live.replace(remove, corners, (k) => sources[k]);

/** Replaces, and asserts that a refusal has changed nothing, and all else exactly what was asked. */
function refused(live: LiveSurface, edit: Edit): string | null {
  const before = stateOf(live);
  const first = live.faces.length / 3;
  const fault = replace(live, edit);
  const added = edit.sources.map((source, k) => [first + k, source, ...edit.corners.slice(3 * k, 3 * k + 3)]);
  const kept = before.filter(([face]) => !edit.remove.includes(face));
  expect(stateOf(live)).toEqual(fault !== null ? before : [...kept, ...added]);
  return fault;
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)];

function normalOf([a, b, c]: readonly Point[]): number[] {
  const [e, g] = [b, c].map((p) => p.map((x, k) => x - a[k]));
  const n = [0, 1, 2].map((k) => e[(k + 1) % 3] * g[(k + 2) % 3] - e[(k + 2) % 3] * g[(k + 1) % 3]);
  const length = Math.hypot(...n);
  return n.map((x) => x / length);
}

/** A face becomes three that meet above it (or below, for a negative height) at one of its inner points. */
function raised(random: Random, live: LiveSurface, face: number, height: number, source: number): Edit {
  const [a, b, c] = cornersOf(live, face);
  const points = [a, b, c].map((vertex) => pointOf(live, vertex));
  const [u, v, w] = [0.2 + random(), 0.2 + random(), 0.2 + random()];
  const normal = normalOf(points);
  const [x, y, z] = [0, 1, 2].map(
    (k) => (u * points[0][k] + v * points[1][k] + w * points[2][k]) / (u + v + w) + height * normal[k],
  );
  return through(live, face, live.addVertex(x, y, z), source);
}

/** A face becomes three that meet at a vertex. */
function through(live: LiveSurface, face: number, top: number, source: number): Edit {
  const [a, b, c] = cornersOf(live, face);
  return { remove: [face], corners: [a, b, top, b, c, top, c, a, top], sources: [source, source, source] };
}

/** The faces round a vertex come to meet at another place. */
function pulled(live: LiveSurface, face: number, way: Point): Edit {
  const [vertex] = cornersOf(live, face);
  const around: number[] = [];
  const remove = around.slice(0, live.facesAround(vertex, around));
  const [x, y, z] = pointOf(live, vertex).map((at, k) => at + way[k]);
  const moved = live.addVertex(x, y, z);
  const corners = remove.flatMap((one) =>
    cornersOf(live, one).map((v) => (live.weld(v) === live.weld(vertex) ? moved : v)),
  );
  return { remove, corners, sources: remove.map(() => -1) };
}

/** The edge between two faces becomes the one between their other corners. */
function flipped(live: LiveSurface, face: number): Edit {
  const [a, b, c] = cornersOf(live, face).map((vertex) => live.weld(vertex));
  const around: number[] = [];
  const count = live.facesAround(a, around);
  const other = around.slice(0, count).find((one) => {
    const ends = cornersOf(live, one).map((vertex) => live.weld(vertex));
    return ends.some((vertex, k) => vertex === b && ends[(k + 1) % 3] === a);
  }) as number;
  const d = cornersOf(live, other).find((vertex) => live.weld(vertex) !== a && live.weld(vertex) !== b) as number;
  return { remove: [face, other], corners: [a, d, c, d, b, c], sources: [-1, -1] };
}

/** A tetrahedron between vertices, or beside them. */
const tetrahedron = (a: number, b: number, c: number, d: number): Edit => ({
  remove: [],
  corners: [a, c, b, a, b, d, b, c, d, c, a, d],
  sources: [-1, -1, -1, -1],
});

function smallTetrahedron(live: LiveSurface, [x, y, z]: Point, size: number): Edit {
  return tetrahedron(
    live.addVertex(x, y, z),
    live.addVertex(x + size, y, z),
    live.addVertex(x, y + size, z),
    live.addVertex(x, y, z + size),
  );
}

const kinds: Readonly<
  Record<string, (random: Random, live: LiveSurface, face: number, faces: readonly number[]) => Edit>
> = {
  'split, as parts of the face': (random, live, face) => raised(random, live, face, 0, live.source(face)),
  'split, as faces of a cut': (random, live, face) => raised(random, live, face, 0, -1),
  'raised a little': (random, live, face) => raised(random, live, face, 0.05 * random(), -1),
  'sunk, as parts of the face': (random, live, face) => raised(random, live, face, -random(), live.source(face)),
  'sunk, perhaps through a sheet': (random, live, face) => raised(random, live, face, -random(), -1),
  'a spike through the body': (random, live, face) => raised(random, live, face, -30, -1),
  'a vertex pulled a little': (random, live, face) =>
    pulled(
      live,
      face,
      unitVector(random).map((x) => 0.1 * x),
    ),
  'a vertex pulled far': (random, live, face) =>
    pulled(
      live,
      face,
      unitVector(random).map((x) => 3 * x),
    ),
  'an edge flipped': (_random, live, face) => flipped(live, face),
  'a hole': (_random, _live, face) => ({ remove: [face], corners: [], sources: [] }),
  'a face the other way round': (_random, live, face) => ({
    remove: [face],
    corners: cornersOf(live, face).toReversed(),
    sources: [live.source(face)],
  }),
  'the same face again': (_random, live, face) => ({
    remove: [face],
    corners: cornersOf(live, face),
    sources: [live.source(face)],
  }),
  'three faces, two without an area': (_random, live, face) => {
    const [x, y, z] = pointOf(live, cornersOf(live, face)[2]);
    return through(live, face, live.addVertex(x, y, z), -1);
  },
  'up to a vertex elsewhere': (random, live, face, faces) => {
    const [x, y, z] = pointOf(live, cornersOf(live, pick(random, faces))[0]);
    return through(live, face, live.addVertex(x, y, z), -1);
  },
  'a body apart': (random, live) =>
    smallTetrahedron(
      live,
      unitVector(random).map((x) => 40 * x),
      0.1,
    ),
  'a body on an edge': (_random, live, face) => {
    const [a, b] = cornersOf(live, face);
    return { ...tetrahedron(a, b, live.addVertex(50, 0, 0), live.addVertex(50, 1, 0)) };
  },
};

describe('random edits, beside the check of the whole mesh', () => {
  test.each(Object.entries(bodies))(`%s (seed ${SEED})`, (_name, make) => {
    const random = mulberry32(SEED);
    const start = make();
    const live = new LiveSurface(start);
    const wasManifold = inspectMesh(start).manifold;
    const met = selfIntersections(start).length > 0;
    const said = new Map<string | null, number>();
    for (let round = 0; round < longRun(600, 75); round++) {
      const faces = liveFaces(live);
      const edit = pick(random, Object.values(kinds))(random, live, pick(random, faces), faces);
      const expected = wholeFault(live, start, edit);
      const fault = refused(live, edit);
      expect(fault).toBe(expected);
      said.set(fault, (said.get(fault) ?? 0) + 1);
    }
    for (const fault of [OPEN, PINCHED, FLAT, MEETING]) expect([fault, said.get(fault) ?? 0]).not.toEqual([fault, 0]);
    expect(said.get(null)).toBeGreaterThan(longRun(150, 15));
    const now = liveMesh(live);
    expect(inspectMesh(now)).toMatchObject({ closed: true, oriented: true, degenerateFaces: 0 });
    expect(inspectMesh(now).manifold || !wasManifold).toBe(true);
    if (!met) expect(selfIntersections(now)).toHaveLength(0);
  });
});

describe('faults on purpose', () => {
  const none = { corners: [], sources: [] };
  const face = 17;

  test('a hole, a face turned over, a face too many', () => {
    const live = new LiveSurface(ball);
    const corners = cornersOf(live, face);
    expect(refused(live, { ...none, remove: [face] })).toBe(OPEN);
    expect(refused(live, { remove: [face], corners: corners.toReversed(), sources: [face] })).toBe(OPEN);
    expect(refused(live, { remove: [], corners, sources: [face] })).toBe(OPEN);
  });

  test('a spike through the far side; one that ends before it is fine', () => {
    const live = new LiveSurface(ball);
    const random = mulberry32(SEED);
    expect(refused(live, raised(random, live, face, -25, -1))).toBe(MEETING);
    expect(refused(live, raised(random, live, face, -15, -1))).toBe(null);
  });

  test('faces that touch another sheet by a single point of theirs', () => {
    // The top of a spike, exactly in the plane of the opposite side of the block, is in the middle of a face there.
    const live = new LiveSurface(box({ size: 4, divisions: 2 }));
    const under = liveFaces(live).find((one) => normalOf(cornersOf(live, one).map((v) => pointOf(live, v)))[2] < 0);
    const top = live.addVertex(0.7, 0.4, 2);
    expect(refused(live, through(live, under as number, top, -1))).toBe(MEETING);
    const lower = live.addVertex(0.7, 0.4, 2 - 2 ** -50);
    expect(refused(live, through(live, under as number, lower, -1))).toBe(null);
  });

  test('a spike up to a vertex of the far side, by its number or its place', () => {
    const live = new LiveSurface(ball);
    const far = pointOf(live, cornersOf(live, face)[0]).map((x) => -x);
    const vertex = Array.from({ length: ball.positions.length / 3 }, (_, v) => v).find((v) =>
      pointOf(live, v).every((x, k) => Math.abs(x - far[k]) < 1e-9),
    ) as number;
    expect(refused(live, through(live, face, vertex, -1))).toBe(PINCHED);
    const [x, y, z] = pointOf(live, vertex);
    expect(refused(live, through(live, face, live.addVertex(x, y, z), -1))).toBe(PINCHED);
  });

  test('an edge used twice: a body that hangs on it, two faces back to back', () => {
    const live = new LiveSurface(ball);
    const [a, b, c] = cornersOf(live, face);
    const apart = tetrahedron(a, b, live.addVertex(30, 0, 0), live.addVertex(30, 1, 0));
    expect(refused(live, apart)).toBe(PINCHED);
    expect(refused(live, { remove: [], corners: [a, b, c, c, b, a], sources: [-1, -1] })).toBe(PINCHED);
  });

  test('two faces back to back on vertices of their own: manifold, but they meet', () => {
    const live = new LiveSurface(ball);
    const [a, b, c] = [live.addVertex(30, 0, 0), live.addVertex(31, 0, 0), live.addVertex(30, 1, 0)];
    expect(refused(live, { remove: [], corners: [a, b, c, c, b, a], sources: [-1, -1] })).toBe(MEETING);
  });

  test('a face without an area: a corner twice, one place twice, corners on a line', () => {
    const live = new LiveSurface(block);
    const [a, b, c] = cornersOf(live, face);
    expect(refused(live, through(live, face, c, -1))).toBe(FLAT);
    const [x, y, z] = pointOf(live, a);
    expect(refused(live, through(live, face, live.addVertex(x, y, z), -1))).toBe(FLAT);
    const middle = pointOf(live, a).map((at, k) => (at + pointOf(live, b)[k]) / 2);
    expect(refused(live, through(live, face, live.addVertex(middle[0], middle[1], middle[2]), -1))).toBe(FLAT);
  });

  test('parts of one face that overlap each other, and lie in it', () => {
    const live = new LiveSurface(block);
    const [a, b, c] = cornersOf(live, face);
    const inner = (u: number, v: number, w: number): number => {
      const [x, y, z] = [0, 1, 2].map(
        (k) => (u * pointOf(live, a)[k] + v * pointOf(live, b)[k] + w * pointOf(live, c)[k]) / 16,
      );
      return live.addVertex(x, y, z);
    };
    // With q before p, seen from ab, the face (b, q, p) is turned over, and lies in (a, b, p).
    const parts = (p: number, q: number): Edit => ({
      remove: [face],
      corners: [a, b, p, b, q, p, b, c, q, c, p, q, c, a, p],
      sources: [face, face, face, face, face],
    });
    expect(refused(live, parts(inner(4, 4, 8), inner(6, 7, 3)))).toBe(MEETING);
    expect(refused(live, parts(inner(4, 4, 8), inner(2, 4, 10)))).toBe(null);
  });

  test('all faces of a body may go, and come back', () => {
    const live = new LiveSurface(joined(ball, box({ size: 1, center: [30, 0, 0] })));
    const remove = live.nearBox([29, -1, -1], [31, 1, 1]);
    expect(remove).toHaveLength(12);
    const corners = remove.flatMap((one) => cornersOf(live, one));
    expect(refused(live, { ...none, remove })).toBe(null);
    expect(live.nearBox([29, -1, -1], [31, 1, 1])).toEqual([]);
    expect(refused(live, { remove: [], corners, sources: remove })).toBe(null);
    expect(inspectMesh(liveMesh(live))).toMatchObject({ closed: true, components: 2 });
  });
});

test('where a mesh meets itself, parts of the faces that met may stay, and faces of a cut may not', () => {
  const start = bodies['blocks that go through each other']();
  const random = mulberry32(SEED);
  const pairs = selfIntersections(start);
  let [tried, stayed, both] = [0, 0, 0];
  for (let i = 0; i < pairs.length; i += longRun(2, 6)) {
    tried++;
    const live = new LiveSurface(start);
    expect(refused(live, raised(random, live, pairs[i], 0, -1))).toBe(MEETING);
    // The top is rounded, so a part may leave the plane of its face and come to meet another face.
    if (refused(live, raised(random, live, pairs[i], 0, pairs[i])) === null) stayed++;
    const twice = new LiveSurface(start);
    const [one, other] = [pairs[i], pairs[i + 1]].map((face) => raised(random, twice, face, 0, face));
    const edit = {
      remove: [...one.remove, ...other.remove],
      corners: [...one.corners, ...other.corners],
      sources: [...one.sources, ...other.sources],
    };
    if (refused(twice, edit) === null) both++;
  }
  expect(both).toBeGreaterThan(0.6 * tried);
  expect(stayed).toBeGreaterThan(0.8 * tried);
});

/** The box of a face: low x, y, z, high x, y, z. */
function boxOf(live: LiveSurface, face: number): number[] {
  const points = cornersOf(live, face).map((vertex) => pointOf(live, vertex));
  return [Math.min, Math.max].flatMap((most) => [0, 1, 2].map((k) => most(...points.map((p) => p[k]))));
}

function facesInBox(live: LiveSurface, min: Point, max: Point): number[] {
  return liveFaces(live).filter((face) => {
    const own = boxOf(live, face);
    return [0, 1, 2].every((k) => own[k] <= max[k] && own[3 + k] >= min[k]);
  });
}

const ascending = (faces: readonly number[]): number[] => faces.toSorted((a, b) => a - b);

/** Whether the line through a point meets a closed box: for some time, every coordinate is in its range; exact. */
function meetsLine(own: readonly number[], point: Point, direction: Point): boolean {
  const { values } = onGrid([...own, ...point, ...direction]);
  const ranges = [0, 1, 2].map((k) => {
    const [low, high, at, way] = [values[k], values[3 + k], values[6 + k], values[9 + k]];
    if (way === 0n) return low <= at && at <= high ? null : false;
    const [from, to] = way > 0n ? [low - at, high - at] : [at - high, at - low];
    return { from, to, over: way > 0n ? way : -way };
  });
  if (ranges.includes(false)) return false;
  const moving = ranges.filter((range) => range !== null && range !== false);
  return moving.every((a) => moving.every((b) => a.from * b.over <= b.to * a.over));
}

/** A surface with faces gone, faces put in, and some of these gone again. */
function edited(random: Random, start: TriangleMesh, edits: number): LiveSurface {
  const live = new LiveSurface(start);
  const sound = Object.entries(kinds).filter(([name]) => /split|little|apart|flipped/.test(name));
  for (let n = 0; n < edits; n++) {
    const faces = liveFaces(live);
    replace(live, pick(random, sound)[1](random, live, pick(random, faces), faces));
  }
  return live;
}

describe('what is near', () => {
  const near: Readonly<Record<string, () => TriangleMesh>> = {
    'a sphere': () => sphere({ radius: 10, subdivisions: 2 }),
    'a block, whose faces have flat boxes': () => block,
    'a sphere far from the origin': () => sphere({ radius: 10, center: [3e6, -2e6, 1e6], subdivisions: 2 }),
  };

  test.each(Object.entries(near))(
    `boxes, random, flat, through vertices and endless: %s (seed ${SEED})`,
    (_name, make) => {
      const random = mulberry32(SEED);
      const start = make();
      const live = edited(random, start, 150);
      let found = 0;
      for (let round = 0; round < longRun(1000, 120); round++) {
        const vertex = pick(random, cornersOf(live, pick(random, liveFaces(live))));
        const at = pointOf(live, vertex).map((x) => (round % 3 === 0 ? x : x + 4 * signed(random)));
        const sides = [0, 1, 2].map(() => pick(random, [0, 0, 1, 5, Number.POSITIVE_INFINITY]) * random() || 0);
        const [min, max] = [at.map((x, k) => x - sides[k]), at.map((x, k) => (round % 2 === 0 ? x : x + sides[k]))];
        const faces = live.nearBox(min, max);
        expect(ascending(faces)).toEqual(facesInBox(live, min, max));
        if (faces.length > 0) found++;
      }
      expect(found).toBeGreaterThan(longRun(300, 30));
    },
  );

  test.each(Object.entries(near))(
    `lines, random, along axes, through vertices, from afar: %s (seed ${SEED})`,
    (_name, make) => {
      const random = mulberry32(SEED);
      const live = edited(random, make(), 60);
      const boxes = new Map(liveFaces(live).map((face) => [face, boxOf(live, face)]));
      let [all, more] = [0, 0];
      for (let round = 0; round < longRun(300, 40); round++) {
        const direction = unitVector(random).map((x, k) => ((round >> k) % 2 === 0 ? x : 0));
        if (Math.hypot(...direction) === 0) direction[round % 3] = 1;
        const own = pick(random, [...boxes.values()]);
        const through = [0, 1, 2].map((k) => own[k + 3 * Math.floor(2 * random())]);
        const away = pick(random, [0, 1, 1e3, 1e6]) * signed(random);
        const point = through.map((x, k) => x + away * direction[k]);
        const scaled = direction.map((x) => x * pick(random, [1, 2 ** -400, 2 ** 400]));
        const line = round % 2 === 0 ? scaled : direction;
        const faces = new Set(live.nearLine(point, line));
        const exact = [...boxes].flatMap(([face, box]) => (meetsLine(box, point, line) ? [face] : []));
        expect(exact.filter((face) => !faces.has(face))).toEqual([]);
        all += faces.size;
        more += faces.size - exact.length;
      }
      expect(all).toBeGreaterThan(longRun(2000, 250));
      // Faces that share the vertex that a line touches, or misses by a rounding.
      expect(more).toBeLessThan(0.2 * all);
    },
  );

  test('lines that touch a box in nothing but its corner, which no f64 on the way is', () => {
    const random = mulberry32(SEED);
    for (let round = 0; round < longRun(3000, 300); round++) {
      // s·d = x − p exactly, where x is the nearest f64 to it, and p the rest. Past x, the line leaves the box.
      const time = 2 ** 20 + 2 * Math.floor(2 ** 19 * random()) + 1;
      const direction = [1 + random(), -1 - random(), round % 2 === 0 ? 1 + random() : 0];
      const corner = direction.map((d) => time * d);
      const point = direction.map((d, k) => Number(remainder(time, d, corner[k])));
      const [x, y, z] = corner;
      const live = new LiveSurface(
        createMesh([x, y, z, x + 1, y, z, x, y + 1, z, x, y, z + 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]),
      );
      const scale = 2 ** pick(random, [0, 0, -300, 300]);
      const line = direction.map((d) => scale * d);
      const found = live.nearLine(point, line);
      const touched = liveFaces(live).filter((face) => meetsLine(boxOf(live, face), point, line));
      expect(touched.length).toBeGreaterThan(0);
      expect(touched.filter((face) => !found.includes(face))).toEqual([]);
    }
  });
});

/** x − s·d, which is an f64. */
function remainder(s: number, d: number, x: number): number {
  const { values, places } = onGrid([s, d, x]);
  return Number((values[2] << BigInt(places)) - values[0] * values[1]) * 2 ** (-2 * places);
}

inDeep(() =>
  test(`5,000 edits of the phantom, taken back and made again: the index stays right (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const start = phantom(5_000);
    const live = new LiveSurface(start);
    const sound = Object.entries(kinds).flatMap(([name, kind]) => (/split|little|flipped/.test(name) ? [kind] : []));
    /** Faces added, from the first on, and removed: under the numbers that they had then. */
    const journal: { first: number; count: number; removed: readonly number[] }[] = [];
    const renumbered = new Map<number, number>();
    const present = (face: number): number => {
      let now = face;
      while (renumbered.has(now)) now = renumbered.get(now) as number;
      return now;
    };
    const undo = (): void => {
      const { first, count, removed } = journal.pop() as (typeof journal)[number];
      const next = live.faces.length / 3;
      live.restore(
        Array.from({ length: count }, (_, k) => present(first + k)),
        removed.flatMap((face) => cornersOf(live, face)),
        (k) => live.source(removed[k]),
      );
      for (const [k, face] of removed.entries()) renumbered.set(face, next + k);
    };
    const expectRight = (): void => {
      for (let round = 0; round < 5; round++) {
        const at = pointOf(live, Math.floor((random() * live.positions.length) / 3));
        const [min, max] = [-1, 1].map((sign) => at.map((x) => x + sign * 15 * random()));
        expect(ascending(live.nearBox(min, max))).toEqual(facesInBox(live, min, max));
      }
      expect(inspectMesh(liveMesh(live))).toMatchObject({ closed: true, oriented: true, manifold: true });
    };
    let [edits, refusals, taken] = [0, 0, 0];
    while (edits < 5000) {
      if (journal.length > 0 && random() < 0.35) {
        undo();
        taken++;
      } else {
        let face = Math.floor((random() * live.faces.length) / 3);
        while (!live.isLive(face)) face = Math.floor((random() * live.faces.length) / 3);
        const edit = pick(random, sound)(random, live, face, []);
        const first = live.faces.length / 3;
        if (replace(live, edit) !== null) refusals++;
        else journal.push({ first, count: edit.sources.length, removed: edit.remove });
      }
      if (++edits % 500 === 0) expectRight();
    }
    expect(taken).toBeGreaterThan(1000);
    expect(refusals).toBeLessThan(2000);
    // The phantom meets itself in places; nothing else may. Every face is checked.
    const sources = liveFaces(live).map((face) => live.source(face));
    expect(faultOf(liveMesh(live), { sources, isNew: () => true }, start)).toBe(null);
    while (journal.length > 0) undo();
    expectRight();
    const own = liveFaces(live).map((face) => [live.source(face), ...cornersOf(live, face)]);
    expect(own.toSorted((a, b) => a[0] - b[0])).toEqual(
      Array.from({ length: start.faces.length / 3 }, (_, f) => [f, ...start.faces.subarray(3 * f, 3 * f + 3)]),
    );
  }),
);
