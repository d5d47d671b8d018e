// Results → Markdown.

import type { SetResult } from './run-set.ts';

export function comparisonTable(results: readonly SetResult[]): string {
  const count = (value: number) => value.toLocaleString('en-US');
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const heads = ['set', 'poses', 'states', 'rows', 'poses that differ', 'answered by the CPU'];
  const measures = ['greatest difference of distances, mm', 'widest interval, mm', 'candidate pairs', 'escalated'];
  return [
    row([...heads, ...measures, 'held']),
    row([':--', '--:', ':--', ...Array(7).fill('--:'), ':--']),
    ...results.map((result) =>
      row([
        result.name,
        count(result.poses),
        Object.entries(result.states)
          .map(([state, poses]) => `${count(poses)} ${state}`)
          .sort()
          .join(', '),
        ...[result.rows, result.differing, result.onCpu].map(count),
        ...[result.farthest, result.widest].map((length) => length.toExponential(1)),
        count(result.candidatePairs),
        share(result),
        result.held ? 'yes' : 'NO',
      ]),
    ),
  ].join('\n');
}

function share({ escalatedPairs, candidatePairs }: SetResult): string {
  if (candidatePairs === 0) return escalatedPairs === 0 ? '–' : `${escalatedPairs} of 0`;
  return `${((100 * escalatedPairs) / candidatePairs).toFixed(2)} %`;
}
