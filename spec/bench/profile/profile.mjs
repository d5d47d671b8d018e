// What the aims time, under a profiler → where the time, the bytes and the GPU's work go; printed on stdout.

import { scriptOptions } from '../../harness/script-options.mjs';

const PARTS = { cpu: './phantom.mjs', real: './real.mjs', gpu: './gpu.mjs' };
const { values, refuse } = scriptOptions(
  'npm run bench -- profile [--real | --gpu] [--seconds 2] [--poses 24], of the aims on the CPU, on KERF_DATA, on the GPU.',
  {
    real: { type: 'boolean', default: false },
    gpu: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '2' },
    poses: { type: 'string', default: '24' },
  },
);
const asked = { seconds: Number(values.seconds), poses: Number(values.poses) };
if (!globalThis.gc || !(asked.seconds > 0) || !(asked.poses >= 1) || (values.real && values.gpu))
  refuse('Node lacks --expose-gc, or there are no such seconds or poses, or two parts are asked for at once.');
const { run } = await import(PARTS[values.real ? 'real' : values.gpu ? 'gpu' : 'cpu']);
await run(asked);
