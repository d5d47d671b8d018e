// A schema of named columns → growable flat typed arrays, one per column.

const ARRAYS = { u8: Uint8Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array } as const;
type ElementType = keyof typeof ARRAYS;

/** One column: its element type, and how many elements a row has (1 unless given). */
export interface ColumnSpec {
  readonly type: ElementType;
  readonly width?: number;
}
export type Schema = Readonly<Record<string, ColumnSpec>>;
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

  /** Makes room for `more` rows beyond the present length; keeps every row. */
  reserve(more: number): void {
    const wanted = this.length + more;
    if (wanted <= this.#capacity) return;
    this.#capacity = Math.max(wanted, 2 * this.#capacity);
    const grown = allocate(this.schema, this.#capacity);
    for (const key in this.schema) {
      const width = this.schema[key].width ?? 1;
      grown[key].set(this.columns[key].subarray(0, this.length * width));
    }
    this.columns = grown;
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

/** A growable list of unsigned 32-bit numbers. */
export class IndexList {
  values: Uint32Array;
  length = 0;

  constructor(capacity = 64) {
    this.values = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  reserve(more: number): void {
    if (this.length + more <= this.values.length) return;
    const grown = new Uint32Array(Math.max(this.length + more, 2 * this.values.length));
    grown.set(this.values.subarray(0, this.length));
    this.values = grown;
  }
}
