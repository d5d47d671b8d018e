// The path's series → a plot of depth and contact area, where a click picks a pose.

import uPlot from 'uplot';
import plotStyle from 'uplot/dist/uPlot.min.css';
import { type ReportPayload, unpack } from '../report/payload.ts';
import { element } from './element.ts';

export interface PathPlot {
  select(pose: number): void;
}

const DEPTH = '#b3123f';
const AREA = '#0b6aa2';
const HEIGHT = 280;

export function createPathPlot(
  container: HTMLElement,
  payload: ReportPayload,
  onPick: (pose: number) => void,
): PathPlot {
  const depth = Array.from(unpack(payload.series.depth), (value) => (Number.isNaN(value) ? null : value));
  const area = Array.from(unpack(payload.series.area));
  document.head.append(element('style', { textContent: plotStyle }));
  const holder = element('div', { className: 'plot' });
  container.append(element('h2', { textContent: 'Along the path' }), holder);
  container.append(
    element('p', {
      className: 'hint',
      textContent: 'Click the plot to see that pose; drag to zoom in, double-click to zoom out.',
    }),
  );

  let selected = payload.firstPose;
  const number = (digits: number) => (_: uPlot, value: number | null) => (value === null ? '–' : value.toFixed(digits));
  const plot = new uPlot(
    {
      width: holder.clientWidth || 900,
      height: HEIGHT,
      scales: { x: { time: false }, depth: { range: fromZero }, area: { range: fromZero } },
      series: [
        { label: 'pose' },
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
        { label: 'pose', incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000] },
        { label: 'depth, mm', scale: 'depth', stroke: DEPTH, size: 64 },
        { label: 'contact area, mm²', scale: 'area', stroke: AREA, side: 1, size: 64, grid: { show: false } },
      ],
      hooks: {
        draw: [
          (self) => {
            const x = self.valToPos(selected, 'x', true);
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
    [Array.from(depth.keys()), depth, area],
    holder,
  );
  plot.over.addEventListener('click', () => {
    if (typeof plot.cursor.idx === 'number') onPick(plot.cursor.idx);
  });
  new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height: HEIGHT })).observe(holder);
  return {
    select(pose) {
      selected = pose;
      plot.redraw(false);
    },
  };
}

function fromZero(_: uPlot, __: number | null, max: number | null): uPlot.Range.MinMax {
  return [0, max && max > 0 ? 1.08 * max : 1];
}
