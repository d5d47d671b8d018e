// The last part of both backends' reports: segments and penetration, the contact table and its patches; and a report as
// plain arrays that pass from thread to thread: the thread that reads it makes what is made when it is read.

import { type ContactParts, contactsOfParts } from '#contacts';
import type { PenetrationQuery } from '#penetration';
import type { ContactReport } from '#records';

/** What a report reads of the bodies last of all, and only if somebody reads it. */
export type LateParts = Pick<ContactReport, 'intersectionSegments' | 'penetration'>;

/** What late parts follow from, beside the pose. */
export type LateQuestion = Pick<ContactReport, 'state' | 'intersectingFaces'>;

/** A report without its contacts and its late parts. */
export type RestOfReport = Omit<ContactReport, 'contacts' | 'patches' | keyof LateParts>;

/** The same, and the contacts as plain arrays: what passes from thread to thread. */
export interface PlainReport {
  readonly rest: RestOfReport;
  readonly contacts: ContactParts;
  /** If they were asked for. */
  readonly late?: LateParts;
}

/** @param segments the segment that each pair of intersecting faces shares. @param query of the bodies as posed. */
export function lateParts(
  { state, intersectingFaces: pairs }: LateQuestion,
  segments: Float64Array,
  query: PenetrationQuery,
): LateParts {
  const isOverlapping = state === 'intersecting' || state === 'enclosed';
  return { intersectionSegments: segments, penetration: query.find({ pairs, segments, isOverlapping }) };
}

/** The report's patches are made when they are first read, and so may its late parts be. */
export function wholeReport(
  { state, signed, intersectingFaces, stats }: RestOfReport,
  late: { readonly made: LateParts },
  made: Pick<ContactReport, 'contacts' | 'patches'>,
): ContactReport {
  return {
    state,
    signed,
    contacts: made.contacts,
    intersectingFaces,
    get intersectionSegments() {
      return late.made.intersectionSegments;
    },
    get patches() {
      return made.patches;
    },
    get penetration() {
      return late.made.penetration;
    },
    stats,
  };
}

export function reportOfPlain({ rest, contacts }: PlainReport, late: { readonly made: LateParts }): ContactReport {
  return wholeReport(rest, late, contactsOfParts(contacts));
}
