import { describe, expect, jest, test } from '@jest/globals';
import { MeshError } from '#core';
import { ImproperFaces } from '#mesh/improper-faces.ts';
import { SurfaceTopology } from '#mesh';
import { VertexFaces } from '#mesh/vertex-faces.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { type Body, box, join, move, permute, sphere, torus } from './bodies.ts';
import { groups, inspectPlainly, keyedFaces, positionKeys } from './plain-inspection.ts';

function build(body: Body): SurfaceTopology {
  return new SurfaceTopology(Float64Array.from(body.positions), Uint32Array.from(body.faces));
}

/** A body under edits, done plainly: arrays, and a set of retired faces. */
class PlainSurface {
  readonly positions: number[];
  readonly faces: number[];
  readonly retired = new Set<number>();

  constructor(body: Body) {
    this.positions = [...body.positions];
    this.faces = [...body.faces];
  }

  live(): number[] {
    return Array.from({ length: this.faces.length / 3 }, (_, f) => f).filter((f) => !this.retired.has(f));
  }

  body(): Body {
    return { positions: this.positions, faces: this.live().flatMap((f) => this.faces.slice(3 * f, 3 * f + 3)) };
  }

  /** Edits both; `spare` over-allocates the arrays passed to the topology. */
  edit(topology: SurfaceTopology, remove: number[], positions: number[], faces: number[], spare = 0): void {
    for (const face of remove) this.retired.add(face);
    this.positions.push(...positions);
    this.faces.push(...faces);
    const allPositions = new Float64Array(this.positions.length + 3 * spare);
    allPositions.set(this.positions);
    const allFaces = new Uint32Array(this.faces.length + 3 * spare);
    allFaces.set(this.faces);
    topology.edit(remove, allPositions, this.positions.length / 3, allFaces, this.faces.length / 3);
  }
}

/** The same numbers in the same places; jest's own comparison is many times as slow. */
function expectSame(found: unknown, expected: unknown): void {
  expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
}

/** Checks every answer of a topology against the definitions. Returns components and representatives. */
function expectTrue(topology: SurfaceTopology, plain: PlainSurface): { components: number; representatives: number } {
  const keys = positionKeys(plain);
  const first = new Map<string, number>();
  keys.forEach((key, v) => {
    if (!first.has(key)) first.set(key, v);
  });
  expect(topology.vertexCount).toBe(keys.length);
  expect(topology.faceCount).toBe(plain.faces.length / 3);
  expectSame(
    [...topology.welded.subarray(0, keys.length)],
    keys.map((key) => first.get(key)),
  );
  const live = plain.live();
  const numbers = Array.from({ length: topology.faceCount }, (_, f) => f);
  expectSame(
    numbers.filter((f) => topology.isLive(f)),
    live,
  );
  expectSame(
    numbers.filter((f) => topology.retired[f] === 0),
    live,
  );

  const around = new Map<string, number[]>();
  const liveKeys = keyedFaces(plain.body());
  live.forEach((f, i) => {
    if (new Set(liveKeys[i]).size < 3) return;
    for (const key of liveKeys[i]) around.set(key, [...(around.get(key) ?? []), f]);
  });
  const ring: number[] = [];
  const rings = keys.map((_, v) => {
    const count = topology.facesAround(v, ring);
    return ring.slice(0, count).sort((a, b) => a - b);
  });
  expectSame(
    rings,
    keys.map((key) => around.get(key) ?? []),
  );
  rings.forEach((faces, v) => {
    const face = topology.faceAt(v);
    if (faces.length === 0 ? face !== -1 : !faces.includes(face))
      throw new Error(`vertex ${v} is said to have face ${face}`);
  });

  const expected = inspectPlainly(plain.body());
  expect(topology.boundaryEdges).toBe(expected.boundaryEdges);
  expect(topology.unbalancedEdges).toBe(expected.unbalancedEdges);
  expect(topology.signed).toBe(expected.closed && expected.oriented);

  const representatives = topology.representatives();
  expectSame(
    [...representatives],
    [...new Set(representatives)].sort((a, b) => a - b),
  );
  const named = new Set(Array.from(representatives, (v) => keys[v]));
  const used = new Set(liveKeys.flat());
  expect([...named].filter((key) => !used.has(key))).toEqual([]);
  const pieces = groups(liveKeys, (face) => face);
  expect(pieces.filter((piece) => !piece.flat().some((key) => named.has(key)))).toEqual([]);
  return { components: pieces.length, representatives: representatives.length };
}

