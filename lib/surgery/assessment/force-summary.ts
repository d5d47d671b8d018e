// Forces at times, as in a haptic loop's snapshots → mean, peak, and how long they were above a limit.
//
// Between two samples the magnitude is taken as linear. Its mean over time is a sum of trapezoids; the time above a
// limit is when the line between two samples is above it.

export interface ForceSample {
  /** s, never decreasing. */
  readonly time: number;
  /** N, bone frame. */
  readonly force: readonly number[];
}

/** s and N. */
export interface ForceSummary {
  /** From the first sample to the last. */
  readonly seconds: number;
  readonly mean: number;
  readonly peak: number;
  /** Time of the first sample with that force. */
  readonly peakTime: number;
  readonly secondsAbove: number;
}

/** @param limit N. @returns null if the samples span no time: then there is no mean. */
export function forceSummary(samples: readonly ForceSample[], limit: number): ForceSummary | null {
  const seconds = samples.length === 0 ? 0 : samples[samples.length - 1].time - samples[0].time;
  if (!(seconds > 0)) return null;
  const sizes = samples.map(({ force }) => Math.hypot(...force));
  let impulse = 0;
  let secondsAbove = 0;
  for (let n = 1; n < samples.length; n++) {
    const lasted = samples[n].time - samples[n - 1].time;
    impulse += (lasted * (sizes[n - 1] + sizes[n])) / 2;
    secondsAbove += lasted * shareAbove(sizes[n - 1], sizes[n], limit);
  }
  const peak = sizes.reduce((a, b) => Math.max(a, b));
  return { seconds, mean: impulse / seconds, peak, peakTime: samples[sizes.indexOf(peak)].time, secondsAbove };
}

/** For a line from a to b. */
function shareAbove(a: number, b: number, limit: number): number {
  const high = Math.max(a, b);
  const low = Math.min(a, b);
  if (high <= limit) return 0;
  return low >= limit ? 1 : (high - limit) / (high - low);
}
