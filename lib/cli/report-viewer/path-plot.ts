// The path's series → a plot of penetration, breakthrough and contact area, in which a click picks a pose.

import type uPlot from 'uplot';
import { type ReportPayload, unpack } from '../report/payload.ts';
import { alongPath, drawCursor, number, type PathPlot, pickByClick, poseSeries } from './path-cursor.ts';
import { createPlot, fromZero, poseAxis } from './plot.ts';

const COLOURS = {
  insertion: '#b3123f',
  wallAhead: '#1a7f37',
  protrusion: '#7a2bb5',
  insideDistance: '#8a6100',
  area: '#0b6aa2',
} as const;
const THROUGH = 'rgba(163, 0, 27, 0.16)';
type Values = readonly (number | null)[];

export function createPathPlot(
  container: HTMLElement,
  payload: ReportPayload,
  onPick: (pose: number) => void,
): PathPlot {
  const { series } = payload;
  const through = Array.from(unpack(series.through));
  const { time } = series;
  const along = alongPath(series);
  const ways = waysOf(series);
  let selected = payload.firstPose;
  const plot = createPlot(
    container,
    {
      title: 'Along the path',
      hint: `Click the plot to see that pose; drag to zoom in, double-click to zoom out.${
        through.includes(1) ? ' Red ground: the tool is THROUGH the bone.' : ''
      }`,
    },
    {
      scales: { x: { time: false }, mm: { range: fromZero }, area: { range: fromZero } },
      series: [
        poseSeries(time !== undefined),
        ...ways.map(({ label, stroke, width }) => ({
          ...{ label, scale: 'mm', stroke, width, value: number(2) },
          points: { show: through.length < 150 },
        })),
        {
          label: 'contact area, mm²',
          scale: 'area',
          stroke: COLOURS.area,
          width: 2,
          dash: [6, 4],
          value: number(2),
          points: { show: false },
        },
      ],
      axes: [
        poseAxis(time !== undefined),
        { label: 'mm', scale: 'mm', size: 64 },
        { label: 'contact area, mm²', scale: 'area', stroke: COLOURS.area, side: 1, size: 64, grid: { show: false } },
      ],
      hooks: {
        drawClear: [(plot) => shadeRuns(plot, runsOf(through), along)],
        draw: [(plot) => drawCursor(plot, along[selected])],
      },
    },
    [along, ...ways.map(({ data }) => [...data]), Array.from(unpack(series.area))],
  );
  pickByClick(plot, onPick);
  return {
    select(pose) {
      selected = pose;
      plot.redraw(false);
    },
  };
}

/** The series of lengths in mm that have a value at one or more poses. */
function waysOf(series: ReportPayload['series']) {
  const values = (packed: (typeof series)['area']): Values =>
    Array.from(unpack(packed), (value) => (Number.isNaN(value) ? null : value));
  return [
    { label: 'insertion, mm', data: values(series.insertion), stroke: COLOURS.insertion, width: 2 },
    { label: 'wall ahead, mm', data: values(series.wallAhead), stroke: COLOURS.wallAhead, width: 2 },
    { label: 'protrusion, mm', data: values(series.protrusion), stroke: COLOURS.protrusion, width: 2 },
    { label: 'inside, to surface, mm', data: values(series.insideDistance), stroke: COLOURS.insideDistance, width: 1 },
  ].filter(({ data }) => data.some((value) => value !== null));
}

/** Shades runs of poses, each given by its first and last pose, out to half way to the neighbouring poses. */
function shadeRuns(plot: uPlot, runs: readonly [number, number][], along: readonly number[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = THROUGH;
  for (const [from, to] of runs) {
    const left = plot.valToPos(between(along, from - 1), 'x', true);
    const right = plot.valToPos(between(along, to), 'x', true);
    const [start, end] = [bbox.left, bbox.left + bbox.width];
    const x = Math.max(start, left);
    ctx.fillRect(x, bbox.top, Math.max(0, Math.min(end, right) - x), bbox.height);
  }
  ctx.restore();
}

/** First and last index of each run of ones. */
function runsOf(marks: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const [i, mark] of marks.entries()) {
    if (mark !== 1) continue;
    if (i > 0 && marks[i - 1] === 1) runs[runs.length - 1][1] = i;
    else runs.push([i, i]);
  }
  return runs;
}

/** The place half way from place i to the next one. Before the first place and after the last, that place itself. */
function between(along: readonly number[], i: number): number {
  const [a, b] = [Math.max(0, i), Math.min(along.length - 1, i + 1)];
  if (a !== b) return i < 0 ? along[0] : (along[a] + along[b]) / 2;
  return along[a];
}
