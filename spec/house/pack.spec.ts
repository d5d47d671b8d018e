// The package as a stranger gets it: what `npm pack` puts in, installed in an empty folder, asked from the command line, from a
// script and by the type checker. Needs dist/, which `npm test` builds first.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { run } from '../harness/command.ts';
import { firstProgram } from '../harness/readme.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const folder = mkdtempSync(join(tmpdir(), 'kerf-pack-'));
const kerf = join(folder, 'node_modules/.bin/kerf');
let packed: { filename: string; files: { path: string }[]; size: number };

beforeAll(() => {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is missing; run npm run build first');
  // --ignore-scripts: a build here would pull dist/ from under the specs that run beside this one.
  const listed = run(root, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  packed = Object.values(JSON.parse(listed) as Record<string, typeof packed>)[0] as typeof packed;
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, packed.filename));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A script beside the installed package → the JSON that it prints. */
function script(text: string): unknown {
  writeFileSync(join(folder, 'script.js'), text);
  return JSON.parse(run(folder, process.execPath, 'script.js'));
}
const boxes = `
  import { createDetector, createMesh } from 'kerf';
  const box = (size, name) => createMesh(
    Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => bit * size)).flat(),
    [0,2,3, 0,3,1, 4,5,7, 4,7,6, 0,1,5, 0,5,4, 2,6,7, 2,7,3, 0,4,6, 0,6,2, 1,3,7, 1,7,5],
    { name },
  );
  const detector = await createDetector({
    bone: box(10, 'bone'), tool: box(2, 'tool'), contactDistance: 0.5, resolution: 1, backend: 'cpu',
  });
  const at = (x) => [1,0,0,0, 0,1,0,0, 0,0,1,0, x,4,4,1];`;

describe('the tarball', () => {
  test('holds the built files, their maps and types, and the pages; nothing else', () => {
    const wanted = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
      /^dist\/(index|datasets|cli|(pose|corpus|detect|haptic)-worker|[\w-]+-[\w-]{8})\.js(\.map)?$/,
      /^dist\/(report|validation)-viewer\.js$/,
      /^dist\/types\/(lib|datasets)\/[\w/-]+\.d\.ts$/,
    ];
    expect(packed.files.map((file) => file.path).filter((path) => !wanted.some((shape) => shape.test(path)))).toEqual(
      [],
    );
  });
  test.each([
    'dist/index.js',
    'dist/datasets.js',
    'dist/cli.js',
    'dist/pose-worker.js',
    'dist/corpus-worker.js',
    'dist/detect-worker.js',
    'dist/haptic-worker.js',
    'dist/report-viewer.js',
    'dist/validation-viewer.js',
    'LICENSE',
    'README.md',
  ])('holds %s', (path) => {
    expect(packed.files.map((file) => file.path)).toContain(path);
  });
  test('carries no address of the machine that made it', () => {
    const dist = join(folder, 'node_modules/kerf/dist');
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((n) =>
      /\.(js|ts|map)$/.test(n),
    )) {
      expect([name, readFileSync(join(dist, name), 'utf8').includes(root)]).toEqual([name, false]);
    }
  });
});

describe('installed in an empty folder', () => {
  test('kerf --version prints the version', () => expect(run(folder, kerf, '--version').trim()).toBe(version));
  test('kerf --help shows how it is used', () => expect(run(folder, kerf, '--help')).toMatch(/^Usage: kerf/));

  test('a script finds where two boxes meet, and where they do not', () => {
    // The tool's box [x, x + 2] × [4, 6]² against the bone's [0, 10]³, along x: the gap is x − 10 where that is positive.
    const states = script(`${boxes}
      const seen = [];
      for (const x of [9, 10.25, 20, 4]) {
        const report = await detector.detect(at(x));
        seen.push([report.state, report.contacts.length > 0, detector.minimumDistance(at(x)).distance]);
      }
      detector.dispose();
      console.log(JSON.stringify(seen));`);
    expect(states).toEqual([
      ['intersecting', true, 0],
      ['near', true, 0.25],
      ['separated', false, 10],
      ['enclosed', true, 4],
    ]);
  });
  test('detectMany takes threads, which keep no process alive: a path read to its end, one left, one forgotten, a detector not disposed', () => {
    const seen = script(`${boxes}
      import { Worker } from 'node:worker_threads';
      let threads = new Set();
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (...given) { threads.add(this); return postMessage.apply(this, given); };
      const poses = [9, 10.25, 20, 4, 9, 9, 9, 9, 9, 9, 9, 9].flatMap(at);
      const states = [];
      for await (const { state } of detector.detectMany(poses, { workers: 2 })) states.push(state);
      for await (const { state } of detector.detectMany(poses, { workers: 2 })) { states.push(state); break; }
      const forgotten = detector.detectMany(poses, { workers: 2 })[Symbol.asyncIterator]();
      states.push((await forgotten.next()).value.state);
      console.log(JSON.stringify([states.slice(0, 4), states.length, threads.size >= 2]));`);
    expect(seen).toEqual([['intersecting', 'near', 'separated', 'enclosed'], 14, true]);
  });
  test('a refusal is one of its typed errors', () => {
    const said = script(`import { createMesh, KerfError, MeshError } from 'kerf';
      try { createMesh([], []); } catch (e) { console.log(JSON.stringify([e instanceof MeshError, e instanceof KerfError, e.code])); }`);
    expect(said).toEqual([true, true, 'EMPTY_MESH']);
  });
  test("README's first program, as it stands", () => {
    const { program, prints } = firstProgram();
    writeFileSync(join(folder, 'first.js'), program);
    expect(run(folder, process.execPath, 'first.js')).toBe(prints);
  });
  test('kerf/datasets gives names', () =>
    expect(script("import * as d from 'kerf/datasets'; console.log(JSON.stringify(Object.keys(d).length > 0));")).toBe(
      true,
    ));

  test.each([
    ['ESNext', 'bundler'],
    ['NodeNext', 'nodenext'],
  ])('the types are found with module %s, moduleResolution %s', (module, moduleResolution) => {
    const use = `import { createDetector, type ContactReport, type Detector } from 'kerf';
      import * as datasets from 'kerf/datasets';
      export const all: object = datasets;
      export const ask = async (detector: Detector): Promise<ContactReport> => detector.detect(new Float64Array(16));
      // @ts-expect-error a detector wants its options: this line would pass if the types were not found
      createDetector();`;
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2023', 'dom'],
      types: [],
      strict: true,
      noEmit: true,
    };
    writeFileSync(join(folder, 'use.ts'), use);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    expect(run(folder, process.execPath, tsc, '-p', folder)).toBe('');
  });
});
