// A box, freely oriented → the planes of its six sides.

import {
  checkOptionNames,
  checkPose,
  described,
  LARGEST_COORDINATE,
  OptionError,
  type OptionNames,
  poseVertex,
  refuse,
} from '#core';
import { PlaneSides } from './plane-sides.ts';

/** The box that a saw's slot, a guide or an implant takes up, centred at the origin of its own frame. */
export interface CutBox {
  /** Lengths along x, y, z of the box's frame, mm; each > 0. */
  readonly size: readonly [number, number, number];
  /** The box's frame → the surface's: a rigid 4×4 matrix, 16 numbers, column-major, mm. */
  readonly pose: ArrayLike<number>;
}

const NAMES: OptionNames<CutBox> = { size: true, pose: true };
const NEXT = 'give x, y, z in mm';

/**
 * The sides in pairs, the closest pair first: what lies between the first two is little, and the other planes cut no
 * more than that. A side's point is the middle of the side as posed, rounded once as a tool's vertices are; its normal
 * is the pose's column, out of the box. The box is what lies behind all six of these planes.
 * @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_OPTION. PoseError as checkPose.
 */
export function boxPlanes(box: CutBox, name: string): Float64Array[] {
  checkOptionNames(box, NAMES, 'osteotomy', name);
  const size = checkedSize(box.size, name);
  const { matrix } = checkPose(box.pose, undefined, `The pose of ${name}`);
  const axes = [0, 1, 2].sort((a, b) => size[a] - size[b]);
  const planes = axes.flatMap((axis) => [-1, 1].map((sign) => sidePlane(matrix, axis, sign, size[axis] / 2)));
  for (const [n, axis] of axes.entries())
    if (new PlaneSides(planes[2 * n].subarray(0, 3), planes[2 * n + 1]).of[0] >= 0)
      throw new OptionError(
        'BAD_OPTION',
        `${name} is ${size[axis]} mm along ${'xyz'[axis]}, less than the rounding of coordinates where it lies; make it thicker, or move both nearer to the origin.`,
      );
  return planes;
}

function checkedSize(size: unknown, name: string): Float64Array {
  const what = `The size of ${name}`;
  if (typeof size !== 'object' || size === null || (size as { length?: unknown }).length !== 3)
    refuse(size, what, 'three lengths', NEXT);
  return Float64Array.from({ length: 3 }, (_, k) => {
    const side: unknown = (size as ArrayLike<unknown>)[k];
    if (typeof side !== 'number') refuse(side, `${what} along ${'xyz'[k]}`, 'a number', NEXT);
    if (side > 0 && side <= LARGEST_COORDINATE) return side;
    throw new OptionError(
      'BAD_OPTION',
      `${what} along ${'xyz'[k]} is ${described(side)}, expected above 0 mm and at most ${LARGEST_COORDINATE.toExponential(2)}; ${NEXT}.`,
    );
  });
}

function sidePlane(matrix: Float64Array, axis: number, sign: number, half: number): Float64Array {
  const plane = new Float64Array(6);
  const middle = new Float64Array(3);
  middle[axis] = sign * half;
  poseVertex(matrix, middle, 0, plane, 0);
  for (let k = 0; k < 3; k++) plane[3 + k] = sign * matrix[4 * axis + k];
  return plane;
}
