// A cut → how much bone the tool swept, as an interval.
//
// The surface's own loss of volume is known: that of the faces which go, less that of those which come. Cell by cell,
// it is what the exact cut takes from the bone as it was, but for
//
// - 0 where no face of the tool ever comes and the surface stays, or goes whole; and 0 where the tool holds the whole
//   cell at some stop: then nothing is left there, of either;
// - QUANTUM of a cell where, at some stop, the tool's faces there lie in one plane, or in two that look away from each
//   other, and all faces that ever come there stay on the tool's side of these planes: then what is swept is all that
//   lies behind the planes, and the surface has the planes themselves, if the cell was full of bone and no edge that is
//   left is cut twice; or nothing is swept that the surface still has, if it stays and no bone lies behind the planes;
// - QUANTUM of another cell, if the surface stays and no bone lies behind a face that comes there;
// - the whole cell, else.
//
// Stops are the ends of the stretches into which the way is divided.
//
// Faces are looked for by boxes that hold them at several poses and on the way between these, so more cells count than
// need to, never fewer.

import { GrowingArray } from '../core/index.ts';
import { EDGE_CORNER, edgeAxis } from './cell-cases.ts';
import { type CutGrid, NONE } from './cut-grid.ts';
import type { CutEdit } from './cut-record.ts';
import { KeyedRows } from './keyed-rows.ts';
import { lostVolume } from './lost-volume.ts';
import type { Sweep } from './sweep.ts';
import { boxesOf, FLAT, isParallel, joinBoxes, planeOf } from './tool-faces.ts';
import type { ToolPoints } from './tool-points.ts';
import { UNKNOWN } from './unit-code.ts';

/** mm³; low ≤ exact ≤ high. */
export interface VolumeBounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Of a cell's volume. A plane's part of a cell has an area of at most √3 of a side. It is off by FLAT, by a crossing's
 * 2^-16, and by the cell's diagonal √3 times the angle: in all less than 2^-12, and there are two such planes at most.
 */
const QUANTUM = 2 ** -11;
/** Poses of a stretch. */
export const JOINED = 8;

/** What is known of a resting cell: that it was full of bone and its planes hold; that they hold; neither. */
const FULL = 2;
const PARTLY = 1;
const DEPARTED = 0;
/** The offset of a plane that is not there. */
const NOWHERE = Number.NEGATIVE_INFINITY;

type VisitCell = (
  face: number,
  key: number,
  i: number,
  j: number,
  k: number,
  inside: number,
  /** Whether it is the face's first cell. */
  isFirst: boolean,
) => void;

/** The tool on a part of its way. */
interface Stretch {
  /** The vertices at its first and its last pose. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** At its last pose: keys of the vertices that the tool holds, in the box that it shares with bone; */
  held: Set<number>;
  /** and the cells with bone to which a face comes. */
  readonly met: KeyedRows;
}

export class VolumeMeter {
  readonly #grid: CutGrid;
  readonly #sweep: Sweep;
  readonly #tool: ToolPoints;
  /** In cells: how far a vertex leaves the straight way between the first and the last pose of a stretch. */
  readonly #bow: number;
  readonly #stretches: Stretch[] = [];
  #poses = 0;
  /** Cells with bone in which, at some stop, the tool has planes alone. */
  readonly #resting = new KeyedRows(512);
  /** By their rows: the unit normal of the first face, and offsets of faces that look along it and against it. */
  readonly #planes = new GrowingArray(new Float64Array(1280));
  /** Whether the planes hold: no face that comes there departs from them. */
  readonly #areFlat = new GrowingArray(new Uint8Array(256));
  /** Other cells with bone to which a face comes. */
  readonly #passed = new KeyedRows(512);
  /** Whether bone in the cell may lie behind such a face. */
  readonly #isBehind = new GrowingArray(new Uint8Array(256));
  /** Planes of the face at hand: unit normal, offset; at the first pose of a stretch and at the last. */
  readonly #face = new Float64Array(8);

  /** @param bow see `#bow`. */
  constructor(grid: CutGrid, sweep: Sweep, tool: ToolPoints, bow: number) {
    this.#grid = grid;
    this.#sweep = sweep;
    this.#tool = tool;
    this.#bow = bow;
  }

