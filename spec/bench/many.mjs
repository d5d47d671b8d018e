// A path of poses → times of detectMany with one thread and with two workers.

import { detectorOf } from './peers/kerf.mjs';
import { median, sink, timed } from './timing.mjs';

const ROUNDS = 4;
/** Warm-up poses, at least: each thread compiles the code of reports for itself, while it runs. */
const WARM_POSES = 200;
const WORKERS = 2;

/**
 * Both in turn, after warm-up rounds.
 * @returns median milliseconds per pose of both, or `refused`: why the option is not accepted.
 */
export async function measureMany(bone, tool, matrices) {
  const poses = Float64Array.from(matrices.flatMap((pose) => [...pose]));
  const detector = await detectorOf(bone, tool, 0.5);
  async function run(options) {
    for await (const report of detector.detectMany(poses, options)) sink.sum += report.contacts.length;
  }
  const taken = { one: [], two: [] };
  const warmRounds = Math.ceil(WARM_POSES / matrices.length);
  try {
    for (let round = -warmRounds; round < ROUNDS; round++)
      for (const [name, options] of round % 2 ? TURNS : TURNS.toReversed()) {
        const [, milliseconds] = await timed(() => run(options));
        if (round >= 0) taken[name].push(milliseconds / matrices.length);
      }
    return { workers: WORKERS, one: median(taken.one), two: median(taken.two) };
  } catch (error) {
    if (error.name !== 'OptionError') throw error;
    return { workers: WORKERS, refused: error.message };
  } finally {
    detector.dispose();
  }
}

const TURNS = [
  ['one', {}],
  ['two', { workers: WORKERS }],
];
