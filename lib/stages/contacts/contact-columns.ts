// Columns of contacts → the report's table, with a plain-object view of each row.

import { described, OptionError } from '#core';
import type { Contact, ContactTable } from '#records';

type Columns = Omit<ContactTable, 'at' | 'patch' | typeof Symbol.iterator>;
type Point = [number, number, number];

/** See ContactTable for what each column holds. */
export class ContactColumns implements ContactTable {
  readonly length: number;
  readonly body: Uint8Array;
  readonly face: Uint32Array;
  readonly level: Uint8Array;
  readonly path: Uint32Array;
  readonly corners: Float64Array;
  readonly point: Float64Array;
  readonly opposite: Float64Array;
  readonly oppositeFace: Uint32Array;
  readonly normal: Float64Array;
  readonly distance: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  declare readonly patch: Uint32Array;

  /** @param patch makes that column when it is read. */
  constructor(columns: Columns, patch: () => Uint32Array) {
    this.length = columns.length;
    this.body = columns.body;
    this.face = columns.face;
    this.level = columns.level;
    this.path = columns.path;
    this.corners = columns.corners;
    this.point = columns.point;
    this.opposite = columns.opposite;
    this.oppositeFace = columns.oppositeFace;
    this.normal = columns.normal;
    this.distance = columns.distance;
    this.low = columns.low;
    this.high = columns.high;
    // An own property like the others, so that copies have it.
    Object.defineProperty(this, 'patch', { enumerable: true, get: patch });
  }

  /** @throws OptionError OUT_OF_RANGE if there is no such row. */
  at(row: number): Contact {
    if (!Number.isInteger(row) || row < 0 || row >= this.length)
      throw new OptionError(
        'OUT_OF_RANGE',
        this.length === 0
          ? `Contact table has no rows, row ${described(row)} was asked for; read length first.`
          : `Contact table has ${this.length} rows, row ${described(row)} was asked for; use 0 to ${this.length - 1}.`,
      );
    return {
      body: this.body[row] === 0 ? 'bone' : 'tool',
      face: this.face[row],
      level: this.level[row],
      path: this.path[row],
      corners: [point(this.corners, 9 * row), point(this.corners, 9 * row + 3), point(this.corners, 9 * row + 6)],
      point: point(this.point, 3 * row),
      opposite: point(this.opposite, 3 * row),
      oppositeFace: this.oppositeFace[row],
      normal: point(this.normal, 3 * row),
      distance: this.distance[row],
      low: this.low[row],
      high: this.high[row],
      patch: this.patch[row],
    };
  }

  *[Symbol.iterator](): Iterator<Contact> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }
}

function point(values: Float64Array, at: number): Point {
  return [values[at], values[at + 1], values[at + 2]];
}
