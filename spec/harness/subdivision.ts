// A body, another one and a subdivision's parameters → the subdivider's leaves, from fronts with every face of the
// other body.

import { CompiledSide } from '#compiled';
import { DividedFaces, type FaceDivisions } from '#divisions';
import {
  type ActiveFaces,
  activeFaces,
  type InsideTest,
  type SubTriangles,
  type Surface,
  subTriangles,
} from '#records';
import { pointInSolid } from '#reference';
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

/** How a body's faces are divided in their present position. */
export function dividedOf(
  { positions, faces, faceCount }: Pick<Surface, 'positions' | 'faces' | 'faceCount'>,
  resolution: number,
): DividedFaces {
  const magnitude = positions.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return new DividedFaces(positions, faces, faceCount, resolution, magnitude);
}

export interface SubdivideQuestion {
  readonly body: Surface;
  readonly other: Surface;
  readonly active: ActiveFaces;
  readonly inside: InsideTest | null;
  /** δ and h, mm. */
  readonly delta: number;
  readonly resolution: number;
  /** In place of dividedOf. */
  readonly divided?: FaceDivisions;
}

/** The leaves of a question, by an instance of its own. @param side an instance to use instead. */
export function leavesFor({ body, other, ...question }: SubdivideQuestion, side?: CompiledSide): SubTriangles {
  const out = subTriangles();
  const made = side ?? new CompiledSide({ body, other, bodyIsTool: false });
  const divided = question.divided ?? dividedOf(body, question.resolution);
  if (!made.subdivide({ ...question, divided }, out)) throw new Error('There are too many leaves.');
  return out;
}

/** Subdivides every live face of a body with every live face of the other. */
export function subdivideAll(
  body: Surface,
  other: Surface,
  inside: InsideTest | null,
  delta: number,
  resolution: number,
): SubTriangles {
  return leavesFor({ body, other, active: activeOf(liveFaces(body), liveFaces(other)), inside, delta, resolution });
}
