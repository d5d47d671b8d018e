// The path's volumes → a plot of how much bone lies in the tool, in which a click picks a pose.

import { type ReportPayload, unpack } from '../report/payload.ts';
import { alongPath, drawCursor, number, type PathPlot, pickByClick, poseSeries } from './path-cursor.ts';
import { createPlot, fromZero, poseAxis } from './plot.ts';

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
