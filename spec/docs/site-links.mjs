// A folder of HTML → the links and pictures in it that lead nowhere.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseHTML } from 'linkedom';

const OUTSIDE = /^([a-z][\w+.-]*:|\/\/)/i;

/** @returns checked: how many links led within the folder; broken: one sentence for each that leads nowhere. */
export function siteLinks(folder) {
  const pages = new Map();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const { document } = parseHTML(readFileSync(join(folder, name), 'utf8'));
    const of = (selector, attribute) => [...document.querySelectorAll(selector)].map((e) => e.getAttribute(attribute));
    pages.set(join(folder, name), {
      anchors: new Set([...of('[id]', 'id'), ...of('a[name]', 'name')]),
      links: [...of('a[href]', 'href'), ...of('link[href]', 'href'), ...of('[src]', 'src')],
    });
  }
  const broken = [];
  let checked = 0;
  for (const [page, { links }] of pages)
    for (const link of new Set(links)) {
      if (OUTSIDE.test(link)) continue;
      checked++;
      const [address, anchor] = decodeURI(link).split('#');
      const path = address === '' ? page : resolve(dirname(page), address.split('?')[0]);
      const isFile = existsSync(path) && statSync(path).isFile();
      if (isFile && (!anchor || pages.get(path)?.anchors.has(decodeURIComponent(anchor)))) continue;
      broken.push(`${relative(folder, page)}: ${link} leads nowhere`);
    }
  return { checked, broken };
}
