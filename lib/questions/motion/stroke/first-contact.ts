// A bone, a tool and its motion → when they first touch, proved from both sides: no contact earlier, contact at a pose.

import { checkOptionNames, described, LARGEST_COORDINATE, OptionError, type OptionNames, RIGID_LIMIT } from '#core';
import type { Surface } from '#records';
import { checkMotion, type RigidMotion } from './check-motion.ts';
import { Stroke } from './stroke.ts';
import { StrokeSearch } from './stroke-search.ts';

export interface FirstContactOptions {
  /** mm, > 0: (high − low) × the longest path of a point of the tool is at most this. Default 1e-3. */
  readonly tolerance?: number;
  /** mm, ≥ 0: surfaces this near count as touching. Default 0: surfaces that share a point. */
  readonly distance?: number;
}
const OPTION_NAMES: OptionNames<FirstContactOptions> = { tolerance: true, distance: true };
const TOLERANCE = 1e-3;

/** Fractions of the tolerance, after the time of nearness, at which contact is tested. */
const PARTS = [2 ** -16, 2 ** -8, 2 ** -4, 1];

export type StrokeStatus = 'free' | 'initial' | 'contact' | 'grazing';

/** Where a stroke ends. */
export interface StrokeEndpoint {
  readonly status: StrokeStatus;
  readonly time: { readonly low: number; readonly high: number };
  readonly lowPose: Float64Array;
  readonly highPose: Float64Array;
  /** From the bone to the tool, unit, when the first pair was last measured apart; null if none was. */
  readonly normal: Float64Array | null;
}

/** The exact tests that a stroke makes at a pose, 16 numbers. */
export interface PoseTests {
  /** Whether the surfaces share a point, or come within the distance, mm. */
  touches(pose: Float64Array, distance: number): boolean;
  /** For surfaces that share no point: whether one of the bodies is inside the other. */
  isInside(pose: Float64Array): boolean;
}

export class FirstContactSearch {
  readonly #bone: Surface;
  readonly #tests: PoseTests;
  readonly #search: StrokeSearch;
  readonly #reach: number;

  constructor(bone: Surface, tool: Surface, tests: PoseTests) {
    this.#bone = bone;
    this.#tests = tests;
    this.#search = new StrokeSearch(bone, tool);
    this.#reach = reachOf(tool);
  }

  /** @throws PoseError; OptionError BAD_MOTION, BAD_TOLERANCE, BAD_DISTANCE, WRONG_TYPE, UNKNOWN_OPTION. */
  find(motion: RigidMotion, options: FirstContactOptions): StrokeEndpoint {
    const checked = checkMotion(motion);
    checkOptionNames(options, OPTION_NAMES, 'firstContact');
    const tolerance = checkedTolerance(options.tolerance ?? TOLERANCE);
    const distance = checkedDistance(options.distance ?? 0);
    const stroke = new Stroke(checked, this.#reach, this.#bone.magnitude);
    const at = (t: number) => {
      stroke.moveTo(t);
      return stroke.pose.matrix.slice();
    };
    const ended = (status: StrokeStatus, low: number, high: number, normal: Float64Array | null): StrokeEndpoint => ({
      status,
      time: { low, high },
      lowPose: at(low),
      highPose: at(high),
      normal,
    });
    const start = at(0);
    if (this.#tests.touches(start, distance) || this.#tests.isInside(start)) return ended('initial', 0, 0, null);
    const found = this.#search.run(stroke, distance);
    if (found === 'apart') return ended('free', 1, 1, null);
    const low = this.#search.time;
    const normal = found === 'near' && this.#search.normal.some((x) => x !== 0) ? this.#search.normal.slice() : null;
    const room = tolerance / stroke.farthest;
    for (const part of PARTS) {
      const high = Math.min(1, low + part * room);
      if (this.#tests.touches(at(high), distance)) return ended('contact', low, high, normal);
      if (high === 1) break;
    }
    return ended('grazing', low, Math.min(1, low + room), normal);
  }
}

/** The farthest any vertex may be from the origin of its body's frame, mm. */
function reachOf(surface: Surface): number {
  const own = surface.ownPositions();
  let squared = 0;
  for (let i = 0; i < 3 * surface.vertexCount; i += 3)
    squared = Math.max(squared, own[i] ** 2 + own[i + 1] ** 2 + own[i + 2] ** 2);
  // No entry of RᵀR − I exceeds RIGID_LIMIT in magnitude, so |Rx|² ≤ (1 + 3·RIGID_LIMIT)·|x|².
  return Math.sqrt(squared) * (1 + 2 * RIGID_LIMIT);
}

function checkedTolerance(value: number): number {
  if (typeof value === 'number' && value > 0 && value <= LARGEST_COORDINATE) return value;
  throw new OptionError(
    'BAD_TOLERANCE',
    `tolerance is ${described(value)}, expected more than 0 mm; pass the longest way of a tool point between the two times.`,
  );
}

function checkedDistance(value: number): number {
  if (typeof value === 'number' && value >= 0 && value <= LARGEST_COORDINATE) return value;
  throw new OptionError(
    'BAD_DISTANCE',
    `distance is ${described(value)}, expected 0 mm or more; pass the clearance that counts as contact.`,
  );
}
