// A number of rows and a function that makes the report's contacts → the table and its patches, made when a column, a
// row or the patches are first read.

import type { Contact, ContactPatch, ContactTable } from '#records';

interface ReportContacts {
  readonly contacts: ContactTable;
  readonly patches: readonly ContactPatch[];
}

/** The columns, in the order of ContactColumns. */
const COLUMNS = [
  'body',
  'face',
  'level',
  'path',
  'corners',
  'point',
  'opposite',
  'oppositeFace',
  'normal',
  'distance',
  'low',
  'high',
  'patch',
] as const satisfies readonly (keyof ContactTable)[];

/** Rows are made once; what `make` holds is then released. @param length the number of rows that it will make. */
export function lateContacts(length: number, make: () => ReportContacts): ReportContacts {
  let pending: (() => ReportContacts) | null = make;
  let made: ReportContacts | null = null;
  const read = (): ReportContacts => {
    made ??= pending?.() as ReportContacts;
    pending = null;
    return made;
  };
  return {
    contacts: new LateContacts(length, () => read().contacts),
    get patches() {
      return read().patches;
    },
  };
}

/** See ContactTable for what each column holds. */
class LateContacts implements ContactTable {
  readonly length: number;
  declare readonly body: Uint8Array;
  declare readonly face: Uint32Array;
  declare readonly level: Uint8Array;
  declare readonly path: Uint32Array;
  declare readonly corners: Float64Array;
  declare readonly point: Float64Array;
  declare readonly opposite: Float64Array;
  declare readonly oppositeFace: Uint32Array;
  declare readonly normal: Float64Array;
  declare readonly distance: Float64Array;
  declare readonly low: Float64Array;
  declare readonly high: Float64Array;
  declare readonly patch: Uint32Array;
  readonly #read: () => ContactTable;

  constructor(length: number, read: () => ContactTable) {
    this.length = length;
    this.#read = read;
    // Own properties like those of ContactColumns, so that copies have them.
    for (const name of COLUMNS) Object.defineProperty(this, name, { enumerable: true, get: () => read()[name] });
  }

  at(row: number): Contact {
    return this.#read().at(row);
  }

  [Symbol.iterator](): Iterator<Contact> {
    return this.#read()[Symbol.iterator]();
  }
}
