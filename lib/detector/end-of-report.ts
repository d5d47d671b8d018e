// What both backends' reports end with: the penetration, the contact table and its patches.

import type { BoneBody, ToolBody } from '../bodies/index.ts';
import type { PenetrationQuery } from '../penetration/index.ts';
import type { ContactReport } from '../records/index.ts';

export interface MeasuredPose {
  readonly bone: BoneBody;
  readonly tool: ToolBody;
  readonly state: ContactReport['state'];
  /** Pairs of faces that share a point, and the segment that each shares. */
  readonly intersecting: Uint32Array;
  readonly segments: Float64Array;
}

/** Makes the table and its patches, or what makes them later. */
type MakeContacts = () => Pick<ContactReport, 'contacts' | 'patches'>;

interface EndOfReport {
  /** All of the report, its statistics given. Its patches are made when they are first read. */
  readonly report: (stats: ContactReport['stats']) => ContactReport;
  /** The last two durations. */
  readonly milliseconds: { readonly penetration: number; readonly contacts: number };
}

/** Finds the penetration at once. @returns what makes the rest, and asks no body. */
export function beginEnd(
  { bone, tool, state, intersecting, segments }: MeasuredPose,
  query: PenetrationQuery,
): (contacts: MakeContacts) => EndOfReport {
  const started = performance.now();
  const isOverlapping = state === 'intersecting' || state === 'enclosed';
  const penetration = query.find({ pairs: intersecting, segments, isOverlapping });
  const spent = performance.now() - started;
  const signed = { bone: tool.signed, tool: bone.signed };
  return (contacts) => {
    const begun = performance.now();
    const made = contacts();
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
      milliseconds: { penetration: spent, contacts: performance.now() - begun },
    };
  };
}
