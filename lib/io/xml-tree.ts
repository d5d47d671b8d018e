// The XML of a VTK file → a tree of elements, up to its raw appended data.

import { FormatError } from '#core';
import { refuseControls } from './text-scanner.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  /** Offset of the start tag. */
  readonly start: number;
  /**
   * Offset of the first character after the start tag, and of the end tag (for raw appended data, of the text's end).
   */
  readonly contentStart: number;
  contentEnd: number;
}

const NAME = /[A-Za-z_:][\w:.-]*/y;
const ATTRIBUTE = /[\t-\r ]+([A-Za-z_:][\w:.-]*)[\t-\r ]*=[\t-\r ]*(?:"([^"<]*)"|'([^'<]*)')/y;
const RAW_DATA = /<AppendedData\s[^>]*\bencoding\s*=\s*["']raw["'][^>]*>/;
const TAG_END = /[\t-\r ]*(\/?)>/y;
/** The most elements and attributes that a file may have together, since each takes a few hundred bytes. */
const MOST_PARTS = 2 ** 18;
/** Elements of VTK's files that contain only elements. */
const CONTAINERS = new Set(
  'VTKFile PolyData ImageData Piece FieldData PointData CellData Points Verts Lines Strips Polys'.split(' '),
);
const NOTHING_MORE = /(?:[\t-\r ]|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)*/y;
const LONGEST_ATTRIBUTE = 2 ** 16;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Parses the subset of XML 1.0 that VTK writes: elements, attributes, comments and processing instructions, but no DTD
 * and no CDATA. It stops at the content of <AppendedData encoding="raw">, which is not XML.
 * @throws FormatError BAD_HEADER (not XML, or not well-formed), TRUNCATED (an element is not closed), BAD_TOKEN (a
 * control byte, or something after the root), TOO_LARGE.
 */
export function parseXml(text: string, source: string): XmlElement {
  const first = text.slice(0, 256).search(/[^\t-\r ]/);
  if (text[first] !== '<') throw malformed(source, text, 0, 'an XML element');
  const raw = RAW_DATA.exec(text);
  refuseControls(text, 0, raw === null ? text.length : raw.index + raw[0].length, source);
  const open: XmlElement[] = [];
  let tagEnd = first;
  let parts = 0;
  let root: XmlElement | undefined;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const comment = text.startsWith('<!--', at);
    if (comment || text.startsWith('<?', at)) {
      const end = text.indexOf(comment ? '-->' : '?>', at + 2);
      if (end < 0) throw truncated(source, comment ? 'a comment' : 'a processing instruction', text.length);
      at = end + (comment ? 3 : 2);
      continue;
    }
    const inside = open.at(-1);
    const stray = inside !== undefined && CONTAINERS.has(inside.name) ? textIn(text, tagEnd, at) : -1;
    if (stray >= 0) throw malformed(source, text, stray, 'no text between elements');
    if (text[at + 1] === '/') {
      const element = open.pop();
      const name = match(NAME, text, at + 2)?.[0];
      const end = match(TAG_END, text, at + 2 + (name?.length ?? 0));
      if (element === undefined || name !== element.name || end === null || end[1] === '/')
        throw malformed(source, text, at, element === undefined ? 'no end tag' : `</${element.name}>`);
      element.contentEnd = at;
      at = tagEnd = TAG_END.lastIndex;
      if (open.length === 0) return alone(element, text, at, source);
      continue;
    }
    const { element, closed } = startTag(text, at, source, MOST_PARTS - parts);
    parts += 1 + element.attributes.size;
    open[open.length - 1]?.children.push(element);
    root ??= element;
    at = tagEnd = element.contentStart;
    if (!closed) open.push(element);
    else if (open.length === 0) return alone(element, text, at, source);
    if (element.name === 'AppendedData' && element.attributes.get('encoding') === 'raw') return root;
  }
  if (root === undefined) throw malformed(source, text, 0, 'an XML element');
  throw truncated(source, `element ${open[open.length - 1].name}`, text.length);
}

/** The offset of the first character of text[start … end − 1] outside blanks and comments; −1 without one. */
function textIn(text: string, start: number, end: number): number {
  NOTHING_MORE.lastIndex = start;
  const at = start + (NOTHING_MORE.exec(text)?.[0].length ?? 0);
  return at < end ? at : -1;
}

/** The root, after which only blanks, comments and processing instructions may come. */
function alone(root: XmlElement, text: string, end: number, source: string): XmlElement {
  const rest = textIn(text, end, text.length);
  if (rest < 0) return root;
  throw new FormatError(
    'BAD_TOKEN',
    `"${source}": found "${text.slice(rest, rest + 40)}" at byte ${rest}, expected nothing after </${root.name}>; part the files that were joined.`,
  );
}

/** The element's child of this name, if it has one. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** @param most the number of elements and attributes that may still follow. */
function startTag(text: string, at: number, source: string, most: number): { element: XmlElement; closed: boolean } {
  const name = match(NAME, text, at + 1)?.[0];
  if (name === undefined) throw malformed(source, text, at, 'a tag');
  const attributes = new Map<string, string>();
  let next = at + 1 + name.length;
  let found = match(ATTRIBUTE, text, next);
  for (; found !== null && attributes.size < most; found = match(ATTRIBUTE, text, next)) {
    if (found[0].length > LONGEST_ATTRIBUTE)
      throw tooLarge(source, `attribute ${found[1].slice(0, 40)} is longer than ${LONGEST_ATTRIBUTE} characters`);
    if (attributes.has(found[1])) throw malformed(source, text, at, `attribute ${found[1].slice(0, 40)} once`);
    attributes.set(found[1], (found[2] ?? found[3]).replace(/&(#?\w+);/g, unescaped));
    next = ATTRIBUTE.lastIndex;
  }
  if (attributes.size >= most) throw tooLarge(source, `there are more than ${MOST_PARTS} elements and attributes`);
  const end = match(TAG_END, text, next);
  if (end === null) throw malformed(source, text, at, `a well-formed <${name}> tag`);
  const contentStart = TAG_END.lastIndex;
  return {
    element: { name, attributes, children: [], start: at, contentStart, contentEnd: text.length },
    closed: end[1] === '/',
  };
}

function unescaped(whole: string, entity: string): string {
  const code = /^#\d{1,6}$/.test(entity) ? Number(entity.slice(1)) : Number.NaN;
  return Number.isNaN(code) ? (ENTITIES[entity] ?? whole) : String.fromCodePoint(code);
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function tooLarge(source: string, what: string): FormatError {
  return new FormatError('TOO_LARGE', `"${source}": ${what}, the most that kerf reads; export the file again.`);
}

function truncated(source: string, what: string, offset: number): FormatError {
  return new FormatError(
    'TRUNCATED',
    `"${source}": the file ends at byte ${offset} inside ${what}; fetch or export the file again.`,
  );
}

function malformed(source: string, text: string, at: number, expected: string): FormatError {
  return new FormatError(
    text.length === 0 ? 'TRUNCATED' : 'BAD_HEADER',
    `"${source}": found "${text.slice(at, at + 40)}" at byte ${at}, expected ${expected}; fetch or export the file again.`,
  );
}
