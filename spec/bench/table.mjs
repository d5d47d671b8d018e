// Results of a series → Markdown: machine, poses, aims, the table, what competitors cannot do, differences.

import { aims } from './aims.mjs';
import { count, milliseconds, row, spread, times } from './cells.mjs';
import { PEERS } from './peers/index.mjs';
import { kerf } from './peers/kerf.mjs';
import { DISTANCE_TOLERANCE } from './queries.mjs';

const NAMES = PEERS.map(({ name }) => name);
const VERDICTS = { true: 'reached', false: 'not reached', null: 'not measured' };

/** @param results as series.mjs returns them. */
export function markdown(results) {
  const { title, machine, seed, kinds, tool, sizes } = results;
  const packages = Object.entries(machine.packages).map(([name, version]) => `${name} ${version}`);
  const poses = [...new Set(kinds)].map((kind) => `${kinds.filter((own) => own === kind).length} ${kind}`).join(', ');
  return [
    `### ${title}`,
    '',
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB; ${machine.system}; Node ${machine.node}; ${packages.join(', ')}.`,
    '',
    `${tool.name} of ${count(tool.faces)} faces; bones: ${[...new Set(sizes.map(({ name }) => name))].join(', ')}; ${kinds.length} poses of a cutting path, seed ${seed}: ${poses} ` +
      '(far: 60–120 mm away; clear: 1–20 mm; graze: −0.5–0.3 mm; cut: 5 mm deep). One run, every competitor on the same poses in turn, after warming up; ratios are medians over medians. ' +
      'Cold: a new detector for each pose, whose indexes and first query of each kind were made at a far pose.',
    '',
    row(['aim', 'measured', '']),
    row([':--', ':--', ':--']),
    ...aims(results).map(({ aim, measured, reached }) => row([aim, measured, VERDICTS[reached]])),
    '',
    'Milliseconds, median (10th–90th percentile; 99th); behind a median its multiple of kerf’s.',
    '',
    row(['query', 'bone faces', ...NAMES]),
    row([':--', ...Array(NAMES.length + 1).fill('--:')]),
    ...rows(sizes),
    '',
    ...cannotLines(sizes),
    ...answerLines(sizes, kinds.length),
    '',
  ].join('\n');
}

/** Each kind of row, with one row for each size that has it. */
function rows(sizes) {
  const kindRows = (label, query, kind) => (size) => timesRow(label, size, (name) => size[query].times[name]?.[kind]);
  const makers = [
    countsRow,
    kindRows('all intersecting pairs, cut', 'pairs', 'cut'),
    kindRows('all intersecting pairs, all poses', 'pairs', 'all'),
    kindRows('boolean state only, far and clear', 'intersects', 'separated'),
    kindRows('boolean state only, graze', 'intersects', 'graze'),
    kindRows('boolean state only, cut', 'intersects', 'cut'),
    coldRow('boolean state only, clear, cold', 'intersects'),
    kindRows('smallest distance, clear', 'distance', 'clear'),
    coldRow('smallest distance, clear, cold', 'distance'),
    kindRows('smallest distance, all poses', 'distance', 'all'),
    ...sizes[0].report.map((_, i) => (size) => reportRow(size, size.report[i])),
    ...sizes[0].report.map((_, i) => (size) => bareRow(size, size.report[i])),
    ...sizes[0].report.map((_, i) => (size) => sharedRow(size, size.report[i])),
    ...sizes[0].report.map((_, i) => (size) => editedRow(size, size.report[i])),
    (size) => timesRow('build', size, (name) => size.build[name]),
    memoryRow,
    (size) => size.many && manyRow(size),
    (size) => size.edit && editRow(size),
  ];
  return makers.flatMap((make) => sizes.map(make)).filter(Boolean);
}

function countsRow({ faces, pairs: { answers } }) {
  const cells = NAMES.map((name) => {
    if (!answers[name]) return 'cannot';
    const { total, differ, worst } = answers[name];
    return differ === 0 ? count(total) : `${count(total)}, differs in ${differ} poses by ${worst} at most`;
  });
  return row(['pairs found, all poses', count(faces), ...cells]);
}

/** A cell for each competitor; the peers' also give the ratio to kerf's. */
function timesRow(label, { faces }, summaryOf) {
  const ours = summaryOf(kerf.name);
  const cells = NAMES.map((name) => {
    const own = summaryOf(name);
    if (!own) return 'cannot';
    return name === kerf.name ? spread(own) : `${spread(own)} ${times(own.median / ours.median)}`;
  });
  return row([label, count(faces), ...cells]);
}

/** A cell that only kerf fills. */
function ownRow(label, faces, cell) {
  return row([label, count(faces), cell, ...NAMES.slice(1).map(() => 'cannot')]);
}

function coldRow(label, query) {
  return (size) => size.cold && timesRow(label, size, (name) => size.cold[query][name]);
}

function reportRow({ faces }, { h, contacts, times: { cut } }) {
  return ownRow(`full report, δ 0.2, h ${h}, cut (${count(contacts)} contacts)`, faces, spread(cut));
}

function bareRow({ faces }, { h, bare }) {
  return ownRow(`the same, h ${h}, patches not read`, faces, spread(bare));
}

function sharedRow({ faces }, { h, shared }) {
  return ownRow(`the same, h ${h}, shared by two threads`, faces, spread(shared));
}

function editedRow({ faces }, { h, edited }) {
  return ownRow(`the same, h ${h}, first behind an edit`, faces, spread(edited.behind));
}

function memoryRow({ faces, bytes }) {
  const cells = NAMES.map((name) => bytes[name]?.toFixed(0) ?? 'cannot');
  return row(['bytes a bone face beyond the mesh', count(faces), ...cells]);
}

function manyRow({ faces, many: { workers, one, two, refused } }) {
  const cell = refused ? 'not measured' : `${milliseconds(one)}; ${milliseconds(two)}`;
  return ownRow(`detectMany, h 0.5, a pose: one thread; ${workers} workers`, faces, cell);
}

function editRow({ faces, edit }) {
  return ownRow(`editBone, ${edit.faces} faces`, faces, spread(edit.edit));
}

const QUERIES = {
  pairs: 'all intersecting pairs',
  intersects: 'the boolean state',
  distance: 'the smallest distance',
  report: 'the full report',
  build: 'an index of this bone',
  memory: 'a measurement of memory',
};

/** One line per competitor and reason; detectMany and editBone belong to the report. */
function cannotLines(sizes) {
  const found = new Map();
  for (const { cannot } of sizes)
    for (const [what, reasons] of Object.entries(cannot))
      for (const [name, reason] of Object.entries(reasons)) {
        const key = `${name}\n${reason}`;
        found.set(key, (found.get(key) ?? new Set()).add(QUERIES[what]));
      }
  return [...found].map(([key, whats]) => {
    const [name, reason] = key.split('\n');
    return `- ${name} cannot give ${[...whats].join(', ')}: ${reason}.`;
  });
}

/** The peers' answers compared with kerf's, and results without a column in the table. */
function answerLines(sizes, poses) {
  const list = (show) => sizes.map(show).join(', ');
  const working = Math.max(...sizes.map(({ workingBytes }) => workingBytes));
  return [
    `- The surfaces share a point in ${list(({ pairs }) => pairs.answers.kerf.touching)} of ${poses} poses at these sizes.`,
    ...NAMES.slice(1).flatMap((name) => stateLine(name, list, sizes)),
    ...NAMES.slice(1).flatMap((name) => distanceLine(name, list, sizes)),
    ...sizes
      .filter(({ edit }) => edit?.differ > 0)
      .map(
        ({ edit }) =>
          `- ${edit.differ} of ${edit.edits} edits by editBone changed the number of pairs, which none must.`,
      ),
    ...sizes.filter(({ compaction }) => compaction).map(compactionLine),
    `- kerf's bytes hold its own copy of the bone; its working tables, ${(working / 2 ** 20).toFixed(1)} MiB at most after the reports of a stroke, do not grow with the bone.`,
  ];
}

