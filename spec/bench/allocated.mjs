// A function → the bytes that it leaves behind.

import { PerformanceObserver } from 'node:perf_hooks';

/** Bytes of JavaScript heap and array buffers that `run` took, dead or alive, if no collection ran meanwhile. */
export async function allocated(run) {
  const seen = [];
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  globalThis.gc();
  await turn();
  const started = performance.now();
  const before = process.memoryUsage();
  run();
  const after = process.memoryUsage();
  const ended = performance.now();
  await turn();
  observer.disconnect();
  const collections = seen.filter(({ startTime }) => startTime >= started && startTime <= ended).length;
  return { bytes: after.heapUsed + after.external - before.heapUsed - before.external, collections };
}

/** Performance entries arrive, and array buffers are freed, on a later turn of the event loop. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
