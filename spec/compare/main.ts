// Options → every set compared, the table on stdout, differences on stderr; exit code 1 if anything differs.

import { openGpu } from '#gpu';
import { createDetector } from '#kerf';
import { openChromium } from '#harness/chromium.mjs';
import { scriptOptions } from '#harness/script-options.mjs';
import { type AskGpu, runSet, type SetResult } from './run-set.ts';
import { degenerateSets, realSets, sawSets, triangleSet } from './sets.ts';
import { comparisonTable } from './table.ts';

const SEED = 404;
/** Methods of stage 1 that the GPU serves. The CPU side always takes scanlines. */
const ON_GPU = ['scanlines', 'bvh-front', 'image'] as const;
/** Number of differences printed one by one. */
const TOLD = 20;

const { values, refuse } = scriptOptions(
  'npm run compare -- [--poses 500] [--faces 10000,800000] [--in node|chromium] [--candidates scanlines|bvh-front|image] [--only NAME], poses from 2 and faces from 5000 on.',
  {
    poses: { type: 'string', default: '500' },
    faces: { type: 'string', default: '10000,50000,200000,800000' },
    in: { type: 'string', default: 'node' },
    candidates: { type: 'string', default: 'scanlines' },
    only: { type: 'string', default: '' },
  },
);
const poses = Number(values.poses);
const sizes = values.faces.split(',').filter(Boolean).map(Number);
const areGood = Number.isInteger(poses) && poses >= 2 && sizes.every((faces) => faces >= 5_000);
const candidates = ON_GPU.find((method) => method === values.candidates);
if (!areGood || !['node', 'chromium'].includes(values.in) || candidates === undefined)
  refuse('One of these options has no such value.');

const { sets, missing } = realSets();
for (const file of missing) console.error(`Left out, set KERF_DATA to the folder that holds it: ${file}`);
const { askGpu, says, close } = await (values.in === 'node' ? gpuOfNode() : gpuOfChromium());
const results: SetResult[] = [];
try {
  for (const set of [...degenerateSets(), triangleSet(), ...sawSets(sizes, poses, SEED), ...sets]) {
    if (!set.name.includes(values.only)) continue;
    const started = performance.now();
    const result = await runSet(set, askGpu);
    results.push(result);
    for (const difference of result.differences.slice(0, TOLD)) console.error(difference);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.error(`${set.name}: ${result.poses} poses, ${result.held ? 'held' : 'NOT held'}; ${seconds} s`);
  }
} finally {
  await close();
}
console.log(`${says()}; candidates by ${candidates}; seed ${SEED}.\n\n${comparisonTable(results)}`);
process.exitCode = results.length > 0 && results.every(({ held }) => held) ? 0 : 1;

interface GpuAccess {
  readonly askGpu: AskGpu;
  /** What answered, once asked. */
  readonly says: () => string;
  readonly close: () => Promise<void>;
}

async function gpuOfNode(): Promise<GpuAccess> {
  // Kept, so that all detectors share its device and its kernels are compiled once.
  const gpu = await openGpu();
  if ('reason' in gpu) throw new Error(gpu.reason);
  return {
    async *askGpu(options, poses) {
      const detector = await createDetector({ ...options, candidates, backend: 'webgpu' });
      yield* detector.detectMany(poses);
      detector.dispose();
    },
    says: () => `${gpu.name}, in Node ${process.version}`,
    close: async () => gpu.dispose(),
  };
}

async function gpuOfChromium(): Promise<GpuAccess> {
  const chromium = await openChromium();
  const page = await chromium.page();
  let name = '';
  return {
    async *askGpu(options, poses) {
      name = (await page.createDetector({ ...options, candidates, backend: 'webgpu' })).backendReason;
      yield* page.detectMany(poses);
    },
    says: () => `${name}, in headless Chromium`,
    close: () => chromium.close(),
  };
}
