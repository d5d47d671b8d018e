// The studies of kerf validate: refinement, corpora and contact in time → tables on the terminal, and files.

import type {
  FamilyTally,
  JudgedMotion,
  MeshPairJudgement,
  MotionSummary,
  MotionTally,
  RefinementStudy,
  StudyFit,
  StudyOptions,
} from '#validation';
import { GuaranteeBroken } from '../exit-code.ts';
import { finish } from '../finish.ts';
import type { OutputFolder } from '../output-files.ts';
import { judgedWithBar } from '../progress-bar.ts';
import { count } from '../report/page.ts';
import { textTable } from '../text-table.ts';
import type { CorporaRequest, MotionRequest, Terminal, Toolkit } from '../toolkit.ts';
import { short } from '../validation-report/number-text.ts';
import { studyHtml } from '../validation-report/study-html.ts';
import type { StudyHeader } from '../validation-report/validation-header.ts';

/** At the finest h, a side of the tool (a plate of 6 × 4.5 mm) is divided into about twenty parts. */
export const studyOptions: StudyOptions = { resolutions: [4, 2, 1, 0.5, 0.25], contactDistance: 0.5 };

/** @throws Interrupted on the terminal's signal, FileAccessError */
export async function runStudy(folder: OutputFolder, json: boolean, kit: Toolkit, terminal: Terminal): Promise<void> {
  const study = await judgedWithBar((onProgress) => kit.refinementStudy(onProgress), 'rows', terminal);
  const header: StudyHeader = {
    format: 'kerf-refinement',
    formatVersion: 1,
    kerf: kit.version,
    node: process.version,
    units: { length: 'mm', time: 'ms' },
  };
  const text = studyJson(header, study);
  const files = async () => ({
    'refinement.json': text,
    'refinement.csv': studyCsv(study),
    'refinement.html': studyHtml(study, header, await kit.validationViewerScript()),
  });
  await finish({ what: 'Report', folder, files, json, said: { json: text, lines: [fitTable(study.fits)] } }, terminal);
}

/** @throws GuaranteeBroken after everything is written; Interrupted on the terminal's signal; FileAccessError. */
export async function runCorpora(
  request: CorporaRequest,
  folder: OutputFolder,
  json: boolean,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const judged = await judgedWithBar((onProgress) => kit.judgeCorpora(request, onProgress), 'pairs', terminal);
  const { families, meshes } = judged;
  const summary = (await kit.validationRoom()).summariseCorpora(families, meshes);
  const { seed } = request;
  const header = { format: 'kerf-corpora', formatVersion: 1, kerf: kit.version, node: process.version, seed };
  const text = `${JSON.stringify({ ...header, summary, families, meshes }, null, 2)}\n`;
  const tables = [familyTable(families, summary.trianglePairs), meshTable(meshes)];
  await finishStudy({ 'corpora.json': text }, folder, json, tables, summary, terminal);
}

/** @throws GuaranteeBroken after everything is written; Interrupted on the terminal's signal; FileAccessError. */
export async function runMotion(
  request: MotionRequest,
  folder: OutputFolder,
  json: boolean,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const judged = await judgedWithBar((onProgress) => kit.judgeMotion(request, onProgress), 'queries', terminal);
  const summary = (await kit.validationRoom()).summariseMotion(judged);
  const header = {
    format: 'kerf-motion',
    formatVersion: 1,
    kerf: kit.version,
    node: process.version,
    units: { length: 'mm', time: 'ms' },
    seed: request.seed,
    bodies: request.bodies.map(({ name, faces }) => ({ name, faces: faces.length / 3 })),
  };
  const text = `${JSON.stringify({ ...header, summary, ...judged }, null, 2)}\n`;
  await finishStudy({ 'motion.json': text }, folder, json, [motionTable(judged, summary)], summary, terminal);
}

interface StudySummary {
  readonly verdict: string;
  readonly sentence: string;
}

async function finishStudy(
  files: Readonly<Record<string, string>>,
  folder: OutputFolder,
  json: boolean,
  tables: readonly string[],
  { verdict, sentence }: StudySummary,
  terminal: Terminal,
): Promise<void> {
  const lines = [...tables, `Verdict: ${verdict}. ${sentence}`];
  const said = { json: Object.values(files), lines };
  await finish({ what: 'Result', folder, files: () => files, json, said }, terminal);
  if (verdict === 'broken') throw new GuaranteeBroken(`A guarantee is broken. ${sentence}`);
}

