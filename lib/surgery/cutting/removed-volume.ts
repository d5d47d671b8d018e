// A cut and the bone before it → how much of that bone the tool swept, as an interval.
//
// V is the volume of the intersection of the bone's mesh before the cut with S, the union of the tool's solid T(t) over
// all times t of its motion: the sum over all cells c of |B ∩ S ∩ c|, with B the bone and |·| a volume.
//
// 1. Cells that no face of the tool ever reaches (met-cells.ts lists those that may be reached) are in T always or
//    never: if a corner that was bone is in T at a pose, all of the cell's bone counts, exactly.
// 2. In other cells |B ∩ T ∩ c| at any one pose, a stop, is known up to rounding, whatever edges, teeth or curves the
//    tool has: common-volume.ts and bone-cones.ts have the formula. The formula counts a point with T's winding number,
//    which must therefore be at most 1. Any other tool is taken as a union of parts for which it is (tool-overlap.ts;
//    union-volume.ts combines their volumes); failing that, a cell counts as anything from none to all of its bone.
// 3. From one pose to all times. A point of c enters T only through a face that moves outward there, and leaves it only
//    through one that moves inward. Let in(t, t′) and out(t, t′) be the volumes that faces in c sweep outward and
//    inward, counted as often as they are swept. With J the time of the stop, and 0 and 1 the ends of the motion:
//
//      |B ∩ T(J) ∩ c| ≤ |B ∩ S ∩ c| ≤ |B ∩ T(J) ∩ c| + out(0, J) + in(J, 1)
//
//    because a point of S that is not in T(J) was in T before and has left, or enters later. If all faces in c lead or
//    slide, the last stop gives the volume itself; if all trail, the first. met-cells.ts bounds in and out.
// 4. If that interval is wide, swept-chain.ts gives |B ∩ T(0) ∩ c| + in(0, 1), up to the curvature of the paths, and a
//    bound on how much is swept twice: the sum is too large by at most that.
//    Where the tool turns, turned-cells.ts takes steps 2 to 4 for parts of the cell and of the motion.
// 5. Bone that a face's plane separates from all moving faces, up to a slab of thickness d, has at most √2·d in common
//    with S: no plane section of a unit cube exceeds √2, and what lies beyond the slab is in T always or never: never,
//    since one of its corners was bone and is in T at no pose.
//
// The interval is widened to contain the surface's loss as well, as CutResult says. Bone that the surface loses
// unswept, or keeps although swept, is absent or present, respectively, when the next cut is measured. So the sum of
// several cuts' intervals is not proved to contain what they took from the bone as it was before the first.
//
// The volumes of 2 and 4 are off by no more than cell-volume.ts says.

import { stopIfUnwanted } from '#core';
import { BoneCones, FULL } from './bone-cones.ts';
import type { FaceRange } from './bone-history.ts';
import { CellVolume, shifted } from './cell-volume.ts';
import { type CutGrid, NONE } from './cut-grid.ts';
import { KeyedRows } from './keyed-rows.ts';
import { MetCells, MOST_AREA, withBone } from './met-cells.ts';
import { BETWEEN, type MotionPoses } from './motion-poses.ts';
import { boundsAtStop, boundsOfChain } from './swept-bounds.ts';
import { SweptChain } from './swept-chain.ts';
import type { SweptPath } from './swept-path.ts';
import { planeOf } from './tool-faces.ts';
import type { ToolPoints } from './tool-points.ts';
import { TurnedCells, type WideCell } from './turned-cells.ts';
import { contradiction } from './union-volume.ts';

/** mm³; low ≤ exact ≤ high. */
export interface VolumeBounds {
  readonly low: number;
  readonly high: number;
}

/** Poses from one stop to the next. */
const JOINED = 8;
/** In cells: what an earlier stop must save to be preferred to the last one, whose sides are known. */
const WORTH = 2 ** -8;

/** In cells: a thicker slab gives a worse bound than the volume. */
const CLOSE = 2 ** -12;
/** The number of faces whose planes are tried. */
const TRIES = 3;
/** What is known of a cell besides its bounds; volumes are in cells. */
interface PartOfSweep {
  readonly key: number;
  readonly bone: number;
  /** Lower bound of what the tool holds at the last stop; upper bound of what faces sweep outward. */
  readonly end: number;
  readonly gain: number;
}

/** A moving tool. */
export interface Swept {
  readonly tool: ToolPoints;
  /** Whether its winding number is 0 or 1 everywhere. */
  readonly isSimple: boolean;
  readonly poses: MotionPoses;
  /** Vertices of the bone that the tool held at some pose. */
  readonly held: Uint32Array;
}

/**
 * Receives how much of a cell's bone a sweep takes, in cells: at least `low`, and at most `fresh` that earlier sweeps
 * have not taken.
 */
export type TakeCell = (key: number, bone: number, low: number, fresh: number) => void;

