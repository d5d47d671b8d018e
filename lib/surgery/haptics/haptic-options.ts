// The options of a haptic loop as given → all of them, or why not.

import { checkNumbers, described, OptionError, type OptionNames } from '#core';
import type { CouplingOptions } from './coupling.ts';
import { type CuttingOptions, type CuttingSettings, cuttingSettings } from './cutting/cutting-options.ts';
import type { WrenchLimits } from './wrench-limits.ts';

/** Units: mm, s, N; torques N·mm about the pivot. */
export interface HapticOptions {
  /** The point of the tool's frame that the hand holds, mm. Default: its origin. */
  readonly pivot?: ArrayLike<number>;
  /** Stiffness of the coupling between device and proxy, N/mm. Default 1. */
  readonly stiffness?: number;
  /** Damping along the contacts' normals, N·s/mm. Default 0.002. */
  readonly damping?: number;
  /** Coulomb's coefficient of friction between tool and bone. Default 0. */
  readonly friction?: number;
  /** The greatest force, N. Default 8. */
  readonly mostForce?: number;
  /** The greatest torque, N·mm. Default 400. */
  readonly mostTorque?: number;
  /** The greatest change of the force in a tick, N. Default 0.2. */
  readonly forceStep?: number;
  /** The greatest change of the torque in a tick, N·mm. Default 10. */
  readonly torqueStep?: number;
  /** mm that a radian counts for, in the choice of the proxy's placement and in the torque. Default 30. */
  readonly lever?: number;
  /** mm between samples of the tool's surface. Default 1. */
  readonly spacing?: number;
  /** mm that the tool may move on one local model. Default 1. */
  readonly motion?: number;
  /**
   * mm: samples at most this far from the bone are in a model; greater than `motion`. Default 2.5, or 2.5 times
   * `motion` if that is more.
   */
  readonly reach?: number;
  /** ms after which a local model is no longer believed. Default 250. */
  readonly mostAge?: number;
  /** mm that a device may move in a tick; one that moves farther has jumped. Default 20. */
  readonly mostJump?: number;
  /** A tool that cuts while it is switched on. Without it the bone stays as it is. */
  readonly cutting?: CuttingOptions;
}

export const HAPTIC_OPTIONS: OptionNames<HapticOptions> = {
  pivot: true,
  stiffness: true,
  damping: true,
  friction: true,
  mostForce: true,
  mostTorque: true,
  forceStep: true,
  torqueStep: true,
  lever: true,
  spacing: true,
  motion: true,
  reach: true,
  mostAge: true,
  mostJump: true,
  cutting: true,
};

export interface ServoSettings extends CouplingOptions {
  readonly pivot: Float64Array;
  readonly friction: number;
  readonly lever: number;
  readonly limits: WrenchLimits;
  readonly spacing: number;
  readonly motion: number;
  readonly maxDistance: number;
  readonly mostAge: number;
  readonly mostJump: number;
  /** null: the tool does not cut. */
  readonly cutting: CuttingSettings | null;
}

/** @throws OptionError BAD_OPTION, WRONG_TYPE, UNKNOWN_OPTION. */
export function servoSettings(options: HapticOptions = {}): ServoSettings {
  const given = options.pivot ?? [0, 0, 0];
  checkNumbers(given, 'pivot', "pass a point of the tool's frame in mm, or leave it out for its origin");
  const pivot = Float64Array.from(given);
  if (pivot.length !== 3 || !pivot.every(Number.isFinite))
    throw new OptionError(
      'BAD_OPTION',
      `pivot is [${pivot.join(', ')}], expected three finite numbers; pass a point of the tool's frame in mm.`,
    );
  const taken = (name: Exclude<keyof HapticOptions, 'cutting'>, preset: number, unit: string, least = 0): number => {
    const value = options[name] ?? preset;
    if (typeof value === 'number' && Number.isFinite(value) && value > least) return value;
    throw new OptionError(
      'BAD_OPTION',
      `${name} is ${described(value)}, expected a number of ${unit} above ${least}; leave it out for ${preset}.`,
    );
  };
  const motion = taken('motion', 1, 'mm');
  const { friction = 0 } = options;
  if (!(typeof friction === 'number' && Number.isFinite(friction) && friction >= 0))
    throw new OptionError(
      'BAD_OPTION',
      `friction is ${described(friction)}, expected a coefficient from 0 up; leave it out for no friction.`,
    );
  const maxDistance = taken('reach', Math.max(2.5, 2.5 * motion), 'mm', motion);
  const forceStep = taken('forceStep', 0.2, 'N');
  return {
    pivot,
    stiffness: taken('stiffness', 1, 'N/mm'),
    damping: taken('damping', 0.002, 'N·s/mm'),
    friction,
    lever: taken('lever', 30, 'mm'),
    limits: {
      force: taken('mostForce', 8, 'N'),
      torque: taken('mostTorque', 400, 'N·mm'),
      forceStep,
      torqueStep: taken('torqueStep', 10, 'N·mm'),
    },
    spacing: taken('spacing', 1, 'mm'),
    motion,
    maxDistance,
    mostAge: taken('mostAge', 250, 'ms'),
    mostJump: taken('mostJump', 20, 'mm'),
    cutting: options.cutting === undefined ? null : cuttingSettings(options.cutting, forceStep, maxDistance),
  };
}
