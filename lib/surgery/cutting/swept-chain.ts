// The faces that reach a cell → a closed surface that winds around each point as often as the tool reaches it.
//
// A face leads if it sweeps more outward than inward in the cell. The chain is the tool's surface at the first stop
// plus a prism around what each leading face sweeps from one stop to the next: the face at the end, the reversed face
// at the beginning, and two triangles for each edge. It winds around a point once if the point is in the tool at first,
// and once more whenever a leading face passes over it. Faces that lead only at times, or trail, may pass outward as
// well: `error` includes what they sweep. Paths and edges are straight here: an edge of length e that moves by w and
// turns by θ is off its two triangles by at most θ·(e + w), over an area of (e + …)·(w + …) or √2; `error` includes
// that too.
//
// Swept twice. A point that the tool holds once, leaves and holds again was passed by a trailing face h and then by a
// leading one, g. In the tool's frame the point moves from h to g, against the motion. If g leads everywhere, each
// piece of that path has a component against g's normal, so h, where the point was, lies in front of g's plane. Hence h
// cannot have all corners behind g's plane; nor, by the same argument from h, can g have all corners behind h's. A turn
// by θ over a path of length L changes positions and directions by at most 2·θ·L: faces that lead or trail by less
// count as doing both, and so do those for which rounding may decide; common corners are known to be on both planes.
// The pair is also impossible if the box of g's paths, widened by that, does not meet h. The remaining pairs sweep
// twice at most what all their g sweep outward, or all their h inward.

import { GrowingArray } from '#core';
import { FaceReach } from './face-reach.ts';
import type { MetCells } from './met-cells.ts';
import { isNearOrigin } from './near-origin.ts';
import { planeOf } from './tool-faces.ts';

/** In cells: faces that sweep less are counted in full, and not examined. */
const NEGLIGIBLE = 2 ** -24;
/**
 * Cells: bound on the rounding of two positions along a normal together. Coordinates are at most 2^26 cells and rounded
 * by 2^-27; a unit normal by 2^-50, over √3·2^26 cells by less than 2^-23; a sum of three such products by 2^-51 of
 * 2^28. Twice the sum of these is below 2^-21.
 */
const ROUNDED = 2 ** -21;

export class SweptChain {
  readonly #faces: Uint32Array;
  readonly #stops: readonly Float64Array[];
  readonly #first: Float64Array;
  readonly #last: Float64Array;
  /** rad and cells, over the whole motion. */
  readonly #turn: number;
  readonly #length: number;
  /** xyz of three corners per triangle, from the cell's lowest corner. */
  readonly triangles = new GrowingArray(new Float64Array(576));
  /** Bound on how far the chain's volume may be off what the faces sweep. */
  error = 0;
  /** Winding number of the leading faces' prisms around the cell's lowest corner; NaN if rounding may decide. */
  winding = 0;
  /** Bound on what is swept twice. */
  twice = 0;
  /** By face of the list: bounds on what it sweeps within the cell, outward and inward. */
  readonly #gain = new GrowingArray(new Float64Array(64));
  readonly #loss = new GrowingArray(new Float64Array(64));
  readonly #planes = new GrowingArray(new Float64Array(256));
  readonly #reach = new FaceReach();
  /** The cell's lowest corner. */
  readonly #origin = new Float64Array(3);
  readonly #isBad = new GrowingArray(new Uint8Array(64));

  /** @param turn, length of the whole motion: rad; cells, along the farthest point's path. */
  constructor(faces: Uint32Array, stops: readonly Float64Array[], turn: number, length: number) {
    this.#faces = faces;
    this.#stops = stops;
    this.#first = stops[0];
    this.#last = stops[stops.length - 1];
    this.#turn = turn;
    this.#length = length;
  }

