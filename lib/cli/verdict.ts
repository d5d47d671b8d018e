// Pose records → one sentence that says what the path came to.

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
  const extreme =
    inside > 0 && deepest.depth !== null
      ? `deepest ${deepest.depth.toFixed(3)} mm at pose ${deepest.pose}`
      : `closest ${Math.max(0, deepest.deepest?.distance ?? 0).toFixed(3)} mm at pose ${deepest.pose}`;
  return `${touch}; ${extreme}.`;
}

function singleVerdict(record: PoseRecord): string {
  const distance = record.deepest?.distance ?? 0;
  const depth = record.depth === null ? '' : `, ${record.depth.toFixed(3)} mm deep`;
  switch (record.state) {
    case 'separated':
      return 'No contact: the tool is farther from the bone than the contact distance.';
    case 'near':
      return `Near: the tool is ${distance.toFixed(3)} mm from the bone without touching it.`;
    case 'intersecting':
      return `Contact: the tool cuts the bone over ${record.area.toFixed(2)} mm²${depth}.`;
    case 'enclosed':
      return `Enclosed: one body lies wholly inside the other${depth}.`;
  }
}
