// The hybrid as in lib, as published, and with each published part alone, on boxes of size ratios 1 : 1 to 1 : 1,000 →
// times as ratios to lib's form, tests counted, and times of threads with turns dealt out and from a queue.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { scriptOptions } from '../../harness/script-options.mjs';
import { count, milliseconds, row } from '../cells.mjs';
import { importSource } from '../import-source.mjs';
import { machine } from '../machine.mjs';
import { median, sink, timed } from '../timing.mjs';
import { countedParts } from './hybrid/counting.mjs';
import { FOLDER, SPREADS, sizedBoxes, sweptFrames } from './sets.mjs';

const { values } = scriptOptions(
  [
    'npm run bench -- hybrid [--boxes 10000,100000,1000000] [--ratios 1,10,100,1000] [--scenes] [--rounds 9]',
    '[--tables times,tests,threads] [--parts]',
  ].join(' '),
  {
    boxes: { type: 'string', default: '10000,100000,1000000' },
    ratios: { type: 'string', default: '1,10,100,1000' },
    scenes: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '9' },
    tables: { type: 'string', default: 'times,tests,threads' },
    parts: { type: 'boolean', default: false },
  },
);
const SIZES = values.boxes.split(',').map(Number);
const ROUNDS = Number(values.rounds);
const TABLES = values.tables.split(',');
const THREADS = 2;
const RATIOS = values.ratios.split(',').map(Number);
const SCENES = values.scenes ? ['cloth-funnel', 'armadillo-rollers'] : [];

const bundle = 'hybrid-parts.mjs';
const { checkBoxes, LIB, PUBLISHED, pairsOfShares, partPairs, shareArrays } = await importSource(
  'spec/bench/boxes/hybrid/bench-parts.ts',
  bundle,
);
const counted = await countedParts();

/** With --parts, each published part alone too; the sweep alone goes along the principal axis, then the other one. */
const FORMS = {
  lib: LIB,
  published: PUBLISHED,
  ...(values.parts && {
    'sizes by factors of 4': { ...LIB, sizes: 'factor 4' },
    'two sizes': { ...LIB, sizes: 'two' },
    'interleaved codes': { ...LIB, axis: 'principal', order: 'interleaved' },
    'columns codes': { ...LIB, axis: 'principal', order: 'columns' },
    'swept leaves': { ...LIB, axis: 'principal', leaf: 'swept' },
    'swept along the spread': { ...LIB, leaf: 'swept' },
    'published but its codes': { ...PUBLISHED, order: 'hilbert' },
  }),
};

/** As `timed`, but milliseconds of CPU: what else the machine does counts less. */
async function timedByCpu(run) {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
}

/** ms of answers, of each runner, until it is taken to be compiled. */
const WARM = 600;
/** ms: before an answer longer than this, garbage of the others is collected. */
const LONG = 200;

/**
 * Runs all in turn, after a warm-up. @param clock as `timed`.
 * @returns of the first runner the median in ms, of each the median of its ratios to the first, round by round.
 */
async function race(runners, clock) {
  const names = Object.keys(runners);
  const taken = Object.fromEntries(names.map((name) => [name, []]));
  let expected = null;
  const run = async (name, isLong) => {
    if (isLong) globalThis.gc();
    const [pairs, ms] = await clock(runners[name]);
    expected ??= pairs.length;
    if (pairs.length !== expected) throw new Error(`${name} finds ${pairs.length} numbers, another ${expected}.`);
    sink.sum += pairs.length;
    return ms;
  };
  let last = 0;
  for (const name of names) for (let spent = 0; spent < WARM; spent += last) last = await run(name, false);
  for (let round = 0; round < ROUNDS; round++)
    for (const name of round % 2 ? names : names.toReversed()) taken[name].push(await run(name, last > LONG));
  const [first] = names;
  const ratios = names.map((name) => median(taken[name].map((ms, n) => ms / taken[first][n])));
  return { pairs: expected / 2, ms: median(taken[first]), ratios };
}

