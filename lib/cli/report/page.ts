// A page's text, data and script → one HTML file that loads nothing external: its Content-Security-Policy forbids that;
// and pictures with captions.

import { pageStyle } from './page-style.ts';

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
  /** How long a scale bar is, and which share of the picture's width that takes. */
  readonly bar: { readonly mm: number; readonly share: number };
}

export function figure({ caption, source, width, height, bar }: Picture): string {
  const says = escapeHtml(caption);
  const scale = `<span class="bar" style="width: ${(100 * bar.share).toFixed(2)}%">${bar.mm} mm</span>`;
  return `<figure><div class="shot"><img src="${source}" width="${width}" height="${height}" alt="${says}">${scale}</div><figcaption>${says}</figcaption></figure>`;
}
