// The moving faces of a tool → the cells with bone that they reach, and how much they sweep there.
//
// Between two stops a motion turns by θ, with constant twist (stroke.ts: linear motions do not turn). A corner whose
// path has length ℓ turns at a constant rate, by θ in all, so its acceleration is at most θ·ℓ, and it is off the
// straight path by at most θ·ℓ/8. If a face reaches a cell, the box of its corners' straight paths, widened by that,
// meets the cell; and no plane parallel to its first position separates the cell from all of its positions, widened
// likewise.
//
// What a face sweeps: in its own frame the velocity v of a corner is constant, hence so is n·v, the speed along its
// normal. The volume that it sweeps outward in a cell is at most A·w⁺, with A the most of its area that a unit cube can
// hold (at most √2), and w⁺ the greatest n·v there, if above 0, over the whole path; inward likewise. n·v is affine
// over the face: it is at most a corner's, and differs from its value near the cell's middle by at most slope times
// distance. Let m be the mean of the normals at both stops and d the chord of a corner's path. The parts of w and m·d
// along the axis of the turn agree. Across it, m is cos(θ/2) times the normal and d is sin(θ/2)/(θ/2) times the
// velocity, both at the path's middle. So |w − m·d| ≤ (θ²/8 + θ²/24)·ℓ·s, with s the normal's part across the axis. The
// normals at both stops differ by 2·sin(θ/2)·s, and ℓ ≤ d·(θ/2)/sin(θ/2): θ·d/5 times that difference covers it while
// θ < 1. A face across the axis slides, and sweeps nothing.

import { GrowingArray } from '#core';
import type { CutGrid } from './cut-grid.ts';
import { KeyedRows } from './keyed-rows.ts';
import { planeOf } from './tool-faces.ts';

/** Largest plane section of a unit cube: √2. */
export const MOST_AREA = Math.SQRT2;
/** Half the diagonal of a unit cube: √3/2. */
export const HALF_DIAGONAL = Math.sqrt(3) / 2;
/** In cells: a face this near to a cell counts as reaching it. */
const MARGIN = 2 ** -19;
const NONE = -1;

/** The cells to consider. */
export interface CellChoice {
  has(key: number, i: number, j: number, k: number): boolean;
  /** Whether the cells with these lowest corners may include one. */
  hasAny(lowX: number, lowY: number, lowZ: number, highX: number, highY: number, highZ: number): boolean;
}

/** What is read of a lattice: vertices along each axis, and each axis' part of a key. */
export interface CellKeys {
  readonly size: readonly [number, number, number];
  readonly parts: readonly [Uint32Array, Uint32Array, Uint32Array];
}

/** Cells with a corner in bone, except those that are left out. */
export function withBone(grid: CutGrid, isLeftOut?: (key: number) => boolean): CellChoice {
  return {
    has: (key, i, j, k) => grid.cornersInside(i, j, k) !== 0 && !isLeftOut?.(key),
    hasAny: (lowX, lowY, lowZ, highX, highY, highZ) => grid.hasBone(lowX, lowY, lowZ, highX + 1, highY + 1, highZ + 1),
  };
}

export class MetCells {
  readonly #lattice: CellKeys;
  readonly #stops: readonly Float64Array[];
  readonly #faces: Uint32Array;
  readonly #turn: number;
  /** In cells: how far a point may be off the straight path between two stops, plus MARGIN. */
  readonly wider: number;
  readonly #cells = new KeyedRows(512);
  /** By row: the last of its entries. */
  readonly #last = new GrowingArray(new Int32Array(512));
  /** Entries: a way that leads to the cell, and the entry before it in the same cell. */
  readonly #before = new GrowingArray(new Int32Array(512));
  readonly #way = new GrowingArray(new Int32Array(512));
  /** Ways: a face, and the stop from which it moves to the next one. */
  readonly #face = new GrowingArray(new Uint32Array(64));
  readonly #stretch = new GrowingArray(new Uint32Array(64));
  /** By way: bound on its face's area in a cell. By entry: bounds on what it sweeps there outward and inward. */
  readonly #area = new GrowingArray(new Float64Array(64));
  readonly #outward = new GrowingArray(new Float64Array(64));
  readonly #inward = new GrowingArray(new Float64Array(64));
  /** The box of these cells' corners. */
  readonly low = Int32Array.of(2 ** 30, 2 ** 30, 2 ** 30);
  readonly high = Int32Array.of(-1, -1, -1);
  readonly #listed = new GrowingArray(new Uint32Array(64));
  readonly #stamp: Int32Array;
  #call = 0;
  readonly #rank: Int32Array;
  /** By stretch. */
  readonly #gain: Float64Array;
  readonly #loss: Float64Array;
  readonly #plane = new Float64Array(8);
  /** Of the current face: its corners' displacements along its normal, and their gradient over the face. */
  readonly #speeds = new Float64Array(6);
  readonly #choice: CellChoice;

