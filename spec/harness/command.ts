// A command line → what it printed, or an error that shows what it said.

import { execFileSync } from 'node:child_process';

/**
 * Runs without a shell and without standard input. Variables that an outer `npm run` sets about its own package are
 * taken away.
 */
export function run(cwd: string, command: string, ...args: string[]): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(package|lifecycle|config_local)|^(INIT_CWD|NODE_OPTIONS)$/.test(name),
    ),
  );
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
