// A detector's guarantees, tested on the GPU; promises-cpu.spec.ts tests the same on the CPU.

import { FARTHEST } from '#harness/compare-backends.ts';
import { longRun } from '#harness/long-run.ts';
import { promisesOf } from './tables/promises.ts';

await promisesOf('webgpu', longRun(1 / 12, 1 / 24), FARTHEST);
