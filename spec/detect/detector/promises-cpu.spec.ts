// A detector's guarantees, tested on the CPU; promises-webgpu.spec.ts tests the same on the GPU.

import { promisesOf } from './tables/promises.ts';

await promisesOf('cpu', 1, 0);
