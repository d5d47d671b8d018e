// A tree and some of its spec files → green, or which failed first, how, and in which tests.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vulkanEnvironment } from '../harness/software-vulkan.mjs';

/**
 * The time that specs may take while the machine does other work: PATIENCE times that on the tree without faults, plus
 * GRACE_SECONDS.
 */
const PATIENCE = 10;
const GRACE_SECONDS = 60;
/** The limit of the first run of specs, whose time is unknown. */
const MOST_SECONDS = 600;

/**
 * Runs a group of specs (see specsFor) of the tree in `folder`, in one process, until one fails.
 * @param usual seconds that they take on the tree without faults, if known.
 * @returns {Promise<{
 *   verdict: 'green' | 'failed' | 'timed out' | 'crashed', spec: string, tests: string[], seconds: number
 * }>} spec: the one that failed, or all of them if the process aborted. tests: the names of those that failed; after a
 * crash, the first line of output.
 */
export async function runSpecs(folder, { specs, set }, usual) {
  const output = join(dirname(folder), `${Math.random()}.json`);
  const started = performance.now();
  const limit = usual === undefined ? MOST_SECONDS : PATIENCE * usual + GRACE_SECONDS;
  // A room's GPU specs run as well.
  const environment = { ...(await vulkanEnvironment()), ...(set && { KERF_SET: set }) };
  const { timedOut, said } = await jest(folder, limit, environment, [
    '--runInBand',
    '--json',
    `--outputFile=${output}`,
    `--cacheDirectory=${join(dirname(folder), 'jest-cache')}`,
    '--bail',
    '--runTestsByPath',
    ...specs,
  ]);
  const seconds = (performance.now() - started) / 1000;
  const all = specs.join(', ');
  if (timedOut) return { verdict: 'timed out', spec: all, tests: [], seconds };
  // If a spec fails, jest aborts without a results file; its output names the spec and its tests.
  const [, failing] = /^FAIL (\S+)/m.exec(said) ?? [];
  if (failing !== undefined) {
    const tests = [...said.matchAll(/^ {2}● (.+)$/gm)].map(([, name]) => name).filter((name) => name !== 'Console');
    if (!said.includes('Test suite failed to run'))
      return { verdict: 'failed', spec: failing, tests: [...new Set(tests)], seconds };
    return { verdict: 'crashed', spec: failing, tests: [firstLine(said)], seconds };
  }
  if (!existsSync(output)) return { verdict: 'crashed', spec: all, tests: [firstLine(said)], seconds };
  const { success } = JSON.parse(readFileSync(output, 'utf8'));
  rmSync(output);
  return { verdict: success ? 'green' : 'crashed', spec: all, tests: success ? [] : [firstLine(said)], seconds };
}

/** Kept of a process's output, for what it says about failures. */
const KEPT_CHARACTERS = 1_000_000;

/** @param more of the environment. */
function jest(folder, seconds, more, options) {
  const { KERF_DATA: _, KERF_SET: _set, ...env } = process.env;
  const program = 'node_modules/jest/bin/jest.js';
  const child = spawn(process.execPath, ['--experimental-vm-modules', program, ...options], {
    cwd: folder,
    // Without the real data: specs that everybody can run must notice a fault.
    env: { ...env, ...more, FORCE_COLOR: '0', NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // If the run is aborted, no process is left behind.
  const kill = () => child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  return new Promise((resolve, reject) => {
    let timedOut = false;
    let said = '';
    child.stderr.on('data', (bytes) => {
      said = (said + bytes).slice(-KEPT_CHARACTERS);
    });
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, 1000 * seconds);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      process.removeListener('exit', kill);
      resolve({ timedOut, said });
    });
  });
}

function firstLine(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '') ?? 'no word';
}
