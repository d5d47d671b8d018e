// A lattice → pairs in which one face or both have no area: a segment or point that lies on, passes through or lies
// beside the other face.

import { minus } from '#core';
import { anySign, drawFace, type FaceFrame, segmentThrough } from './face-frame.ts';
import { type Corners, type Lattice, moved, type Pair, type Vector } from './lattice.ts';

/**
 * A segment that passes through the face, ends on it, lies in its plane (inside, across the border or beside it), or
 * lies above it.
 */
export function zeroAreaSegment(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  const [start, end] = segmentBy(lattice, face);
  return [face.corners, asFace(lattice, start, end)];
}

/** A point inside the face, on a side, at a corner, in its plane beside it, or above it. */
export function zeroAreaPoint(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  const point = pointBy(lattice, face);
  return [face.corners, [point, point, point]];
}

/** A segment or a point, and a second segment or point that meets it, lies beside it, or lies elsewhere on its line. */
export function zeroAreaBoth(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  const [p, q] = face.corners;
  const a = lattice.random() < 0.8 ? asFace(lattice, p, q) : asFace(lattice, p, p);
  const place = lattice.whole(-8, 16);
  const start = lattice.random() < 0.75 ? face.at(place, 0) : face.at(place, 8);
  switch (lattice.whole(0, 3)) {
    case 0:
      return [a, asFace(lattice, ...segmentThrough(lattice, start, face.rise(1)))];
    case 1:
      return [a, asFace(lattice, start, moved(start, face.rise(1), 1))];
    case 2:
      return [a, asFace(lattice, start, moved(start, face.u, lattice.whole(-4, 4) / 4))];
    default:
      return [a, [start, start, start]];
  }
}

/** A segment in one of six equally likely ways. */
function segmentBy(lattice: Lattice, face: FaceFrame): [Vector, Vector] {
  const inside = face.interior();
  const w = face.rise(anySign(lattice));
  switch (lattice.whole(0, 5)) {
    case 0:
      return segmentThrough(lattice, inside, w);
    case 1:
      return [inside, moved(inside, w, 1)];
    case 2:
      return face.chord();
    case 3:
      return [inside, face.at(lattice.whole(-8, 16), lattice.whole(-8, -1))];
    case 4:
      return [face.at(lattice.whole(-8, 16), lattice.whole(-8, -1)), face.at(lattice.whole(9, 16), 0)];
    default: {
      const above = moved(inside, w, lattice.whole(1, 8) / 8);
      return [above, moved(above, w, 1)];
    }
  }
}

function pointBy(lattice: Lattice, face: FaceFrame): Vector {
  switch (lattice.whole(0, 4)) {
    case 0:
      return face.interior();
    case 1:
      return face.onSide();
    case 2:
      return face.corners[0];
    case 3:
      return face.at(lattice.whole(-8, 16), lattice.whole(-8, -1));
    default:
      return moved(face.interior(), face.rise(anySign(lattice)), lattice.whole(1, 8) / 8);
  }
}

/** The segment as a face whose third corner lies on it, sometimes at one of its ends. */
function asFace(lattice: Lattice, start: Vector, end: Vector): Corners {
  return [start, end, moved(start, minus(end, start), lattice.whole(0, 8) / 8)];
}
