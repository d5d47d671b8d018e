// Where the poses of a sweep cut edges of the lattice → the cuts that can matter, and their final result.
//
// An edge can matter while one of its ends is inside. During a sweep vertices only change from inside to outside. So
// for an edge between two sides, the end at which bone may be left is already known, and a cut that leaves no less bone
// than before the sweep is dropped at once: along a kerf's walls these are nearly all.

import { GrowingArray } from '#core';
import { type CutGrid, NONE } from './cut-grid.ts';
import { edgePlaces } from './edge-places.ts';
import { PARTS } from './lattice.ts';
import { ACROSS, type LineHits } from './line-hits.ts';
import { faceCode } from './mark-bone.ts';
import type { ToolPoints } from './tool-points.ts';
import { UNKNOWN, unitOf } from './unit-code.ts';

/** cos 120°: the angle between the outward normals of two sides that form a wedge of 60°. */
const THIN = -0.5;

export class SweepCuts {
  readonly #grid: CutGrid;
  /** Cuts of edges: 3·key + axis; parts of the edge, plus PARTS if the tool is above; the face's normal. */
  readonly #edge = new GrowingArray(new Uint32Array(1024));
  readonly #place = new GrowingArray(new Uint32Array(1024));
  readonly #normal = new GrowingArray(new Uint32Array(1024));
  readonly #places = new Int32Array(4);
  /** The first cut of the present pose. */
  #pose = 0;

  constructor(grid: CutGrid) {
    this.#grid = grid;
  }

  clear(): void {
    this.#edge.length = this.#place.length = this.#normal.length = this.#pose = 0;
  }

  /**
   * Restarts after a sweep whose last pose is this one's first, and keeps what that pose cuts. Each cut of an edge
   * between two sides was carried over, or was dropped and would be again; so only cuts within bone stay.
   */
  keepLastPose(): void {
    let count = 0;
    for (let n = this.#pose; n < this.#edge.length; n++) {
      if (!this.#isWithin(this.#edge.values[n])) continue;
      this.#edge.values[count] = this.#edge.values[n];
      this.#place.values[count] = this.#place.values[n];
      this.#normal.values[count++] = this.#normal.values[n];
    }
    this.#edge.length = this.#place.length = this.#normal.length = count;
    this.#pose = 0;
  }

  /** What is collected after this call belongs to the next pose. */
  beginPose(): void {
    this.#pose = this.#edge.length;
  }

  /**
   * Keeps the cuts among the hits of the lines along an axis.
   * @param low, high the box of vertices in which the tool may meet bone.
   */
  collect(
    hits: LineHits,
    axis: 0 | 1 | 2,
    { points, faces }: Pick<ToolPoints, 'points' | 'faces'>,
    low: Int32Array,
    high: Int32Array,
  ): void {
    const grid = this.#grid;
    const { parts } = grid.lattice;
    const partsU = parts[ACROSS[axis][0]];
    const partsV = parts[ACROSS[axis][1]];
    const partsW = parts[axis];
    const { i, j, w, tag, length } = hits;
    const [first, end] = [low[axis], high[axis]];
    const places = this.#places;
    for (let n = 0; n < length; n++) {
      if (!(w[n] >= first && w[n] < end)) continue;
      const line = partsU[i[n]] + partsV[j[n]];
      const count = edgePlaces(w[n], places);
      for (let m = 0; m < 2 * count; m += 2) {
        const key = line + partsW[places[m]];
        const isLowInside = grid.isInside(key);
        const isHighInside = grid.isInside(line + partsW[places[m] + 1]);
        if (!isLowInside && !isHighInside) continue;
        const edge = 3 * key + axis;
        const isEntry = (tag[n] & 1) === 1;
        if (isLowInside !== isHighInside && !this.#leavesLess(edge, isLowInside, isEntry, places[m + 1])) continue;
        this.#edge.push(edge);
        this.#place.push((isEntry ? PARTS : 0) + places[m + 1]);
        this.#normal.push(faceCode(points, faces, tag[n] >> 1));
      }
    }
  }

  /** Whether a cut may replace the crossing that an edge between two sides had before the sweep. */
  #leavesLess(edge: number, isLowInside: boolean, isEntry: boolean, at: number): boolean {
    // Bone below is cut where the tool begins, bone above where the tool ends.
    if (isLowInside !== isEntry) return false;
    const grid = this.#grid;
    const row = grid.edges.find(edge);
    // It had none if the other end became outside during the sweep.
    if (row === NONE || grid.crossing[row] === 0) return true;
    return replaces(grid, row, isLowInside, at);
  }

  /** Calls back for each cut of an edge with one end inside, if the cut leaves bone on that end's side. */
  each(visit: (edge: number, isLowInside: boolean, at: number, normal: number) => void): void {
    const grid = this.#grid;
    for (let n = 0; n < this.#edge.length; n++) {
      const edge = this.#edge.values[n];
      const isLowInside = grid.isInside(lowEnd(edge));
      if (isLowInside === grid.isInside(this.#highEnd(edge))) continue;
      const place = this.#place.values[n];
      if (isLowInside === place >= PARTS) visit(edge, isLowInside, place & (PARTS - 1), this.#normal.values[n]);
    }
  }

  /** The end to remove of each edge that a thin part of the tool crosses and whose ends are both still inside. */
  thinEnds(): number[] {
    const edges = this.#edge.values;
    const order: number[] = [];
    for (let n = 0; n < this.#edge.length; n++) if (this.#isWithin(edges[n])) order.push(n);
    order.sort((a, b) => edges[a] - edges[b] || a - b);
    const ends: number[] = [];
    for (let n = 0; n < order.length; ) {
      const edge = edges[order[n]];
      let end = n;
      while (end < order.length && edges[order[end]] === edge) end++;
      const cuts = order.slice(n, end);
      if (this.#areThin(cuts)) {
        const mean = cuts.reduce((sum, cut) => sum + (this.#place.values[cut] & (PARTS - 1)), 0) / cuts.length;
        ends.push(mean < PARTS / 2 ? lowEnd(edge) : this.#highEnd(edge));
      }
      n = end;
    }
    return ends;
  }

  #areThin(cuts: readonly number[]): boolean {
    const a = new Float64Array(3);
    const b = new Float64Array(3);
    const isEntry = (cut: number) => this.#place.values[cut] >= PARTS;
    return cuts.some((first) =>
      cuts.some((second) => {
        if (!isEntry(first) || isEntry(second)) return false;
        const codes = [this.#normal.values[first], this.#normal.values[second]];
        if (codes.includes(UNKNOWN)) return true;
        unitOf(codes[0], a);
        unitOf(codes[1], b);
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < THIN;
      }),
    );
  }

  /** Whether both ends are inside. */
  #isWithin(edge: number): boolean {
    return this.#grid.isInside(lowEnd(edge)) && this.#grid.isInside(this.#highEnd(edge));
  }

  #highEnd(edge: number): number {
    return this.#grid.lattice.above(lowEnd(edge), edge % 3);
  }
}

/** Whether a cut leaves less bone on an edge than its crossing does, or as much but with a known plane. */
export function replaces(grid: CutGrid, row: number, isLowInside: boolean, at: number): boolean {
  const held = grid.crossing[row];
  return (isLowInside ? at < held : at > held) || (at === held && grid.normal[row] === UNKNOWN);
}

const lowEnd = (edge: number): number => (edge - (edge % 3)) / 3;
