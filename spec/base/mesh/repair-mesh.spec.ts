// repairMesh: surfaces damaged at random come back as they were, each change is counted, and nothing is guessed.

import { describe, expect, test } from '@jest/globals';
import type { KerfError } from '#core';
import { mulberry32 } from '#harness/random.ts';
import { joined, reversed } from '#harness/shells.ts';
import { createMesh, inspectMesh, type Positions, repairMesh, type TriangleMesh } from '#mesh';
import { type Body, box, sphere, strip, tetrahedron, torus } from './bodies.ts';

const meshOf = ({ positions, faces }: Body) => createMesh(positions, faces);

function moved({ positions, faces }: Body, scale: number, by: readonly number[]): TriangleMesh {
  return createMesh(
    positions.map((x, i) => x * scale + by[i % 3]),
    faces,
  );
}

/** Each face as the coordinates of its corners, the least corner first. */
function cycles({ positions, faces }: TriangleMesh): string[] {
  return Array.from({ length: faces.length / 3 }, (_, face) => {
    const corners = [0, 1, 2].map((k) => {
      const at = 3 * faces[3 * face + k];
      return `${positions[at] + 0},${positions[at + 1] + 0},${positions[at + 2] + 0}`;
    });
    const least = corners.indexOf(corners.toSorted()[0]);
    return [0, 1, 2].map((k) => corners[(least + k) % 3]).join(' ');
  });
}

/** The counts alone. */
function countsOf(repaired: ReturnType<typeof repairMesh>) {
  const { mesh: _, faceNumbers: __, vertexNumbers: ___, ...counts } = repaired;
  return counts;
}

const NONE = {
  ...{ repeatedFaces: 0, unusedVertices: 0, turnedFaces: 0, orientedParts: 0, invertedParts: 0, oppositeFaces: 0 },
  ...{ collapsedFaces: 0, openParts: 0, crowdedParts: 0, unorientableParts: 0, nestedParts: 0, undecidedParts: 0 },
};

function expectUnchanged(mesh: TriangleMesh, counts: Partial<typeof NONE>): void {
  const repaired = repairMesh(mesh);
  expect(countsOf(repaired)).toEqual({ ...NONE, ...counts });
  expect(repaired.mesh).toBe(mesh);
  expect([...repaired.faceNumbers]).toEqual(Array.from({ length: mesh.faces.length / 3 }, (_, face) => face));
  expect([...repaired.vertexNumbers]).toEqual(Array.from({ length: mesh.positions.length / 3 }, (_, v) => v));
}

interface Damage {
  readonly mesh: TriangleMesh;
  /** By face: the face of the undamaged mesh that it was. */
  readonly origin: readonly number[];
  readonly counts: typeof NONE;
}

/**
 * Turns some faces of each part, or all, or none; repeats some; adds vertices; puts all in another order.
 * @param isStl whether each face gets vertices of its own.
 */
function damaged(parts: readonly TriangleMesh[], storage: 'f32' | 'f64', isStl: boolean, random: () => number): Damage {
  const whole = joined(parts, false);
  const counts = { ...NONE };
  const faces: { corners: number[]; origin: number }[] = [];
  let origin = 0;
  for (const part of parts) {
    const share = [0, 0.1, 0.5, 1][Math.floor(4 * random())];
    let turned = 0;
    const count = part.faces.length / 3;
    for (let n = 0; n < count; n++, origin++) {
      const corners = [...whole.faces.subarray(3 * origin, 3 * origin + 3)];
      if (random() < share) {
        corners.reverse();
        turned++;
      }
      faces.push({ corners, origin });
    }
    counts.turnedFaces += turned;
    if (turned === count) counts.invertedParts++;
    else if (turned > 0) counts.orientedParts++;
  }
  for (const face of faces.slice()) {
    if (random() > 0.05) continue;
    faces.push({ corners: face.corners.map((_, k) => face.corners[(k + 1) % 3]), origin: face.origin });
    counts.repeatedFaces++;
  }
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((entry) => ({ entry, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ entry }) => entry);
  const order = shuffled(faces);
  const added = Math.floor(5 * random());
  const vertices = whole.positions.length / 3;
  // By stored vertex: the vertex of the undamaged mesh whose coordinates it has.
  const stored = shuffled([
    ...(isStl ? order.flatMap(({ corners }) => corners) : Array.from({ length: vertices }, (_, v) => v)),
    ...Array.from({ length: added }, () => Math.floor(vertices * random())),
  ]);
  const slots = new Map<number, number[]>();
  for (const [slot, vertex] of stored.entries()) slots.set(vertex, [...(slots.get(vertex) ?? []), slot]);
  const used = new Set<number>();
  const numbers = order.flatMap(({ corners }) =>
    corners.map((vertex) => {
      const own = slots.get(vertex) as number[];
      return own[isStl ? Math.floor(own.length * random()) : 0];
    }),
  );
  const seen = new Set<number>();
  for (const [at, { origin: from }] of order.entries()) {
    if (!seen.has(from)) for (const slot of numbers.slice(3 * at, 3 * at + 3)) used.add(slot);
    seen.add(from);
  }
  counts.unusedVertices = stored.length - used.size;
  const positions = stored.flatMap((vertex) => [...whole.positions.subarray(3 * vertex, 3 * vertex + 3)]);
  const Storage = storage === 'f32' ? Float32Array : Float64Array;
  const mesh = createMesh(Storage.from(positions), numbers, { name: 'damaged', frame: 'LPS' });
  return { mesh, origin: order.map((face) => face.origin), counts };
}

