// Boxes → classes of bodies of like size, small ones first.
//
// A large box among small ones would make the box of their group large. So bodies are parted by size: a class holds
// those whose longest extents have exponents 2k or 2k + 1, within a factor of four. A class of few is joined to the
// next larger one, for which it does no harm; the largest bodies stay by themselves, be it one that holds all.

import type { Share } from './share.ts';

/** Bodies below which a class is joined to the next. */
const FEW = 64;
/** A class: the exponent's bits of an f32 without the lowest. */
const CLASS_SHIFT = 24;
const CLASSES = 2 ** (31 - CLASS_SHIFT);

/** @param local as localBoxes gives it. @returns the bodies' numbers by class, ascending in each; no class is empty. */
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

/** The classes that fall to a share, the largest dealt first, each to the share with fewest bodies so far. */
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

/** Adds the sizes of classes of few to those of the next that has any. @returns by class: where its bodies go. */
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
