// The compiled stages with their inner functions exported too (inner-stages.ts) → out/inner-kernels.json, in base64,
// with vectors and without. Outside jest: the compiler does not run in its contexts.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { compile, sourcesHash, VECTORS } from '../../lib/stages/compiled/module/compile.mjs';

const folder = join(import.meta.dirname, '../../out');
export const innerFile = join(folder, 'inner-kernels.json');

const SOURCE = `
import { leafPoint, mayShare, nearestDistance, nearestPlace } from './measure/leaf-pairs';
import { appendNear, clearLeaves, nearFace, nearPlace } from './records/leaves';
import { OTHER_STAMP, otherAt } from './records/question';
export * from './main';
export { isWithin } from './measure/measure-sub-triangles';
export { contactNormal } from './measure/contact-normal';
export { measureLeaf } from './measure/leaf-pairs';
export {
  distanceOf, isApartInside, isInside, markInside, measurePoint, nearestOf, placeOf, slotOf
} from './proximity/point-table';
export { mayMeet, sphereOf } from './subdivide/sphere-face';
export function leafAt(): usize { return leafPoint; }
export function leafMayShare(): bool { return mayShare; }
export function leafDistance(): f64 { return nearestDistance; }
export function leafPlace(): i32 { return nearestPlace; }
export function stampOther(place: i32, stamp: u32): void { store<u32>(otherAt(place), stamp, OTHER_STAMP); }
`;

/** Compiles them if a source has changed. */
export async function compileInner() {
  const hash = sourcesHash(SOURCE);
  if (heldHash() === hash) return;
  const [vectors, scalars] = [await compile(VECTORS, SOURCE), await compile([], SOURCE)];
  const [first, second] = [vectors, scalars].map((code) => Buffer.from(code).toString('base64'));
  mkdirSync(folder, { recursive: true });
  // Another run may be reading the file.
  const partial = `${innerFile}.${randomUUID()}`;
  writeFileSync(partial, JSON.stringify({ hash, vectors: first, scalars: second }));
  renameSync(partial, innerFile);
}

function heldHash() {
  try {
    return JSON.parse(readFileSync(innerFile, 'utf8')).hash;
  } catch {
    return '';
  }
}
