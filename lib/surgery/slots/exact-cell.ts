// A cell of a slot, in the lattice of its frame → the exact planes of its sides in the bone's space, and a box around.
//
// A lattice point (x, y) is origin + 2^-20·(x·u + y·v) in the plane of the low flat. A wall through two lattice points
// is parallel to w, exactly: its normal is (Δx·u + Δy·v) × w. So walls that share a lattice point share a line.

import { cross, dot, type Vector } from '#triangles';
import type { LatticePoint, SlotCell, SlotLine } from './outline-sweep.ts';
import type { SlotFrame } from './slot-frame.ts';
import type { SlotPoints } from './slot-points.ts';

/** A plane by its number, and 1 if its front is outside of the cell, −1 if its back is. */
export interface CellSide {
  readonly id: number;
  readonly sign: 1 | -1;
}

export interface ExactCell {
  /** The flats last, after the longest walls: what lies between these is little. */
  readonly sides: readonly CellSide[];
  /** mm: it holds the cell. */
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** Frames' axes are whole multiples of 2^-AXIS_BITS, and a step of the lattice is 2^-STEP_BITS mm. */
const AXIS_BITS = 26;
const STEP_BITS = 20;
/**
 * Of the sum of the sizes of a coordinate's terms: their factors need no rounding, two products and three sums do.
 */
const ROUNDED = 2 ** -50;

/** @param cell every corner of it lies in the hull of its lines' points. */
export function exactCell(points: SlotPoints, frame: SlotFrame, cell: SlotCell): ExactCell {
  const [u, v, w] = [frame.u, frame.v, frame.w].map(axisOf);
  const origin = integersOf(points, frame.origin);
  const unit = BigInt(-(STEP_BITS + AXIS_BITS) - points.exponent);
  const along = ([x, y]: LatticePoint): Vector => {
    const at = (k: number) => BigInt(x) * u[k] + BigInt(y) * v[k];
    return [at(0), at(1), at(2)];
  };
  const length = ([a, b]: SlotLine) => Math.hypot(b[0] - a[0], b[1] - a[1]);
  const walls = cell
    .toSorted((a, b) => length(b) - length(a))
    .map(([a, b]) => {
      const normal = cross(along([b[0] - a[0], b[1] - a[1]]), w);
      const way = along(a);
      const at = (k: number) => origin[k] + (way[k] << unit);
      return facing(points, normal, [at(0), at(1), at(2)]);
    });
  return { sides: [...walls, ...flatsOf(points, frame)], ...boxAround(frame, cell.flat()) };
}

/** The planes of both flats. */
export function flatsOf(points: SlotPoints, frame: SlotFrame): readonly CellSide[] {
  const w = axisOf(frame.w);
  return [
    facing(points, negative(w), integersOf(points, frame.origin)),
    facing(points, w, integersOf(points, frame.top)),
  ];
}

function axisOf(axis: Float64Array): Vector {
  const [x, y, z] = Array.from(axis, (a) => BigInt(a * 2 ** AXIS_BITS));
  return [x, y, z];
}

function integersOf(points: SlotPoints, [x, y, z]: Float64Array): Vector {
  return points.integers(x, y, z);
}

function facing(points: SlotPoints, normal: Vector, through: Vector): CellSide {
  return points.plane(normal, dot(normal, through));
}

function negative([x, y, z]: Vector): Vector {
  return [-x, -y, -z];
}

/** mm: a box that holds what stands between the flats on the hull of lattice points. */
export function boxAround(
  { origin, top, u, v }: SlotFrame,
  corners: readonly LatticePoint[],
): Pick<ExactCell, 'min' | 'max'> {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const [x, y] of corners)
    for (let k = 0; k < 3; k++) {
      const [alongU, alongV] = [2 ** -STEP_BITS * x * u[k], 2 ** -STEP_BITS * y * v[k]];
      const size = Math.abs(alongU) + Math.abs(alongV) + Math.max(Math.abs(origin[k]), Math.abs(top[k]));
      for (const flat of [origin, top]) {
        min[k] = Math.min(min[k], flat[k] + alongU + alongV - ROUNDED * size);
        max[k] = Math.max(max[k], flat[k] + alongU + alongV + ROUNDED * size);
      }
    }
  return { min, max };
}