function studyJson(header: StudyHeader, { bodies, rows, fits }: RefinementStudy): string {
  const head = JSON.stringify(header, null, 2).replace(/\n}$/, '');
  const lines = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join(',\n    ');
  return `${head},\n  "bodies": [\n    ${lines(bodies)}\n  ],\n  "fits": [\n    ${lines(fits)}\n  ],\n  "rows": [\n    ${lines(rows)}\n  ]\n}\n`;
}

function studyCsv({ rows }: RefinementStudy): string {
  const pair = (name: string) => [`${name}_mean_mm`, `${name}_max_mm`];
  const quantities = ['width', 'error', 'meshError', 'samplingError'] as const;
  const names = ['width', 'error', 'mesh_error', 'sampling_error'].flatMap(pair);
  const head = ['body', 'faces', 'edge_mm', 'resolution_mm', 'contacts', ...names, 'truth_width_mm', 'milliseconds'];
  const cells = rows.map((row) => [
    ...[row.body, row.faces, row.edge, row.resolution, row.contacts],
    ...quantities.flatMap((quantity) => [row[quantity].mean, row[quantity].max]),
    ...[row.truthWidth, row.milliseconds],
  ]);
  return `${[head, ...cells].map((row) => row.join(',')).join('\n')}\n`;
}

function fitTable(fits: readonly StudyFit[]): string {
  return textTable(
    fits.map(({ body, quantity, statistic, against, order, constant, r2, points, unresolved }) => [
      ...[body, quantity, statistic, against, order.toFixed(2), short(constant), r2.toFixed(4)],
      ...[points, unresolved].map(String),
    ]),
    ['body', 'quantity', 'of', 'against', 'order', 'constant', 'R²', 'rows', 'too small to tell'],
    'llllrrrrr',
  );
}

function familyTable(families: readonly FamilyTally[], sum: Omit<FamilyTally, 'family'>): string {
  return textTable(
    [...families, { family: 'all', ...sum }].map(({ family, pairs, sharing, missed, extra, wrongStates, decided }) => [
      ...[family, count(pairs), share(sharing, pairs)],
      ...[missed, extra, wrongStates, decided.compared, decided.f64, decided.adaptive].map(count),
    ]),
    [
      ...['triangle pairs', 'judged', 'intersect', 'missed', 'extra'],
      ...['wrong states', 'by comparing', 'by f64', 'adaptively'],
    ],
    'lrrrrrrrr',
  );
}

function meshTable(meshes: readonly MeshPairJudgement[]): string {
  return textTable(
    meshes.map(({ name, state, pairs, decided }) => [
      ...[name, state.exact, state.kerf],
      ...[pairs.exact, pairs.missed, pairs.extra, decided.kerf.candidates, decided.kerf.escalated].map(count),
    ]),
    ['mesh pairs', 'exact state', 'kerf', 'pairs', 'missed', 'extra', 'candidates', 'adaptively'],
    'lllrrrrr',
  );
}

function motionTable({ impacts, published, sweeps }: JudgedMotion, summary: MotionSummary): string {
  const withSum = (rows: readonly MotionTally[], sum: MotionTally) => (rows.length === 0 ? [] : [...rows, sum]);
  const rows = [
    ...withSum(impacts, summary.impacts),
    ...withSum(published, summary.published),
    ...withSum(sweeps, summary.sweeps),
  ].map(({ kind, family, queries, hits, asked, milliseconds, ...wrong }) => [
    ...[kind, family, count(queries), share(hits, queries)],
    ...[asked, wrong.missed, wrong.invented, wrong.late, wrong.early].map(count),
    ...[milliseconds.kerf / asked, milliseconds.oracle / queries].map((ms) => `${(1000 * ms).toFixed(1)} µs`),
  ]);
  const heads = ['of', 'family', 'queries', 'hits', 'asked', 'missed', 'invented', 'late', 'early', 'kerf', 'oracle'];
  const table = textTable(rows, heads, 'llrrrrrrrrr');
  return `${table}\nTimes are those of a query, kerf's of each time it was asked.`;
}

function share(some: number, all: number): string {
  return `${all === 0 ? 0 : ((100 * some) / all).toFixed(1)} %`;
}
