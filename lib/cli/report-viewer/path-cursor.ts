// What the plots along a path share: a pose's abscissa, the line at the pose shown, and a click that picks a pose.

import type uPlot from 'uplot';
import { type ReportPayload, unpack } from '../report/payload.ts';
import { sinceFirst } from './plot.ts';

export interface PathPlot {
  select(pose: number): void;
}

/** Seconds since the first pose, or the pose numbers if there are no times. */
export function alongPath({ time, state }: ReportPayload['series']): number[] {
  return time ? sinceFirst(unpack(time)) : Array.from(unpack(state).keys());
}

/** The legend's entry for the place under the pointer. */
export function poseSeries(isTimed: boolean): uPlot.Series {
  return isTimed ? { label: 'pose', value: poseAndTime } : { label: 'pose' };
}

const poseAndTime: uPlot.Series.Value = (_self, value, _series, index) =>
  value === null || index === null ? '–' : `${index}, ${value.toFixed(3)} s`;

export const number = (digits: number) => (_: uPlot, value: number | null) =>
  value === null ? '–' : value.toFixed(digits);

export function pickByClick(plot: uPlot, onPick: (pose: number) => void): void {
  plot.over.addEventListener('click', () => {
    if (typeof plot.cursor.idx === 'number') onPick(plot.cursor.idx);
  });
}

/** Draws a line across the plot at a place along the path. */
export function drawCursor(plot: uPlot, at: number): void {
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
