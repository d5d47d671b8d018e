// A page's text, data and script → one HTML file that loads nothing external: its Content-Security-Policy forbids that;
// its style; and pictures with captions.

interface PageParts {
  readonly title: string;
  readonly style: string;
  /** Markup, already escaped. */
  readonly body: string;
  /** What the script reads: JSON in the element `kerf-data`. */
  readonly data?: unknown;
  /** If absent, the page runs no script. */
  readonly script?: string;
}

/** What all pages have: a header, sections and a footer. */
interface Page extends Pick<PageParts, 'data' | 'script'> {
  /** What it is of, such as kerf sweep; and the heading after it. */
  readonly name: string;
  readonly title: string;
  /** Added to the style of all pages. */
  readonly style: string;
  /** Default: the title. */
  readonly heading?: string;
  /** Version of kerf, where one made it. */
  readonly version?: string;
  readonly about: string;
  /** They precede everything else. */
  readonly notices?: readonly string[];
  /** HTML. */
  readonly verdict: string;
  readonly sections: readonly string[];
  readonly footer: string;
}

export function htmlPage({ name, title, heading = title, style, version, about, ...page }: Page): string {
  const { notices = [], verdict, sections, footer, ...rest } = page;
  const first = notices.map((notice) => `<p class="notice first">${escapeHtml(notice)}</p>\n`).join('');
  return pageShell({
    title: `${name}: ${title}`,
    style: pageStyle + style,
    ...rest,
    body: `<header>
<p class="brand">kerf${version === undefined ? '' : ` ${escapeHtml(version)}`} · ${about}</p>
<h1>${escapeHtml(heading)}</h1>
${first}${verdict}
</header>
<main>
${sections.join('\n')}
</main>
<footer>${footer}</footer>`,
  });
}

/** @param content HTML. */
export function section(name: string, content: string, heading = name): string {
  return `<section aria-label="${name}">\n<h2>${heading}</h2>\n${content}\n</section>`;
}

/** How to get the page's files once more. */
export function repeatSection(version: string, command: string): string {
  return section(
    'How to repeat it',
    `<p>With kerf ${escapeHtml(version)}, from the folder of the files above. Everything but the times comes out the same.</p>
<code>${escapeHtml(command)}</code>`,
  );
}

/** @param kind a class of the verdict's style. */
export function verdictHtml(kind: string, text: string, word = ''): string {
  return `<p class="verdict ${kind}">${word === '' ? '' : `<strong>${word}</strong>`}${escapeHtml(text)}</p>`;
}

/** @param heads HTML. @param rows of `<tr>`. @param name the table's class. */
export function htmlTable(heads: readonly string[], rows: readonly string[], name?: string, isWhole = false): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  return `<div class="table${isWhole ? ' whole' : ''}"><table${name === undefined ? '' : ` class="${name}"`}><thead><tr>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

/** The cells of a row, HTML. */
export function cellsHtml(cells: readonly (string | number)[]): string {
  return cells.map((cell) => `<td>${cell}</td>`).join('');
}

interface NamedBody {
  readonly file: string;
  readonly vertices: number;
  readonly faces: number;
  readonly frame?: string;
}

export function bodyHtml({ file, faces, vertices, frame = 'unknown' }: NamedBody, surface = ''): string {
  return `${escapeHtml(file)}${surface}: ${count(faces)} faces, ${count(vertices)} vertices, frame ${frame}`;
}

export function pageShell({ title, style, body, data, script }: PageParts): string {
  const [policy, scripts] =
    script === undefined ? ['', ''] : [" script-src 'unsafe-inline';", scriptParts(data, script)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';${policy} style-src 'unsafe-inline'; img-src data: blob:">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
${scripts}</body>
</html>
`;
}

