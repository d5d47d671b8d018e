// Counts along an axis → an SVG bar chart.

import { count } from './page-shell.ts';
import { at, ticks } from './svg-scale.ts';

const WIDTH = 1200;
const HEIGHT = 288;
const LEFT = 92;
const RIGHT = WIDTH - 24;
const TOP = 14;
const BOTTOM = 220;
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
  const most = 1.08 * counts.reduce((a, b) => Math.max(a, b));
  const x = (place: number) => LEFT + ((RIGHT - LEFT) * (place - from)) / (to - from);
  const y = (value: number) => BOTTOM - ((BOTTOM - TOP) * value) / most;
  const rows = ticks(0, most, 4, true).map(
    (value) =>
      `<path class="grid" d="M${LEFT} ${at(y(value))}H${RIGHT}"/><text x="${LEFT - 8}" y="${at(y(value) + 5)}" text-anchor="end">${count(value)}</text>`,
  );
  const columns = ticks(from, to, 10, false).map(
    (value) =>
      `<path class="grid" d="M${at(x(value))} ${TOP}V${BOTTOM}"/><text x="${at(x(value))}" y="${BOTTOM + 26}" text-anchor="middle">${value}</text>`,
  );
  const width = (to - from) / counts.length;
  const rects = counts.map((value, i) => {
    if (value === 0) return '';
    const [left, right] = [from + i * width, from + (i + 1) * width];
    const top = Math.min(y(value), BOTTOM - LOWEST);
    return `<rect x="${at(x(left) + 1)}" y="${at(top)}" width="${at(x(right) - x(left) - 2)}" height="${at(BOTTOM - top)}" fill="${colour((left + right) / 2)}"><title>${count(value)} from ${write(left)} to ${write(right)}</title></rect>`;
  });
  const lines = marks.map((place) => `<path class="mark" d="M${at(x(place))} ${TOP}V${BOTTOM}"/>`);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${rows.join('')}${columns.join('')}
${rects.join('')}${lines.join('')}
<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 14}" text-anchor="middle">${axis}</text>
<text transform="translate(20 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${counted}</text>
</svg>`;
}

/** How many of the values lie in each of `bars` equal parts; a value between two bars counts for the later one. */
export function barCounts(values: Iterable<number>, bars: number, from: number, to: number): number[] {
  const counts = new Array<number>(bars).fill(0);
  for (const value of values) counts[Math.min(bars - 1, Math.floor((bars * (value - from)) / (to - from)))]++;
  return counts;
}
