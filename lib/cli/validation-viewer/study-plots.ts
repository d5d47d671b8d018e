// A convergence study → its log–log plots: a line for each body and mesh, and the fitted power laws as dashed lines.

import type uPlot from 'uplot';
import type { RefinementStudy, StudyFit, StudyRow } from '#validation';
import { element } from '../report-viewer/page-part.ts';
import { createPlot, logarithmic, paddedLog } from '../report-viewer/plot.ts';
import { type StudyPlot, studyPlots } from '../validation-report/payload.ts';
import type { Column } from './scatter.ts';

const COLOURS = ['#b3123f', '#0b6aa2', '#2a8f4f', '#c06a00', '#7a2f86', '#4a5568'];
const STATISTICS: readonly (readonly [StudyFit['statistic'], string])[] = [
  ['mean', 'mean'],
  ['max', 'greatest'],
];

/** One quantity plotted against the varied one. */
interface Drawn {
  readonly plot: StudyPlot;
  readonly statistic: StudyFit['statistic'];
  /** Ascending in `across`. */
  readonly rows: readonly StudyRow[];
  readonly across: (row: StudyRow) => number;
}

interface Line {
  readonly series: uPlot.Series;
  readonly column: Column;
}

export function showStudy(place: HTMLElement, { rows, fits }: RefinementStudy): void {
  const bodies = [...new Set(rows.map((row) => row.body))];
  for (const plot of studyPlots)
    for (const [statistic, words] of STATISTICS) {
      const section = element('section', {});
      place.append(section);
      const across = (row: StudyRow) => (plot.against === 'edge' ? row.edge : row.resolution);
      const drawn = { plot, statistic, across, rows: [...rows].sort((a, b) => across(a) - across(b)) };
      const key = element('ul', { className: 'fits' });
      const lines = bodies.flatMap((body, i) => {
        const colour = COLOURS[i % COLOURS.length];
        const fit = fits.find(
          (one) =>
            one.body === body &&
            one.quantity === plot.quantity &&
            one.against === plot.against &&
            one.statistic === statistic,
        );
        key.append(keyLine(body, colour, fit));
        return [...measuredLines(drawn, body, colour), ...(fit ? [fittedLine(drawn, fit, colour)] : [])];
      });
      drawPlot(section, drawn, words, lines);
      section.append(key);
    }
}

/** A line for each mesh if h varies, or for each h if the mesh varies. The finer the mesh or h, the larger its dots. */
function measuredLines({ plot, statistic, rows }: Drawn, body: string, colour: string): Line[] {
  const finer = (row: StudyRow) => (plot.against === 'edge' ? 1 / row.resolution : row.faces);
  const groups = [...new Set(rows.filter((row) => row.body === body).map(finer))].sort((a, b) => a - b);
  return groups.map((group, rank) => ({
    series: {
      stroke: `${colour}77`,
      width: 1,
      spanGaps: true,
      points: { show: true, size: 4 + (5 * (rank + 1)) / groups.length, width: 0, fill: colour },
    },
    column: rows.map((row) => {
      const value = row[plot.quantity][statistic];
      return row.body === body && finer(row) === group && value > row.truthWidth ? value : null;
    }),
  }));
}

/**
 * The fitted line over the rows that the fit used and those it dropped as unresolved: together, the rows with the
 * smallest x.
 */
function fittedLine({ rows, across }: Drawn, fit: StudyFit, colour: string): Line {
  const own = rows.filter((row) => row.body === fit.body).map(across);
  const last = [...new Set(own)][fit.points + fit.unresolved - 1] ?? Number.POSITIVE_INFINITY;
  return {
    series: { stroke: colour, width: 2, dash: [7, 5], spanGaps: true, points: { show: false } },
    column: rows.map((row) =>
      row.body === fit.body && across(row) <= last ? fit.constant * across(row) ** fit.order : null,
    ),
  };
}

function keyLine(body: string, colour: string, fit: StudyFit | undefined): HTMLElement {
  const line = element('li', {});
  const swatch = element('i', {});
  swatch.style.background = colour;
  line.append(swatch, `${body}: ${fit ? `order ${fit.order.toFixed(2)}` : 'no fit'}`);
  return line;
}

function drawPlot(place: HTMLElement, { plot, rows, across }: Drawn, words: string, lines: readonly Line[]): void {
  const mesh = plot.against === 'edge';
  createPlot(
    place,
    {
      title: `${plot.title}: ${words}`,
      hint: `Over the contacts of a measurement. Dashed: the fitted power law${plot.against === 'both' ? ', from the finest mesh at the smallest h to the coarsest' : ''}. Larger dots: ${mesh ? 'smaller h' : 'finer mesh'}. Both scales are logarithmic; what may be 0 is not drawn.`,
    },
    {
      scales: { x: { time: false, distr: 3, range: paddedLog }, y: { distr: 3, range: paddedLog } },
      legend: { show: false },
      series: [{}, ...lines.map((line) => line.series)],
      axes: [
        { ...logarithmic, label: mesh ? 'mean edge of the mesh, mm' : 'h, mm' },
        { ...logarithmic, label: plot.axis, size: 74 },
      ],
    },
    [rows.map(across), ...lines.map((line) => [...line.column])],
  );
}
