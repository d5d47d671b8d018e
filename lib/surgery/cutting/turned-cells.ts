// Cells whose bone a turning tool sweeps, with wide bounds → narrower ones, by dividing what is wide again and again.
//
// What makes bounds wide shrinks with the cell, with the faces and with the time between two stops: a face leads in
// one part of a cell and trails in another, edges sweep curved sides, and a point that the tool held may be reached
// again. So at each level the stops are twice as dense and edges half as long as at the level before, and a cell that
// is all bone is divided into eight. (Other cells are not: their bone is a sum of cones from the cell's own corner.)
//
// The widest cells come first. It ends when all widths together are GOAL of what is swept, or after MOST_WORK; what is
// still wide then stays so.

import type { BoneCones } from './bone-cones.ts';
import { BETWEEN, type MotionPoses } from './motion-poses.ts';
import type { Lattice } from './lattice.ts';
import type { VolumeBounds } from './removed-volume.ts';
import { SplitFaces } from './split-faces.ts';
import type { ToolPoints } from './tool-points.ts';
import { TurnedBlock } from './turned-block.ts';

/**
 * Of the volume swept: a sum of widths that is narrow enough. The aim is 2 %; a ball's two meshes (cut-tool.ts) and
 * volumeLoss, which a cut's interval contains too, add to the width.
 */
const GOAL = 1 / 100;
/**
 * Faces examined, one count a stretch: in all, and for each STEP of the motion, so that a path's short parts take no
 * longer than the whole. This is a choice: a few seconds in all, a tenth of a second for each STEP.
 */
const MOST_WORK = 2 ** 23;
const WORK_OF_STEP = 2 ** 18;
/** In a part's own cells: the longest path from a stop to the next. */
const STEP = 1 / 2;
/** In a part's own cells: the longest edge. */
const EDGE = 1.5;
/**
 * In a part's own cells: a face that comes into it is this near its middle at some stop. Half its diagonal is √3/2, and
 * half a stretch's path is at most STEP/2: together 1.12. The rest is for rounding.
 */
const NEAR = 1.25;
/** Levels. A cell that is not all bone gains little after some. */
const DEEPEST = 6;
const DEEPEST_WHOLE = 3;
/** In a part's own cells: most of a coordinate, as cell-volume.ts assumes. */
const FARTHEST = 2 ** 26;

/** A cell of the lattice, or a part of one. */
export interface TurnedPart extends VolumeBounds {
  /** Number of the cell in the list. */
  readonly root: number;
  /** Its lowest corner in the lattice, in its own cells. */
  readonly place: readonly number[];
  /** Its own cells along a cell of the lattice. */
  readonly scale: number;
  readonly isFull: boolean;
  /** This and its bounds are in its own cells. */
  readonly bone: number;
  /** Three vertices each, of SplitFaces. */
  readonly faces: Uint32Array;
  /** First and last stop of each run (turned-block.ts), with the stops of the part's level. */
  readonly runs: readonly number[];
}

/** A cell of the lattice; volumes are in cells. */
export interface WideCell extends VolumeBounds {
  readonly place: readonly number[];
  readonly isFull: boolean;
  readonly bone: number;
  /** Faces that reach it, three vertices each. */
  readonly faces: Uint32Array;
  /** First and last time, 0 to 1, of each run. */
  readonly runs: readonly number[];
}

export class TurnedCells {
  readonly #tool: ToolPoints;
  readonly #poses: MotionPoses;
  readonly #lattice: Lattice;
  /** No vertex of the lattice is farther from the origin along an axis, in cells. */
  readonly #farthest: number;
  readonly #split: SplitFaces;
  /** From the first stop to the last: cells, along the farthest point's path; and how many times STEP. */
  readonly #way: number;
  readonly #stretches: number;
  readonly #mostWork: number;
  #work = 0;

  constructor(tool: ToolPoints, poses: MotionPoses, lattice: Lattice) {
    this.#tool = tool;
    this.#poses = poses;
    this.#lattice = lattice;
    const { first, size } = lattice;
    this.#farthest = Math.max(...first.flatMap((x, k) => [Math.abs(x), Math.abs(x + size[k])]));
    this.#split = new SplitFaces(tool.vertices);
    this.#way = 2 * BETWEEN * (poses.count - 1);
    this.#stretches = Math.ceil(this.#way / STEP);
    this.#mostWork = Math.min(MOST_WORK, WORK_OF_STEP * this.#stretches);
  }