  /**
   * @param list the faces that reach the cell in this row.
   * @param x, y, z the cell's lowest corner.
   */
  set(met: MetCells, row: number, list: Uint32Array, x: number, y: number, z: number): void {
    this.#origin.set([x, y, z]);
    this.triangles.length = 0;
    this.error = this.winding = 0;
    this.#gain.length = this.#loss.length = this.#planes.length = 0;
    this.#gain.reserve(list.length);
    this.#loss.reserve(list.length);
    this.#planes.reserve(4 * list.length);
    this.#reach.begin(list.length);
    const planes = this.#planes.values;
    const gain = this.#gain.values;
    const loss = this.#loss.values;
    met.fluxesOf(row, gain, loss);
    for (let n = 0; n < list.length; n++) {
      this.error += Math.min(gain[n], loss[n]);
      planeOf(this.#first, this.#faces, list[n], planes, 4 * n);
      this.#reach.set(n, this.#cornersOf(list[n]), this.#first, this.#last, planes, 4 * n);
      this.#addFace(list[n], this.#first);
    }
    met.eachWay(row, (face, place, stop) => {
      if (gain[place] > loss[place]) this.#addPrism(face, stop);
    });
    this.#findTwice(list, gain, loss);
  }

  /** Where the coordinates of a face's corners begin. */
  #cornersOf(face: number): number[] {
    return [0, 1, 2].map((corner) => 3 * this.#faces[3 * face + corner]);
  }

  #addFace(face: number, P: Float64Array): void {
    const F = this.#faces;
    this.#add(P, 3 * F[3 * face], P, 3 * F[3 * face + 1], P, 3 * F[3 * face + 2]);
  }

  /** Adds what a face sweeps between two stops: the face at both, and the sides that its edges sweep. */
  #addPrism(face: number, stop: number): void {
    const P = this.#stops[stop];
    const Q = this.#stops[stop + 1];
    const [a, b, c] = this.#cornersOf(face);
    this.#addOfPrism(Q, a, Q, b, Q, c, false);
    this.#addOfPrism(P, a, P, c, P, b, false);
    this.#addSide(P, Q, a, b);
    this.#addSide(P, Q, b, c);
    this.#addSide(P, Q, c, a);
  }

  /** Adds the side that an edge sweeps. Both faces at the edge use the same diagonal. */
  #addSide(P: Float64Array, Q: Float64Array, a: number, b: number): void {
    if (isBefore(P, a, b)) {
      this.#addOfPrism(Q, b, Q, a, P, a, true);
      this.#addOfPrism(Q, b, P, a, P, b, true);
    } else {
      this.#addOfPrism(Q, b, Q, a, P, b, true);
      this.#addOfPrism(Q, a, P, a, P, b, true);
    }
    if (this.#turn > 0) this.error += this.#bendOf(P, Q, a, b);
  }

  #addOfPrism(
    P: Float64Array,
    a: number,
    Q: Float64Array,
    b: number,
    R: Float64Array,
    c: number,
    isSide: boolean,
  ): void {
    const at = this.triangles.length;
    this.#add(P, a, Q, b, R, c);
    this.winding += windingOf(this.triangles.values, at, isSide);
  }

  /**
   * Bound on the volume between what an edge sweeps and its two triangles, which are flat, while the edge's ends move
   * along curves and the edge itself turns.
   */
  #bendOf(P: Float64Array, Q: Float64Array, a: number, b: number): number {
    const edge = distance(P, a, P, b);
    const way = Math.max(distance(P, a, Q, a), distance(P, b, Q, b));
    const wide = (edge + way) * this.#turn;
    return Math.min(Math.SQRT2, (edge + wide) * (way + wide)) * wide;
  }

  #add(P: Float64Array, a: number, Q: Float64Array, b: number, R: Float64Array, c: number): void {
    const O = this.#origin;
    this.triangles.reserve(9);
    const { values, length } = this.triangles;
    values[length] = P[a] - O[0];
    values[length + 1] = P[a + 1] - O[1];
    values[length + 2] = P[a + 2] - O[2];
    values[length + 3] = Q[b] - O[0];
    values[length + 4] = Q[b + 1] - O[1];
    values[length + 5] = Q[b + 2] - O[2];
    values[length + 6] = R[c] - O[0];
    values[length + 7] = R[c + 1] - O[1];
    values[length + 8] = R[c + 2] - O[2];
    this.triangles.length = length + 9;
  }

  /** Sets `twice`, by the pairs of faces such that one may leave a point that the other one then reaches. */
  #findTwice(list: Uint32Array, gain: Float64Array, loss: Float64Array): void {
    const isBad = this.#isBad;
    isBad.length = 0;
    for (let n = 0; n < list.length; n++) isBad.push(0);
    let entered = 0;
    // What is swept twice through a face that is not examined is at most what that face sweeps.
    let passedOver = 0;
    for (let n = 0; n < list.length; n++) {
      if (gain[n] < NEGLIGIBLE) passedOver += gain[n];
      if (loss[n] < NEGLIGIBLE) passedOver += loss[n];
    }
    for (let g = 0; g < list.length; g++) {
      if (gain[g] < NEGLIGIBLE) continue;
      let isEntered = false;
      for (let h = 0; h < list.length; h++) {
        if (h === g || loss[h] < NEGLIGIBLE || !this.#mayFollow(list, g, h)) continue;
        isEntered = true;
        isBad.values[h] = 1;
      }
      if (isEntered) entered += gain[g];
    }
    let left = 0;
    for (let h = 0; h < list.length; h++) if (isBad.values[h] === 1) left += loss[h];
    this.twice = Math.min(entered, left) + passedOver;
  }

  /** Whether g may reach a point that h has left. */
  #mayFollow(list: Uint32Array, g: number, h: number): boolean {
    const reach = this.#reach;
    const turned = 2 * this.#turn * this.#length + ROUNDED;
    if (!reach.meets(g, h, turned)) return false;
    if (reach.lead(g) > turned && this.#isBehind(list[h], list[g], g)) return false;
    return !(reach.trail(h) > turned && this.#isBehind(list[g], list[h], h));
  }

  /** Whether all corners of a face are behind another face's plane, or are corners of that face. */
  #isBehind(face: number, of: number, at: number): boolean {
    const P = this.#first;
    const F = this.#faces;
    const N = this.#planes.values;
    for (let corner = 0; corner < 3; corner++) {
      const a = 3 * F[3 * face + corner];
      const isInFront =
        N[4 * at] * P[a] + N[4 * at + 1] * P[a + 1] + N[4 * at + 2] * P[a + 2] > N[4 * at + 3] - ROUNDED;
      if (isInFront && !this.#isCornerOf(a, of)) return false;
    }
    return true;
  }

  /** Compares positions, so that faces need not be welded. */
  #isCornerOf(a: number, face: number): boolean {
    const P = this.#first;
    for (let corner = 0; corner < 3; corner++) {
      const b = 3 * this.#faces[3 * face + corner];
      if (P[a] === P[b] && P[a + 1] === P[b + 1] && P[a + 2] === P[b + 2]) return true;
    }
    return false;
  }
}

