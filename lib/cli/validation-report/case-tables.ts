// The worst cases and the listed poses → their tables, complete without a script.

import type { RegionDistance } from '#validation';
import { cellsHtml, count, escapeHtml, htmlTable } from '../report/page.ts';
import { interval, orNone, point, precise, short } from './number-text.ts';
import type { ListedPose, ValidationPayload } from './payload.ts';

export function caseTable({ cases }: ValidationPayload): string {
  if (cases.length === 0) return '<p>No contact was sampled, so there is no worst case.</p>';
  const rows = cases.map(({ pose, contact }, i) => {
    const { body, face, distance, low, high, exactLow, exactHigh, error } = contact;
    return `<tr data-row="${i}"><th scope="row"><button type="button" data-case="${i}" aria-label="show case ${i + 1}">${i + 1}</button></th><td>${pose}</td><td>${body} ${face}</td><td>${short(error)}</td><td>${precise(distance)}</td><td>${interval(exactLow, exactHigh, precise)}</td><td>${interval(low, high, short)}</td><td>${point(contact.point)}<br>${point(contact.opposite)}</td></tr>`;
  });
  const heads = [
    ...['case', 'pose', 'face', 'error, mm', 'distance, mm', 'exact minimum within, mm'],
    ...['certified [low, high], mm', 'point and opposite, mm'],
  ];
  return htmlTable(heads, rows, 'cases', true);
}

export function poseTable({ listed, summary }: ValidationPayload): string {
  const all = listed.length === summary.poses;
  const order = 'those with something broken first, then undecided, then by greatest error';
  const note = all
    ? `All ${count(summary.poses)} poses: ${order}.`
    : `${count(listed.length)} of ${count(summary.poses)} poses: ${order}. validation.csv has them all.`;
  const heads = [
    ...['pose', 'exact state', 'faults', 'pairs', 'contacts', 'faces', 'inside, to surface, mm', 'greatest error, mm'],
    ...['widest interval, mm', 'bone region, mm', 'tool region, mm', 'kerf, ms', 'oracle, ms'],
  ];
  return `<p class="hint">${note} Region: reported to exact (upper bound) / exact to reported.</p>
${htmlTable(heads, listed.map(poseRow), 'poses')}`;
}

function poseRow(row: ListedPose): string {
  const { region, milliseconds } = row;
  const cells = [
    row.pairs,
    row.contacts,
    row.faces,
    orNone(row.insideDistance, 'open'),
    orNone(row.error, '–'),
    short(row.width),
    regionText(region.bone),
    regionText(region.tool),
    milliseconds.kerf.toFixed(1),
    milliseconds.oracle.toFixed(0),
  ];
  return `<tr class="${row.broken ? 'broken' : row.faults === '' ? '' : 'undecided'}"><th scope="row">${row.pose}</th><td><span class="state ${row.state.exact}">${row.state.exact}</span></td><td>${escapeHtml(row.faults) || 'none'}</td>${cellsHtml(cells)}</tr>`;
}

function regionText(region: RegionDistance | null): string {
  if (region === null) return '–';
  return `${orNone(region.reportedToExact.high, 'unknown')} / ${orNone(region.exactToReported, 'unknown')}`;
}
