// Numbers along an axis → plots in SVG: a frame with its scales, a bar chart, and bands with lines along a path.

import { count } from './page.ts';

/** Rounded to a tenth of the picture's unit. */
export const at = (value: number) => String(Math.round(10 * value) / 10);

/** Round values from low to high, about `count` of them. */
export function ticks(low: number, high: number, count: number, isWhole: boolean): number[] {
  const rough = (high - low) / count;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * ten).find((size) => size >= rough) ?? 10 * ten;
  const size = isWhole ? Math.max(1, step) : step;
  const first = Math.ceil(low / size);
  return Array.from({ length: Math.floor(high / size) - first + 1 }, (_, i) =>
    Number(((first + i) * size).toPrecision(6)),
  );
}

/** Where the parts of a plot lie, in the picture's units. */
export interface PlotBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The base lines of the horizontal axis's numbers and of its name, and the middle of the vertical one's name. */
  readonly numbers: number;
  readonly name: number;
  readonly side: number;
}

interface Axis {
  readonly from: number;
  readonly to: number;
  /** About how many numbers stand along it. */
  readonly ticks: number;
  readonly isWhole: boolean;
  /** With its unit. */
  readonly name: string;
  readonly write?: (value: number) => string;
}

/** A plot's scales, its grid with the numbers of both axes, and their names. */
export interface PlotFrame {
  readonly x: (place: number) => number;
  readonly y: (value: number) => number;
  readonly grid: string;
  readonly names: string;
}

export function plotFrame(box: PlotBox, across: Axis, up: Axis): PlotFrame {
  const { left, right, top, bottom } = box;
  const x = (place: number) => left + ((right - left) * (place - across.from)) / (across.to - across.from);
  const y = (value: number) => bottom - ((bottom - top) * (value - up.from)) / (up.to - up.from);
  const { write: writeUp = String } = up;
  const { write: writeAcross = String } = across;
  const rows = ticks(up.from, up.to, up.ticks, up.isWhole).map(
    (value) =>
      `<path class="grid" d="M${left} ${at(y(value))}H${right}"/><text x="${left - 8}" y="${at(y(value) + 5)}" text-anchor="end">${writeUp(value)}</text>`,
  );
  const columns = ticks(across.from, across.to, across.ticks, across.isWhole).map(
    (value) =>
      `<path class="grid" d="M${at(x(value))} ${top}V${bottom}"/><text x="${at(x(value))}" y="${box.numbers}" text-anchor="middle">${writeAcross(value)}</text>`,
  );
  return { x, y, grid: `${rows.join('')}${columns.join('')}`, names: axisNames(box, across.name, up.name) };
}

/** The names of both axes. */
export function axisNames({ left, right, top, bottom, name, side }: PlotBox, across: string, up: string): string {
  return `<text x="${(left + right) / 2}" y="${name}" text-anchor="middle">${across}</text>
<text transform="translate(${side} ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${up}</text>`;
}

