// A body, another one and a subdivision's parameters → the subdivider's leaves, from fronts with every face of the
// other body.

import { faceLevels } from '#bodies/leaf-levels.ts';
import {
  type ActiveFaces,
  type ApartInsideTest,
  activeFaces,
  type InsideTest,
  type SubTriangles,
  type Surface,
  subTriangles,
} from '#records';
import { pointInSolid } from '#reference';
import { FaceSubdivider } from '#subdivide';
import { liveFaces, referenceOf } from './stage-bodies.ts';

/** Faces of a body, each with the same list of faces of the other. An empty list means no candidate, and inside. */
export function activeOf(faces: readonly number[], near: readonly number[]): ActiveFaces {
  const front = activeFaces();
  front.rows.reserve(faces.length);
  const { columns } = front.rows;
  front.near.reserve(near.length * faces.length);
  faces.forEach((face, row) => {
    columns.face[row] = face;
    columns.start[row] = front.near.length;
    columns.count[row] = near.length;
    columns.inside[row] = near.length === 0 ? 1 : 0;
    for (const other of near) front.near.push(other);
  });
  front.rows.length = faces.length;
  return front;
}

/** The exact inside test of a closed and oriented surface. */
export function exactInside(solid: Surface): InsideTest {
  const mesh = referenceOf(solid);
  return (x, y, z) => pointInSolid([x, y, z], mesh);
}

/** Decides by the first corner alone. */
export function apartInside(inside: InsideTest): ApartInsideTest {
  return (corners) => inside(corners[0], corners[1], corners[2]);
}

/** The leaf levels of a body's faces in their present position. */
export function levelsOf({ positions, faces, faceCount }: Surface, resolution: number): Uint8Array {
  const levels = new Uint8Array(faceCount);
  faceLevels(positions, faces, 0, faceCount, resolution, 1, levels);
  return levels;
}

/** Subdivides every live face of a body with every live face of the other. */
export function subdivideAll(
  body: Surface,
  other: Surface,
  inside: InsideTest | null,
  delta: number,
  resolution: number,
): SubTriangles {
  const out = subTriangles();
  const query = { body, other, inside: inside && apartInside(inside), maxDistance: delta, resolution };
  const active = activeOf(liveFaces(body), liveFaces(other));
  new FaceSubdivider().subdivide({ ...query, active, levels: levelsOf(body, resolution) }, out);
  return out;
}
