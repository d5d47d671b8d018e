// Results of the GPU section → Markdown: adapter, machine, poses, a query's work, its times, batches, edits, aims.

import { count, milliseconds, row, spread, times } from '../cells.mjs';
import { KINDS } from '../poses.mjs';
import { median } from '../timing.mjs';
import { gpuAims, hostMedian } from './aims.mjs';

const NONE = '–';

/** @param results as gpu.mjs writes them to out/bench-gpu.json. */
export function gpuMarkdown(results) {
  const { machine, adapter, isTimed, seed, options, kinds, sawFaces, sizes } = results;
  const packages = Object.entries(machine.packages).map(([name, version]) => `${name} ${version}`);
  const poses = KINDS.map((kind) => `${kinds.filter((own) => own === kind).length} ${kind}`).join(', ');
  return [
    `**${adapter}**; ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB; ${machine.system}; Node ${machine.node}; ${packages.join(', ')}.`,
    '',
    `Saw of ${count(sawFaces)} faces on the skull phantom, full reports with δ ${options.contactDistance}, h ${options.resolution}; ${kinds.length} poses of a cutting path, seed ${seed}: ${poses}.`,
    ...(isTimed ? [] : ['', whyNoTimes(results)]),
    '',
    'A query asked by itself, behind one at the same pose, median (most); run again: queries behind one at another pose for which room had to grow.',
    '',
    ...table(['bone faces', ...WORK.map(([label]) => label), 'run again', 'escalated pairs'], sizes.map(workCells)),
    '',
    'What the kernels do for a pose that cuts, median: boxes of nodes and of faces compared with a cell or a point, bounds by a face’s support, distances of a point and a triangle, of two triangles, rays, spans that are read; bytes read of the bodies, their trees, scanlines and lists; the most of one such test by one thread.',
    '',
    ...table(
      ['bone faces', ...TESTS.map(([label]) => label)],
      sizes.map(({ faces, tests }) => [count(faces), ...TESTS.map(([, what]) => count(tests[what]))]),
    ),
    '',
    'What this machine’s CPU takes for a report of a pose that cuts, median: before a column of its contacts is read; its penetration; to read all columns but the patches’, and the bytes that are taken for it.',
    '',
    ...table(
      ['bone faces', 'contacts', 'host, ms', 'penetration, ms', 'reading, ms', 'bytes'],
      sizes.map((size) => hostCells(size, kinds)),
    ),
    '',
    'The same where a front down the bone’s BVH finds the pairs; beyond: kernel launches beyond those by scanlines.',
    '',
    ...table(
      ['bone faces', 'levels of the tree', 'submits', 'maps', 'kernel launches', 'beyond', 'bytes up', 'bytes down'],
      sizes.map(frontCells),
    ),
    '',
    'Its milliseconds, median (10th–90th percentile; 99th): passes on the GPU, then waiting and transfer, then the CPU that finishes the report.',
    '',
    ...table(
      ['bone faces', ...STAGES.map(({ label }) => label)],
      sizes.map(({ faces, times: taken }) => [
        count(faces),
        ...STAGES.map(({ column }) => (taken ? spread(taken[column]) : NONE)),
      ]),
    ),
    '',
    'detectMany, each batch a call: poses a second, behind the competitors how many times as many webgpu answers; pairs: intersecting faces found a second. three-mesh-bvh finds pairs only.',
    '',
    ...table(
      [
        'bone faces',
        'batch',
        'submits',
        'webgpu',
        'cpu',
        'three-mesh-bvh',
        ...['webgpu', 'cpu', 'three-mesh-bvh'].map((name) => `pairs, ${name}`),
      ],
      sizes.flatMap(({ faces, batches }) =>
        batches.length === 0
          ? [[count(faces), ...Array(8).fill(NONE)]]
          : batches.map((batch) => [count(faces), count(batch.size), ...batchCells(batch)]),
      ),
    ),
    '',
    'A new detector, shaders compiled, up to its first report; the bone edited: the faces under the saw retired and appended anew; and enough vertices appended that all of it is made anew on the GPU. Milliseconds are medians, the work of an edit is what comes on top of the same query without one.',
    '',
    ...table(
      [
        ...['change', 'bone faces', 'submits', 'kernel launches', 'bytes up'],
        ...['editBone', 'index on the GPU', 'next query', 'query before', 'cpu: both'],
      ],
      [
        ...sizes.map(({ faces, first }) => firstCells(faces, first, isTimed)),
        ...['cut', 'rebuild'].flatMap((kind) =>
          sizes.map(({ faces, edits }) => editCells(kind, faces, edits[kind], isTimed)),
        ),
      ],
    ),
    '',
    ...differenceLines(results),
    ...gpuAims(results).map(
      ({ aim, measured, reached }) => `- ${aim}: ${measured}: ${reached ? 'reached' : 'not reached'}`,
    ),
  ].join('\n');
}