const rounded = ({ positions, faces }: TriangleMesh, storage: 'f32' | 'f64') =>
  createMesh(storage === 'f32' ? Float64Array.from(Float32Array.from(positions)) : positions, faces);

describe('surfaces damaged at random', () => {
  describe.each([
    [1, 0, 'f64'],
    [1e-3, 0, 'f32'],
    [1e3, 0, 'f64'],
    [1, 1e6, 'f64'],
    [1, -1e3, 'f32'],
  ] as const)('scale %d, %d from the origin, %s', (scale, far, storage) => {
    test.each([1, 2, 3])('seed %i', (seed) => {
      const random = mulberry32(seed);
      const sum = { ...NONE };
      for (let round = 0; round < 12; round++) {
        const parts = Array.from({ length: 1 + Math.floor(4 * random()) }, (_, n) => {
          const bodies = [box(3, 4, 5), sphere(2, 3), torus(9, 7, 4, 1), tetrahedron];
          const body = bodies[Math.floor(bodies.length * random())];
          return rounded(moved(body, scale, [(20 * n + random()) * scale + far * scale, far * scale, 0]), storage);
        });
        const { mesh, origin, counts } = damaged(parts, storage, round % 3 === 2, random);
        const before = joined(parts, false);
        const repaired = repairMesh(mesh);
        expect(countsOf(repaired)).toEqual(counts);
        const { faceNumbers, vertexNumbers } = repaired;
        // The first of each group of repeated faces is left, in order, each the face that it was before the damage.
        const firsts = origin.flatMap((face, at) => (origin.indexOf(face) === at ? [at] : []));
        expect([...faceNumbers]).toEqual(firsts);
        const was = cycles(before);
        expect(cycles(repaired.mesh)).toEqual(firsts.map((face) => was[origin[face]]));
        const inspected = inspectMesh(repaired.mesh);
        const expected = inspectMesh(before);
        expect(inspected).toMatchObject({ closed: true, oriented: true, manifold: true, duplicateFaces: 0 });
        expect(inspected.volume / expected.volume).toBeCloseTo(1, 12);
        // Vertices keep their order and coordinates, faces their first corner.
        expect(repaired.mesh.positions).toBeInstanceOf(mesh.positions.constructor);
        expect([repaired.mesh.name, repaired.mesh.frame]).toEqual(['damaged', 'LPS']);
        const left = [...vertexNumbers].flatMap((number, v) => (number === 2 ** 32 - 1 ? [] : [v]));
        expect(left.map((v) => vertexNumbers[v])).toEqual(left.map((_, n) => n));
        expect([...repaired.mesh.positions]).toEqual(
          left.flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]),
        );
        for (const [n, face] of faceNumbers.entries()) {
          const named = [0, 1, 2].map((k) => vertexNumbers[mesh.faces[3 * face + k]]);
          const own = [...repaired.mesh.faces.subarray(3 * n, 3 * n + 3)];
          expect([named, [named[0], named[2], named[1]]]).toContainEqual(own);
        }
        const again = repairMesh(repaired.mesh);
        expect(again.mesh).toBe(repaired.mesh);
        expect(countsOf(again)).toEqual(NONE);
        for (const key of Object.keys(sum) as (keyof typeof NONE)[]) sum[key] += counts[key];
      }
      for (const key of ['repeatedFaces', 'unusedVertices', 'orientedParts', 'invertedParts'] as const)
        expect([key, sum[key]]).not.toEqual([key, 0]);
    });
  });
});

