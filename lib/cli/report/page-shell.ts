// A page's text, data and script → one HTML file that loads nothing external: its Content-Security-Policy forbids that.

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
