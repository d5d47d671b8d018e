// A face and h → its division by the rule of strips.
//
// Only midpoints of edges longer than h are cut. A triangle whose edges are all at most h is a leaf. L ≥ m ≥ s are the
// edges of a triangle, longest first:
//
//   all > h, s > 0.6·L or s > 8·h    it is quartered
//   m > h, s ≤ 0.5·m: a needle       both long edges are halved: the apex, and a quad
//   else                             the longest edge is halved
//
//   A quad with a pair of opposite edges both > h: that pair is halved, the longer one if there are two. Strips of
//   quads follow, until both pairs have an edge of at most h; then the quad is cut along its shorter diagonal.
//
// A large triangle is quartered whatever its shape: its four parts are alike, so that millions of leaves have a few
// hundred nodes, for 0.5 % more leaves on a scanned drill and 2 % on a turned one at 0.1 mm. Strips begin where they
// count, at the scale of h.
//
// Conforming: an edge is kept whole or halved at its midpoint, and that depends on the edge alone, not on the piece
// that it belongs to. So an edge of a face ends in 2^k equal parts, for the least k with parts of at most h, on both
// sides of it, within a face and from face to face. Two leaves touch if and only if they share a corner.
//
// An edge's length depends on the edge alone because it is computed from the differences Δu, Δv, Δw of its ends'
// barycentric coordinates, which are exact (whole multiples of 2^-LATTICE_BITS), and from the squares of the face's
// edges: |Δ|² = −(Δu·Δv·|ab|² + Δv·Δw·|bc|² + Δw·Δu·|ca|²). The same products come out if its ends are exchanged, and
// for a part of a face's edge it is that edge's square times a power of 4, which is exact, so that both faces agree.
//
// What is computed differs from the true square by less than 8·2^-53 of the sum of the three products' magnitudes: two
// roundings a product, two a sum, and four in a square of an edge, each at most 2^-53. So is the sum itself by as much.
// Twice that is added: an edge that is taken for at most h is at most h.

import { LATTICE_BITS } from '#records';
import { type Divisions, LEAF_NODE, TOO_FINE_NODE } from './divisions.ts';
import { CUT_QUAD, HALVE, HALVE_QUAD, NEEDLE, QUARTER } from './splits.ts';

/** A triangle is quartered if its shortest edge, squared, exceeds this share of the longest. */
const WELL_SHAPED = 0.36;
/** Or if its shortest edge, squared, exceeds h² as often. */
const LARGE = 64;
/** It is a needle if the shortest is at most this share of the middle one. */
const THIN = 0.25;
/** See above: twice 8·2^-53, and as much again for squares of edges that their caller has rounded. */
const ERROR = 2 ** -48;
/** The most splits from a face to a leaf: each may halve the part of the lattice that its corners are multiples of. */
export const MOST_DEPTH = LATTICE_BITS;
/** A path has as many bits. */
const MOST_BITS = 32;
/**
 * Pieces looked at before a face is given up, some milliseconds' work. A quartered triangle's four parts are one: a
 * face may have millions of leaves.
 */
const MOST_PIECES = 2 ** 17;

/** Squares of a face's edges, mm². */
export interface EdgeSquares {
  readonly ab: number;
  readonly bc: number;
  readonly ca: number;
}

/**
 * A piece is known by its edges alone, each the difference (u, v) of its ends, in parts of the face's edges from its
 * first corner on: pieces that are moved or turned by half a turn have the same lengths, bit for bit.
 */
export class StripDivider {
  readonly #divisions: Divisions;
  #ab = 0;
  #bc = 0;
  #ca = 0;
  /** The square of the greatest length that is not cut. */
  #cut = 0;
  /** Pieces that may still be looked at. */
  #left = 0;

  constructor(divisions: Divisions) {
    this.#divisions = divisions;
  }

  /**
   * The node of a face's division; TOO_FINE_NODE if MOST_PIECES do not suffice to find it, or if it has more than
   * MOST_DEPTH splits or 32 bits on one way.
   * @param longest the greatest length of a leaf's edge, mm.
   */
  nodeOf({ ab, bc, ca }: EdgeSquares, longest: number): number {
    this.#ab = ab;
    this.#bc = bc;
    this.#ca = ca;
    this.#cut = longest * longest;
    this.#left = MOST_PIECES;
    return this.#triangle(1, 0, -1, 1, 0);
  }