function scriptParts(data: unknown, script: string): string {
  return `<script type="application/json" id="kerf-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')}</script>
`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

export interface Picture {
  readonly caption: string;
  /** A data URL that holds the picture itself. */
  readonly source: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export function figure({ caption, source, width, height }: Picture): string {
  const says = escapeHtml(caption);
  return `<figure><img src="${source}" width="${width}" height="${height}" alt="${says}"><figcaption>${says}</figcaption></figure>`;
}

export const pageStyle = `
:root { --ink: #1d2430; --soft: #5d6876; --line: #d9dee5; --paper: #ffffff; --wash: #f4f6f8; --accent: #0b6aa2; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1280px; padding: 20px 24px 40px; color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 17px; }
.brand { margin: 0; color: var(--soft); font-size: 13px; letter-spacing: 0.03em; }
.verdict { display: inline-block; margin: 0 0 14px; padding: 6px 12px; border-left: 5px solid; border-radius: 3px; background: var(--wash); font-size: 16px; font-weight: 600; }
.verdict.through { border-color: #7d0010; background: #fbdcd9; color: #7d0010; }
strong.through { padding: 0 7px; border-radius: 9px; background: #a3001b; color: #fff; font-size: 13px; }
.verdict.touching { border-color: #c1121f; }
.verdict.near { border-color: #e0a100; }
.verdict.clear { border-color: #2a8f4f; }
.notice.first { margin: 0 0 10px; border-left: 5px solid #e0a100; }
.notice { padding: 10px 14px; border: 1px solid var(--line); border-radius: 4px; background: var(--wash); }
.stage { position: relative; height: min(58vh, 600px); min-height: 320px; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; background: #eef2f6; }
.stage .canvas { position: absolute; inset: 0; outline-offset: -3px; touch-action: none; }
.stage .divider { position: absolute; top: 0; bottom: 0; left: 45%; width: 1px; background: #b8c2cd; pointer-events: none; }
.stage .caption { position: absolute; top: 8px; padding: 2px 8px; border-radius: 3px; background: rgba(255, 255, 255, 0.82); font-size: 13px; pointer-events: none; }
.stage .caption.left { left: 8px; max-width: calc(45% - 16px); }
.stage .caption.right { left: calc(45% + 8px); }
.stage .ring { position: absolute; width: 54px; height: 54px; margin: -27px 0 0 -27px; border: 3px solid #c1121f; border-radius: 50%; box-shadow: 0 0 0 2px #ffffffcc, inset 0 0 0 2px #ffffffcc; pointer-events: none; }
.stage .scale { position: absolute; right: 10px; bottom: 10px; padding: 8px 10px; border-radius: 4px; background: rgba(255, 255, 255, 0.88); font-size: 12px; pointer-events: none; }
.scale .bar { position: relative; width: 16px; height: 150px; border: 1px solid #8a94a0; }
.scale .tick { position: absolute; left: 20px; white-space: nowrap; transform: translateY(-50%); font-variant-numeric: tabular-nums; }
.scale .title { width: 132px; margin: 0 0 8px; line-height: 1.25; }
.scale .key { display: flex; align-items: center; gap: 6px; margin-top: 8px; }
.scale .key i { display: inline-block; width: 16px; height: 3px; background: #101418; }
@media (max-width: 560px) {
  .stage .scale { padding: 4px 6px; }
  .scale .bar { height: 84px; }
  .scale .title { width: 100px; }
}
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 18px; margin: 10px 0 0; }
.controls .path { display: flex; flex: 1 1 340px; align-items: center; gap: 8px; }
.controls input[type="range"] { flex: 1; min-width: 140px; accent-color: var(--accent); }
.controls fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; margin: 0; padding: 0; border: 0; }
.controls legend { float: left; padding: 0; color: var(--soft); font-size: 13px; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 14px; }
.pictures figure { margin: 0; }
.pictures img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }
.pictures figcaption { margin-top: 4px; color: var(--soft); font-size: 13px; }
button { padding: 3px 10px; border: 1px solid #b8c2cd; border-radius: 4px; color: inherit; background: #fff; font: inherit; font-size: 14px; cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.status.through { color: #a3001b; font-weight: 600; }
.status { margin: 8px 0 0; font-variant-numeric: tabular-nums; }
.hint { margin: 4px 0 0; color: var(--soft); font-size: 13px; }
.plot .u-legend { text-align: left; font-size: 13px; }
.plot .u-over { cursor: pointer; }
.table { max-height: 420px; overflow: auto; border: 1px solid var(--line); border-radius: 4px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; }
#plot table { width: auto; }
.table th, .table td { padding: 3px 12px; border-bottom: 1px solid #edf0f3; text-align: right; font-weight: 400; white-space: nowrap; }
.table thead th { position: sticky; top: 0; z-index: 1; background: var(--wash); font-weight: 600; }
.table th:nth-child(2), .table td:nth-child(2) { text-align: left; }
.table .timed :is(th, td):nth-child(2) { text-align: right; }
.table .timed :is(th, td):nth-child(3) { text-align: left; }
.table tr.selected { background: #dcebf5; }
.table button { min-width: 44px; padding: 0 8px; }
.state { display: inline-block; padding: 0 7px; border-radius: 9px; font-size: 13px; background: #e6f3ea; }
.state.near { background: #fdf1c9; }
.state.intersecting, .state.enclosed { background: #fbdcd9; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
footer { margin-top: 28px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; max-width: 90ch; }
.print-only { display: none; }
@media screen and (max-width: 720px) { body { padding: 12px; } dl { grid-template-columns: 1fr; } dt { margin-top: 6px; } }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; }
  .controls, .hint, .stage .canvas { display: none; }
  .print-only { display: block; width: 100%; height: auto; }
  .stage { height: auto; min-height: 0; break-inside: avoid; }
  .plot { break-inside: avoid; }
  .plot .uplot, .plot .u-wrap { width: 100% !important; height: auto !important; }
  .plot .u-wrap canvas { width: 100% !important; height: auto !important; }
  .plot .u-over, .plot .u-under, .plot .u-value { display: none; }
  h2 { break-after: avoid; }
  tr { break-inside: avoid; }
  .table { max-height: none; overflow: visible; }
  .table thead th { position: static; }
  button { border: 0; background: none; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
