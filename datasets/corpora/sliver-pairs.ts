// A placement → pairs with slivers, which are at least 1e8 times as long as high: their third corner hardly leaves the
// long edge.
//
// The height is along one axis, on which the offset is 0. Along that axis f64 resolves 2^-31 of the scale at any
// distance from the origin.

import { dot, minus } from '#core';
import { drawFace, segmentThrough } from './face-frame.ts';
import { Lattice, lengthOf, moved, type Pair, type Placement, type Vector } from './lattice.ts';

/**
 * The greatest height, in finest units: 2^-28 of the scale. The long edge has at least half a scale, and 2^27 > 1e8.
 */
const MOST_HEIGHT = 8;
/** The least fraction of a long edge that runs across the thin axis. */
const LEAST_ACROSS = 0.3;

/** The sliver's long edge passes through the interior of the other triangle. */
export function sliverCrossing(placement: Placement): Float64Array {
  const { lattice, axis } = thinLattice(placement);
  for (;;) {
    const face = drawFace(lattice);
    const w = face.rise(1);
    if (!isLongAcross(lattice, w, axis)) continue;
    const coordinates = lattice.stored([face.corners, needle(lattice, face.interior(), w)]);
    thicken(lattice, coordinates, axis, 9);
    return coordinates;
  }
}

/** The sliver's long edge passes an edge of the other triangle, which may be a sliver too, within a few heights. */
export function sliverNear(placement: Placement): Float64Array {
  const { lattice, axis } = thinLattice(placement);
  const both = lattice.random() < 0.5;
  const coordinates = drawPassing(lattice, axis, both);
  if (both) thicken(lattice, coordinates, axis, 0);
  thicken(lattice, coordinates, axis, 9);
  const shift = lattice.whole(-MOST_HEIGHT, MOST_HEIGHT) * lattice.finest;
  for (let i = 9 + axis; i < 18; i += 3) coordinates[i] += shift;
  return coordinates;
}

function thinLattice(placement: Placement): { lattice: Lattice; axis: number } {
  const axis = Math.floor(3 * placement.random());
  return { lattice: new Lattice(placement, axis), axis };
}

/**
 * Either two slivers without height whose long edges cross, or a triangle and such a sliver whose long edge crosses its
 * first side.
 */
function drawPassing(lattice: Lattice, axis: number, both: boolean): Float64Array {
  for (;;) {
    const face = drawFace(lattice);
    const w = face.rise(1);
    if (!isLongAcross(lattice, w, axis)) continue;
    if (!both) return lattice.stored([face.corners, needle(lattice, face.onSide(), w)]);
    if (!isLongAcross(lattice, face.u, axis)) continue;
    const point = face.interior();
    return lattice.stored([needle(lattice, point, face.u), needle(lattice, point, w)]);
  }
}

function isLongAcross(lattice: Lattice, w: Vector, axis: number): boolean {
  const length = lengthOf(w);
  const along = w[axis];
  return length >= lattice.extent / 2 && dot(w, w) - along * along >= (LEAST_ACROSS * length) ** 2;
}

/** A segment along w through the point, as a triangle whose third corner lies on it. */
function needle(lattice: Lattice, point: Vector, w: Vector): Pair[0] {
  const [start, end] = segmentThrough(lattice, point, w);
  return [start, end, moved(start, minus(end, start), lattice.whole(0, 8) / 8)];
}

/** Gives the needle whose coordinates begin at `from` its height, by moving its third corner. */
function thicken(lattice: Lattice, coordinates: Float64Array, axis: number, from: number): void {
  const height = lattice.whole(1, MOST_HEIGHT) * lattice.finest;
  coordinates[from + 6 + axis] += lattice.random() < 0.5 ? height : -height;
}
