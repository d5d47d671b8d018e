// A source → the same, but what it imports from a room's index it imports from the file that defines it.
//
// An index loads its whole room and all that this room needs, and jest evaluates every module anew for every spec file.
// An index only passes names on, so the defining file gives the same. Line numbers stay.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** By the names of rooms: their indexes' paths and texts. */
const indexes = new Map(
  Object.entries(imports)
    .filter(([name]) => !name.includes('*'))
    .map(([name, path]) => [name, { path: join(root, path), text: readFileSync(join(root, path), 'utf8') }]),
);
const namesOfPaths = new Map([...indexes].map(([name, { path }]) => [path, name]));

/** Other indexes, other code. */
export const indexesKey = createHash('sha1')
  .update(readFileSync(import.meta.filename))
  .update(JSON.stringify([...indexes.values()].map(({ path, text }) => [relative(root, path), text])))
  .digest('hex');

const STATEMENT = /^(import|export) \{([^}]*)\} from '([.#][^']*)';/gm;

/** What stands in the braces, types left out → [its name there, its name here]. */
const namesIn = (list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as '))
    .map(([there, here = there]) => [there, here]);

const pathOf = (from, file) => indexes.get(from)?.path ?? resolve(dirname(file), from);

/** By the path of an index, by the name that it passes on. */
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

/** Through one index after another. */
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
