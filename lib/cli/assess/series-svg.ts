// Intervals along a path → a plot in SVG: a band for each series from its low to its high end, and a line along the
// best single number, by default the high end.

import { at, ticks } from '../report/svg-scale.ts';

const WIDTH = 1200;
const HEIGHT = 300;
const LEFT = 84;
const RIGHT = WIDTH - 18;
const TOP = 14;
const BOTTOM = 240;
/** A longer path is drawn by at most this many poses, each the one with the greatest value in its part. */
const POINTS = 1100;

export interface Known {
  readonly low: number;
  /** null if nothing bounds it. */
  readonly high: number | null;
  /** The best single number; default: the high end. */
  readonly surface?: number;
}

export interface Series {
  readonly name: string;
  /** A class of the page's style, which sets the colour. */
  readonly colour: string;
  /** One per pose; null if unknown. */
  readonly values: readonly (Known | null)[];
}

export interface Along {
  /** s, or the poses' numbers. */
  readonly places: readonly number[];
  /** The name of the axis, with its unit. */
  readonly axis: string;
  readonly isTimed: boolean;
}

/** @param what the name of the vertical axis, with its unit. */
export function seriesSvg(what: string, { places, axis, isTimed }: Along, series: readonly Series[]): string {
  const ends = series.flatMap(({ values }) => values.flatMap((value) => (value ? [value.high ?? value.low] : [])));
  const most = 1.08 * ends.reduce((a, b) => Math.max(a, b), 0) || 1;
  const first = places[0];
  const last = places[places.length - 1];
  const x = (place: number) => LEFT + ((RIGHT - LEFT) * (place - first)) / (last - first);
  const y = (value: number) => BOTTOM - ((BOTTOM - TOP) * value) / most;
  const rows = ticks(0, most, 5, false).map(
    (value) =>
      `<path class="grid" d="M${LEFT} ${at(y(value))}H${RIGHT}"/><text x="${LEFT - 8}" y="${at(y(value) + 5)}" text-anchor="end">${value}</text>`,
  );
  const columns = ticks(first, last, 12, !isTimed).map(
    (value) =>
      `<path class="grid" d="M${at(x(value))} ${TOP}V${BOTTOM}"/><text x="${at(x(value))}" y="${BOTTOM + 20}" text-anchor="middle">${value}</text>`,
  );
  const drawn = series.map(({ colour, values }) =>
    runsOf(values)
      .map((run) => {
        const poses = thinned(run, values);
        const high = poses.map((pose) => `${at(x(places[pose]))} ${at(y(highOf(values, pose)))}`);
        const line = poses.map(
          (pose) => `${at(x(places[pose]))} ${at(y(values[pose]?.surface ?? highOf(values, pose)))}`,
        );
        const low = poses.map((pose) => `${at(x(places[pose]))} ${at(y(values[pose]?.low ?? 0))}`).reverse();
        return `<path class="band ${colour}" d="M${[...high, ...low].join('L')}Z"/><path class="line ${colour}" d="M${line.join('L')}"/>`;
      })
      .join(''),
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${what} along the path">
${rows.join('')}${columns.join('')}
<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${axis}</text>
<text transform="translate(18 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${what}</text>
${drawn.join('\n')}
</svg>`;
}

const highOf = (values: Series['values'], pose: number) => values[pose]?.high ?? values[pose]?.low ?? 0;

/** Runs of consecutive poses whose value is known. */
function runsOf(values: Series['values']): number[][] {
  const runs: number[][] = [];
  for (const [pose, value] of values.entries()) {
    if (value === null) continue;
    const run = runs.at(-1);
    if (run !== undefined && run[run.length - 1] === pose - 1) run.push(pose);
    else runs.push([pose]);
  }
  return runs;
}

function thinned(run: readonly number[], values: Series['values']): number[] {
  const size = Math.ceil(run.length / POINTS);
  return Array.from({ length: Math.ceil(run.length / size) }, (_, part) =>
    run.slice(part * size, part * size + size).reduce((a, b) => (highOf(values, b) > highOf(values, a) ? b : a)),
  );
}
