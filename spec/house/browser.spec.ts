// What a web page gets: dist/index.js bundled for a browser loads and works without Node, and the report's script is
// self-contained. Needs dist/, which `npm test` builds first.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';

const dist = join(import.meta.dirname, '../../dist');

describe('dist/index.js in a browser', () => {
  // The bundler has no Node settings, so an import of a `node:` module that it can see is an error.
  const bundled = buildSync({
    entryPoints: [join(dist, 'index.js')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'kerf',
    platform: 'browser',
    logLevel: 'silent',
  });

  // A script that is not a module has no address: it cannot find the worker's file and does not need it.
  test('bundles without a warning but that', () =>
    expect(bundled.warnings.filter(({ id }) => id !== 'empty-import-meta')).toEqual([]));
  test('loads, makes a mesh and refuses a bad one without any global of Node', () => {
    const page = createContext({ console, performance, TextDecoder, TextEncoder, URL, Blob, setTimeout, clearTimeout });
    runInContext('globalThis.self = globalThis.window = globalThis;', page);
    runInContext(bundled.outputFiles[0]?.text ?? '', page);
    const ask = (expression: string): unknown => runInContext(expression, page);
    expect(ask('typeof process + typeof require + typeof Buffer')).toBe('undefined'.repeat(3));
    expect(ask('typeof kerf.createDetector')).toBe('function');
    expect(ask('kerf.createMesh([0,0,0, 1,0,0, 0,1,0], [0,1,2]).faces.length')).toBe(3);
    expect(
      ask('(() => { try { kerf.createMesh([0], []); } catch (e) { return e instanceof kerf.MeshError; } })()'),
    ).toBe(true);
  });
  test('answers a path with workers where there are none to be had', async () => {
    const page = createContext({ console, performance, TextDecoder, TextEncoder, URL, Blob, setTimeout, clearTimeout });
    runInContext(bundled.outputFiles[0]?.text ?? '', page);
    const states = await runInContext(
      `(async () => {
        const tetrahedron = (size) => kerf.createMesh([0,0,0, size,0,0, 0,size,0, 0,0,size], [0,2,1, 0,1,3, 0,3,2, 1,2,3]);
        const options = { bone: tetrahedron(10), tool: tetrahedron(1), contactDistance: 0.5, resolution: 1, backend: 'cpu' };
        const detector = await kerf.createDetector(options);
        const poses = [20, 1, -0.5].flatMap((x) => [1,0,0,0, 0,1,0,0, 0,0,1,0, x,1,1,1]);
        const states = [];
        for await (const { state } of detector.detectMany(poses, { workers: 2 })) states.push(state);
        return states.join();
      })()`,
      page,
    );
    expect(states).toBe('separated,enclosed,intersecting');
  });
});

describe('dist/report-viewer.js', () => {
  const text = readFileSync(join(dist, 'report-viewer.js'), 'utf8');
  test('is one script that can stand inside a <script> element', () => {
    expect(text).not.toMatch(/<\/script/i);
    expect(text).not.toMatch(/<!--/);
    expect(text).not.toMatch(/sourceMappingURL/);
  });
  test('fetches nothing: no import is left in it', () => {
    const { imports } = Object.values(
      buildSync({
        stdin: { contents: text },
        bundle: true,
        write: false,
        metafile: true,
        external: ['*'],
        logLevel: 'silent',
      }).metafile.inputs,
    )[0] as { imports: { path: string }[] };
    // seedrandom tries to load Node's crypto and goes on without it.
    expect(imports.map((line) => line.path).filter((path) => path !== 'crypto')).toEqual([]);
  });
});
