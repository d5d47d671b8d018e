// What a detector promises, asked of the GPU; promises-cpu.spec.ts asks the same of the CPU.

import { FARTHEST } from '#harness/compare-backends.ts';
import { promisesOf } from './tables/promises.ts';

await promisesOf('webgpu', 1 / 12, FARTHEST);
