// The last part of both backends' reports: the penetration, the contact table and its patches; and a report as plain
// arrays that pass from thread to thread, whose patches are made by the thread that reads them.

import type { BoneBody, ToolBody } from '#bodies';
import { type ContactParts, contactsOfParts } from '#contacts';
import type { PenetrationQuery } from '#penetration';
import type { ContactReport } from '#records';

export interface MeasuredPose {
  readonly bone: BoneBody;
  readonly tool: ToolBody;
  readonly state: ContactReport['state'];
  /** Pairs of faces that share a point, and the segment that each shares. */
  readonly intersecting: Uint32Array;
  readonly segments: Float64Array;
}

/** A report without its contacts. */
export type RestOfReport = Omit<ContactReport, 'contacts' | 'patches'>;

/** A report as plain arrays and numbers, which pass from thread to thread. */
export interface PlainReport {
  readonly rest: RestOfReport;
  readonly contacts: ContactParts;
}

interface EndOfReport<Contacts> {
  /** The rest of the report, with the given statistics. */
  readonly rest: (stats: ContactReport['stats']) => RestOfReport;
  readonly contacts: Contacts;
  /** The last two durations. */
  readonly milliseconds: { readonly penetration: number; readonly contacts: number };
}

/** Finds the penetration at once. @returns what makes the rest without reading a body. */
export function beginEnd(
  { bone, tool, state, intersecting, segments }: MeasuredPose,
  query: PenetrationQuery,
): <Contacts>(make: () => Contacts) => EndOfReport<Contacts> {
  const started = performance.now();
  const isOverlapping = state === 'intersecting' || state === 'enclosed';
  const penetration = query.find({ pairs: intersecting, segments, isOverlapping });
  const spent = performance.now() - started;
  const signed = { bone: tool.signed, tool: bone.signed };
  return (make) => {
    const begun = performance.now();
    const contacts = make();
    return {
      rest: (stats) => ({
        state,
        signed,
        intersectingFaces: intersecting,
        intersectionSegments: segments,
        penetration,
        stats,
      }),
      contacts,
      milliseconds: { penetration: spent, contacts: performance.now() - begun },
    };
  };
}

/** The report's patches are made when they are first read. */
export function wholeReport(rest: RestOfReport, made: Pick<ContactReport, 'contacts' | 'patches'>): ContactReport {
  const { state, signed, intersectingFaces, intersectionSegments, penetration, stats } = rest;
  return {
    state,
    signed,
    contacts: made.contacts,
    intersectingFaces,
    intersectionSegments,
    get patches() {
      return made.patches;
    },
    penetration,
    stats,
  };
}

export function reportOfPlain({ rest, contacts }: PlainReport): ContactReport {
  return wholeReport(rest, contactsOfParts(contacts));
}
