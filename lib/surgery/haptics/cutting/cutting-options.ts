// The options of a tool that cuts as given → all of them, or why not.

import { checkNumbers, checkOptionNames, described, OptionError, type OptionNames } from '#core';
import {
  CORTICAL_ENERGY,
  FREQUENCY,
  MOST_AHEAD,
  MOST_FEED,
  POWER,
  STROKE,
  THRUST_RATIO,
  VIBRATION,
} from './cutting-constants.ts';
import type { CuttingLaw } from './cutting-law.ts';
import { type CuttingPart, checkPart } from './cutting-part.ts';
import { CUTTING_TOOLS, type CuttingTool, TOOL_KINDS } from './cutting-tools.ts';
import { checkHardness, type Hardness, type HardnessVolume } from './hardness.ts';

/** Where each default comes from, and how far it may be off: cutting-constants.ts. */
export interface CuttingOptions {
  /**
   * How the tool's edges move: a saw's to and fro, those of a burr, a twist drill and a craniotome around `axis`. A
   * drill cuts towards its tip only, a craniotome with all of `cuts`, which it requires. A perforator is a drill whose
   * clutch stops it once its inner drill has no bone before it. Default 'saw'.
   */
  readonly tool?: CuttingTool;
  /**
   * The part of the tool that cuts, tool frame, mm: `{ low, high }`, a box, or `{ from, to, radius }`, a capsule.
   * Everything else (foot plate, shaft, guard) is never allowed deeper into the bone. Default: the whole tool.
   * Required of a craniotome, whose foot plate would cut too: leave that and the bit's end out, so that it cuts
   * sideways only.
   */
  readonly cuts?: CuttingPart;
  /** N/mm², which is mJ/mm³: energy per mm³ of bone of hardness 1. Default 280 (212 to 353). */
  readonly energy?: number;
  /**
   * N of thrust below which bone of hardness 1 is not cut. Default 5.9 for a saw, 1 for a burr and a craniotome, 12 for
   * a drill and a perforator, whose chisel edge it is.
   */
  readonly ploughing?: number;
  /** Thrust over cutting force. Default 1.6 (1.4 to 1.8). */
  readonly thrustRatio?: number;
  /** W that the motor has for cutting. Default 30. */
  readonly power?: number;
  /** mm from end to end of a tooth's stroke; a saw's only. Default 3. */
  readonly stroke?: number;
  /** Strokes to and fro a second, Hz; a saw's only. Default 200 (83 to 333). */
  readonly frequency?: number;
  /** Amplitude of the vibration, N; 0 for none; a saw's only. Default 0.05. */
  readonly vibration?: number;
  /**
   * Revolutions a minute; not for a saw. Default 30,000 for a burr, 1,000 for a drill and a perforator, 60,000 for a
   * craniotome.
   */
  readonly speed?: number;
  /**
   * The way of a saw's stroke, tool frame; default x. Or the axis about which the tool rotates: counterclockwise for an
   * eye toward which it points; give its opposite for the other direction. Of a drill or a perforator, it points to the
   * tip. Default z.
   */
  readonly axis?: ArrayLike<number>;
  /** A point on the axis of rotation, tool frame, mm; not for a saw. Default: the frame's origin. */
  readonly centre?: ArrayLike<number>;
  /**
   * mm: the diameter of a perforator's inner drill, about `axis`, which holds its clutch; required of it, and its only.
   */
  readonly inner?: number;
  /** mm/s: the tool advances no faster. Default 20. */
  readonly mostFeed?: number;
  /**
   * mm: how much deeper the tool may be, at most, than the newest model shows. Make it more than a cell of the cutter's
   * bone: the cutter may need one cell to begin. Default 1, or half of reach if that is less.
   */
  readonly mostAhead?: number;
  /** How hard the bone is: 1 is cortical, 0.03 cancellous bone; or voxel by voxel (`hardnessFromCt`). Default 1. */
  readonly hardness?: number | HardnessVolume;
}

const NAMES: OptionNames<CuttingOptions> = {
  tool: true,
  cuts: true,
  energy: true,
  ploughing: true,
  thrustRatio: true,
  power: true,
  stroke: true,
  frequency: true,
  vibration: true,
  speed: true,
  axis: true,
  centre: true,
  inner: true,
  mostFeed: true,
  mostAhead: true,
  hardness: true,
};

export interface CuttingSettings extends CuttingLaw {
  readonly tool: CuttingTool;
  /** null: the whole tool cuts. */
  readonly part: CuttingPart | null;
  /** mm and Hz, of a saw's stroke. */
  readonly stroke: number;
  readonly frequency: number;
  readonly vibration: number;
  /** rpm; 0 for a saw. */
  readonly speed: number;
  /** Unit, tool frame; and a point on it, mm. */
  readonly axis: Float64Array;
  readonly centre: Float64Array;
  /** mm: the radius of a perforator's inner drill; 0 for any other tool. */
  readonly innerRadius: number;
  readonly mostAhead: number;
  readonly hardness: Hardness;
}

