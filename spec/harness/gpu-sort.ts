// Keys → the keys as the GPU sorts them, and each one's original place.

import { type Gpu, PrefixSum, RadixSort } from '#gpu';
import { bufferOf, readWords } from './software-gpu.ts';

/** @param bits how many bits of a key may be set. */
export async function sortedByGpu(
  gpu: Gpu,
  keys: Uint32Array,
  bits = 32,
  workgroupSize = 256,
): Promise<[Uint32Array, Uint32Array]> {
  const sort = await RadixSort.make(gpu, await PrefixSum.make(gpu), workgroupSize);
  const places = Uint32Array.from(keys, (_, i) => i);
  const buffers = { keys: bufferOf(gpu, 'keys', keys), payloads: bufferOf(gpu, 'payloads', places) };
  const prepared = sort.prepare('spec', { ...buffers, count: keys.length, bits });
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  prepared.encode(pass);
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const found = await Promise.all(Object.values(buffers).map((buffer) => readWords(gpu, buffer, keys.length)));
  for (const used of [prepared, ...Object.values(buffers)]) used.destroy();
  return [found[0], found[1]];
}
