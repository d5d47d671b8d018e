// A lattice → pairs in one plane that overlap, touch at a point or along an edge, or lie apart; and pairs in two
// parallel planes.

import { anySign, drawFace, type FaceFrame } from './face-frame.ts';
import { type Corners, type Lattice, moved, type Pair } from './lattice.ts';
import { overlap } from './touching-pairs.ts';

/** A point of the first triangle's plane, in eighths along the first two sides of that triangle. */
type Place = readonly [number, number];
type Places = readonly [Place, Place, Place];

/** A point inside one triangle, off its edges, lies on an edge or a corner of the other, so their interiors meet. */
export function coplanarOverlapping(lattice: Lattice): Pair {
  return inPlane(lattice, () => {
    const i = lattice.whole(1, 6);
    const j = lattice.whole(1, 7 - i);
    const [di, dj] = [lattice.whole(-4, 4), lattice.whole(-4, 4)];
    const [back, ahead] = [lattice.whole(0, 2), lattice.whole(1, 2)];
    return [[i - back * di, j - back * dj], [i + ahead * di, j + ahead * dj], anywhere(lattice)];
  });
}

/** A corner of one triangle lies on an edge or a corner of the other, and the rest lies beyond that edge's line. */
export function coplanarTouchingPoint(lattice: Lattice): Pair {
  return inPlane(lattice, () => [[lattice.whole(0, 8), 0], beyond(lattice), beyond(lattice)]);
}

/** Pieces of two edges coincide, and the rest of each triangle lies on its own side of their line. */
export function coplanarTouchingEdge(lattice: Lattice): Pair {
  return inPlane(lattice, () => {
    const [from, to] = overlap(lattice);
    return [[from, 0], [to, 0], beyond(lattice)];
  });
}

/** One triangle lies beyond the line of an edge of the other. */
export function coplanarApart(lattice: Lattice): Pair {
  return inPlane(lattice, () => [beyond(lattice), beyond(lattice), beyond(lattice)]);
}

export function parallelPlanes(lattice: Lattice): Pair {
  const face = drawFace(lattice);
  const shift = face.rise(anySign(lattice));
  const part = lattice.whole(1, 64) / 64;
  const [a, b, c] = cornersAt(
    face,
    withArea(() => [anywhere(lattice), anywhere(lattice), anywhere(lattice)]),
  );
  return [face.corners, [moved(a, shift, part), moved(b, shift, part), moved(c, shift, part)]];
}

function inPlane(lattice: Lattice, draw: () => Places): Pair {
  const face = drawFace(lattice);
  return [face.corners, cornersAt(face, withArea(draw))];
}

function withArea(draw: () => Places): Places {
  for (;;) {
    const places = draw();
    const [[ai, aj], [bi, bj], [ci, cj]] = places;
    if ((bi - ai) * (cj - aj) !== (bj - aj) * (ci - ai)) return places;
  }
}

function cornersAt(face: FaceFrame, [a, b, c]: Places): Corners {
  return [face.at(...a), face.at(...b), face.at(...c)];
}

function anywhere(lattice: Lattice): Place {
  return [lattice.whole(-8, 16), lattice.whole(-8, 16)];
}

/** A place on the far side of the first side's line, seen from the first triangle. */
function beyond(lattice: Lattice): Place {
  return [lattice.whole(-8, 16), lattice.whole(-8, -1)];
}
