// Two builds of kerf on the same bones, tool and poses, in turn in one process → how fast one is beside the other.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scriptOptions } from '../harness/script-options.mjs';
import { row } from './cells.mjs';
import { bone, saw } from './meshes.mjs';
import { APPROACH, strokes } from './poses.mjs';
import { interleave, median, sink, timed } from './timing.mjs';

const SEED = 20_260;
const BUILDS = 21;
const WARM_UP = 30;
const OPTIONS = { contactDistance: 0.2, resolution: 0.5, backend: 'cpu' };
/** Rounds over all poses. */
const QUERIES = [
  {
    name: 'intersectingFacesInto',
    rounds: 20,
    run: (held, pose) => held.detector.intersectingFacesInto(pose, held.out),
  },
  { name: 'intersects', rounds: 20, run: ({ detector }, pose) => Number(detector.intersects(pose)) },
  {
    name: 'minimumDistanceInto',
    rounds: 8,
    run({ detector, nearest }, pose) {
      detector.minimumDistanceInto(pose, nearest);
      return nearest.distance;
    },
  },
  { name: 'detectSync, h 0.5', rounds: 4, run: ({ detector }, pose) => rowsOf(detector.detectSync(pose)) },
  { name: 'detectSync, h 1', rounds: 4, run: ({ coarse }, pose) => rowsOf(coarse.detectSync(pose)) },
];
const COARSE = 1;
/** Patches may be computed when they are read. */
const rowsOf = ({ contacts, patches }) => contacts.length + patches.length;

const { values, refuse } = scriptOptions(
  'npm run bench -- versus --before <dist folder of another build> [--sizes 10k,50k,200k] [--poses 60]',
  {
    before: { type: 'string', default: '' },
    sizes: { type: 'string', default: '10k,50k,200k' },
    poses: { type: 'string', default: '60' },
  },
);
const faceCounts = values.sizes.split(',').map((size) => 1_000 * Number(size.replace(/k$/, '')));
if (values.before === '' || !(Number(values.poses) >= 1) || !faceCounts.every((faces) => faces >= 5_000))
  refuse('There is no build to hold this one against, or there are no such poses or sizes, from 5k on.');
const folders = [values.before, 'dist'];
const builds = await Promise.all(folders.map((dir) => import(pathToFileURL(resolve(dir, 'index.js')).href)));
const path = strokes(SEED, Number(values.poses), APPROACH);

console.log(
  `Before: ${values.before}; after: dist. ${path.matrices.length} poses, seed ${SEED}. Ratio: before / after, the`,
);
console.log(
  'median over poses of the ratio of a pose’s medians; builds: the ratio of medians. Above 1, the new build is faster.\n',
);
console.log(row(['faces', 'query', 'poses', 'before, ms', 'after, ms', 'ratio']));
console.log(row(['---', '---', '---', '---:', '---:', '---:']));
for (const faces of faceCounts) await measure(faces);

async function measure(faces) {
  const meshes = { bone: bone(faces), tool: saw() };
  const built = builds.map(() => []);
  let held = [];
  // The order alternates. The first rounds warm up: building from few faces is fully compiled after some twenty.
  for (let round = -WARM_UP; round < BUILDS; round++) {
    for (const { detector } of held) detector.dispose();
    held = [];
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      // The other build's garbage is collected before the clock starts, not while it runs.
      globalThis.gc();
      const [detector, taken] = await timed(async () => {
        const made = await builds[which].createDetector({ ...meshes, ...OPTIONS });
        sink.sum += made.intersectingFaces(path.matrices[0]).length;
        return made;
      });
      held[which] = { detector, out: new Uint32Array(1 << 20), nearest: detector.minimumDistance(path.matrices[0]) };
      if (round >= 0) built[which].push(taken);
    }
  }
  print(faces, 'createDetector', 'first', built.map(median), median(built[0]) / median(built[1]));
  for (const [which, one] of held.entries())
    one.coarse = await builds[which].createDetector({ ...meshes, ...OPTIONS, resolution: COARSE });
  for (const { name, rounds, run } of QUERIES) {
    const answers = held.map((one) => path.matrices.map((pose) => run(one, pose)));
    const differ = answers[0].filter((answer, i) => answer !== answers[1][i]).length;
    if (differ > 0) console.log(`${name}: the two builds differ at ${differ} of ${answers[0].length} poses.`);
    const runners = held.map((one) => ({ run: (pose) => run(one, pose) }));
    const [before, after] = interleave(runners, path.matrices, rounds).map((poses) => poses.map(median));
    for (const kind of [...new Set(path.kinds)]) {
      const chosen = path.kinds.flatMap((own, i) => (own === kind ? [i] : []));
      const of = (times) => median(chosen.map((i) => times[i]));
      print(faces, name, kind, [of(before), of(after)], median(chosen.map((i) => before[i] / after[i])));
    }
  }
  for (const { detector, coarse } of held) for (const one of [detector, coarse]) one.dispose();
}

function print(faces, name, kind, [before, after], ratio) {
  console.log(
    row([faces.toLocaleString('en'), name, kind, before.toPrecision(3), after.toPrecision(3), ratio.toFixed(3)]),
  );
}
