// The judged corpora → tables on the terminal, and a file.

import { join } from 'node:path';
import Table from 'cli-table3';
import type { FamilyTally, MeshPairJudgement } from '#validation';
import { GuaranteeBroken } from '../exit-code.ts';
import type { OutputFolder } from '../output-files.ts';
import { heedSignal } from '../run-detection.ts';
import type { CorporaRequest, Terminal, Toolkit } from '../toolkit.ts';
import { judgedWithBar } from './judged-with-bar.ts';

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
  const header = {
    format: 'kerf-corpora',
    formatVersion: 1,
    kerf: kit.version,
    node: process.version,
    seed: request.seed,
  };
  const text = `${JSON.stringify({ ...header, summary, families, meshes }, null, 2)}\n`;
  await folder.stage('corpora.json', text);
  await heedSignal(terminal);
  await folder.commit();
  if (json) terminal.out(text);
  else
    terminal.out(
      `${familyTable(families, summary.trianglePairs)}\n${meshTable(meshes)}\nVerdict: ${summary.verdict}. ${summary.sentence}\n`,
    );
  (json ? terminal.err : terminal.out).call(terminal, `Result: ${join(folder.path, 'corpora.json')}\n`);
  if (summary.verdict === 'broken') throw new GuaranteeBroken(`A guarantee is broken. ${summary.sentence}`);
}

function familyTable(families: readonly FamilyTally[], sum: Omit<FamilyTally, 'family'>): string {
  const table = new Table({
    head: [
      'triangle pairs',
      'judged',
      'intersect',
      'missed',
      'extra',
      'wrong states',
      'by comparing',
      'by f64',
      'adaptively',
    ],
    colAligns: ['left', ...Array.from({ length: 8 }, () => 'right' as const)],
    style: { head: [], border: [], compact: true },
  });
  for (const { family, pairs, sharing, missed, extra, wrongStates, decided } of [
    ...families,
    { family: 'all', ...sum },
  ])
    table.push([
      family,
      count(pairs),
      `${pairs === 0 ? 0 : ((100 * sharing) / pairs).toFixed(1)} %`,
      ...[missed, extra, wrongStates, decided.compared, decided.f64, decided.adaptive].map(count),
    ]);
  return table.toString();
}

function meshTable(meshes: readonly MeshPairJudgement[]): string {
  const table = new Table({
    head: ['mesh pairs', 'exact state', 'kerf', 'pairs', 'missed', 'extra', 'candidates', 'adaptively'],
    colAligns: ['left', 'left', 'left', ...Array.from({ length: 5 }, () => 'right' as const)],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, state, pairs, decided } of meshes)
    table.push([
      ...[name, state.exact, state.kerf],
      ...[pairs.exact, pairs.missed, pairs.extra, decided.kerf.candidates, decided.kerf.escalated].map(count),
    ]);
  return table.toString();
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
