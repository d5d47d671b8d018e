// Columns of numbers in any order → what a plot of dots wants.

import type uPlot from 'uplot';

export type Column = readonly (number | null)[];

/** Ascending in x. */
export function inOrder(x: readonly number[], ...columns: readonly Column[]): uPlot.AlignedData {
  const order = Array.from(x.keys()).sort((a, b) => x[a] - x[b]);
  return [order.map((i) => x[i]), ...columns.map((column) => order.map((i) => column[i]))];
}

export function dots(label: string, colour: string, size: number, write: (value: number) => string): uPlot.Series {
  return {
    label,
    stroke: colour,
    // Of the mark in the legend: there is no path to fill.
    fill: colour,
    paths: () => null,
    points: { show: true, size, width: 0, fill: colour },
    value: shown(write),
  };
}

/** The same height everywhere. */
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

/** How a value under the cursor is written. */
export function shown(write: (value: number) => string) {
  return (_: uPlot, value: number | null) => (value === null ? '–' : write(value));
}

/** A packed NaN is nothing. */
export function present(values: Float32Array): Column {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}

/** What a logarithmic scale can show. */
export function positive(values: ArrayLike<number>): Column {
  return Array.from(values, (value) => (value > 0 ? value : null));
}
