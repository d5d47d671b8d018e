// Names → small bodies with integer coordinates that touch, coincide, lack area, or are open, inverted, doubled or
// nested: cases in which a tolerance would guess.

import { inverted, joined, withFaces, withoutFaces } from '#datasets/rearrange-faces.ts';
import { createMesh, type TriangleMesh } from '#kerf';
import { identityPose, translation } from './contact-cases.ts';

export { joined, withFaces };

export interface DegenerateCase {
  readonly name: string;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly pose: Float64Array;
  readonly delta: number;
  /** The state by definition, worked out by hand. */
  readonly state: 'separated' | 'near' | 'intersecting' | 'enclosed';
}

/** Box between two corners, 12 faces, counter-clockwise seen from outside. */
export function cuboid(low: readonly number[], high: readonly number[]): TriangleMesh {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) for (let k = 0; k < 3; k++) positions.push((i >> k) & 1 ? high[k] : low[k]);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return createMesh(
    positions,
    quads.flatMap(([p, q, r, s]) => [p, q, r, p, r, s]),
    { name: 'cuboid' },
  );
}
export const cube = (low: number, high: number): TriangleMesh => cuboid([low, low, low], [high, high, high]);

export function triangle(...corners: readonly number[]): TriangleMesh {
  return createMesh(corners, [0, 1, 2], { name: 'triangle' });
}

/** Corner at the origin, edges along the axes. */
export function tetrahedron(size: number): TriangleMesh {
  return createMesh([0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3], {
    name: 'tetrahedron',
  });
}

/** A solid with a cavity: the inner wall faces inward. */
const hollow = joined(cube(-6, 6), inverted(cube(-4, 4)));
const flat = triangle(0, 0, 0, 4, 0, 0, 0, 4, 0);
const segment = triangle(0, 0, -2, 0, 0, 2, 0, 0, 1);
const dot = triangle(1, 1, 0, 1, 1, 0, 1, 1, 0);

type Row = readonly [
  name: string,
  bone: TriangleMesh,
  tool: TriangleMesh,
  pose: Float64Array,
  delta: number,
  state: DegenerateCase['state'],
];

