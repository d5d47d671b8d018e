// A command line → what it printed, or an error that shows its output.

import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Runs without a shell and without standard input. Variables that an outer `npm run` sets about its own package are
 * removed.
 */
export function run(cwd: string, command: string, ...args: string[]): string {
  const env = plainEnvironment();
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The same, concurrently with this process and others. */
export async function runAside(cwd: string, command: string, ...args: string[]): Promise<string> {
  const running = execute(command, args, { cwd, env: plainEnvironment(), encoding: 'utf8' });
  running.child.stdin?.end();
  return (await running).stdout;
}

function plainEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(package|lifecycle|config_local)|^(INIT_CWD|NODE_OPTIONS)$/.test(name),
    ),
  );
}
