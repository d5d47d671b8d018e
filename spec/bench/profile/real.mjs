// The aims on real skulls and tools: profiles of those missed there, and what makes the slowest pose slow.

import { count, milliseconds, row, times } from '../cells.mjs';
import { detectorOf } from '../peers/kerf.mjs';
import { FOLDER, meshOf, missingFiles, SERIES, toolOf } from '../real-bodies.mjs';
import { surfaceStrokes } from '../surface-poses.mjs';
import { interleave, median } from '../timing.mjs';
import { profileBody } from './phantom.mjs';

const SEED = 20_260;
const ROUNDS = 10;
/** What to measure on each of SERIES. */
const ASKED = [
  ['pairs', 'separated', 'report-1', 'build'],
  ['pairs', 'distance'],
  ['pairs', 'distance'],
  ['pairs', 'distance'],
  ['pairs', 'distance'],
];
/** Poses shown from the slow tail. */
const SLOWEST = 3;

export async function run({ seconds, poses }) {
  const missing = missingFiles(SERIES);
  if (missing.length > 0) {
    console.error(`Missing in ${FOLDER}: ${missing.join(', ')}; set KERF_DATA to the folder that holds them.`);
    process.exitCode = 1;
    return;
  }
  for (const [i, { title, bones, tool: given }] of SERIES.entries()) {
    const [bone, tool] = [meshOf(bones.at(-1)), toolOf(given)];
    const path = await surfaceStrokes(SEED, poses, bone, bones.at(-1).up, tool);
    const where = `${title}, ${given.title}, ${count(bone.faces.length / 3)} faces`;
    for (const name of ASKED[i]) await profileBody(name, { bone, tool, path }, seconds, where);
    await profileTail({ bone, tool, path }, where);
  }
}

/** The cutting poses sorted by their time for all pairs: prints details of the slowest and the median one. */
async function profileTail({ bone, tool, path: { matrices, kinds } }, where) {
  const cuts = matrices.filter((_, i) => kinds[i] === 'cut');
  const detector = await detectorOf(bone, tool, 0.5);
  const [taken] = interleave([{ run: (pose) => detector.intersectingFaces(pose).length }], cuts, ROUNDS);
  const rows = cuts.map((pose, i) => ({
    ...{ number: matrices.indexOf(pose) + 1, taken: median(taken[i]), most: Math.max(...taken[i]) },
    ...{
      pairs: detector.intersectingFaces(pose).length / 2,
      candidates: detector.detectSync(pose).stats.candidatePairs,
    },
  }));
  detector.dispose();
  rows.sort((a, b) => b.taken - a.taken);
  const middle = rows[Math.floor(rows.length / 2)];
  console.log(`## all intersecting pairs, cutting, ${where}: the slowest poses and the median one\n`);
  console.log(row(['pose', 'ms, median', 'over the median pose', 'ms, most', 'pairs', 'candidate pairs of a report']));
  console.log(row(['--:', '--:', '--:', '--:', '--:', '--:']));
  for (const { number, taken: own, most, pairs, candidates } of [...rows.slice(0, SLOWEST), middle])
    console.log(
      row([number, milliseconds(own), times(own / middle.taken), milliseconds(most), count(pairs), count(candidates)]),
    );
  console.log('');
}