class Team {
  constructor(size) {
    const workerData = pathToFileURL(join('out', bundle)).href;
    this.threads = Array.from(
      { length: size },
      () => new Worker(new URL('./hybrid/thread.mjs', import.meta.url), { workerData }),
    );
  }

  askAll(work) {
    const { threads } = this;
    return Promise.all(
      threads.map(
        (thread, index) =>
          new Promise((resolve, reject) => {
            thread.removeAllListeners();
            thread.once('message', resolve).once('error', reject);
            thread.postMessage({ work, share: { index, of: threads.length } });
          }),
      ),
    );
  }

  async end() {
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }
}

function* sets() {
  for (const boxes of SIZES)
    for (const spread of Object.keys(SPREADS))
      for (const ratio of RATIOS)
        if (ratio > 1 || spread === Object.keys(SPREADS)[0])
          yield { name: [count(boxes), spread, `1 : ${count(ratio)}`], given: sizedBoxes(boxes, spread, ratio) };
  for (const scene of SCENES) {
    const given = sweptFrames(scene);
    if (given === null) console.error(`ccd/frames of ${scene} is not in ${FOLDER}; set KERF_DATA.`);
    else yield { name: [count(given.length / 6), scene, ''], given };
  }
}

const { cpu, cores, memoryGiB, system, node } = machine([]);
console.log(
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}. From boxes to sorted pairs; medians of`,
);
console.log(`${ROUNDS} interleaved rounds; the first form in ms, others as ratios to it round by round.`);
if (TABLES.includes('times')) await times();
if (TABLES.includes('tests')) tests();
if (TABLES.includes('threads')) await threads();
console.error(`sum of all answers ${sink.sum.toPrecision(6)}`);

async function times() {
  console.log('\nOne thread, CPU time.\n');
  const [first, ...others] = Object.keys(FORMS);
  head(['boxes', 'sizes', 'ratio', 'pairs', `${first}, ms`, ...others]);
  for (const { name, given } of sets()) {
    const boxes = checkBoxes(given);
    const own = await race(
      Object.fromEntries(Object.entries(FORMS).map(([form, parts]) => [form, () => partPairs(boxes, parts)])),
      timedByCpu,
    );
    console.log(row([...name, count(own.pairs), milliseconds(own.ms), ...own.ratios.slice(1).map(ratio)]));
  }
}

function tests() {
  console.log('\nTests per body: of nodes and leaves / of bodies against leaves / of bodies against bodies.\n');
  head(['boxes', 'sizes', 'ratio', ...Object.keys(FORMS)]);
  for (const { name, given } of sets()) {
    const perBody = (parts) =>
      Object.values(counted(checkBoxes(given), parts))
        .map((made) => ((6 * made) / given.length).toPrecision(2))
        .join(' / ');
    console.log(row([...name, ...Object.values(FORMS).map(perBody)]));
  }
}

async function threads() {
  console.log(`\n${THREADS} threads, turns dealt out or from a queue, elapsed time.\n`);
  const runs = {
    'lib, queue': [LIB, 'queue'],
    'lib, dealt': [LIB, 'dealt'],
    'published, queue': [PUBLISHED, 'queue'],
    'published, dealt': [PUBLISHED, 'dealt'],
    'sizes by factors of 4, dealt': [{ ...LIB, sizes: 'factor 4' }, 'dealt'],
  };
  const [first, ...others] = Object.keys(runs);
  head(['boxes', 'sizes', 'ratio', `${first}, ms`, ...others]);
  const team = new Team(THREADS);
  for (const { name, given } of sets()) {
    const boxes = shareArrays(checkBoxes(given));
    const own = await race(
      Object.fromEntries(
        Object.entries(runs).map(([run, [parts, turns]]) => [
          run,
          () => pairsOfShares(boxes, parts, turns, (work) => team.askAll(work)),
        ]),
      ),
      timed,
    );
    console.log(row([...name, milliseconds(own.ms), ...own.ratios.slice(1).map(ratio)]));
  }
  await team.end();
}

function head(titles) {
  console.log(row(titles));
  console.log(row(titles.map((title) => (title === 'sizes' ? ':--' : '--:'))));
}

function ratio(own) {
  return `${own.toFixed(2)} ×`;
}
