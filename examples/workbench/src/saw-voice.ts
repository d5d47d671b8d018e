// How hard a saw works → how it sounds.

/**
 * Hz: strokes of a sagittal saw that runs free, 12,000 a minute, as in the cutting law of kerf's haptics. Under full
 * load it is heard to slow down: by how much is a choice, a third.
 */
const FREE = 200;
const SLOWED = 1 / 3;
/** Loudness of the motor's tone and of the teeth in the bone, of 1 in all: chosen by ear, not measured. */
const TONE = { free: 0.1, loaded: 0.07 };
const TEETH = { free: 0.005, loaded: 0.12 };

export interface Voice {
  /** Hz: of the motor's tone. */
  readonly frequency: number;
  /** Amplitudes of tone and noise. */
  readonly tone: number;
  readonly noise: number;
}

/** @param load 0: the saw runs free; 1: at its limit. */
export function voiceOf(load: number): Voice {
  const between = ({ free, loaded }: { free: number; loaded: number }) => free + load * (loaded - free);
  return { frequency: FREE * (1 - load * SLOWED), tone: between(TONE), noise: between(TEETH) };
}
