// Faces in Morton order, in groups of eight, and the boxes of the groups, of eight groups, and so on up.

/** Children of a node, and faces of a leaf. */
export const FAN = 8;

/**
 * An implicit tree: node i of level k has the nodes 8i … 8i+7 of level k−1 below it; node i of level 0 the faces order[8i … 8i+7].
 * levels[k] holds 6 f32 a node, rounded outward: low x, y, z, high x, y, z, in the body's own frame. The last level has one node.
 * Faces appended by an edit stand at the end of `order`.
 */
export interface ClusterTree {
  order: Uint32Array;
  count: number;
  levels: Float32Array[];
  /** Nodes of each level in use. */
  sizes: number[];
}

/** Writes the box of the faces of leaf `node`, for given coordinates, to out[at … at + 5]: low x, y, z, high x, y, z. */
export function leafBox(
  tree: ClusterTree,
  node: number,
  positions: Float64Array,
  faces: Uint32Array,
  out: Float64Array,
  at: number,
): void {
  const end = Math.min(tree.count, FAN * (node + 1));
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = x0;
  let z0 = x0;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = x1;
  let z1 = x1;
  for (let slot = FAN * node; slot < end; slot++) {
    const f = 3 * tree.order[slot];
    const a = 3 * faces[f];
    const b = 3 * faces[f + 1];
    const c = 3 * faces[f + 2];
    x0 = Math.min(x0, positions[a], positions[b], positions[c]);
    y0 = Math.min(y0, positions[a + 1], positions[b + 1], positions[c + 1]);
    z0 = Math.min(z0, positions[a + 2], positions[b + 2], positions[c + 2]);
    x1 = Math.max(x1, positions[a], positions[b], positions[c]);
    y1 = Math.max(y1, positions[a + 1], positions[b + 1], positions[c + 1]);
    z1 = Math.max(z1, positions[a + 2], positions[b + 2], positions[c + 2]);
  }
  out[at] = x0;
  out[at + 1] = y0;
  out[at + 2] = z0;
  out[at + 3] = x1;
  out[at + 4] = y1;
  out[at + 5] = z1;
}