function compactionLine({ faces, edit, compaction: { edits, differ, took, fresh, edited, compacted } }) {
  const each = (query) => [fresh, edited, compacted].map((times) => milliseconds(times[query].median)).join(', ');
  const wrong = differ === 0 ? 'none' : differ;
  return (
    `- ${count(faces)} faces, fresh, after ${count(edits)} edits of ${edit.faces} faces, and compacted (${milliseconds(took)} ms, by a thread): ` +
    `pairs ${each('pairs')} ms, smallest distance ${each('distance')} ms; ${wrong} of the poses has another number of pairs.`
  );
}

function stateLine(name, list, sizes) {
  if (!sizes[0].intersects.answers[name]) return [];
  return [
    `- States of ${name} differ from kerf's in ${list(({ intersects }) => intersects.answers[name]?.differ ?? '–')} poses.`,
  ];
}

function distanceLine(name, list, sizes) {
  if (!sizes[0].distance.answers[name]) return [];
  const worst = Math.max(...sizes.map(({ distance }) => distance.answers[name]?.worst ?? 0));
  return [
    `- Distances of ${name} differ from kerf's by more than ${DISTANCE_TOLERANCE} mm in ` +
      `${list(({ distance }) => distance.answers[name]?.differ ?? '–')} poses, by ${worst.toPrecision(2)} mm at most.`,
  ];
}
