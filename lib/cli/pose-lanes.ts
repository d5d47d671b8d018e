// Poses, a function that answers them, and the entries of an earlier run → an entry per pose. Each is written to the
// partial file at once.

import { interruptedWith, type PartialFile, withWhatIsKept } from './partial-file.ts';
import { progressBar } from './progress-bar.ts';
import type { Terminal } from './toolkit.ts';

interface PoseLanes<Entry> {
  /** The numbers of the poses. */
  readonly poses: readonly number[];
  /** Number of poses asked at once. */
  readonly workers: number;
  answer(pose: number): Promise<Entry>;
  /** Called on the terminal's signal: abandons the answers in progress. */
  giveUp(): Promise<void>;
  /** Printed after the first answer, if others are left. */
  estimate?(first: Entry, left: number): string;
}

/**
 * @returns the entries sorted by pose number, whatever the order in which they were finished.
 * @throws Interrupted on the terminal's signal; FileAccessError; whatever `answer` throws. Finished poses stay in the
 * partial file.
 */
export async function poseLanes<Entry extends { readonly pose: number }>(
  { poses, workers, answer, giveUp, estimate }: PoseLanes<Entry>,
  partial: PartialFile<Entry>,
  terminal: Terminal,
): Promise<Entry[]> {
  const left = poses.filter((pose) => !partial.done.has(pose));
  const { signal } = terminal;
  const bar = progressBar(terminal, poses.length, partial.done.size);
  let failure: unknown;
  let next = 0;
  let answered = 0;
  // There is one lane for each worker. Each lane takes the next pose until something fails.
  const lane = async () => {
    while (next < left.length && failure === undefined && !signal.aborted) {
      const pose = left[next++];
      try {
        const entry = await answer(pose);
        await partial.add(entry);
        bar.update(partial.done.size);
        if (++answered === 1 && left.length > 1 && estimate) bar.say(estimate(entry, left.length - 1));
      } catch (error) {
        failure ??= error;
      }
    }
  };
  const end = () => void giveUp();
  signal.addEventListener('abort', end);
  try {
    await Promise.all(Array.from({ length: workers }, lane));
  } finally {
    signal.removeEventListener('abort', end);
    bar.stop();
  }
  if (signal.aborted) throw interruptedWith(partial, poses.length);
  if (failure !== undefined) throw withWhatIsKept(failure, partial, poses.length);
  return [...partial.done.values()].sort((a, b) => a.pose - b.pose);
}
