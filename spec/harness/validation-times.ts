// The files of a validation → the same text without its times, which are all that may differ when a run is repeated.

/** validation.json: the numbers in fields named `milliseconds`. */
export function withoutTimes(json: string): string {
  return json.replace(/"milliseconds":\{[^{}]*\}/g, '"milliseconds":{}');
}

/** validation.csv: the columns whose names end in `_milliseconds`. */
export function csvWithoutTimes(csv: string): string {
  const rows = csv.split('\n').map((line) => line.split(','));
  const timed = rows[0].map((name) => name.endsWith('_milliseconds'));
  return rows.map((row) => row.filter((_, column) => !timed[column]).join(',')).join('\n');
}

/** validation.html: in its data those of the JSON and two series of times; in its table of poses the last two cells. */
export function pageWithoutTimes(html: string): string {
  return withoutTimes(html)
    .replace(/"(kerf|oracle)":\{"type":"f32"[^{}]*\}/g, '"$1":{}')
    .replace(/(<td>[\d.]+<\/td>){2}(<\/tr>)/g, '$2');
}
