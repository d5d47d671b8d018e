// A contact report → the members of an answer: its tables as columns.

import type { ContactPatch, ContactReport } from '#records';
import type { Body } from './check-request.ts';

const COLUMNS = [
  ...(['body', 'face', 'level', 'path', 'corners', 'point', 'opposite', 'oppositeFace', 'normal'] as const),
  ...(['distance', 'low', 'high', 'patch'] as const),
];
/** Numbers a row. */
const WIDTH: Readonly<Record<string, number>> = { corners: 9, point: 3, opposite: 3, normal: 3 };

export function reportBody(report: ContactReport): Body {
  const { contacts, penetration, state, signed, intersectingFaces, intersectionSegments, stats } = report;
  const columns = COLUMNS.map((name) => {
    const column = contacts[name];
    return [`contacts.${name}`, column.subarray(0, (WIDTH[name] ?? 1) * contacts.length)] as const;
  });
  const { protrusionPoint, ...depths } = penetration ?? {};
  return {
    state,
    signed,
    ...Object.fromEntries(columns),
    ...patchColumns(report.patches),
    intersectingFaces,
    intersectionSegments,
    penetration: penetration === null ? null : depths,
    ...(protrusionPoint !== undefined && { protrusionPoint }),
    stats,
  };
}

function patchColumns(patches: readonly ContactPatch[]): Body {
  return {
    'patches.body': Uint8Array.from(patches, ({ body }) => (body === 'bone' ? 0 : 1)),
    'patches.contactCount': Uint32Array.from(patches, ({ contactCount }) => contactCount),
    'patches.area': Float64Array.from(patches, ({ area }) => area),
    'patches.centroid': Float64Array.from(patches.flatMap(({ centroid }) => centroid)),
    'patches.normal': Float64Array.from(patches.flatMap(({ normal }) => normal)),
    'patches.depth': Float64Array.from(patches, ({ depth }) => depth),
  };
}
