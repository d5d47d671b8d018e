// A scripted cut of the saw into the skull phantom, in Node and in Chromium → the table on stdout,
// out/bench-haptics.json. With --cutting the saw removes the bone that it cuts: out/bench-haptics-cutting.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cuttingPath } from '../../dist/datasets.js';
import { createCuttableBone, envelope, startHapticLoop } from '../../dist/index.js';
import { openChromium } from '../harness/chromium.mjs';
import { scriptOptions } from '../harness/script-options.mjs';
import { watchCutting, watchHaptics } from '../harness/watch-haptics.mjs';
import { count, milliseconds, row } from './cells.mjs';
import { machine } from './machine.mjs';
import { bone, saw } from './meshes.mjs';
import { tickGarbage } from './tick-garbage-run.mjs';

const MOST = { median: 0.2, p99: 0.5, lateness: 0.2, shown: 30 };
const POSES = 1200;

const { values, refuse } = scriptOptions(
  'npm run bench -- haptics [--cutting] [--seconds 60] [--faces 200000] [--in node,chromium], from 2 s and 5,000 faces on.',
  {
    seconds: { type: 'string', default: '60' },
    faces: { type: 'string', default: '200000' },
    in: { type: 'string', default: 'node,chromium' },
    cutting: { type: 'boolean', default: false },
  },
);
const seconds = Number(values.seconds);
const places = values.in.split(',');
if (
  !(seconds >= 2) ||
  !(Number(values.faces) >= 5000) ||
  !places.every((place) => ['node', 'chromium'].includes(place))
)
  refuse('So few seconds or faces show nothing, or there is no such place.');
/** The form in which the page's server passes meshes on. */
const inDoubles = (mesh) => ({ ...mesh, positions: Float64Array.from(mesh.positions) });
const phantom = inDoubles(bone(Number(values.faces)));
const options = {
  bone: phantom,
  tool: inDoubles(saw()),
  script: { poses: cuttingPath({ poses: POSES }), interval: (1000 * seconds) / (POSES - 1) },
};
/** mm: the cutter's grid; motion and reach are those that the README of lib/surgery/haptics gives with it. */
const CELL = 0.5;
/** Stiff enough that a hand 5 mm deep presses with more than the teeth's ploughing force. */
const cutOptions = {
  ...options,
  cell: CELL,
  cutting: { axis: [1, 0, 0], stroke: 3 },
  stiffness: 3,
  motion: 0.5,
  reach: 2,
};
const isCutting = values.cutting;
const runs = {};
for (const place of places) {
  console.error(`${seconds} s in ${place} …`);
  runs[place] = place === 'node' ? await inNode() : await inChromium();
}
const garbage = await tickGarbage(false, isCutting ? 'saw' : null);
mkdirSync('out', { recursive: true });
const described = { machine: machine([]), seconds, faces: phantom.faces.length / 3, runs, garbage };
writeFileSync(`out/bench-haptics${isCutting ? '-cutting' : ''}.json`, `${JSON.stringify(described, null, 2)}\n`);
console.log(table(described));

async function inNode() {
  if (isCutting) return watchCutting({ createCuttableBone, envelope, startHapticLoop }, cutOptions, seconds);
  return watchHaptics(await startHapticLoop(options), seconds);
}

async function inChromium() {
  const chromium = await openChromium();
  try {
    const page = await chromium.page({ isolated: true });
    return isCutting ? await page.hapticCut(cutOptions, seconds) : await page.haptics(options, seconds);
  } finally {
    await chromium.close();
  }
}

function table({ machine: { cpu, cores, node }, faces }) {
  const of = (show) => places.map((place) => show(runs[place]));
  const times = ({ median, p99, p999, greatest }) => [median, p99, p999, greatest].map(milliseconds).join('; ');
  const reached = (isReached) => of((run) => (isReached(run) ? 'reached' : 'not reached')).join(', ');
  const rate = ({ build }) => (build.count / seconds).toFixed(0);
  return [
    isCutting ? '### Haptic loop that cuts' : '### Haptic loop',
    '',
    `${cpu}, ${cores} cores, Node ${node}; saw-blade of ${count(options.tool.faces.length / 3)} faces, skull-phantom of ${count(faces)}; a cut of ${seconds} s: 5 mm deep, slid 20 mm${isCutting ? `, on a grid of ${CELL} mm` : ''}. Milliseconds: median; 99 %; 99.9 %; greatest.`,
    '',
    row(['', ...places, 'aim', '']),
    row([':--', ...places.map(() => '--:'), ':--', ':--']),
    row([
      'tick',
      ...of(({ tick }) => times(tick)),
      `≤ ${MOST.median} at the median, ≤ ${MOST.p99} at 99 %`,
      reached(({ tick }) => tick.median <= MOST.median && tick.p99 <= MOST.p99),
    ]),
    row([
      'lateness of a tick',
      ...of(({ lateness }) => times(lateness)),
      `≤ ${MOST.lateness} at 99 %`,
      reached(({ lateness }) => lateness.p99 <= MOST.lateness),
    ]),
    row(['ticks a second', ...of(({ tick }) => (tick.count / seconds).toFixed(0)), '1000', '']),
    row(['age of the model in use', ...of(({ modelAge }) => times(modelAge)), '', '']),
    row(['making a model', ...of(({ build }) => times(build)), '', '']),
    row(['models a second', ...of(rate), '', '']),
    ...(isCutting ? cuttingRows(of, times, reached) : []),
    row([
      'largest step of the force, N; of the torque, N·mm',
      ...of((run) => `${run.largestForceStep.toFixed(3)}; ${run.largestTorqueStep.toFixed(2)}`),
      '0.2; 10: the limiter’s',
      reached((run) => run.largestForceStep <= 0.2 * (1 + 1e-12) && run.largestTorqueStep <= 10 * (1 + 1e-12)),
    ]),
    row(['largest force, N', ...of(({ mostForce }) => mostForce.toFixed(2)), '', '']),
    row([
      'states seen',
      ...of(({ states }) =>
        Object.entries(states)
          .map(([state, n]) => `${state} ${n}`)
          .join(', '),
      ),
      '',
      '',
    ]),
    row([
      'bytes that a tick leaves',
      `${(garbage.bytes / garbage.ticks).toFixed(2)} (${garbage.bytes} in ${count(garbage.ticks)} ticks, ${count(garbage.touching)} of them in contact)`,
      ...places.slice(1).map(() => 'not measured'),
      '0',
      garbage.bytes === 0 ? 'reached' : 'not reached',
    ]),
  ].join('\n');
}

function cuttingRows(of, times, reached) {
  return [
    row(['a cut by the cutter', ...of(({ cutting }) => times(cutting.cut)), '', '']),
    row([
      'from its begin until the model shows it',
      ...of(({ cutting }) => times(cutting.shown)),
      `≤ ${MOST.shown} at the median`,
      reached(({ cutting }) => cutting.shown.count > 0 && cutting.shown.median <= MOST.shown),
    ]),
    row([
      'cuts; bone removed, mm³',
      ...of(({ cutting: { edits, removed } }) => `${edits}; ${removed.toFixed(1)}`),
      '',
      '',
    ]),
  ];
}
