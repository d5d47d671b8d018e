// Bodies and poses in f64 mm → the integer grid of the shaders, with the error of each conversion.
//
// A coordinate is a number of units, |X| ≤ 2^29: differences are exact in i32, and geometry on the GPU starts from
// exact local differences, however far away the origin is.
//  · A vertex: (p − origin) / unit, rounded: 1/2 and, for the difference in f64, 2u·M / unit ≤ 1/16 if isFineEnough
//    holds. ≤ 1 = OWN_ERROR.
//  · A posed vertex: its own rounding through rows of |R| that sum to ≤ √3·(1 + 1e-5): 0.98; entries of R rounded to
//    2^-31, |X| ≤ 2^29, three of them: 0.75; the translation R·centre + t − origin in f64 (≤ 16u·M / unit ≤ 1/16) and
//    rounded: 0.57; the sum's rounding: 1/2; that of the stored coordinate itself (≤ 8u·M): 0.04.
//    2.84 < 3 = TOOL_ERROR.

import { f32Above, f32Below, type LocalFrame, SMALLEST_COORDINATE, UNIT_ROUNDOFF } from '#core';
import { BONE_ERROR, FIXED_POINT_BITS, POSE, TOOL_ERROR, UNITS_PER_WIDTH, wordOffsets, wordsOf } from '#records';

/** The greatest |X| in units: half a width, so that differences of two are below a width. */
const MOST_UNITS = UNITS_PER_WIDTH / 2;
/** The fixed-point scale of a rotation's entries. */
const FIXED_POINT = 2 ** FIXED_POINT_BITS;
/** The share of its size by which edits may enlarge the bone before it needs another grid. */
const HEADROOM = 1 / 8;

export interface Grid {
  /** mm, a power of two. */
  readonly unit: number;
  /** Bone frame, mm: the bone's centre. */
  readonly origin: readonly [number, number, number];
  /** The tool's centre in its own frame, mm. */
  readonly toolCentre: readonly [number, number, number];
  /** Half the tool's box in its own frame, mm. */
  readonly toolHalf: readonly [number, number, number];
  /** Box of the bone that the grid was made for, with headroom, mm: low x, y, z, high x, y, z. */
  readonly bounds: Float64Array;
  /** δ', mm: see reportDistance. */
  readonly maxDistance: number;
}

/** @param boneBounds, toolBounds low x, y, z, high x, y, z, each in its own frame, mm. @param maxDistance δ', mm. */
export function makeGrid(boneBounds: Float64Array, toolBounds: Float64Array, maxDistance: number): Grid {
  const centreOf = (b: Float64Array, k: number) => b[k] + (b[3 + k] - b[k]) / 2;
  const origin = [centreOf(boneBounds, 0), centreOf(boneBounds, 1), centreOf(boneBounds, 2)] as const;
  const toolCentre = [centreOf(toolBounds, 0), centreOf(toolBounds, 1), centreOf(toolBounds, 2)] as const;
  const halfOf = (b: Float64Array, k: number) => (b[3 + k] - b[k]) / 2;
  const toolHalf = [halfOf(toolBounds, 0), halfOf(toolBounds, 1), halfOf(toolBounds, 2)] as const;
  const boneHalf = Math.max(halfOf(boneBounds, 0), halfOf(boneBounds, 1), halfOf(boneBounds, 2)) * (1 + HEADROOM);
  const bounds = new Float64Array(6);
  for (let k = 0; k < 3; k++) {
    bounds[k] = origin[k] - boneHalf;
    bounds[3 + k] = origin[k] + boneHalf;
  }
  // The centre of a posed tool whose box meets the bone's is at most boneHalf + maxDistance + r away, and its vertices
  // at most r farther.
  const extent = (boneHalf + maxDistance + 2 * Math.hypot(...toolHalf)) * (1 + 2 ** -10);
  const unit = 2 ** Math.ceil(Math.log2(Math.max(extent, SMALLEST_COORDINATE) / MOST_UNITS));
  return { unit, origin, toolCentre, toolHalf, bounds, maxDistance };
}

/**
 * Whether f64 is fine enough for the grid: 16u·M ≤ unit / 16.
 * @param magnitude M, a bound on every coordinate (the tool's both in its own frame and posed) and on the translation.
 */
export function isFineEnough(grid: Grid, magnitude: number): boolean {
  return 256 * UNIT_ROUNDOFF * magnitude <= grid.unit;
}

/** Vertices in their own frame → integers. @param centre grid.origin for the bone, grid.toolCentre for the tool. */
export function toGrid(
  positions: Float64Array,
  centre: readonly [number, number, number],
  unit: number,
  out: Int32Array,
): void {
  for (let i = 0; i < positions.length; i++) out[i] = Math.round((positions[i] - centre[i % 3]) / unit);
}

/** mm → widths, rounded up, and rounded down: the quotient by a power of two is exact. */
export const widthsAbove = (grid: Grid, length: number): number => f32Above(length / grid.unit / UNITS_PER_WIDTH);
export const widthsBelow = (grid: Grid, length: number): number => f32Below(length / grid.unit / UNITS_PER_WIDTH);
/** δ' and the errors of two boxes, in units, rounded up. */
export const inflation = (grid: Grid): number => Math.ceil(grid.maxDistance / grid.unit) + BONE_ERROR + TOOL_ERROR + 1;

export const POSE_WORDS = wordsOf(POSE);
const AT = wordOffsets(POSE);

/**
 * Writes one POSE record. @param frame the tool's frame under the pose.
 * @returns whether the posed tool's box meets the bone's, inflated by δ'; if not, nothing comes within maxDistance,
 * the tool may lie outside the grid, and the record may be written in part.
 */
export function writePose(grid: Grid, frame: LocalFrame, out: Int32Array, at: number): boolean {
  const { unit, origin, toolCentre: c, toolHalf, bounds, maxDistance } = grid;
  const { forward, inverse } = frame;
  const box = new Float64Array(6);
  for (let k = 0; k < 3; k++) {
    const r = 4 * k;
    const centre = forward[r] * c[0] + forward[r + 1] * c[1] + forward[r + 2] * c[2] + forward[r + 3];
    const half =
      Math.abs(forward[r]) * toolHalf[0] +
      Math.abs(forward[r + 1]) * toolHalf[1] +
      Math.abs(forward[r + 2]) * toolHalf[2] +
      frame.slack;
    if (centre - half > bounds[3 + k] + maxDistance || centre + half < bounds[k] - maxDistance) return false;
    out[at + AT.translationX + k] = Math.round((centre - origin[k]) / unit);
    box[k] = (centre - half - origin[k]) / unit;
    box[3 + k] = (centre + half - origin[k]) / unit;
  }
  for (let row = 0; row < 3; row++)
    for (let k = 0; k < 3; k++) {
      out[at + AT.forward00 + 3 * row + k] = Math.round(forward[4 * row + k] * FIXED_POINT);
      out[at + AT.inverse00 + 3 * row + k] = Math.round(inverse[4 * row + k] * FIXED_POINT);
    }
  for (let k = 0; k < 3; k++) {
    out[at + AT.lowX + k] = Math.floor(box[k]) - TOOL_ERROR;
    out[at + AT.highX + k] = Math.ceil(box[3 + k]) + TOOL_ERROR;
  }
  return true;
}
