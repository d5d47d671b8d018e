// Times of impacts → how many fall into each part of the step, as bars in SVG, coloured by time.

import type { ImpactTable } from '../../motion/index.ts';
import { count } from '../report/page-shell.ts';
import { at, ticks } from '../report/svg-scale.ts';
import { timeOf } from './impact-record.ts';
import { type TimeSpan, timeColour } from './time-colour.ts';

const WIDTH = 1200;
const HEIGHT = 288;
const LEFT = 92;
const RIGHT = WIDTH - 24;
const TOP = 14;
const BOTTOM = 220;
const BARS = 60;
/** A bar is never drawn lower: a single impact among many is seen. */
const LOWEST = 2;

export function histogramSvg(table: ImpactTable, { from, to }: TimeSpan): string {
  const bars = barCounts(table, { from, to });
  const most = 1.08 * bars.reduce((a, b) => Math.max(a, b));
  const x = (time: number) => LEFT + ((RIGHT - LEFT) * (time - from)) / (to - from);
  const y = (value: number) => BOTTOM - ((BOTTOM - TOP) * value) / most;
  const rows = ticks(0, most, 4, true).map(
    (value) =>
      `<path class="grid" d="M${LEFT} ${at(y(value))}H${RIGHT}"/><text x="${LEFT - 8}" y="${at(y(value) + 5)}" text-anchor="end">${count(value)}</text>`,
  );
  const columns = ticks(from, to, 10, false).map(
    (value) =>
      `<path class="grid" d="M${at(x(value))} ${TOP}V${BOTTOM}"/><text x="${at(x(value))}" y="${BOTTOM + 26}" text-anchor="middle">${value}</text>`,
  );
  const width = (to - from) / BARS;
  const rects = bars.map((impacts, i) => {
    if (impacts === 0) return '';
    const [left, right] = [from + i * width, from + (i + 1) * width];
    const top = Math.min(y(impacts), BOTTOM - LOWEST);
    const colour = timeColour((left + right) / 2, { from, to }).join(',');
    return `<rect x="${at(x(left) + 1)}" y="${at(top)}" width="${at(x(right) - x(left) - 2)}" height="${at(BOTTOM - top)}" fill="rgb(${colour})"><title>${count(impacts)} from ${left.toFixed(5)} to ${right.toFixed(5)}</title></rect>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="How many impacts begin in each part of the step">
${rows.join('')}${columns.join('')}
${rects.join('')}
<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 14}" text-anchor="middle">time of the impact, part of the step</text>
<text transform="translate(20 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">impacts</text>
</svg>`;
}

/** How many impacts each of the bars has; one between two bars counts for the later. */
function barCounts(table: ImpactTable, { from, to }: TimeSpan): number[] {
  const bars = new Array<number>(BARS).fill(0);
  for (let row = 0; row < table.length; row++)
    bars[Math.min(BARS - 1, Math.floor((BARS * (timeOf(table, row) - from)) / (to - from)))]++;
  return bars;
}