export function svg({ width, height }: PlotBox, label: string, content: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${content}
</svg>`;
}

const BARS: PlotBox = {
  ...{ width: 1200, height: 288, left: 92, right: 1176, top: 14, bottom: 220 },
  ...{ numbers: 246, name: 274, side: 20 },
};
/** No bar is drawn lower than this, so that a count of one among many is still visible. */
const LOWEST = 2;

interface Bars {
  /** Counts of equal parts of the axis, in order; at least one is above 0. */
  readonly counts: readonly number[];
  readonly from: number;
  readonly to: number;
  /** The axis label, with its unit. */
  readonly axis: string;
  /** What is counted. */
  readonly counted: string;
  readonly label: string;
  /** The CSS colour of the bar whose middle is at this place. */
  readonly colour: (place: number) => string;
  /** The text for the ends of a bar. */
  readonly write: (place: number) => string;
  /** Places marked by a line. */
  readonly marks?: readonly number[];
}

export function barsSvg({ counts, from, to, axis, counted, label, colour, write, marks = [] }: Bars): string {
  const { top, bottom } = BARS;
  const most = 1.08 * counts.reduce((a, b) => Math.max(a, b));
  const { x, y, grid, names } = plotFrame(
    BARS,
    { from, to, ticks: 10, isWhole: false, name: axis },
    { from: 0, to: most, ticks: 4, isWhole: true, name: counted, write: count },
  );
  const width = (to - from) / counts.length;
  const rects = counts.map((value, i) => {
    if (value === 0) return '';
    const [left, right] = [from + i * width, from + (i + 1) * width];
    const high = Math.min(y(value), bottom - LOWEST);
    return `<rect x="${at(x(left) + 1)}" y="${at(high)}" width="${at(x(right) - x(left) - 2)}" height="${at(bottom - high)}" style="fill: ${colour((left + right) / 2)}"><title>${count(value)} from ${write(left)} to ${write(right)}</title></rect>`;
  });
  const lines = marks.map((place) => `<path class="mark" d="M${at(x(place))} ${top}V${bottom}"/>`);
  return svg(BARS, label, `${grid}\n${rects.join('')}${lines.join('')}\n${names}`);
}

/** How many of the values lie in each of `bars` equal parts; a value between two bars counts for the later one. */
export function barCounts(values: Iterable<number>, bars: number, from: number, to: number): number[] {
  const counts = new Array<number>(bars).fill(0);
  for (const value of values) counts[Math.min(bars - 1, Math.floor((bars * (value - from)) / (to - from)))]++;
  return counts;
}

const SERIES: PlotBox = {
  ...{ width: 1200, height: 300, left: 84, right: 1182, top: 14, bottom: 240 },
  ...{ numbers: 260, name: 288, side: 18 },
};
/** A longer path is drawn by at most this many poses, each the one with the greatest value in its part. */
const POINTS = 1100;

interface Known {
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

/**
 * A band for each series from its low to its high end, and a line along the best single number; below the plot, the
 * colours' key.
 * @param what the name of the vertical axis, with its unit. @param series their names as HTML.
 */
export function seriesPlot(what: string, { places, axis, isTimed }: Along, series: readonly Series[]): string {
  const ends = series.flatMap(({ values }) => values.flatMap((value) => (value ? [value.high ?? value.low] : [])));
  const most = 1.08 * ends.reduce((a, b) => Math.max(a, b), 0) || 1;
  const { x, y, grid, names } = plotFrame(
    SERIES,
    { from: places[0], to: places[places.length - 1], ticks: 12, isWhole: !isTimed, name: axis },
    { from: 0, to: most, ticks: 5, isWhole: false, name: what },
  );
  const drawn = series.map(({ colour, values }) =>
    runsOf(values)
      .map((run) => {
        const poses = thinned(run, values);
        const way = (value: (pose: number) => number) => poses.map((pose) => `${at(x(places[pose]))} ${at(y(value(pose)))}`); // biome-ignore format: a line
        const high = way((pose) => highOf(values, pose));
        const line = way((pose) => values[pose]?.surface ?? highOf(values, pose));
        const low = way((pose) => values[pose]?.low ?? 0).reverse();
        return `<path class="band ${colour}" d="M${[...high, ...low].join('L')}Z"/><path class="line ${colour}" d="M${line.join('L')}"/>`;
      })
      .join(''),
  );
  const key = series.map(({ name, colour }) => `<li><i class="${colour}"></i>${name}</li>`).join('');
  return `<div class="series">${svg(SERIES, `${what} along the path`, `${grid}\n${names}\n${drawn.join('\n')}`)}</div>
<ul class="key">${key}</ul>`;
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

/** Styles of bar charts. */
export const histogramStyle = `
.histogram { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.histogram svg { display: block; width: 100%; min-width: 720px; font-size: 15px; font-variant-numeric: tabular-nums; }
.histogram text { fill: var(--soft); }
.histogram .grid { fill: none; stroke: var(--grid); }
@media print { .histogram svg { min-width: 0; } .histogram { break-inside: avoid; } }
`;

/** Styles of plots along a path. */
export const seriesStyle = `
.series { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.series svg { display: block; width: 100%; min-width: 720px; font-size: 15px; font-variant-numeric: tabular-nums; }
.series text { fill: var(--soft); }
.series path { fill: none; }
.series .grid { stroke: var(--grid); }
.series .line { stroke: var(--colour); stroke-width: 2; stroke-linejoin: round; }
.series .band { fill: var(--colour); opacity: 0.25; }
.key { display: flex; flex-wrap: wrap; gap: 2px 20px; margin: 8px 0 14px; padding: 0; list-style: none; font-size: 14px; }
.key i { display: inline-block; width: 13px; height: 13px; margin-right: 6px; border-radius: 2px; background: var(--colour); vertical-align: -2px; }
@media print { .series svg { min-width: 0; } .series { break-inside: avoid; } }
`;
