// Deforming surfaces → the cost of a step: whole, by its parts, with the front kept and rebuilt, with two threads, with
// boxes instead of 18-DOPs; and how many pairs each part passes on to the next.

import { deformingScene, deformingSceneNames } from '../../dist/datasets.js';
import { createImpactDetector } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row, times } from './cells.mjs';
import { importSource } from './import-source.mjs';
import { machine } from './machine.mjs';
import { publishedSteps } from './published-steps.mjs';
import { median, timed } from './timing.mjs';

/** The first frame at which scenes are in contact. */
const FIRST_FRAME = 50;
const { values, refuse } = scriptOptions('npm run bench -- impacts [--scene NAME] [--steps 8].', {
  scene: { type: 'string', default: '' },
  steps: { type: 'string', default: '8' },
});
const steps = Number(values.steps);
if (!(steps >= 2 && steps <= 40)) refuse('Steps are a number from 2 to 40.');
if (values.scene !== '' && !deformingSceneNames.includes(values.scene))
  refuse(`There is no scene "${values.scene}"; scenes are ${deformingSceneNames.join(', ')}.`);

const parts = await importSource('spec/bench/impact-parts.ts', 'impact-parts.mjs');
const { cpu, cores, memoryGiB, system, node } = machine([]);
console.log(`${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}. Medians of ${steps} steps, ms.\n`);

const measured = [];
for (const scene of deformingSceneNames)
  if (values.scene === '' || scene === values.scene) measured.push(await measure(scene, framesOf(scene)));
if (values.scene === '') for (const { name, ...given } of publishedSteps()) measured.push(await measure(name, given));

print(
  ['a step of', 'faces', 'whole', 'front anew', 'two threads', 'multiple', 'with boxes', 'impacts'],
  measured.map(({ name, faces, whole, anew, threads, boxes, impacts }) => [
    name,
    count(faces),
    milliseconds(whole),
    milliseconds(anew),
    milliseconds(threads),
    times(whole / threads),
    milliseconds(boxes.whole),
    count(impacts),
  ]),
);
print(
  ['its parts', 'k-DOPs', 'front kept', 'front anew', 'multiple', 'features and tests'],
  measured.map(({ name, fit, kept, begun, rest }) => [
    name,
    milliseconds(fit),
    milliseconds(kept),
    milliseconds(begun),
    times(begun / kept),
    milliseconds(rest),
  ]),
);
print(
  ['pairs', 'of nodes', 'anew', 'of faces', 'of features', 'boxes meet', 'may be in one plane', 'share', 'with boxes'],
  measured.map(({ name, stats, nodePairsAnew, boxes }) => [
    name,
    count(stats.nodePairs),
    count(nodePairsAnew),
    count(stats.itemPairs),
    count(stats.featurePairs),
    count(stats.elementaryTests),
    count(stats.coplanar),
    `${((100 * stats.coplanar) / stats.featurePairs).toFixed(1)} %`,
    count(boxes.elementaryTests),
  ]),
);
const cloth = measured.find(({ name }) => name === 'cloth-on-ball');
if (cloth !== undefined) {
  const verdict = (isReached) => (isReached ? 'reached' : 'not reached');
  const { whole, begun, kept, threads, stats } = cloth;
  const share = stats.coplanar / stats.featurePairs;
  const percent = (part) => `${(100 * part).toFixed(1)} %`;
  const shares = measured.map(({ stats: { coplanar, featurePairs } }) => coplanar / featurePairs);
  // M. Tang et al., Chinese J. Computers, 2010.
  print(
    ['beside the published method', 'published', 'kerf'],
    [
      ['pairs of features left to elementary tests', '4.2–9.8 %', spanOf(shares, percent)],
      ['a step of 92,000 faces, one core, ms', '370', milliseconds(whole)],
      [
        '… of that k-DOPs, front, features and tests, ms',
        '',
        [cloth.fit, kept, cloth.rest].map(milliseconds).join(', '),
      ],
      ['streams registered without atomics, gain on a GPU', '3.2–4.1 ×', 'no real GPU measured'],
      ['a step on a GPU against one core', '11.4 × at most', 'no real GPU measured'],
    ],
  );
  console.log(`- cloth on ball, one core ≤ 3 s: ${milliseconds(whole)} ms, ${verdict(whole <= 3000)}`);
  console.log(`- front kept ≥ 2 × made anew: ${times(begun / kept)}, ${verdict(begun >= 2 * kept)}`);
  console.log(`- two threads ≥ 1.8 ×: ${times(whole / threads)}, ${verdict(whole >= 1.8 * threads)}`);
  console.log(
    `- elementary tests ≤ 10 % of pairs of features: ${(100 * share).toFixed(1)} %, ${verdict(share <= 0.1)}`,
  );
}

