// A convergence study and the viewer's script → one self-contained HTML page.

import type { RefinementStudy, StudyFit, StudyRow } from '#validation';
import { cellsHtml, count, escapeHtml, htmlPage, htmlTable, section } from '../report/page.ts';
import { short } from './number-text.ts';
import { type StudyPayload, studyPlots, variedWords } from './payload.ts';
import type { StudyHeader } from './validation-header.ts';
import { validationStyle } from './validation-html.ts';

export function studyHtml(study: RefinementStudy, header: StudyHeader, viewerScript: string): string {
  const payload: StudyPayload = { header, study };
  const bodies = study.bodies.map(({ name }) => name);
  return htmlPage({
    ...{ name: 'kerf', title: 'refinement study', style: validationStyle, version: header.kerf },
    heading: 'How certified width and true error shrink with the resolution and the mesh',
    about: 'convergence study',
    ...{ data: payload, script: viewerScript },
    verdict: `<p>${count(study.rows.length)} measurements on ${bodies.map(escapeHtml).join(', ')}: bodies whose signed distance is known in closed form, met by a tool whose mesh is the tool itself.</p>`,
    sections: [
      section('Bodies', bodyTable(study)),
      section('Fitted orders', fitTable(study.fits)),
      `<noscript><p class="notice">The plots need JavaScript; the tables are complete without.</p></noscript>
<div class="plots" id="study-plots"></div>`,
      section('Measurements', rowTable(study.rows)),
    ],
    footer: `<h2>How to read this</h2>
<p>Contacts are those of the tool with the bone. A contact is a sub-triangle with edges of at most h; its certified interval [low, high] holds the exact minimum of the signed distance to the bone's mesh. The true minimum is that of the signed distance to the body itself, over the same sub-triangle. kerf's distance less the true minimum is the sum of two parts: the mesh adds the difference between mesh and body at kerf's point; the resolution adds the difference between the body's distance at that point and its minimum over the sub-triangle. The latter is of the contacts that touch or enter the bone: the distance of any other is the exact minimum over its whole sub-triangle.</p>
<p>A fitted order p says that the quantity shrinks as x<sup>p</sup>: least squares of log(quantity) on log(x). Mean and greatest are over the contacts of one measurement, at all its poses; its time is the mean over these. Rows are left out of a fit, and counted, only if the value is smaller than the width to which the true minimum is known, and so may be 0. Lengths are in millimetres, times in milliseconds.</p>
<p>kerf ${escapeHtml(header.kerf)}, Node ${escapeHtml(header.node)}. To repeat it: kerf validate --study refinement --out DIR</p>`,
  });
}

function bodyTable({ bodies }: RefinementStudy): string {
  const rows = bodies.map(
    ({ name, expression }) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(expression)}</td></tr>`,
  );
  return `<p class="hint">mm; of the phantom, the part that is cut. kerf dataset implicit --expression makes such bodies.</p>
${htmlTable(['body', 'where this is negative'], rows, 'bodies', true)}`;
}

/** A line for each body, quantity and refinement. */
function fitTable(fits: readonly StudyFit[]): string {
  if (fits.length === 0) return '<p>No quantity had three rows to fit.</p>';
  const statistic = (name: string) => [`order of the ${name}`, 'constant', 'r²', 'rows (left out)'];
  const heads = ['body', 'quantity', 'against', ...statistic('mean'), ...statistic('greatest')];
  const rows = studyPlots.flatMap(({ quantity, against }) => {
    const shown = fits.filter((fit) => fit.quantity === quantity && fit.against === against);
    return [...new Set(shown.map((fit) => fit.body))].map((body) => {
      const of = (name: StudyFit['statistic']) => shown.find((fit) => fit.body === body && fit.statistic === name);
      const cells = [quantityWords[quantity], variedWords[against], ...fitCells(of('mean')), ...fitCells(of('max'))];
      return `<tr><th scope="row">${escapeHtml(body)}</th>${cellsHtml(cells)}</tr>`;
    });
  });
  return table('fitted', heads, rows);
}

function fitCells(fit: StudyFit | undefined): (string | number)[] {
  if (!fit) return ['no fit', '–', '–', '–'];
  const { order, constant, r2, points, unresolved } = fit;
  return [`<strong>${order.toFixed(2)}</strong>`, short(constant), r2.toFixed(4), `${points} (${unresolved})`];
}

const quantityWords: Readonly<Record<StudyFit['quantity'], string>> = {
  width: 'certified width',
  error: 'true error',
  meshError: 'part of the mesh',
  samplingError: 'part of the resolution',
};

function rowTable(rows: readonly StudyRow[]): string {
  const meanMax = ['width', 'true error', 'mesh part', 'resolution part'].flatMap((name) => [
    `${name}, mean`,
    `${name}, greatest`,
  ]);
  const heads = ['body', 'faces', 'edge', 'h', 'contacts', ...meanMax, 'truth known to', 'kerf, ms'];
  const cells = (row: StudyRow) => [
    count(row.faces),
    short(row.edge),
    short(row.resolution),
    count(row.contacts),
    ...[row.width, row.error, row.meshError, row.samplingError].flatMap(({ mean, max }) => [short(mean), short(max)]),
    short(row.truthWidth),
    row.milliseconds.toFixed(1),
  ];
  return table(
    'measured',
    heads,
    rows.map((row) => `<tr><th scope="row">${escapeHtml(row.body)}</th>${cellsHtml(cells(row))}</tr>`),
  );
}

function table(name: string, heads: readonly string[], rows: readonly string[]): string {
  return `<p class="hint">Lengths in mm.</p>
${htmlTable(heads, rows, name, true)}`;
}
