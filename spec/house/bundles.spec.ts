// The installed package in a user's program: in plain Node, and bundled by Vite, webpack, rollup and esbuild for a
// page, run in a browser; and what a program with one import contains. Needs dist/, which `npm test` builds first.

import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSync, transformSync } from 'esbuild';
import type { Browser } from 'playwright-core';
import sirv from 'sirv';
import { launchBrowser } from '#harness/browser.mjs';
import { run, runAside } from '#harness/command.ts';
import { installPackage } from '#harness/installed-package.ts';
import { partOf } from '#harness/long-run.ts';
import { expectPackageAnswers } from '#harness/package-answers.ts';

const bundlers = ['vite', 'webpack', 'rollup', 'esbuild'] as const;
type Bundler = (typeof bundlers)[number];
const WORKERS = ['detect-worker.js', 'haptic-worker.js'];
/** Bundlers that split off what `import()` loads by default. */
const SPLITTING: readonly Bundler[] = ['vite', 'webpack', 'rollup'];
/** Bundlers that do not follow `new URL(…, import.meta.url)`. README says to copy the workers' files. */
const COPIED: readonly Bundler[] = ['rollup', 'esbuild'];
const ISOLATING = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const PAGE =
  '<!doctype html><title>kerf</title><link rel="icon" href="data:,"><script type="module" src="./app.js"></script>';

const harness = join(import.meta.dirname, '../harness');
const installed = installPackage();
const dist = join(installed.folder, 'node_modules/kerf/dist');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  installed.remove();
});

interface Bundle {
  readonly folder: string;
  readonly warnings: readonly string[];
  /** Texts of all its scripts, and of those that the page loads at once. */
  readonly scripts: readonly string[];
  readonly first: readonly string[];
}

/** A program beside the installed package. @returns its folder. */
function program(name: string, text: string): string {
  const folder = join(installed.folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'app.js'), text);
  writeFileSync(join(folder, 'index.html'), PAGE);
  return folder;
}

const HAPTICS = `import { startHapticLoop } from 'kerf';
  import { box } from 'kerf/datasets';
  const refusal = ({ code, message }) => ({ code, message });
  globalThis.kerfAnswers = () => startHapticLoop({ bone: box({ size: 10 }), tool: box({ size: 2 }) }).catch(refusal);
  if (typeof document === 'undefined') console.log(JSON.stringify(await kerfAnswers()));`;
const REFUSED = `import { createDetector, startHapticLoop } from 'kerf';
  import { box } from 'kerf/datasets';
  const bodies = { bone: box({ size: 10 }), tool: box({ size: 2 }) };
  const options = { ...bodies, contactDistance: 0.5, resolution: 1 };
  const refusal = ({ code, message }) => ({ code, message });
  globalThis.kerfAnswers = () => startHapticLoop(bodies).catch(refusal);
  globalThis.kerfWithoutGpu = async () => {
    const detector = await createDetector(options);
    const { backend, backendReason } = detector;
    const gpu = await createDetector({ ...options, backend: 'webgpu' }).catch(refusal);
    return { backend, backendReason, gpu, compact: await detector.compactBone().catch(refusal) };
  };`;
const TAKEN = ['createMesh', 'readMesh', 'createDetector'] as const;
type Taken = (typeof TAKEN)[number];
/** Which of the splitting bundlers bundle each of these. */
const SPLIT_BY: Readonly<Record<Taken, readonly Bundler[]>> = {
  createMesh: partOf(SPLITTING, 3, 0),
  readMesh: partOf(SPLITTING, 3, 2),
  createDetector: partOf(SPLITTING, 3, 1),
};
const programs = {
  all: program('all', readFileSync(join(harness, 'package-app.mjs'), 'utf8')),
  haptics: program('haptics', HAPTICS),
  refused: program('refused', REFUSED),
  ...(Object.fromEntries(
    TAKEN.map((name) => [name, program(name, `import { ${name} } from 'kerf';\nglobalThis.taken = ${name};\n`)]),
  ) as Record<Taken, string>),
};

/** Each bundler's warnings by the folder of the bundle. Each starts once, for everything requested below. */
const warned = new Map<string, readonly string[]>();
await Promise.all(
  bundlers.map(async (bundler) => {
    const taken = TAKEN.filter((name) => !SPLITTING.includes(bundler) || SPLIT_BY[name].includes(bundler));
    const folders = [programs.all, ...taken.map((name) => programs[name])];
    if (COPIED.includes(bundler)) folders.push(programs.refused);
    const said = await runAside(harness, process.execPath, 'bundle.mjs', bundler, ...folders);
    const warnings: string[][] = JSON.parse(said.trimEnd().split('\n').at(-1) ?? '');
    for (const [i, folder] of folders.entries()) warned.set(join(folder, bundler), warnings[i]);
  }),
);

