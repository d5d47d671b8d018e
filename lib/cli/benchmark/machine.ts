// A description of this machine, printed beside times.

import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';

export function thisMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() || arch();
  return `${model}, ${availableParallelism()} cores, ${gigabytes} GiB, ${platform()}, Node ${process.version}`;
}
