// Results of all sizes → each aim with its measurement, and whether it is reached.

import { count, milliseconds, times } from './cells.mjs';
import { powerExponent } from './fit.mjs';
import { largeCounts } from './large.mjs';

const PEER = 'three-mesh-bvh';
/** For bones of up to so many faces, and for larger ones. */
const PAIRS_RATIO = { most: 200_000, upTo: 12, beyond: 10 };
const TAIL = 4;
const STATE_RATIO = 2;
const COLD_STATE_RATIO = 1;
const DISTANCE_RATIO = 100;
const BUILD_RATIO = 2.5;
const MOST_REPORT = { 0.5: 5, 1: 2.5 };
const BYTES_A_FACE = 57;
const EXPONENT = 0.15;
const WORKERS_RATIO = 1.8;
const MOST_EDIT = 0.5;
const BEHIND_EDIT = 1.3;
/**
 * Decimals to which bytes per query must round to 0: a query that allocates leaves 8 bytes or more; V8 itself leaves an
 * object or two over all queries.
 */
const GARBAGE_DIGITS = 2;

/**
 * Ratios are medians over medians. Without a large bone, the aims are given for the largest there is.
 * @returns {{ aim: string, measured: string, reached: boolean | null }[]} null: could not be measured.
 */
export function aims({ sizes }) {
  const counts = largeCounts(sizes.map(({ faces }) => faces));
  const large = sizes.filter(({ faces }) => counts.includes(faces));
  const [first] = large;
  const last = large.at(-1);
  const each = (aimOf) => large.map((size) => ({ ...aimOf(size), faces: size.faces }));
  const list = [
    ...each((size) => {
      const whole = times(ratioOf(size.pairs.times, 'all'));
      return atLeast(
        'all intersecting pairs, cutting poses',
        ratioOf(size.pairs.times, 'cut'),
        size.faces <= PAIRS_RATIO.most ? PAIRS_RATIO.upTo : PAIRS_RATIO.beyond,
        `all poses ${whole}`,
      );
    }),
    ...each(tailAim),
    ...['separated', 'deep'].flatMap((state) =>
      each((size) => {
        const ratio = ratioOf(size.intersects.times, state === 'deep' ? 'cut' : state);
        return atLeast(`boolean state only, ${state}`, ratio, STATE_RATIO);
      }),
    ),
    ...each(({ cold }) =>
      atLeast('boolean state only, clear, each pose cold', coldRatio(cold.intersects), COLD_STATE_RATIO),
    ),
    ...each((size) =>
      atLeast('smallest distance, 1–20 mm clear', ratioOf(size.distance.times, 'clear'), DISTANCE_RATIO),
    ),
    ...each(({ cold }) => atLeast('the same, each pose cold', coldRatio(cold.distance), DISTANCE_RATIO)),
    ...first.report.map(({ h, times: { cut } }) => ({
      ...atMost(`full report, patches read, δ 0.2, h ${h}, both sides, 5 mm deep`, cut.median, MOST_REPORT[h], ms),
      faces: first.faces,
    })),
    ...each(({ build }) => atLeast('build and first pairs', build[PEER].median / build.kerf.median, BUILD_RATIO)),
    { ...memoryAim(last), faces: last.faces },
    ...growthAims(sizes),
    { ...workersAim(first.many), faces: first.faces },
    { ...editAim(last.edit), faces: last.faces },
    ...large.flatMap((size) => size.report.map((report) => ({ ...behindEditAim(report), faces: size.faces }))),
    { ...garbageAim(first.garbage), faces: first.faces },
  ];
  return list.map(({ aim, faces, ...verdict }) => ({ aim: faces ? `${aim}, ${count(faces)} faces` : aim, ...verdict }));
}

/** The peer's time divided by kerf's, over poses of that kind. */
function ratioOf(results, kind) {
  return results[PEER][kind].median / results.kerf[kind].median;
}

function coldRatio(results) {
  return results[PEER].median / results.kerf.median;
}

function atLeast(what, ratio, least, besides) {
  const measured = besides ? `${times(ratio)} (${besides})` : times(ratio);
  return { aim: `${what}: ≥ ${least} × ${PEER}`, measured, reached: ratio >= least };
}

function atMost(what, value, most, show) {
  return { aim: `${what}: ≤ ${show(most)}`, measured: show(value), reached: value <= most };
}

const ms = (value) => `${milliseconds(value)} ms`;

function tailAim({ pairs }) {
  const { p99, posesP99, median } = pairs.times.kerf.cut;
  const own = `${times(posesP99 / median)} over the poses' own medians`;
  const { aim, reached } = atMost('99th percentile of the same', p99 / median, TAIL, times);
  return { aim: `${aim} its median`, measured: `${times(p99 / median)} (${own})`, reached };
}

function memoryAim({ bytes, copyBytes }) {
  const show = (value) => `${value.toFixed(0)} bytes`;
  const { aim, measured, reached } = atMost('memory beyond the mesh, a bone face', bytes.kerf, BYTES_A_FACE, show);
  return { aim, measured: `${measured} (${show(copyBytes)} of them kerf's own copy of the mesh)`, reached };
}

function growthAims(sizes) {
  if (sizes.length < 2) return [];
  const range = `${count(sizes[0].faces)} → ${count(sizes.at(-1).faces)} faces`;
  const growth = (what, medianOf) => {
    const exponent = powerExponent(
      sizes.map(({ faces }) => faces),
      sizes.map(medianOf),
    );
    const show = (value) => value.toFixed(2);
    return atMost(`growth of ${what} with the bone, ${range}, exponent`, exponent, EXPONENT, show);
  };
  return [
    growth('all intersecting pairs, cutting poses,', ({ pairs }) => pairs.times.kerf.cut.median),
    ...sizes[0].report.map(({ h }, i) =>
      growth(`a full report, h ${h}, cutting poses,`, ({ report }) => report[i].times.cut.median),
    ),
  ];
}

function workersAim({ workers, one, two, refused }) {
  const aim = `detectMany, ${workers} workers: ≥ ${WORKERS_RATIO} × one`;
  if (refused) return { aim, measured: `the option is refused (${refused})`, reached: null };
  return { aim, measured: times(one / two), reached: one / two >= WORKERS_RATIO };
}

function editAim({ faces, edit, before, after }) {
  const { aim, measured, reached } = atMost(`editBone, ${faces} faces`, edit.median, MOST_EDIT, ms);
  return { aim, measured: `${measured} (pairs before it ${ms(before.median)}, after it ${ms(after.median)})`, reached };
}

function behindEditAim({ h, edited: { before, behind } }) {
  const what = `full report, h ${h}, first behind an edit where the tool is, over the one before`;
  return atMost(what, behind.median / before.median, BEHIND_EDIT, times);
}

function garbageAim({ queries, bytes, collections }) {
  const aim = "garbage, steady-state pairs into a caller's buffer: 0 bytes a query";
  if (collections > 0)
    return { aim, measured: `${collections} collections within ${count(queries)} queries`, reached: false };
  const share = (bytes / queries).toFixed(GARBAGE_DIGITS);
  const measured = `${share} bytes a query (${count(bytes)} in ${count(queries)} queries, no collection)`;
  return { aim, measured, reached: Number(share) === 0 };
}
