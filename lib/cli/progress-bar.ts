// Poses done → a bar on the terminal, if there is one and the path has several poses.

import cliProgress from 'cli-progress';
import type { Terminal } from './toolkit.ts';

export interface ProgressBar {
  update(done: number): void;
  /** Writes a line, or lines, above the bar. */
  say(text: string): void;
  stop(): void;
}

/** @param done number done before this run; the estimate of the time left ignores them. */
export function progressBar(terminal: Terminal, total: number, done = 0, unit = 'poses'): ProgressBar {
  const say = (text: string) => terminal.err(text);
  if (!terminal.progress || total < 2) return { update: () => {}, say, stop: () => {} };
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
  let shown = done;
  return {
    update: (value) => {
      shown = value;
      bar.update(value);
    },
    say: (text) => {
      bar.stop();
      say(text);
      bar.start(total, shown);
    },
    stop: () => bar.stop(),
  };
}
