// The path's series → a plot of penetration, breakthrough and contact area, in which a click picks a pose.

import type uPlot from 'uplot';
import { type ReportPayload, unpack } from '../report/payload.ts';
import { byPointer } from './page-part.ts';
import { createPlot, fromZero, poseAxis, sinceFirst } from './plot.ts';

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
      hint: `${byPointer(
        'Click the plot to see that pose; drag to zoom in, double-click to zoom out.',
        'Tap the plot to see that pose.',
      )}${through.includes(1) ? ' Red ground: the tool is THROUGH the bone.' : ''}`,
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

export interface PathPlot {
  select(pose: number): void;
}

/** Seconds since the first pose, or the pose numbers if there are no times. */
function alongPath({ time, state }: ReportPayload['series']): number[] {
  return time ? sinceFirst(unpack(time)) : Array.from(unpack(state).keys());
}

/** The legend's entry for the place under the pointer. */
function poseSeries(isTimed: boolean): uPlot.Series {
  return isTimed ? { label: 'pose', value: poseAndTime } : { label: 'pose' };
}

const poseAndTime: uPlot.Series.Value = (_self, value, _series, index) =>
  value === null || index === null ? '–' : `${index}, ${value.toFixed(3)} s`;

const number = (digits: number) => (_: uPlot, value: number | null) => (value === null ? '–' : value.toFixed(digits));

function pickByClick(plot: uPlot, onPick: (pose: number) => void): void {
  plot.over.addEventListener('click', () => {
    if (typeof plot.cursor.idx === 'number') onPick(plot.cursor.idx);
  });
}

/** Draws a line across the plot at a place along the path. */
function drawCursor(plot: uPlot, at: number): void {
  const { ctx, bbox } = plot;
  const x = plot.valToPos(at, 'x', true);
  ctx.save();
  ctx.strokeStyle = '#101418';
  ctx.lineWidth = 2;
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

const COLOUR = '#8a3b12';
const BETWEEN = 'rgba(138, 59, 18, 0.25)';
/** Fills the width of the area axis of the plot above, so that each pose has the same abscissa in both plots. */
const EMPTY = { scale: 'volume', side: 1, size: 64, label: ' ', values: () => [], grid: { show: false } } as const;

export function createVolumePlot(
  container: HTMLElement,
  { series, firstPose }: ReportPayload,
  volume: NonNullable<ReportPayload['series']['volume']>,
  onPick: (pose: number) => void,
): PathPlot {
  const along = alongPath(series);
  const isTimed = series.time !== undefined;
  const end = (label: string) => ({
    ...{ label, scale: 'volume', stroke: COLOUR, width: 1.5, value: number(2) },
    points: { show: along.length < 150 },
  });
  let selected = firstPose;
  const plot = createPlot(
    container,
    {
      title: 'Bone in the tool',
      hint: 'At each pose, between both ends of an interval that holds it; not what the path takes away in all.',
    },
    {
      scales: { x: { time: false }, volume: { range: fromZero } },
      series: [poseSeries(isTimed), end('at most, mm³'), end('at least, mm³')],
      bands: [{ series: [1, 2], fill: BETWEEN }],
      axes: [poseAxis(isTimed), { label: 'bone in the tool, mm³', scale: 'volume', size: 64 }, EMPTY],
      hooks: { draw: [(drawn) => drawCursor(drawn, along[selected])] },
    },
    [along, Array.from(unpack(volume.high)), Array.from(unpack(volume.low))],
  );
  pickByClick(plot, onPick);
  return {
    select(pose) {
      selected = pose;
      plot.redraw(false);
    },
  };
}
