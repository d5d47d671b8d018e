// What both backends' reports end with: the penetration, the contact table and its patches.

import type { BoneBody, ToolBody } from '../bodies/index.ts';
import type { PenetrationQuery } from '../penetration/index.ts';
import type { ContactReport } from '../records/index.ts';

interface MeasuredPose {
  readonly bone: BoneBody;
  readonly tool: ToolBody;
  /** Makes the table and its patches, or what makes them later. */
  readonly contacts: () => Pick<ContactReport, 'contacts' | 'patches'>;
  readonly state: ContactReport['state'];
  /** Pairs of faces that share a point, and the segment that each shares. */
  readonly intersecting: Uint32Array;
  readonly segments: Float64Array;
}

interface EndOfReport {
  /** All of the report, its statistics given. Its patches are made when they are first read. */
  readonly report: (stats: ContactReport['stats']) => ContactReport;
  /** The last two durations. */
  readonly milliseconds: { readonly penetration: number; readonly contacts: number };
}

export function endOfReport(
  { bone, tool, contacts, state, intersecting, segments }: MeasuredPose,
  query: PenetrationQuery,
): EndOfReport {
  const started = performance.now();
  const isOverlapping = state === 'intersecting' || state === 'enclosed';
  const penetration = query.find({ pairs: intersecting, segments, isOverlapping });
  const penetrationDone = performance.now();
  const made = contacts();
  const contactsDone = performance.now();
  const signed = { bone: tool.signed, tool: bone.signed };
  return {
    report: (stats) => ({
      state,
      signed,
      contacts: made.contacts,
      intersectingFaces: intersecting,
      intersectionSegments: segments,
      get patches() {
        return made.patches;
      },
      penetration,
      stats,
    }),
    milliseconds: { penetration: penetrationDone - started, contacts: contactsDone - penetrationDone },
  };
}
