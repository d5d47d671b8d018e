// Faces and a test of sub-triangles → the leaves that the test does not rule out.
//
// As the compiled subdivision, if the other body is not a list of faces: the caller supplies the test. Depth first,
// face by face, the children in the order of paths; on a face's leaf level (edges ≤ h) the remaining ones are leaves.

import { CHILDREN, type SubTriangles, type Surface } from '#records';
import { DEEPEST_LEVEL, TrianglePair } from '#triangles';
import { tooManyLeaves } from './check-leaf-count.ts';
import { appendLeaf, leafCorners, MOST_LEAVES, tooFine, WHOLE_FACE, writeChild } from './leaf-lattice.ts';

/** Whether a sub-triangle, given by its corners (9 numbers), may hold a wanted point. */
type MayHold = (corners: Float64Array) => boolean;

interface SubdivideWhereInput {
  readonly body: Surface;
  /** The faces to subdivide: the first `count`, ascending. */
  readonly faces: Uint32Array;
  readonly count: number;
  /** The leaf level of each of the body's faces at this resolution. */
  readonly levels: Uint8Array;
  /** h, mm. */
  readonly resolution: number;
  readonly mayHold: MayHold;
}

export class SubdividerWhere {
  readonly #lattice = new Int32Array(6 * (DEEPEST_LEVEL + 1));
  readonly #point = new Float64Array(9);
  readonly #parent = new TrianglePair();
  #mayHold!: MayHold;
  #out!: SubTriangles;
  #face = 0;
  #leaf = 0;
  /** The body's name, and h, mm, for a refusal. */
  #name = '';
  #resolution = 0;

  /**
   * Fills `out` with leaves, by face and path, that have no list of near faces.
   * @throws OptionError RESOLUTION_TOO_FINE.
   */
  subdivide({ body, faces, count, levels, resolution, mayHold }: SubdivideWhereInput, out: SubTriangles): void {
    out.rows.clear();
    out.near.length = 0;
    out.visited = 0;
    this.#mayHold = mayHold;
    this.#out = out;
    this.#name = body.name;
    this.#resolution = resolution;
    for (let i = 0; i < count; i++) {
      const face = faces[i];
      if (levels[face] > DEEPEST_LEVEL) throw tooFine(body, face, resolution);
      this.#face = face;
      this.#leaf = levels[face];
      this.#parent.loadFirstFace(body.positions, body.faces, face);
      this.#lattice.set(WHOLE_FACE);
      this.#visit(0, 0);
    }
  }

  #visit(level: number, path: number): void {
    this.#out.visited++;
    leafCorners(this.#parent.corners, this.#lattice, 6 * level, this.#point);
    if (!this.#mayHold(this.#point)) return;
    if (level === this.#leaf) {
      const count = this.#out.rows.length + 1;
      if (count > MOST_LEAVES) throw tooManyLeaves(this.#name, count, this.#resolution);
      appendLeaf(this.#out, this.#face, level, path, this.#lattice);
      return;
    }
    for (let child = 0; child < CHILDREN; child++) {
      writeChild(this.#lattice, level, child);
      this.#visit(level + 1, path * CHILDREN + child);
    }
  }
}
