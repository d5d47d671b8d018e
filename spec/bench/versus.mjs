// Two builds of kerf on the same bones, tool and poses, each in a process of its own, in turn → how fast one is beside
// the other.
//
// One process holding both builds favours the one that it compiles first, by up to 2 × (a build compared with itself).
// A process also has luck of its own: where its code and meshes lie in memory. So several pairs of processes are run,
// and a row is the median of its pairs' ratios, printed with the least and the greatest of them.

import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { scriptOptions } from '../harness/script-options.mjs';
import { row } from './cells.mjs';
import { median } from './timing.mjs';

const SEED = 20_260;
const BUILDS = 61;
/** A query is repeated for about this long in each process, in rounds over all poses, but at least so many times. */
const MILLISECONDS = 1000;
const LEAST_ROUNDS = 7;
const MOST_ROUNDS = 61;

const { values, refuse } = scriptOptions(
  'npm run bench -- versus --before <dist folder of another build> [--sizes 10k,50k,200k] [--poses 60] [--pairs 5]',
  {
    before: { type: 'string', default: '' },
    sizes: { type: 'string', default: '10k,50k,200k' },
    poses: { type: 'string', default: '60' },
    pairs: { type: 'string', default: '5' },
  },
);
const [poses, pairs] = [Number(values.poses), Number(values.pairs)];
const faceCounts = values.sizes.split(',').map((size) => 1_000 * Number(size.replace(/k$/, '')));
if (values.before === '' || !(poses >= 1) || !(pairs >= 1) || !faceCounts.every((faces) => faces >= 5_000))
  refuse('There is no build to compare this one with, or there are no such poses, pairs or sizes, from 5k on.');
if (!existsSync(join(values.before, 'index.js')))
  refuse(`${values.before} holds no index.js, expected a build's dist.`);
const folders = [values.before, 'dist'];

console.log(
  `Before: ${values.before}; after: dist. ${poses} poses, seed ${SEED}; ${pairs} pairs of processes, in turn.`,
);
console.log(
  'Ratio: before / after, the median over poses of the ratio of a pose’s medians; builds: the ratio of medians;',
);
console.log(
  'then the median over pairs of processes, and their least and greatest. Above 1, the new build is faster.\n',
);
console.log(row(['faces', 'query', 'poses', 'before, ms', 'after, ms', 'ratio', 'least–greatest']));
console.log(row(['---', '---', '---', '---:', '---:', '---:', '---:']));
for (const faces of faceCounts) {
  const measured = [];
  for (let pair = 0; pair < pairs; pair++) measured.push(await measurePair(faces, pair % 2));
  measured[0].forEach((_, i) => {
    print(
      faces,
      measured.map((rows) => rows[i]),
    );
  });
}

/** @param first which build's process starts first. @returns the rows of one pair of processes. */
async function measurePair(faces, first) {
  const order = first === 0 ? [0, 1] : [1, 0];
  const processes = [];
  const hello = [];
  for (const which of order) {
    processes[which] = fork(join(import.meta.dirname, 'versus-build.mjs'), [folders[which], SEED, poses, faces], {
      execArgv: ['--expose-gc'],
    });
    hello[which] = await answerOf(processes[which]);
  }
  const ask = async (which, name, argument) => {
    const answer = answerOf(processes[which]);
    processes[which].send([name, argument]);
    return answer;
  };
  /** Asks both `rounds` times, the other one first each time. @returns answers by build, then round. */
  const inTurn = async (rounds, name, argument) => {
    const answers = [[], []];
    for (let round = 0; round < rounds; round++)
      for (const which of round % 2 === 0 ? order : [...order].reverse())
        answers[which].push(await ask(which, name, argument));
    return answers;
  };
  const [{ queries, kinds }] = hello;
  const found = [];
  await inTurn(1, 'warmBuilds');
  const built = (await inTurn(BUILDS, 'build')).map(median);
  found.push({ query: 'createDetector', kind: 'first', times: built, ratio: built[0] / built[1] });
  for (const query of queries) {
    const [[expected], [got]] = await inTurn(1, 'warmQuery', query);
    const differ = expected.filter((answer, i) => answer !== got[i]).length;
    if (differ > 0) console.log(`${query}: the two builds differ at ${differ} of ${expected.length} poses.`);
    const [[once]] = await inTurn(1, 'query', query);
    const taken = once.reduce((sum, time) => sum + time, 0);
    const rounds = Math.min(MOST_ROUNDS, Math.max(LEAST_ROUNDS, Math.ceil(MILLISECONDS / taken)));
    const [before, after] = (await inTurn(rounds, 'query', query)).map((own) =>
      kinds.map((_, pose) => median(own.map((times) => times[pose]))),
    );
    for (const kind of new Set(kinds)) {
      const chosen = kinds.flatMap((own, i) => (own === kind ? [i] : []));
      const times = [before, after].map((own) => median(chosen.map((i) => own[i])));
      found.push({ query, kind, times, ratio: median(chosen.map((i) => before[i] / after[i])) });
    }
  }
  for (const one of processes) one.disconnect();
  return found;
}

/** @returns the next message of a process; rejects if it ends first. */
function answerOf(child) {
  return new Promise((resolve, reject) => {
    const ended = (code) => reject(new Error(`A build's process ended with exit code ${code}; its message is above.`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer);
    });
  });
}

/** @param rows one row of the table, as each pair of processes measured it. */
function print(faces, rows) {
  const [{ query, kind }] = rows;
  const times = [0, 1].map((which) => median(rows.map((own) => own.times[which])).toPrecision(3));
  const ratios = rows.map(({ ratio }) => ratio);
  const [ratio, least, greatest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((x) => x.toFixed(3));
  console.log(row([faces.toLocaleString('en'), query, kind, ...times, ratio, `${least}–${greatest}`]));
}
