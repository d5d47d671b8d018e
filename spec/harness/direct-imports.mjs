// A source → the same, but imports from a room's index become imports from the file that defines the name.
//
// An index loads its whole room and everything that this room needs, and jest evaluates every module anew for every
// spec file. An index only re-exports names, so the defining file gives the same result. Line numbers stay.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Room name → path and text of its index. */
const indexes = new Map(
  Object.entries(imports)
    .filter(([name, path]) => !name.includes('*') && path.endsWith('.ts'))
    .map(([name, path]) => [name, { path: join(root, path), text: readFileSync(join(root, path), 'utf8') }]),
);
const namesOfPaths = new Map([...indexes].map(([name, { path }]) => [path, name]));

/** Changes whenever an index changes. */
export const indexesKey = createHash('sha1')
  .update(readFileSync(import.meta.filename))
  .update(JSON.stringify([...indexes.values()].map(({ path, text }) => [relative(root, path), text])))
  .digest('hex');

const STATEMENT = /^(import|export) \{([^}]*)\} from '([.#][^']*)';/gm;

/** The text in the braces → [the name there, the name here], types left out. */
const namesIn = (list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as '))
    .map(([there, here = there]) => [there, here]);

const pathOf = (from, file) => indexes.get(from)?.path ?? resolve(dirname(file), from);

/** By the path of an index, then by the name that it re-exports. */
const passedOn = new Map(
  [...indexes.values()].map(({ path, text }) => [
    path,
    new Map(
      [...text.matchAll(STATEMENT)].flatMap(([, , list, from]) =>
        namesIn(list).map(([there, here]) => [here, { name: there, file: pathOf(from, path) }]),
      ),
    ),
  ]),
);

/** Follows one index after another. */
function definition(file, name) {
  const next = passedOn.get(file)?.get(name);
  return next === undefined ? { file, name } : definition(next.file, next.name);
}

export function withDirectImports(text, path) {
  return text.replaceAll(STATEMENT, (statement, keyword, list, from) => {
    const index = pathOf(from, path);
    if (!namesOfPaths.has(index)) return statement;
    const byFile = new Map();
    for (const [there, here] of namesIn(list)) {
      const { file, name } = definition(index, there);
      byFile.set(file, [...(byFile.get(file) ?? []), name === here ? name : `${name} as ${here}`]);
    }
    const direct = [...byFile].map(([file, names]) => {
      const beside = relative(dirname(path), file);
      return `${keyword} { ${names.join(', ')} } from '${beside.startsWith('.') ? beside : `./${beside}`}';`;
    });
    return direct.join(' ') + statement.replaceAll(/[^\n]/g, '');
  });
}