type NumberOption = Exclude<keyof CuttingOptions, 'tool' | 'cuts' | 'axis' | 'centre' | 'hardness'>;

/** s: a tick, the device's rate assumed in the checks of the vibration. */
const TICK = 0.001;

/**
 * @param forceStep N a tick that the hand may feel at once. @param reach mm: deeper samples are no longer in a model.
 * @throws OptionError BAD_OPTION, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function cuttingSettings(options: CuttingOptions, forceStep: number, reach: number): CuttingSettings {
  checkOptionNames(options, NAMES, 'startHapticLoop', 'cutting');
  const tool = checkTool(options.tool);
  const kind = TOOL_KINDS[tool];
  for (const name of kind.without)
    if (options[name] !== undefined)
      throw new OptionError(
        'BAD_OPTION',
        `cutting.${name} is ${described(options[name])} for the tool ${tool}, expected none, since it means nothing there; leave it out.`,
      );
  if (tool === 'craniotome' && options.cuts === undefined)
    throw new OptionError(
      'BAD_OPTION',
      'cutting.cuts is undefined for the tool craniotome, expected the part of its bit that cuts, since its foot plate would cut too; pass a box or a capsule around the bit that leaves out its end and the foot plate.',
    );
  if (tool === 'perforator' && options.inner === undefined)
    throw new OptionError(
      'BAD_OPTION',
      'cutting.inner is undefined for the tool perforator, expected the diameter of its inner drill, mm, which holds the clutch; pass the one on its data sheet.',
    );
  const taken = (name: NumberOption, preset: number, unit: string): number => {
    const value = options[name] ?? preset;
    const mayBeNone = name === 'ploughing' || name === 'vibration';
    if (typeof value === 'number' && Number.isFinite(value) && (value > 0 || (mayBeNone && value === 0))) return value;
    throw new OptionError(
      'BAD_OPTION',
      `cutting.${name} is ${described(value)}, expected a number of ${unit} above 0; leave it out for ${preset}.`,
    );
  };
  const frequency = taken('frequency', FREQUENCY, 'Hz');
  const usual = tool === 'saw' ? Math.min(VIBRATION, mostVibration(frequency, forceStep)) : 0;
  const vibration = taken('vibration', usual, 'N');
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
    tool,
    part: options.cuts === undefined ? null : checkPart(options.cuts),
    ploughing: taken('ploughing', kind.ploughing, 'N'),
    thrustRatio: taken('thrustRatio', THRUST_RATIO, 'N/N'),
    power: taken('power', POWER, 'W'),
    stroke: taken('stroke', STROKE, 'mm'),
    frequency,
    vibration,
    speed: tool === 'saw' ? 0 : taken('speed', kind.speed, 'rpm'),
    axis: unitAxis(options.axis ?? kind.axis),
    centre: checkCentre(options.centre ?? [0, 0, 0]),
    innerRadius: tool === 'perforator' ? taken('inner', 0, 'mm') / 2 : 0,
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

function checkTool(tool: CuttingTool = 'saw'): CuttingTool {
  if (CUTTING_TOOLS.includes(tool)) return tool;
  throw new OptionError(
    'BAD_OPTION',
    `cutting.tool is ${described(tool)}, expected one of ${CUTTING_TOOLS.join(', ')}; leave it out for a saw.`,
  );
}

function checkCentre(centre: ArrayLike<number>): Float64Array {
  checkNumbers(centre, 'cutting.centre', "pass a point of the tool's frame in mm, or leave it out for its origin");
  const given = Float64Array.from(centre);
  if (given.length === 3 && given.every(Number.isFinite)) return given;
  throw new OptionError(
    'BAD_OPTION',
    `cutting.centre is [${given.join(', ')}], expected three finite numbers; pass a point on the axis, mm.`,
  );
}

function unitAxis(axis: ArrayLike<number>): Float64Array {
  checkNumbers(axis, 'cutting.axis', "pass a direction of the tool's frame, or leave it out");
  const given = Float64Array.from(axis);
  const length = Math.hypot(...given);
  if (given.length !== 3 || !(Number.isFinite(length) && length > 0))
    throw new OptionError(
      'BAD_OPTION',
      `cutting.axis is [${given.join(', ')}], expected three finite numbers that are not all 0; pass a direction of the tool's frame.`,
    );
  return given.map((x) => x / length);
}