/** The bundle made of a program. */
function bundled(bundler: Bundler, folder: string): Bundle {
  const out = join(folder, bundler);
  const warnings = warned.get(out) as readonly string[];
  if (bundler !== 'vite') writeFileSync(join(out, 'index.html'), PAGE);
  const text = (name: string) => readFileSync(join(out, name), 'utf8');
  const scripts = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const [, first] = / src="\.?\/([^"]+)"/.exec(text('index.html')) as unknown as [string, string];
  return { folder: out, warnings, scripts: scripts.map(text), first: loadedAtOnce(out, first) };
}

/** The text of a script and of everything that it imports by statements, whose addresses begin with a dot. */
function loadedAtOnce(folder: string, name: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const text = readFileSync(join(folder, name), 'utf8');
  const imported = [...text.matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g)];
  return [text, ...imported.flatMap(([, at]) => loadedAtOnce(folder, join(name, '..', at), seen))];
}

/** Serves a folder with the headers that let a page share memory. */
async function served(folder: string, use: (address: string) => Promise<void>): Promise<void> {
  const setHeaders = (response: { setHeader(name: string, value: string): void }) => {
    for (const [name, value] of Object.entries(ISOLATING)) response.setHeader(name, value);
  };
  const server = createServer(sirv(folder, { dev: true, setHeaders }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a program that uses every part', () => {
  const folder = programs.all;

  test('in plain Node', () => expectPackageAnswers(JSON.parse(run(folder, process.execPath, 'app.js'))));

  describe.each(bundlers)('bundled by %s', (bundler) => {
    let bundle: Bundle;
    beforeAll(() => {
      bundle = bundled(bundler, folder);
    });

    test('without a warning', () => expect(bundle.warnings).toEqual([]));

    test('with each worker once, or none where they are to be copied', () => {
      const workers = bundle.scripts.filter((text) => text.includes('WorkerGlobalScope'));
      expect(workers.length).toBe(COPIED.includes(bundler) ? 0 : WORKERS.length);
    });

    test('runs in a page, with threads of its own', async () => {
      if (COPIED.includes(bundler))
        for (const worker of WORKERS) copyFileSync(join(dist, worker), join(bundle.folder, worker));
      await served(bundle.folder, runs);
    });
  });

  test("served by Vite while it is worked on, runs in a page, with the package's own workers", async () => {
    const server = spawn(process.execPath, [join(harness, 'vite-server.mjs'), folder], { stdio: 'pipe' });
    try {
      const warned: string[] = [];
      server.stderr.on('data', (data) => warned.push(String(data)));
      const address = await new Promise<string>((resolve, reject) => {
        server.stdout.on('data', (data) => /http:\S+/.test(String(data)) && resolve(String(data).trim()));
        server.on('exit', (code) => reject(new Error(`Vite's server ended with ${code}: ${warned.join('')}`)));
      });
      await runs(address);
      // Other packages omit the files that their source maps point to.
      expect(
        warned
          .join('')
          .split('\n')
          .filter((line) => /kerf/.test(line) && !/source ?map/i.test(line)),
      ).toEqual([]);
    } finally {
      server.removeAllListeners('exit');
      server.kill();
    }
  });

  /**
   * The page at an address gives the right answers, logs nothing but debug output, and has two threads for the path and
   * two for the haptic loop, each pair from one file.
   */
  async function runs(address: string): Promise<void> {
    const page = await browser.newPage();
    const said: string[] = [];
    const workers: string[] = [];
    page.on('console', (message) => message.type() !== 'debug' && said.push(message.text()));
    page.on('pageerror', ({ message }) => said.push(message));
    page.on('worker', (worker) => workers.push(basename(new URL(worker.url()).pathname)));
    await page.goto(address);
    await page.waitForFunction(() => 'kerfAnswers' in globalThis);
    expectPackageAnswers(
      await page.evaluate(() => (globalThis as never as { kerfAnswers(): Promise<never> }).kerfAnswers()),
    );
    expect(said).toEqual([]);
    expect([workers.length, new Set(workers).size]).toEqual([4, 2]);
    await page.close();
  }
});

describe('a haptic loop whose worker was not copied says which file is missing, and where', () => {
  const folder = programs.haptics;
  const refusal = (address: string) => ({
    ...{ code: 'NO_WORKER', message: expect.stringMatching(/haptic-worker\.js.* of the package kerf/) },
    ...{ at: expect.stringContaining(address) },
  });
  /** The message twice: for the file's name and for its address. */
  const told = ({ code, message }: { readonly code: string; readonly message: string }) => ({
    code,
    message,
    at: message,
  });

  test.each(COPIED)('in a page, bundled by %s', async (bundler) => {
    const bundle = bundled(bundler, programs.refused);
    await served(bundle.folder, async (address) => {
      const page = await browser.newPage();
      await page.goto(address);
      const asked = page.evaluate(() => (globalThis as never as { kerfAnswers(): Promise<never> }).kerfAnswers());
      expect(told(await asked)).toEqual(refusal(`${address}haptic-worker.js`));
      await page.close();
    });
  });
  test('in a page, bundled to a script that is no module', async () => {
    const out = join(folder, 'script');
    const bundle = { bundle: true, format: 'iife', globalName: 'app', logLevel: 'silent' } as const;
    const stdin = { contents: HAPTICS.replace(/if \(typeof document.*/, ''), resolveDir: folder };
    buildSync({ ...bundle, stdin, outfile: join(out, 'app.js') });
    writeFileSync(join(out, 'index.html'), PAGE);
    await served(out, async (address) => {
      const page = await browser.newPage();
      await page.goto(address);
      const asked = page.evaluate(() => (globalThis as never as { kerfAnswers(): Promise<never> }).kerfAnswers());
      expect(told(await asked)).toEqual(refusal('ES module'));
      await page.close();
    });
  });
  test('in Node', () => {
    const outfile = join(folder, 'node/app.js');
    const entryPoints = [join(folder, 'app.js')];
    buildSync({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' });
    const said = JSON.parse(run(folder, process.execPath, outfile)) as { code: string; message: string };
    expect(told(said)).toEqual(refusal(new URL('haptic-worker.js', pathToFileURL(outfile)).href));
  });
});

test('a page that cannot load what is loaded late goes on with the CPU, and names the files to serve', async () => {
  const bundle = bundled('rollup', programs.refused);
  const apart = readdirSync(bundle.folder).filter((name) => name.endsWith('.js') && name !== 'app.js');
  for (const part of [/^detector-gpu/, /^detector-compact/])
    expect(apart.filter((name) => part.test(name))).toHaveLength(1);
  for (const name of apart) rmSync(join(bundle.folder, name));
  await served(bundle.folder, async (address) => {
    const page = await browser.newPage();
    await page.goto(address);
    const why = /needs a script of kerf that cannot be loaded.*detector-gpu.*serve every file/;
    const compact = /compactBone needs a script of kerf that cannot be loaded.*detector-compact.*serve every file/;
    const asked = page.evaluate(() => (globalThis as never as { kerfWithoutGpu(): Promise<never> }).kerfWithoutGpu());
    expect(await asked).toEqual({
      ...{ backend: 'cpu', backendReason: expect.stringMatching(why) },
      gpu: { code: 'NO_ADAPTER', message: expect.stringMatching(why) },
      compact: { code: 'NO_SCRIPT', message: expect.stringMatching(compact) },
    });
    await page.close();
  });
});

/** The pages of examples/ that name their sources. */
const PAGES = {
  react: /^penetrating: \d+ contacts/,
  'three-page': /^intersecting: \d+ contacts/,
  'vtk-page': /^intersecting: \d+ contacts/,
};

test('Vite makes the pages for React, three.js and vtk.js as they stand', async () => {
  const modules = join(installed.folder, 'node_modules');
  for (const peer of ['react', 'react-dom', 'three', '@kitware'])
    symlinkSync(join(import.meta.dirname, '../../node_modules', peer), join(modules, peer));
  const folders = Object.keys(PAGES).map((name) => {
    const folder = join(installed.folder, name);
    cpSync(join(import.meta.dirname, '../../examples', name), folder, { recursive: true });
    return folder;
  });
  const said = await runAside(harness, process.execPath, 'bundle.mjs', 'vite', ...folders);
  expect(JSON.parse(said.trimEnd().split('\n').at(-1) ?? '')).toEqual(folders.map(() => []));
  for (const [i, says] of Object.values(PAGES).entries())
    await served(join(folders[i], 'vite'), async (address) => {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(address);
      await page.locator('output').filter({ hasText: says }).waitFor();
      expect(errors).toEqual([]);
      await page.close();
    });
});

/** Strings that occur only in these. */
const MARKS = { 'vtk.js': 'vtkImageMarchingCubes', 'a file format': 'endsolid', 'a shader': '@workgroup_size' };

describe.each<[name: Taken, kilobytes: number, inOne: number, without: readonly (keyof typeof MARKS)[]]>([
  ['createMesh', 3.2, 3.1, ['vtk.js', 'a file format', 'a shader']],
  ['readMesh', 28, 23.5, ['vtk.js', 'a shader']],
  // 9 of them are the compiled stages, 5 a stroke's first contact, which a detector answers at once; 8 are tools in
  // closed form and the image stage, 8 the overlap volume. Webpack keeps the whole room of convex bodies, which may be
  // tools: 10 more than needed. What only a GPU needs is loaded when one is used, and what replaces WebAssembly (14, in
  // one script) where there is none.
  ['createDetector', 135, 185.6, ['vtk.js', 'a file format', 'a shader']],
])('a program that takes %s alone', (name, kilobytes, inOne, without) => {
  const folder = programs[name];

  test.each(SPLIT_BY[name])(
    `bundled by %s is ${kilobytes} kB gzip at most, without ${without.join(', ')}`,
    (bundler) => {
      const { first, warnings } = bundled(bundler, folder);
      expect(warnings).toEqual([]);
      const minified = first.map((text) => transformSync(text, { minify: true }).code);
      const size = minified.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0);
      process.stdout.write(`${bundler}: import { ${name} } from 'kerf': ${(size / 1000).toFixed(1)} kB gzip\n`);
      expect(without.filter((what) => first.some((text) => text.includes(MARKS[what])))).toEqual([]);
      expect(size).toBeLessThanOrEqual(1000 * kilobytes);
    },
  );

  test(`in one script is ${inOne} kB gzip at most`, () => {
    const { first, warnings } = bundled('esbuild', folder);
    expect(warnings).toEqual([]);
    const size = gzipSync(first[0], { level: 9 }).length;
    process.stdout.write(`esbuild: import { ${name} } from 'kerf': ${(size / 1000).toFixed(1)} kB gzip\n`);
    expect(first.length).toBe(1);
    // Anything more in it is what only a GPU needs, or what is needed without WebAssembly.
    const others = without.filter((what) => what !== 'a shader' || inOne === kilobytes);
    expect(others.filter((what) => first[0].includes(MARKS[what]))).toEqual([]);
    expect(size).toBeLessThanOrEqual(1000 * inOne);
  });
});

/** Conversions in both directions, without the algorithms that read and detect, and without bones that are cut. */
const CONVERSIONS = {
  vtk: 'meshFromPolyData, polyDataFromMesh, polyDataFromReport, poseOf',
  three: 'meshFromGeometry, geometryFromMesh, contactGeometry, curveGeometry, poseOf',
};

describe('beside their peer,', () => {
  const BESIDE = "export { createDetector, createMesh, readMesh } from 'kerf';";
  function gzipped(contents: string): number {
    const options = { bundle: true, minify: true, format: 'esm', target: 'es2022', write: false } as const;
    const stdin = { contents, resolveDir: installed.folder };
    const [{ contents: script }] = buildSync({ ...options, stdin, external: ['@kitware/*', 'three'] }).outputFiles;
    return gzipSync(script, { level: 9 }).length;
  }
  const said = (what: string, size: number) =>
    process.stdout.write(`esbuild: ${what}: ${(size / 1000).toFixed(1)} kB gzip\n`);

  test.each([
    ['vtk', 10.1],
    ['three', 8.7],
  ] as const)('conversions of kerf/%s are %d kB gzip at most, without a detector', (entry, kilobytes) => {
    const size = gzipped(`export { ${CONVERSIONS[entry]} } from 'kerf/${entry}';`);
    said(`conversions of kerf/${entry}`, size);
    expect(size).toBeLessThanOrEqual(1000 * kilobytes);
  });

  test.each([
    ['conversions of kerf/vtk', `{ ${CONVERSIONS.vtk} } from 'kerf/vtk'`, 5],
    ['conversions of kerf/three', `{ ${CONVERSIONS.three} } from 'kerf/three'`, 5],
    ['all of kerf/vtk', "* as bridge from 'kerf/vtk'", 8],
    ['all of kerf/three', "* as bridge from 'kerf/three'", 5],
  ])('%s add little to a page that reads and detects', (what, names, kilobytes) => {
    const size = gzipped(`${BESIDE} export ${names};`) - gzipped(BESIDE);
    said(`${what}, in a page that reads and detects`, size);
    expect(size).toBeGreaterThan(500);
    expect(size).toBeLessThanOrEqual(1000 * kilobytes);
  });
});
