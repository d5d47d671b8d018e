// A function that builds something → the bytes that it keeps.

import { median } from './timing.mjs';

const REPETITIONS = 3;

/** The median of several measurements: now and then one catches compiled code that has just come or gone. */
export async function medianBytesKept(make) {
  const bytes = [];
  for (let i = 0; i < REPETITIONS; i++) bytes.push(await bytesKept(make));
  return median(bytes);
}

/** JavaScript heap and array buffers that `make`'s result holds on to, after a full collection. */
export async function bytesKept(make) {
  const before = await bytesInUse();
  const kept = await make();
  const after = await bytesInUse();
  // Read after the measurement, so that nothing of it can be collected before.
  if (kept === undefined) throw new Error('bytesKept: nothing was made, so nothing was measured.');
  return after - before;
}

async function bytesInUse() {
  // Array buffers are given back on a later turn of the event loop than the collection that found them dead.
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