describe('what is in the box of another part', () => {
  const outer = moved(box(1, 1, 1), 20, [-10, -10, -10]);
  const inner = meshOf(sphere(2, 4));
  const core = meshOf(sphere(1, 2));

  test('a cavity stays a cavity, and a body in it a body', () => {
    const bone = joined([outer, reversed(inner), core], false);
    expectUnchanged(bone, { nestedParts: 2 });
    expect(inspectMesh(bone).volume).toBeLessThan(8000);
    // Which way round, it is not known.
    expectUnchanged(joined([outer, inner], false), { nestedParts: 1 });
  });

  test('the outer surface is mended around them', () => {
    const cavity = reversed(inner);
    const whole = joined([outer, cavity], false);
    const turned = createMesh(
      whole.positions,
      whole.faces.map((_, i, faces) => (Math.floor(i / 3) === 5 ? faces[17 - (i - 15)] : faces[i])),
    );
    const repaired = repairMesh(turned);
    expect(countsOf(repaired)).toEqual({ ...NONE, turnedFaces: 1, orientedParts: 1, nestedParts: 1 });
    expect(cycles(repaired.mesh)).toEqual(cycles(whole));
  });

  test('one whose faces disagree is left as it is: it may be either', () => {
    const faces = inner.faces.slice();
    faces.subarray(0, 3).reverse();
    expectUnchanged(joined([outer, createMesh(inner.positions, faces)], false), { undecidedParts: 1 });
  });

  test('a cavity in a surface with a hole is not turned', () => {
    const open = createMesh(outer.positions, outer.faces.subarray(3));
    expectUnchanged(joined([open, reversed(inner)], false), { openParts: 1, nestedParts: 1 });
  });

  test('equal boxes: either may be in the other', () => {
    const ball = meshOf(sphere(1, 4));
    const cube = moved(box(1, 1, 1), 8, [-4, -4, -4]);
    expectUnchanged(joined([ball, reversed(cube)], false), { nestedParts: 2 });
  });

  test('boxes that overlap, neither in the other: both are turned', () => {
    const cubes = [moved(box(4, 4, 4), 1, [0, 0, 0]), moved(box(4, 4, 4), 1, [1, 1, 1])];
    const repaired = repairMesh(joined(cubes.map(reversed), false));
    expect(countsOf(repaired)).toEqual({ ...NONE, turnedFaces: 24, invertedParts: 2 });
    expect(inspectMesh(repaired.mesh).volume).toBe(128);
  });
});

describe('what is left alone', () => {
  test('a Möbius strip, a ring and an open strip', () => {
    for (const closing of ['moebius', 'ring', 'open'] as const)
      expectUnchanged(meshOf(strip(9, closing)), { openParts: 1 });
  });

  test('a Klein bottle, beside a sphere that is turned', () => {
    const [n, m] = [8, 6];
    const at = (i: number, j: number) => {
      const [row, column] = [i % n, i >= n ? (2 * m - j) % m : j % m];
      return row * m + column;
    };
    const faces = Array.from({ length: n * m }, (_, q) => {
      const [i, j] = [Math.floor(q / m), q % m];
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      return [a, b, c, a, c, d];
    }).flat();
    // Only its edges count: the places of its vertices are those of a torus.
    const bottle = createMesh(torus(n, m, 5, 2).positions, faces);
    expect(inspectMesh(bottle)).toMatchObject({ closed: true, oriented: false, manifold: true });
    expectUnchanged(bottle, { unorientableParts: 1 });
    const ball = moved(sphere(1, 1), 1, [30, 0, 0]);
    const repaired = repairMesh(joined([bottle, reversed(ball)], false));
    expect(countsOf(repaired)).toEqual({ ...NONE, unorientableParts: 1, turnedFaces: 32, invertedParts: 1 });
    expect([...repaired.mesh.faces.subarray(0, bottle.faces.length)]).toEqual(faces);
  });

  test('a part anywhere in the box of another, on any side of the planes between cells of a grid', () => {
    const outer = moved(box(4, 4, 4), 1, [-2, -2, -2]);
    for (const x of [-1.5, 0.5])
      for (const y of [-1.5, 0.5])
        for (const z of [-1.5, 0.5])
          expectUnchanged(joined([outer, reversed(moved(box(1, 1, 1), 1, [x, y, z]))], false), { nestedParts: 1 });
  });

  test('two opposite faces, a pillow; a third one repeats the first', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    expectUnchanged(createMesh(corners, [0, 1, 2, 0, 2, 1]), { oppositeFaces: 1, undecidedParts: 1 });
    const repaired = repairMesh(createMesh(corners, [0, 1, 2, 0, 2, 1, 1, 2, 0, 2, 1, 0]));
    expect(countsOf(repaired)).toEqual({ ...NONE, repeatedFaces: 2, oppositeFaces: 1, undecidedParts: 1 });
    expect([...repaired.mesh.faces]).toEqual([0, 1, 2, 0, 2, 1]);
  });

  test('two boxes with a common edge', () => {
    const cubes = [box(1, 1, 1), box(1, 1, 1)].map((cube, n) => moved(cube, 1, [n, n, 0]));
    expectUnchanged(joined([cubes[0], reversed(cubes[1])], false), { crowdedParts: 1 });
  });

  test('faces with two equal corners, which have no edges', () => {
    const { positions, faces } = tetrahedron;
    expectUnchanged(createMesh(positions, [...faces, 0, 0, 1, 1, 1, 0, 2, 2, 2]), { collapsedFaces: 3 });
    const repaired = repairMesh(createMesh(positions, [...faces, 0, 0, 1, 1, 0, 0, 0, 1, 1]));
    expect(countsOf(repaired)).toEqual({ ...NONE, repeatedFaces: 1, collapsedFaces: 2 });
    expect([...repaired.faceNumbers]).toEqual([0, 1, 2, 3, 4, 6]);
  });

  test('a flat body, which encloses nothing; a thin one is recognised', () => {
    const far = 2 ** 30;
    const flat = (height: number) =>
      createMesh(
        [far, far, far, far + 1, far, far + 1, far, far + 1, far + 1, far + 1, far + 1, far + 2 + height],
        [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0],
      );
    expectUnchanged(flat(0), { undecidedParts: 1 });
    expect(countsOf(repairMesh(flat(2 ** -20))).undecidedParts).toBe(0);
  });

  test('an argument that is no mesh is refused', () => {
    let code = '';
    try {
      repairMesh({} as TriangleMesh);
    } catch (error) {
      code = (error as KerfError).code;
    }
    expect(code).toBe('WRONG_TYPE');
  });
});

