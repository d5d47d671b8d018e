// What a detector promises, asked of every stage 1 but scanlines, which promises-cpu and promises-webgpu ask; of a
// front on the GPU with KERF_LONG=1, since reports by it are held against those by scanlines anyhow.

import { FARTHEST } from '../harness/compare-backends.ts';
import { longRun } from '../harness/long-run.ts';
import { promisesOf } from './tables/promises.ts';

await promisesOf('cpu', 1 / 8, 0, 'bvh');
await promisesOf('cpu', 1 / 8, 0, 'bvh-front');
await promisesOf('cpu', 1 / 8, 0, 'image');
if (longRun(1, 0) === 1) await promisesOf('webgpu', 1 / 24, FARTHEST, 'bvh-front');
await promisesOf('webgpu', 1 / 24, FARTHEST, 'image');