describe('SurfaceTopology, built', () => {
  test('one representative and one box for each component, lowest vertex first', () => {
    const body = permute(
      join(box(1, 2, 3), move(torus(8, 6, 3, 1), [20, 0, 0]), move(sphere(1, 2), [0, 20, 0])),
      mulberry32(7),
    );
    const topology = build(body);
    const { vertices, min, max } = topology.components()!;
    expect(topology.representatives()).toEqual(vertices);
    const keys = positionKeys(body);
    const point = (key: string): number[] => key.split(',').map(Number);
    const pieces = groups(keyedFaces(body), (face) => face).map((piece) => [...new Set(piece.flat())]);
    const expected = pieces
      .map((piece) => ({
        vertex: Math.min(...piece.map((key) => keys.indexOf(key))),
        min: [0, 1, 2].map((axis) => Math.min(...piece.map((key) => point(key)[axis]))),
        max: [0, 1, 2].map((axis) => Math.max(...piece.map((key) => point(key)[axis]))),
      }))
      .sort((a, b) => a.vertex - b.vertex);
    expect(expected).toHaveLength(3);
    expect([...vertices]).toEqual(expected.map((piece) => piece.vertex));
    expect([...min]).toEqual(expected.flatMap((piece) => piece.min));
    expect([...max]).toEqual(expected.flatMap((piece) => piece.max));
  });

  test('fills a typed ring up to its length and still returns the count', () => {
    const topology = build(torus(8, 6, 3, 1));
    const whole = new Uint32Array(8);
    expect(topology.facesAround(0, whole)).toBe(6);
    expect([...whole.subarray(0, 6)]).toEqual([...whole.subarray(0, 6)].sort((a, b) => a - b));
    const short = new Uint32Array(2);
    expect(topology.facesAround(0, short)).toBe(6);
    expect(short).toEqual(whole.subarray(0, 2));
  });
});

