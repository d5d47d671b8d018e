// Columns of numbers in any order → the data and the options of a scatter plot.

import type uPlot from 'uplot';

export type Column = readonly (number | null)[];

/** The columns sorted by ascending x, as uPlot requires. */
export function inOrder(x: readonly number[], ...columns: readonly Column[]): uPlot.AlignedData {
  const order = Array.from(x.keys()).sort((a, b) => x[a] - x[b]);
  return [order.map((i) => x[i]), ...columns.map((column) => order.map((i) => column[i]))];
}

export function dots(label: string, colour: string, size: number, write: (value: number) => string): uPlot.Series {
  return {
    label,
    stroke: colour,
    // Fills only the legend's mark: a scatter plot has no path to fill.
    fill: colour,
    paths: () => null,
    points: { show: true, size, width: 0, fill: colour },
    value: shown(write),
  };
}

/** A horizontal line. */
export function limitLine(label: string, write: (value: number) => string): uPlot.Series {
  return {
    label,
    stroke: '#5d6876',
    width: 1.5,
    dash: [6, 4],
    points: { show: false },
    value: shown(write),
  };
}

/** Writes the value under the cursor. */
export function shown(write: (value: number) => string) {
  return (_: uPlot, value: number | null) => (value === null ? '–' : write(value));
}

/** The values, with null for each NaN. */
export function present(values: Float32Array): Column {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}

/** The values that a logarithmic scale can show; null for the others. */
export function positive(values: ArrayLike<number>): Column {
  return Array.from(values, (value) => (value > 0 ? value : null));
}
