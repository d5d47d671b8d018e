// A cut, and the bone as it was → how much of that the tool swept, as an interval.
//
// Asked is the volume V that the bone's mesh, as it was, has in common with S, what the tool's solid T(t) holds at any
// time t of its motion. Cells part it: V is the sum over all cells c of |B ∩ S ∩ c|, with B the bone and |·| a volume.
//
// 1. Cells to which no face of the tool ever comes (met-cells.ts says which may be) are in T at all times or at none:
//    if a corner that was bone is in T at a pose, all of the cell's bone counts, exactly.
// 2. In other cells |B ∩ T ∩ c| at any one pose, a stop, is known but for rounding, whatever edges, teeth or curves are
//    there: common-volume.ts and bone-cones.ts have the formula. It counts a point as often as T winds around it: so T
//    has to be simple (tool-overlap.ts), or a cell counts as anything from none of its bone to all of it.
// 3. From one pose to all times. A point of c gets into T only through a face that moves outward there, and out of it
//    only through one that moves inward. Let in(t, t′) and out(t, t′) be the volumes, counted as often as they are
//    swept, that faces in c sweep outward and inward. With J the stop, 0 and 1 the ends:
//
//      |B ∩ T(J) ∩ c| ≤ |B ∩ S ∩ c| ≤ |B ∩ T(J) ∩ c| + out(0, J) + in(J, 1)
//
//    for a point of S that is not in T(J) was in T before and has left, or comes later. Where all faces in c lead or
//    slide, the last stop gives the volume itself; where all trail, the first. met-cells.ts bounds in and out.
// 4. Where that leaves much, swept-chain.ts has |B ∩ T(0) ∩ c| + in(0, 1) to the bends of the ways, and how much of it
//    is swept twice at most: no more is counted too much.
// 5. Bone that a face's plane parts from all faces on their ways, up to a slab of thickness d, has at most √2·d in
//    common with S: no plane has more than √2 of a unit cube, and what lies beyond the slab is in T at all times or at
//    none, while a corner of it was bone and is in T at no pose.
//
// The interval is widened to hold what the surface loses as well, as CutResult says. Bone that the surface loses
// unswept, or keeps although it was swept, is missing or there when the next cut is measured: what several cuts took
// from the bone as it was before all of them is not proved to be within the sum of their intervals.
//
// The volumes of 2 and 4 are those of a tool that is shifted by less than SHIFT, so that its walls do not lie on the
// lattice's planes, and whose coordinates are rounded, by at most 2^-26 of a cell at 2^26 cells from the first vertex.
// Both move faces by less than 2·SHIFT in all; so they change a volume by less than 2·SHIFT of the area in the cell.
//
// Rounding within the formulas, of some hundred operations on numbers below 2^4 times a tetrahedron's volume, is below
// 2^-40 of a cell a face, and below TOLD in all.

import { GrowingArray } from '../core/index.ts';
import { BoneCones, FULL } from './bone-cones.ts';
import type { FaceRange, Moment } from './bone-history.ts';
import { CommonVolume } from './common-volume.ts';
import { type CutGrid, NONE } from './cut-grid.ts';
import { KeyedRows } from './keyed-rows.ts';
import { MetCells, MOST_AREA } from './met-cells.ts';
import { BETWEEN, type MotionPoses } from './motion-poses.ts';
import { isNearOrigin } from './near-origin.ts';
import { SweptChain } from './swept-chain.ts';
import { planeOf } from './tool-faces.ts';
import { isSimple } from './tool-overlap.ts';
import type { ToolPoints } from './tool-points.ts';
import { ToolSides } from './tool-sides.ts';

/** mm³; low ≤ exact ≤ high. */
export interface VolumeBounds {
  readonly low: number;
  readonly high: number;
}

/** Poses from a stop to the next. */
const JOINED = 8;
/** In cells: by how much the tool is shifted, so that walls along the lattice do not lie on its planes. */
const SHIFT = 2 ** -20;
const SHIFTED = [0.53 * SHIFT, 0.31 * SHIFT, 0.71 * SHIFT] as const;
/** Of a cell: what an earlier stop has to save, so that it is preferred to the last one, whose sides are known. */
const WORTH = 2 ** -8;

