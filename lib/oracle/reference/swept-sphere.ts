// A sphere whose centre moves on a line, and faces → whether it touches one by a given time. Compares the exact squared
// distance of the centre's path and the face with the squared radius, or certified f64 bounds if these decide.

import { boxesOf, inflated } from './boxes.ts';
import { type ExactNumber, exactFraction } from './exact-numbers.ts';
import { above, below, trianglePairBounds } from './f64-bounds.ts';
import { FaceGrid } from './face-grid.ts';
import type { Numbers } from './integer-vectors.ts';
import type { MeshData } from './reference-mesh.ts';
import { type RoundedPoint, roundedPoint, roundingOf } from './rounded-points.ts';
import { triangleTriangleSquaredDistance } from './squared-distance.ts';

/** The centre at t = 0 and at t = 1, and the radius, mm. */
export interface SphereWay {
  readonly from: Numbers;
  readonly to: Numbers;
  readonly radius: number;
}

/** The path's box is split into this many pieces, which together meet far fewer faces. */
const PIECES = 32;

/** The exact place of the centre at a time. */
function placeAt(from: Numbers, to: Numbers, t: number): ExactNumber[] {
  const time = exactFraction(t);
  return [0, 1, 2].map((k) => {
    const start = exactFraction(from[k]);
    return start.add(exactFraction(to[k]).sub(start).mul(time));
  });
}

/** The path from t = 0 to another time, as a triangle with two corners at its end. */
class PartOfWay {
  readonly #radius: number;
  readonly #exact: readonly ExactNumber[];
  readonly #rounded: Float64Array;
  readonly #off: number;

  constructor({ from, to, radius }: SphereWay, t: number) {
    const end = placeAt(from, to, t);
    const { at, off }: RoundedPoint = roundedPoint(end[0], end[1], end[2]);
    this.#radius = radius;
    this.#exact = [from[0], from[1], from[2], ...end, ...end];
    this.#rounded = Float64Array.of(from[0], from[1], from[2], ...at, ...at);
    this.#off = off;
  }

  /** Whether some point is within the radius of the face: exact. `#off` bounds the error of the whole rounded path. */
  touches(corners: Numbers): boolean {
    const [low, high] = trianglePairBounds(this.#rounded, corners);
    if (below(low - this.#off) > this.#radius) return false;
    if (above(high + this.#off) <= this.#radius) return true;
    const reach = exactFraction(this.#radius);
    return triangleTriangleSquaredDistance(this.#exact, corners).compare(reach.mul(reach)) <= 0;
  }
}

/** A surface prepared for many sweeps. */
export class SweptMesh {
  /** Nine numbers per face. */
  readonly #corners: Float64Array;
  readonly #grid: FaceGrid;

  constructor({ positions, faces }: MeshData) {
    this.#corners = new Float64Array(3 * faces.length);
    for (let i = 0; i < faces.length; i++)
      for (let k = 0; k < 3; k++) this.#corners[3 * i + k] = positions[3 * faces[i] + k];
    this.#grid = new FaceGrid(boxesOf(this.#corners));
  }

  /** Whether the sphere touches a face at some time in [0, t]: exact. @returns false if there is no such face. */
  isTouchedUntil(way: SphereWay, t: number, face: number): boolean {
    return 9 * face in this.#corners && new PartOfWay(way, t).touches(this.#cornersOf(face));
  }

  /** A face that the sphere touches at some time in [0, t], or −1: exact. */
  touchedUntil(way: SphereWay, t: number): number {
    const part = new PartOfWay(way, t);
    const tried = new Set<number>();
    for (let piece = 0; piece < PIECES && piece <= t * PIECES; piece++)
      for (const face of this.#grid.facesMeeting(boxAbout(way, piece))) {
        if (tried.has(face)) continue;
        tried.add(face);
        if (part.touches(this.#cornersOf(face))) return face;
      }
    return -1;
  }

  #cornersOf(face: number): Float64Array {
    return this.#corners.subarray(9 * face, 9 * face + 9);
  }
}

/**
 * A box that contains all points within the radius of a piece of the path. A coordinate is computed with three
 * roundings of at most 2·m, 2·m and m, where m is the greater |coordinate| of the ends: each coordinate is off
 * by < 6 · 2^-53 · m, and together they are off by less than roundingOf 4·m.
 */
function boxAbout({ from, to, radius }: SphereWay, piece: number): Float64Array {
  const box = new Float64Array(6);
  const most = [0, 1, 2].map((k) => 4 * Math.max(Math.abs(from[k]), Math.abs(to[k])));
  for (let k = 0; k < 3; k++) {
    const [a, b] = [piece, piece + 1].map((at) => from[k] + (at / PIECES) * (to[k] - from[k]));
    box[k] = Math.min(a, b);
    box[3 + k] = Math.max(a, b);
  }
  return inflated(box, above(radius + roundingOf(most[0], most[1], most[2])));
}
