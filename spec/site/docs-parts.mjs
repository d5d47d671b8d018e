// The HTML that `npm run docs` made → parts of it for other pages of the site: a section, the first picture, the first
// program. Links are changed to lead to the same places from the top of the site.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseHTML } from 'linkedom';
import { readPage } from '../docs/pages.mjs';

const OUTSIDE = /^([a-z][\w+.-]*:|\/\/)/i;

/** @param path of an HTML file from the site's top. */
export function readPart(site, path) {
  const { document } = parseHTML(readFileSync(join(site, path), 'utf8'));
  return { path, document, text: document.querySelector('.col-content .tsd-typography') };
}

/** @returns the path, from the site's top, of the page that the docs made of an .md file, by the file's path. */
export function docPages(site) {
  const folder = 'docs/documents';
  const byTitle = new Map(
    readdirSync(join(site, folder)).map((name) => {
      const { document } = readPart(site, `${folder}/${name}`);
      return [titleOf(document), `${folder}/${name}`];
    }),
  );
  return (source) => {
    const { title } = readPage(readFileSync(source, 'utf8'));
    const page = byTitle.get(title);
    if (page === undefined) throw new Error(`The docs have no page "${title}", which they should make of ${source}.`);
    return page;
  };
}

/** @returns the name of a page in the docs' own navigation: of an .md file, its first heading. */
export const titleOf = (document) =>
  document.querySelector('.tsd-breadcrumb [aria-current=page]').textContent.replaceAll(/\s+/g, ' ').trim();

/**
 * @param id of its heading.
 * @returns the HTML behind the heading, up to the next of the same rank.
 */
export function sectionOf(part, id) {
  const heading = part.text.querySelector(`[id="${id}"]`);
  if (heading === null) throw new Error(`${part.path} has no heading #${id}; name the one it has now in spec/site.`);
  const inside = [];
  for (let at = heading.nextElementSibling; at !== null && at.tagName !== heading.tagName; at = at.nextElementSibling)
    inside.push(at);
  return inside.map((element) => movedHtml(part, element)).join('\n');
}

/** @returns the HTML of the first element of this kind. */
export function firstOf(part, selector) {
  const element = part.text.querySelector(selector);
  if (element === null) throw new Error(`${part.path} has no ${selector}, which the site's front page shows.`);
  return movedHtml(part, element);
}

function movedHtml({ path }, element) {
  const copy = element.cloneNode(true);
  // Of TypeDoc's page: its buttons need its script.
  for (const one of copy.querySelectorAll('.tsd-anchor-icon, button')) one.remove();
  for (const attribute of ['href', 'src'])
    for (const one of [copy, ...copy.querySelectorAll(`[${attribute}]`)]) {
      const link = one.getAttribute(attribute);
      if (link === null || OUTSIDE.test(link)) continue;
      one.setAttribute(attribute, link.startsWith('#') ? `${path}${link}` : posix.join(posix.dirname(path), link));
    }
  return copy.outerHTML;
}
