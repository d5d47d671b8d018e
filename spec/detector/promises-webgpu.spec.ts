// A detector's guarantees, tested on the GPU; promises-cpu.spec.ts tests the same on the CPU.

import { FARTHEST } from '#harness/compare-backends.ts';
import { promisesOf } from './tables/promises.ts';

await promisesOf('webgpu', 1 / 12, FARTHEST);
