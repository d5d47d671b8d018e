// A drawn triangle → points in its plane at eighths of its sides, and vectors that rise from the plane. All are whole
// numbers of grid units.

import { cross, dot, minus } from '#core';
import { areEqual, type Corners, type Lattice, lengthOf, moved, type Vector } from './lattice.ts';

/**
 * The least length of a fat triangle's normal, which is twice its area, in squared extents. Its heights are then at
 * least 0.5 / √12 of the extent.
 */
const LEAST_NORMAL = 0.5;
/** The least rise of a rising vector above the plane, as a fraction of the extent. */
const LEAST_RISE = 1 / 8;

export class FaceFrame {
  readonly corners: Corners;
  /** Of unit length. */
  readonly normal: Vector;
  readonly u: Vector;
  readonly v: Vector;
  readonly #lattice: Lattice;

  constructor(lattice: Lattice, corners: Corners) {
    this.corners = corners;
    this.u = minus(corners[1], corners[0]);
    this.v = minus(corners[2], corners[0]);
    const n = cross(this.u, this.v);
    const length = lengthOf(n);
    this.normal = [n[0] / length, n[1] / length, n[2] / length];
    this.#lattice = lattice;
  }

  /**
   * The point that is i eighths along the first side and j along the second: the corners are (0, 0), (8, 0), (0, 8).
   */
  at(i: number, j: number): Vector {
    return moved(moved(this.corners[0], this.u, i / 8), this.v, j / 8);
  }

  /** A point inside, off the edges. */
  interior(): Vector {
    const i = this.#lattice.whole(1, 6);
    return this.at(i, this.#lattice.whole(1, 7 - i));
  }

  /** Two different points inside. */
  chord(): [Vector, Vector] {
    for (;;) {
      const [start, end] = [this.interior(), this.interior()];
      if (!areEqual(start, end)) return [start, end];
    }
  }

  /** A point on the first side, off its ends. */
  onSide(): Vector {
    return this.at(this.#lattice.whole(1, 7), 0);
  }

  /**
   * A vector to the side of the plane given by the sign, ±1. Its coordinates are multiples of 64 units, up to 2
   * extents.
   */
  rise(sign: number): Vector {
    for (;;) {
      const w = minus(this.#lattice.point(), this.corners[0]);
      const height = dot(this.normal, w);
      if (Math.abs(height) < LEAST_RISE * this.#lattice.extent) continue;
      return height > 0 === sign > 0 ? w : [-w[0], -w[1], -w[2]];
    }
  }
}

/** Draws a fat triangle. @param flatAxis the axis, if any, whose coordinate is the same at all corners. */
export function drawFace(lattice: Lattice, flatAxis?: number): FaceFrame {
  for (;;) {
    const first = lattice.point();
    const other = () => lattice.point().map((value, axis) => (axis === flatAxis ? first[axis] : value));
    const corners = [first, other(), other()] as unknown as Corners;
    if (isFat(lattice, corners)) return new FaceFrame(lattice, corners);
  }
}

export function isFat(lattice: Lattice, [a, b, c]: Corners): boolean {
  return lengthOf(cross(minus(b, a), minus(c, a))) >= LEAST_NORMAL * lattice.extent * lattice.extent;
}

/** 1 or −1. */
export function anySign(lattice: Lattice): number {
  return lattice.random() < 0.5 ? 1 : -1;
}

/** The ends of a segment along w through a point, each four to eight eighths of w away from it. */
export function segmentThrough(lattice: Lattice, point: Vector, w: Vector): [Vector, Vector] {
  return [moved(point, w, lattice.whole(4, 8) / 8), moved(point, w, -lattice.whole(4, 8) / 8)];
}
