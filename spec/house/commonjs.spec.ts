// The installed package in a project of CommonJS: `require` in Node, and its types as each compiler resolves them.
// Needs dist/, which `npm test` builds first.

import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { installPackage } from '#harness/installed-package.ts';

const root = join(import.meta.dirname, '../..');
const { folder, remove } = installPackage();
// The project's files are CommonJS where nothing else is said.
writeFileSync(join(folder, 'package.json'), '{ "private": true }');
for (const peer of ['three', '@kitware', '@types'])
  symlinkSync(join(root, 'node_modules', peer), join(folder, 'node_modules', peer));
afterAll(remove);

const ENTRIES = ['kerf', 'kerf/io', 'kerf/reference', 'kerf/datasets', 'kerf/three', 'kerf/vtk'];
/** A script → the JSON that it prints, and nothing on standard error: no warning that this is an experiment. */
function script(text: string): unknown {
  writeFileSync(join(folder, 'script.js'), text);
  const { stdout, stderr } = spawnSync(process.execPath, ['script.js'], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** From Node 20.19 and 22.12 on, `require` loads ES modules. */
const canRequire = script('console.log(JSON.stringify(process.features.require_module === true))') as boolean;

describe('require', () => {
  test('gives of each entry the very module that import() gives', () => {
    const seen = script(`
      const same = async (entry) => {
        try { return require(entry) === (await import(entry)) && Object.keys(require(entry)).length > 0; }
        catch ({ code }) { return code; }
      };
      Promise.all(${JSON.stringify(ENTRIES)}.map(same)).then((all) => console.log(JSON.stringify(all)));`);
    expect(seen).toEqual(ENTRIES.map(() => (canRequire ? true : 'ERR_REQUIRE_ESM')));
  });

  test('a detector, its threads, and an error of its class', () => {
    const seen = script(`
      const load = async (entry) => (${canRequire} ? require(entry) : import(entry));
      (async () => {
        const { createDetector, createMesh, KerfError } = await load('kerf');
        const { box } = await load('kerf/datasets');
        const detector = await createDetector({
          ...{ bone: box({ size: 10 }), tool: box({ size: 2 }), contactDistance: 0.5, resolution: 1, backend: 'cpu' },
        });
        const at = (x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
        const { Worker } = require('node:worker_threads');
        const threads = new Set();
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (...given) { threads.add(this); return postMessage.apply(this, given); };
        const states = [];
        for await (const { state } of detector.detectMany([10, 6.25, 5, 0].flatMap(at), { workers: 2 })) states.push(state);
        detector.dispose();
        try { createMesh([], []); } catch (error) { states.push(error instanceof KerfError && error.code); }
        console.log(JSON.stringify([states, threads.size]));
      })();`);
    expect(seen).toEqual([['separated', 'near', 'intersecting', 'enclosed', 'EMPTY_MESH'], 2]);
  });
});

describe('its types, checked to the last declaration (skipLibCheck: false), in a file that requires and one that imports', () => {
  const required = `import { createDetector, type ContactReport, type Detector, KerfError } from 'kerf';
    import kerf = require('kerf');
    import { box } from 'kerf/datasets';
    import { readMesh } from 'kerf/io';
    import { createReference } from 'kerf/reference';
    export const ask = async (detector: Detector): Promise<ContactReport> => detector.detect(new Float64Array(16));
    export const made: Promise<Detector> = createDetector({ bone: box({ size: 10 }), tool: box({ size: 2 }),
      contactDistance: 0.5, resolution: 1 });
    export const same: typeof createDetector = kerf.createDetector;
    export const others: readonly object[] = [readMesh, createReference, KerfError];
    // @ts-expect-error a detector wants its options: this line would pass if the types were not found
    createDetector();
    // @ts-expect-error require gives no default
    export const none = kerf.default;`;
  // A class with private parts is itself alone: a copy of its declaration would be refused.
  const imported = `import { type Detector, KerfError } from 'kerf';
    import { ask, same } from './required.cjs';
    export const both = (detector: Detector) => ask(detector);
    export const error: KerfError | null = null;
    export const maker: typeof import('kerf').createDetector = same;
    // @ts-expect-error there is no default export
    import kerf from 'kerf';
    export const named = kerf;`;
  const peers = `import { contactGeometry } from 'kerf/three';
    import { polyDataFromMesh } from 'kerf/vtk';
    // @ts-expect-error a geometry of three.js: this line would pass if the peer's types were not found
    export const geometry: ReturnType<typeof contactGeometry> = 1;
    // @ts-expect-error vtk.js's data
    export const data: ReturnType<typeof polyDataFromMesh> = 1;`;
  const compilers = ['@typescript/v5/bin/tsc', 'typescript/bin/tsc6', '@typescript/native/bin/tsc'];

  test.each(compilers.flatMap((compiler) => ['node16', 'nodenext'].map((kind) => [compiler, kind])))(
    '%s, module %s',
    (compiler, module) => {
      const files = { 'required.cts': required, 'imported.mts': imported };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      const compilerOptions = {
        ...{ module, target: 'es2022', lib: ['es2022'], types: [], esModuleInterop: true },
        ...{ strict: true, noEmit: true, skipLibCheck: false },
      };
      expect(compiled(compiler, compilerOptions, Object.keys(files))).toEqual([0, '']);
    },
  );
  test.each(compilers)('%s: the entries of three and vtk.js', (compiler) => {
    writeFileSync(join(folder, 'peers.cts'), peers);
    // These packages' own declarations are theirs to check, and need a page's.
    const compilerOptions = {
      ...{ module: 'node16', target: 'es2022', lib: ['es2022', 'dom'], types: [], esModuleInterop: true },
      ...{ strict: true, noEmit: true, skipLibCheck: true },
    };
    expect(compiled(compiler, compilerOptions, ['peers.cts'])).toEqual([0, '']);
  });

  function compiled(compiler: string, compilerOptions: object, files: readonly string[]): [number | null, string] {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules', compiler), '-p', folder], {
      encoding: 'utf8',
    });
    return [status, stdout];
  }
});
