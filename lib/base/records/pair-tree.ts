// A binary tree over faces, with the boxes of both children in their parent and the corners of the faces in its order.

/**
 * Node i has the children children[2i] and children[2i + 1]: a node if it is ≥ 0, else the one face at place ~child.
 * Their boxes are 6 f32 each from boxes[12i] on, low x, y, z, high x, y, z, rounded outward. Node 0 is the root; a
 * single face has no node.
 */
export interface PairTree {
  /** Face numbers by place. */
  readonly order: Uint32Array;
  readonly count: number;
  /** xyz of the three corners of the face at each place, mm. */
  readonly corners: Float64Array;
  readonly boxes: Float32Array;
  readonly children: Int32Array;
}
