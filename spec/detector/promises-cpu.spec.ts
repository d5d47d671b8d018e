// What a detector promises, asked of the CPU; promises-webgpu.spec.ts asks the same of the GPU.

import { promisesOf } from './tables/promises.ts';

await promisesOf('cpu', 1, 0);
