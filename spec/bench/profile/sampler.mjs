// Something run repeatedly → what each function takes, by V8's sampling profiler.

import { Session } from 'node:inspector/promises';
import { functionsOf } from './fold.mjs';
import { wasmNames } from './wasm-names.mjs';

/** µs between two samples. */
const INTERVAL = 100;

/**
 * @param body `run` makes `queries` queries; `parts`: names of its own functions, each with a separate profile; without
 * it, one profile of everything; `waiting`: names of functions in which it only waits.
 * @param seconds at least, after as long a warm-up.
 * @returns for each part its name, milliseconds per query, and `functions`: see functionsOf.
 */
export async function profileOf({ run, queries, parts = [''], waiting = [] }, seconds) {
  await repeat(run, seconds);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  const { runs, milliseconds } = await repeat(run, seconds);
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const names = await wasmNames();
  return parts.map((part) => {
    const { share, functions } = functionsOf(profile, { under: part, waiting, names });
    return { part, milliseconds: (share * milliseconds) / (runs * queries), functions };
  });
}

async function repeat(run, seconds) {
  const started = performance.now();
  let runs = 0;
  do {
    await run();
    runs++;
  } while (performance.now() - started < 1000 * seconds);
  return { runs, milliseconds: performance.now() - started };
}
