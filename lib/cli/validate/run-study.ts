// The refinement study → its tables on the terminal, and its files.

import { join } from 'node:path';
import Table from 'cli-table3';
import type { RefinementStudy, StudyFit, StudyOptions } from '#validation';
import type { OutputFolder } from '../output-files.ts';
import { progressBar } from '../progress-bar.ts';
import { heedSignal } from '../run-detection.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { short } from '../validation-report/number-text.ts';
import { studyHtml } from '../validation-report/study-html.ts';
import type { StudyHeader } from '../validation-report/validation-header.ts';

/** At the finest h, a side of the tool (a plate of 6 × 4.5 mm) is divided into about twenty parts. */
export const studyOptions: StudyOptions = { resolutions: [4, 2, 1, 0.5, 0.25], contactDistance: 0.5 };

/** @throws Interrupted on the terminal's signal, FileAccessError */
export async function runStudy(folder: OutputFolder, json: boolean, kit: Toolkit, terminal: Terminal): Promise<void> {
  const study = await watched(kit, terminal);
  const header: StudyHeader = {
    format: 'kerf-refinement',
    formatVersion: 1,
    kerf: kit.version,
    node: process.version,
    units: { length: 'mm', time: 'ms' },
  };
  const text = studyJson(header, study);
  await folder.stage('refinement.json', text);
  await folder.stage('refinement.csv', studyCsv(study));
  await folder.stage('refinement.html', studyHtml(study, header, await kit.validationViewerScript()));
  await heedSignal(terminal);
  await folder.commit();
  terminal.out(json ? text : `${fitTable(study.fits)}\n`);
  const say = (line: string) => (json ? terminal.err(line) : terminal.out(line));
  say(`Report: ${join(folder.path, 'refinement.html')} (also refinement.json, refinement.csv)\n`);
}

/** Runs the study with a progress bar. The bar appears with the first row, which gives the number of rows. */
async function watched(kit: Toolkit, terminal: Terminal): Promise<RefinementStudy> {
  let bar: ReturnType<typeof progressBar> | undefined;
  try {
    return await kit.refinementStudy(async (done, total) => {
      bar ??= progressBar(terminal, total, 0, 'rows');
      bar.update(done);
      await heedSignal(terminal);
    });
  } finally {
    bar?.stop();
  }
}

function studyJson(header: StudyHeader, { rows, fits }: RefinementStudy): string {
  const head = JSON.stringify(header, null, 2).replace(/\n}$/, '');
  const lines = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join(',\n    ');
  return `${head},\n  "fits": [\n    ${lines(fits)}\n  ],\n  "rows": [\n    ${lines(rows)}\n  ]\n}\n`;
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
  const table = new Table({
    head: ['body', 'quantity', 'of', 'against', 'order', 'constant', 'R²', 'rows', 'too small to tell'],
    colAligns: ['left', 'left', 'left', 'left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { body, quantity, statistic, against, order, constant, r2, points, unresolved } of fits)
    table.push([
      ...[body, quantity, statistic, against, order.toFixed(2), short(constant), r2.toFixed(4)],
      ...[points, unresolved].map(String),
    ]);
  return table.toString();
}
