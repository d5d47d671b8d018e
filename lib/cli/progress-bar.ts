// Poses done → a bar on the terminal, where there is one and the path is long enough to wait for.

import cliProgress from 'cli-progress';
import type { Terminal } from './toolkit.ts';

export interface ProgressBar {
  update(done: number): void;
  stop(): void;
}

export function progressBar(terminal: Terminal, total: number): ProgressBar {
  if (!terminal.progress || total < 2) return { update: () => {}, stop: () => {} };
  const bar = new cliProgress.SingleBar(
    {
      stream: terminal.progress,
      format: '{bar} {value}/{total} poses, {eta_formatted} left',
      clearOnComplete: true,
      hideCursor: true,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}
