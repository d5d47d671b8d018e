// kerf's WebGPU backend, its CPU backend and three-mesh-bvh on the same meshes and poses → the tables on stdout, and
// out/bench-gpu.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import { createDetector } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { withAdapter } from './gpu/adapter.mjs';
import { countTests } from './gpu/count-tests.mjs';
import { countWork } from './gpu/count-work.mjs';
import { BATCHES, measure, OPTIONS } from './gpu/measure.mjs';
import { PassTimes } from './gpu/pass-times.mjs';
import { gpuMarkdown } from './gpu/table.mjs';
import { machine } from './machine.mjs';
import { bone, saw } from './meshes.mjs';
import { strokes } from './poses.mjs';

const SEED = 20_260;
/**
 * Poses queried one by one. A software adapter takes seconds for a cutting pose, so there it is every SOFTWARE_STEP-th
 * pose of the first stroke.
 */
const POSES = 60;
const SOFTWARE_STEP = 2;
const STROKE = 12;
/** Cutting poses whose tests are counted, at most. */
const MOST_COUNTED = 4;

const { values, refuse } = scriptOptions('npm run bench -- gpu [--sizes 10k,50k,200k,800k], sizes from 5k on.', {
  sizes: { type: 'string', default: '10k,50k,200k,800k' },
});
const faceCounts = values.sizes.split(',').map((size) => 1_000 * Number(size.replace(/k$/, '')));
if (!faceCounts.every((faces) => faces >= 5_000)) refuse(`${values.sizes} are no such sizes.`);

await withAdapter(run);

async function run({ instance, device, name, isSoftware }) {
  const started = performance.now();
  const isTimed = !isSoftware && device.features.has('timestamp-query');
  const passTimes = isTimed ? new PassTimes(device) : null;
  const access = { device, takeWork: countWork(), passTimes };
  const { matrices, kinds } = onePath(isSoftware);
  const cuts = matrices.filter((_, pose) => kinds[pose] === 'cut').slice(0, MOST_COUNTED);
  const many = strokes(SEED, BATCHES.at(-1)).matrices;
  const tool = saw();
  const sizes = [];
  for (const faces of faceCounts) {
    console.error(`${faces} faces …`);
    const tests = await countTests(createDetector, { bone: bone(faces), tool, ...OPTIONS }, cuts, instance);
    sizes.push({ ...(await measure(bone(faces), tool, { matrices, many }, access)), tests });
  }
  const results = {
    ...{ machine: machine(['three-mesh-bvh']), adapter: name, isSoftware, isTimed, seed: SEED, options: OPTIONS },
    ...{ kinds, sawFaces: tool.faces.length / 3, sizes },
  };
  mkdirSync('out', { recursive: true });
  writeFileSync('out/bench-gpu.json', `${JSON.stringify(results, null, 2)}\n`);
  console.log(gpuMarkdown(results));
  console.error(`\n${((performance.now() - started) / 1000).toFixed(0)} s.`);
  device.destroy();
}

function onePath(isSoftware) {
  const path = strokes(SEED, isSoftware ? STROKE : POSES);
  if (!isSoftware) return path;
  const isTaken = (_, i) => i % SOFTWARE_STEP === 0;
  return { matrices: path.matrices.filter(isTaken), kinds: path.kinds.filter(isTaken) };
}
