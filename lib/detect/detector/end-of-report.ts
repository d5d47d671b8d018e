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

/** All but contacts and statistics: the last that a report reads of the bodies. */
export function withPenetration(
  { bone, tool, state, intersecting, segments }: MeasuredPose,
  query: PenetrationQuery,
): Omit<RestOfReport, 'stats'> {
  const isOverlapping = state === 'intersecting' || state === 'enclosed';
  return {
    state,
    signed: { bone: tool.signed, tool: bone.signed },
    intersectingFaces: intersecting,
    intersectionSegments: segments,
    penetration: query.find({ pairs: intersecting, segments, isOverlapping }),
  };
}

/** The same, but segments and penetration are made when they are first read. */
export function lateRest(
  bone: BoneBody,
  tool: ToolBody,
  state: ContactReport['state'],
  intersecting: Uint32Array,
  late: { readonly made: Pick<ContactReport, 'intersectionSegments' | 'penetration'> },
): Omit<RestOfReport, 'stats'> {
  return {
    state,
    signed: { bone: tool.signed, tool: bone.signed },
    intersectingFaces: intersecting,
    get intersectionSegments() {
      return late.made.intersectionSegments;
    },
    get penetration() {
      return late.made.penetration;
    },
  };
}

/** The report's patches are made when they are first read, and so may segments and penetration be. */
export function wholeReport(rest: RestOfReport, made: Pick<ContactReport, 'contacts' | 'patches'>): ContactReport {
  const { state, signed, intersectingFaces, stats } = rest;
  return {
    state,
    signed,
    contacts: made.contacts,
    intersectingFaces,
    get intersectionSegments() {
      return rest.intersectionSegments;
    },
    get patches() {
      return made.patches;
    },
    get penetration() {
      return rest.penetration;
    },
    stats,
  };
}

export function reportOfPlain({ rest, contacts }: PlainReport): ContactReport {
  return wholeReport(rest, contactsOfParts(contacts));
}
