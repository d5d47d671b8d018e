// A tree and one of its spec files → green, or how it failed and which tests say so.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vulkanEnvironment } from '../harness/software-vulkan.mjs';

/**
 * What a spec may take while the machine does other work: so many times its time on the tree without faults, and so
 * many seconds more.
 */
const PATIENCE = 10;
const GRACE_SECONDS = 60;
/** For the first run of a spec, whose time is not known. */
const MOST_SECONDS = 600;

/**
 * Runs one spec file of the tree in `folder` in a process of its own.
 * @param usual seconds that it takes on the tree without faults, if known.
 * @returns {Promise<{ verdict: 'green' | 'failed' | 'timed out' | 'crashed', tests: string[], seconds: number }>}
 * tests: the names of those that failed; after a crash the first line of what it said.
 */
export async function runSpec(folder, spec, usual) {
  const output = join(dirname(folder), `${spec.replaceAll('/', '-')}-${Math.random()}.json`);
  const started = performance.now();
  const limit = usual === undefined ? MOST_SECONDS : PATIENCE * usual + GRACE_SECONDS;
  const { timedOut, said } = await jest(folder, limit, await vulkanEnvironment(), [
    '--runInBand',
    '--json',
    `--outputFile=${output}`,
    `--cacheDirectory=${join(dirname(folder), 'jest-cache')}`,
    '--runTestsByPath',
    spec,
  ]);
  const seconds = (performance.now() - started) / 1000;
  if (timedOut) return { verdict: 'timed out', tests: [], seconds };
  if (!existsSync(output)) return { verdict: 'crashed', tests: [firstLine(said)], seconds };
  const { success, testResults } = JSON.parse(readFileSync(output, 'utf8'));
  rmSync(output);
  if (success) return { verdict: 'green', tests: [], seconds };
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  if (failed.length > 0) return { verdict: 'failed', tests: failed, seconds };
  return { verdict: 'crashed', tests: [firstLine(testResults.map(({ message }) => message).join('\n'))], seconds };
}

/** Kept from a process's output for the line that says why it broke. */
const KEPT_CHARACTERS = 20_000;

/** @param vulkan the environment of software Vulkan: a room's specs of the GPU are asked as well. */
function jest(folder, seconds, vulkan, options) {
  const { KERF_DATA: _, ...env } = process.env;
  const program = 'node_modules/jest/bin/jest.js';
  const child = spawn(process.execPath, ['--experimental-vm-modules', program, ...options], {
    cwd: folder,
    // Without the real data: a fault must be noticed by specs that everybody can run.
    env: { ...env, ...vulkan, FORCE_COLOR: '0', NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Where the run is broken off, nothing of it is left behind.
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
