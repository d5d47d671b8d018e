// A bounding volume hierarchy as flat arrays: faces along a Hilbert curve, boxes of groups of eight, of eight groups,
// and so on up to one box.
//
//   level 2   [ node 0                                        ]   the last level: one box about all faces
//   level 1   [ node 0                          ] [ node 1    ]   a node: low x, y, z, high x, y, z in f32
//   level 0   [0] [1] [2] [3] [4] [5] [6] [7]     [8] [9] [10]    a leaf: the box of up to eight faces
//   order     0…7  8…15  …             56…63      64…71  …        places of the face numbers below each leaf
//
// Invariant: a node's box holds the boxes of its children, a leaf's box its faces except those that an edit has
// removed; if it has removed all, the box's low end is above its high end. Children are found by arithmetic, so the
// tree stores no links.

/** Children of a node, and faces of a leaf. */
export const BRANCHING = 8;

/**
 * A node and its level in a word: level·2^NODE_BITS + node. 2^28 leaves of eight faces would have more corners than an
 * array holds, and the four bits above them count more levels than such a tree has.
 */
export const NODE_BITS = 28;

/**
 * Node i of level k has the nodes 8i … 8i + 7 of level k − 1 as children, node i of level 0 the faces at places
 * 8i … 8i + 7 of `order`. levels[k] holds 6 f32 per node, rounded outward, in the body's own frame. The last level has
 * one node. Faces that an edit appends are at the end of `order`.
 */
export interface Bvh {
  order: Uint32Array;
  count: number;
  levels: Float32Array[];
  /** Nodes of each level in use. */
  sizes: number[];
}
