// An engine's summary → tables for people.

import Table from 'cli-table3';
import type { EngineSummary } from '#validation';
import { count } from '../report/page-shell.ts';
import { short } from '../validation-report/number-text.ts';
import { definitionWords, judgedDefinitions, judgeRows } from './judge-rows.ts';

const style = { head: [], border: [], compact: true };

export function judgeTable(summary: EngineSummary): string {
  const table = new Table({
    head: ['part', 'of', 'judged', 'wrong', ''],
    colAligns: ['left', 'left', 'right', 'right', 'left'],
    style,
  });
  for (const { part, of, judged, wrong, says } of judgeRows(summary))
    table.push([part, of, judged === null ? '' : count(judged), wrong === null ? '' : count(wrong), says]);
  return [table.toString(), ...depthTable(summary)].join('\n');
}

/** Empty if no depth was judged. */
function depthTable(summary: EngineSummary): string[] {
  const names = judgedDefinitions(summary);
  if (summary.depth === null || names.length === 0) return [];
  const table = new Table({
    head: ['depth', 'judged', 'agrees', 'off by: mean', 'at most'],
    colAligns: ['left', 'right', 'right', 'right', 'right'],
    style,
  });
  for (const name of names) {
    const { judged, agrees, error } = summary.depth.definitions[name];
    const off = [error.mean, error.max].map((value) => `${short(value)} mm`);
    table.push([definitionWords[name], count(judged), count(agrees), ...off]);
  }
  return [table.toString()];
}
