// Poses, who answers them, and the entries of an earlier run → an entry a pose. Each is written to the partial file at
// once.

import type { PartialFile } from './partial-file.ts';
import { interruptedWith, withWhatIsKept } from './partial-words.ts';
import { progressBar } from './progress-bar.ts';
import type { Terminal } from './toolkit.ts';

interface PoseLanes<Entry> {
  /** The numbers of the poses. */
  readonly poses: readonly number[];
  /** How many are asked at once. */
  readonly workers: number;
  answer(pose: number): Promise<Entry>;
  /** Called on the terminal's signal: what is being answered is given up. */
  giveUp(): Promise<void>;
  /** What is said after the first answer, if others are left. */
  estimate?(first: Entry, left: number): string;
}

/**
 * @returns the entries by pose number, whatever the order in which they were finished.
 * @throws Interrupted on the terminal's signal; FileAccessError; whatever `answer` throws. Poses that were done stay in
 * the partial file.
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
  // There is one lane for each worker. Each lane takes the next pose as long as nothing fails.
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
