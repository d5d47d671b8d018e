// Enforces the rooms of lib/README.md: reads every file's import lines, the folders and their pages, and fails on a
// breach.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { roomReadmeBreaches, roomTableBreaches, topLevelBreaches, wordBreaches } from '#harness/house-pages.ts';
import {
  builtInBreaches,
  commentBreaches,
  cycleBreaches,
  folderBreaches,
  isOfModule,
  folders as order,
  lengthBreaches,
  longestFile,
  packageBreaches,
  roomBreaches,
  roomOf,
  unusedGrants,
} from '#harness/house-rules.ts';
import { readSource } from '#harness/import-lines.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesUnder = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter((path) => statSync(join(root, path)).isFile())
        .sort()
    : [];
const tree = ['lib', 'datasets', 'examples'].flatMap(filesUnder);
const files = tree
  .filter((path) => /\.[cm]?[jt]s$/.test(path) && !isOfModule(path))
  .map((path) => readSource(path, read(path)));
const folders = readdirSync(join(root, 'lib')).filter((name) => statSync(join(root, 'lib', name)).isDirectory());
/** Rooms of lib/, with their folders. */
const roomPaths = new Map(
  filesUnder('lib').flatMap((path) => {
    const room = roomOf(path);
    return room === undefined || room === 'kerf'
      ? []
      : [[room, path.slice(0, path.indexOf(`/${room}/`) + room.length + 1)]];
  }),
);
const rooms = [...roomPaths.keys()].sort();

