// The tools that have a law of force, with what is usual for each, and the options that mean nothing to it.

import {
  BURR_PLOUGHING,
  BURR_SPEED,
  CORTICAL_PLOUGHING,
  CRANIOTOME_SPEED,
  DRILL_PLOUGHING,
  DRILL_SPEED,
  PERFORATOR_SPEED,
} from './cutting-constants.ts';

export const CUTTING_TOOLS = ['saw', 'burr', 'drill', 'craniotome', 'perforator'] as const;
/** How the tool's edges move: to and fro, or around an axis. */
export type CuttingTool = (typeof CUTTING_TOOLS)[number];

interface ToolKind {
  /** N: the default of `ploughing`. */
  readonly ploughing: number;
  /** rpm: the default of `speed`; 0 for a tool that does not rotate. */
  readonly speed: number;
  /** The default of `axis`. */
  readonly axis: readonly number[];
  /** Whether it is fed along `axis` only. */
  readonly isDrill: boolean;
  /** Options without a meaning for this tool. */
  readonly without: readonly ('stroke' | 'frequency' | 'vibration' | 'speed' | 'centre' | 'inner')[];
}

const SPINS = { axis: [0, 0, 1], isDrill: false, without: ['stroke', 'frequency', 'vibration', 'inner'] } as const;
const DRILLS = { ...SPINS, ploughing: DRILL_PLOUGHING, isDrill: true } as const;

export const TOOL_KINDS: Record<CuttingTool, ToolKind> = {
  saw: {
    ploughing: CORTICAL_PLOUGHING,
    speed: 0,
    axis: [1, 0, 0],
    isDrill: false,
    without: ['speed', 'centre', 'inner'],
  },
  burr: { ploughing: BURR_PLOUGHING, speed: BURR_SPEED, ...SPINS },
  drill: { ...DRILLS, speed: DRILL_SPEED },
  craniotome: { ploughing: BURR_PLOUGHING, speed: CRANIOTOME_SPEED, ...SPINS },
  perforator: { ...DRILLS, speed: PERFORATOR_SPEED, without: ['stroke', 'frequency', 'vibration'] },
};
