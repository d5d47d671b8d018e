// A schema of named columns → growable flat typed arrays, one per column.

import { capacityFor, copyInPieces, stopIfUnwanted, zeroInPieces } from '#core';

const ARRAYS = { u8: Uint8Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array } as const;
type ElementType = keyof typeof ARRAYS;

/** One column: its element type, and the number of elements per row (1 unless given). */
interface ColumnSpec {
  readonly type: ElementType;
  readonly width?: number;
}
type Schema = Readonly<Record<string, ColumnSpec>>;
type Columns<S extends Schema> = { [K in keyof S]: InstanceType<(typeof ARRAYS)[S[K]['type']]> };

/** Rows in columns. `columns` are replaced when the table grows: read them again after `reserve`. */
export class ColumnTable<S extends Schema> {
  readonly schema: S;
  columns: Columns<S>;
  length = 0;
  #capacity: number;

  constructor(schema: S, capacity = 64) {
    this.schema = schema;
    this.#capacity = capacity;
    this.columns = allocate(schema, capacity);
  }

  /** Raises the capacity to `more` rows beyond the present length; keeps every row. */
  reserve(more: number): void {
    const wanted = this.length + more;
    if (wanted <= this.#capacity) return;
    const capacity = capacityFor(wanted, this.#capacity);
    const { schema, columns } = this;
    const longer = allocate(schema, capacity);
    for (const key in schema) {
      const { width = 1 } = schema[key];
      copyInPieces(longer[key], columns[key].subarray(0, width * this.length), 0);
    }
    this.columns = longer;
    // Set last: if memory runs out, or the computation is stopped, the table stays as it was.
    this.#capacity = capacity;
  }

  /** Appends a copy of a row of a table with the same schema. */
  append(from: ColumnTable<S>, row: number): void {
    this.reserve(1);
    const at = this.length++;
    for (const key in this.schema) {
      const { width = 1 } = this.schema[key];
      this.columns[key].set(from.columns[key].subarray(width * row, width * (row + 1)), width * at);
    }
  }

  /** Appends the first `count` rows of columns; columns that are left out get zeros. */
  appendColumns(from: Partial<Columns<S>>, count: number): void {
    this.reserve(count);
    for (const key in this.schema) {
      stopIfUnwanted();
      const { width = 1 } = this.schema[key];
      const [first, end] = [width * this.length, width * (this.length + count)];
      const column = from[key];
      if (column === undefined) zeroInPieces(this.columns[key], first, end);
      else copyInPieces(this.columns[key], column.subarray(0, width * count), first);
    }
    this.length += count;
  }

  /** Copies of the columns, without their spare capacity. */
  copyColumns(): Columns<S> {
    const copies: Partial<Columns<S>> = {};
    for (const key in this.schema)
      copies[key] = this.columns[key].slice(0, (this.schema[key].width ?? 1) * this.length) as Columns<S>[typeof key];
    return copies as Columns<S>;
  }

  /** Keeps only rows from … to − 1, as the first ones. */
  keep(from: number, to: number): void {
    for (const key in this.schema) {
      const { width = 1 } = this.schema[key];
      this.columns[key].copyWithin(0, width * from, width * to);
    }
    this.length = to - from;
  }

  clear(): void {
    this.length = 0;
  }
}

function allocate<S extends Schema>(schema: S, capacity: number): Columns<S> {
  const columns: Partial<Columns<S>> = {};
  for (const key in schema) {
    const { type, width = 1 } = schema[key];
    columns[key] = new ARRAYS[type](capacity * width) as Columns<S>[typeof key];
  }
  return columns as Columns<S>;
}
