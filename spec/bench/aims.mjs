// Results of all sizes → each aim with what was measured, and whether it is reached.

import { count, times } from './cells.mjs';
import { KINDS } from './poses.mjs';

const PAIRS_RATIO = 3;
const PAIRS_FROM_FACES = 150_000;
const DISTANCE_RATIO = 10;
const BYTES_A_FACE = 100;
const BUILD_RATIO = 1;

/** @returns {{ aim: string, measured: string, reached: boolean }[]} ratios are medians over medians, all kinds of pose together. */
export function aims(sizes) {
  const large = sizes.filter(({ faces }) => faces > PAIRS_FROM_FACES);
  return [
    ...large.map((size) => speedAim('all intersecting face pairs', size, size.pairs, PAIRS_RATIO)),
    ...sizes.map((size) => speedAim('minimum distance', size, size.distance, DISTANCE_RATIO)),
    ...sizes.map(({ faces, build }) => {
      const measured = build['three-mesh-bvh'].median / build.kerf.median;
      return verdict(`index built no slower than three-mesh-bvh's, ${count(faces)} faces`, measured, BUILD_RATIO);
    }),
    ...sizes.map(({ faces, bytes }) => ({
      aim: `at most ${BYTES_A_FACE} bytes a bone face, ${count(faces)} faces`,
      measured: `${bytes.kerf.toFixed(0)} bytes`,
      reached: bytes.kerf <= BYTES_A_FACE,
    })),
  ];
}

function speedAim(what, { faces }, results, least) {
  const ratio = (kind) => results['three-mesh-bvh'][kind].median / results.kerf[kind].median;
  const parts = KINDS.map((kind) => `${kind} ${times(ratio(kind))}`);
  const aim = `${what} ${least} × as fast as three-mesh-bvh, ${count(faces)} faces`;
  const { measured, reached } = verdict(aim, ratio('all'), least);
  return { aim, measured: `${measured} (${parts.join(', ')})`, reached };
}

function verdict(aim, ratio, least) {
  return { aim, measured: times(ratio), reached: ratio >= least };
}