  /**
   * @param turn rad, bound on the turn from one stop to the next.
   * @param way cells, bound on a point's path, likewise.
   * @param choice the cells to consider.
   */
  constructor(
    lattice: CellKeys,
    stops: readonly Float64Array[],
    faces: Uint32Array,
    turn: number,
    way: number,
    choice: CellChoice,
  ) {
    this.#lattice = lattice;
    this.#choice = choice;
    this.#stops = stops;
    this.#faces = faces;
    this.#turn = turn;
    this.wider = (turn * way) / 8 + MARGIN;
    this.#stamp = new Int32Array(faces.length / 3).fill(NONE);
    this.#rank = new Int32Array(faces.length / 3);
    const stretches = Math.max(1, stops.length - 1);
    this.#gain = new Float64Array(stretches);
    this.#loss = new Float64Array(stretches);
    for (let face = 0; face < faces.length / 3; face++)
      for (let stretch = 0; stretch < stretches; stretch++)
        this.#follow(face, stretch, stops[stretch], stops[Math.min(stretch + 1, stops.length - 1)]);
  }

  get count(): number {
    return this.#cells.count;
  }

  find(key: number): number {
    return this.#cells.find(key);
  }

  keyOf(row: number): number {
    return this.#cells.keys()[row];
  }

  /** The faces that reach a cell, each once; the next call overwrites the list. */
  facesOf(row: number): GrowingArray<Uint32Array<ArrayBuffer>> {
    const listed = this.#listed;
    listed.length = 0;
    this.#call++;
    for (let entry = this.#last.values[row]; entry !== NONE; entry = this.#before.values[entry]) {
      const face = this.#face.values[this.#way.values[entry]];
      if (this.#stamp[face] === this.#call) continue;
      this.#stamp[face] = this.#call;
      listed.push(face);
    }
    return listed;
  }

  /** In the order of `facesOf`: bounds on what each face sweeps within the cell, outward and inward. */
  fluxesOf(row: number, gain: Float64Array, loss: Float64Array): void {
    const listed = this.#listed;
    for (let n = 0; n < listed.length; n++) this.#rank[listed.values[n]] = n;
    gain.fill(0, 0, listed.length);
    loss.fill(0, 0, listed.length);
    for (let entry = this.#last.values[row]; entry !== NONE; entry = this.#before.values[entry]) {
      const n = this.#rank[this.#face.values[this.#way.values[entry]]];
      gain[n] += this.#outward.values[entry];
      loss[n] += this.#inward.values[entry];
    }
  }

  /** @param visit receives a face of a cell, its place in the list of `facesOf`, and the stop from which it moves. */
  eachWay(row: number, visit: (face: number, place: number, stop: number) => void): void {
    for (let entry = this.#last.values[row]; entry !== NONE; entry = this.#before.values[entry]) {
      const face = this.#face.values[this.#way.values[entry]];
      visit(face, this.#rank[face], this.#stretch.values[this.#way.values[entry]]);
    }
  }

  /** Sets marks[s] if some face reaches the cell between stop s and the next one; clears the other marks. */
  markStretches(row: number, marks: Uint8Array): void {
    marks.fill(0);
    for (let entry = this.#last.values[row]; entry !== NONE; entry = this.#before.values[entry])
      marks[this.#stretch.values[this.#way.values[entry]]] = 1;
  }

  /** Bound on what the faces sweep outward in a cell. */
  gain(row: number): number {
    let sum = 0;
    for (let entry = this.#last.values[row]; entry !== NONE; entry = this.#before.values[entry])
      sum += this.#outward.values[entry];
    return sum;
  }

  /** Bound on the faces' areas in a cell. */
  area(row: number): number {
    let sum = 0;
    for (let entry = this.#last.values[row]; entry !== NONE; entry = this.#before.values[entry])
      sum += this.#area.values[this.#way.values[entry]];
    return sum;
  }

  /**
   * The stop with the least error: what is swept inward before it plus outward after it. But the last stop, if no other
   * one's error is less by more than `worth`.
   */
  bestStop(row: number, worth: number): { stop: number; error: number } {
    const gain = this.#gain.fill(0);
    const loss = this.#loss.fill(0);
    for (let entry = this.#last.values[row]; entry !== NONE; entry = this.#before.values[entry]) {
      const stretch = this.#stretch.values[this.#way.values[entry]];
      gain[stretch] += this.#outward.values[entry];
      loss[stretch] += this.#inward.values[entry];
    }
    let error = 0;
    for (let n = 0; n < gain.length; n++) error += gain[n];
    let [best, least] = [0, error];
    for (let n = 0; n < gain.length; n++) {
      error += loss[n] - gain[n];
      if (error < least) [best, least] = [n + 1, error];
    }
    const last = this.#stops.length - 1;
    return error <= least + worth ? { stop: last, error } : { stop: Math.min(best, last), error: least };
  }

  #follow(face: number, stretch: number, first: Float64Array, last: Float64Array): void {
    const choice = this.#choice;
    const F = this.#faces;
    const a = 3 * F[3 * face];
    const b = 3 * F[3 * face + 1];
    const c = 3 * F[3 * face + 2];
    const { size, parts } = this.#lattice;
    const { wider } = this;
    const lowX = Math.max(0, Math.floor(Math.min(first[a], first[b], first[c], last[a], last[b], last[c]) - wider));
    const highX = Math.min(
      size[0] - 2,
      Math.floor(Math.max(first[a], first[b], first[c], last[a], last[b], last[c]) + wider),
    );
    if (lowX > highX) return;
    const lowY = Math.max(
      0,
      Math.floor(Math.min(first[a + 1], first[b + 1], first[c + 1], last[a + 1], last[b + 1], last[c + 1]) - wider),
    );
    const highY = Math.min(
      size[1] - 2,
      Math.floor(Math.max(first[a + 1], first[b + 1], first[c + 1], last[a + 1], last[b + 1], last[c + 1]) + wider),
    );
    if (lowY > highY) return;
    const lowZ = Math.max(
      0,
      Math.floor(Math.min(first[a + 2], first[b + 2], first[c + 2], last[a + 2], last[b + 2], last[c + 2]) - wider),
    );
    const highZ = Math.min(
      size[2] - 2,
      Math.floor(Math.max(first[a + 2], first[b + 2], first[c + 2], last[a + 2], last[b + 2], last[c + 2]) + wider),
    );
    if (lowZ > highZ) return;
    if (!choice.hasAny(lowX, lowY, lowZ, highX, highY, highZ)) return;
    const plane = this.#plane;
    const twice = planeOf(first, F, face, plane, 0);
    const twiceThen = planeOf(last, F, face, plane, 4);
    const [nx, ny, nz, own] = plane;
    let least = own;
    let most = own;
    let gain = 0;
    let loss = 0;
    let way = 0;
    const speeds = this.#speeds;
    for (const [n, vertex] of [a, b, c].entries()) {
      const offset = nx * last[vertex] + ny * last[vertex + 1] + nz * last[vertex + 2];
      least = Math.min(least, offset);
      most = Math.max(most, offset);
      const dx = last[vertex] - first[vertex];
      const dy = last[vertex + 1] - first[vertex + 1];
      const dz = last[vertex + 2] - first[vertex + 2];
      const along = ((nx + plane[4]) * dx + (ny + plane[5]) * dy + (nz + plane[6]) * dz) / 2;
      speeds[n] = along;
      gain = Math.max(gain, along);
      loss = Math.max(loss, -along);
      way = Math.max(way, dx * dx + dy * dy + dz * dz);
    }
    this.#setSlope(first, a, b, c, twice);
    const [, , , slopeX, slopeY, slopeZ] = speeds;
    // A point that is in the cell at some time starts within `way` of it.
    const spread = Math.sqrt(slopeX * slopeX + slopeY * slopeY + slopeZ * slopeZ) * (HALF_DIAGONAL + Math.sqrt(way));
    const [mx, my, mz] = [plane[4] - nx, plane[5] - ny, plane[6] - nz];
    const bent = (Math.sqrt(way * (mx * mx + my * my + mz * mz)) * this.#turn) / 5;
    const area = Math.min(Math.max(twice, twiceThen) / 2, MOST_AREA);
    const wide = (Math.abs(nx) + Math.abs(ny) + Math.abs(nz)) / 2 + wider;
    const [x, y, z] = parts;
    let isMet = false;
    for (let k = lowZ; k <= highZ; k++)
      for (let j = lowY; j <= highY; j++) {
        const middle = nx / 2 + ny * (j + 0.5) + nz * (k + 0.5);
        const [from, to] = rangeOf(nx, least - wide - middle, most + wide - middle, lowX, highX);
        for (let i = from; i <= to; i++) {
          const key = x[i] + y[j] + z[k];
          if (!choice.has(key, i, j, k)) continue;
          const row = this.#cells.add(key);
          if (row === this.#last.length) this.#addCell(i, j, k);
          this.#before.push(this.#last.values[row]);
          this.#last.values[row] = this.#way.length;
          this.#way.push(this.#face.length);
          const own = this.#ownSpeed(a, first, i, j, k);
          this.#outward.push(area * (Math.min(gain, Math.max(0, own + spread)) + bent));
          this.#inward.push(area * (Math.min(loss, Math.max(0, spread - own)) + bent));
          isMet = true;
        }
      }
    if (!isMet) return;
    this.#face.push(face);
    this.#stretch.push(stretch);
    this.#area.push(area);
  }

  /** Writes the gradient, over the face, of the displacement along the normal; 0 if the face has no area. */
  #setSlope(P: Float64Array, a: number, b: number, c: number, twice: number): void {
    const S = this.#speeds;
    const [nx, ny, nz] = this.#plane;
    const ux = P[b] - P[a];
    const uy = P[b + 1] - P[a + 1];
    const uz = P[b + 2] - P[a + 2];
    const vx = P[c] - P[a];
    const vy = P[c + 1] - P[a + 1];
    const vz = P[c + 2] - P[a + 2];
    const p = twice > 0 ? (S[1] - S[0]) / twice : 0;
    const q = twice > 0 ? (S[2] - S[0]) / twice : 0;
    // (v × n)·u = (n × u)·v = twice the area, and each is perpendicular to the other edge.
    S[3] = p * (vy * nz - vz * ny) + q * (ny * uz - nz * uy);
    S[4] = p * (vz * nx - vx * nz) + q * (nz * ux - nx * uz);
    S[5] = p * (vx * ny - vy * nx) + q * (nx * uy - ny * ux);
  }

  /** The displacement along the normal, at the point of the face's plane nearest to the middle of a cell. */
  #ownSpeed(a: number, P: Float64Array, i: number, j: number, k: number): number {
    const S = this.#speeds;
    return S[0] + S[3] * (i + 0.5 - P[a]) + S[4] * (j + 0.5 - P[a + 1]) + S[5] * (k + 0.5 - P[a + 2]);
  }

  #addCell(i: number, j: number, k: number): void {
    this.#last.push(NONE);
    const place = [i, j, k];
    for (let axis = 0; axis < 3; axis++) {
      this.low[axis] = Math.min(this.low[axis], place[axis]);
      this.high[axis] = Math.max(this.high[axis], place[axis] + 1);
    }
  }
}

/** The whole numbers i from low to high with a ≤ n·i ≤ b. */
function rangeOf(n: number, a: number, b: number, low: number, high: number): [number, number] {
  if (n === 0) return a > 0 || b < 0 ? [0, -1] : [low, high];
  return [Math.max(low, Math.ceil(Math.min(a / n, b / n))), Math.min(high, Math.floor(Math.max(a / n, b / n)))];
}
