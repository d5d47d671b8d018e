// A lattice → pairs that touch at one point, and lie on opposite sides of a plane, or of a line in their plane, through
// it.

import { cross, dot } from '#core';
import { anySign, drawFace, FaceFrame, isFat, segmentThrough } from './face-frame.ts';
import { type Corners, type Lattice, moved, type Pair, type Vector } from './lattice.ts';

/**
 * b touches a with its first corner or with a point of its first edge. Moving that corner along the normal separates
 * the two; moving it against the normal sinks b into a.
 */
interface TouchingPair {
  readonly pair: Pair;
  /** From a to b; not of unit length. */
  readonly normal: Vector;
}

/**
 * Draws one of three equally likely contacts: a corner inside the other face; two edges that cross; or, in a plane
 * across an axis, a corner on an edge.
 */
export function drawContact(lattice: Lattice): TouchingPair {
  const kind = lattice.whole(0, 2);
  return kind === 0 ? cornerOnFace(lattice) : kind === 1 ? edgeOnEdge(lattice) : cornerOnEdge(lattice);
}

function cornerOnFace(lattice: Lattice): TouchingPair {
  const face = drawFace(lattice);
  const sign = anySign(lattice);
  const corner = face.interior();
  for (;;) {
    const b: Corners = [corner, moved(corner, face.rise(sign), 1), moved(corner, face.rise(sign), 1)];
    if (isFat(lattice, b)) return { pair: [face.corners, b], normal: times(face.normal, sign) };
  }
}

/** a lies below the plane that the two edges span, and b above it. */
function edgeOnEdge(lattice: Lattice): TouchingPair {
  for (;;) {
    const face = drawFace(lattice);
    const point = face.onSide();
    const [p, q] = segmentThrough(lattice, point, face.rise(1));
    const both: Corners = [face.corners[0], face.corners[1], p];
    if (!isFat(lattice, both)) continue;
    const span = new FaceFrame(lattice, both);
    const below = dot(span.normal, face.v);
    if (Math.abs(below) < lattice.extent / 8) continue;
    const normal = times(span.normal, below < 0 ? 1 : -1);
    const b: Corners = [p, q, moved(point, span.rise(below < 0 ? 1 : -1), 1)];
    if (isFat(lattice, b)) return { pair: [face.corners, b], normal };
  }
}

function cornerOnEdge(lattice: Lattice): TouchingPair {
  const face = drawFace(lattice, lattice.whole(0, 2));
  const beyond = () => face.at(lattice.whole(-8, 16), lattice.whole(-8, -2));
  const corner = face.onSide();
  for (;;) {
    const b: Corners = [corner, beyond(), beyond()];
    if (isFat(lattice, b)) return { pair: [face.corners, b], normal: cross(face.u, face.normal) };
  }
}

function times(v: Vector, factor: number): Vector {
  return [v[0] * factor, v[1] * factor, v[2] * factor];
}
