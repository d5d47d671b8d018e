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
/** Its README.md links to its pages in the order in which they are read. They come before all others. */
const GUIDES = 'examples/guides/';
/** An address with a scheme, which leads outside the repository. */
const OUTSIDE = /^[a-z][\w+.-]*:/i;
/** The name of a file that a reader saves. */
const FILE = /^[\w-]+\.(mjs|js|html)$/;

const markdown = new MarkdownIt({ html: true });

/** @returns paths from root with slashes: README.md, the guides, other folders' pages, then those beside README.md. */
export function pagePaths(root) {
  const beside = readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => path.endsWith('.md'))
      .sort((a, b) => (a.replace('README.md', '') < b.replace('README.md', '') ? -1 : 1)),
  );
  const isGuide = (path) => path.startsWith(GUIDES);
  const guides = inSequence(
    root,
    inside.filter((path) => isGuide(path)),
  );
  return ['README.md', ...guides, ...inside.filter((path) => !isGuide(path)), ...beside.sort()];
}

/** The folder's README.md first, then the pages as it links to them. */
function inSequence(root, guides) {
  const [overview, ...others] = guides;
  if (overview === undefined) return [];
  const { links } = readPage(readFileSync(join(root, overview), 'utf8'));
  const rank = (path) => links.indexOf(posix.basename(path));
  return [overview, ...others.sort((a, b) => rank(a) - rank(b))];
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

/**
 * @returns the code blocks, but for those in `text`: language, the word behind the fence; code; file, the name that the
 * words above give last, as in "Save this as `first.mjs`", or null; prints, the first block in `text` that follows, or
 * null.
 */
export function pageBlocks(text) {
  const blocks = [];
  let file = null;
  for (const { type, info, content, children } of markdown.parse(text, {})) {
    if (type === 'inline') {
      const names = children.filter((token) => token.type === 'code_inline' && FILE.test(token.content));
      file = names.at(-1)?.content ?? null;
    }
    if (type !== 'fence') continue;
    if (info !== 'text') blocks.push({ language: info, code: content, file, prints: null });
    else if (blocks.length > 0) blocks.at(-1).prints ??= content;
    file = null;
  }
  return blocks;
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
