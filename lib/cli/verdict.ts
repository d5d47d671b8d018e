// Pose records → one sentence that sums up the path.

import { mostOf, rangeText } from './penetration-record.ts';
import { deepestPose, type PoseRecord } from './pose-record.ts';

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