describe('the tree', () => {
  test('was found', () => {
    expect(files.map((file) => file.path)).toEqual(
      expect.arrayContaining(['lib/index.ts', 'datasets/index.ts', 'lib/base/core/index.ts']),
    );
    expect(files.length).toBeGreaterThan(20);
  });
  test('every name of package.json leads to a file, or to a folder of files', () => {
    const { imports } = JSON.parse(read('package.json'));
    const places = Object.values<string>(imports).map((path) => path.replace('/*', ''));
    expect(places.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
  test('every room imports only the rooms that the table allows, through their index.ts', () =>
    expect(roomBreaches(files)).toEqual([]));
  test('the folders are those of the rule, and no grant leads to a later one', () => {
    expect([...folders].sort()).toEqual([...order].sort());
    expect(folderBreaches()).toEqual([]);
  });
  test('every import that the table grants is used', () => expect(unusedGrants(files)).toEqual([]));
  test('every outside package stays in its room', () => expect(packageBreaches(files)).toEqual([]));
  test("Node's modules stay where there is a Node", () => expect(builtInBreaches(files)).toEqual([]));
  test('imports run in no circle', () => expect(cycleBreaches(files)).toEqual([]));
  test(`no file is longer than ${longestFile} lines`, () => expect(lengthBreaches(files)).toEqual([]));
  test('every comment is wrapped', () => {
    const written = ['lib', 'wgsl', 'datasets', 'examples', 'spec']
      .flatMap(filesUnder)
      .filter((path) => /\.([cm]?[jt]s|wgsl)$/.test(path));
    expect(commentBreaches(written, read)).toEqual([]);
  });
  test('comments, messages and pages use the words of a native reader', () => {
    const written = ['lib', 'wgsl', 'datasets', 'examples', 'spec']
      .flatMap(filesUnder)
      .filter((path) => /\.(ts|mjs|wgsl|py|md)$/.test(path));
    expect(written.flatMap((path) => wordBreaches(path, read(path)))).toEqual([]);
  });
  test('the top level holds what belongs there', () =>
    expect(topLevelBreaches(readdirSync(root), read('.gitignore'))).toEqual([]));
  test('lib/README.md has every room, with the imports that the rule allows', () =>
    expect(roomTableBreaches(read('lib/README.md'), rooms)).toEqual([]));
  test.each([...roomPaths.values(), ...folders.map((folder) => `lib/${folder}`), 'datasets'])(
    '%s has a README.md',
    (room) => {
      const page = join(root, room, 'README.md');
      expect(roomReadmeBreaches(room, existsSync(page) ? readFileSync(page, 'utf8') : undefined)).toEqual([]);
    },
  );
});

describe('a planted breach is found:', () => {
  type Rule = (files: ReturnType<typeof readSource>[]) => string[];
  const breach = (rule: Rule, ...planted: [path: string, source: string][]) =>
    rule(planted.map(([path, source]) => readSource(path, source))).join('; ');

  test.each<[what: string, path: string, source: string, says: string]>([
    ['an upward import', 'lib/base/mesh/a.ts', "import { a } from '#detector';", 'mesh may not import detector'],
    [
      'a stage in a stage',
      'lib/stages/candidates/a.ts',
      "export * from '#measure';",
      'candidates may not import measure',
    ],
    [
      'a type of a stage in a stage',
      'lib/stages/contacts/a.ts',
      "type A = import('#subdivide').A;",
      'contacts may not',
    ],
    ['io in the detector', 'lib/detect/detector/a.ts', "const a = () => import('#io');", 'detector may not import io'],
    ['a stage in the oracle', 'lib/oracle/reference/a.ts', "import type { A } from '#measure';", 'reference may not'],
    [
      'arithmetic of mesh in the oracle',
      'lib/oracle/reference/a.ts',
      "import { a } from '#mesh';",
      'only types of mesh',
    ],
    [
      'a back door',
      'lib/detect/detector/a.ts',
      "import { a } from '#mesh/adjacency.ts';",
      'through lib/base/mesh/index.ts',
    ],
    ['a back door of datasets', 'lib/cli/a.ts', "import { a } from '#datasets/saw.ts';", 'through datasets/index.ts'],
    ['an inner room in an example', 'examples/a.ts', "import { a } from '#mesh';", 'examples may not import mesh'],
    [
      'a way to another room by its place',
      'lib/base/mesh/a.ts',
      "import { a } from '../core/index.ts';",
      'another room is imported by its name, #core',
    ],
    ['a name that package.json lacks', 'lib/base/mesh/a.ts', "import { a } from '#extra';", 'no name of package.json'],
    ['a file beyond the rooms', 'lib/cli/a.ts', "import a from '../../package.json';", 'lies in no room'],
    ['a spec in lib', 'lib/base/mesh/a.ts', "import { a } from '#harness/random.ts';", 'lies in no room'],
    [
      'the compiled stages beside their room',
      'lib/detect/detector/a.ts',
      "import a from '#kernels';",
      'detector takes the compiled stages from compiled',
    ],
    ['a room that the table lacks', 'lib/extra/a.ts', 'export const a = 1;', 'no room of the table'],
    [
      "the oracle with the judged code's bounds",
      'lib/oracle/reference/a.ts',
      "import { KerfError, lengthSlack } from '#core';",
      'reference takes only what matches /Error$/',
    ],
    [
      'the oracle with all of core',
      'lib/oracle/reference/a.ts',
      "import * as core from '#core';",
      'reference takes only what matches /Error$/',
    ],
    [
      'the oracle with a stage',
      'lib/oracle/reference/a.ts',
      "import { a } from '#triangles';",
      'may not import triangles',
    ],
    ['a missing suffix', 'lib/base/mesh/a.ts', "import { a } from './b';", 'names a .ts file'],
    ['a program beside a room', 'lib/base/mesh/a.ts', "import { a } from './b.mjs';", 'names a .ts file'],
    [
      "another stage's shader",
      'lib/stages/candidates/a.ts',
      "import a from '#wgsl/measure/a.wgsl';",
      'may not use wgsl/measure',
    ],
    ['code in the public entry', 'lib/index.ts', 'export const a = 1;', 'beside the public names'],
    ['code in the second public entry', 'lib/io.ts', 'export const a = 1;', 'beside the public names'],
  ])('%s', (_what, path, source, says) => expect(breach(roomBreaches, [path, source])).toContain(says));

  test.each<[what: string, path: string, source: string, says: string]>([
    [
      'vtk.js in mesh',
      'lib/base/mesh/a.ts',
      "import a from '@kitware/vtk.js/Common/Core/Math.js';",
      'lib/io/ and lib/cli/report-viewer/ and lib/cli/validation-viewer/',
    ],
    [
      'vtk.js in the command line',
      'lib/cli/a.ts',
      "import '@kitware/vtk.js/vtk.js';",
      'lib/io/ and lib/cli/report-viewer/ and lib/cli/validation-viewer/',
    ],
    [
      'vtk.js in the page that carries a viewer',
      'lib/cli/validation-report/a.ts',
      "import '@kitware/vtk.js/vtk.js';",
      'lib/cli/validation-viewer/',
    ],
    [
      'fractions beside the oracle',
      'lib/oracle/validation/a.ts',
      "import { a } from 'fraction.js';",
      'lib/oracle/reference/',
    ],
    ['commander beside cli', 'datasets/a.ts', "import { Command } from 'commander';", 'lib/cli/'],
    ['a plot beside cli', 'lib/surgery/haptics/a.ts', "import a from 'uplot';", 'lib/cli/'],
    ['a progress bar beside cli', 'lib/detect/detector/a.ts', "import a from 'cli-progress';", 'lib/cli/'],
    ['a table beside cli', 'lib/detect/detector/a.ts', "import a from 'cli-table3';", 'lib/cli/'],
    ['NIfTI beside io', 'lib/base/mesh/a.ts', "import a from 'nifti-reader-js';", 'lib/io/'],
    [
      'predicates in contacts',
      'lib/stages/contacts/a.ts',
      "import { orient3d } from 'robust-predicates';",
      'lib/geometry/triangles/ and lib/base/mesh/',
    ],
    ['a hash beside records', 'lib/detect/detector/a.ts', "import { a } from 'js-xxhash';", 'lib/base/records/'],
    ['an optional package beside its room', 'lib/io/a.ts', "const a = () => importInNode('webgpu');", 'lib/base/gpu/'],
    ['a package of no room', 'lib/base/core/a.ts', "import type { A } from 'left-pad';", 'has no room'],
    ['the package in itself', 'lib/cli/a.ts', "import { a } from 'kerf';", 'examples/'],
  ])('%s', (_what, path, source, says) => expect(breach(packageBreaches, [path, source])).toContain(says));

  test.each<[what: string, path: string, source: string, says: string]>([
    ['Node in core', 'lib/base/core/a.ts', "import { a } from 'node:fs';", 'core must run without Node'],
    [
      'Node in a function of mesh',
      'lib/base/mesh/a.ts',
      "const a = () => import('node:fs');",
      'mesh must run without Node',
    ],
    [
      'Node in mesh by name alone',
      'lib/base/mesh/a.ts',
      "const a = () => importInNode('node:fs');",
      'must run without Node',
    ],
    [
      'Node at the top of workers',
      'lib/base/workers/a.ts',
      "import { a } from 'node:worker_threads';",
      'by import() only',
    ],
    ['Node at the top of io', 'lib/io/a.ts', "import { a } from 'node:fs/promises';", 'by import() only'],
    [
      'Node in the report viewer',
      'lib/cli/report-viewer/a.ts',
      "import { a } from 'node:fs';",
      'viewer must run without Node',
    ],
    [
      'Node in the validation viewer',
      'lib/cli/validation-viewer/a.ts',
      "import { a } from 'node:fs';",
      'viewer must run without Node',
    ],
    ['a bare name', 'lib/cli/a.ts', "import { a } from 'fs';", 'write node:fs'],
  ])('%s', (_what, path, source, says) => expect(breach(builtInBreaches, [path, source])).toContain(says));

  test('a grant that nobody uses', () => {
    const one = readSource('lib/base/mesh/a.ts', "import { a } from '#core'; import w from '#wgsl/gpu/a.wgsl';");
    const unused = unusedGrants([one]);
    expect(unused).not.toContain('mesh → core is granted and not used');
    expect(unused).toContain('io → mesh is granted and not used');
    expect(unused).toContain('gpu → wgsl/gpu is granted and not used');
  });
  test('a grant that leads to a later folder', () => {
    expect(folderBreaches({ mesh: ['core', 'bvh'] })).toEqual([
      'mesh may not be granted bvh, which lies in a later folder',
    ]);
  });
  test('a circle of files', () => {
    const circle = breach(
      cycleBreaches,
      ['lib/base/mesh/a.ts', "import './b.ts';"],
      ['lib/base/mesh/b.ts', "import './a.ts';"],
    );
    expect(circle).toBe('lib/base/mesh/a.ts → lib/base/mesh/b.ts → lib/base/mesh/a.ts is a cycle');
  });
  test('a circle of rooms, even of types alone', () => {
    const there: [string, string] = ['lib/base/mesh/a.ts', "import type { A } from '#records';"];
    expect(breach(cycleBreaches, there, ['lib/base/records/b.ts', "import '#mesh';"])).toContain(
      'mesh → records → mesh',
    );
  });
  test('a file that is too long', () => {
    const long = (lines: number): [string, string] => ['lib/base/mesh/a.ts', 'export {};\n'.repeat(lines)];
    expect(breach(lengthBreaches, long(longestFile + 1))).toContain(`${longestFile + 1} lines`);
    expect(breach(lengthBreaches, long(longestFile))).toBe('');
  });
  test('a comment that is not wrapped', () => {
    const of = (line: string) => commentBreaches(['a.ts'], () => line);
    expect(of(`  // ${'x'.repeat(116)}`)).toHaveLength(1);
    expect(of(`   * ${'x'.repeat(116)}`)).toHaveLength(1);
    expect(of(`  // ${'x'.repeat(115)}`)).toEqual([]);
    expect(of(`const text = '${'x'.repeat(120)}';`)).toEqual([]);
  });
  test('a word at which a native reader stumbles, in a comment, a message or a page', () => {
    // In two pieces, so that this file has none of them.
    const breaches = (path: string, ...words: string[]) => wordBreaches(path, `a\n${words.join(' ')}\n`).join();
    expect(breaches('lib/a.ts', '// The caller is', 'told why.')).toMatch(/^lib\/a.ts:2 has "is .old"/);
    expect(breaches('lib/a.ts', "const text = 'They", 'tell', "all';")).toContain('"tell');
    expect(breaches('lib/README.md', 'Each is held', 'against all others.')).toContain('compared with');
    expect(breaches('lib/README.md', 'A plane holds', 'apart what it touches.')).toContain('separates');
    expect(breaches('lib/a.ts', '// The eye cannot tell them apart.')).toBe('');
  });
  test('an import whose address is computed', () => {
    for (const load of ['import', 'importInNode'])
      expect(() => readSource('lib/io/a.ts', `const a = (b: string) => ${load}(b);`)).toThrow('lib/io/a.ts');
  });
  test('a stranger at the top', () => {
    expect(topLevelBreaches(['lib', 'tools', 'dist', 'a.tgz'], 'dist/\n*.tgz\n')).toEqual([
      'tools does not belong at the top',
    ]);
  });
  test('a room without a README.md, or with one that says nothing', () => {
    expect(roomReadmeBreaches('lib/base/mesh', undefined)).toEqual(['lib/base/mesh has no README.md']);
    expect(roomReadmeBreaches('lib/base/mesh', 'Words without a title.\n')).toEqual([
      'lib/base/mesh/README.md does not begin with a title',
    ]);
    for (const empty of ['# mesh\n', '# mesh\n\n## Files\n', '# mesh\n\n| `a.ts` | b → c. |\n'])
      expect(roomReadmeBreaches('lib/base/mesh', empty)).toEqual(['lib/base/mesh/README.md has no sentence']);
    expect(roomReadmeBreaches('lib/base/mesh', `# mesh\n\nIt says what it is.\n${'More.\n'.repeat(300)}`)).toEqual([]);
  });
  test('a table that lacks a room, has one too many, or allows what the rule does not', () => {
    const page = (rooms: string[], ...imports: string[]) =>
      [...rooms.map((room) => `| \`base\` | \`${room}\` | what it does |`), '```', 'core   –', ...imports, '```'].join(
        '\n',
      );
    const wrong = page(['core', 'mesh', 'gpu'], 'mesh   core', '          io; a-package', 'io     core', '       mesh');
    expect(roomTableBreaches(wrong, ['core', 'mesh', 'io', 'bvh'])).toEqual([
      'lib/README.md has a row for gpu, which does not exist',
      'lib/README.md and the rule differ on whether mesh imports io',
      'lib/README.md has no row for io',
      'lib/README.md and the rule differ on whether io imports mesh',
      'lib/README.md has no row for bvh',
      'lib/README.md does not list what bvh imports',
    ]);
    expect(roomTableBreaches(page(['core', 'mesh'], 'mesh   core'), ['core', 'mesh'])).toEqual([]);
  });
});

test('what the rules allow is let through', () => {
  const allowed: [string, string][] = [
    ['lib/index.ts', "export { a, type A } from '#mesh';"],
    ['lib/io.ts', "export { a, type A } from '#io';"],
    ['lib/base/mesh/index.ts', "export { a } from './adjacency.ts';"],
    ['lib/base/mesh/adjacency.ts', "import { orient3d } from 'robust-predicates'; import { a } from '#core';"],
    [
      'lib/io/load.ts',
      "import '@kitware/vtk.js/a.js'; const a = async () => (await importInNode('node:fs/promises')).readFile;",
    ],
    ['lib/stages/candidates/a.ts', "import a from '#wgsl/candidates/a.wgsl'; import { b } from '#gpu';"],
    [
      'lib/oracle/reference/a.ts',
      "import { a } from 'fraction.js'; import type { A } from '#mesh'; // from '#measure/a.ts'",
    ],
    ['lib/cli/main.ts', "import 'node:fs'; import '#datasets'; import '#validation';"],
    ['examples/a.ts', "import { a } from 'kerf'; import { b } from 'kerf/datasets'; import 'node:fs';"],
    ['examples/a/a.mjs', "import { b } from './b.mjs';"],
    ['datasets/a.ts', "import { createMesh } from '#mesh'; const text = \"import 'commander'\";"],
  ];
  const sources = allowed.map(([path, source]) => readSource(path, source));
  const rules = [roomBreaches, packageBreaches, builtInBreaches, cycleBreaches, lengthBreaches];
  expect(rules.flatMap((rule) => rule(sources))).toEqual([]);
});