/** In cells: thicker slabs part bone and faces less well than the volume tells. */
const CLOSE = 2 ** -12;
/** Faces whose planes are tried. */
const TRIES = 3;
/** Of a cell: what is farther from 0 is not rounded to it. */
const TOLD = 2 ** -24;

/** Whether tools are simple: asked once of each. */
const simple = new WeakMap<ToolPoints, boolean>();

/** What a cut did, and the bone before it: enough to tell the swept volume later. */
export interface MeasuredCut {
  /** What has cut. */
  readonly tool: ToolPoints;
  /** The true tool holds `tool`, and lies within this one; null where `tool` is the true one. */
  readonly about: ToolPoints | null;
  readonly poses: MotionPoses;
  readonly before: Moment;
  /** Vertices that the tool held at some pose. */
  readonly held: Uint32Array;
  /** mm³: what the surface lost. */
  readonly loss: number;
}

/** Lives while the grid's signs are those before the cut. */
export class VolumeMeter {
  readonly #grid: CutGrid;
  readonly #cut: MeasuredCut;
  readonly #facesOf: (cell: number, out: FaceRange) => void;
  /** The tool's vertices at the stops. */
  readonly #stops: readonly Float64Array[];
  readonly #cones: BoneCones;
  readonly #common = new CommonVolume();
  readonly #place = new Int32Array(3);
  readonly #range: FaceRange;
  readonly #near = new GrowingArray(new Float64Array(288));
  readonly #sides = new Map<number, ToolSides>();
  #chain: SweptChain | undefined;
  /** Vertices that the tool held at some pose. */
  readonly #gone = new KeyedRows(512);
  readonly #plane = new Float64Array(4);
  #low = 0;
  #high = 0;

  constructor(grid: CutGrid, cut: MeasuredCut, facesOf: (cell: number, out: FaceRange) => void) {
    this.#grid = grid;
    this.#cut = cut;
    this.#facesOf = facesOf;
    this.#stops = stopsOf(cut);
    this.#cones = new BoneCones(grid.lattice);
    this.#range = { mesh: grid.mesh, first: 0, count: 0 };
  }

  /** In cells. */
  measured(): VolumeBounds {
    const { tool, poses } = this.#cut;
    const met = new MetCells(this.#grid, this.#stops, tool.faces, JOINED * poses.turn, 2 * BETWEEN * JOINED);
    this.#addHeld(met);
    this.#addMet(met);
    return { low: this.#low, high: this.#high };
  }

  /** The bone in a cell. */
  #setBone(key: number, inside: number): void {
    const [i, j, k] = this.#place;
    const range = this.#range;
    range.first = range.count = 0;
    if (inside !== 0 && inside !== FULL) this.#facesOf(key, range);
    this.#cones.set(i, j, k, inside, range.mesh, range.first, range.count);
  }

  /** Cells within the tool, to which none of its faces ever comes. */
  #addHeld(met: MetCells): void {
    const { lattice } = this.#grid;
    const { held } = this.#cut;
    for (const key of held) this.#gone.add(key);
    const [x, y, z] = lattice.parts;
    const place = this.#place;
    for (const vertex of held) {
      lattice.place(vertex, place);
      const [i, j, k] = place;
      for (let corner = 0; corner < 8; corner++) {
        place[0] = i - (corner & 1);
        place[1] = j - ((corner >> 1) & 1);
        place[2] = k - (corner >> 2);
        const inside = this.#grid.cornersInside(place[0], place[1], place[2]);
        // All of the cell's corners that were inside are removed: it counts with the first.
        if ((inside & -inside) !== 1 << corner) continue;
        const key = x[place[0]] + y[place[1]] + z[place[2]];
        if (met.find(key) !== NONE) continue;
        if (inside === FULL) this.#add(1, 1);
        else {
          this.#setBone(key, inside);
          this.#add(this.#cones.volume, this.#cones.volume);
        }
      }
    }
  }

