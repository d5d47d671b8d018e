// Rows of cells → a table for the terminal.

import Table from 'cli-table3';

/** @param aligns `l` or `r` for each column; by default all are left. */
export function textTable(
  rows: Iterable<readonly string[]>,
  head: readonly string[] = [],
  aligns: string | readonly string[] = '',
): string {
  const table = new Table({
    head: [...head],
    colAligns: Array.from(aligns, (align) => (align === 'l' ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) table.push([...row]);
  return table.toString();
}

export interface TextColumn<Row> {
  readonly head: string;
  readonly isLeft?: boolean;
  readonly text: (row: Row) => string;
}

export function columnTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  return textTable(
    rows.map((row) => columns.map(({ text }) => text(row))),
    columns.map(({ head }) => head),
    columns.map(({ isLeft }) => (isLeft ? 'l' : 'r')),
  );
}