const WORK = [
  ...[
    ['submits', 'submits'],
    ['maps', 'maps'],
    ['kernel launches', 'launches'],
    ['indirect', 'indirect'],
  ],
  ...[
    ['bytes up', 'bytesUp'],
    ['bytes down', 'bytesDown'],
  ],
];
const TESTS = [
  ['node boxes', 'nodeBoxes'],
  ['face boxes', 'faceBoxes'],
  ['bounds', 'bounds'],
  ['point–triangle', 'pointTriangle'],
  ['piece–face', 'pieceFace'],
  ['triangle–triangle', 'triangleTriangle'],
  ['rays', 'rays'],
  ['spans', 'spans'],
  ['bytes read', 'bytes'],
  ['longest lane', 'longest'],
];

const STAGES = [
  ...['regions', 'subdivide', 'distance'].map((stage) => ({ label: stage, column: stage })),
  { label: 'GPU together', column: 'gpu' },
  { label: 'waiting and transfer', column: 'transfer' },
  { label: 'finish', column: 'finish' },
  { label: 'query', column: 'latency' },
  { label: 'query by backend cpu', column: 'cpu' },
];

function whyNoTimes({ isSoftware }) {
  if (!isSoftware) return 'This adapter has no timestamp-query, so times on the GPU cannot be measured: “–”.';
  return 'This adapter is software: its times are no GPU’s and are left out, “–”; the work is the same on every adapter.';
}

function table(head, rows) {
  return [row(head), row(head.map((_, i) => (i === 0 ? ':--' : '--:'))), ...rows.map(row)];
}

function workCells({ faces, work, runAgain, candidatePairs, escalatedPairs }) {
  const cells = WORK.map(([, what]) => {
    const counts = work.map((query) => query[what]);
    return `${count(median(counts))} (${count(Math.max(...counts))})`;
  });
  return [count(faces), ...cells, `${runAgain} of ${work.length}`, `${escalatedPairs} of ${count(candidatePairs)}`];
}

function hostCells({ faces, host }, kinds) {
  const of = (what) => hostMedian(host, kinds, what);
  const times = ['host', 'penetration', 'read'].map((what) => milliseconds(of(what)));
  return [count(faces), count(of('contacts')), ...times, count(of('bytes'))];
}

function frontCells({ faces, work: byScanlines, front: { levels, work } }) {
  const of = (queries, what) => queries.map((query) => query[what]);
  const cell = (what) => `${count(median(of(work, what)))} (${count(Math.max(...of(work, what)))})`;
  const beyond = median(of(work, 'launches')) - median(of(byScanlines, 'launches'));
  return [
    ...[count(faces), levels, cell('submits'), cell('maps'), cell('launches')],
    ...[count(beyond), cell('bytesUp'), cell('bytesDown')],
  ];
}

function batchCells({ webgpu, cpu, peer, work, size, poses }) {
  const against = (other) => `${rate(other.poses)} (${times(webgpu.poses / other.poses)})`;
  const submits = (work.submits * size) / poses;
  return [
    Number.isInteger(submits) ? count(submits) : submits.toFixed(1),
    rate(webgpu.poses),
    against(cpu),
    against(peer),
    ...[webgpu, cpu, peer].map(({ pairs }) => rate(pairs)),
  ];
}

function editCells(kind, faces, edit, isTimed) {
  const { steady, faces: cut } = edit;
  const name = kind === 'cut' ? `a cut of ${cut} faces` : 'all made anew';
  const taken = [
    ...[edit.editMilliseconds, edit.indexMilliseconds, edit.queryMilliseconds],
    ...[steady.milliseconds, edit.cpuMilliseconds],
  ];
  return [
    name,
    count(faces),
    ...['submits', 'launches', 'bytesUp'].map((what) => count(edit[what] - steady[what])),
    ...taken.map((value) => (isTimed ? milliseconds(value) : NONE)),
  ];
}

function firstCells(faces, { work, webgpu, cpu }, isTimed) {
  const [onGpu, onCpu] = [webgpu, cpu].map((value) => (isTimed ? milliseconds(value) : NONE));
  const counts = [work.submits, work.launches, work.bytesUp].map((value) => count(value));
  return ['new detector', count(faces), ...counts, NONE, NONE, onGpu, NONE, onCpu];
}

/** A rate per second, with three digits. */
function rate(value) {
  return value >= 1000 ? count(Number(value.toPrecision(3))) : value.toPrecision(3);
}

/** Whether all find the same pairs, and how many poses the competitors without batches were given. */
function differenceLines({ isTimed, sizes }) {
  if (!isTimed) return [];
  const all = sizes.flatMap(({ batches }) => batches);
  const differing = (name) => all.reduce((sum, batch) => sum + batch[name].differ, 0);
  const serial = all.reduce((sum, batch) => sum + batch.serialPoses, 0);
  const most = Math.max(...all.map((batch) => batch.serialPoses));
  return [
    `- Backend cpu and three-mesh-bvh, which gain nothing from a batch, take its first ${most} poses at most; of ${count(serial)} answers, the pairs of ${differing('cpu')} and ${differing('peer')} differ in number from webgpu's.`,
  ];
}
