import { describe, expect, test } from '@jest/globals';
import { createMesh, inspectMesh, type MeshInspection } from '#mesh';
import { mulberry32 } from '#harness/random.ts';
import {
  type Body,
  box,
  flip,
  join,
  move,
  permute,
  soup,
  sphere,
  strip,
  tetrahedron,
  torus,
  without,
} from './bodies.ts';

function inspect(body: Body): MeshInspection {
  return inspectMesh(createMesh(body.positions, body.faces));
}

/** The default facts of a body: closed, oriented, manifold, one piece, nothing unusual. */
const plain = {
  closed: true,
  oriented: true,
  manifold: true,
  components: 1,
  degenerateFaces: 0,
  duplicateFaces: 0,
  boundaryEdges: 0,
};

const triangle: Body = { positions: [0, 0, 0, 3, 0, 0, 0, 4, 0], faces: [0, 1, 2] };
const pages: Body = { positions: [0, 0, 0, 0, 0, 1, 1, 0, 0, -1, 1, 0, -1, -1, 0], faces: [0, 1, 2, 0, 1, 3, 0, 1, 4] };
const twoByEdge: Body = {
  positions: [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0],
  faces: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2, 0, 1, 4, 0, 4, 5, 0, 5, 1, 1, 5, 4],
};
const twoByVertex = join(tetrahedron, {
  positions: tetrahedron.positions.map((value) => -value),
  faces: flip(tetrahedron, 0, 1, 2, 3).faces,
});

const cases: [string, Body, Partial<MeshInspection>][] = [
  ['a tetrahedron', tetrahedron, {}],
  ['a box of 12 triangles', box(1, 2, 3), {}],
  ['a torus', torus(12, 8, 5, 2), {}],
  ['a soup of the box', soup(box(1, 2, 3)), { vertexCount: 36 }],
  ['a box inside out', flip(box(1, 2, 3), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), {}],
  ['two boxes apart', join(box(1, 1, 1), move(box(1, 1, 1), [3, 0, 0])), { components: 2 }],
  ['a single triangle', triangle, { closed: false, boundaryEdges: 3 }],
  ['an open strip', strip(6, 'open'), { closed: false, boundaryEdges: 14 }],
  ['a strip closed to a ring', strip(6, 'ring'), { closed: false, boundaryEdges: 12 }],
  ['a Moebius strip', strip(6, 'moebius'), { closed: false, oriented: false, boundaryEdges: 12 }],
  ['a box without one face', without(box(1, 2, 3), 4), { closed: false, boundaryEdges: 3 }],
  ['a box with one face flipped', flip(box(1, 2, 3), 4), { oriented: false }],
  ['two tetrahedra that share an edge', twoByEdge, { manifold: false }],
  ['two tetrahedra that share a vertex', twoByVertex, { manifold: false }],
  ['three pages on one edge', pages, { closed: false, oriented: false, manifold: false, boundaryEdges: 6 }],
  [
    'a triangle twice, the same way',
    { positions: triangle.positions, faces: [0, 1, 2, 1, 2, 0] },
    { oriented: false, duplicateFaces: 1 },
  ],
  ['a triangle and its back', { positions: triangle.positions, faces: [0, 1, 2, 0, 2, 1] }, { duplicateFaces: 1 }],
  [
    'a box with a face thrice more',
    { ...box(1, 1, 1), faces: [...box(1, 1, 1).faces, ...[0, 1, 2].flatMap(() => box(1, 1, 1).faces.slice(0, 3))] },
    { oriented: false, manifold: false, duplicateFaces: 3 },
  ],
  [
    'a face with coincident corners and nothing else',
    { positions: [0, 0, 0, 1, 0, 0, 0, 0, -0], faces: [0, 1, 2] },
    { closed: false, degenerateFaces: 1 },
  ],
  [
    'a box with coincident-corner faces between its vertices',
    { ...box(1, 1, 1), faces: [...box(1, 1, 1).faces, 0, 0, 7, 3, 3, 3] },
    { degenerateFaces: 2 },
  ],
  [
    'two boxes tied by a face with coincident corners',
    {
      ...join(box(1, 1, 1), move(box(1, 1, 1), [3, 0, 0])),
      faces: [...join(box(1, 1, 1), box(1, 1, 1)).faces, 0, 9, 9],
    },
    { degenerateFaces: 1 },
  ],
  [
    'a square whose sides meet a collinear face',
    { positions: [0, 0, 0, 2, 0, 0, 2, 2, 0, 1, 0, 0], faces: [0, 3, 2, 3, 1, 2, 0, 1, 3] },
    { closed: false, degenerateFaces: 1, boundaryEdges: 3 },
  ],
];

