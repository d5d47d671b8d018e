// kerf and its peers on the skull phantom and the saw, at several sizes → the tables on stdout, out/bench.json,
// out/bench.svg.

import { scriptOptions } from '../harness/script-options.mjs';
import { bone, saw } from './meshes.mjs';
import { APPROACH, strokes } from './poses.mjs';
import { measureSeries } from './series.mjs';
import { writeResults } from './write.mjs';

const SEED = 20_260;

const { values, refuse } = scriptOptions(
  'npm run bench -- [section] [--sizes 10k,50k,200k,800k] [--poses 60], sizes from 5k on; each section has a --help.',
  { sizes: { type: 'string', default: '10k,50k,200k,800k' }, poses: { type: 'string', default: '60' } },
);
const faceCounts = values.sizes.split(',').map((size) => 1_000 * Number(size.replace(/k$/, '')));
const poseCount = Number(values.poses);
if (!globalThis.gc || !(poseCount >= 1) || !faceCounts.every((faces) => faces >= 5_000))
  refuse('Node lacks --expose-gc, or there are no such poses or sizes.');

const started = performance.now();
const results = await measureSeries({
  ...{ title: 'Skull phantom and saw', seed: SEED, tool: saw(), path: strokes(SEED, poseCount, APPROACH) },
  bones: faceCounts.map(bone),
});
writeResults('bench', [results], started);
