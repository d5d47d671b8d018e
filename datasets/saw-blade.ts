// Teeth, length and a face count → an oscillating saw's segment blade, closed and oriented.
//
// Frame (mm): the blade's middle plane is z = 0, and its thickness is along z. The origin is the middle of the arc of
// tooth tips. +y runs along the blade from the teeth to the hub, so −y is the feed into the bone; x is the direction of
// oscillation. The hub's axis is the line x = 0, y = length: the blade swings about it, and it is the centre of the arc
// of tips. The hub has a round mounting hole, so the surface has genus 1.

import { checkOptionNames, type OptionNames } from '#core';
import { bisectEdges } from './bisect-edges.ts';
import { bladePlane, HUB_RADIUS } from './blade-plane.ts';
import { checkAreNumbers, checkFits } from './check-option.ts';
import { extrude } from './extrude.ts';
import { fedTool, type ToolMesh } from './fed-tool.ts';

export interface SawBladeOptions {
  /** Whole number from 2 to 64. Default 16. */
  readonly teeth?: number;
  /** mm from one tooth tip to the next. Default 1.4. */
  readonly pitch?: number;
  /** mm from valley to tip. Default 1.2. */
  readonly toothHeight?: number;
  /** mm from the tips to the hub's axis, from 40 to 10,000. Default 80. */
  readonly length?: number;
  /** mm. Default 0.6. */
  readonly thickness?: number;
  /** mm: how far the tooth tips stand out of the blade's plane, alternating between the two sides. Default 0.1. */
  readonly set?: number;
  /**
   * Default 8,000. A blade of default shape has at least about 1,000. The result has the requested count, or one more
   * if that is odd.
   */
  readonly targetFaces?: number;
}

const SAW_BLADE_OPTIONS: OptionNames<SawBladeOptions> = {
  teeth: true,
  pitch: true,
  toothHeight: true,
  length: true,
  thickness: true,
  set: true,
  targetFaces: true,
};

/**
 * mm. A limit, because rows of cells, of at most 64 each, stand at least 0.1 mm apart: 6.4 million cells at this
 * length.
 */
const LONGEST = 10_000;

/**
 * The blade as a closed, oriented 2-manifold: teeth, a fan-shaped body that narrows to a shank, and a hub. It is fed
 * along −y, and its shank is the hub's far side.
 * @throws OptionError BAD_SAW_BLADE if a size is out of range, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function sawBlade(options: SawBladeOptions = {}): ToolMesh {
  checkOptionNames(options, SAW_BLADE_OPTIONS, 'sawBlade');
  const { teeth = 16, pitch = 1.4, toothHeight = 1.2, length = 80, thickness = 0.6, set = 0.1 } = options;
  const { targetFaces = 8_000 } = options;
  checkAreNumbers('Saw blade', { teeth, pitch, toothHeight, length, thickness, set, targetFaces });
  check('teeth', teeth, Number.isInteger(teeth) && teeth >= 2 && teeth <= 64, 'a whole number from 2 to 64');
  check('pitch', pitch, pitch > 0 && pitch * teeth < length, 'more than 0 and teeth × pitch below length');
  check('length', length, length >= 4 * HUB_RADIUS && length <= LONGEST, `from ${4 * HUB_RADIUS} to ${LONGEST} mm`);
  check('toothHeight', toothHeight, toothHeight > 0 && toothHeight <= length / 8, 'more than 0 and at most length / 8');
  check('thickness', thickness, thickness > 0 && thickness < Infinity, 'more than 0 mm');
  check('set', set, set >= 0 && set <= thickness, 'from 0 mm to the thickness');
  check('targetFaces', targetFaces, targetFaces > 0 && targetFaces <= 4_000_000, 'from 1 to 4000000');
  const outline = bladePlane({ teeth, pitch, toothHeight, length, set });
  return fedTool(bisectEdges(extrude(outline, thickness, 'saw-blade'), targetFaces), [0, -1, 0]);
}

function check(option: string, value: number, fits: boolean, expected: string): void {
  checkFits('BAD_SAW_BLADE', `Saw blade: ${option}`, value, fits, expected);
}
