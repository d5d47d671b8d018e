// The options of a tool that cuts as given → all of them, or why not.

import { checkNumbers, checkOptionNames, described, OptionError, type OptionNames } from '#core';
import {
  CORTICAL_ENERGY,
  CORTICAL_PLOUGHING,
  FREQUENCY,
  MOST_AHEAD,
  MOST_FEED,
  POWER,
  STROKE,
  THRUST_RATIO,
  VIBRATION,
} from './cutting-constants.ts';
import type { CuttingLaw } from './cutting-law.ts';
import { checkHardness, type Hardness, type HardnessVolume } from './hardness.ts';

/** Where each default comes from, and how far it may be off: cutting-constants.ts. */
export interface CuttingOptions {
  /** N/mm², which is mJ/mm³: energy per mm³ of bone of hardness 1. Default 280 (212 to 353). */
  readonly energy?: number;
  /** N of thrust below which bone of hardness 1 is not cut. Default 5.9. */
  readonly ploughing?: number;
  /** Thrust over cutting force. Default 1.6 (1.4 to 1.8). */
  readonly thrustRatio?: number;
  /** W that the motor has for cutting. Default 30. */
  readonly power?: number;
  /** mm from end to end of a tooth's stroke. Default 3. */
  readonly stroke?: number;
  /** Strokes to and fro a second, Hz. Default 200 (83 to 333). */
  readonly frequency?: number;
  /** Amplitude of the vibration, N; 0 for none. Default 0.05. */
  readonly vibration?: number;
  /** The way of the stroke, tool frame. Default x. */
  readonly axis?: ArrayLike<number>;
  /** mm/s: the tool advances no faster. Default 20. */
  readonly mostFeed?: number;
  /**
   * mm: how much deeper the tool may be, at most, than the newest model shows. Make it more than a cell of the cutter's
   * bone: the cutter may need one cell to begin. Default 1, or half of reach if that is less.
   */
  readonly mostAhead?: number;
  /** How hard the bone is: 1 is cortical, 0.03 cancellous bone; or voxel by voxel. Default 1. */
  readonly hardness?: number | HardnessVolume;
}

const NAMES: OptionNames<CuttingOptions> = {
  energy: true,
  ploughing: true,
  thrustRatio: true,
  power: true,
  stroke: true,
  frequency: true,
  vibration: true,
  axis: true,
  mostFeed: true,
  mostAhead: true,
  hardness: true,
};

export interface CuttingSettings extends CuttingLaw {
  readonly vibration: number;
  /** Unit, tool frame. */
  readonly axis: Float64Array;
  readonly mostAhead: number;
  readonly hardness: Hardness;
}

/** s: a tick, the device's rate assumed in the checks of the vibration. */
const TICK = 0.001;

/**
 * @param forceStep N a tick that the hand may feel at once. @param reach mm: deeper samples are no longer in a model.
 * @throws OptionError BAD_OPTION, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function cuttingSettings(options: CuttingOptions, forceStep: number, reach: number): CuttingSettings {
  checkOptionNames(options, NAMES, 'startHapticLoop', 'cutting');
  const taken = (name: Exclude<keyof CuttingOptions, 'axis' | 'hardness'>, preset: number, unit: string): number => {
    const value = options[name] ?? preset;
    const mayBeNone = name === 'ploughing' || name === 'vibration';
    if (typeof value === 'number' && Number.isFinite(value) && (value > 0 || (mayBeNone && value === 0))) return value;
    throw new OptionError(
      'BAD_OPTION',
      `cutting.${name} is ${described(value)}, expected a number of ${unit} above 0; leave it out for ${preset}.`,
    );
  };
  const frequency = taken('frequency', FREQUENCY, 'Hz');
  const vibration = taken('vibration', Math.min(VIBRATION, mostVibration(frequency, forceStep)), 'N');
  if (frequency > 1 / (2 * TICK))
    throw new OptionError(
      'BAD_OPTION',
      `cutting.frequency is ${frequency} Hz, expected at most ${1 / (2 * TICK)}, half of the ticks a second; give strokes to and fro a second, not a minute.`,
    );
  if (vibration > mostVibration(frequency, forceStep))
    throw new OptionError(
      'BAD_OPTION',
      `cutting.vibration is ${vibration} N, expected at most ${mostVibration(frequency, forceStep).toPrecision(3)}, so that it takes half of forceStep; lower it, or raise forceStep.`,
    );
  const mostAhead = taken('mostAhead', Math.min(MOST_AHEAD, reach / 2), 'mm');
  if (mostAhead > reach / 2)
    throw new OptionError(
      'BAD_OPTION',
      `cutting.mostAhead is ${mostAhead} mm, expected at most ${reach / 2}, half of reach; lower it, or raise reach.`,
    );
  return {
    energy: taken('energy', CORTICAL_ENERGY, 'N/mm²'),
    ploughing: taken('ploughing', CORTICAL_PLOUGHING, 'N'),
    thrustRatio: taken('thrustRatio', THRUST_RATIO, 'N/N'),
    power: taken('power', POWER, 'W'),
    stroke: taken('stroke', STROKE, 'mm'),
    frequency,
    vibration,
    axis: unitAxis(options.axis),
    mostFeed: taken('mostFeed', MOST_FEED, 'mm/s'),
    mostAhead,
    hardness: checkHardness(options.hardness ?? 1),
  };
}

/**
 * The largest amplitude with which two ticks differ by no more than half of forceStep: a·|sin(x + 2πft) − sin x| is at
 * most 2a·sin(πft).
 */
function mostVibration(frequency: number, forceStep: number): number {
  return forceStep / (4 * Math.sin(Math.PI * Math.min(0.5, frequency * TICK)));
}

function unitAxis(axis: ArrayLike<number> = [1, 0, 0]): Float64Array {
  checkNumbers(axis, 'cutting.axis', "pass a direction of the tool's frame, or leave it out for x");
  const given = Float64Array.from(axis);
  const length = Math.hypot(...given);
  if (given.length !== 3 || !(Number.isFinite(length) && length > 0))
    throw new OptionError(
      'BAD_OPTION',
      `cutting.axis is [${given.join(', ')}], expected three finite numbers that are not all 0; pass a direction of the tool's frame.`,
    );
  return given.map((x) => x / length);
}
