// A seed → small surfaces, and rays and points about them: many through corners and edges, along faces, from the
// surface.

import { createMesh, type TriangleMesh } from '#kerf';
import { joined } from '#datasets/rearrange-faces.ts';
import { torus } from '#spec/base/mesh/bodies.ts';
import { cuboid } from './degenerate-bodies.ts';
import { unitVector } from './random-geometry.ts';
import { movedMesh } from './sphere-sweeps.ts';

type Random = () => number;

/** Closed ones first; then open ones, with zero-area faces, doubled faces and faces that cross. */
export function raySurfaces(random: Random): { readonly mesh: TriangleMesh; readonly isSolid: boolean }[] {
  const ring = torus(7, 5, 5, 2);
  const closed = [
    cuboid([0, 0, 0], [4, 2, 1]),
    joined(cuboid([-3, -3, -3], [3, 3, 3]), cuboid([1, 1, 1], [5, 5, 5])),
    octahedron(),
    createMesh(ring.positions, ring.faces, { name: 'torus' }),
    movedMesh(octahedron(), 2 ** -40, 0),
    movedMesh(octahedron(), 0.1, 1e6),
  ];
  const open = [soup(random, 24, 8), flat(random), needles(random)];
  return [...closed.map((mesh) => ({ mesh, isSolid: true })), ...open.map((mesh) => ({ mesh, isSolid: false }))];
}

function octahedron(): TriangleMesh {
  const positions = [3, 0, 0, -3, 0, 0, 0, 3, 0, 0, -3, 0, 0, 0, 3, 0, 0, -3];
  const faces: number[] = [];
  for (const x of [0, 1])
    for (const y of [2, 3]) for (const z of [4, 5]) faces.push(...((x + y + z) % 2 === 0 ? [x, y, z] : [y, x, z]));
  return createMesh(positions, faces, { name: 'octahedron' });
}

/** Faces over a few points of a small lattice: shared edges and corners, some faces twice, some without area. */
function soup(random: Random, faceCount: number, pointCount: number): TriangleMesh {
  const positions = Array.from({ length: 3 * pointCount }, () => Math.floor(7 * random()) - 3);
  const faces = Array.from({ length: faceCount }, (): number[] => {
    const corners = [0, 0, 0].map(() => Math.floor(pointCount * random()));
    return new Set(corners).size < 3 ? [0, 1, 2] : corners;
  });
  return createMesh(positions, faces.flat(), { name: 'soup' });
}

/** A sheet of lattice squares at z = 0, with one face that is a segment. */
function flat(random: Random): TriangleMesh {
  const positions: number[] = [];
  for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) positions.push(i, j, 0);
  const faces: number[] = [];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const [a, b, c, d] = [4 * i + j, 4 * i + j + 1, 4 * i + j + 4, 4 * i + j + 5];
      faces.push(...(random() < 0.5 ? [a, c, b, b, c, d] : [a, c, d, a, d, b]));
    }
  return createMesh(positions, [...faces, 0, 5, 10], { name: 'sheet' });
}

/** Long faces, far thinner than rounding at their length. */
function needles(random: Random): TriangleMesh {
  const positions: number[] = [];
  const faces: number[] = [];
  for (let n = 0; n < 8; n++) {
    const [x, y, z] = [0, 0, 0].map(() => 16 * random() - 8);
    const [u, v, w] = unitVector(random).map((part) => 100 * part);
    const thin = 2 ** -Math.floor(48 * random());
    positions.push(x, y, z, x + u, y + v, z + w, x + u * random() + thin, y + v * random(), z + w * random() - thin);
    faces.push(3 * n, 3 * n + 1, 3 * n + 2);
  }
  return createMesh(positions, faces, { name: 'needles' });
}

/** Nine numbers per face. */
export function cornersOf({ positions, faces }: TriangleMesh): Float64Array[] {
  return Array.from({ length: faces.length / 3 }, (_, face) =>
    Float64Array.from({ length: 9 }, (_unused, k) => positions[3 * faces[3 * face + Math.floor(k / 3)] + (k % 3)]),
  );
}

/** Between four corners of a surface: mostly inside. */
function middleOf(corners: readonly Float64Array[], random: Random): number[] {
  const some = [0, 1, 2, 3].map(() => corners[Math.floor(random() * corners.length)]);
  return [0, 1, 2].map((k) => some.reduce((sum, face) => sum + face[k], 0) / 4);
}

/** A point of the kind asked for: a corner, on an edge, on a face, about a surface, within it, far away. */
export function pointAbout(corners: readonly Float64Array[], random: Random, kind: number): number[] {
  const face = corners[Math.floor(random() * corners.length)];
  const at = (corner: number) => [...face.subarray(3 * corner, 3 * corner + 3)];
  const between = (p: number[], q: number[], t: number) => p.map((x, k) => x + t * (q[k] - x));
  const size = Math.max(...face.map((x, k) => Math.abs(x - face[k % 3]))) || 1;
  switch (kind % 7) {
    case 0:
      return at(Math.floor(3 * random()));
    case 1:
      return between(at(0), at(1), Math.floor(9 * random()) / 8);
    case 2:
      return between(between(at(0), at(1), 0.5), at(2), 0.25);
    case 3:
      return at(0).map((x) => x + 8 * size * (2 * random() - 1));
    case 4:
      return at(1).map((x) => x + (Math.floor(9 * random()) - 4) * size);
    case 5:
      return middleOf(corners, random);
    default:
      return at(2).map((x, k) => x + 1e9 * size * (k === 0 ? 1 : 1e-9 * random()));
  }
}

/** A ray from one such point toward another, along an axis, along an edge, or anywhere; 6 numbers. */
export function rayAbout(corners: readonly Float64Array[], random: Random): number[] {
  const kind = Math.floor(7 * random());
  const origin = pointAbout(corners, random, random() < 0.02 ? 6 : Math.floor(6 * random()));
  const to = pointAbout(corners, random, kind);
  let way = to.map((x, k) => x - origin[k]);
  if (random() < 0.25) way = [0, 1, 2].map((k) => (k === kind % 3 ? 2 * Math.floor(2 * random()) - 1 : 0));
  else if (random() < 0.1) way = unitVector(random);
  if (way.every((x) => x === 0)) way = [0, 0, -1];
  // A few ulps beside, so that f64 cannot tell on which side.
  if (random() < 0.3) way = way.map((x) => x * (1 + Math.floor(5 * random() - 2) * 2 ** -52));
  const length = 2 ** Math.floor(40 * random() - 20);
  // Backward, so that the point is reached from behind, or from beyond it.
  const sign = random() < 0.1 ? -1 : 1;
  return [...origin, ...way.map((x) => sign * length * x)];
}
