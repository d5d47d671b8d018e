// Results → Markdown: machine, poses, the table, differences, aims.

import { aims } from './aims.mjs';
import { count, milliseconds, row, spread, times } from './cells.mjs';
import { DISTANCE_TOLERANCE, PEERS } from './measure.mjs';
import { kerf } from './peers/kerf.mjs';
import { KINDS } from './poses.mjs';

/** @param results what bench.mjs writes to out/bench.json. */
export function markdown({ machine, seed, kinds, sawFaces, sizes }) {
  const packages = Object.entries(machine.packages).map(([name, version]) => `${name} ${version}`);
  const poses = KINDS.map((kind) => `${kinds.filter((own) => own === kind).length} ${kind}`).join(', ');
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB; ${machine.system}; Node ${machine.node}; ${packages.join(', ')}.`,
    '',
    `Saw of ${count(sawFaces)} faces on the skull phantom; ${kinds.length} poses of a cutting path, seed ${seed}: ${poses}. ` +
      "Milliseconds, median (10th–90th percentile; 99th), every competitor on the same poses in turn; behind a median its multiple of kerf's.",
    '',
    row(['query', 'bone faces', ...PEERS.map(({ name }) => name)]),
    row([':--', ...Array(PEERS.length + 1).fill('--:')]),
    ...sizes.map((size) => countsRow(size)),
    ...sizes.map((size) => queryRow('all intersecting face pairs', 'pairs', size)),
    ...sizes.map((size) => queryRow('minimum distance', 'distance', size)),
    ...sizes[0].report.flatMap((_, i) => sizes.map((size) => reportRow(size.faces, size.report[i]))),
    ...sizes.map((size) => buildRow(size)),
    ...sizes.map((size) => memoryRow(size)),
    '',
    ...cannotLines(),
    ...answerLines(sizes, kinds.length),
    '',
    row(['medians by kind of pose', 'bone faces', ...KINDS]),
    row([':--', ...Array(KINDS.length + 1).fill('--:')]),
    ...[
      ['all intersecting face pairs', 'pairs'],
      ['minimum distance', 'distance'],
    ].flatMap(([label, query]) => sizes.map((size) => kindRow(label, query, size))),
    '',
    ...aims(sizes).map(({ aim, measured, reached }) => `- ${aim}: ${measured}: ${reached ? 'reached' : 'not reached'}`),
  ].join('\n');
}

function countsRow({ faces, pairs }) {
  const cells = PEERS.map(({ name }) => {
    const { total, differ, worst } = pairs[name];
    return differ === 0 ? count(total) : `${count(total)}, differs in ${differ} poses by ${worst} at most`;
  });
  return row(['pairs found, all poses', count(faces), ...cells]);
}

function queryRow(label, query, { faces, [query]: results }) {
  return row([
    label,
    count(faces),
    ...againstKerf(
      results,
      ({ all }) => all.median,
      ({ all }) => spread(all),
    ),
  ]);
}

function buildRow({ faces, build }) {
  return row([
    'build',
    count(faces),
    ...againstKerf(
      build,
      (own) => own.median,
      (own) => milliseconds(own.median),
    ),
  ]);
}

/** A cell for each competitor; behind the peers' the ratio to kerf's. */
function againstKerf(results, medianOf, show) {
  return PEERS.map(({ name }) => {
    if (!results[name]) return 'cannot';
    const ratio = name === kerf.name ? '' : ` ${times(medianOf(results[name]) / medianOf(results.kerf))}`;
    return show(results[name]) + ratio;
  });
}

function kindRow(label, query, { faces, [query]: results }) {
  const cells = KINDS.map((kind) =>
    PEERS.filter(({ name }) => results[name])
      .map(({ name }) => {
        const own = results[name][kind].median;
        return `${name} ${name === kerf.name ? milliseconds(own) : times(own / results.kerf[kind].median)}`;
      })
      .join(', '),
  );
  return row([label, count(faces), ...cells]);
}

function reportRow(faces, { h, all, contacts }) {
  const label = `full report, δ 0.2, h ${h} (${count(contacts)} contacts in a cut)`;
  return row([label, count(faces), spread(all), ...PEERS.slice(1).map(() => 'cannot')]);
}

function memoryRow({ faces, bytes }) {
  return row([
    'bytes a bone face beyond the mesh',
    count(faces),
    ...PEERS.map(({ name }) => bytes[name]?.toFixed(0) ?? 'cannot'),
  ]);
}

const QUERIES = { report: 'the full report', distance: 'the minimum distance', memory: 'a measurement of memory' };

function cannotLines() {
  return PEERS.flatMap(({ name, cannot }) =>
    Object.entries(cannot).map(([query, reason]) => `- ${name} cannot give ${QUERIES[query]}: ${reason}.`),
  );
}

/** The peers' answers against kerf's, and what the table has no column for. */
function answerLines(sizes, poses) {
  const list = (show) => sizes.map(show).join(', ');
  const working = Math.max(...sizes.map(({ workingBytes }) => workingBytes));
  return [
    `- The surfaces share a point in ${list(({ pairs }) => pairs.kerf.touching)} of ${poses} poses at these sizes.`,
    ...PEERS.slice(1)
      .filter(({ name }) => sizes[0].distance[name])
      .map(
        ({ name }) =>
          `- Distances of ${name} differ from kerf's by more than ${DISTANCE_TOLERANCE} mm in ` +
          `${list(({ distance }) => distance[name].differ)} poses, by ${Math.max(...sizes.map(({ distance }) => distance[name].worst)).toPrecision(2)} mm at most.`,
      ),
    `- kerf's bytes hold its own copy of the bone; its working tables, ${(working / 2 ** 20).toFixed(1)} MiB at most after the reports of all poses, do not grow with the bone.`,
  ];
}
