// A lattice → pairs that share a vertex, an edge or a face, cross properly, or meet with a vertex or an edge of one on
// the other.

import { dot, minus } from '#core';
import { anySign, drawFace, FaceFrame, isFat, segmentThrough } from './face-frame.ts';
import { areEqual, type Corners, type Lattice, moved, type Pair, type Vector } from './lattice.ts';

/** The triangles have exactly one corner in common. */
export function shareVertex(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  for (;;) {
    const b: Corners = [face.corners[0], lattice.point(), lattice.point()];
    if (isFat(lattice, b) && !holds(face, b[1]) && !holds(face, b[2])) return [face.corners, b];
  }
}

/** The triangles have two corners in common, and their planes meet at an angle. */
export function shareEdgeFolded(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  const [p, q] = face.corners;
  return [face.corners, [p, q, moved(p, face.rise(anySign(lattice)), 1)]];
}

/** The triangles have two corners in common and lie in one plane: side by side, or one over the other. */
export function shareEdgeCoplanar(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  const [p, q, r] = face.corners;
  for (;;) {
    const third = face.at(lattice.whole(-8, 16), anySign(lattice) * lattice.whole(1, 12));
    if (!areEqual(third, r)) return [face.corners, [p, q, third]];
  }
}

export function shareFace(lattice: Lattice): Pair {
  const { corners } = drawFace(lattice);
  return [corners, corners];
}

/** An edge of one passes through the interior of the other, and no corner of either lies in the other's plane. */
export function crossProperly(lattice: Lattice): Pair {
  for (;;) {
    const face = drawFace(lattice);
    const b: Corners = [
      ...segmentThrough(lattice, face.interior(), face.rise(1)),
      moved(face.corners[0], face.rise(anySign(lattice)), 1),
    ];
    if (!isFat(lattice, b)) continue;
    const { normal } = new FaceFrame(lattice, b);
    const isClear = (p: Vector) => Math.abs(dot(normal, minus(p, b[0]))) > lattice.extent / 64;
    if (face.corners.every(isClear)) return [face.corners, b];
  }
}

/** A corner of one lies inside the other. Its sides lead to the same side of the plane or to both. */
export function vertexInFace(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  const vertex = face.interior();
  for (;;) {
    const b: Corners = [vertex, moved(vertex, face.rise(anySign(lattice)), 1), moved(vertex, face.rise(1), 1)];
    if (isFat(lattice, b)) return [face.corners, b];
  }
}

/** Two edges cross at a point inside both. */
export function edgesCross(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  for (;;) {
    const b: Corners = [...segmentThrough(lattice, face.onSide(), face.rise(1)), lattice.point()];
    if (isFat(lattice, b)) return [face.corners, b];
  }
}

/** Two edges on one line share a piece of it; the planes differ. */
export function edgesOverlap(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  const [from, to] = overlap(lattice);
  const start = face.at(from, 0);
  return [face.corners, [start, face.at(to, 0), moved(start, face.rise(anySign(lattice)), 1)]];
}

/** An edge of one lies inside the other; the planes differ. */
export function edgeInFace(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  const [start, end] = face.chord();
  return [face.corners, [start, end, moved(start, face.rise(anySign(lattice)), 1)]];
}

/**
 * The ends, in eighths of a side, of a piece of its line. It overlaps the side, 0 … 8, in more than a point and is not
 * the whole side.
 */
export function overlap(lattice: Lattice): [number, number] {
  for (;;) {
    const from = lattice.whole(-8, 7);
    const to = lattice.whole(1, 16);
    if (from < to && (from !== 0 || to !== 8)) return [from, to];
  }
}

function holds(face: FaceFrame, p: Vector): boolean {
  return face.corners.some((corner) => areEqual(corner, p));
}
