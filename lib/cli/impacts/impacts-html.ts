// A step's impacts → one self-contained HTML page without scripts.

import { figure } from '../report/figure.ts';
import { count, escapeHtml, pageShell } from '../report/page-shell.ts';
import { pageStyle } from '../report/page-style.ts';
import type { BodySource } from '../report-json.ts';
import { histogramSvg } from './histogram-svg.ts';
import { IMPACT_COLUMNS } from './impact-columns.ts';
import { impactPictures } from './impact-pictures.ts';
import { type FoundImpacts, recordImpact, timeOf } from './impact-record.ts';
import type { ImpactsHeader } from './impacts-json.ts';
import { impactsStyle } from './impacts-style.ts';
import { spanOf, type TimeSpan, timeGradient } from './time-colour.ts';

/** Maximum number of table rows. */
const ROWS = 500;

/** @param byTime the table's rows, the earliest first. */
export function impactsHtml(header: ImpactsHeader, found: FoundImpacts, byTime: Uint32Array): string {
  const title = `${header.start.file} to ${header.end.file}`;
  const notices = header.notices.map((notice) => `<p class="notice first">${escapeHtml(notice)}</p>\n`).join('');
  const isFree = byTime.length === 0;
  const ends = isFree ? [0, 1] : [byTime[0], byTime[byTime.length - 1]].map((row) => timeOf(found.table, row));
  const span = spanOf(ends[0], ends[1]);
  return pageShell({
    title: `kerf impacts: ${title}`,
    style: pageStyle + impactsStyle,
    body: `<header>
<p class="brand">kerf ${escapeHtml(header.kerf)} · impacts of a deforming surface</p>
<h1>${escapeHtml(title)}</h1>
${notices}<p class="verdict ${isFree ? 'clear' : 'touching'}">${escapeHtml(header.verdict)}</p>
</header>
<main>
<section aria-label="Pictures">
<div class="pictures">
${impactPictures(found, byTime, span).map(figure).join('\n')}
</div>
${isFree ? '' : legend(span)}
</section>
<section aria-label="Times">
<h2>Times</h2>
${isFree ? '<p>None.</p>' : `<div class="histogram">${histogramSvg(found.table, span)}</div>`}
</section>
<section aria-label="Impacts">
<h2>Impacts</h2>
${impactTable(found, byTime)}
</section>
<section aria-label="Inputs">
<h2>Inputs</h2>
${inputs(header)}
</section>
</main>
<footer>${reading(header)}</footer>`,
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
  const heads = IMPACT_COLUMNS.map(({ head }) => `<th scope="col">${head}</th>`).join('');
  const rows = shown.map(
    (record) => `<tr>${IMPACT_COLUMNS.map(({ text }) => `<td>${text(record)}</td>`).join('')}</tr>`,
  );
  return `${note}<div class="table"><table><thead><tr>${heads}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function inputs({ start, end, motion, counts, freeUntil }: ImpactsHeader): string {
  const body = ({ file, faces, vertices, frame }: BodySource) =>
    `${escapeHtml(file)}: ${count(faces)} faces, ${count(vertices)} vertices, frame ${frame}`;
  return `<dl>
<dt>Start, t = 0</dt><dd>${body(start)}</dd>
<dt>End, t = 1</dt><dd>${body(end)}</dd>
<dt>Motion</dt><dd>${count(motion.vertices)} vertices move, at most ${Number(motion.longest.toPrecision(6))} mm</dd>
<dt>Impacts</dt><dd>${count(counts.vertexFace)} vertex–face, ${count(counts.edgeEdge)} edge–edge, ${count(counts.atStart)} of them at t = 0</dd>
<dt>Free until</dt><dd>t = ${freeUntil}</dd>
</dl>`;
}

function reading({ start }: ImpactsHeader): string {
  return `<p>Each vertex goes linearly from where it is in the first file to where it is in the second, from t = 0 to t = 1. An impact: a vertex and a face, or two edges, that share no vertex of the surface and share a point at some time; each such pair once, with the first time, none missed and none invented. Free until: the largest time to which every vertex may go with no impact at any time up to it. Where the surface passes through itself at the start already, nothing comes to meet, so that it is no impact: kerf inspect ${escapeHtml(start.file)} --self-intersections finds such places. a is the vertex, or the edge with the smaller number; b the face, or the other edge; edges are numbered by their larger, then their smaller vertex. Points are where the surface is at the time of the impact, in the files' frame, in millimetres.</p>`;
}