/** The least and the greatest value, in words. */
function spanOf(values, say) {
  return values.length === 1 ? say(values[0]) : `${say(Math.min(...values))} to ${say(Math.max(...values))}`;
}

function framesOf(scene) {
  const made = deformingScene({ scene });
  const frames = Array.from({ length: steps + 2 }, (_, i) => made.positionsAt(FIRST_FRAME + i));
  return { vertexCount: made.vertexCount, faces: made.faces, frames };
}

/** @param frames the first step is not timed. */
async function measure(name, { vertexCount, faces, frames }) {
  const surface = new parts.DeformingSurface(vertexCount, faces);
  const plan = { surface, orphans: parts.findOrphans(surface) };
  const tree = parts.buildMedianTree(parts.itemCentres(surface, frames[0]));
  const searches = [9, 9, 3].map((axes) => new parts.ImpactSearch({ ...plan, tree, axes }));
  const [kept, anew, boxes] = searches;
  const threads = await createImpactDetector({ vertexCount, faces, workers: 2 });
  const one = await createImpactDetector({ vertexCount, faces });
  const dops = new parts.DopTree(tree, surface.corners, vertexCount, 9);
  const fronts = [0, 1].map(
    () => new parts.SelfFront(dops, (a, b) => surface.areNeighbours(a, b), { index: 0, of: 1 }),
  );
  const spent = { whole: [], anew: [], threads: [], boxes: [], fit: [], kept: [], begun: [], search: [] };
  let last;
  for (let i = 0; i + 1 < frames.length; i++) {
    const [start, end] = [frames[i], frames[i + 1]];
    const told = {};
    const time = async (key, run) => {
      const [result, taken] = await timed(run);
      if (i > 0) spent[key].push(taken);
      told[key] = result;
      return result;
    };
    anew.clear();
    fronts[1].clear();
    await time('whole', () => one.impacts(start, end));
    await time('threads', () => threads.impacts(start, end));
    await time('search', () => kept.find(start, end));
    await time('anew', () => anew.find(start, end));
    await time('boxes', () => boxes.find(start, end));
    await time('fit', () => dops.fit(start, end));
    await time('kept', () => fronts[0].update(() => {}));
    await time('begun', () => fronts[1].update(() => {}));
    last = told;
  }
  for (const detector of [one, threads]) detector.dispose();
  const middle = Object.fromEntries(Object.entries(spent).map(([key, all]) => [key, median(all)]));
  return {
    name,
    faces: faces.length / 3,
    ...middle,
    rest: middle.search - middle.fit - middle.kept,
    boxes: { whole: middle.boxes, elementaryTests: last.boxes.stats.elementaryTests },
    impacts: last.whole.length,
    stats: last.search.stats,
    nodePairsAnew: last.anew.stats.nodePairs,
  };
}

function print(head, rows) {
  console.log(row(head));
  console.log(row(head.map((_, i) => (i === 0 ? ':--' : '--:'))));
  for (const cells of rows) console.log(row(cells));
  console.log('');
}