const rows: readonly Row[] = [
  ['faces in one plane, from outside', cube(0, 4), cube(0, 4), translation(4, 1, 1), 0, 'intersecting'],
  ['faces in one plane, from inside', cube(0, 4), cube(0, 2), translation(2, 1, 1), 0, 'intersecting'],
  ['a vertex shared, from outside', cube(0, 4), cube(0, 4), translation(4, 4, 4), 0, 'intersecting'],
  ['a vertex shared, from inside', cube(0, 4), tetrahedron(2), identityPose, 0.1, 'intersecting'],
  ['an edge shared, from outside', cube(0, 4), cube(0, 4), translation(4, 4, 0), 0, 'intersecting'],
  ['identical bodies', cube(0, 4), cube(0, 4), identityPose, 0.5, 'intersecting'],
  ['identical bodies, one inverted', cube(0, 4), inverted(cube(0, 4)), identityPose, 0.5, 'intersecting'],
  ['δ is the exact gap', cube(0, 4), cube(0, 1), translation(4.5, 1, 1), 0.5, 'near'],
  ['δ is one ulp below the gap', cube(0, 4), cube(0, 1), translation(4.5, 1, 1), 0.5 - 2 ** -54, 'separated'],
  ['δ = 0 one ulp from touching', cube(0, 4), cube(0, 1), translation(4 + 2 ** -50, 1, 1), 0, 'separated'],
  ['δ = 0 one ulp from touching, from inside', cube(0, 4), cube(0, 1), translation(3 - 2 ** -51, 1, 1), 0, 'enclosed'],
  ['a gap of 5 by 3, 4, 0 and δ = 5', cube(0, 1), cube(0, 1), translation(4, 5, 0), 5, 'near'],
  ['one triangle each, crossing', flat, triangle(1, 1, -1, 1, 1, 1, 3, 3, 1), identityPose, 0, 'intersecting'],
  ['one triangle each, a corner on a face', flat, triangle(1, 1, 0, 1, 1, 3, 2, 2, 3), identityPose, 0, 'intersecting'],
  ['one triangle each, a corner on an edge', flat, triangle(2, 0, 0, 2, -3, 1, 3, -3, 1), identityPose, 0, 'intersecting'],
  ['one triangle each, in one plane, apart', flat, flat, translation(3, 3, 0), 1, 'separated'],
  ['one triangle each, in one plane, one in the other', flat, triangle(1, 1, 0, 2, 1, 0, 1, 2, 0), identityPose, 0, 'intersecting'],
  ['one triangle each, parallel', flat, flat, translation(0, 0, 1), 1, 'near'],
  ['one triangle, itself', flat, flat, identityPose, 0, 'intersecting'],
  ['a segment for a face, through a face', flat, segment, translation(1, 1, 0), 0, 'intersecting'],
  ['a segment for a face, along an edge', flat, triangle(1, 0, 0, 2, 0, 0, 9, 0, 0), identityPose, 0, 'intersecting'],
  ['a segment for a face, beside', flat, segment, translation(-1, 1, 0), 1, 'near'],
  ['a point for a face, on a face', flat, dot, identityPose, 0, 'intersecting'],
  ['a point for a face, above a face', flat, dot, translation(0, 0, 2), 2, 'near'],
  ['points for faces, one place', dot, dot, identityPose, 0, 'intersecting'],
  ['a point for a face, in a solid', cube(-4, 4), dot, identityPose, 0.5, 'enclosed'],
  ['a solid with a face of no area', withFaces(cube(0, 4), 0, 1, 1), cube(0, 1), translation(1, 1, 1), 0.5, 'enclosed'],
  ['a face twice: no inside', withFaces(cube(-4, 4), 0, 2, 3), cube(-1, 1), identityPose, 0.5, 'separated'],
  ['a face and its reverse besides', withFaces(cube(-4, 4), 0, 2, 3, 0, 3, 2), cube(-1, 1), identityPose, 0.5, 'enclosed'],
  ['two cubes on one edge', joined(cube(-4, 0), cuboid([0, 0, -4], [4, 4, 0])), cube(-1, 1), translation(2, 2, -2), 0.5, 'enclosed'],
  ['an open bone has no inside', withoutFaces(cube(-4, 4), 5), cube(-1, 1), identityPose, 0.5, 'separated'],
  ['an open tool in a bone', cube(-4, 4), withoutFaces(cube(-1, 1), 5), identityPose, 0.5, 'enclosed'],
  ['a bone in an open tool', cube(-1, 1), withoutFaces(cube(-4, 4), 5), identityPose, 0.5, 'separated'],
  ['an inverted bone has the same inside', inverted(cube(-4, 4)), cube(-1, 1), identityPose, 0.5, 'enclosed'],
  ['a bone in a tool', cube(-1, 1), cube(-4, 4), identityPose, 0.5, 'enclosed'],
  ['a tool in a cavity', hollow, cube(-1, 1), identityPose, 0.5, 'separated'],
  ['a tool near the wall of a cavity', hollow, cube(-1, 1), translation(2.75, 0, 0), 0.5, 'near'],
  ['a tool in the wall', hollow, cube(-0.5, 0.5), translation(5, 0, 0), 0.25, 'enclosed'],
  ['a cavity whose wall faces outward is solid', joined(cube(-6, 6), cube(-4, 4)), cube(-1, 1), identityPose, 0.5, 'enclosed'],
  ['a tool of two parts, one in the bone', cube(-4, 4), joined(cube(-1, 1), cube(9, 11)), identityPose, 0.5, 'enclosed'],
  ['a tool of two parts, the far one in the bone', cube(-4, 4), joined(cube(9, 11), cube(-1, 1)), identityPose, 0.5, 'enclosed'],
  ['a tool of two parts, one in the bone and one through it', cube(-4, 4), joined(cube(-1, 1), cube(3, 5)), identityPose, 0.5, 'intersecting'],
  ['a bone of two overlapping parts', joined(cube(-4, 1), cube(-1, 4)), cuboid([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]), identityPose, 0.25, 'enclosed'],
]; // biome-ignore format: a table

export const degenerateCases: readonly DegenerateCase[] = rows.map(([name, bone, tool, pose, delta, state]) => ({
  name,
  bone,
  tool,
  pose,
  delta,
  state,
}));

/** Triangle soup of a few faces with corners on a small integer grid: many are touching, coplanar or of zero area. */
export function gridSoup(random: () => number, faceCount: number, size: number): TriangleMesh {
  const positions = Array.from({ length: 9 * faceCount }, () => Math.floor(size * random()));
  return createMesh(
    positions,
    positions.slice(0, 3 * faceCount).map((_, i) => i),
    { name: 'soup' },
  );
}

/**
 * A tetrahedron with corners on a small integer grid: closed and oriented, outward or inverted; some have no volume.
 */
export function gridTetrahedron(random: () => number, size: number): TriangleMesh {
  const positions = Array.from({ length: 12 }, () => Math.floor(size * random()));
  return createMesh(positions, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3], { name: 'tetrahedron' });
}
