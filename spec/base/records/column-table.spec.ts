// ColumnTable: rows survive growth, columns have the schema's types and widths.

import { describe, expect, test } from '@jest/globals';
import { activeFaces, ColumnTable, candidatePairs, distanceRecords, subTriangles } from '#records';

describe('ColumnTable', () => {
  test('keeps every row of every column while it grows, by one row or by many', () => {
    const table = new ColumnTable({ a: { type: 'u32' }, b: { type: 'f64', width: 3 }, c: { type: 'u8' } } as const, 1);
    let row = 0;
    for (const more of [1, 1, 1, 5, 1, 100, 3, 1000]) {
      table.reserve(more);
      const { a, b, c } = table.columns;
      for (let i = 0; i < more; i++, row++) {
        a[row] = 4000000000 + row;
        b.set([row, row + 0.25, -row], 3 * row);
        c[row] = row % 251;
      }
      table.length = row;
      for (let i = 0; i < row; i++)
        expect([a[i], ...b.subarray(3 * i, 3 * i + 3), c[i]]).toEqual([4000000000 + i, i, i + 0.25, -i, i % 251]);
    }
  });

  test('does not replace its columns while there is room', () => {
    const table = new ColumnTable({ a: { type: 'i32' } } as const, 8);
    const { columns } = table;
    table.reserve(8);
    expect(table.columns).toBe(columns);
    table.length = 8;
    table.reserve(0);
    expect(table.columns).toBe(columns);
    table.reserve(1);
    expect(table.columns).not.toBe(columns);
  });

  test('appends columns, zeros where one is left out; copies its rows alone; keeps some as the first', () => {
    const schema = { a: { type: 'u32' }, b: { type: 'f64', width: 2 } } as const;
    const table = new ColumnTable(schema, 1);
    table.appendColumns({ a: Uint32Array.of(1, 2, 9), b: Float64Array.of(0.5, 1, 2, 3, 9, 9) }, 2);
    table.appendColumns({ a: Uint32Array.of(3, 4) }, 2);
    const copies = { a: Uint32Array.of(1, 2, 3, 4), b: Float64Array.of(0.5, 1, 2, 3, 0, 0, 0, 0) };
    expect(table.copyColumns()).toEqual(copies);
    table.keep(1, 3);
    expect(table.copyColumns()).toEqual({ a: Uint32Array.of(2, 3), b: Float64Array.of(2, 3, 0, 0) });
    table.appendColumns({ b: Float64Array.of(7, 8) }, 1);
    expect(table.copyColumns()).toEqual({ a: Uint32Array.of(2, 3, 0), b: Float64Array.of(2, 3, 0, 0, 7, 8) });
    table.keep(0, 0);
    expect(table.copyColumns()).toEqual({ a: new Uint32Array(0), b: new Float64Array(0) });
  });

  test('appends a row of another table, and nothing of its neighbours', () => {
    const schema = { a: { type: 'u32' }, b: { type: 'f64', width: 3 } } as const;
    const [from, to] = [new ColumnTable(schema, 1), new ColumnTable(schema, 1)];
    for (let row = 0; row < 5; row++) {
      from.reserve(1);
      from.columns.a[row] = row;
      from.columns.b.set([row, row + 0.25, row + 0.5], 3 * row);
      from.length++;
    }
    for (const row of [3, 0, 4, 3]) to.append(from, row);
    expect(to.length).toBe(4);
    expect([...to.columns.a.subarray(0, 4)]).toEqual([3, 0, 4, 3]);
    expect([...to.columns.b.subarray(0, 12)]).toEqual([3, 0, 4, 3].flatMap((row) => [row, row + 0.25, row + 0.5]));
  });

  test('is empty again after clear, with its room kept', () => {
    const table = candidatePairs();
    table.reserve(1000);
    table.length = 1000;
    const { columns } = table;
    table.clear();
    table.reserve(1000);
    expect(table.length).toBe(0);
    expect(table.columns).toBe(columns);
  });
});

test('the tables between the rooms have a column of the schema’s type and width for each name', () => {
  for (const table of [candidatePairs(), activeFaces().rows, subTriangles().rows, distanceRecords()]) {
    const { schema, columns } = table as unknown as ColumnTable<Record<string, { type: 'f64'; width?: number }>>;
    expect(Object.keys(columns)).toEqual(Object.keys(schema));
    const types = { u8: Uint8Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array };
    const rows = Object.keys(schema).map((key) => {
      expect(columns[key]).toBeInstanceOf(types[schema[key].type]);
      return columns[key].length / (schema[key].width ?? 1);
    });
    expect(new Set(rows).size).toBe(1);
  }
});