  /**
   * @param swept cells: lower bound of the volume with which widths are compared.
   * @param width of all other cells together. @param conesOf returns the bone of a cell of the list.
   * @returns each cell's bounds.
   */
  narrow(
    wide: readonly WideCell[],
    swept: number,
    width: number,
    conesOf: (root: number) => BoneCones,
  ): VolumeBounds[] {
    const found = wide.map(() => ({ low: 0, high: 0 }));
    const settle = (part: TurnedPart) => {
      found[part.root].low += part.low * sizeOf(part);
      found[part.root].high += part.high * sizeOf(part);
    };
    let parts: TurnedPart[] = wide.map((cell, root) => ({ ...cell, root, scale: 1, runs: this.#stopsOf(cell.runs) }));
    let [taken, left] = [swept, width + parts.reduce((sum, part) => sum + widthOf(part), 0)];
    for (let level = 0; parts.length > 0; level++) {
      parts.sort((a, b) => widthOf(b) - widthOf(a));
      const next: TurnedPart[] = [];
      for (const part of parts) {
        const isEnough = left <= GOAL * taken || this.#work >= this.#mostWork;
        if (isEnough || part.high <= part.low || !this.#mayDivide(part, level)) {
          settle(part);
          continue;
        }
        left -= widthOf(part);
        taken -= part.low * sizeOf(part);
        for (const smaller of this.#divide(part, level, conesOf)) {
          left += widthOf(smaller);
          taken += smaller.low * sizeOf(smaller);
          next.push(smaller);
        }
      }
      parts = next;
    }
    return found.map(({ low, high }, n) => ({ low: Math.max(low, wide[n].low), high: Math.min(high, wide[n].high) }));
  }

  /** Times → stops of level 0 around them; runs that then touch become one. */
  #stopsOf(runs: readonly number[]): number[] {
    const stops: number[] = [];
    for (let n = 0; n < runs.length; n += 2) {
      const [from, to] = [Math.floor(runs[n] * this.#stretches), Math.ceil(runs[n + 1] * this.#stretches)];
      if (stops.length > 0 && from <= stops[stops.length - 1]) stops[stops.length - 1] = to;
      else stops.push(from, to);
    }
    return stops;
  }

  #mayDivide({ isFull, scale }: TurnedPart, level: number): boolean {
    return level <= (isFull ? DEEPEST : DEEPEST_WHOLE) && 2 * scale * this.#farthest <= FARTHEST;
  }

  /** At level 0 there are only more stops and shorter edges than before. */
  #divide(part: TurnedPart, level: number, conesOf: (root: number) => BoneCones): TurnedPart[] {
    const dense = 2 ** level;
    const stretches = dense * this.#stretches;
    const many = part.isFull && level > 0 ? 2 : 1;
    const stroke = {
      tool: this.#tool,
      poses: this.#poses,
      stretches,
      cellSize: this.#lattice.cell,
      first: this.#lattice.first,
      farthest: this.#farthest,
      turn: (this.#poses.turn * (this.#poses.count - 1)) / stretches,
      way: (this.#way * many * part.scale) / stretches,
    };
    const runs = level > 0 ? part.runs.map((stop) => 2 * stop) : part.runs;
    const { cell: mm } = this.#lattice;
    const track = this.#trackOf(part, runs, stretches);
    const faces = this.#split.split(part.faces, (EDGE * mm) / dense, track, (NEAR * mm) / part.scale);
    const cell = { ...part, faces, runs };
    const block = new TurnedBlock(cell, many, stroke, this.#split.vertices.values, conesOf(part.root));
    const parts = block.measure();
    this.#work += block.work;
    return parts;
  }

  /** The part's middle at the stops of its runs, in the tool's own frame, mm. */
  #trackOf({ place, scale }: TurnedPart, runs: readonly number[], stretches: number): Float64Array {
    const { cell, first } = this.#lattice;
    const middle = place.map((x, k) => ((x + 0.5) / scale + first[k]) * cell);
    const track: number[] = [];
    for (let n = 0; n < runs.length; n += 2)
      for (let stop = runs[n]; stop <= runs[n + 1]; stop++) {
        const { matrix } = this.#poses.at(stop / stretches);
        const [x, y, z] = middle.map((at, k) => at - matrix[12 + k]);
        for (let k = 0; k < 12; k += 4) track.push(matrix[k] * x + matrix[k + 1] * y + matrix[k + 2] * z);
      }
    return Float64Array.from(track);
  }
}

/** Its own cell's volume, in cells of the lattice. */
const sizeOf = ({ scale }: TurnedPart) => scale ** -3;
const widthOf = (part: TurnedPart) => (part.high - part.low) * sizeOf(part);
