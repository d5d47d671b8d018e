// A path → times of detectMany with one thread and with two, round by round, and what the calling thread does
// meanwhile.

import { milliseconds, row, times } from '../cells.mjs';
import { detectorOf } from '../peers/kerf.mjs';
import { sink, timed } from '../timing.mjs';
import { profileOf } from './sampler.mjs';
import { functionTable } from './table.mjs';

const ROUNDS = 12;
const WORKERS = 2;
/** Times that the path is queried per round. */
const REPEATS = 4;

export async function profileMany({ bone, tool, path: { matrices } }) {
  const once = matrices.flatMap((pose) => [...pose]);
  const poses = Float64Array.from(Array.from({ length: REPEATS }, () => once).flat());
  const detector = await detectorOf(bone, tool, 0.5);
  async function run(options) {
    for await (const report of detector.detectMany(poses, options)) sink.sum += report.contacts.length;
  }
  console.log(`## detectMany, h 0.5, round by round: ${poses.length / 16} poses each\n`);
  console.log(row(['round', 'one thread, ms a pose', `${WORKERS} workers, ms a pose`, 'ratio']));
  console.log(row(['--:', '--:', '--:', '--:']));
  for (let round = 1; round <= ROUNDS; round++) {
    const [, one] = await timed(() => run({}));
    const [, two] = await timed(() => run({ workers: WORKERS }));
    const aPose = (taken) => milliseconds((16 * taken) / poses.length);
    console.log(row([round, aPose(one), aPose(two), times(one / two)]));
  }
  const [{ milliseconds: busy, functions }] = await profileOf(
    { run: () => run({ workers: WORKERS }), queries: poses.length / 16 },
    1,
  );
  detector.dispose();
  console.log(
    `\n## detectMany by ${WORKERS} workers: the calling thread is at work for ${milliseconds(busy)} ms a pose\n`,
  );
  console.log(functionTable(functions));
}
