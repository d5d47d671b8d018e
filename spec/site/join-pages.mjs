// The parts of the site, each made by itself → one site: every page calls visit.js, and the docs' pages get the site's
// links and its search.

import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Threads of the pages in this folder share memory. */
const ISOLATED = 'workbench/';

/** TypeDoc leaves it empty in each of its pages. */
const DOCS_PLACE = '<div id="tsd-toolbar-links">';

/** TypeDoc's own search, which names pages and not the place in them, makes room for the site's. */
const DOCS_STYLE = `
/* The site's links and its search. */
#tsd-search-trigger {
  display: none;
}
#tsd-toolbar-links input {
  width: 11rem;
  padding: 0.15rem 0.4rem;
  font: inherit;
  color: inherit;
  background: var(--color-background);
  border: 1px solid var(--color-accent);
  border-radius: 4px;
}
@media (max-width: 769px) {
  #tsd-toolbar-links {
    display: flex;
    gap: 0.75rem;
    margin: 0 0.5rem 0 0.75rem;
  }
  .tsd-toolbar-contents .title {
    white-space: nowrap;
  }
  /* The start page has them. */
  #tsd-toolbar-links a + a {
    display: none;
  }
  #tsd-toolbar-links input {
    width: 6rem;
  }
}
`;

export function joinPages(site) {
  for (const name of readdirSync(site, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    if (!path.endsWith('.html')) continue;
    const top = posix.relative(posix.dirname(path), '') || '.';
    const mark = path.startsWith(ISOLATED) ? ' data-isolate' : '';
    let page = readFileSync(join(site, path), 'utf8');
    page = replaced(path, page, '</head>', `<script src="${top}/visit.js"${mark}></script></head>`);
    if (path.startsWith('docs/')) page = replaced(path, page, DOCS_PLACE, `${DOCS_PLACE}${linksTo(top)}`);
    writeFileSync(join(site, path), page);
  }
  appendFileSync(join(site, 'docs/assets/custom.css'), DOCS_STYLE);
}

const linksTo = (top) =>
  `<a href="${top}/index.html">Start</a><a href="${top}/workbench/index.html">Trainer</a>
<a href="${top}/benchmark.html">Benchmark</a>
<search><form action="${top}/search.html"><input name="q" type="search" placeholder="Search"
  aria-label="Search names and pages"/></form></search>`;

function replaced(path, page, place, by) {
  if (!page.includes(place)) throw new Error(`${path} has no ${place}, where the site puts something of its own.`);
  return page.replace(place, () => by);
}
