// The types of watch-haptics.mjs.

import type {
  ContactReport,
  CuttableBone,
  DeviceRefusal,
  HapticLoop,
  HapticLoopOptions,
  HapticSummary,
  ServoState,
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
    /** ms of a cut by the cutter; from its begin until it was seen that the model in use shows its edit. */
    readonly cut: TimeSummary;
    readonly shown: TimeSummary;
    /** Of cuts that changed something. */
    readonly edits: number;
    /** mm³, and how far the tool has gone, as the last snapshot has them. */
    readonly removed: number;
    readonly plunge: ContactReport['penetration'];
  };
}

/** What a loop that cuts is made of: the bone is made cuttable on a grid of `cell` mm. */
export type CuttingRunOptions = Omit<HapticLoopOptions, 'cutter' | 'index'> & { readonly cell: number };

export function watchHaptics(loop: HapticLoop, seconds: number): Promise<HapticRunReport>;

export function watchCutting(
  kerf: {
    readonly createCuttableBone: (options: {
      readonly surface: HapticLoopOptions['bone'];
      readonly cell: number;
    }) => Promise<Pick<CuttableBone, 'mesh' | 'cut'>>;
    readonly startHapticLoop: typeof startHapticLoop;
  },
  options: CuttingRunOptions,
  seconds: number,
): Promise<CuttingRunReport>;
