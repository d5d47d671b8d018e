// A report → the numbers of it that the page shows.

import type { ContactReport } from 'kerf';
import type { Touching } from './more-bodies.ts';
import type { Summary } from './wire.ts';

export function summaryOf(
  { state, contacts, patches, penetration, stats }: ContactReport,
  touching: readonly Touching[],
  stroke: string | null,
): Summary {
  return {
    ...{ state, stats, penetration, cut: null },
    ...{ contactCount: contacts.length, patchCount: patches.length },
    inside: patches.reduce((most, patch) => Math.max(most, patch.depth), 0),
    area: patches.reduce((sum, patch) => sum + patch.area, 0),
    stroke,
    others: touching.map(({ bone, tool, report }) => `${bone}–${tool} ${report.state}`),
  };
}
