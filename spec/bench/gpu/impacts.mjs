// Deforming surfaces, by WebGPU → GPU work per step, how many pairs each stage passes on to the next, and how many node
// tests it takes compared with the CPU. Counts only: a software adapter's times say nothing about a GPU.

import { deformingScene, deformingSceneNames } from '../../../dist/datasets.js';
import { scriptOptions } from '../../harness/script-options.mjs';
import { count, row, times } from '../cells.mjs';
import { importSource } from '../import-source.mjs';
import { publishedSteps } from '../published-steps.mjs';
import { withAdapter } from './adapter.mjs';
import { countWork } from './count-work.mjs';

/** The first frame at which scenes are in contact. */
const FIRST_FRAME = 50;
const { values, refuse } = scriptOptions('npm run bench -- impacts-gpu [--scene NAME] [--steps 3].', {
  scene: { type: 'string', default: '' },
  steps: { type: 'string', default: '3' },
});
const steps = Number(values.steps);
if (!(steps >= 2 && steps <= 40)) refuse('Steps are a number from 2 to 40.');
if (values.scene !== '' && !deformingSceneNames.includes(values.scene))
  refuse(`There is no scene "${values.scene}"; scenes are ${deformingSceneNames.join(', ')}.`);

await withAdapter(run);

async function run({ device, name }) {
  const takeWork = countWork();
  const parts = await importSource('spec/bench/impact-parts.ts', 'impact-parts.mjs');
  const measured = [];
  for (const name of deformingSceneNames)
    if (values.scene === '' || name === values.scene)
      measured.push(await measure(parts, device, takeWork, { name, ...framesOf(name) }));
  if (values.scene === '')
    for (const step of publishedSteps()) measured.push(await measure(parts, device, takeWork, step));
  console.log(`${name}. The last of ${steps} steps; "first" is the first, which has no front yet.\n`);
  print(
    ['a step of', 'faces', 'submits, first', 'submits', 'maps', 'launches', 'bytes up', 'bytes down', 'orphans'],
    measured.map(({ scene, faces, orphans, first, last: { runs, work } }) => [
      ...[scene, count(faces), count(first.runs), count(runs), count(work.maps), count(work.launches)],
      ...[count(work.bytesUp), count(work.bytesDown), count(orphans)],
    ]),
  );
  print(
    [
      'pairs',
      'of nodes, first',
      'of nodes',
      'of the CPU',
      'of items',
      'of features',
      'boxes meet',
      'left',
      'impacts',
      'share',
    ],
    measured.map(({ scene, first, last: { nodePairs, counts, cpu, impacts } }) => [
      ...[scene, `${count(first.nodePairs)} (${times(first.nodePairs / first.cpu.nodePairs)})`, count(nodePairs)],
      ...[times(nodePairs / cpu.nodePairs), count(counts.items), count(counts.brought), count(counts.met)],
      ...[count(counts.features), count(impacts), `${((100 * counts.features) / counts.brought).toFixed(1)} %`],
    ]),
  );
}

function framesOf(scene) {
  const { vertexCount, faces, positionsAt } = deformingScene({ scene });
  return { vertexCount, faces, frames: Array.from({ length: steps + 1 }, (_, k) => positionsAt(FIRST_FRAME + k)) };
}

/** Frames repeat if there are fewer than steps. */
async function measure(parts, device, takeWork, { name, vertexCount, faces, frames }) {
  const surface = new parts.DeformingSurface(vertexCount, faces);
  const orphans = parts.findOrphans(surface);
  const tree = parts.buildMedianTree(parts.itemCentres(surface, frames[0]));
  const onCpu = new parts.ImpactSearch({ surface, orphans, tree, axes: 9 });
  const onGpu = await parts.GpuImpactSearch.open(surface, { device });
  onGpu.begin(tree);
  const found = [];
  for (let step = 0; step < steps; step++) {
    const [start, end] = [frames[step % (frames.length - 1)], frames[(step % (frames.length - 1)) + 1]];
    takeWork();
    const { runs, nodePairs, counts } = await onGpu.find(start, end);
    const { stats, vertexFaces, edgePairs } = onCpu.find(start, end);
    const impacts = vertexFaces.a.length + edgePairs.a.length;
    found.push({ runs, nodePairs, counts, work: takeWork(), cpu: stats, impacts });
  }
  onGpu.dispose();
  const orphanCount = (orphans.vertexFaces.length + orphans.edgePairs.length) / 2;
  return { scene: name, faces: faces.length / 3, orphans: orphanCount, first: found[0], last: found[steps - 1] };
}

function print(head, rows) {
  console.log(row(head));
  console.log(row(head.map((_, i) => (i === 0 ? ':--' : '--:'))));
  for (const cells of rows) console.log(row(cells));
  console.log('');
}
