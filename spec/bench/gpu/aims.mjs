// Results of the GPU section → each aim with its measurement, and whether it is reached; aims for GPU time only if that
// was measured. Host times are the same on every adapter.

import { count, milliseconds, times } from '../cells.mjs';
import { median } from '../timing.mjs';

/** A quantity is flat if no larger bone has more than this multiple of the smallest one's. */
const FLAT = 1.25;
const AIM_BATCH = 256;
const AIM_RATIO = 20;
const AIM_QUERY = 1;
const MOST_ESCALATED = 0.02;
/** ms. */
const MOST_UNREAD = 0.2;
const MOST_READ = 1.5;
/** Each level takes a test, a prefix sum (two launches for thousands) and a scatter; a first step is for scanlines. */
const LAUNCHES_A_LEVEL = 4;

/** @returns {{ aim: string, measured: string, reached: boolean }[]} */
export function gpuAims({ sizes, isTimed, kinds }) {
  const queries = sizes.flatMap(({ work }) => work);
  const largest = sizes.at(-1);
  return [
    ...['submits', 'maps'].map((what) => {
      const most = Math.max(...queries.map((query) => query[what]));
      return { aim: `${what}: one a query`, measured: `${most} at most`, reached: most <= 1 };
    }),
    ...(sizes.length > 1
      ? [
          ['kernel launches', 'launches'],
          ['bytes up', 'bytesUp'],
          ['bytes down', 'bytesDown'],
        ].map(([label, what]) => flatAim(label, what, sizes))
      : []),
    escalatedAim(sizes),
    ...countAims(sizes),
    ...frontAims(sizes),
    ...hostAims(largest, kinds),
    ...(isTimed ? timeAims(largest) : []),
  ];
}

function flatAim(label, what, sizes) {
  const medians = sizes.map(({ work }) => median(work.map((query) => query[what])));
  const ratio = Math.max(...medians.slice(1)) / medians[0];
  const aim = `${label} a query at most ${FLAT} × as many up to ${count(sizes.at(-1).faces)} faces as at ${count(sizes[0].faces)}`;
  return { aim, measured: times(ratio), reached: ratio <= FLAT };
}

function escalatedAim(sizes) {
  const share = Math.max(...sizes.map(({ escalatedPairs, candidatePairs }) => escalatedPairs / candidatePairs));
  return {
    aim: `less than ${100 * MOST_ESCALATED} % of the candidate pairs escalated`,
    measured: `${(100 * share).toPrecision(2)} % at most`,
    reached: share < MOST_ESCALATED,
  };
}

/** A query's limits, at every size. */
const MOST_LAUNCHES = 14;
const MOST_TESTS = [
  ['node boxes', 'nodeBoxes', 5_000],
  ['face boxes', 'faceBoxes', 30_000],
  ['bounds', 'bounds', 200_000],
  ['point–triangle distances', 'pointTriangle', 12_000],
  ['spans', 'spans', 100_000],
  ['bytes read', 'bytes', 12_000_000],
  ['longest lane', 'longest', 128],
];

function countAims(sizes) {
  const queries = sizes.flatMap(({ work }) => work);
  const launches = Math.max(...queries.map((query) => query.launches));
  const indirect = Math.max(...queries.map((query) => query.indirect));
  return [
    {
      aim: `kernel launches: ≤ ${MOST_LAUNCHES} a query`,
      measured: `${launches} at most`,
      reached: launches <= MOST_LAUNCHES,
    },
    { aim: 'indirect launches: none', measured: `${indirect} at most`, reached: indirect === 0 },
    ...MOST_TESTS.map(([label, what, limit]) => {
      const most = Math.max(...sizes.map(({ tests }) => tests[what]));
      return {
        aim: `${label}: ≤ ${count(limit)} a query that cuts`,
        measured: `${count(most)} at most`,
        reached: most <= limit,
      };
    }),
    ...(sizes.length > 1 ? MOST_TESTS.map(([label, what]) => flatTestsAim(label, what, sizes)) : []),
  ];
}

function flatTestsAim(label, what, sizes) {
  const counts = sizes.map(({ tests }) => tests[what]);
  const most = Math.max(...counts.slice(1));
  // None at all are no more than none.
  const ratio = most === counts[0] ? 1 : most / counts[0];
  const aim = `${label}: at most ${FLAT} × as many up to ${count(sizes.at(-1).faces)} faces as at ${count(sizes[0].faces)}`;
  return { aim, measured: times(ratio), reached: ratio <= FLAT };
}

/** A front: one submit and one map, and launches that grow with the tree's levels, by the same number for each. */
function frontAims(sizes) {
  const most = (what) => Math.max(...sizes.flatMap(({ front }) => front.work.map((query) => query[what])));
  const beyond = sizes.map(({ work, front }) => [
    front.levels,
    median(front.work.map((query) => query.launches)) - median(work.map((query) => query.launches)),
  ]);
  return [
    ...['submits', 'maps'].map((what) => ({
      aim: `front, ${what}: one a query`,
      measured: `${most(what)} at most`,
      reached: most(what) <= 1,
    })),
    {
      aim: `front, kernel launches grow with the tree's levels only: ${LAUNCHES_A_LEVEL} a level`,
      measured: beyond.map(([other, more]) => `${more} beyond scanlines at ${other} levels`).join(', '),
      reached: beyond.every(([levels, more]) => more === LAUNCHES_A_LEVEL * levels),
    },
  ];
}

/** The median host time for a cutting pose. */
export function hostMedian(host, kinds, what) {
  return median(host.filter((own, pose) => own !== null && kinds[pose] === 'cut').map((own) => own[what]));
}

function hostAims({ faces, host }, kinds) {
  const unread = hostMedian(host, kinds, 'host');
  const all = unread + hostMedian(host, kinds, 'read');
  return [
    ['before a column is read', unread, MOST_UNREAD],
    ['with all columns but the patches’', all, MOST_READ],
  ].map(([what, taken, most]) => ({
    aim: `host, without penetration, ${what}: ≤ ${milliseconds(most)} ms a cutting pose, ${count(faces)} faces`,
    measured: `${milliseconds(taken)} ms`,
    reached: taken <= most,
  }));
}

function timeAims({ faces, batches, times: taken }) {
  const { webgpu, cpu } = batches.find(({ size }) => size === AIM_BATCH);
  const ratio = webgpu.poses / cpu.poses;
  return [
    {
      aim: `${AIM_RATIO} × the CPU backend's poses a second in batches of ${AIM_BATCH}, ${count(faces)} faces`,
      measured: times(ratio),
      reached: ratio >= AIM_RATIO,
    },
    {
      aim: `a query below ${AIM_QUERY} ms of GPU time, ${count(faces)} faces`,
      measured: `${milliseconds(taken.gpu.median)} ms (99th percentile ${milliseconds(taken.gpu.p99)} ms)`,
      reached: taken.gpu.p99 < AIM_QUERY,
    },
  ];
}