test('coordinates near the ends of the range of doubles', () => {
  for (const scale of [1e-300, 1e-150, 1e100, 1e300]) {
    const cube = moved(box(3, 4, 5), scale, [0, 0, 0]);
    const repaired = repairMesh(reversed(cube));
    expect(countsOf(repaired)).toEqual({ ...NONE, turnedFaces: 12, invertedParts: 1 });
    expect(cycles(repaired.mesh).toSorted()).toEqual(cycles(cube).toSorted());
  }
});

/** Parts by definition: faces in pairs, each compared with each. */
function plainParts(faces: readonly (readonly number[])[]): number {
  const edges = faces.map((f) => [0, 1, 2].map((k) => [f[k], f[(k + 1) % 3]].toSorted((a, b) => a - b).join()));
  const own = faces.map((_, face) => face);
  for (let changed = true; changed; ) {
    changed = false;
    for (let f = 0; f < faces.length; f++)
      for (let g = 0; g < f; g++)
        if (own[f] !== own[g] && edges[f].some((edge) => edges[g].includes(edge))) {
          own[f] = own[g] = Math.min(own[f], own[g]);
          changed = true;
        }
  }
  return new Set(own).size;
}

test('random faces: repeated and opposite ones and parts as by definition (seed 11)', () => {
  const random = mulberry32(11);
  const sum = { ...NONE };
  for (let round = 0; round < 200; round++) {
    const vertices = 4 + Math.floor(6 * random());
    const positions: Positions = Float64Array.from({ length: 3 * vertices }, () => random());
    const faces = Array.from({ length: 2 + Math.floor(16 * random()) }, () =>
      [0, 1, 2].map(() => Math.floor(vertices * random())),
    );
    const turns = (f: readonly number[]) => [f.join(), [f[1], f[2], f[0]].join(), [f[2], f[0], f[1]].join()];
    const isSame = (f: readonly number[], g: readonly number[]) => turns(f).includes(g.join());
    const left = faces.filter((f, n) => !faces.slice(0, n).some((g) => isSame(f, g)));
    const isProper = (f: readonly number[]) => new Set(f).size === 3;
    const opposite = left.filter((f, n) => isProper(f) && left.slice(0, n).some((g) => isSame(f.toReversed(), g)));
    const repaired = repairMesh(createMesh(positions, faces.flat()));
    const { openParts, crowdedParts, unorientableParts, nestedParts, undecidedParts, ...counts } = countsOf(repaired);
    expect(counts).toMatchObject({
      repeatedFaces: faces.length - left.length,
      oppositeFaces: opposite.length,
      collapsedFaces: left.filter((f) => !isProper(f)).length,
      unusedVertices: vertices - new Set(left.flat()).size,
    });
    const others = openParts + crowdedParts + unorientableParts + nestedParts + undecidedParts;
    const mended = counts.orientedParts + counts.invertedParts;
    expect(others + mended).toBeLessThanOrEqual(plainParts(left.filter(isProper)));
    if (mended === 0 && counts.turnedFaces === 0)
      expect([...repaired.mesh.faces]).toEqual(left.flat().map((v) => repaired.vertexNumbers[v]));
    for (const key of Object.keys(sum) as (keyof typeof NONE)[]) sum[key] += countsOf(repaired)[key];
  }
  for (const key of ['repeatedFaces', 'oppositeFaces', 'openParts', 'crowdedParts'] as const)
    expect([key, sum[key]]).not.toEqual([key, 0]);
});
