// A stream of reports → those whose sub-triangles are kept for the picture and the VTP file, within a fixed budget; a
// kept report ↔ a file.

import { KerfError } from '#core';
import { type ContactReport, type ContactTable, type PackedSchema, packArrays, unpackArrays } from '#records';

/** The part of a report that pictures and VTP files show. */
export interface PicturedReport extends Pick<ContactReport, 'intersectionSegments'> {
  readonly contacts: Pick<
    ContactTable,
    'length' | 'body' | 'face' | 'patch' | 'corners' | 'point' | 'distance' | 'low' | 'high'
  >;
}

export interface KeptPose {
  readonly pose: number;
  readonly report: PicturedReport;
}

/** What decides whether a pose's report is kept. */
interface ReportSize {
  readonly contacts: number;
  /** Number of segments of the intersection curve. */
  readonly segments: number;
  /** The least signed distance, mm; Infinity without a contact. */
  readonly least: number;
}

/** The fixed cost of a report in the budget, besides its contents, in sub-triangles. */
const LEAST_WEIGHT = 16;

interface Entry {
  readonly pose: number;
  readonly weight: number;
  /** null while only the pose's size is known. */
  report: PicturedReport | null;
}

/**
 * Keeps every pose as long as all sub-triangles and intersection segments fit into `budget`. Beyond the budget, it
 * keeps every light pose (one that fits into an equal share of half of the budget), every second, fourth, … of the
 * other poses (those whose number the stride divides), and the deepest pose. So memory is bounded, however long the
 * path is.
 */
export class KeptPoses {
  readonly #budget: number;
  readonly #light: number;
  readonly #onDrop: (pose: number) => void;
  #chosen: Entry[] = [];
  #deepest: Entry | undefined;
  #least = Number.POSITIVE_INFINITY;
  #stride = 1;
  #load = 0;

  /** @param onDrop is called with a pose that was kept and no longer is. */
  constructor(budget: number, poseCount: number, onDrop: (pose: number) => void = () => {}) {
    this.#budget = budget;
    this.#light = budget / (2 * poseCount);
    this.#onDrop = onDrop;
  }

  /** Takes the next pose of the path. @returns whether it is kept. */
  add(pose: number, report: PicturedReport): boolean {
    return this.#take(pose, sizeOf(report), report);
  }

  /** Takes a pose of an earlier run, known only by its size. If the pose is kept, `fill` must supply its report. */
  recall(pose: number, size: ReportSize): void {
    this.#take(pose, size, null);
  }

  /** Kept poses without a report. */
  get unfilled(): readonly number[] {
    return this.#kept().flatMap(({ pose, report }) => (report === null ? [pose] : []));
  }

  fill(pose: number, report: PicturedReport): void {
    for (const entry of this.#kept()) if (entry.pose === pose) entry.report = report;
  }

  /** The poses kept, in the path's order. */
  get poses(): readonly KeptPose[] {
    return this.#kept().flatMap(({ pose, report }) => (report === null ? [] : [{ pose, report }]));
  }

  #take(pose: number, { contacts, segments, least }: ReportSize, report: PicturedReport | null): boolean {
    const entry: Entry = { pose, weight: LEAST_WEIGHT + contacts + segments, report };
    const before = this.#deepest;
    if (least < this.#least) {
      this.#least = least;
      this.#deepest = entry;
      if (before && !this.#chooses(before)) this.#onDrop(before.pose);
    }
    if (!this.#chooses(entry)) return this.#deepest === entry;
    this.#chosen.push(entry);
    this.#load += entry.weight;
    while (this.#load > this.#budget && this.#chosen.length > 1) {
      this.#stride *= 2;
      const all = this.#chosen;
      this.#chosen = all.filter((other) => this.#chooses(other));
      this.#load = this.#chosen.reduce((sum, other) => sum + other.weight, 0);
      for (const other of all) if (other !== this.#deepest && !this.#chooses(other)) this.#onDrop(other.pose);
    }
    return this.#deepest === entry || this.#chooses(entry);
  }

  #kept(): Entry[] {
    const deepest = this.#deepest;
    if (!deepest || this.#chooses(deepest)) return this.#chosen;
    return [...this.#chosen, deepest].sort((a, b) => a.pose - b.pose);
  }

  #chooses(entry: Entry): boolean {
    return entry.pose % this.#stride === 0 || entry.weight <= this.#light;
  }
}

function sizeOf({ contacts, intersectionSegments }: PicturedReport): ReportSize {
  return {
    contacts: contacts.length,
    segments: intersectionSegments.length / 6,
    least: contacts.distance.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  };
}

const VERSION = 1;
const SCHEMA = {
  numbers: ['pose'],
  arrays: {
    body: 'u16',
    face: 'u32',
    patch: 'u32',
    corners: 'f64',
    point: 'f64',
    distance: 'f64',
    low: 'f64',
    high: 'f64',
    segments: 'f64',
  },
} as const satisfies PackedSchema;

export function packReport(pose: number, { contacts, intersectionSegments }: PicturedReport): Uint8Array {
  const { length, body, face, patch, corners, point, distance, low, high } = contacts;
  return packArrays(SCHEMA, VERSION, {
    numbers: { pose },
    arrays: {
      body: Uint16Array.from(body.subarray(0, length)),
      face: face.subarray(0, length),
      patch: patch.subarray(0, length),
      corners: corners.subarray(0, 9 * length),
      point: point.subarray(0, 3 * length),
      distance: distance.subarray(0, length),
      low: low.subarray(0, length),
      high: high.subarray(0, length),
      segments: intersectionSegments,
    },
  });
}

/** null if the bytes are not what packReport made for that pose. */
export function unpackReport(pose: number, bytes: Uint8Array): PicturedReport | null {
  try {
    const { numbers, arrays } = unpackArrays(bytes, SCHEMA, VERSION, `the contacts of pose ${pose}`);
    if (numbers.pose !== pose) return null;
    const { segments, body, ...columns } = arrays;
    const contacts = { length: columns.distance.length, body: Uint8Array.from(body), ...columns };
    return { contacts, intersectionSegments: segments };
  } catch (error) {
    if (error instanceof KerfError) return null;
    throw error;
  }
}

/** The report of a pose without contacts and intersection curve; it needs no file. */
export function emptyReport(): PicturedReport {
  return {
    contacts: {
      length: 0,
      body: new Uint8Array(),
      face: new Uint32Array(),
      patch: new Uint32Array(),
      corners: new Float64Array(),
      point: new Float64Array(),
      distance: new Float64Array(),
      low: new Float64Array(),
      high: new Float64Array(),
    },
    intersectionSegments: new Float64Array(),
  };
}
