// Boxes → classes of bodies of similar size, small ones first.
//
// A large box among small ones would enlarge the box of their group. So bodies are separated by size: a class contains
// those whose longest extents have exponents 2k or 2k + 1, within a factor of four. A class with few bodies is merged
// into the next larger one, which it does not harm; the largest class stays separate, even if it is one box around all.

import type { Share } from './share.ts';

/** A class with fewer bodies than this is merged into the next. */
const FEW = 64;
/** A class: the exponent bits of an f32 without the lowest. */
const CLASS_SHIFT = 24;
const CLASSES = 2 ** (31 - CLASS_SHIFT);

/** @param local as localBoxes returns it. @returns the bodies' numbers by class, ascending in each; none is empty. */
export function sizeClasses(local: Float32Array): Uint32Array[] {
  const count = local.length / 6;
  const extents = new Float32Array(count);
  for (let body = 0; body < count; body++) {
    const at = 6 * body;
    extents[body] = Math.max(local[at + 3] - local[at], local[at + 4] - local[at + 1], local[at + 5] - local[at + 2]);
  }
  const bits = new Uint32Array(extents.buffer);
  const sizes = new Uint32Array(CLASSES);
  for (let body = 0; body < count; body++) sizes[bits[body] >>> CLASS_SHIFT]++;
  const target = joinFew(sizes);
  const classes = target.map((to, own) => new Uint32Array(to === own ? sizes[own] : 0));
  const ends = new Uint32Array(CLASSES);
  for (let body = 0; body < count; body++) {
    const to = target[bits[body] >>> CLASS_SHIFT];
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
