// Poses done → a bar on the terminal, where there is one and the path is long enough to wait for.

import cliProgress from 'cli-progress';
import type { Terminal } from './toolkit.ts';

export interface ProgressBar {
  update(done: number): void;
  stop(): void;
}

/** @param done how many were done before, which count for nothing in the time that is left. */
export function progressBar(terminal: Terminal, total: number, done = 0, unit = 'poses'): ProgressBar {
  if (!terminal.progress || total < 2) return { update: () => {}, stop: () => {} };
  const bar = new cliProgress.SingleBar(
    {
      stream: terminal.progress,
      format: `{bar} {value}/{total} ${unit}, {eta_formatted} left`,
      clearOnComplete: true,
      hideCursor: true,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, done);
  return { update: (value) => bar.update(value), stop: () => bar.stop() };
}
