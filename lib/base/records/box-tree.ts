// A leafless tree of axis-aligned boxes over items in an order: 28 bytes per node, n − 1 nodes for n items.
//
//   items in order      a   b   c │ d   e      A node covers a range of `order`, the root all of it. Its word says
//   node 0              └───3───┘ └─2─┘        how many of them its first child has; the second has the rest. A child
//   node 1              └1┘ └─2─┘              of one item is that item and has no node. Nodes are in preorder: the
//   node 2                  └1┘└1┘             first child of node i is node i + 1, the second node i + (items of the
//   node 3                        └1┘└1┘       first). So no link is stored.
//
// Each of the six planes of a node's box belongs to at least one child, since the box is the union of the children's.
// So a node stores, for each plane, the other child's plane, and a bit that says which child that is. The children's
// boxes follow from the node's own, on the way down from the root. Source: M. Ernst, S. Woop, "Ray tracing with
// shared-plane bounding volume hierarchies", Journal of Graphics, GPU, and Game Tools 15(3), 2011.

/** Items of a node's first child. Above them is one bit per plane, set if the stored plane is the second child's. */
export const SECOND_SHIFT = 26;
export const FIRST_COUNT = 2 ** SECOND_SHIFT - 1;

export interface BoxTree {
  /** All items: an item is an index into the boxes that the tree was built from. */
  readonly order: Uint32Array;
  /** One word per node: see above. */
  readonly words: Uint32Array;
  /** Six f32 per node: low x, y, z, high x, y, z of the one child or the other. */
  readonly planes: Float32Array;
  /** Box of all items: low x, y, z, high x, y, z. */
  readonly root: Float32Array;
}
