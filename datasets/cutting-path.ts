// A count → that many poses of the saw blade on the skull phantom: approach, cut into the vault, slide, withdraw.

import { checkOptionNames, type OptionNames } from '#core';
import { checkWhole } from './check-option.ts';
import { sineCosine } from './sine-cosine.ts';
import { skullVaultSphere } from './skull-function.ts';

/**
 * mm: the height of the tips above the vault at both ends of the path, and their depth in it while sliding (the wall is
 * 6.5 mm thick).
 */
const clearance = 10;
const depth = 5;
/** rad: how far the plane of the cut, parallel to y, is tilted to the left of the top. */
const tilt = 0.45;
/** rad: how far the blade slides back about the centre of the vault's sphere, which is 20 mm along the vault. */
const slide = 0.276;
/** The fractions of the path at which the tips touch the vault, are at full depth, and end their slide. */
const touch = 0.25;
const full = 0.5;
const slid = 0.85;

interface CuttingPathOptions {
  readonly poses?: number;
}
const CUTTING_PATH_OPTIONS: OptionNames<CuttingPathOptions> = { poses: true };

/**
 * Poses of 16 numbers, column-major, rigid to rounding: saw-blade frame → skull frame. The blade is on the vault,
 * its +y along the outward normal and its x along the cut. The middle of the tips starts 10 mm clear of the vault,
 * touches it after a quarter of the path, is 5 mm deep after half, slides 20 mm towards the back and withdraws.
 * @param options.poses whole number from 8 to 1,000,000, default 60.
 * @throws OptionError BAD_POSE_COUNT, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function cuttingPath(options: CuttingPathOptions = {}): Float64Array {
  checkOptionNames(options, CUTTING_PATH_OPTIONS, 'cuttingPath');
  const { poses = 60 } = options;
  checkWhole('BAD_POSE_COUNT', 'Cutting path: poses', poses, 8, 1_000_000);
  const path = new Float64Array(16 * poses);
  const [sineTilt, cosineTilt] = sineCosine(tilt);
  for (let i = 0; i < poses; i++) {
    const share = i / (poses - 1);
    const [s, c] = sineCosine(slide * between(share, full, slid));
    const normal = [c * sineTilt, s, c * cosineTilt];
    const along = [-s * sineTilt, c, -s * cosineTilt];
    const across = [
      along[1] * normal[2] - along[2] * normal[1],
      along[2] * normal[0] - along[0] * normal[2],
      along[0] * normal[1] - along[1] * normal[0],
    ];
    const rise = skullVaultSphere.radius + height(share);
    const tips = normal.map((value, axis) => skullVaultSphere.center[axis] + rise * value);
    path.set([...along, 0, ...normal, 0, ...across, 0, ...tips, 1], 16 * i);
  }
  return path;
}

/** mm above the vault at a fraction of the path. */
function height(share: number): number {
  return (
    clearance * (1 - between(share, 0, touch)) -
    depth * between(share, touch, full) +
    (clearance + depth) * between(share, slid, 1)
  );
}

/** 0 before low, 1 after high, and linear between. */
function between(share: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (share - low) / (high - low)));
}
