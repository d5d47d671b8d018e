// kerf and its peers on the same meshes and poses → the table on stdout, and out/bench.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { machine } from './machine.mjs';
import { measure } from './measure.mjs';
import { bone, saw } from './meshes.mjs';
import { strokes } from './poses.mjs';
import { markdown } from './table.mjs';
import { sink } from './timing.mjs';

const SEED = 20_260;
const PACKAGES = ['three-mesh-bvh', '@kitware/vtk.js', '@dimforge/rapier3d-compat'];

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10k,50k,200k,800k' },
    poses: { type: 'string', default: '60' },
  },
});
const faceCounts = values.sizes.split(',').map((size) => 1_000 * Number(size.replace(/k$/, '')));
const poseCount = Number(values.poses);
if (!globalThis.gc || !(poseCount >= 1) || !faceCounts.every((faces) => faces >= 5_000)) {
  console.error('Usage: npm run bench -- [--sizes 10k,200k] [--poses 60], sizes from 5k on.');
  process.exit(2);
}

const started = performance.now();
const path = strokes(SEED, poseCount);
const tool = saw();
const sizes = [];
for (const faces of faceCounts) {
  console.error(`${faces} faces …`);
  sizes.push(await measure(bone(faces), tool, path));
}
const results = { machine: machine(PACKAGES), seed: SEED, kinds: path.kinds, sawFaces: tool.faces.length / 3, sizes };
mkdirSync('out', { recursive: true });
writeFileSync('out/bench.json', `${JSON.stringify(results, null, 2)}\n`);
console.log(markdown(results));
console.error(
  `\nsum of all answers ${sink.sum.toPrecision(6)}; ${((performance.now() - started) / 1000).toFixed(0)} s.`,
);
