// A cell's bone and a posed solid → the volume of their intersection in the cell.
//
// The solid is shifted by less than SHIFT, so that its walls do not lie on the lattice's planes, and its coordinates
// are rounded, by at most 2^-26 of a cell at 2^26 cells from the first vertex. Together these move faces by less than
// 2·SHIFT, and so change a volume by less than 2·SHIFT times the area in the cell.
//
// Rounding within the formulas, some hundred operations on numbers below 2^4 times a tetrahedron's volume, is below
// 2^-40 of a cell per face, and below TOLD in all.

import { GrowingArray } from '#core';
import type { BoneCones } from './bone-cones.ts';
import { CommonVolume } from './common-volume.ts';
import type { MetCells } from './met-cells.ts';
import { isNearOrigin } from './near-origin.ts';
import { ToolSides } from './tool-sides.ts';

/** How far the solid is shifted, in cells. */
const SHIFT = 2 ** -20;
/** No sum of one, two or three of them, with any signs, is near 0: diagonal planes do not meet vertices. */
const SHIFTED = [0.9 * SHIFT, 0.35 * SHIFT, 0.15 * SHIFT] as const;
/** In cells: a value farther from 0 than this cannot be a rounded 0. */
export const TOLD = 2 ** -24;

/** Error bound of a volume. @param area upper bound of the solid's surface area in the cell. */
export const slackOf = (area: number) => area * 2 * SHIFT + TOLD;

export const shifted = (points: Float64Array) => points.map((x, n) => x + SHIFTED[n % 3]);

export class CellVolume {
  readonly #stops: readonly Float64Array[];
  readonly #faces: Uint32Array;
  readonly #cones: BoneCones;
  readonly #place: Int32Array;
  readonly #common = new CommonVolume();
  readonly #near = new GrowingArray(new Float64Array(288));
  readonly #sidesAt: ((stop: number) => ToolSides) | undefined;
  readonly #sides = new Map<number, ToolSides>();

  /**
   * @param stops the solid's vertices at its poses, in cells. @param cones the bone in the current cell.
   * @param place that cell's lowest corner. @param sidesAt vertices in the solid at a stop, if `faces` are only a part
   * of the solid's.
   */
  constructor(
    stops: readonly Float64Array[],
    faces: Uint32Array,
    cones: BoneCones,
    place: Int32Array,
    sidesAt?: (stop: number) => ToolSides,
  ) {
    this.#stops = stops;
    this.#faces = faces;
    this.#cones = cones;
    this.#place = place;
    this.#sidesAt = sidesAt;
  }

  /**
   * Volume of the intersection of bone and solid at a stop; NaN if rounding may decide.
   * @param isFull whether the whole cell counts as bone.
   */
  at(met: MetCells, row: number, stop: number, isFull: boolean): number {
    const bone = isFull ? 1 : this.#cones.volume;
    this.#listFaces(met, row, stop);
    const at = this.measure(isFull, this.#near);
    const isIn = at < -TOLD ? 1 : at > TOLD ? 0 : this.isCornerIn(met, row, stop);
    return at + isIn * bone;
  }

  /** Intersection of the faces' solid and the bone, minus all of the bone if the lowest corner is in the solid. */
  measure(isFull: boolean, faces: GrowingArray<Float64Array<ArrayBuffer>>): number {
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

  /** Whether the cell's lowest corner is in the solid at a stop: 1 or 0; NaN if rounding may decide. */
  isCornerIn(met: MetCells, row: number, stop: number): number {
    this.#listFaces(met, row, stop);
    const { values, length } = this.#near;
    for (let at = 0; at < length; at += 9) if (isNearOrigin(values, at)) return Number.NaN;
    return this.isVertexIn(met, stop) ? 1 : 0;
  }

  /** Whether the lattice's vertex at the cell's lowest corner is in the solid; no face may be near it. */
  isVertexIn(met: MetCells, stop: number): boolean {
    const [i, j, k] = this.#place;
    let sides = this.#sides.get(stop);
    if (sides === undefined) {
      sides = this.#sidesAt?.(stop) ?? new ToolSides(shifted(this.#stops[stop]), this.#faces, met.low, met.high);
      this.#sides.set(stop, sides);
    }
    return sides.has(i, j, k);
  }

  /** Lists the cell's faces at a stop, from its lowest corner. */
  #listFaces(met: MetCells, row: number, stop: number): void {
    const points = this.#stops[stop];
    const faces = this.#faces;
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
}

/** Whether one of the sides of the cell at the origin separates the cell from a face. */
function isBeside(F: Float64Array, at: number): boolean {
  for (let k = at; k < at + 3; k++) {
    if (F[k] <= 0 && F[k + 3] <= 0 && F[k + 6] <= 0) return true;
    if (F[k] >= 1 && F[k + 3] >= 1 && F[k + 6] >= 1) return true;
  }
  return false;
}