describe('SurfaceTopology.edit by hand', () => {
  test('cutting a box open and closing it again with repeated corners', () => {
    const plain = new PlainSurface(box(1, 1, 1));
    const topology = build(box(1, 1, 1));
    plain.edit(topology, [0, 1], [], []);
    expect(topology.signed).toBe(false);
    expect(topology.boundaryEdges).toBe(4);
    expect(topology.components()).toBeNull();
    expectTrue(topology, plain);
    plain.edit(
      topology,
      [],
      [0, 0, -0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0.5, 0.5, -1],
      [8, 9, 12, 9, 10, 12, 10, 11, 12, 11, 8, 12],
    );
    expect(topology.signed).toBe(true);
    expect(topology.weld(9)).toBe(2);
    expectTrue(topology, plain);
  });

  test('a face named twice or retired before is no matter, and an edit of nothing changes nothing', () => {
    const plain = new PlainSurface(box(1, 1, 1));
    const topology = build(box(1, 1, 1));
    plain.edit(topology, [3, 3, 5], [], []);
    plain.edit(topology, [5, 3], [], []);
    plain.edit(topology, [], [], []);
    expectTrue(topology, plain);
    expect(topology.boundaryEdges).toBe(inspectPlainly(plain.body()).boundaryEdges);
  });

  test('removing a belt cuts a torus twice: two pieces, each with a representative', () => {
    const body = torus(10, 4, 5, 1);
    const belt = (i: number): number[] => Array.from({ length: 8 }, (_, k) => 8 * i + k);
    const plain = new PlainSurface(body);
    const topology = build(body);
    plain.edit(topology, belt(1), [], []);
    expect(expectTrue(topology, plain).components).toBe(1);
    plain.edit(topology, belt(6), [], []);
    expect(expectTrue(topology, plain).components).toBe(2);
    plain.edit(topology, [...belt(2), ...belt(3), ...belt(4), ...belt(5)], [], []);
    expect(expectTrue(topology, plain)).toMatchObject({ components: 1 });
    plain.edit(topology, plain.live(), [], []);
    expect(topology.representatives()).toHaveLength(0);
    expect(topology.signed).toBe(false);
    plain.edit(
      topology,
      [],
      box(1, 1, 1).positions,
      box(1, 1, 1).faces.map((v) => v + 40),
      5,
    );
    expect(expectTrue(topology, plain)).toEqual({ components: 1, representatives: 1 });
    expect(topology.signed).toBe(true);
  });

  test('where the touched faces show that pieces hang together, one representative is left', () => {
    const pair = join(box(1, 1, 1), move(box(1, 1, 1), [3, 0, 0]));
    const plain = new PlainSurface(pair);
    const topology = build(pair);
    plain.edit(topology, [], [], [0, 9, 8, 0, 9, 9]);
    expect(expectTrue(topology, plain)).toEqual({ components: 1, representatives: 1 });
    plain.edit(topology, [24], [], []);
    expect(expectTrue(topology, plain)).toEqual({ components: 1, representatives: 1 });
    plain.edit(topology, [25], [], []);
    expect(expectTrue(topology, plain)).toEqual({ components: 2, representatives: 2 });
  });

  test('retiring all that meets at one vertex looks at each face there a few times, however many there are', () => {
    for (const degree of [10, 1000, longRun(40_000, 2000)]) {
      // Faces with two equal corners, all at vertex 0, and a fan around it.
      const positions = [0, 0, 0, 0, 0, 1];
      for (let i = 0; i < degree; i++) positions.push(i + 1, 1, 0);
      const segments = Array.from({ length: degree }, () => [0, 0, 1]);
      const fan = Array.from({ length: degree - 1 }, (_, i) => [0, 2 + i, 3 + i]);
      const topology = build({ positions, faces: [...segments, ...fan].flat() });
      const looked = jest.spyOn(ImproperFaces.prototype, 'at');
      const listed = jest.spyOn(VertexFaces.prototype, 'list');
      const { faceCount, vertexCount } = topology;
      const faces = Uint32Array.from([...segments, ...fan].flat());
      topology.edit([...Array(faceCount).keys()], Float64Array.from(positions), vertexCount, faces, faceCount);
      const entries =
        looked.mock.results.reduce((sum, { value }) => sum + Array.from(value as Iterable<number>).length, 0) +
        listed.mock.results.reduce((sum, { value }) => sum + (value as number), 0);
      // groups() before and after, liveVertices() twice: each list of a vertex once per call, at most two per segment
      // and three per face.
      expect(entries).toBeLessThanOrEqual(4 * (2 * degree + 3 * (degree - 1)));
      for (const spy of [looked, listed]) spy.mockRestore();
      expect([topology.improperFaces().size, topology.faceAt(0), topology.representatives().length]).toEqual([
        0, -1, 0,
      ]);
    }
  });

  test('counts below the present ones are refused and change nothing', () => {
    const body = box(1, 1, 1);
    const plain = new PlainSurface(body);
    const topology = build(body);
    const [positions, faces] = [Float64Array.from(body.positions), Uint32Array.from(body.faces)];
    for (const [vertexCount, faceCount] of [
      [0, 12],
      [8, 0],
    ]) {
      expect(() => topology.edit([0], positions, vertexCount, faces, faceCount)).toThrow(MeshError);
      expectTrue(topology, plain);
    }
  });

  test('boring a hole vertex by vertex through a closed surface adds no representative', () => {
    const body = torus(30, 20, 5, 2);
    const plain = new PlainSurface(body);
    const topology = build(body);
    const ring: number[] = [];
    for (let i = 5; i < 12; i++)
      for (let j = 5; j < 12; j++) {
        const count = topology.facesAround(20 * i + j, ring);
        plain.edit(topology, ring.slice(0, count), [], []);
      }
    expect(expectTrue(topology, plain)).toEqual({ components: 1, representatives: 1 });
  });
});

