// A path of poses → what detectMany takes for it with one thread and with two workers.

import { detectorOf } from './peers/kerf.mjs';
import { median, sink, timed } from './timing.mjs';

const ROUNDS = 4;
/** Poses, at least, before the clock starts: each thread compiles the reports' code for itself, while it runs. */
const WARM_POSES = 200;
const WORKERS = 2;

/**
 * In turn, after rounds for warming up.
 * @returns median milliseconds a pose of both, or `refused`: why the option is not taken.
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
