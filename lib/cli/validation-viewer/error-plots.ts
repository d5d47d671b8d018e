// A validation's samples → a histogram of their errors, and plots of errors and certified widths against depth.

import uPlot from 'uplot';
import { unpack } from '../report/payload.ts';
import { element } from '../report-viewer/page-part.ts';
import { createPlot, logarithmic, padded } from '../report-viewer/plot.ts';
import { short } from '../validation-report/number-text.ts';
import type { ValidationPayload } from '../validation-report/payload.ts';
import { dots, inOrder, limitLine, positive, shown } from './scatter.ts';

const ERROR = '#b3123f';
const WIDTH = '#5b9bc9';

export function errorHistogram(place: HTMLElement, { histogram, samples }: ValidationPayload): void {
  if (samples.total === 0) {
    place.append(element('p', { textContent: 'No contact was sampled, so there is no error to plot.' }));
    return;
  }
  const { step, first, counts } = histogram;
  const middles = counts.map((_, i) => (first + i) * step);
  const most = Math.max(...counts);
  createPlot(
    place,
    {
      title: 'Errors',
      hint: `kerf's distance less the exact minimum over the sub-triangle: how many of ${samples.total.toLocaleString('en-US')} sampled contacts lie in each bin of ${short(step)} mm. The vertical scale is logarithmic.`,
    },
    {
      scales: {
        x: { time: false, range: [middles[0] - step, middles[middles.length - 1] + step] },
        y: { distr: 3, range: [0.5, 2 * most] },
      },
      series: [
        { label: 'error, mm', value: shown(short) },
        {
          label: 'contacts',
          stroke: ERROR,
          fill: `${ERROR}bb`,
          width: 0,
          paths: uPlot.paths.bars!({ size: [0.9, Number.POSITIVE_INFINITY] }),
          points: { show: false },
          value: shown(String),
        },
      ],
      axes: [{ label: 'error, mm' }, { ...logarithmic, label: 'sampled contacts', size: 64 }],
    },
    [middles, [...positive(counts)]],
  );
}

export function errorAgainstDepth(place: HTMLElement, { header, samples }: ValidationPayload): void {
  if (samples.total === 0) return;
  const exact = Array.from(unpack(samples.exact));
  const bound = header.options.resolution / Math.sqrt(3);
  const thinned =
    exact.length < samples.total
      ? ` ${exact.length.toLocaleString('en-US')} of ${samples.total.toLocaleString('en-US')} sampled contacts, evenly chosen, the greatest error among them.`
      : '';
  createPlot(
    place,
    {
      title: 'Error against signed distance',
      hint: `Each sampled contact twice: its error, and the width of its certified interval, over the exact minimum signed distance (below 0 inside the other body).${thinned}`,
    },
    {
      scales: { x: { time: false, range: padded } },
      series: [
        { label: 'exact minimum, mm', value: shown(short) },
        dots('width high − low, mm', WIDTH, 4, short),
        dots('error, mm', ERROR, 4, short),
        limitLine('bound h/√3, mm', short),
      ],
      axes: [{ label: 'exact minimum signed distance, mm' }, { label: 'mm', size: 64 }],
    },
    inOrder(
      exact,
      Array.from(unpack(samples.width)),
      Array.from(unpack(samples.error)),
      exact.map(() => bound),
    ),
  );
}
