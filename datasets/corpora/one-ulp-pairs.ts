// A placement → pairs that would touch at one point if one coordinate were one ulp different. They are less than an ulp
// apart, or overlap by less than an ulp.

import { drawContact } from './contacts.ts';
import { Lattice, type Placement } from './lattice.ts';

/**
 * A coordinate may be moved if the normal has at least this fraction of its largest component there, so that the other
 * two axes do not matter.
 */
const LEAST_SHARE = 0.5;

export function oneUlpApart(placement: Placement): Float64Array {
  return nudged(placement, 1);
}

export function oneUlpInside(placement: Placement): Float64Array {
  return nudged(placement, -1);
}

/** Moves a coordinate of b's first corner to the next f64 along the normal (1) or against it (−1). */
function nudged(placement: Placement, way: 1 | -1): Float64Array {
  const lattice = new Lattice(placement);
  for (;;) {
    const { pair, normal } = drawContact(lattice);
    const coordinates = lattice.stored(pair);
    const axis = lattice.whole(0, 2);
    const value = coordinates[9 + axis];
    if (Math.abs(normal[axis]) < LEAST_SHARE * Math.max(...normal.map(Math.abs)) || value === 0) continue;
    coordinates[9 + axis] = neighbour(value, normal[axis] > 0 === way > 0);
    return coordinates;
  }
}

/** The next f64 above or below a value that is not 0. */
function neighbour(value: number, above: boolean): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (above === value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}
