// How many leaves each rule of subdivision makes of the same pairs at the same poses: rows, tests, corners, and the
// share of what equilateral triangles of edge h would need.

import { scriptOptions } from '../../harness/script-options.mjs';
import { count, row } from '../cells.mjs';
import { importSource } from '../import-source.mjs';
import { bone, saw } from '../meshes.mjs';
import { APPROACH, strokes } from '../poses.mjs';
import { FOLDER, meshOf, missingFiles, SERIES, toolOf } from '../real-bodies.mjs';
import { surfaceStrokes } from '../surface-poses.mjs';

const SEED = 20_260;
/** δ, mm. */
const DELTA = 0.2;
const RULES = ['quartering', 'strips'];
/** Of an equilateral triangle of edge 1. */
const EQUILATERAL = Math.sqrt(3) / 4;

const { values } = scriptOptions('npm run bench -- leaves [--faces 200k] [--poses 24] [--h 0.5] [--real]', {
  faces: { type: 'string', default: '200k' },
  poses: { type: 'string', default: '24' },
  h: { type: 'string', default: '0.5' },
  real: { type: 'boolean', default: false },
});
const resolution = Number(values.h);
const missing = values.real ? missingFiles(SERIES) : [];
if (missing.length > 0) {
  console.error(`Missing in ${FOLDER}: ${missing.join(', ')}; set KERF_DATA to the folder that holds them.`);
  process.exit(1);
}
const { LeafCounter } = await importSource('spec/bench/stages/leaf-parts.ts', 'leaf-parts.mjs');

console.log(
  `δ ${DELTA}, h ${resolution} mm; means over the poses that graze or cut, of ${values.poses}, seed ${SEED}.`,
);
console.log('A leaf counts if the ball about it may come within δ of the other body, or its centre is inside.\n');
console.log(row(['bone and tool', 'rule', 'rows', '× fewer', 'visited', 'corner points', '× ideal']));
console.log(row([':--', ':--', '--:', '--:', '--:', '--:', '--:']));
for await (const { name, mesh, tool, path } of values.real ? realPairs() : phantom()) {
  const counter = new LeafCounter(mesh, tool);
  const poses = path.matrices.filter((_, i) => ['graze', 'cut'].includes(path.kinds[i]));
  let first;
  for (const rule of RULES) {
    const sums = { rows: 0, visited: 0, corners: 0, area: 0 };
    for (const pose of poses)
      for (const [key, value] of Object.entries(counter.count(rule, pose, DELTA, resolution))) sums[key] += value;
    first ??= sums.rows;
    const mean = (sum) => count(Math.round(sum / poses.length));
    const ideal = sums.area / (EQUILATERAL * resolution * resolution);
    const shares = [(first / sums.rows).toFixed(2), (sums.rows / ideal).toFixed(2)];
    console.log(row([name, rule, mean(sums.rows), shares[0], mean(sums.visited), mean(sums.corners), shares[1]]));
  }
}

function* phantom() {
  const mesh = bone(1000 * Number(values.faces.replace(/k$/, '')));
  yield {
    name: `phantom ${values.faces} × saw`,
    mesh,
    tool: saw(),
    path: strokes(SEED, Number(values.poses), APPROACH),
  };
}

/** The coarsest bone of each series of `bench -- real`. */
async function* realPairs() {
  for (const { title, bones, tool: given } of SERIES) {
    const [mesh, tool] = [meshOf(bones[0]), toolOf(given)];
    const path = await surfaceStrokes(SEED, Number(values.poses), mesh, bones[0].up, tool);
    yield { name: `${title}, ${count(mesh.faces.length / 3)} × ${given.title}`, mesh, tool, path };
  }
}