  /** @param u0, v0 from corner 0 to 1. @param u1, v1 from corner 1 to 2. */
  #triangle(u0: number, v0: number, u1: number, v1: number, depth: number): number {
    if (depth > MOST_DEPTH || this.#left-- <= 0) return TOO_FINE_NODE;
    const cut = this.#cut;
    const u = [u0, u1, -(u0 + u1)];
    const v = [v0, v1, -(v0 + v1)];
    const [s0, s1, s2] = [this.#square(u0, v0), this.#square(u1, v1), this.#square(u[2], v[2])];
    // The first of equals counts as the longest, the last of equals as the shortest.
    const longest = s0 >= s1 && s0 >= s2 ? 0 : s1 >= s2 ? 1 : 2;
    const shortest = s2 <= s0 && s2 <= s1 ? 2 : s1 <= s0 ? 1 : 0;
    const most = Math.max(s0, s1, s2);
    const least = Math.min(s0, s1, s2);
    if (most <= cut) return LEAF_NODE;
    if (least > cut && (least > WELL_SHAPED * most || least > LARGE * cut)) {
      const child = this.#triangle(u0 / 2, v0 / 2, u1 / 2, v1 / 2, depth + 1);
      return this.#node(QUARTER, child, child, child, child);
    }
    const middle = [s0, s1, s2][3 - longest - shortest];
    if (middle > cut && least <= THIN * middle) {
      const [base, end, apex] = [shortest, (shortest + 1) % 3, (shortest + 2) % 3];
      const [toBaseU, toBaseV] = [u[apex] / 2, v[apex] / 2];
      return this.#node(
        NEEDLE + apex,
        this.#triangle(toBaseU, toBaseV, u[base] / 2, v[base] / 2, depth + 1),
        this.#quad(toBaseU, toBaseV, u[base], v[base], u[end] / 2, v[end] / 2, depth + 1),
      );
    }
    const next = (longest + 1) % 3;
    const [halfU, halfV] = [u[longest] / 2, v[longest] / 2];
    return this.#node(
      HALVE + longest,
      this.#triangle(halfU, halfV, halfU + u[next], halfV + v[next], depth + 1),
      this.#triangle(halfU, halfV, u[next], v[next], depth + 1),
    );
  }

  /** @param u0, v0 from corner 0 to 1, and so on. */
  #quad(u0: number, v0: number, u1: number, v1: number, u2: number, v2: number, depth: number): number {
    if (depth > MOST_DEPTH || this.#left-- <= 0) return TOO_FINE_NODE;
    const [u3, v3] = [-(u0 + u1 + u2), -(v0 + v1 + v2)];
    const first = this.#pair(this.#square(u0, v0), this.#square(u2, v2));
    const second = this.#pair(this.#square(u1, v1), this.#square(u3, v3));
    if (first > 0 && first >= second) {
      const [acrossU, acrossV] = [u0 / 2 + u1 + u2 / 2, v0 / 2 + v1 + v2 / 2];
      return this.#node(
        HALVE_QUAD,
        this.#quad(u0 / 2, v0 / 2, acrossU, acrossV, u2 / 2, v2 / 2, depth + 1),
        this.#quad(u0 / 2, v0 / 2, u1, v1, u2 / 2, v2 / 2, depth + 1),
      );
    }
    if (second > 0) {
      const [alongU, alongV] = [u3 / 2 + u0 + u1 / 2, v3 / 2 + v0 + v1 / 2];
      return this.#node(
        HALVE_QUAD + 1,
        this.#quad(u0, v0, u1 / 2, v1 / 2, -alongU, -alongV, depth + 1),
        this.#quad(alongU, alongV, u1 / 2, v1 / 2, u2, v2, depth + 1),
      );
    }
    const [u02, v02, u13, v13] = [u0 + u1, v0 + v1, u1 + u2, v1 + v2];
    return this.#square(u02, v02) <= this.#square(u13, v13)
      ? this.#node(CUT_QUAD, this.#triangle(u0, v0, u1, v1, depth + 1), this.#triangle(u02, v02, u2, v2, depth + 1))
      : this.#node(
          CUT_QUAD + 1,
          this.#triangle(u0, v0, u13, v13, depth + 1),
          this.#triangle(u1, v1, u2, v2, depth + 1),
        );
  }

  /** The sum of two opposite edges' squares if both are longer than h, else 0. */
  #pair(one: number, other: number): number {
    return one > this.#cut && other > this.#cut ? one + other : 0;
  }

  /** mm²: at least the square of an edge, and the same in either direction. */
  #square(b: number, c: number): number {
    // u and v are the weights of b and c.
    const a = -(b + c);
    const x = a * b * this.#ab;
    const y = b * c * this.#bc;
    const z = c * a * this.#ca;
    return -(x + y + z) + ERROR * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  }

  #node(split: number, ...children: number[]): number {
    if (children.includes(TOO_FINE_NODE)) return TOO_FINE_NODE;
    const divisions = this.#divisions;
    const node = divisions.nodeOf(split, children);
    return divisions.bits[node] > MOST_BITS ? TOO_FINE_NODE : node;
  }
}