describe('inspectMesh by hand', () => {
  test.each(cases)('%s', (_, body, differs) => {
    expect(inspect(body)).toMatchObject({ ...plain, faceCount: body.faces.length / 3, ...differs });
  });

  test.each(cases)('%s: orders of vertices and faces change nothing', (_, body) => {
    const random = mulberry32(41);
    const { area, volume, ...rest } = inspect(body);
    for (let trial = 0; trial < 6; trial++) {
      const again = inspect(permute(body, random));
      expect(again).toMatchObject(rest);
      expect(again.area).toBeCloseTo(area, 12);
      if (Number.isNaN(volume)) expect(again.volume).toBeNaN();
      else expect(again.volume).toBeCloseTo(volume, 12);
    }
  });

  test('counts stored vertices, but bounds are those that faces use', () => {
    const body = { positions: [...box(1, 2, 3).positions, 100, 100, 100, -7, 0, 0], faces: box(1, 2, 3).faces };
    const found = inspect(body);
    expect(found).toMatchObject({
      ...plain,
      vertexCount: 10,
      faceCount: 12,
      bounds: { min: [0, 0, 0], max: [1, 2, 3] },
    });
    expect(found.volume).toBeCloseTo(6, 14);
  });

  test('a hub with 5,000 faces around it is one fan; two such hubs that touch are not', () => {
    const n = 5000;
    const cone = (height: number, flipped: boolean): Body => {
      const positions = [0, 0, 0];
      const faces: number[] = [];
      for (let i = 0; i < n; i++) {
        positions.push(Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n), height);
        const [a, b] = [1 + i, 1 + ((i + 1) % n)];
        faces.push(0, flipped ? b : a, flipped ? a : b);
      }
      return { positions, faces };
    };
    expect(inspect(cone(1, false))).toMatchObject({ ...plain, closed: false, boundaryEdges: n });
    expect(inspect(join(cone(1, false), cone(-1, true)))).toMatchObject({
      ...plain,
      closed: false,
      manifold: false,
      boundaryEdges: 2 * n,
    });
  });
});

/** A few roundings of every coordinate, relative. */
const ROUNDING = 64 * Number.EPSILON;

function expectRelative(value: number, expected: number, bound: number): void {
  expect(Math.abs(value - expected) / Math.abs(expected)).toBeLessThanOrEqual(bound);
}

describe('inspectMesh area and volume', () => {
  test.each([1e-3, 1, 1e3])('box, tetrahedron, and the box inside out at scale %d', (s) => {
    const outward = inspect(box(2 * s, 3 * s, 5 * s));
    expectRelative(outward.area, 62 * s * s, ROUNDING);
    expectRelative(outward.volume, 30 * s ** 3, ROUNDING);
    const solid = inspect(move(tetrahedron, [0, 0, 0], s));
    const slanted = Math.hypot(4 * 5, 3 * 5, 3 * 4) / 2;
    expectRelative(solid.area, (6 + 7.5 + 10 + slanted) * s * s, ROUNDING);
    expectRelative(solid.volume, 10 * s ** 3, ROUNDING);
    const inward = inspect(flip(box(2 * s, 3 * s, 5 * s), ...Array(12).keys()));
    expectRelative(inward.volume, -30 * s ** 3, ROUNDING);
  });

  test('1e5 from the origin, on coordinates that stay exact, nothing is lost', () => {
    for (const shift of [
      [1e5, 0, 0],
      [-1e5, 1e5, 1e5],
    ]) {
      const far = inspect(move(box(2, 3, 5), shift));
      expectRelative(far.volume, 30, ROUNDING);
      expectRelative(far.area, 62, ROUNDING);
    }
  });

  test('1e5 from the origin a torus changes only as its coordinates round', () => {
    const near = inspect(torus(64, 32, 5, 2));
    const far = inspect(move(torus(64, 32, 5, 2), [1e5, -1e5, 1e5]));
    // Each coordinate moves by at most 2^-37 (half a unit in the last place below 2^17); volume by at most √3·2^-37
    // times area, to first order.
    expect(Math.abs(far.volume - near.volume)).toBeLessThanOrEqual(2 * Math.sqrt(3) * 2 ** -37 * near.area);
    expect(far).toMatchObject(plain);
  });

  test('a torus of n × m quads tends to 4π²Rr and 2π²Rr² with error of second order', () => {
    const [R, r] = [5, 2];
    const errors = [16, 32, 64].map((n) => {
      const found = inspect(torus(2 * n, n, R, r));
      return [4 * Math.PI ** 2 * R * r - found.area, 2 * Math.PI ** 2 * R * r * r - found.volume];
    });
    for (const quantity of [0, 1])
      for (const step of [0, 1]) {
        expect(errors[step][quantity] / errors[step + 1][quantity]).toBeGreaterThan(3.8);
        expect(errors[step][quantity] / errors[step + 1][quantity]).toBeLessThan(4.2);
      }
  });

  test('a sphere given as soup is closed, and inside its ball', () => {
    const found = inspect(soup(sphere(4, 10)));
    expect(found).toMatchObject({ ...plain, faceCount: 2048 });
    expect(found.volume).toBeLessThan((4 / 3) * Math.PI * 1000);
    expect(found.volume).toBeGreaterThan((4 / 3) * Math.PI * 1000 * 0.98);
  });

  test('an open or mixed surface has an area and no volume', () => {
    for (const body of [without(box(1, 1, 1), 0), flip(box(1, 1, 1), 0), triangle]) {
      expect(inspect(body).volume).toBeNaN();
      expect(inspect(body).area).toBeGreaterThan(0);
    }
    expectRelative(inspect(triangle).area, 6, ROUNDING);
  });
});
