// The sizes of a bone and of a path → a sentence if they look like sizes in another unit. Nothing is rescaled.

import type { Bounds } from '#mesh';
import { type LengthUnit, MILLIMETRES } from './length-unit.ts';

/**
 * mm: a box may well be a bone's if its longest side is between these two, the sizes of a carpal and of a whole body.
 */
const SMALLEST_BONE = 20;
const LARGEST_BONE = 2000;
/** mm: about the length of bones that are cut. If several units fit, the one nearest to this length is named. */
const USUAL_BONE = 200;
/**
 * A tool that touches a bone is about as far from the bone's origin as the bone is large. Positions in metres are a
 * thousandth of that, and positions in micrometres a thousand times as much. These two fractions of the bone's longest
 * side separate the three: the path of a tool that meets the bone stays between them.
 */
const NEAREST = 1 / 200;
const FARTHEST = 100;

/** '' if the box has the size of a bone's. @param what the words that begin the sentence: "The bone's box". */
export function boxNotice(what: string, bounds: Bounds, option: string): string {
  const sides = bounds.max.map((high, axis) => high - bounds.min[axis]);
  const longest = Math.max(...sides);
  if (longest >= SMALLEST_BONE && longest <= LARGEST_BONE) return '';
  const units = (Object.keys(MILLIMETRES) as LengthUnit[]).filter((unit) => {
    const length = longest * MILLIMETRES[unit];
    return length >= SMALLEST_BONE && length <= LARGEST_BONE;
  });
  const off = (unit: LengthUnit) => Math.abs(Math.log((longest * MILLIMETRES[unit]) / USUAL_BONE));
  const [unit] = units.sort((a, b) => off(a) - off(b));
  const size = (factor: number) => `${sides.map((side) => rounded(side * factor)).join(' × ')} mm`;
  const found = `${what} is ${size(1)}, which is ${longest < SMALLEST_BONE ? 'small' : 'large'} for a bone`;
  return unit === undefined
    ? `${found}: check its unit, kerf takes mm.`
    : `${found}; if its unit is ${unit}, it is ${size(MILLIMETRES[unit])}: give ${option} ${unit}.`;
}

/**
 * The sentences about a bone and the path of a tool. If the bone's own box looks like one in another unit, the path is
 * not mentioned.
 * @param matrices 16 numbers per pose, mm.
 * @param pathUnit the unit of their translations as given.
 */
export function scaleNotices(bounds: Bounds, matrices: Float64Array | undefined, pathUnit: LengthUnit): string[] {
  const box = boxNotice("The bone's box", bounds, '--unit');
  const path = box === '' && matrices !== undefined ? pathNotice(matrices, bounds, pathUnit) : '';
  return [box, path].filter((sentence) => sentence !== '');
}

/** '' if the path's positions are in proportion to the bone's box. */
function pathNotice(matrices: Float64Array, bounds: Bounds, unit: LengthUnit): string {
  const longest = Math.max(...bounds.max.map((high, axis) => high - bounds.min[axis]));
  let farthest = 0;
  for (let pose = 0; pose < matrices.length; pose += 16)
    for (let k = 12; k < 15; k++) farthest = Math.max(farthest, Math.abs(matrices[pose + k]));
  if (farthest === 0 || (farthest >= NEAREST * longest && farthest <= FARTHEST * longest)) return '';
  const wanted = MILLIMETRES[unit] * (farthest < NEAREST * longest ? 1000 : 0.001);
  const other = (Object.keys(MILLIMETRES) as LengthUnit[]).find((one) => MILLIMETRES[one] === wanted);
  return (
    `The path's positions are at most ${rounded(farthest)} mm from the bone's origin, ` +
    `the bone is ${rounded(longest)} mm long${
      other === undefined ? ': check their unit.' : `; if they are in ${other}, give --path-unit ${other}.`
    }`
  );
}

function rounded(length: number): string {
  return String(Number(length.toPrecision(3)));
}
