// Run data and the viewer's script → one self-contained HTML page.

import { deepestPose, type PoseRecord, timeText } from '../pose-record.ts';
import { count, escapeHtml, pageShell } from './page-shell.ts';
import { pageStyle } from './page-style.ts';
import type { ReportPayload } from './payload.ts';

/** More rows than this are thinned evenly; the deepest pose stays. */
const TABLE_ROWS = 1000;

export function reportHtml(payload: ReportPayload, records: readonly PoseRecord[], viewerScript: string): string {
  const { header } = payload;
  const title = `${header.tool.file} on ${header.bone.file}`;
  return pageShell({
    title: `kerf report: ${title}`,
    style: pageStyle,
    data: payload,
    script: viewerScript,
    body: `<header>
<p class="brand">kerf ${escapeHtml(header.kerf)} · contact report</p>
<h1>${escapeHtml(title)}</h1>
${notices(payload)}<p class="verdict ${verdictClass(records)}">${escapeHtml(header.verdict)}</p>
</header>
<main>
<section id="picture" aria-label="3D picture">
<noscript><p class="notice">The picture and the plot need JavaScript; the table below does not.</p></noscript>
</section>
<section id="plot" aria-label="Depth and contact area along the path"></section>
<section aria-label="Poses">
<h2>${records.length === 1 ? 'Pose' : 'Poses'}</h2>
${poseTable(payload, records)}
</section>
<section aria-label="Inputs">
<h2>Inputs</h2>
${inputs(payload)}
</section>
</main>
<footer>${reading(payload)}</footer>`,
  });
}

/** What has to be known before anything else is read. */
function notices({ header }: ReportPayload): string {
  return header.notices.map((notice) => `<p class="notice first">${escapeHtml(notice)}</p>\n`).join('');
}

function verdictClass(records: readonly PoseRecord[]): string {
  if (records.some((record) => record.state === 'intersecting' || record.state === 'enclosed')) return 'touching';
  return records.some((record) => record.state === 'near') ? 'near' : 'clear';
}

function poseTable(payload: ReportPayload, records: readonly PoseRecord[]): string {
  const step = Math.ceil(records.length / TABLE_ROWS);
  const deepest = deepestPose(records);
  const pictured = new Set(payload.poses.map((entry) => entry.pose));
  const shown = records.filter((record) => record.pose % step === 0 || record === deepest);
  const isTimed = records.some((record) => record.time !== undefined);
  const rows = shown.map((record) => {
    const number = pictured.has(record.pose)
      ? `<button type="button" data-pose="${record.pose}">${record.pose}</button>`
      : String(record.pose);
    const note = record === deepest ? (record.depth ? ' deepest' : ' closest') : '';
    return `<tr data-row="${record.pose}"><th scope="row">${number}</th>${record.time === undefined ? '' : `<td>${timeText(record.time)}</td>`}<td><span class="state ${record.state}">${record.state}</span>${note}</td><td>${record.contacts}</td><td>${record.patches.length}</td><td>${record.depth === null ? 'open' : record.depth.toFixed(3)}</td><td>${record.area.toFixed(2)}</td><td>${record.intersectingPairs}</td><td>${record.stats.milliseconds.total.toFixed(1)}</td></tr>`;
  });
  const depthHead = records.every((record) => record.depth === null) ? 'no depth (open)' : 'depth, mm';
  const note =
    step > 1 ? `<p>Every ${step}th of ${records.length} poses, and the deepest; report.json has them all.</p>` : '';
  return `${note}<div class="table"><table${isTimed ? ' class="timed"' : ''}><thead><tr><th scope="col">pose</th>${isTimed ? '<th scope="col">t, s</th>' : ''}<th scope="col">state</th><th scope="col">contacts</th><th scope="col">patches</th><th scope="col">${depthHead}</th><th scope="col">area, mm²</th><th scope="col">face pairs</th><th scope="col">time, ms</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function inputs({ header, bone, tool }: ReportPayload): string {
  const body = (name: string, source: typeof header.bone, shown: typeof bone) =>
    `<dt>${name}</dt><dd>${escapeHtml(source.file)}: ${count(source.faces)} faces, ${count(source.vertices)} vertices, frame ${source.frame}${
      shown.facesShown < shown.facesTotal
        ? ` (pictured: the ${count(shown.facesShown)} faces nearest to the contacts)`
        : ''
    }</dd>`;
  const { contactDistance, resolution, sides } = header.options;
  return `<dl>
${body('Bone', header.bone, bone)}
${body('Tool', header.tool, tool)}
<dt>Contact distance δ</dt><dd>${contactDistance} mm</dd>
<dt>Resolution h</dt><dd>${resolution} mm, the longest edge of a sub-triangle</dd>
<dt>Sides reported</dt><dd>${sides === 'both' ? 'bone and tool' : sides}</dd>
<dt>Backend</dt><dd>${escapeHtml(header.backend)} (${escapeHtml(header.backendReason)})</dd>
</dl>`;
}

function reading({ header }: ReportPayload): string {
  const unsigned = [header.signed.bone ? '' : 'the tool', header.signed.tool ? '' : 'the bone'].filter(Boolean);
  return `<p>A contact is a piece of a face, with edges of at most the resolution, that comes within the contact distance of the other body or lies inside it. Its distance is signed: above 0 a gap, below 0 a penetration. Depth is the largest penetration found at a pose; area is that of the ${header.options.sides === 'tool' ? "tool's" : "bone's"} contacts. Points are in the bone's frame, in millimetres.${
    unsigned.length > 0
      ? ` Here ${unsigned.join(' and ')} ${unsigned.length > 1 ? 'are' : 'is'} open or inconsistently oriented, so there is no inside to be deep in.`
      : ''
  }</p>`;
}
