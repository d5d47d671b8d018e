// The Python package, installed by pip as a user does, against the built server: every answer is the library's, and
// what its page promises of starting, ending, refusing and drawing holds.

import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from '@jest/globals';
import { box, sawBlade } from '#datasets';
import { createDetector, createMesh } from '#kerf';
import { reportBody } from '#protocol/report-columns.ts';
import { testUnless } from '#harness/outside-programs.ts';
import { phantom } from '#harness/phantom.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'examples/clients/python');
const tests = join(root, 'spec/harness/client-probes/python_package.py');
const says = (python: string, program: string) => spawnSync(python, ['-c', program], { encoding: 'utf8' });
const has = (python: string, program: string) => says(python, program).status === 0;

/** setuptools reads pyproject.toml from 61 on, and makes wheels without the package wheel from 71 on. */
const BUILDS = `
import setuptools, pip
major = int(setuptools.__version__.split('.')[0])
assert major >= 61
if major < 71: import wheel`;
// The package is Python alone, so that one Python may build it and another run it.
const builder = ['python3', '/usr/bin/python3'].find((python) => has(python, BUILDS));
const missing = [
  ...(builder === undefined ? ['Python with pip, setuptools 61 and wheel'] : []),
  ...(has('python3', 'import numpy') ? [] : ['Python with numpy']),
];

const bone = box({ size: [8, 8, 8], divisions: 2 });
const tool = createMesh(
  Float32Array.from(bone.positions, (x) => x / 2),
  bone.faces,
);
const at = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0.25, 0.125, 1);
const PLACES = [9, 6.2, 5, 0];

/** Arrays as lists, and texts for what JSON lacks. */
function listed(value: object): string {
  return JSON.stringify(value, (_name, one: unknown) => {
    if (ArrayBuffer.isView(one)) return [...(one as unknown as Iterable<number>)];
    return typeof one === 'number' && !Number.isFinite(one) ? String(one) : one;
  });
}

/** The bodies, and the library's answers. */
async function facts(): Promise<string> {
  const inDoubles = createMesh(Float64Array.from(bone.positions), bone.faces);
  const options = { contactDistance: 0.5, resolution: 2, feed: [-1, 0, 0], backend: 'cpu' } as const;
  const detector = await createDetector({ bone: inDoubles, tool, ...options });
  const given = {
    ...{ positions: bone.positions, faces: bone.faces, places: PLACES },
    reports: PLACES.map((x) => reportBody(detector.detectSync(at(x)))),
    distance: detector.minimumDistance(at(9)),
    volume: await detector.overlapVolume(at(5)),
    intersects: [9, 5].map((x) => [x, detector.intersectingFaces(at(x))]),
    sweeps: [
      [9, 5],
      [9, 20],
    ].map(([from, to]) => [from, to, detector.firstContact({ from: at(from), to: at(to) })]),
  };
  detector.dispose();
  return listed(given);
}

/** Copied first: a build leaves its files beside the source. @returns where it is installed. */
let installing: Promise<string> | undefined;
function installed(): Promise<string> {
  installing ??= (async () => {
    const folder = await temporaryFolder('python');
    const [copy, target] = [join(folder, 'source'), join(folder, 'target')];
    cpSync(source, copy, { recursive: true, filter: (path) => !path.includes('__pycache__') });
    const words = ['install', '--quiet', '--no-deps', '--no-index', '--no-build-isolation', '--target', target, copy];
    const { status, stderr } = spawnSync(builder as string, ['-m', 'pip', ...words], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('ERROR')]);
    writeFileSync(join(folder, 'facts.json'), await facts());
    return folder;
  })();
  return installing;
}

/** What Python prints, with the package installed. */
async function python(...words: string[]) {
  const folder = await installed();
  const env = {
    ...{ ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    PYTHONPATH: [join(folder, 'target'), process.env.PYTHONPATH ?? ''].join(delimiter),
    KERF_COMMAND: `"${process.execPath}" "${join(root, 'dist/cli.js')}"`,
    KERF_PACKAGE_FACTS: join(folder, 'facts.json'),
  };
  return spawnSync('python3', ['-W', 'error', ...words], { cwd: folder, env, encoding: 'utf8' });
}

async function unittest(name: string): Promise<void> {
  const { status, stderr } = await python(tests, name);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^Ran [1-9]\d* tests? in .*\n\nOK\n$/m)]);
}

testUnless(missing, 'pip installs what the package needs to be imported and typed', async () => {
  const facts = `import importlib.metadata as m, json, pathlib, kerf_client
files = sorted(p.name for p in pathlib.Path(kerf_client.__file__).parent.iterdir() if p.is_file())
print(json.dumps([m.version('kerf-client'), files]))`;
  const run = await python('-c', facts);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const [its, files] = JSON.parse(run.stdout) as [string, string[]];
  expect([its, files]).toEqual([version, expect.arrayContaining(['__init__.py', 'py.typed', 'session.py'])]);
});

testUnless(missing, 'its page’s first program, as it stands, prints the library’s numbers', async () => {
  const [, program] =
    /```python\n(import kerf_client\n.*?)```/s.exec(readFileSync(join(source, 'README.md'), 'utf8')) ?? [];
  const detector = await createDetector({
    ...{ bone: phantom(20000), tool: sawBlade(), contactDistance: 0.2, resolution: 0.5, backend: 'cpu' },
  });
  const { state, contacts, patches } = detector.detectSync([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 12, 17.5, 72, 1]);
  const deepest = contacts.distance.subarray(0, contacts.length).reduce((least, x) => Math.min(least, x), 0);
  const { stdout, stderr } = await python('-c', program as string);
  expect([stdout.split('\n'), stderr]).toEqual([
    [`${state} ${contacts.length} contacts in ${patches.length} patches`, `deepest: ${deepest.toFixed(3)} mm`, ''],
    '',
  ]);
  expect([state, contacts.length > 1000]).toEqual(['intersecting', true]);
  detector.dispose();
});

for (const [name, what] of [
  ['Numbers', 'each answer is the library’s, in its shape'],
  ['Meshes', 'arrays, objects of other packages and files load as the same mesh'],
  ['Refusals', 'a refusal has its code, and the session goes on'],
  ['Endings', 'the server ends with the session, and a server that is gone is an error'],
  ['Discovery', 'the command is looked for in each place, and what was tried is named'],
  ['Annotations', 'every function has its types, every public name its words'],
] as const)
  testUnless(missing, `${name}: ${what}`, () => unittest(name));

for (const [test, what] of [
  ['test_without_a_package_a_table_says_what_is_missing', 'a table says what is missing'],
  ['test_pyvista_gets_the_contacts_and_the_bone', 'a stand-in of pyvista gets the contacts'],
  ['test_k3d_gets_the_contacts_where_pyvista_is_not', 'a stand-in of k3d gets the contacts'],
] as const)
  testUnless(missing, `Pictures: ${what}`, () => unittest(`Pictures.${test}`));

testUnless(
  [...missing, ...(has('python3', 'import pyvista') ? [] : ['Python with pyvista'])],
  'Pictures: pyvista itself draws them',
  () => unittest('Pictures.test_pyvista_itself_draws_it'),
);

testUnless(
  [...missing, ...(has('python3', 'import mypy') ? [] : ['Python with mypy'])],
  'mypy --strict finds nothing',
  async () => {
    const { status, stdout } = spawnSync(
      'python3',
      ['-m', 'mypy', '--strict', '--cache-dir=/dev/null', 'kerf_client'],
      {
        cwd: source,
        encoding: 'utf8',
      },
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('Success')]);
  },
);
