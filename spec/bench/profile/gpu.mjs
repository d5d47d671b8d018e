// The webgpu backend at cutting poses → launches and tests by kernel, and what the host's thread does.

import { createDetector } from '../../../dist/index.js';
import { count, milliseconds, row } from '../cells.mjs';
import { withAdapter } from '../gpu/adapter.mjs';
import { countByKernel } from '../gpu/count-tests.mjs';
import { countLaunches } from '../gpu/count-work.mjs';
import { OPTIONS } from '../gpu/measure.mjs';
import { bone, saw } from '../meshes.mjs';
import { strokes } from '../poses.mjs';
import { sink } from '../timing.mjs';
import { profileOf } from './sampler.mjs';
import { functionTable, percent } from './table.mjs';

const SEED = 20_260;
/** Poses of the stroke that bench -- gpu queries; a cutting one is taken. */
const STROKE = 12;
const FACES = 200_000;
/** Host work does not grow with the bone, and a software adapter answers sooner on a small one. */
const HOST_FACES = 10_000;
/** Seconds of queries per second of the host's profile: most of the time the host waits. */
const WAITING = 15;
const LEAST = 0.01;
const COUNTED = {
  nodeBoxes: 'node boxes',
  faceBoxes: 'face boxes',
  bounds: 'bounds',
  pointTriangle: 'point–triangle',
  pieceFace: 'piece–face',
  triangleTriangle: 'triangle–triangle',
  spans: 'spans',
  bytes: 'bytes read',
};

export async function run({ seconds }) {
  await withAdapter((gpu) => profileGpu(gpu, seconds));
}

async function profileGpu({ instance, device, name }, seconds) {
  const { matrices, kinds } = strokes(SEED, STROKE);
  const pose = matrices.find((_, i) => kinds[i] === 'cut');
  const tool = saw();
  console.log(
    `${name}; saw of ${count(tool.faces.length / 3)} faces on the skull phantom, one pose that cuts, seed ${SEED}.\n`,
  );
  const [kernels] = await countByKernel(createDetector, { bone: bone(FACES), tool, ...OPTIONS }, [pose], instance);
  console.log(`## Tests by kernel, ${count(FACES)} faces; of one query\n`);
  console.log(kernelTable(kernels));
  const detector = await createDetector({ bone: bone(FACES), tool, ...OPTIONS, backend: 'webgpu', device });
  const take = countLaunches();
  await detector.detect(pose);
  take();
  await detector.detect(pose);
  console.log(`## Launches by kernel, ${count(FACES)} faces; of the same query\n`);
  console.log(launchTable(take()));
  detector.dispose();
  await profileHost({ bone: bone(HOST_FACES), tool, ...OPTIONS, backend: 'webgpu', device }, pose, seconds);
  device.destroy();
}

function kernelTable(kernels) {
  const sums = Object.fromEntries(
    Object.keys(COUNTED).map((what) => [what, kernels.reduce((sum, kernel) => sum + kernel[what], 0)]),
  );
  const share = (kernel, what) => (sums[what] === 0 ? 0 : kernel[what] / sums[what]);
  const shown = kernels.filter((kernel) => Object.keys(COUNTED).some((what) => share(kernel, what) >= LEAST));
  return [
    row(['kernel', ...Object.values(COUNTED), 'longest lane']),
    row([':--', ...Object.keys(COUNTED).map(() => '--:'), '--:']),
    row(['all', ...Object.keys(COUNTED).map((what) => count(sums[what])), most(kernels)]),
    ...shown
      .toSorted((a, b) => b.bytes - a.bytes)
      .map((kernel) =>
        row([
          kernel.label,
          ...Object.keys(COUNTED).map((what) => (kernel[what] === 0 ? '' : percent(share(kernel, what)))),
          count(kernel.longest),
        ]),
      ),
    '',
  ].join('\n');
}

const most = (kernels) => count(Math.max(...kernels.map(({ longest }) => longest)));

function launchTable(launches) {
  const sorted = [...launches].sort((a, b) => b[1] - a[1]);
  const all = sorted.reduce((sum, [, own]) => sum + own, 0);
  return [
    row(['kernel', 'launches']),
    row([':--', '--:']),
    row(['all', all]),
    ...sorted.map(([label, own]) => row([label, own])),
    '',
  ].join('\n');
}

/** The host's own time from a pose to a report whose columns have been read. */
async function profileHost(options, pose, seconds) {
  const detector = await createDetector(options);
  function readColumns({ contacts }) {
    sink.sum += contacts.normal.length;
  }
  const run = async () => readColumns(await detector.detect(pose));
  // A software adapter computes while its results are requested: `#read` waits for them, Node's loop for the rest.
  const body = { run, queries: 1, parts: ['/dist/'], waiting: ['#read'] };
  const [{ milliseconds: busy, functions }] = await profileOf(body, WAITING * seconds);
  detector.dispose();
  console.log(`## The host, ${count(HOST_FACES)} faces: at work for ${milliseconds(busy)} ms a pose\n`);
  console.log(functionTable(functions));
}
