// The repository's .md files → pages: titles, anchors of headings, links; and which of these lead nowhere or are too
// wide.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';

/** The most columns of a line of prose. */
const WIDEST = 120;
/** In the order for a reader who comes from README.md: use, then internals, then measurement. */
const FOLDERS = ['examples', 'lib', 'wgsl', 'datasets', 'spec'];
/** An address with a scheme, which leads outside the repository. */
const OUTSIDE = /^[a-z][\w+.-]*:/i;

const markdown = new MarkdownIt({ html: true });

/** @returns paths from root with slashes: README.md, then the folders' pages, then the others beside README.md. */
export function pagePaths(root) {
  const beside = readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => path.endsWith('.md'))
      .sort((a, b) => (a.replace('README.md', '') < b.replace('README.md', '') ? -1 : 1)),
  );
  return ['README.md', ...inside, ...beside.sort()];
}

/**
 * @returns title: the first heading, '' if there is none; anchors: of every heading, as GitHub names them; links: the
 * addresses of links and pictures; wide: the numbers, from 1, of lines beyond WIDEST columns. A table row cannot be
 * wrapped, nor can a line of one unbroken word (an address).
 */
export function readPage(text) {
  const slugger = new GithubSlugger();
  const anchors = [];
  const links = [];
  let title = '';
  const tokens = markdown.parse(text, {});
  for (const [k, { type, children }] of tokens.entries()) {
    if (type !== 'inline') continue;
    for (const token of children) {
      if (token.type === 'link_open') links.push(decodeURI(token.attrGet('href')));
      if (token.type === 'image') links.push(decodeURI(token.attrGet('src')));
    }
    if (tokens[k - 1].type !== 'heading_open') continue;
    const words = children.map((token) => token.content).join('');
    anchors.push(slugger.slug(words));
    title ||= words;
  }
  const wide = text.split('\n').flatMap((line, k) => {
    const bare = line.replaceAll(/\]\([^)]*\)|^\[[^\]]*\]:.*/g, ']');
    return [...bare].length > WIDEST && !/^\s*(\||\S+$)/.test(line) ? [k + 1] : [];
  });
  return { title, anchors, links, wide };
}

/** @returns one sentence for each page without a heading and for each link that leads nowhere. */
export function linkBreaches(root, paths) {
  const pages = readPages(root, paths);
  return [...pages].flatMap(([path, { title, links }]) => [
    ...(title === '' ? [`${path} has no heading`] : []),
    ...links.flatMap((link) => brokenLink(root, pages, path, link) ?? []),
  ]);
}

/** @returns one sentence for each line that is too wide. */
export function widthBreaches(root, paths) {
  return [...readPages(root, paths)].flatMap(([path, { wide }]) =>
    wide.map((line) => `${path}:${line} has more than ${WIDEST} columns`),
  );
}

/**
 * A folder's README.md names each source file in it except `index.ts`, by its name or, if it lies in a subfolder, by
 * `folder/`; and it names no file that does not exist.
 * @returns one sentence for each file that is not named, and for each name without a file.
 */
export function fileBreaches(root, folders, sources) {
  return folders.flatMap((folder) => {
    const page = `${folder}/README.md`;
    const text = readFileSync(join(root, page), 'utf8');
    const names = new Set([...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name));
    const inner = folders.filter((other) => other.startsWith(`${folder}/`));
    const own = sources.filter(
      (path) => path.startsWith(`${folder}/`) && !inner.some((at) => path.startsWith(`${at}/`)),
    );
    const isNamed = (path) => {
      const parts = path.split('/');
      return (
        [...names].some((name) => path === name || path.endsWith(`/${name.replace(/^(\.\.?\/)+/, '')}`)) ||
        parts.some((_, k) => k > 0 && names.has(`${parts.slice(0, k).join('/')}/`))
      );
    };
    const missing = own
      .map((path) => path.slice(folder.length + 1))
      .filter((path) => posix.basename(path) !== 'index.ts' && !isNamed(path));
    const gone = [...names].filter((name) => {
      const path = name.replace(/^(\.\.?\/)+/, '');
      return /\.(ts|mjs|wgsl)$/.test(path) && !sources.some((at) => at === path || at.endsWith(`/${path}`));
    });
    return [
      ...missing.map((path) => `${page} does not name ${path}`),
      ...gone.map((name) => `${page} names ${name}, and there is no such file`),
    ];
  });
}

function readPages(root, paths) {
  return new Map(paths.map((path) => [path, readPage(readFileSync(join(root, path), 'utf8'))]));
}

function brokenLink(root, pages, from, link) {
  if (OUTSIDE.test(link)) return undefined;
  const [address, anchor] = link.split('#');
  const path = address === '' ? from : posix.join(posix.dirname(from), address);
  const place = join(root, path);
  if (link.startsWith('/') || path.startsWith('..')) return `${from}: ${link} leads out of the repository`;
  if (!existsSync(place) || !statSync(place).isFile()) return `${from}: ${link} is no file`;
  if (anchor === undefined) return undefined;
  if (!pages.has(path)) return `${from}: ${link} has an anchor, and ${path} is no page`;
  return pages.get(path).anchors.includes(anchor) ? undefined : `${from}: ${path} has no heading #${anchor}`;
}