  /** Takes the tool where it is now, and what it holds there from the sweep. */
  addPose(): void {
    const { points } = this.#tool;
    if (this.#poses++ % JOINED === 0) {
      // A stretch begins where the one before it ends.
      const first = this.#stretches.at(-1)?.last ?? points.slice();
      this.#stretches.push({ first, last: points.slice(), held: new Set(), met: new KeyedRows(512) });
      return;
    }
    const stretch = this.#stretches.at(-1) as Stretch;
    stretch.last.set(points);
    if (this.#poses % JOINED === 0) stretch.held = this.#sweep.held();
  }

  /** @param edit what the cut did to the surface. @param remade cells whose faces it replaced, each once. */
  finish(edit: CutEdit, remade: GrowingArray<Uint32Array<ArrayBuffer>>): { swept: VolumeBounds; loss: number } {
    (this.#stretches.at(-1) as Stretch).held = this.#sweep.held();
    this.#withBoneBefore(() => {
      for (const stretch of this.#stretches) this.#stop(stretch);
      for (const stretch of this.#stretches) this.#follow(stretch);
    });
    const lost = lostVolume(this.#grid, edit);
    const slack = this.#unsureShare(remade) * this.#grid.lattice.cell ** 3 + lost.error;
    const swept = { low: Math.max(0, lost.volume - slack), high: Math.max(0, lost.volume + slack) };
    return { swept, loss: lost.volume };
  }

  /** How much the surface may differ from what is left, in cells. */
  #unsureShare(remade: GrowingArray<Uint32Array<ArrayBuffer>>): number {
    const cutTwice = this.#sweep.edgesCutTwice();
    const isRestingRemade = new Uint8Array(this.#resting.count);
    const isPassedRemade = new Uint8Array(this.#passed.count);
    let share = 0;
    for (let n = 0; n < remade.length; n++) {
      const key = remade.values[n];
      const resting = this.#resting.find(key);
      const passed = this.#passed.find(key);
      if (resting !== NONE) isRestingRemade[resting] = 1;
      if (passed !== NONE) isPassedRemade[passed] = 1;
      if (resting !== NONE && this.#areFlat.values[resting] === FULL && this.#isClean(key, cutTwice)) {
        share += QUANTUM;
        continue;
      }
      // Where no face of the tool is, the cell is in it or out of it whole, and a corner says which.
      const isHeld = ({ held, met }: Stretch) => met.find(key) === NONE && held.has(key);
      const isGone =
        this.#insideOf(key) === 0 && ((passed === NONE && resting === NONE) || this.#stretches.some(isHeld));
      share += isGone ? 0 : 1;
    }
    for (let row = 0; row < isRestingRemade.length; row++)
      if (isRestingRemade[row] === 0)
        share += this.#areFlat.values[row] === DEPARTED || this.#reaches(row) ? 1 : QUANTUM;
    for (let row = 0; row < isPassedRemade.length; row++)
      if (isPassedRemade[row] === 0) share += this.#isBehind.values[row] === 1 ? 1 : QUANTUM;
    return share;
  }

  /** Looks at the faces of the tool at the end of a stretch, and keeps the cells in which they make planes. */
  #stop({ last: points, met }: Stretch): void {
    const { faces } = this.#tool;
    const planes = new GrowingArray(new Float64Array(1280));
    const areFlat = new GrowingArray(new Uint8Array(256));
    this.#eachCell(points, points, 0, (face, key, i, j, k, inside, isFirst) => {
      if (isFirst) planeOf(points, faces, face, this.#face, 0);
      const [x, y, z, offset] = this.#face;
      // A face without an area bounds nothing.
      if (x === 0 && y === 0 && z === 0) return;
      const own = offset - (x * (i + 0.5) + y * (j + 0.5) + z * (k + 0.5));
      const row = met.add(key);
      const at = 5 * row;
      if (row === areFlat.length) {
        areFlat.push(inside === 255 ? FULL : PARTLY);
        for (const value of [x, y, z, own, NOWHERE]) planes.push(value);
        return;
      }
      const P = planes.values;
      const which = x * P[at] + y * P[at + 1] + z * P[at + 2] > 0 ? at + 3 : at + 4;
      if (P[which] === NOWHERE) P[which] = own;
      if (!isParallel(this.#face, 0, P, at) || Math.abs(P[which] - own) > FLAT) areFlat.values[row] = DEPARTED;
    });
    const keys = met.keys();
    for (let row = 0; row < keys.length; row++) {
      if (areFlat.values[row] === DEPARTED || this.#resting.find(keys[row]) !== NONE) continue;
      this.#resting.add(keys[row]);
      this.#areFlat.push(areFlat.values[row]);
      for (let n = 5 * row; n < 5 * row + 5; n++) this.#planes.push(planes.values[n]);
    }
  }

  /** Holds the faces of a stretch of the way against the cells to which they come. */
  #follow({ first, last }: Stretch): void {
    const { faces } = this.#tool;
    this.#eachCell(first, last, this.#bow, (face, key, i, j, k, inside, isFirst) => {
      if (isFirst) {
        planeOf(first, faces, face, this.#face, 0);
        planeOf(last, faces, face, this.#face, 4);
      }
      const resting = this.#resting.find(key);
      if (resting !== NONE) {
        if (this.#areFlat.values[resting] !== DEPARTED && !this.#staysBehind(resting, face, first, last, i, j, k))
          this.#areFlat.values[resting] = DEPARTED;
        return;
      }
      const row = this.#passed.add(key);
      if (row === this.#isBehind.length) this.#isBehind.push(0);
      if (this.#isBehind.values[row] === 1) return;
      const isSteady = this.#bow <= FLAT && isParallel(this.#face, 0, this.#face, 4);
      if (!isSteady || this.#hasBone(key, i, j, k, inside, (x, y, z) => this.#isBehindFace(x, y, z)))
        this.#isBehind.values[row] = 1;
    });
  }

  /** Whether a face, on its way from the first points to the last, stays behind one of a resting cell's planes. */
  #staysBehind(
    row: number,
    face: number,
    first: Float64Array,
    last: Float64Array,
    i: number,
    j: number,
    k: number,
  ): boolean {
    const planes = this.#planes.values;
    const at = 5 * row;
    const [x, y, z] = [i + 0.5, j + 0.5, k + 0.5];
    for (let side = 0; side < 2; side++) {
      const sign = side === 0 ? 1 : -1;
      const most = planes[at + 3 + side] + FLAT - this.#bow;
      if (most === NOWHERE) continue;
      if (this.#isOnPlane(at, sign, most, x, y, z)) return true;
      let isBehind = true;
      for (let corner = 0; corner < 3 && isBehind; corner++) {
        const vertex = 3 * this.#tool.faces[3 * face + corner];
        for (const points of [first, last])
          if (
            sign *
              (planes[at] * (points[vertex] - x) +
                planes[at + 1] * (points[vertex + 1] - y) +
                planes[at + 2] * (points[vertex + 2] - z)) >
            most
          )
            isBehind = false;
      }
      if (isBehind) return true;
    }
    return false;
  }

  /**
   * Whether the face at hand, at both poses, is parallel to a plane, looks the same way and lies on it or behind it.
   */
  #isOnPlane(at: number, sign: number, most: number, x: number, y: number, z: number): boolean {
    const planes = this.#planes.values;
    const F = this.#face;
    for (let pose = 0; pose < 8; pose += 4) {
      if (!isParallel(F, pose, planes, at)) return false;
      if (sign * (F[pose] * planes[at] + F[pose + 1] * planes[at + 1] + F[pose + 2] * planes[at + 2]) <= 0)
        return false;
      if (F[pose + 3] - (F[pose] * x + F[pose + 1] * y + F[pose + 2] * z) > most) return false;
    }
    return true;
  }

  #isBehindFace(x: number, y: number, z: number): boolean {
    const F = this.#face;
    return F[0] * x + F[1] * y + F[2] * z < F[3] - FLAT || F[4] * x + F[5] * y + F[6] * z < F[7] - FLAT;
  }

  /** Whether bone in a resting cell that was not remade lies behind one of its planes. */
  #reaches(row: number): boolean {
    const key = this.#resting.keys()[row];
    const place = new Int32Array(3);
    this.#grid.lattice.place(key, place);
    const [i, j, k] = place;
    const P = this.#planes.values.subarray(5 * row, 5 * row + 5);
    return this.#hasBone(key, i, j, k, this.#grid.cornersInside(i, j, k), (x, y, z) => {
      const along = P[0] * (x - i - 0.5) + P[1] * (y - j - 0.5) + P[2] * (z - k - 0.5);
      return along < P[3] - FLAT || -along < P[4] - FLAT;
    });
  }

  /** Whether some point of the bone in a cell, whose faces are those before the cut, is such a one. */
  #hasBone(
    key: number,
    i: number,
    j: number,
    k: number,
    inside: number,
    isSuch: (x: number, y: number, z: number) => boolean,
  ): boolean {
    for (let corner = 0; corner < 8; corner++)
      if ((inside >> corner) & 1 && isSuch(i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2))) return true;
    const grid = this.#grid;
    const row = grid.cells.find(key);
    if (row === NONE) return false;
    const first = 3 * grid.firstFace[row];
    const { cell, first: origin } = grid.lattice;
    const P = grid.positions.values;
    for (let n = first; n < first + 3 * grid.faceCount[row]; n++) {
      const at = 3 * grid.faces.values[n];
      if (isSuch(P[at] / cell - origin[0], P[at + 1] / cell - origin[1], P[at + 2] / cell - origin[2])) return true;
    }
    return false;
  }

  /**
   * Calls back for each face and each cell with bone to which it may come on a straight way from the first points to
   * the last, or `bow` beside it: cells in its box which no plane parallel to its first place parts from both places.
   */
  #eachCell(first: Float64Array, last: Float64Array, bow: number, visit: VisitCell): void {
    const grid = this.#grid;
    const boxes = boxesOf(first, this.#tool.faces, bow);
    if (last !== first) joinBoxes(boxes, boxesOf(last, this.#tool.faces, bow));
    const { size, parts } = grid.lattice;
    const [x, y, z] = parts;
    const plane = new Float64Array(4);
    for (let face = 0; face < boxes.length / 6; face++) {
      const at = 6 * face;
      const lowX = Math.max(0, Math.floor(boxes[at]));
      const lowY = Math.max(0, Math.floor(boxes[at + 1]));
      const lowZ = Math.max(0, Math.floor(boxes[at + 2]));
      const highX = Math.min(size[0] - 2, Math.floor(boxes[at + 3]));
      const highY = Math.min(size[1] - 2, Math.floor(boxes[at + 4]));
      const highZ = Math.min(size[2] - 2, Math.floor(boxes[at + 5]));
      if (!grid.hasBone(lowX, lowY, lowZ, highX + 1, highY + 1, highZ + 1)) continue;
      planeOf(first, this.#tool.faces, face, plane, 0);
      const [nx, ny, nz] = plane;
      let least = plane[3];
      let most = plane[3];
      for (let corner = 0; corner < 3; corner++) {
        const vertex = 3 * this.#tool.faces[3 * face + corner];
        const offset = nx * last[vertex] + ny * last[vertex + 1] + nz * last[vertex + 2];
        least = Math.min(least, offset);
        most = Math.max(most, offset);
      }
      // A cell's corners are within this of its middle, along the normal; FLAT covers rounding.
      const wide = (Math.abs(nx) + Math.abs(ny) + Math.abs(nz)) / 2 + bow + FLAT;
      let isFirst = true;
      for (let k = lowZ; k <= highZ; k++)
        for (let j = lowY; j <= highY; j++) {
          const middle = nx / 2 + ny * (j + 0.5) + nz * (k + 0.5);
          const [a, b] = [least - wide - middle, most + wide - middle];
          if (nx === 0 && (a > 0 || b < 0)) continue;
          const from = nx === 0 ? lowX : Math.max(lowX, Math.ceil(Math.min(a / nx, b / nx)));
          const to = nx === 0 ? highX : Math.min(highX, Math.floor(Math.max(a / nx, b / nx)));
          for (let i = from; i <= to; i++) {
            const inside = grid.cornersInside(i, j, k);
            if (inside === 0) continue;
            visit(face, x[i] + y[j] + z[k], i, j, k, inside, isFirst);
            isFirst = false;
          }
        }
    }
  }

  /** Runs with the signs as they were before the cut. */
  #withBoneBefore(run: () => void): void {
    const { values, length } = this.#sweep.removed;
    for (let n = 0; n < length; n++) this.#grid.flip(values[n]);
    run();
    for (let n = 0; n < length; n++) this.#grid.flip(values[n]);
  }

  #insideOf(key: number): number {
    const place = new Int32Array(3);
    this.#grid.lattice.place(key, place);
    return this.#grid.cornersInside(place[0], place[1], place[2]);
  }

  /** Whether no edge of the cell is cut twice, and the plane at each crossing is known. */
  #isClean(key: number, cutTwice: KeyedRows): boolean {
    const grid = this.#grid;
    const place = new Int32Array(3);
    grid.lattice.place(key, place);
    const [x, y, z] = grid.lattice.parts;
    for (let edge = 0; edge < 12; edge++) {
      const corner = EDGE_CORNER[edge];
      const low = x[place[0] + (corner & 1)] + y[place[1] + ((corner >> 1) & 1)] + z[place[2] + (corner >> 2)];
      const number = 3 * low + edgeAxis(edge);
      if (cutTwice.find(number) !== NONE) return false;
      const row = grid.edges.find(number);
      if (row !== NONE && grid.crossing[row] !== 0 && grid.normal[row] === UNKNOWN) return false;
    }
    return true;
  }
}
