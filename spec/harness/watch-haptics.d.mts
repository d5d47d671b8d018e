// The types of watch-haptics.mjs.

import type {
  ContactReport,
  CuttableBone,
  CuttingOptions,
  DeviceRefusal,
  envelope,
  HapticLoop,
  HapticLoopOptions,
  HapticSummary,
  ServoState,
  Stroke,
  startHapticLoop,
  TimeSummary,
} from '../../lib/index.ts';

export interface HapticRunReport extends HapticSummary {
  readonly seconds: number;
  readonly transport: HapticLoop['transport'];
  readonly transportReason: string;
  /** How often each state was seen. */
  readonly states: Readonly<Partial<Record<ServoState, number>>>;
  readonly lastState: ServoState | null;
  readonly refusal: DeviceRefusal | null;
}

export interface CuttingRunReport extends HapticRunReport {
  readonly cutting: {
    /** ms of a cut by the cutter; and from its start until the model in use was seen to show its edit. */
    readonly cut: TimeSummary;
    readonly shown: TimeSummary;
    /** The number of cuts that changed something. */
    readonly edits: number;
    /** mm³, and how far the tool has gone, from the last snapshot. */
    readonly removed: number;
    readonly plunge: ContactReport['penetration'];
  };
}

/** The options of a loop that saws; the bone is made cuttable, and the tool swept, on a grid of `cell` mm. */
export type CuttingRunOptions = Omit<HapticLoopOptions, 'cutter' | 'index' | 'cutting'> & {
  readonly cell: number;
  readonly cutting: CuttingOptions & Pick<Stroke, 'axis' | 'stroke'>;
};

/** What a run goes on for after its seconds, on a machine that is busy: the last state, and mm³ removed. */
export interface AwaitedEnd {
  readonly state?: ServoState;
  readonly removed?: number;
}

export function watchHaptics(loop: HapticLoop, seconds: number, until?: AwaitedEnd): Promise<HapticRunReport>;

export function watchCutting(
  kerf: {
    readonly createCuttableBone: (options: {
      readonly surface: HapticLoopOptions['bone'];
      readonly cell: number;
    }) => Promise<Pick<CuttableBone, 'mesh' | 'cut'>>;
    readonly envelope: typeof envelope;
    readonly startHapticLoop: typeof startHapticLoop;
  },
  options: CuttingRunOptions,
  seconds: number,
  until?: AwaitedEnd,
): Promise<CuttingRunReport>;
