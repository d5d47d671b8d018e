// Pose records → the table for people.

import Table from 'cli-table3';
import { deepestPose, type PoseRecord, timeText } from './pose-record.ts';

/** More rows than this are thinned evenly; the deepest pose stays. */
export const TABLE_ROWS = 100;

export function resultTable(records: readonly PoseRecord[]): string {
  const step = Math.ceil(records.length / TABLE_ROWS);
  const deepest = deepestPose(records);
  const shown = records.filter((record) => record.pose % step === 0 || record === deepest);
  const isTimed = records.some((record) => record.time !== undefined);
  const isOpen = records.every((record) => record.depth === null);
  const depthHead = isOpen ? 'no depth (open)' : 'depth mm';
  const table = new Table({
    head: ['pose', ...(isTimed ? ['t s'] : []), 'state', 'contacts', 'patches', depthHead, 'area mm²', 'ms'],
    colAligns: ['right', ...(isTimed ? ['right' as const] : []), 'left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const record of shown)
    table.push([
      String(record.pose),
      ...(record.time === undefined ? [] : [timeText(record.time)]),
      record.state,
      String(record.contacts),
      String(record.patches.length),
      record.depth === null ? 'open' : record.depth.toFixed(3),
      record.area.toFixed(2),
      record.stats.milliseconds.total.toFixed(1),
    ]);
  const notes: string[] = [];
  if (step > 1) notes.push(`Showing ${shown.length} of ${records.length} poses; --json or report.json has them all.`);
  if (records.some((record) => record.depth === null))
    notes.push('Depth "open": a mesh that is not closed and oriented has no inside, so distances carry no sign.');
  return [table.toString(), ...notes].join('\n');
}
