// A validation's data and the viewer's script → one self-contained HTML page.

import type { Verdict } from '#validation';
import { bodyHtml, count, escapeHtml, htmlPage, repeatSection, section, verdictHtml } from '../report/page.ts';
import { caseTable, poseTable } from './case-tables.ts';
import { figureList, guaranteeTable } from './guarantee-table.ts';
import type { ValidationPayload } from './payload.ts';
import { reproduceCommand, type ValidatedBody, type ValidationHeader } from './validation-header.ts';

const verdictWords: Readonly<Record<Verdict, string>> = {
  held: 'Held.',
  broken: 'Broken.',
  undecided: 'Undecided.',
};

export function validationHtml(payload: ValidationPayload, viewerScript: string): string {
  const { header, summary } = payload;
  const title = `${header.tool.file} on ${header.bone.file}`;
  const { verdict, sentence } = summary;
  return htmlPage({
    ...{ name: 'kerf validation', title, style: validationStyle, version: header.kerf },
    about: 'validation against exact arithmetic',
    ...{ data: payload, script: viewerScript },
    verdict: verdictHtml(verdict, sentence, verdictWords[verdict]),
    sections: [
      section('Guarantees', guaranteeTable(summary)),
      section('Figures', figureList(summary, header), 'In figures'),
      `<noscript><p class="notice">The plots and the picture need JavaScript; the text and the tables are complete without.</p></noscript>
<div class="plots" id="plots"></div>`,
      section(
        'Worst cases',
        `<p class="hint">The sampled contact with the greatest error at each of the worst poses.</p>
<div id="picture"></div>
${caseTable(payload)}`,
      ),
      section('Poses', poseTable(payload)),
      section('Inputs', inputs(header)),
      repeatSection(header.kerf, reproduceCommand(header)),
    ],
    footer: reading(header),
  });
}

function inputs({ bone, tool, poses, options, kerf, node, backend, backendReason }: ValidationHeader): string {
  const from =
    poses.from === 'file'
      ? `${count(poses.count)}, from ${escapeHtml(poses.file)}<br>${hash(poses.sha256)}`
      : `${count(poses.count)}, drawn with seed ${poses.seed}`;
  return `<dl>
${validatedBody('Bone', bone)}
${validatedBody('Tool', tool)}
<dt>Poses</dt><dd>${from}</dd>
<dt>Contact distance δ</dt><dd>${options.contactDistance} mm</dd>
<dt>Resolution h</dt><dd>${options.resolution} mm, the longest edge of a sub-triangle</dd>
<dt>Samples</dt><dd>${count(options.samples)} contacts a pose, and as many points of each body, drawn with seed ${options.seed}</dd>
<dt>Oracle's limit</dt><dd>${count(options.oracleLimit)} pieces of one sub-triangle; beyond it a case is undecided</dd>
<dt>Versions</dt><dd>kerf ${escapeHtml(kerf)}, Node ${escapeHtml(node)}</dd>
<dt>Backend</dt><dd>${escapeHtml(backend)} (${escapeHtml(backendReason)})</dd>
</dl>`;
}

/** A term and its description: the file, what is in it, and its checksum. */
export function validatedBody(name: string, body: ValidatedBody): string {
  const surface = body.isoValue === undefined ? '' : `, the surface at ${body.isoValue}`;
  return `<dt>${name}</dt><dd>${bodyHtml(body, surface)}<br>${hash(body.sha256)}</dd>`;
}

export function hash(sha256: string): string {
  return `<span class="hash">SHA-256 ${escapeHtml(sha256)}</span>`;
}

