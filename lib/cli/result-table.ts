// Pose records → the human-readable table, and one sentence that sums up the path.

import { deepestPose, mostOf, type PoseRecord, rangeText, timeText, volumeText, wideVolumes } from './pose-record.ts';
import { columnTable, type TextColumn } from './text-table.ts';

/** A table with more rows than this is thinned evenly but keeps the deepest pose. */
export const TABLE_ROWS = 100;

type Column = TextColumn<PoseRecord>;

export function resultTable(records: readonly PoseRecord[]): string {
  const step = Math.ceil(records.length / TABLE_ROWS);
  const deepest = deepestPose(records);
  const shown = records.filter((record) => record.pose % step === 0 || record === deepest);
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
  return [columnTable(columnsFor(records), shown), ...notes].join('\n');
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

export function verdict(records: readonly PoseRecord[]): string {
  const deepest = deepestPose(records);
  const count = (state: string) => records.filter((record) => record.state === state).length;
  const inside = count('intersecting') + count('enclosed');
  if (records.length === 1) return singleVerdict(records[0]);
  if (!deepest) return `No contact: the tool stays clear of the bone at all ${records.length} poses.`;
  const near = count('near');
  const touch =
    inside > 0
      ? `Contact at ${inside} of ${records.length} poses${near > 0 ? ` (near at ${near} more)` : ''}`
      : `Near at ${near} of ${records.length} poses, touching at none`;
  const extremes = inside > 0 ? extremesOf(records) : [];
  if (extremes.length > 0) return `${[touch, ...extremes].join('; ')}.`;
  return `${touch}; closest ${Math.max(0, deepest.deepest?.distance ?? 0).toFixed(3)} mm at pose ${deepest.pose}.`;
}

/** Clauses about the path's worst poses; none if the bone is open. */
function extremesOf(records: readonly PoseRecord[]): string[] {
  const out = records.filter(({ penetration }) => penetration?.through);
  const protruding = greatest(out, ({ penetration }) => penetration && mostOf(penetration.protrusion));
  const inserted = greatest(records, ({ penetration }) => penetration?.insertion && mostOf(penetration.insertion));
  const ahead = greatest(records, ({ penetration }) => penetration?.wallAhead && -penetration.wallAhead.low);
  const overlap = greatest(records, ({ volume }) => volume?.high);
  const inside = greatest(records, ({ insideDistance }) => insideDistance);
  const said: string[] = [];
  if (protruding)
    said.push(
      `THROUGH the bone at ${out.length}, first at pose ${out[0].pose}, ` +
        `protruding up to ${protruding.value.toFixed(2)} mm at pose ${protruding.pose}`,
    );
  if (inserted) said.push(`insertion up to ${inserted.value.toFixed(2)} mm at pose ${inserted.pose}`);
  if (ahead && out.length === 0)
    said.push(`at least ${(0 - ahead.value).toFixed(2)} mm of bone ahead at pose ${ahead.pose}`);
  if (overlap)
    said.push(
      `up to ${overlap.value.toFixed(2)} mm³ of bone in the tool at pose ${overlap.pose}${widthSaid(records[overlap.pose])}`,
    );
  if (inside) said.push(`inside, up to ${inside.value.toFixed(3)} mm from the nearest surface at pose ${inside.pose}`);
  return said;
}

function widthSaid({ volume }: PoseRecord): string {
  return volume?.reached === false ? ', known less well than to 1 %' : '';
}

/** The record with the greatest value; of equal ones, the first. */
function greatest(
  records: readonly PoseRecord[],
  value: (record: PoseRecord) => number | null | undefined,
): { pose: number; value: number } | undefined {
  let best: { pose: number; value: number } | undefined;
  for (const record of records) {
    const found = value(record);
    if (found !== null && found !== undefined && (best === undefined || found > best.value))
      best = { pose: record.pose, value: found };
  }
  return best;
}

function singleVerdict(record: PoseRecord): string {
  const distance = record.deepest?.distance ?? 0;
  const { insideDistance, penetration, volume } = record;
  const said: string[] = [];
  if (penetration?.through)
    said.push(`it is THROUGH the bone, protruding up to ${mostOf(penetration.protrusion).toFixed(2)} mm`);
  if (penetration?.insertion) said.push(`insertion up to ${mostOf(penetration.insertion).toFixed(2)} mm`);
  if (penetration?.wallAhead && !penetration.through)
    said.push(`at least ${penetration.wallAhead.low.toFixed(2)} mm of bone ahead`);
  if (volume) said.push(`${rangeText(volume)} mm³ of bone in the tool${widthSaid(record)}`);
  if (insideDistance !== null) said.push(`inside, up to ${insideDistance.toFixed(3)} mm from the nearest surface`);
  const more = said.map((text) => `; ${text}`).join('');
  switch (record.state) {
    case 'separated':
      return 'No contact: the tool is farther from the bone than the contact distance.';
    case 'near':
      return `Near: the tool is ${distance.toFixed(3)} mm from the bone without touching it.`;
    case 'intersecting':
      return `Contact: the tool cuts the bone over ${record.area.toFixed(2)} mm²${more}.`;
    case 'enclosed':
      return `Enclosed: one body lies wholly inside the other${more}.`;
  }
}
