// What a detector promises, asked of every stage 1 but scanlines, which promises-cpu and promises-webgpu ask.

import { FARTHEST } from '../harness/compare-backends.ts';
import { promisesOf } from './tables/promises.ts';

await promisesOf('cpu', 1 / 4, 0, 'bvh');
await promisesOf('cpu', 1 / 8, 0, 'bvh-front');
await promisesOf('cpu', 1 / 8, 0, 'image');
await promisesOf('webgpu', 1 / 12, FARTHEST, 'bvh-front');
await promisesOf('webgpu', 1 / 12, FARTHEST, 'image');
