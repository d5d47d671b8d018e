// A bone before and after a cut → which of its faces the cut made.
//
// Before and after are surfaces on one grid (CuttableBone.mesh), so what no cut touched has the same coordinates in
// both. A cut made the faces that have no corner of the earlier surface: each corner is a point of what the tool swept.

import { type TriangleMesh, weldVertices } from '#mesh';

/** 1 for each face of `after` that the cut made. Not faces at the rim, which have a corner of the old surface. */
export function facesMadeByCut(before: TriangleMesh, after: TriangleMesh): Uint8Array {
  const old = before.positions.length / 3;
  const positions = new Float64Array(before.positions.length + after.positions.length);
  positions.set(before.positions);
  positions.set(after.positions, before.positions.length);
  const welded = weldVertices(positions);
  const isNew = (vertex: number) => welded[old + vertex] >= old;
  const { faces } = after;
  return Uint8Array.from({ length: faces.length / 3 }, (_, face) =>
    isNew(faces[3 * face]) && isNew(faces[3 * face + 1]) && isNew(faces[3 * face + 2]) ? 1 : 0,
  );
}
