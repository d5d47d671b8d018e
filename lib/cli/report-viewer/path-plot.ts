// The path's series → a plot of depth and contact area, where a click picks a pose.

import type uPlot from 'uplot';
import { type ReportPayload, unpack } from '../report/payload.ts';
import { createPlot, fromZero, poseAxis, sinceFirst } from './plot.ts';

export interface PathPlot {
  select(pose: number): void;
}

const DEPTH = '#b3123f';
const AREA = '#0b6aa2';

export function createPathPlot(
  container: HTMLElement,
  payload: ReportPayload,
  onPick: (pose: number) => void,
): PathPlot {
  const depth = Array.from(unpack(payload.series.depth), (value) => (Number.isNaN(value) ? null : value));
  const area = Array.from(unpack(payload.series.area));
  const { time } = payload.series;
  const along = time ? sinceFirst(unpack(time)) : Array.from(depth.keys());
  let selected = payload.firstPose;
  const poseAndTime: uPlot.Series.Value = (_self, value, _series, index) =>
    value === null || index === null ? '–' : `${index}, ${value.toFixed(3)} s`;
  const number = (digits: number) => (_: uPlot, value: number | null) => (value === null ? '–' : value.toFixed(digits));
  const plot = createPlot(
    container,
    {
      title: 'Along the path',
      hint: 'Click the plot to see that pose; drag to zoom in, double-click to zoom out.',
    },
    {
      scales: { x: { time: false }, depth: { range: fromZero }, area: { range: fromZero } },
      series: [
        time ? { label: 'pose', value: poseAndTime } : { label: 'pose' },
        {
          label: 'depth, mm',
          scale: 'depth',
          stroke: DEPTH,
          width: 2,
          value: number(3),
          points: { show: depth.length < 150 },
        },
        {
          label: 'contact area, mm²',
          scale: 'area',
          stroke: AREA,
          width: 2,
          dash: [6, 4],
          value: number(2),
          points: { show: false },
        },
      ],
      axes: [
        poseAxis(time !== undefined),
        { label: 'depth, mm', scale: 'depth', stroke: DEPTH, size: 64 },
        { label: 'contact area, mm²', scale: 'area', stroke: AREA, side: 1, size: 64, grid: { show: false } },
      ],
      hooks: {
        draw: [
          (self) => {
            const x = self.valToPos(along[selected], 'x', true);
            self.ctx.save();
            self.ctx.strokeStyle = '#101418';
            self.ctx.lineWidth = 2;
            self.ctx.setLineDash([]);
            self.ctx.beginPath();
            self.ctx.moveTo(x, self.bbox.top);
            self.ctx.lineTo(x, self.bbox.top + self.bbox.height);
            self.ctx.stroke();
            self.ctx.restore();
          },
        ],
      },
    },
    [along, depth, area],
  );
  plot.over.addEventListener('click', () => {
    if (typeof plot.cursor.idx === 'number') onPick(plot.cursor.idx);
  });
  return {
    select(pose) {
      selected = pose;
      plot.redraw(false);
    },
  };
}
