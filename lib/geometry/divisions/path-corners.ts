// A face's division and a path → the corners of the piece at its end; for paths one after another, as leaves come, only
// the part that differs from the last is walked.
//
//   last path  0 1 1 0          pieces on the way, one below the other:   face ─ 0 ─ 01 ─ 011 ─ 0110
//   this path  0 1 1 1 0        kept as far as the bits agree:            face ─ 0 ─ 01 ─ 011 ─ 0111 ─ 01110

import { LATTICE } from '#records';
import { childCorners } from './child-corners.ts';
import type { Divisions } from './divisions.ts';
import { bitsOf, MOST_CHILDREN, MOST_CORNERS } from './splits.ts';

const PIECE_WIDTH = 2 * MOST_CORNERS;
/** Bits of a path: each split takes one at least. */
const MOST_BITS = 32;

export class PathWalk {
  /** By the number of splits above it: a piece's corners, their number, its node, the bits of the path down to it. */
  readonly #corners = new Int32Array(PIECE_WIDTH * (MOST_BITS + 1));
  readonly #counts = new Uint8Array(MOST_BITS + 1);
  readonly #nodes = new Uint32Array(MOST_BITS + 1);
  readonly #used = new Uint8Array(MOST_BITS + 1);
  #depth = 0;
  #path = 0;

  constructor() {
    this.#corners.set([0, 0, LATTICE, 0, 0, LATTICE]);
    this.#counts[0] = 3;
  }

  /** Paths are then those of a face. @param node the face's. */
  begin(node: number): void {
    this.#nodes[0] = node;
    this.#depth = 0;
  }

  /**
   * Writes three pairs for a triangle, four for a quad: corner = ((LATTICE − i − j)·a + i·b + j·c) / LATTICE of the
   * face's vertices a, b, c.
   * @param divisions the same since `begin`, to which nodes may have been added.
   * @param level the bits of `path` in use, 0 to 32.
   * @param path left-aligned.
   * @param out pairs (i, j) from out[at] on.
   * @returns how many corners; 0 if the division has no such piece, and nothing is written.
   */
  corners({ splits, children }: Divisions, level: number, path: number, out: Int32Array, at: number): number {
    // Back up to the last piece on the way to this path.
    const agreed = Math.min(level, Math.clz32(this.#path ^ path));
    while (this.#used[this.#depth] > agreed) this.#depth--;
    this.#path = path;
    while (this.#used[this.#depth] < level) {
      const depth = this.#depth;
      const used = this.#used[depth];
      const node = this.#nodes[depth];
      const split = splits[node];
      const bits = bitsOf(split);
      if (bits === 0 || used + bits > level) return 0;
      const number = (path << used) >>> (MOST_BITS - bits);
      const from = PIECE_WIDTH * depth;
      this.#counts[depth + 1] = childCorners(this.#corners, from, split, number, this.#corners, from + PIECE_WIDTH);
      this.#nodes[depth + 1] = children[MOST_CHILDREN * node + number];
      this.#used[depth + 1] = used + bits;
      this.#depth = depth + 1;
    }
    const from = PIECE_WIDTH * this.#depth;
    const count = this.#counts[this.#depth];
    for (let k = 0; k < 2 * count; k++) out[at + k] = this.#corners[from + k];
    return count;
  }
}

const walk = new PathWalk();

/** The corners of one piece, as PathWalk writes them. @param node its face's. */
export function pathCorners(
  divisions: Divisions,
  node: number,
  level: number,
  path: number,
  out: Int32Array,
  at: number,
): number {
  walk.begin(node);
  return walk.corners(divisions, level, path, out, at);
}
