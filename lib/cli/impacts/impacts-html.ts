// A step's impacts → one self-contained HTML page without scripts.

import type { ImpactTable } from '#motion';
import {
  bodyHtml,
  cellsHtml,
  count,
  escapeHtml,
  figure,
  htmlPage,
  htmlTable,
  section,
  verdictHtml,
} from '../report/page.ts';
import { barCounts, barsSvg, histogramStyle } from '../report/plot.ts';
import { impactPictures, spanOf, type TimeSpan, timeColour, timeGradient } from './impact-pictures.ts';
import { type FoundImpacts, recordImpact, timeOf } from './impact-record.ts';
import type { ImpactsHeader } from './impacts-json.ts';
import { IMPACT_COLUMNS } from './impacts-table.ts';

/** Maximum number of table rows. */
const ROWS = 500;

/** @param byTime the table's rows, the earliest first. */
export function impactsHtml(header: ImpactsHeader, found: FoundImpacts, byTime: Uint32Array): string {
  const title = `${header.start.file} to ${header.end.file}`;
  const { kerf: version, notices, verdict } = header;
  const isFree = byTime.length === 0;
  const ends = isFree ? [0, 1] : [byTime[0], byTime[byTime.length - 1]].map((row) => timeOf(found.table, row));
  const span = spanOf(ends[0], ends[1]);
  const pictures = impactPictures(found, byTime, span).map(figure).join('\n');
  return htmlPage({
    ...{ name: 'kerf impacts', title, style: impactsStyle, version, about: 'impacts of a deforming surface', notices },
    verdict: verdictHtml(isFree ? 'clear' : 'touching', verdict),
    sections: [
      `<section aria-label="Pictures">
<div class="pictures">
${pictures}
</div>
${isFree ? '' : legend(span)}
</section>`,
      section('Times', isFree ? '<p>None.</p>' : `<div class="histogram">${histogramSvg(found.table, span)}</div>`),
      section('Impacts', impactTable(found, byTime)),
      section('Inputs', inputs(header)),
    ],
    footer: reading(header),
  });
}

function legend({ from, to }: TimeSpan): string {
  const marks = [from, (from + to) / 2, to].map((time) => `<span>${Number(time.toPrecision(4))}</span>`).join('');
  return `<div class="times"><p>time of the impact, part of the step</p><div class="bar" style="background: ${timeGradient()}"></div><div class="marks">${marks}</div></div>`;
}

function impactTable(found: FoundImpacts, byTime: Uint32Array): string {
  if (byTime.length === 0) return '<p>None.</p>';
  const shown = Array.from(byTime.subarray(0, ROWS), (row) => recordImpact(found, row));
  const note =
    shown.length < byTime.length
      ? `<p>The earliest ${count(shown.length)} of ${count(byTime.length)}; impacts.csv has them all.</p>`
      : '';
  const heads = IMPACT_COLUMNS.map(({ head }) => head);
  const rows = shown.map((record) => `<tr>${cellsHtml(IMPACT_COLUMNS.map(({ text }) => text(record)))}</tr>`);
  return `${note}${htmlTable(heads, rows)}`;
}

function inputs({ start, end, motion, counts, freeUntil }: ImpactsHeader): string {
  return `<dl>
<dt>Start, t = 0</dt><dd>${bodyHtml(start)}</dd>
<dt>End, t = 1</dt><dd>${bodyHtml(end)}</dd>
<dt>Motion</dt><dd>${count(motion.vertices)} vertices move, at most ${Number(motion.longest.toPrecision(6))} mm</dd>
<dt>Impacts</dt><dd>${count(counts.vertexFace)} vertex–face, ${count(counts.edgeEdge)} edge–edge, ${count(counts.atStart)} of them at t = 0</dd>
<dt>Free until</dt><dd>t = ${freeUntil}</dd>
</dl>`;
}

function reading({ start }: ImpactsHeader): string {
  return `<p>Each vertex goes linearly from where it is in the first file to where it is in the second, from t = 0 to t = 1. An impact: a vertex and a face, or two edges, that share no vertex of the surface and share a point at some time; each such pair once, with the first time, none missed and none invented. Free until: the largest time to which every vertex may go with no impact at any time up to it. Where the surface passes through itself at the start already, nothing comes to meet, so that it is no impact: kerf inspect ${escapeHtml(start.file)} --self-intersections finds such places. a is the vertex, or the edge with the smaller number; b the face, or the other edge; edges are numbered by their larger, then their smaller vertex. Points are where the surface is at the time of the impact, in the files' frame, in millimetres.</p>`;
}

const BARS = 60;

function histogramSvg(table: ImpactTable, { from, to }: TimeSpan): string {
  const times = Array.from({ length: table.length }, (_, row) => timeOf(table, row));
  return barsSvg({
    counts: barCounts(times, BARS, from, to),
    ...{ from, to, axis: 'time of the impact, part of the step', counted: 'impacts' },
    label: 'How many impacts begin in each part of the step',
    colour: (time) => `rgb(${timeColour(time, { from, to }).join(',')})`,
    write: (time) => time.toFixed(5),
  });
}

/** Added to the style of all pages. */
const impactsStyle = `${histogramStyle}.times { max-width: 420px; margin: 12px 0 0; font-size: 13px; color: var(--soft); font-variant-numeric: tabular-nums; }
.times p { margin: 0 0 4px; }
.times .bar { height: 14px; border: 1px solid var(--edge); border-radius: 2px; }
.times .marks { display: flex; justify-content: space-between; }
.table { width: fit-content; max-width: 100%; }
@media print { .pictures figure { break-inside: avoid; } }
`;
