// Judged contact in time → a table on the terminal, and a file.

import { join } from 'node:path';
import Table from 'cli-table3';
import type { JudgedMotion, MotionSummary, MotionTally } from '#validation';
import { GuaranteeBroken } from '../exit-code.ts';
import type { OutputFolder } from '../output-files.ts';
import { heedSignal } from '../run-detection.ts';
import type { MotionRequest, Terminal, Toolkit } from '../toolkit.ts';
import { judgedWithBar } from './judged-with-bar.ts';

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
  await folder.stage('motion.json', text);
  await heedSignal(terminal);
  await folder.commit();
  if (json) terminal.out(text);
  else terminal.out(`${table(judged, summary)}\nVerdict: ${summary.verdict}. ${summary.sentence}\n`);
  (json ? terminal.err : terminal.out).call(terminal, `Result: ${join(folder.path, 'motion.json')}\n`);
  if (summary.verdict === 'broken') throw new GuaranteeBroken(`A guarantee is broken. ${summary.sentence}`);
}

function table({ impacts, published, sweeps }: JudgedMotion, summary: MotionSummary): string {
  const out = new Table({
    head: ['of', 'family', 'queries', 'hits', 'asked', 'missed', 'invented', 'late', 'early', 'kerf', 'oracle'],
    colAligns: ['left', 'left', ...Array.from({ length: 9 }, () => 'right' as const)],
    style: { head: [], border: [], compact: true },
  });
  const add = (rows: readonly MotionTally[], sum: MotionTally) => {
    if (rows.length === 0) return;
    for (const row of [...rows, sum]) out.push(cells(row));
  };
  add(impacts, summary.impacts);
  add(published, summary.published);
  add(sweeps, summary.sweeps);
  return `${out.toString()}\nTimes are those of a query, kerf's of each time it was asked.`;
}

function cells({ kind, family, queries, hits, asked, milliseconds, ...wrong }: MotionTally): string[] {
  return [
    kind,
    family,
    count(queries),
    `${queries === 0 ? 0 : ((100 * hits) / queries).toFixed(1)} %`,
    ...[asked, wrong.missed, wrong.invented, wrong.late, wrong.early].map(count),
    ...[milliseconds.kerf / asked, milliseconds.oracle / queries].map((ms) => `${(1000 * ms).toFixed(1)} µs`),
  ];
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
