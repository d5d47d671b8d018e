// What both backends' reports end with: the penetration, the contact table and its patches.

import type { BoneBody, ToolBody } from '../bodies/index.ts';
import { buildReportContacts } from '../contacts/index.ts';
import type { PenetrationQuery } from '../penetration/index.ts';
import type { ContactReport } from '../records/index.ts';
import type { Side } from './side.ts';

interface MeasuredPose {
  readonly bone: BoneBody;
  readonly tool: ToolBody;
  /** Those that were asked for, measured; the bone's first. */
  readonly sides: readonly Side[];
  readonly state: ContactReport['state'];
  /** Pairs of faces that share a point, and the segment that each shares. */
  readonly intersecting: Uint32Array;
  readonly segments: Float64Array;
}

/** @returns the report but for its statistics, of which only the two last durations are known here. */
export function endOfReport(
  { bone, tool, sides, state, intersecting, segments }: MeasuredPose,
  query: PenetrationQuery,
): { answer: Omit<ContactReport, 'stats'>; milliseconds: { penetration: number; contacts: number } } {
  const started = performance.now();
  const isOverlapping = state === 'intersecting' || state === 'enclosed';
  const penetration = query.find({ pairs: intersecting, segments, isOverlapping });
  const penetrationDone = performance.now();
  const { contacts, patches } = buildReportContacts(sides.map((side) => side.contacts));
  const contactsDone = performance.now();
  return {
    answer: {
      state,
      signed: { bone: tool.signed, tool: bone.signed },
      contacts,
      intersectingFaces: intersecting,
      intersectionSegments: segments,
      patches,
      penetration,
    },
    milliseconds: { penetration: penetrationDone - started, contacts: contactsDone - penetrationDone },
  };
}