/** Valid while the grid's signs are those before the cut. */
export class VolumeMeter {
  readonly #grid: CutGrid;
  readonly #swept: Swept;
  readonly #facesOf: (cell: number, out: FaceRange) => void;
  readonly #take: TakeCell;
  readonly #path: SweptPath | null;
  /** The tool's vertices at the stops. */
  readonly #stops: readonly Float64Array[];
  readonly #cones: BoneCones;
  readonly #volumes: CellVolume;
  readonly #place = new Int32Array(3);
  readonly #range: FaceRange;
  #chain: SweptChain | undefined;
  /** Vertices that the tool held at some pose. */
  readonly #gone = new KeyedRows(512);
  readonly #plane = new Float64Array(4);
  /** Cells in which faces turn, whose bounds are to be narrowed. */
  readonly #wide: (WideCell & PartOfSweep)[] = [];
  /** Of the cells measured so far, in cells: what the sweep takes at least, and how wide their bounds are. */
  #taken = 0;
  #width = 0;

  /** @param path null for a single sweep; else `swept.held` is what the tool held at the path's first pose. */
  constructor(
    grid: CutGrid,
    swept: Swept,
    facesOf: (cell: number, out: FaceRange) => void,
    take: TakeCell,
    path: SweptPath | null = null,
  ) {
    this.#grid = grid;
    this.#swept = swept;
    this.#facesOf = facesOf;
    this.#take = take;
    this.#path = path;
    this.#stops = stopsOf(swept);
    this.#cones = new BoneCones(grid.lattice);
    this.#volumes = new CellVolume(this.#stops, swept.tool.faces, this.#cones, this.#place);
    this.#range = { mesh: grid.mesh, first: 0, count: 0 };
  }

