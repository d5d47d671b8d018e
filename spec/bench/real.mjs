// kerf and its peers on real skulls with the saw and real tools → the tables on stdout, out/bench-real.json,
// out/bench-real.svg.

import { scriptOptions } from '../harness/script-options.mjs';
import { FOLDER, meshOf, missingFiles, SERIES, toolOf } from './real-bodies.mjs';
import { measureSeries } from './series.mjs';
import { surfaceStrokes } from './surface-poses.mjs';
import { writeResults } from './write.mjs';

const SEED = 20_260;
const { values, refuse } = scriptOptions(
  `npm run bench -- real [--series 1,2] [--poses 60], series from 1 to ${SERIES.length}.`,
  { series: { type: 'string', default: SERIES.map((_, i) => i + 1).join() }, poses: { type: 'string', default: '60' } },
);
const chosen = values.series.split(',').map((number) => SERIES[Number(number) - 1]);
const poseCount = Number(values.poses);
if (!globalThis.gc || !(poseCount >= 1) || chosen.includes(undefined))
  refuse('Node lacks --expose-gc, or there are no such poses or series.');
const missing = missingFiles(chosen);
if (missing.length > 0) {
  console.error(`Missing in ${FOLDER}: ${missing.join(', ')}; set KERF_DATA to the folder that holds them.`);
  process.exit(1);
}

const started = performance.now();
const results = [];
for (const { title, bones: skulls, tool: given } of chosen) {
  const tool = toolOf(given);
  const bones = skulls.map(meshOf);
  const path = await surfaceStrokes(SEED, poseCount, bones.at(-1), skulls.at(-1).up, tool);
  results.push(await measureSeries({ title: `${title}, ${given.title}`, seed: SEED, bones, tool, path }));
}
writeResults('bench-real', results, started);
