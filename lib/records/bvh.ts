// Faces in Morton order, in groups of eight, and the boxes of the groups, of eight groups, and so on up.

/** Children of a node, and faces of a leaf. */
export const BRANCHING = 8;

/**
 * An implicit tree: node i of level k has the nodes 8i … 8i+7 of level k−1 below it; node i of level 0 the faces
 * order[8i … 8i+7]. levels[k] holds 6 f32 a node, rounded outward: low x, y, z, high x, y, z, in the body's own frame.
 * The last level has one node. Faces appended by an edit stand at the end of `order`.
 */
export interface Bvh {
  order: Uint32Array;
  count: number;
  levels: Float32Array[];
  /** Nodes of each level in use. */
  sizes: number[];
}
