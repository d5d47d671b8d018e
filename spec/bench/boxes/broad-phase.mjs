// createBroadPhase beside box-intersect, method by method → aims, a table, and a log–log plot from 1,000 to 1,000,000
// boxes: out/bench-broad-phase.svg.

import { mkdirSync, writeFileSync } from 'node:fs';
import boxIntersect from 'box-intersect';
import { createBroadPhase } from '../../../dist/index.js';
import { scriptOptions } from '../../harness/script-options.mjs';
import { count, milliseconds, row, times } from '../cells.mjs';
import { machine } from '../machine.mjs';
import { median, sink, timed } from '../timing.mjs';
import { alike, disparate, FOLDER, moved, sweptFrames } from './sets.mjs';

scriptOptions('npm run bench -- broad-phase', {});
const METHODS = ['grid', 'octree', 'kd-tree', 'bsp', 'sweep', 'bvh', 'lbvh', 'hybrid'];
const ROUNDS = 5;
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** ms: a method slower than this at one size is not run at the next, ten times as large. */
const SLOW = 1_000;
const VERDICTS = { true: 'reached', false: 'not reached', null: 'not measured' };
const table = [];

/**
 * Runs all runners in turn, after one warm-up round. Garbage of the others is collected before each long answer; before
 * a short one, a collection would cost time that the compiler needs.
 * @returns median milliseconds by name.
 */
async function race(runners, rounds = ROUNDS) {
  const taken = Object.fromEntries(Object.keys(runners).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, run] of round % 2 ? Object.entries(runners) : Object.entries(runners).toReversed()) {
      if (rounds <= ROUNDS) globalThis.gc();
      const [sum, ms] = await timed(run);
      sink.sum += sum;
      if (round > 0) taken[name].push(ms);
    }
  return Object.fromEntries(Object.entries(taken).map(([name, own]) => [name, median(own)]));
}

/** From boxes to pairs, keeping nothing, as box-intersect does. */
const anew = (boxes, method) => async () => {
  const found = await createBroadPhase({ boxes, method });
  const pairs = found.pairsSync();
  found.dispose();
  return pairs.length / 2;
};

/** Pairs are collected in a list as kerf does; they are not sorted. */
function peer(boxes) {
  const rows = Array.from({ length: boxes.length / 6 }, (_, i) => Array.from(boxes.subarray(6 * i, 6 * i + 6)));
  return () => {
    let list = new Uint32Array(1 << 20);
    let length = 0;
    boxIntersect(rows, (i, j) => {
      if (length === list.length) {
        const wider = new Uint32Array(2 * length);
        wider.set(list);
        list = wider;
      }
      list[length++] = i;
      list[length++] = j;
    });
    return length / 2;
  };
}

const print = (aim, measured, reached) => table.push(row([aim, measured, VERDICTS[reached]]));

async function framesAim(scene) {
  const boxes = sweptFrames(scene);
  if (boxes === null) {
    print(`${scene}: ≥ 4 × box-intersect`, `ccd/frames is not in ${FOLDER}; set KERF_DATA`, null);
    return;
  }
  const two = await createBroadPhase({ boxes, method: 'hybrid', workers: 2 });
  const one = await createBroadPhase({ boxes, method: 'hybrid' });
  const own = await race({
    peer: peer(boxes),
    ...{ hybrid: anew(boxes, 'hybrid'), lbvh: anew(boxes, 'lbvh'), grid: anew(boxes, 'grid') },
    one: () => one.pairsSync().length / 2,
    two: async () => (await two.pairs()).length / 2,
  });
  const pairs = one.pairsSync().length / 2;
  two.dispose();
  const best = Math.min(own.hybrid, own.lbvh, own.grid);
  const each = ['hybrid', 'lbvh', 'grid', 'peer'].map((name) => `${name} ${milliseconds(own[name])} ms`).join(', ');
  const set = `${scene}, ${count(boxes.length / 6)} boxes, ${count(pairs)} pairs`;
  print(`${set}: ≥ 4 × box-intersect, one thread`, `${times(own.peer / best)} (${each})`, own.peer / best >= 4);
  print('the same, hybrid, two threads: ≥ 1.8 × one', times(own.one / own.two), own.one / own.two >= 1.8);
}

async function millionAim() {
  const boxes = disparate(1_000_000);
  const two = await createBroadPhase({ boxes, workers: 2 });
  const own = await race(
    {
      sweep: anew(boxes, 'sweep'),
      hybrid: anew(boxes, 'hybrid'),
      lbvh: anew(boxes, 'lbvh'),
      two: async () => (await two.pairs()).length / 2,
    },
    2,
  );
  const pairs = (await two.pairs()).length / 2;
  const { method } = two;
  two.dispose();
  const ratio = own.sweep / own.hybrid;
  const each = ['sweep', 'hybrid', 'lbvh'].map((name) => `${name} ${milliseconds(own[name])} ms`).join(', ');
  print(
    `1,000,000 boxes, sizes 1 : 1,000, ${count(pairs)} pairs: hybrid ≥ 3 × sweep`,
    `${times(ratio)} (${each})`,
    ratio >= 3,
  );
  print(`the same, two threads (auto: ${method}): ≤ 1,000 ms`, `${milliseconds(own.two)} ms`, own.two <= 1000);
}

