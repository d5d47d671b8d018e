// Numbers → the words and cells of a Markdown table.

/** One row of a Markdown table. */
export function row(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** A summary as: median (10th–90th percentile; 99th). */
export function spread({ median, p10, p90, p99 }) {
  return `${milliseconds(median)} (${milliseconds(p10)}–${milliseconds(p90)}; ${milliseconds(p99)})`;
}

export function milliseconds(value) {
  return value >= 99.5 ? value.toFixed(0) : value.toPrecision(2);
}

/** A ratio, rounded for readers. */
export function times(ratio) {
  return `${ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(2)} ×`;
}

export function count(faces) {
  return faces.toLocaleString('en');
}