/**
 * How a triangle crosses the ray from the origin along +x. Triangles that share an edge agree on it to the last bit.
 * @returns NaN if it is so near the origin that rounding may decide.
 */
function windingOf(T: Float64Array, at: number, isSide: boolean): number {
  // An edge that moves along itself sweeps no area; the sides next to it do, and reach it.
  if (isNearOrigin(T, at, isSide)) return Number.NaN;
  const ab = T[at + 1] * T[at + 5] - T[at + 2] * T[at + 4];
  const bc = T[at + 4] * T[at + 8] - T[at + 5] * T[at + 7];
  const ca = T[at + 7] * T[at + 2] - T[at + 8] * T[at + 1];
  const isUp = ab > 0;
  if (bc > 0 !== isUp || ca > 0 !== isUp) return 0;
  const along = T[at] * bc + T[at + 3] * ca + T[at + 6] * ab;
  return isUp ? (along > 0 ? 1 : 0) : along < 0 ? -1 : 0;
}

function distance(P: Float64Array, a: number, Q: Float64Array, b: number): number {
  return Math.hypot(Q[b] - P[a], Q[b + 1] - P[a + 1], Q[b + 2] - P[a + 2]);
}

function isBefore(P: Float64Array, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) if (P[a + k] !== P[b + k]) return P[a + k] < P[b + k];
  return false;
}