function reading({ signed }: ValidationHeader): string {
  const open = [signed.bone ? '' : 'the tool', signed.tool ? '' : 'the bone'].filter(Boolean);
  return `<h2>How to read this</h2>
<p>At every pose kerf's report was set against an oracle that shares none of its arithmetic: it decides in f64 where a proven bound allows it, and in exact rational numbers elsewhere. “Held” means that no judged case breaks the guarantee and none is left open; where cases are sampled, it speaks of those sampled. A case that the oracle could not decide within its limit is counted as undecided, never as right.</p>
<p>A contact is a piece of a face, a sub-triangle, with edges of at most h, that comes within δ of the other body or lies inside it. Its distance is signed: above 0 a gap, below 0 a penetration. The oracle encloses the exact minimum signed distance over the whole sub-triangle in a narrow bracket; the error is kerf's distance less the middle of that bracket. An error above 0 is no broken guarantee: kerf promises the distance at a point of the sub-triangle, and that the exact minimum lies in [low, high].</p>
<p>The contact region of a body is where its surface lies within δ of the other body, or inside it. Reported to exact: how far the reported sub-triangles reach beyond the exact region, bounded from above. Exact to reported: the largest distance from a sampled point of the exact region to the reported one, 0 where every such point was reported.</p>
<p>Points are in the bone's frame. Lengths are in millimetres, times in milliseconds.${
    open.length > 0
      ? ` Here ${open.join(' and ')} ${open.length > 1 ? 'are' : 'is'} open or inconsistently oriented: there is no inside, so distances to it carry no sign.`
      : ''
  }</p>`;
}

export const validationStyle = `
.verdict.held { border-color: var(--good); }
.verdict.broken { border-color: var(--bad); }
.verdict.undecided { border-color: var(--near); }
.verdict strong { margin-right: 6px; }
.verdict.held strong { color: var(--good-ink); }
.verdict.broken strong { color: var(--bad-ink); }
.verdict.undecided strong { color: var(--near-ink); }
.table.whole { max-height: none; }
.table .says { min-width: 280px; white-space: normal; text-align: left; }
.table tbody th[scope="row"] { text-align: left; font-weight: 600; }
.table thead th:first-child, .table .fitted :is(th, td):nth-child(3) { text-align: left; }
.outcome { display: inline-block; padding: 0 8px; border-radius: 9px; font-size: 13px; background: var(--plain-wash); }
.outcome.held { background: var(--good-wash); }
.outcome.broken { background: #c1121f; color: #fff; }
.outcome.undecided { background: var(--near-wash); }
.unit { color: var(--soft); font-size: 13px; }
.cases td, .poses td { font-size: 13px; }
.table .cases th, .table .cases td, .table .poses th, .table .poses td, .table .measured th, .table .measured td, .table .fitted th, .table .fitted td { padding: 3px 8px; }
.cases thead th, .poses thead th, .measured thead th, .fitted thead th { white-space: normal; vertical-align: bottom; }
.hint + .table { margin-top: 8px; }
.table .cases td:nth-child(2), .table .measured :is(th, td):nth-child(2) { text-align: right; }
.table .poses :is(th, td):nth-child(3) { text-align: left; white-space: normal; min-width: 170px; }
.poses tr.broken { background: var(--bad-faint); }
.poses tr.undecided { background: var(--near-faint); }
.states { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 0 0 6px; }
.states i { display: inline-block; width: 11px; height: 11px; margin-right: 5px; border-radius: 2px; }
.state-bar { display: flex; height: 14px; margin: 0 0 14px; border-radius: 3px; overflow: hidden; }
i.separated { background: #8fc9a4; }
i.near { background: #f0cf5a; }
i.intersecting { background: #d6574f; }
i.enclosed { background: #a052b0; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 0 28px; }
.plots > section { min-width: 0; }
.plots .u-over { cursor: crosshair; }
.plots .u-legend { margin: 0; }
.plots h2 { margin-top: 24px; }
.stage .scale .key { margin-top: 4px; }
.stage .scale .key i.dot { width: 11px; height: 11px; margin: 0 2px; border-radius: 50%; }
.stage .scale .key i.piece { width: 14px; height: 11px; margin: 0 1px; }
code { display: block; padding: 8px 12px; border: 1px solid var(--line); border-radius: 4px; background: var(--wash); font-size: 13px; overflow-wrap: anywhere; }
dd.hash, .hash { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }
.fits { margin: 0; padding: 0; list-style: none; font-size: 13px; }
.fits li { display: inline-block; margin-right: 18px; }
.fits i { display: inline-block; width: 12px; height: 12px; margin-right: 5px; border-radius: 50%; vertical-align: -1px; }
@media print {
  .plots { display: block; }
  .plots > section { break-inside: avoid; }
  .fits { break-before: avoid; }
  .plots .hint, section > .hint { display: block; break-after: avoid; }
  .cases button { padding: 0; }
  .table { overflow: visible; border: 0; }
}
`;
