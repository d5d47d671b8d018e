// Boxes → classes of bodies of similar size, small ones first, each class in the order of its leaves.
//
// A large box among small ones would enlarge the box of their leaf. So bodies are separated by size, but only those
// larger than what a leaf has anyway by the distance of its bodies: a smaller body enlarges no leaf by much, and each
// class more is one more hierarchy to search for every leaf.
//
//   longest extents      │•• • •••••• • ••••│ •  • │  ••   │     The first class contains all sizes up to a leaf's
//                        0             leaf's        4 ×         extent; each further one, those within a factor of
//                                      extent                    four: exponents 2k and 2k + 1.
//
// A class with few bodies is merged into the next larger one, which it does not harm; the largest class stays separate,
// even if it is one box around all.

import { boxCodes, hilbertCode } from '#bvh';
import { sortByKey } from '#core';
import { LEAF } from './leaf-set.ts';
import type { Share } from './share.ts';

/** A class with fewer bodies than this is merged into the next. */
const FEW = 64;
/** A class: the exponent bits of an f32 without the lowest. */
const CLASS_SHIFT = 24;
const CLASSES = 2 ** (31 - CLASS_SHIFT);
/** Leaves whose extents are measured, at most. */
const SAMPLE = 1024;

/**
 * @param local as localBoxes returns it.
 * @returns the bodies' numbers by class, in each along a Hilbert curve; none is empty.
 */
export function sizeClasses(local: Float32Array): Uint32Array[] {
  const order = curveOrder(local);
  return classesAbove(local, order, leafExtent(local, order));
}

/** Bodies along a Hilbert curve through their centres. */
export function curveOrder(local: Float32Array): Uint32Array {
  const count = local.length / 6;
  return sortByKey(boxCodes(local, count, hilbertCode), count);
}

/** The longest extent of the box about the centres of a leaf's bodies: the median of a sample of full leaves. */
export function leafExtent(local: Float32Array, order: Uint32Array): number {
  const leaves = Math.floor(order.length / LEAF);
  const step = Math.max(1, Math.ceil(leaves / SAMPLE));
  const extents = new Float32Array(Math.ceil(leaves / step));
  for (let n = 0; n < extents.length; n++)
    for (let k = 0; k < 3; k++) {
      let low = Number.POSITIVE_INFINITY;
      let high = 0;
      for (let place = LEAF * step * n; place < LEAF * (step * n + 1); place++) {
        const centre = (local[6 * order[place] + k] + local[6 * order[place] + 3 + k]) / 2;
        low = Math.min(low, centre);
        high = Math.max(high, centre);
      }
      extents[n] = Math.max(extents[n], high - low);
    }
  return extents.length > 0 ? extents.sort()[extents.length >> 1] : 0;
}

/** Classes by factors of four, of which those up to the class of an extent `least` are one; each in the given order. */
export function classesAbove(local: Float32Array, order: Uint32Array, least: number): Uint32Array[] {
  const { length: count } = order;
  const extents = new Float32Array(count + 1);
  for (let body = 0; body < count; body++) {
    const at = 6 * body;
    extents[body] = Math.max(local[at + 3] - local[at], local[at + 4] - local[at + 1], local[at + 5] - local[at + 2]);
  }
  extents[count] = least;
  const bits = new Uint32Array(extents.buffer);
  const first = bits[count] >>> CLASS_SHIFT;
  const sizes = new Uint32Array(CLASSES);
  for (let body = 0; body < count; body++) sizes[Math.max(first, bits[body] >>> CLASS_SHIFT)]++;
  const target = joinFew(sizes);
  const classes = target.map((to, own) => new Uint32Array(to === own ? sizes[own] : 0));
  const ends = new Uint32Array(CLASSES);
  for (let place = 0; place < count; place++) {
    const body = order[place];
    const to = target[Math.max(first, bits[body] >>> CLASS_SHIFT)];
    classes[to][ends[to]++] = body;
  }
  return classes.filter((bodies) => bodies.length > 0);
}

/** The classes assigned to a share: the largest is dealt first, each to the share with fewest bodies so far. */
export function classesOf({ index, of }: Share, classes: readonly Uint32Array[]): Uint32Array[] {
  const loads = new Float64Array(of);
  return [...classes]
    .sort((a, b) => b.length - a.length)
    .filter(({ length }) => {
      const to = loads.indexOf(Math.min(...loads));
      loads[to] += length;
      return to === index;
    });
}

/** Adds the sizes of small classes to the next non-empty one. @returns by class: where its bodies go. */
function joinFew(sizes: Uint32Array): number[] {
  const target = Array.from(sizes, (_, own) => own);
  let waiting: number[] = [];
  let total = 0;
  for (let own = 0; own < sizes.length; own++) {
    if (sizes[own] === 0) continue;
    for (const earlier of waiting) target[earlier] = own;
    total += sizes[own];
    sizes[own] = total;
    waiting = total < FEW ? [...waiting, own] : [];
    if (waiting.length === 0) total = 0;
  }
  return target;
}
