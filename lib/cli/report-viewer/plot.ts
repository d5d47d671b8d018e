// Options and columns → a titled plot on the page that follows the width of its place.

import uPlot from 'uplot';
import plotStyle from 'uplot/dist/uPlot.min.css';
import { element } from './page-part.ts';

const HEIGHT = 280;
const STYLE = 'plot-style';

interface PlotTexts {
  readonly title: string;
  readonly hint: string;
}

export function createPlot(
  container: HTMLElement,
  texts: PlotTexts,
  options: Omit<uPlot.Options, 'width' | 'height'>,
  data: uPlot.AlignedData,
): uPlot {
  if (!document.getElementById(STYLE)) document.head.append(element('style', { id: STYLE, textContent: plotStyle }));
  const holder = element('div', { className: 'plot' });
  container.append(
    element('h2', { textContent: texts.title }),
    holder,
    element('p', { className: 'hint', textContent: texts.hint }),
  );
  const plot = new uPlot({ ...options, width: holder.clientWidth || 900, height: HEIGHT }, data, holder);
  new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height: HEIGHT })).observe(holder);
  return plot;
}

/** Tick steps for an axis of counts. */
export const wholeSteps = [1, 10, 100, 1e3, 1e4, 1e5].flatMap((ten) => [ten, 2 * ten, 5 * ten]);

/** The poses' times minus the first pose's, s, since trackers count from 1970 or from when they were switched on. */
export function sinceFirst(times: Float64Array): number[] {
  return Array.from(times, (time) => time - times[0]);
}

/** The axis of poses, which shows their times if there are any, and otherwise their numbers. */
export function poseAxis(isTimed: boolean): uPlot.Axis {
  return isTimed ? { label: 'time since the first pose, s' } : { label: 'pose', incrs: wholeSteps };
}

/** A scale from 0 to slightly above the largest value. */
export function fromZero(_: uPlot, __: number | null, max: number | null): uPlot.Range.MinMax {
  return [0, max && max > 0 ? 1.08 * max : 1];
}

/** The data's own range plus a little, so that no dot lies on the frame. */
export function padded(_: uPlot, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [0, 1];
  const margin = max > min ? 0.03 * (max - min) : 1;
  return [min - margin, max + margin];
}

/** The same for a logarithmic scale. Its lower end has one digit, since uPlot counts ticks up from there. */
export function paddedLog(_: uPlot, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [0.1, 10];
  const least = min / 1.1;
  const ten = 10 ** Math.floor(Math.log10(least));
  return [Number((Math.floor(least / ten) * ten).toPrecision(1)), 1.1 * max];
}

/** An axis of a logarithmic scale. */
export const logarithmic: uPlot.Axis = {
  filter: roundValues,
  grid: { filter: roundValues },
  ticks: { filter: roundValues },
  values: (_, splits) => splits.map((value) => (value === null ? '' : axisText(value))),
};

/**
 * Labels the powers of ten among a scale's ticks. On a scale of less than three decades, it also labels twice and five
 * times these powers.
 */
function roundValues(_: uPlot, splits: number[]): (number | null)[] {
  const first = splits[splits.length - 1] > 1000 * splits[0] ? '1' : '125';
  return splits.map((value) => (first.includes(Number(value.toPrecision(3)).toExponential()[0]) ? value : null));
}

function axisText(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return rounded < 1e-3 ? rounded.toExponential() : rounded.toLocaleString('en-US');
}
