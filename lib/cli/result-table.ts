// Pose records → the human-readable table.

import Table from 'cli-table3';
import { rangeText, volumeText } from './penetration-record.ts';
import { deepestPose, type PoseRecord, timeText, wideVolumes } from './pose-record.ts';

/** A table with more rows than this is thinned evenly but keeps the deepest pose. */
export const TABLE_ROWS = 100;

interface Column {
  readonly head: string;
  readonly isLeft?: boolean;
  readonly text: (record: PoseRecord) => string;
}

export function resultTable(records: readonly PoseRecord[]): string {
  const step = Math.ceil(records.length / TABLE_ROWS);
  const deepest = deepestPose(records);
  const shown = records.filter((record) => record.pose % step === 0 || record === deepest);
  const columns = columnsFor(records);
  const table = new Table({
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ isLeft }) => (isLeft ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  for (const record of shown) table.push(columns.map(({ text }) => text(record)));
  const notes: string[] = [];
  const wide = wideVolumes(records);
  if (wide > 0)
    notes.push(
      `wide: at ${wide} of ${records.length} poses the ends of the volume stay more than 1 % apart; it lies between them.`,
    );
  if (step > 1) notes.push(`Showing ${shown.length} of ${records.length} poses; --json or report.json has them all.`);
  if (records.some((record) => record.insideDistance === null))
    notes.push('"open": a mesh that is not closed and oriented has no inside, so distances carry no sign.');
  else notes.push(INSIDE_NOTE);
  return [table.toString(), ...notes].join('\n');
}

const INSIDE_NOTE =
  'inside: distance to the nearest surface, inside: at most half of a wall, however far the tool goes on.';

function columnsFor(records: readonly PoseRecord[]): Column[] {
  const isTimed = records.some((record) => record.time !== undefined);
  const isOpen = records.every((record) => record.insideDistance === null);
  const isSolid = records.some(({ penetration }) => penetration !== null);
  const isFed = records.some(({ penetration }) => penetration !== null && penetration.insertion !== null);
  const hasVolume = records.some(({ volume }) => volume !== undefined);
  const number = (record: PoseRecord) => String(record.pose);
  return [
    { head: 'pose', text: number },
    ...(isTimed ? [{ head: 't s', text: ({ time }: PoseRecord) => (time === undefined ? '' : timeText(time)) }] : []),
    { head: 'state', isLeft: true, text: ({ state }) => state },
    ...(isSolid ? penetrationColumns(isFed) : []),
    ...(hasVolume ? [{ head: 'volume mm³', text: ({ volume }: PoseRecord) => volumeText(volume) }] : []),
    {
      head: isOpen ? 'no depth (open)' : 'inside mm',
      text: ({ insideDistance }) => (insideDistance === null ? 'open' : insideDistance.toFixed(3)),
    },
    { head: 'area mm²', text: ({ area }) => area.toFixed(2) },
    { head: 'contacts', text: ({ contacts }) => String(contacts) },
    { head: 'patches', text: ({ patches }) => String(patches.length) },
    { head: 'ms', text: ({ stats }) => stats.milliseconds.total.toFixed(1) },
  ];
}

function penetrationColumns(isFed: boolean): Column[] {
  const through: Column = {
    head: 'through, mm out',
    text: ({ penetration }) => (penetration?.through ? `THROUGH ${rangeText(penetration.protrusion)}` : ''),
  };
  if (!isFed) return [through];
  return [
    { head: 'insertion mm', text: ({ penetration }) => rangeText(penetration?.insertion ?? null) },
    { head: 'wall ahead mm', text: ({ penetration }) => rangeText(penetration?.wallAhead ?? null) },
    through,
  ];
}