  #add(low: number, high: number): void {
    this.#low += low;
    this.#high += high;
  }

  #addMet(met: MetCells): void {
    const { lattice } = this.#grid;
    const isKnown = this.#isSimple();
    for (let row = 0; row < met.count; row++) {
      const key = met.keyOf(row);
      lattice.place(key, this.#place);
      const [i, j, k] = this.#place;
      const inside = this.#grid.cornersInside(i, j, k);
      this.#setBone(key, inside);
      const bone = this.#cones.volume;
      if (!isKnown) {
        this.#add(0, bone);
        continue;
      }
      const apart = this.#apartBy(met, row, inside);
      if (apart < CLOSE) this.#add(0, Math.min(bone, apart * MOST_AREA));
      else this.#addPart(met, row, inside === FULL);
    }
  }

  #addPart(met: MetCells, row: number, isFull: boolean): void {
    const [i, j, k] = this.#place;
    const bone = this.#cones.volume;
    const { stop, error } = met.bestStop(row, WORTH);
    const slack = met.area(row) * 2 * SHIFT;
    let low = 0;
    let high = bone;
    this.#listFaces(met, row, stop);
    const near = this.#near;
    const at = this.#measure(isFull, near);
    const isIn = at < -TOLD ? 1 : at > TOLD ? 0 : this.#isCornerIn(met, row, stop);
    if (!Number.isNaN(isIn)) {
      const volume = at + isIn * bone;
      low = Math.max(0, volume - slack);
      high = Math.min(bone, volume + slack + error);
    }
    if (error <= WORTH) {
      this.#add(low, high);
      return;
    }
    const list = met.facesOf(row);
    this.#chain ??= new SweptChain(
      this.#cut.tool.faces,
      this.#stops.map(shifted),
      this.#cut.poses.turn * (this.#cut.poses.count - 1),
      2 * BETWEEN * (this.#cut.poses.count - 1),
    );
    const chain = this.#chain;
    chain.set(met, row, list.values.subarray(0, list.length), i, j, k);
    const part = this.#measure(isFull, chain.triangles);
    const off = chain.error + slack + TOLD;
    const least = Math.ceil((low - off - part) / bone);
    const most = Math.floor((high + off - part) / bone);
    const winding = least === most ? least : chain.winding + this.#isCornerIn(met, row, 0);
    if (!Number.isNaN(winding)) {
      const all = part + winding * bone;
      low = Math.max(low, all - off - chain.twice);
      high = Math.min(high, all + off);
    }
    this.#add(low, high);
  }

  /** What faces and bone have in common, less all of it where the lowest corner is within. */
  #measure(isFull: boolean, faces: GrowingArray<Float64Array<ArrayBuffer>>): number {
    // Faces beside the cell have nothing in it.
    const F = faces.values;
    let end = 0;
    for (let at = 0; at < faces.length; at += 9) {
      if (isBeside(F, at)) continue;
      if (end < at) F.copyWithin(end, at, at + 9);
      end += 9;
    }
    const { corners } = this.#cones;
    return isFull ? this.#common.measureCell(F, end) : this.#common.measure(corners.values, corners.length, F, end);
  }

  /** Whether the cell's lowest corner is in the tool at a stop: 1 or 0; NaN where rounding may decide. */
  #isCornerIn(met: MetCells, row: number, stop: number): number {
    const [i, j, k] = this.#place;
    this.#listFaces(met, row, stop);
    const { values, length } = this.#near;
    for (let at = 0; at < length; at += 9) if (isNearOrigin(values, at)) return Number.NaN;
    return this.#sidesAt(met, stop).has(i, j, k) ? 1 : 0;
  }

  /**
   * How thick a slab is that parts the cell's bone from all faces on their ways, along the plane of one of them: what
   * lies beyond is bone, of which a corner is left, or nothing. Infinite where none does.
   */
  #apartBy(met: MetCells, row: number, inside: number): number {
    if (!this.#isLeft(inside)) return Number.POSITIVE_INFINITY;
    const plane = this.#plane;
    let best = Number.POSITIVE_INFINITY;
    const list = met.facesOf(row);
    for (let n = 0; n < Math.min(TRIES, list.length) && best >= CLOSE; n++) {
      planeOf(this.#stops[0], this.#cut.tool.faces, list.values[n], plane, 0);
      best = Math.min(best, this.#thicknessAt(met, row));
    }
    return best;
  }

  /** Whether a corner of the cell's bone is in the tool at no pose. */
  #isLeft(inside: number): boolean {
    const [x, y, z] = this.#grid.lattice.parts;
    const [i, j, k] = this.#place;
    for (let corner = 0; corner < 8; corner++)
      if (
        (inside >> corner) & 1 &&
        this.#gone.find(x[i + (corner & 1)] + y[j + ((corner >> 1) & 1)] + z[k + (corner >> 2)]) === NONE
      )
        return true;
    return false;
  }

  /** How far the bone reaches behind the plane at hand, and the faces before it. */
  #thicknessAt(met: MetCells, row: number): number {
    const [nx, ny, nz, offset] = this.#plane;
    const [i, j, k] = this.#place;
    const { values: B, length } = this.#cones.points;
    const own = offset - (nx * i + ny * j + nz * k);
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < length; n += 3) least = Math.min(least, nx * B[n] + ny * B[n + 1] + nz * B[n + 2] - own);
    if (least < -CLOSE) return Number.POSITIVE_INFINITY;
    const { faces } = this.#cut.tool;
    let most = Number.NEGATIVE_INFINITY;
    met.eachWay(row, (face, _place, stop) => {
      const [P, Q] = [this.#stops[stop], this.#stops[Math.min(stop + 1, this.#stops.length - 1)]];
      for (let corner = 0; corner < 3; corner++) {
        const a = 3 * faces[3 * face + corner];
        most = Math.max(
          most,
          nx * P[a] + ny * P[a + 1] + nz * P[a + 2] - offset,
          nx * Q[a] + ny * Q[a + 1] + nz * Q[a + 2] - offset,
        );
      }
    });
    return Math.max(0, most + met.wider - least);
  }

  #sidesAt(met: MetCells, stop: number): ToolSides {
    const held = this.#sides.get(stop);
    if (held !== undefined) return held;
    const points = shifted(this.#stops[stop]);
    const sides = new ToolSides(points, this.#cut.tool.faces, met.low, met.high);
    this.#sides.set(stop, sides);
    return sides;
  }

  /** Lists the cell's faces at a stop, from its lowest corner. */
  #listFaces(met: MetCells, row: number, stop: number): void {
    const points = this.#stops[stop];
    const { faces } = this.#cut.tool;
    const near = this.#near;
    const place = this.#place;
    near.length = 0;
    const list = met.facesOf(row);
    near.reserve(9 * list.length);
    const N = near.values;
    for (let n = 0; n < list.length; n++) {
      const face = list.values[n];
      const at = near.length;
      for (let corner = 0; corner < 3; corner++) {
        const vertex = 3 * faces[3 * face + corner];
        for (let axis = 0; axis < 3; axis++)
          N[at + 3 * corner + axis] = points[vertex + axis] + SHIFTED[axis] - place[axis];
      }
      near.length = at + 9;
    }
  }

  #isSimple(): boolean {
    const { tool } = this.#cut;
    const known = simple.get(tool);
    if (known !== undefined) return known;
    const found = isSimple(this.#stops[0], tool.faces);
    simple.set(tool, found);
    return found;
  }
}

/** The tool's vertices at every JOINED-th pose and at the last one. */
function stopsOf({ tool, poses }: MeasuredCut): Float64Array[] {
  const stops: Float64Array[] = [];
  let n = 0;
  poses.each((pose) => {
    if (n % JOINED === 0 || n === poses.count - 1) {
      tool.moveTo(pose);
      stops.push(tool.points.slice());
    }
    n++;
  });
  return stops;
}

const shifted = (points: Float64Array) => points.map((x, n) => x + SHIFTED[n % 3]);

/** Whether one of the sides of the cell at the origin parts it from a face. */
function isBeside(F: Float64Array, at: number): boolean {
  for (let k = at; k < at + 3; k++) {
    if (F[k] <= 0 && F[k + 3] <= 0 && F[k + 6] <= 0) return true;
    if (F[k] >= 1 && F[k + 3] >= 1 && F[k + 6] >= 1) return true;
  }
  return false;
}
