// Distance records of both bodies → the contact table, ordered by body, face and path, and its patches; via plain
// arrays if one thread passes them to another.

import { copyInPieces, stopIfUnwanted } from '#core';
import type { ContactPatch, ContactTable, DistanceRecords, SubTriangles, Surface } from '#records';
import { ContactColumns } from './contact-columns.ts';
import { findPatches, type Part, type Patches } from './find-patches.ts';
import { leafOutlines } from './leaf-outlines.ts';

/** One body's part of a report. Records come in order of face and path. */
export interface ContactSide {
  readonly body: 'bone' | 'tool';
  readonly surface: Pick<Surface, 'faces' | 'vertexCount'>;
  readonly leaves: SubTriangles;
  readonly records: DistanceRecords;
  /** For each vertex the first one with its coordinates. */
  readonly welded: Uint32Array;
}

/** A report's contacts as plain arrays, which can be passed between threads. */
export interface ContactParts {
  readonly columns: TableColumns;
  /** What the patches are made from. */
  readonly parts: readonly Part[];
}

type TableColumns = Omit<ContactTable, 'at' | 'patch' | typeof Symbol.iterator>;

interface ReportContacts {
  readonly contacts: ContactTable;
  readonly patches: readonly ContactPatch[];
}

/** @param sides the bone's before the tool's. */
export function buildReportContacts(sides: readonly ContactSide[]): ReportContacts {
  return contactsOfParts(contactParts(sides));
}

/**
 * The table's patch column and the patches are made when one of them is first read: a caller who reads neither does not
 * pay for them. Their inputs are kept, whatever is asked or edited meanwhile.
 */
export function contactsOfParts({ columns, parts }: ContactParts): ReportContacts {
  let pending = parts;
  let found: Patches | null = null;
  const patches = (): Patches => {
    found ??= findPatches(columns, pending);
    pending = [];
    return found;
  };
  const contacts = new ContactColumns(columns, () => patches().patch);
  return {
    contacts,
    get patches() {
      return patches().patches;
    },
  };
}

/** @param sides the bone's before the tool's. @returns copies: the sides' tables may change. */
export function contactParts(sides: readonly ContactSide[]): ContactParts {
  const total = sides.reduce((sum, side) => sum + side.records.length, 0);
  const columns = {
    length: total,
    body: new Uint8Array(total),
    face: new Uint32Array(total),
    level: new Uint8Array(total),
    path: new Uint32Array(total),
    corners: new Float64Array(9 * total),
    point: new Float64Array(3 * total),
    opposite: new Float64Array(3 * total),
    oppositeFace: new Uint32Array(total),
    normal: new Float64Array(3 * total),
    distance: new Float64Array(total),
    low: new Float64Array(total),
    high: new Float64Array(total),
  };
  let first = 0;
  const parts = sides.map((side) => {
    const { body, surface, leaves, records, welded } = side;
    const count = records.length;
    copyRecords(side, first, columns);
    const outlines = leafOutlines(surface, leaves, records.columns.subTriangle, count, welded);
    first += count;
    return { body, first: first - count, count, outlines };
  });
  return { columns, parts };
}

/** Writes the rows of one body, from row `first` on. */
function copyRecords({ body, leaves, records }: ContactSide, first: number, columns: TableColumns): void {
  const count = records.length;
  const from = records.columns;
  const leaf = leaves.rows.columns;
  for (let i = 0; i < count; i++) {
    if (i % 16_384 === 0) stopIfUnwanted();
    const row = first + i;
    const sub = from.subTriangle[i];
    columns.body[row] = body === 'bone' ? 0 : 1;
    columns.face[row] = leaf.face[sub];
    columns.level[row] = leaf.level[sub];
    columns.path[row] = leaf.path[sub];
  }
  for (const name of ['corners', 'point', 'opposite', 'normal', 'distance', 'low', 'high', 'oppositeFace'] as const) {
    const width = columns[name].length / columns.length;
    copyInPieces(columns[name], from[name].subarray(0, width * count), width * first);
  }
}
