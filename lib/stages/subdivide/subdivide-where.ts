// Faces and a test of their pieces → the leaves that the test does not rule out.
//
// As the compiled subdivision, if the other body is not a list of faces: the caller supplies the test. Depth first,
// face by face, as their divisions say, the children in the order of paths.

import {
  bitsOf,
  childCorners,
  childCountOf,
  type FaceDivisions,
  MOST_CHILDREN,
  MOST_CORNERS,
  TOO_FINE_NODE,
} from '#divisions';
import { LATTICE_BITS, type SubTriangles, type Surface } from '#records';
import { TrianglePair } from '#triangles';
import { tooManyLeaves } from './check-leaf-count.ts';
import { appendLeaf, leafCorners, MOST_LEAVES, WHOLE_FACE } from './leaf-lattice.ts';

/** Whether a piece, given by three or four corners (three numbers each), may hold a wanted point. */
type MayHold = (corners: Float64Array, count: 3 | 4) => boolean;

interface SubdivideWhereInput {
  readonly body: Surface;
  /** The faces to subdivide: the first `count`, ascending. */
  readonly faces: Uint32Array;
  readonly count: number;
  readonly divided: FaceDivisions;
  /** h, mm, for a refusal. */
  readonly resolution: number;
  readonly mayHold: MayHold;
}

/** Lattice numbers of a piece. */
const PIECE = 2 * MOST_CORNERS;

export class SubdividerWhere {
  /** A stack: the present piece of each depth. */
  readonly #lattice = new Int32Array(PIECE * (LATTICE_BITS + 1));
  readonly #point = new Float64Array(3 * MOST_CORNERS);
  readonly #parent = new TrianglePair();
  #input!: SubdivideWhereInput;
  #out!: SubTriangles;
  #face = 0;

  /**
   * Fills `out` with leaves, by face and path, that have no list of near faces.
   * @throws OptionError RESOLUTION_TOO_FINE.
   */
  subdivide(input: SubdivideWhereInput, out: SubTriangles): void {
    const { body, faces, count, divided } = input;
    out.rows.clear();
    out.near.length = 0;
    out.visited = 0;
    this.#input = input;
    this.#out = out;
    for (let i = 0; i < count; i++) {
      const face = faces[i];
      const node = divided.nodeOf(face);
      if (node === TOO_FINE_NODE) throw divided.tooFine(face, body.name);
      this.#face = face;
      this.#parent.loadFirstFace(body.positions, body.faces, face);
      this.#lattice.set(WHOLE_FACE);
      this.#visit(node, 0, 3, 0, 0);
    }
  }

  /** @param corners of the present piece of the depth. @param bits of `path` in use, which is left-aligned. */
  #visit(node: number, depth: number, corners: 3 | 4, bits: number, path: number): void {
    const { mayHold, divided, body, resolution } = this.#input;
    const at = PIECE * depth;
    this.#out.visited++;
    leafCorners(this.#parent.corners, this.#lattice, at, this.#point, corners);
    if (!mayHold(this.#point, corners)) return;
    const { splits, children } = divided.divisions;
    const split = splits[node];
    const childCount = childCountOf(split);
    if (childCount === 0) {
      const count = this.#out.rows.length + 1;
      if (count > MOST_LEAVES) throw tooManyLeaves(body.name, count, resolution);
      appendLeaf(this.#out, this.#face, bits, path, this.#lattice, at);
      return;
    }
    const more = bitsOf(split);
    for (let child = 0; child < childCount; child++) {
      const own = childCorners(this.#lattice, at, split, child, this.#lattice, at + PIECE) as 3 | 4;
      this.#visit(
        children[MOST_CHILDREN * node + child],
        depth + 1,
        own,
        bits + more,
        path | (child << (32 - bits - more)),
      );
    }
  }
}
