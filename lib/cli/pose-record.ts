// One pose's ContactReport → the record that the table, the JSON and the plot show: plain numbers that JSON can hold,
// and their text.

import type {
  ContactPatch,
  ContactReport,
  ContactState,
  ContactTable,
  DetectionStats,
  Interval,
  OverlapInterval,
  Penetration,
} from '#records';
import type { Sides } from './toolkit.ts';

/** Lengths mm, areas mm², volumes mm³. */
export interface PoseRecord {
  /** Its number in the path, from 0. */
  readonly pose: number;
  /** s; left out if the poses have no times. */
  readonly time?: number;
  /** 16 numbers, column-major, tool frame → bone frame. */
  readonly matrix: readonly number[];
  readonly state: ContactState;
  readonly contacts: number;
  readonly intersectingPairs: number;
  /**
   * The greatest distance found inside to the nearest surface, ≥ 0. Inside a wall it is at most half of the wall's
   * thickness, however far the tool goes through the wall. It is null if the bone has no inside (an open mesh has
   * none), or if no reported side has a sign.
   */
  readonly insideDistance: number | null;
  /** How far the tool has come into and through the bone. It is null if one of the two is not a solid. */
  readonly penetration: PenetrationRecord | null;
  /** Volume of the bone inside the tool; left out if it was not requested. */
  readonly volume?: OverlapInterval;
  /** Area of the bone's contact sub-triangles, or of the tool's if only that side is reported. */
  readonly area: number;
  /** The contact with the least signed distance; null without contacts. */
  readonly deepest: DeepestContact | null;
  readonly patches: readonly ContactPatch[];
  readonly stats: DetectionStats;
}

interface DeepestContact {
  readonly body: 'bone' | 'tool';
  readonly face: number;
  readonly oppositeFace: number;
  readonly point: readonly number[];
  readonly opposite: readonly number[];
  /** Unit vector, bone → tool: the direction in which the tool would leave the bone. */
  readonly normal: readonly number[];
  readonly distance: number;
  readonly low: number;
  readonly high: number;
}

/**
 * @param time s; undefined if the poses have none.
 * @param volume undefined if it was not requested.
 */
export function recordPose(
  pose: number,
  matrix: Float64Array,
  report: ContactReport,
  sides: Sides,
  time?: number,
  volume?: OverlapInterval,
): PoseRecord {
  const deepest = deepestRow(report.contacts);
  const areaBody = sides === 'tool' ? 'tool' : 'bone';
  // report.signed.tool says that the tool's distances carry a sign, which they do if the bone has an inside.
  const signed = report.signed.tool && (sides !== 'bone' || report.signed.bone);
  return {
    pose,
    ...(time === undefined ? {} : { time }),
    matrix: Array.from(matrix),
    state: report.state,
    contacts: report.contacts.length,
    intersectingPairs: report.intersectingFaces.length / 2,
    insideDistance: signed ? Math.max(0, deepest < 0 ? 0 : -report.contacts.distance[deepest]) : null,
    penetration: recordPenetration(report.penetration),
    ...(volume === undefined ? {} : { volume: { low: volume.low, high: volume.high, reached: volume.reached } }),
    area: report.patches.reduce((sum, patch) => (patch.body === areaBody ? sum + patch.area : sum), 0),
    deepest: deepest < 0 ? null : copyContact(report.contacts, deepest),
    patches: report.patches,
    stats: report.stats,
  };
}

/** Number of poses whose volume interval is wider than the target. */
export function wideVolumes(records: readonly PoseRecord[]): number {
  return records.filter(({ volume }) => volume?.reached === false).length;
}

/** A pose's time as tables and texts show it: seconds, to the millisecond. */
export function timeText(time: number): string {
  return time.toFixed(3);
}

/**
 * The deepest of several poses: the one with the greatest protrusion; if the tool is through at none, the one with the
 * longest insertion; if there is no insertion, the one with the least signed distance. Of equal poses, the first;
 * undefined if no pose has a contact.
 */
export function deepestPose(records: readonly PoseRecord[]): PoseRecord | undefined {
  let best: PoseRecord | undefined;
  for (const record of records) if (record.deepest && (best === undefined || isDeeper(record, best))) best = record;
  return best;
}

function isDeeper(record: PoseRecord, than: PoseRecord): boolean {
  const [a, b] = [depthKeys(record), depthKeys(than)];
  const differs = a.findIndex((key, i) => key !== b[i]);
  return differs >= 0 && a[differs] > b[differs];
}

/** Keys by which poses are compared, in this order; greater is deeper. */
function depthKeys({ penetration, deepest }: PoseRecord): number[] {
  const protrusion = penetration?.through ? mostOf(penetration.protrusion) : 0;
  const insertion = penetration?.insertion ? mostOf(penetration.insertion) : 0;
  return [protrusion, insertion, 0 - (deepest?.distance ?? Number.POSITIVE_INFINITY)];
}

function deepestRow(contacts: ContactTable): number {
  let best = -1;
  for (let row = 0; row < contacts.length; row++)
    if (best < 0 || contacts.distance[row] < contacts.distance[best]) best = row;
  return best;
}

function copyContact(contacts: ContactTable, row: number): DeepestContact {
  const triple = (values: Float64Array) => Array.from(values.subarray(3 * row, 3 * row + 3));
  return {
    body: contacts.body[row] === 0 ? 'bone' : 'tool',
    face: contacts.face[row],
    oppositeFace: contacts.oppositeFace[row],
    point: triple(contacts.point),
    opposite: triple(contacts.opposite),
    normal: triple(contacts.normal),
    distance: contacts.distance[row],
    low: contacts.low[row],
    high: contacts.high[row],
  };
}

/** mm: low ≤ exact ≤ high; high is null if nothing bounds it. */
export interface Range {
  readonly low: number;
  readonly high: number | null;
}

/** As in a ContactReport. */
export interface PenetrationRecord {
  readonly through: boolean;
  readonly protrusion: Range;
  /** Bone frame, mm; null if the tool is not through. */
  readonly protrusionPoint: readonly number[] | null;
  /** null without a feed. */
  readonly insertion: Range | null;
  /** null without a feed, and if no bone is ahead of any point of the tool that lies in the bone. */
  readonly wallAhead: Range | null;
}

function recordPenetration(found: Penetration | null): PenetrationRecord | null {
  if (found === null) return null;
  const { through, protrusion, protrusionPoint, insertion, wallAhead } = found;
  return {
    through,
    protrusion: rangeOf(protrusion) as Range,
    protrusionPoint: through ? Array.from(protrusionPoint) : null,
    insertion: rangeOf(insertion),
    wallAhead: rangeOf(wallAhead),
  };
}

/** null if there is none, or if it is infinite. */
export function rangeOf(interval: Interval | null): Range | null {
  if (interval === null || !Number.isFinite(interval.low)) return null;
  return { low: interval.low, high: Number.isFinite(interval.high) ? interval.high : null };
}

/** One number if both ends agree to a hundredth. */
export function rangeText(range: Range | null): string {
  if (range === null) return '–';
  const low = range.low.toFixed(2);
  if (range.high === null) return `≥ ${low}`;
  const high = range.high.toFixed(2);
  return low === high ? low : `${low}–${high}`;
}

/** The interval of a volume, marked if its ends are farther apart than the target. */
export function volumeText(volume: OverlapInterval | undefined): string {
  return `${rangeText(volume ?? null)}${volume?.reached === false ? ' wide' : ''}`;
}

/** The worse end of an interval of depth: the high end, or the low end if nothing bounds it above. */
export const mostOf = (range: Range): number => range.high ?? range.low;
