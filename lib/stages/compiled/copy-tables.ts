// The module's tables of leaves and records ↔ those of #records, which have the same columns in the same order.

import type { DistanceRecords, SubTriangles } from '#records';
import type { CompiledStages } from './compiled-stages.ts';

export type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;
type Schema = Readonly<Record<string, { readonly type: string; readonly width?: number }>>;

/** Appends the module's leaves. */
export function appendLeaves({ call }: CompiledStages, { rows, near }: SubTriangles): void {
  const { buffer } = call.memory;
  const count = call.leafCount();
  const length = call.nearLength();
  const columns = viewsOf(rows, count, buffer, (k) => call.leafColumn(k));
  // Lists follow those of the parts before.
  if (near.length > 0) for (let i = 0; i < count; i++) columns.start[i] += near.length;
  near.reserve(length);
  rows.appendColumns(columns, count);
  near.values.set(new Uint32Array(buffer, call.nearFaces(), length), near.length);
  near.length += length;
}

/** Measures the module's leaves, and appends their records. @param leaves number of those before them. */
export function appendRecords({ call }: CompiledStages, leaves: number, out: DistanceRecords): void {
  const count = call.measure();
  const columns = viewsOf(out, count, call.memory.buffer, (k) => call.resultColumn(k));
  if (leaves > 0) for (let i = 0; i < count; i++) columns.subTriangle[i] += leaves;
  out.appendColumns(columns, count);
}

/**
 * The columns of the module's table, which has those of `table` in the same order.
 * @param columnAt where column k begins.
 */
export function viewsOf<S extends Schema, C extends Record<string, Column>>(
  { schema, columns }: { readonly schema: S; readonly columns: C },
  count: number,
  memory: ArrayBuffer,
  columnAt: (k: number) => number,
): C {
  const views = Object.entries(schema).map(([name, { width = 1 }], k) => {
    const Type = columns[name].constructor as Uint8ArrayConstructor;
    return [name, new Type(memory, columnAt(k), width * count)];
  });
  return Object.fromEntries(views);
}
