// Names of files and folders, and the pages that describe them → what is missing, misplaced or no longer true.

import { mayImport } from './house-rules.ts';

/** What may lie at the top of the repository besides what .gitignore names. */
const topLevel = new Set([
  ...[
    'lib',
    'wgsl',
    'datasets',
    'examples',
    'spec',
    'build.mjs',
    'rollup.config.mjs',
    'rollup.types.config.mjs',
    'package.json',
    'package-lock.json',
  ],
  ...['tsconfig.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CITATION.cff'],
  ...['.ci', '.github', '.git', '.git-blame-ignore-revs', '.gitignore', '.npmrc', '.biome.json'],
]);

/** names: the top level's entries; ignore: the text of .gitignore, whose whole names and `*.suffix` are understood. */
export function topLevelBreaches(names: readonly string[], ignore: string): string[] {
  const ignored = ignore.split('\n').map((line) => line.trim().replace(/\/$/, ''));
  const isIgnored = (name: string) =>
    ignored.some((rule) => (rule.startsWith('*.') ? name.endsWith(rule.slice(1)) : rule === name));
  return names
    .filter((name) => !topLevel.has(name) && !isIgnored(name))
    .map((name) => `${name} does not belong at the top`);
}

/** readme: a room's README.md, or undefined if there is none. It has a title and at least one sentence under it. */
export function roomReadmeBreaches(room: string, readme: string | undefined): string[] {
  if (readme === undefined) return [`${room} has no README.md`];
  const [title = '', ...text] = readme.split('\n').filter((line) => line.trim() !== '');
  if (!/^# \S/.test(title)) return [`${room}/README.md does not begin with a title`];
  return /^[^#|`].*\.( |$)/m.test(text.join('\n')) ? [] : [`${room}/README.md has no sentence`];
}

/** A line of the list of imports in lib/README.md: a room and its first imports, or further imports. */
const IMPORTS_LINE = /^(?:([a-z][\w-]*) {2,}| {8,})([\w –-]*)/;

/**
 * page: lib/README.md. For each room of lib/ its table has a row `| \`folder\` | \`room\` | what |`, and its list of
 * imports, between fences, a line `room  room room …; packages`. Both must name the same rooms as the
 *                                            rule.
 */
export function roomTableBreaches(page: string, rooms: readonly string[]): string[] {
  const rows = new Set<string>();
  for (const line of page.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const room =
      cells.length === 5 && /^`[a-z]+`$/.test(cells[1] ?? '') ? /^`([\w-]+)`$/.exec(cells[2] ?? '')?.[1] : undefined;
    if (room !== undefined) rows.add(room);
  }
  const imports = importsListed(page);
  const found = [...rows]
    .filter((room) => !rooms.includes(room))
    .map((room) => `lib/README.md has a row for ${room}, which does not exist`);
  for (const room of rooms) {
    if (!rows.has(room)) found.push(`lib/README.md has no row for ${room}`);
    const said = imports.get(room);
    if (said === undefined) {
      found.push(`lib/README.md does not list what ${room} imports`);
      continue;
    }
    const allowed = (mayImport[room] ?? []).filter((other) => rooms.includes(other));
    const differ = [...allowed.filter((r) => !said.includes(r)), ...said.filter((r) => !allowed.includes(r))];
    if (differ.length > 0)
      found.push(`lib/README.md and the rule differ on whether ${room} imports ${differ.join(', ')}`);
  }
  return found;
}

function importsListed(page: string): Map<string, string[]> {
  const listed = new Map<string, string[]>();
  for (const block of page.split('```').filter((_, i) => i % 2 === 1)) {
    if (!/^core +–$/m.test(block)) continue;
    let into: string[] | null = null;
    for (const line of block.split('\n')) {
      const [, room, names = ''] = IMPORTS_LINE.exec(line) ?? [];
      if (room !== undefined) {
        into = [];
        listed.set(room, into);
      }
      into?.push(...names.split(/[ –]+/).filter((name) => name !== ''));
      if (line.includes(';')) into = null;
    }
  }
  return listed;
}

/** Words that make a native reader stumble, and what to write instead. */
const STUMBLES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(is|are|was|were|be|been|being) told\b|(?<!can |cannot |to |@param )\btells?(?= [a-z]|\.$|\. )/,
    'returns, reports, prints or shows',
  ],
  [/\b(held|holds?) against\b/, 'compared with'],
  [/\b(hold|holds|held) apart\b/, 'separates'],
];

/** text: a page, or a source: its comments, messages and names alike. */
export function wordBreaches(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, i) =>
    STUMBLES.flatMap(([pattern, instead]) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`${path}:${i + 1} has "${found}"; write what it does: ${instead}`];
    }),
  );
}