  /** @returns a box that contains all faces at all times: low xyz, high xyz, in cells. */
  measure(): Float64Array {
    const { tool, poses } = this.#swept;
    const [turn, way] = [JOINED * poses.turn, 2 * BETWEEN * JOINED];
    const { lattice } = this.#grid;
    const met = new MetCells(lattice, this.#stops, tool.faces, turn, way, withBone(this.#grid, this.#path?.isDone));
    this.#addHeld(met);
    this.#addMet(met);
    this.#narrowWide();
    this.#path?.end();
    return boxOf(this.#stops, met.wider);
  }

  /** Sets the bone in a cell. @returns its volume. */
  #setBone(key: number, inside: number): number {
    const [i, j, k] = this.#place;
    const range = this.#range;
    range.first = range.count = 0;
    if (inside !== 0 && inside !== FULL) this.#facesOf(key, range);
    this.#cones.set(i, j, k, inside, range.mesh, range.first, range.count);
    return inside === FULL ? 1 : this.#cones.volume;
  }

  /** Adds the cells inside the tool that none of its faces ever reaches. */
  #addHeld(met: MetCells): void {
    const { lattice } = this.#grid;
    const { held } = this.#swept;
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
        // All of the cell's corners that were inside are removed: the cell is counted at the first one.
        if ((inside & -inside) !== 1 << corner) continue;
        const key = x[place[0]] + y[place[1]] + z[place[2]];
        if (met.find(key) !== NONE) continue;
        const bone = this.#setBone(key, inside);
        this.#take(key, bone, bone, bone);
        this.#taken += bone;
      }
    }
  }

  #addMet(met: MetCells): void {
    const { lattice } = this.#grid;
    for (let row = 0; row < met.count; row++) {
      stopIfUnwanted();
      const key = met.keyOf(row);
      lattice.place(key, this.#place);
      const [i, j, k] = this.#place;
      const inside = this.#grid.cornersInside(i, j, k);
      const bone = this.#setBone(key, inside);
      if (!this.#swept.isSimple) {
        this.#take(key, bone, 0, bone);
        continue;
      }
      const apart = this.#apartBy(met, row, inside);
      if (apart < CLOSE) this.#take(key, bone, 0, Math.min(bone, apart * MOST_AREA));
      else this.#addPart(met, row, key, bone, inside === FULL);
    }
  }

  #addPart(met: MetCells, row: number, key: number, bone: number, isFull: boolean): void {
    const { tool, poses } = this.#swept;
    const cell = { met, row, place: this.#place, bone, isFull };
    const { stop, error } = met.bestStop(row, WORTH);
    const first = boundsAtStop(cell, this.#volumes, stop, error);
    let [low, high] = [Math.max(0, first.low), Math.min(bone, first.high)];
    const path = this.#path;
    const last = this.#stops.length - 1;
    const end = path === null || stop === last ? first.low : boundsAtStop(cell, this.#volumes, last, 0).low;
    const part = { key, bone, end: Math.max(0, end), gain: path === null ? 0 : met.gain(row) };
    if (error > WORTH && poses.turn > 0) {
      const runs = this.#runsOf(met, row);
      const faces = Array.from(met.facesOf(row).values.subarray(0, met.facesOf(row).length));
      if (runs === null) this.#finish(part, bone, bone);
      else
        this.#wide.push({
          ...part,
          place: Array.from(this.#place),
          isFull,
          faces: Uint32Array.from(faces.flatMap((face) => Array.from(tool.faces.subarray(3 * face, 3 * face + 3)))),
          runs,
          low,
          high,
        });
      return;
    }
    if (error > WORTH) {
      this.#chain ??= new SweptChain(tool.faces, this.#stops.map(shifted));
      const swept = boundsOfChain(cell, this.#volumes, this.#chain, low, high);
      low = Math.max(low, swept.low);
      high = Math.min(high, swept.high);
    }
    this.#finish(part, low, high);
  }

  /**
   * First and last time of each run in which faces are in the cell; null if the tool holds the cell between two runs,
   * or before or after them.
   */
  #runsOf(met: MetCells, row: number): number[] | null {
    const marks = new Uint8Array(this.#stops.length - 1);
    met.markStretches(row, marks);
    const steps = this.#swept.poses.count - 1;
    const timeOf = (stop: number) => Math.min(1, (stop * JOINED) / steps);
    const runs: number[] = [];
    for (let end = 0; end < marks.length; ) {
      const begin = end;
      while (end < marks.length && marks[end] === marks[begin]) end++;
      if (marks[begin] === 1) runs.push(timeOf(begin), timeOf(end));
      else if (this.#volumes.isVertexIn(met, begin)) return null;
    }
    return runs;
  }

  /** Narrows the bounds of cells in which faces turn. */
  #narrowWide(): void {
    const wide = this.#wide;
    if (wide.length === 0) return;
    const { tool, poses } = this.#swept;
    const cells = new TurnedCells(tool, poses, this.#grid.lattice);
    const conesOf = (root: number) => {
      const { key, place, isFull } = wide[root];
      this.#place.set(place);
      if (!isFull) this.#setBone(key, this.#grid.cornersInside(place[0], place[1], place[2]));
      return this.#cones;
    };
    const known = wide.reduce((sum, { key, low }) => sum + low - this.#heldAtStart(key), this.#taken);
    const found = cells.narrow(wide, known, this.#width, conesOf);
    for (const [n, { low, high }] of found.entries()) this.#finish(wide[n], low, high);
  }

  /** Lower bound of what the tool held of a cell's bone as the sweep began, and an earlier one has counted. */
  #heldAtStart(key: number): number {
    return this.#path?.goesOn === true ? this.#path.lowAtStart(key) : 0;
  }

  #finish({ key, bone, end, gain }: PartOfSweep, least: number, high: number): void {
    const path = this.#path;
    const held = this.#heldAtStart(key);
    let [low, fresh] = [least, high];
    if (path !== null) {
      low = Math.max(low, end);
      if (path.goesOn) fresh = Math.min(gain, high - held);
      path.setEnd(key, end);
    }
    if (low > high || low > bone || high < 0) throw contradiction(Math.max(low, 0), Math.min(high, bone));
    low = Math.max(0, low);
    this.#take(key, bone, low, Math.max(0, Math.min(bone, fresh)));
    this.#taken += low - held;
    this.#width += Math.min(bone, high) - low;
  }

  /**
   * Thickness of a slab, along the plane of one of the faces, that separates the cell's bone from all moving faces:
   * beyond it lies bone that keeps a corner, or nothing. Infinite if no plane separates them.
   */
  #apartBy(met: MetCells, row: number, inside: number): number {
    // Along a path it is not known what the tool held at every pose.
    if (this.#path !== null || !this.#isLeft(inside)) return Number.POSITIVE_INFINITY;
    const plane = this.#plane;
    let best = Number.POSITIVE_INFINITY;
    const list = met.facesOf(row);
    for (let n = 0; n < Math.min(TRIES, list.length) && best >= CLOSE; n++) {
      planeOf(this.#stops[0], this.#swept.tool.faces, list.values[n], plane, 0);
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

  /** How far the bone reaches behind the current plane, plus how far the faces reach in front. */
  #thicknessAt(met: MetCells, row: number): number {
    const [nx, ny, nz, offset] = this.#plane;
    const [i, j, k] = this.#place;
    const { values: B, length } = this.#cones.points;
    const own = offset - (nx * i + ny * j + nz * k);
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < length; n += 3) least = Math.min(least, nx * B[n] + ny * B[n + 1] + nz * B[n + 2] - own);
    if (least < -CLOSE) return Number.POSITIVE_INFINITY;
    const { faces } = this.#swept.tool;
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
}

/** The tool's vertices at every JOINED-th pose and at the last one. */
function stopsOf({ tool, poses }: Swept): Float64Array[] {
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

function boxOf(stops: readonly Float64Array[], wider: number): Float64Array {
  const box = Float64Array.of(1 / 0, 1 / 0, 1 / 0, -1 / 0, -1 / 0, -1 / 0);
  for (const points of stops)
    for (let n = 0; n < points.length; n++) {
      box[n % 3] = Math.min(box[n % 3], points[n] - wider);
      box[3 + (n % 3)] = Math.max(box[3 + (n % 3)], points[n] + wider);
    }
  return box;
}
