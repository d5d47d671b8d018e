// A validation's data and the viewer's script → one self-contained HTML page.

import type { ValidationSummary, Verdict } from '#validation';
import { count, escapeHtml, pageShell } from '../report/page-shell.ts';
import { pageStyle } from '../report/page-style.ts';
import { caseTable, poseTable } from './case-tables.ts';
import { figureList } from './figure-list.ts';
import { guaranteeTable } from './guarantee-table.ts';
import type { ValidationPayload } from './payload.ts';
import { reproduceCommand } from './reproduce-command.ts';
import type { ValidatedBody, ValidationHeader } from './validation-header.ts';
import { validationStyle } from './validation-style.ts';

const verdictWords: Readonly<Record<Verdict, string>> = {
  held: 'Held.',
  broken: 'Broken.',
  undecided: 'Undecided.',
};

export function validationHtml(payload: ValidationPayload, viewerScript: string): string {
  const { header, summary } = payload;
  const title = `${header.tool.file} on ${header.bone.file}`;
  return pageShell({
    title: `kerf validation: ${title}`,
    style: pageStyle + validationStyle,
    data: payload,
    script: viewerScript,
    body: `<header>
<p class="brand">kerf ${escapeHtml(header.kerf)} · validation against exact arithmetic</p>
<h1>${escapeHtml(title)}</h1>
${verdictLine(summary)}
</header>
<main>
<section aria-label="Guarantees">
<h2>Guarantees</h2>
${guaranteeTable(summary)}
</section>
<section aria-label="Figures">
<h2>In figures</h2>
${figureList(summary, header)}
</section>
<noscript><p class="notice">The plots and the picture need JavaScript; the text and the tables are complete without.</p></noscript>
<div class="plots" id="plots"></div>
<section aria-label="Worst cases">
<h2>Worst cases</h2>
<p class="hint">The sampled contact with the greatest error at each of the worst poses.</p>
<div id="picture"></div>
${caseTable(payload)}
</section>
<section aria-label="Poses">
<h2>Poses</h2>
${poseTable(payload)}
</section>
<section aria-label="Inputs">
<h2>Inputs</h2>
${inputs(header)}
</section>
<section aria-label="How to repeat it">
<h2>How to repeat it</h2>
<p>With kerf ${escapeHtml(header.kerf)}, from the folder of the files above. Everything but the times comes out the same.</p>
<code>${escapeHtml(reproduceCommand(header))}</code>
</section>
</main>
<footer>${reading(header)}</footer>`,
  });
}

function verdictLine({ verdict, sentence }: ValidationSummary): string {
  return `<p class="verdict ${verdict}"><strong>${verdictWords[verdict]}</strong>${escapeHtml(sentence)}</p>`;
}

function inputs({ bone, tool, poses, options, kerf, node, backend, backendReason }: ValidationHeader): string {
  const body = (name: string, { file, faces, vertices, sha256, isoValue, frame }: ValidatedBody) =>
    `<dt>${name}</dt><dd>${escapeHtml(file)}${isoValue === undefined ? '' : `, the surface at ${isoValue}`}: ${count(faces)} faces, ${count(vertices)} vertices, frame ${frame ?? 'unknown'}<br>${hash(sha256)}</dd>`;
  const from =
    poses.from === 'file'
      ? `${count(poses.count)}, from ${escapeHtml(poses.file)}<br>${hash(poses.sha256)}`
      : `${count(poses.count)}, drawn with seed ${poses.seed}`;
  return `<dl>
${body('Bone', bone)}
${body('Tool', tool)}
<dt>Poses</dt><dd>${from}</dd>
<dt>Contact distance δ</dt><dd>${options.contactDistance} mm</dd>
<dt>Resolution h</dt><dd>${options.resolution} mm, the longest edge of a sub-triangle</dd>
<dt>Samples</dt><dd>${count(options.samples)} contacts a pose, and as many points of each body, drawn with seed ${options.seed}</dd>
<dt>Oracle's limit</dt><dd>${count(options.oracleLimit)} pieces of one sub-triangle; beyond it a case is undecided</dd>
<dt>Versions</dt><dd>kerf ${escapeHtml(kerf)}, Node ${escapeHtml(node)}</dd>
<dt>Backend</dt><dd>${escapeHtml(backend)} (${escapeHtml(backendReason)})</dd>
</dl>`;
}

function hash(sha256: string): string {
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
