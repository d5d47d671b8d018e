// The types of watch-haptics.mjs.

import type { DeviceRefusal, HapticLoop, HapticSummary, ServoState } from '../../lib/index.ts';

export interface HapticRunReport extends HapticSummary {
  readonly seconds: number;
  readonly transport: HapticLoop['transport'];
  readonly transportReason: string;
  /** How often each state was seen. */
  readonly states: Readonly<Partial<Record<ServoState, number>>>;
  readonly lastState: ServoState | null;
  readonly refusal: DeviceRefusal | null;
}

export function watchHaptics(loop: HapticLoop, seconds: number): Promise<HapticRunReport>;