async function refitAim(size) {
  const boxes = alike(size);
  const states = [moved(boxes), boxes];
  for (const method of ['bvh', 'lbvh']) {
    const held = await createBroadPhase({ boxes, method });
    sink.sum += held.pairsSync().length;
    let turn = 0;
    const own = await race({
      anew: anew(boxes, method),
      refit: () => {
        held.update(states[turn++ % 2]);
        return held.pairsSync().length;
      },
      kept: () => held.pairsSync().length,
    });
    const ratio = (own.anew - own.kept) / (own.refit - own.kept);
    const each = `${milliseconds(own.refit - own.kept)} ms against ${milliseconds(own.anew - own.kept)} ms, answer ${milliseconds(own.kept)} ms`;
    print(
      `${method}, ${count(size)} boxes, refit after a small motion: ≥ 5 × a new build`,
      `${times(ratio)} (${each})`,
      ratio >= 5,
    );
  }
}

/** A frame in which all boxes move by up to a tenth of a unit: update and answer, by methods for motion and others. */
async function motionRow(size) {
  const boxes = alike(size);
  const states = [moved(boxes), boxes];
  const methods = ['auto', 'lbvh', 'bvh', 'hybrid', 'sweep'];
  const held = Object.fromEntries(
    await Promise.all(methods.map(async (method) => [method, await createBroadPhase({ boxes, method })])),
  );
  let turn = 0;
  const frame = (method) => () => {
    held[method].update(states[turn++ % 2]);
    return held[method].pairsSync().length;
  };
  // Until auto has seen the boxes move and built its tree.
  for (let n = 0; n < 6; n++) sink.sum += frame('auto')();
  const own = await race(Object.fromEntries(methods.map((method) => [method, frame(method)])), 8);
  return row([count(size), held.auto.method, ...methods.map((method) => milliseconds(own[method]))]);
}

/** Short answers need many rounds until they are fully compiled. */
const roundsOf = (size) => Math.max(1, Math.min(30, Math.round(300_000 / size)));

/** Times of all methods by size; a method that takes too long is dropped. */
async function growth(make) {
  const points = [];
  const slow = new Set();
  for (const size of SIZES) {
    const boxes = make(size);
    const names = [...METHODS, 'box-intersect'].filter((name) => !slow.has(name));
    const runners = Object.fromEntries(
      names.map((name) => [name, name === 'box-intersect' ? peer(boxes) : anew(boxes, name)]),
    );
    const own = await race(runners, roundsOf(size));
    for (const [method, ms] of Object.entries(own)) {
      points.push({ method, boxes: size, ms });
      if (ms > SLOW) slow.add(method);
    }
    console.error(
      `${count(size)} boxes: ${Object.entries(own)
        .map(([name, ms]) => `${name} ${milliseconds(ms)}`)
        .join(', ')}`,
    );
  }
  return points;
}

const { cpu, cores, memoryGiB, system, node, packages } = machine(['box-intersect']);
for (const scene of ['cloth-funnel', 'armadillo-rollers']) await framesAim(scene);
await millionAim();
await refitAim(100_000);
const frames = [await motionRow(10_000), await motionRow(100_000)];
const panels = [
  { title: 'Cubes of like size, one partner each', points: await growth(alike) },
  { title: 'Sizes 1 : 1,000, most of them small', points: await growth(disparate) },
];
const described = `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; box-intersect ${packages['box-intersect']}`;
mkdirSync('out', { recursive: true });
const { boxPlot } = await import('./plot.mjs');
writeFileSync(
  'out/bench-broad-phase.svg',
  boxPlot(panels, `${described}. One thread, from boxes to sorted pairs; medians.`),
);
console.log(`${described}. From boxes to pairs, nothing kept; box-intersect's pairs are not sorted.\n`);
console.log(row(['aim', 'measured', '']));
console.log(row([':--', ':--', ':--']));
for (const line of table) console.log(line);
console.log(
  '\nCubes of like size that all move by up to a tenth of a unit: milliseconds of a frame, update and answer.\n',
);
console.log(row(['boxes', 'auto took', 'auto', 'lbvh', 'bvh', 'hybrid', 'sweep']));
console.log(row([':--', ':--', '--:', '--:', '--:', '--:', '--:']));
for (const line of frames) console.log(line);
for (const { title, points } of panels) {
  console.log(`\n${title}: milliseconds of an answer.\n`);
  console.log(row(['method', ...SIZES.map(count)]));
  console.log(row([':--', ...SIZES.map(() => '--:')]));
  for (const name of [...METHODS, 'box-intersect'])
    console.log(
      row([name, ...SIZES.map((size) => cell(points.find((own) => own.method === name && own.boxes === size)))]),
    );
}
console.error(`sum of all answers ${sink.sum.toPrecision(6)}; out/bench-broad-phase.svg written.`);

function cell(point) {
  return point === undefined ? 'not asked' : milliseconds(point.ms);
}
