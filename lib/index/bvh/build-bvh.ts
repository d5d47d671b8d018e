// Faces → a BVH with a branching factor of 8: faces in the order of their centres along a Hilbert curve, boxes of
// groups of eight, level by level up to one box.

import { cornerOffset, f32Above, f32Below, grown, sortByKey, stopIfUnwanted } from '#core';
import { BRANCHING, type Bvh } from '#records';
import { hilbertCode } from './hilbert-code.ts';
import { leafBox } from './leaf-box.ts';
import { levelSizes } from './level-sizes.ts';
import { MORTON_CELLS } from './morton-code.ts';

/**
 * Faces are sorted by their centres' places along a Hilbert curve: eight in a row are close together, while in Morton
 * order they may lie on two sides of the body.
 */
export function buildBvh(positions: Float64Array, faces: Uint32Array, faceCount: number, bounds: Float64Array): Bvh {
  const extent = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const scale = extent > 0 ? (MORTON_CELLS - 1) / (3 * extent) : 0;
  const [x0, y0, z0] = bounds;
  const keys = new Uint32Array(faceCount);
  for (let f = 0; f < faceCount; f++) {
    if (f % 8192 === 0) stopIfUnwanted();
    const a = cornerOffset(faces, f, 0);
    const b = cornerOffset(faces, f, 1);
    const c = cornerOffset(faces, f, 2);
    const x = (positions[a] - x0 + (positions[b] - x0) + (positions[c] - x0)) * scale;
    const y = (positions[a + 1] - y0 + (positions[b + 1] - y0) + (positions[c + 1] - y0)) * scale;
    const z = (positions[a + 2] - z0 + (positions[b + 2] - z0) + (positions[c + 2] - z0)) * scale;
    keys[f] = hilbertCode(x, y, z);
  }
  stopIfUnwanted();
  const tree: Bvh = { order: sortByKey(keys, faceCount), count: faceCount, levels: [], sizes: [] };
  stopIfUnwanted();
  shape(tree);
  const box = new Float64Array(6);
  const groups = tree.sizes[0];
  for (let node = 0; node < groups; node++) {
    if (node % 1024 === 0) stopIfUnwanted();
    fitLeaf(tree, node, positions, faces, null, box);
  }
  for (let level = 1; level < tree.levels.length; level++)
    for (let node = 0; node < tree.sizes[level]; node++) fitParent(tree, level, node);
  return tree;
}

/** Raises the capacity for faces that edits will append. */
export function reserveBvh(tree: Bvh): void {
  tree.order = grown(tree.order, tree.count, tree.count + 1);
  for (let level = 0; level < tree.levels.length; level++) {
    const used = 6 * tree.sizes[level];
    tree.levels[level] = grown(tree.levels[level], used, used + 6);
  }
}

/**
 * Appends faces first … first + count − 1 as groups of their own, and refits the nodes above them and above those that
 * an edit has removed: their boxes then hold only the remaining faces.
 * @param retired of all faces, the removed ones included. @param places where in `order` the removed ones are.
 */
export function editBvh(
  tree: Bvh,
  positions: Float64Array,
  faces: Uint32Array,
  retired: Uint8Array | null,
  places: Iterable<number>,
  first: number,
  count: number,
): void {
  const from = tree.count;
  const oldLevels = tree.levels.length;
  let touched = new Set<number>();
  for (const place of places) touched.add(Math.floor(place / BRANCHING));
  if (count > 0) {
    tree.order = grown(tree.order, from, from + count);
    for (let i = 0; i < count; i++) tree.order[from + i] = first + i;
    tree.count = from + count;
    shape(tree);
    for (let node = Math.floor(from / BRANCHING); BRANCHING * node < tree.count; node++) touched.add(node);
  }
  const box = new Float64Array(6);
  for (const node of touched) fitLeaf(tree, node, positions, faces, retired, box);
  for (let level = 1; level < tree.levels.length; level++) {
    const above = new Set<number>();
    // A new level holds nothing yet: fit all of it.
    if (level >= oldLevels) for (let node = 0; node < tree.sizes[level]; node++) above.add(node);
    else for (const node of touched) above.add(Math.floor(node / BRANCHING));
    for (const node of above) fitParent(tree, level, node);
    touched = above;
  }
}

/** Sets the number of levels and their sizes, and their capacities. */
function shape(tree: Bvh): void {
  levelSizes(tree.count).forEach((size, level) => {
    const had = tree.levels[level] ?? new Float32Array(0);
    tree.levels[level] = grown(had, had.length, 6 * size);
    tree.sizes[level] = size;
  });
}

function fitLeaf(
  tree: Bvh,
  node: number,
  positions: Float64Array,
  faces: Uint32Array,
  retired: Uint8Array | null,
  box: Float64Array,
): void {
  leafBox(tree, node, positions, faces, retired, box, 0);
  for (let k = 0; k < 3; k++) {
    tree.levels[0][6 * node + k] = f32Below(box[k]);
    tree.levels[0][6 * node + 3 + k] = f32Above(box[3 + k]);
  }
}

function fitParent(tree: Bvh, level: number, node: number): void {
  const below = tree.levels[level - 1];
  const box = tree.levels[level];
  const end = Math.min(tree.sizes[level - 1], BRANCHING * (node + 1));
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let child = BRANCHING * node; child < end; child++) {
      low = Math.min(low, below[6 * child + k]);
      high = Math.max(high, below[6 * child + 3 + k]);
    }
    box[6 * node + k] = low;
    box[6 * node + 3 + k] = high;
  }
}
