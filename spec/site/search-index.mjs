// The HTML that `npm run docs` made → the sections that the site's search knows: those of each page, and each public
// name with its comment.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPart, titleOf } from './docs-parts.mjs';

/** The folders of the docs in which a page is one public name. */
const NAMES = ['classes', 'enums', 'functions', 'interfaces', 'types', 'variables'];

/** What ends a word where the text has no sign for it. */
const BREAKS = 'br, dd, dt, h4, li, p, pre, td, th';

function plain(element) {
  for (const one of element.querySelectorAll('button')) one.remove();
  for (const one of element.querySelectorAll(BREAKS)) one.after(' ');
  return element.textContent.replaceAll(/\s+/g, ' ').trim();
}

/** @returns [address from the site's top, title, page, text] of each. */
export function searchIndex(site) {
  const within = (folder) =>
    readdirSync(join(site, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.startsWith(`${folder}/`) && name.endsWith('.html'))
      .sort()
      .map((name) => readPart(site, `docs/${name}`));
  return [
    ...pageSections(readPart(site, 'docs/index.html'), 'kerf'),
    ...within('documents').flatMap((part) => pageSections(part, titleOf(part.document))),
    ...NAMES.flatMap(within).flatMap(nameSections),
  ];
}

function pageSections({ path, text }, page) {
  const sections = [];
  let section;
  for (const element of text.children) {
    if (/^H[1-6]$/.test(element.tagName)) {
      section = { url: `${path}#${element.id}`, title: plain(element), words: [] };
      sections.push(section);
    } else section?.words.push(plain(element));
  }
  return sections.map(({ url, title, words }) => [url, title, page, words.join(' ')]);
}

/** A member that is inherited, or has no comment, is found by the name that it belongs to. */
function nameSections(part) {
  const { path, document } = part;
  const name = titleOf(part.document);
  const page = plain(document.querySelector('.tsd-breadcrumb a'));
  const content = document.querySelector('.col-content');
  const members = [...content.querySelectorAll('.tsd-member')].flatMap((member) => {
    const anchor = member.querySelector('h3[id]');
    const text = commentsIn(member);
    const isOwn = anchor !== null && !member.classList.contains('tsd-is-inherited') && text !== '';
    return isOwn ? [[`${path}#${anchor.id}`, `${name}.${plain(anchor.querySelector('span'))}`, page, text]] : [];
  });
  for (const member of content.querySelectorAll('.tsd-member')) member.remove();
  return [[path, name, page, commentsIn(content)], ...members];
}

/** Of nested comments, the outer one's text has the inner one's. */
const commentsIn = (element) =>
  [...element.querySelectorAll('.tsd-comment.tsd-typography')]
    .filter((comment) => comment.parentElement.closest('.tsd-comment.tsd-typography') === null)
    .map(plain)
    .join(' ');
