// Times of impacts → how many fall into each part of the step, as bars in SVG, coloured by time.

import type { ImpactTable } from '#motion';
import { barCounts, barsSvg } from '../report/bars-svg.ts';
import { timeOf } from './impact-record.ts';
import { type TimeSpan, timeColour } from './time-colour.ts';

const BARS = 60;

export function histogramSvg(table: ImpactTable, { from, to }: TimeSpan): string {
  const times = Array.from({ length: table.length }, (_, row) => timeOf(table, row));
  return barsSvg({
    counts: barCounts(times, BARS, from, to),
    ...{ from, to, axis: 'time of the impact, part of the step', counted: 'impacts' },
    label: 'How many impacts begin in each part of the step',
    colour: (time) => `rgb(${timeColour(time, { from, to }).join(',')})`,
    write: (time) => time.toFixed(5),
  });
}