describe('SurfaceTopology.edit at random equals a fresh build', () => {
  test.each([201, 202, 203, 204, 205, 206].slice(longRun(0, 5)))('seed %i', (seed) => {
    const random = mulberry32(seed);
    const pick = (n: number): number => Math.floor(random() * n);
    let steps = 0;
    let signed = 0;
    let severalPieces = 0;
    let surplus = 0;
    for (let run = 0; run < longRun(12, 4); run++) {
      const body = permute(
        [box(2, 2, 2), torus(4, 3, 3, 1), join(box(1, 1, 1), move(box(1, 1, 1), [1, 1, 1])), torus(7, 4, 5, 1)][
          pick(4)
        ],
        random,
      );
      const plain = new PlainSurface(body);
      const topology = build(body);
      for (let step = 0; step < 10; step++) {
        const { remove, positions, faces } = randomEdit(plain, pick, random);
        plain.edit(topology, remove, positions, faces, pick(3));
        const found = expectTrue(topology, plain);
        const fresh = build(plain.body());
        expect([topology.signed, topology.boundaryEdges]).toEqual([fresh.signed, fresh.boundaryEdges]);
        steps++;
        if (topology.signed) signed++;
        if (found.components > 1) severalPieces++;
        surplus += found.representatives - found.components;
      }
    }
    expect(signed / steps).toBeGreaterThan(0.1);
    expect(signed / steps).toBeLessThan(0.9);
    expect(severalPieces / steps).toBeGreaterThan(0.2);
    expect(surplus / steps).toBeLessThan(0.5);
  });
});

/**
 * Removes, restores, doubles or adds: open cuts, closed cuts, faces put back with their own corners, odd faces, whole
 * bodies.
 */
function randomEdit(
  plain: PlainSurface,
  pick: (n: number) => number,
  random: () => number,
): { remove: number[]; positions: number[]; faces: number[] } {
  const live = plain.live();
  const vertexCount = plain.positions.length / 3;
  const corners = (f: number): number[] => plain.faces.slice(3 * f, 3 * f + 3);
  const point = (v: number): number[] => plain.positions.slice(3 * v, 3 * v + 3);
  const share = random() < 0.5 ? 0.15 : 0.6;
  const some = live.filter(() => random() < share);
  switch (pick(7)) {
    case 0:
      return { remove: some, positions: [], faces: [] };
    case 1: {
      const back = [...plain.retired];
      const positions = back.flatMap((f) => corners(f).flatMap(point));
      return { remove: live, positions, faces: back.flatMap((_, i) => [0, 1, 2].map((k) => vertexCount + 3 * i + k)) };
    }
    case 2: {
      const key = new Set(live.map((f) => keysOf(plain, f).sort().join('|')));
      const back = [...plain.retired].filter((f) => !key.has(keysOf(plain, f).sort().join('|')));
      return { remove: [], positions: [], faces: back.flatMap(corners) };
    }
    case 3: {
      const body = move(box(1, 1, 1), [pick(4), pick(2), 5 * pick(2)]);
      return { remove: some.slice(0, 1), positions: body.positions, faces: body.faces.map((v) => v + vertexCount) };
    }
    case 4: {
      const tip = [random(), random(), random() + 3];
      const faces = some.flatMap((f) => {
        const [a, b, c] = corners(f);
        return [a, b, vertexCount, b, c, vertexCount, c, a, vertexCount];
      });
      return { remove: some, positions: tip, faces };
    }
    case 5:
      return { remove: [], positions: [], faces: [pick(vertexCount), pick(vertexCount), pick(vertexCount)] };
    default: {
      const dropped = live.filter((f) => new Set(keysOf(plain, f)).size < 3);
      const v = pick(vertexCount);
      return { remove: dropped, positions: [9, 9, 9], faces: random() < 0.5 ? [v, vertexCount, v] : [] };
    }
  }
}

/** The keys of a face's corners. */
function keysOf({ positions, faces }: PlainSurface, face: number): string[] {
  const corners = faces.slice(3 * face, 3 * face + 3);
  return positionKeys({ positions: corners.flatMap((v) => positions.slice(3 * v, 3 * v + 3)) });
}
