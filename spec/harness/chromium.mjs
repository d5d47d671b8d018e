// dist/ in a headless Chromium: Node's meshes and poses → what the built package answers in a web page. Needs dist/.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { launchBrowser } from './browser.mjs';

/** Reports fetched from the page per call; each batch is held whole, as JSON. */
const REPORTS_A_CALL = 4;
const HTML =
  '<!doctype html><title>kerf</title><link rel="icon" href="data:,"><script type="module" src="page.js"></script>';
/** Headers of pages under a folder, and of their workers' files. */
const HEADERS = {
  /** A page that may share memory with its workers. */
  '/isolated': { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  /** A page whose policy forbids WebAssembly: it lacks 'wasm-unsafe-eval'. */
  '/strict': { 'Content-Security-Policy': "script-src 'self'" },
};
/** Run before the page's script. */
const WITHOUT = {
  webgpu: () => Object.defineProperty(Navigator.prototype, 'gpu', { configurable: true, get: () => undefined }),
  adapter: () => {
    GPU.prototype.requestAdapter = async () => null;
  },
};

const dist = join(import.meta.dirname, '../../dist');

/** Bundles the page, serves it on 127.0.0.1 and opens the browser; close() ends both. */
export async function openChromium() {
  const [bundle] = buildSync({
    entryPoints: [join(import.meta.dirname, 'chromium-page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    loader: { '.wgsl': 'text' },
    logLevel: 'silent',
  }).outputFiles;
  const files = new Map([
    ['/', { type: 'text/html', body: HTML }],
    ['/page.js', { type: 'text/javascript', body: bundle.text }],
    ...['detect', 'haptic', 'broad-phase', 'cutting', 'impact'].map((name) => [
      `/${name}-worker.js`,
      { type: 'text/javascript', body: readFileSync(join(dist, `${name}-worker.js`)) },
    ]),
  ]);
  const server = createServer(({ url }, response) => {
    const folder = Object.keys(HEADERS).find((prefix) => url.startsWith(`${prefix}/`)) ?? '';
    const file = files.get(url.slice(folder.length));
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain', ...HEADERS[folder] });
    response.end(file?.body ?? 'Not here.');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}/`;
  const closeServer = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  const browser = await launchBrowser().catch(async (error) => {
    await closeServer();
    throw error;
  });
  const meshes = [];
  return {
    async page({ without, isolated = false, strict = false } = {}) {
      const page = await browser.newPage();
      if (without) await page.addInitScript(WITHOUT[without]);
      const said = [];
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`));
      await page.goto(new URL(isolated ? '/isolated/' : strict ? '/strict/' : '/', origin).href);
      return new ChromiumPage(page, said, (mesh) => {
        if (!meshes.includes(mesh)) meshes.push(mesh);
        const number = meshes.indexOf(mesh);
        for (const part of ['positions', 'faces']) {
          const { buffer, byteOffset, byteLength } = mesh[part];
          files.set(`/mesh/${number}/${part}`, {
            type: 'application/octet-stream',
            body: Buffer.from(buffer, byteOffset, byteLength),
          });
        }
        return number;
      });
    },
    async close() {
      await browser.close();
      await closeServer();
    },
  };
}

/** A page with one detector at a time. */
class ChromiumPage {
  /** What the page wrote to its console, and uncaught errors. */
  said;
  /** Workers that the page has started. */
  workersMade = 0;
  #page;
  #numberOf;

  constructor(page, said, numberOf) {
    this.#page = page;
    page.on('worker', () => this.workersMade++);
    this.said = said;
    this.#numberOf = numberOf;
  }

  async createDetector({ bone, tool, ...options }) {
    return value(await this.#call('createDetector', this.#numberOf(bone), this.#numberOf(tool), options));
  }

  isIsolated() {
    return this.#page.evaluate(() => globalThis.crossOriginIsolated);
  }

  async hashes(poses, workers) {
    return value(await this.#call('hashes', [...poses], workers));
  }

  async answers(poses) {
    return value(await this.#call('answers', [...poses]));
  }

  async editBone(edit) {
    value(await this.#call('editBone', edit));
  }

  async wasmInstances() {
    return value(await this.#call('wasmInstances'));
  }

  async sharedHashes(poses, workers) {
    return value(await this.#call('sharedHashes', [...poses], workers));
  }

  async overlaps(boxes, method, workers) {
    return value(await this.#call('overlaps', [...boxes], method, workers));
  }

  async impactHashes(options, way) {
    return value(await this.#call('impactHashes', options, way));
  }

  async stencilLook({ bone, tool }, pose, across) {
    return value(await this.#call('stencilLook', this.#numberOf(bone), this.#numberOf(tool), [...pose], across));
  }

  /** Throws an uncaught error in one of the page's workers. */
  async crashWorker() {
    await this.#page.workers()[0].evaluate(() => {
      setTimeout(() => {
        throw new Error('thrown where nothing catches');
      });
    });
  }

  haptics(options, seconds, until) {
    return this.#haptic('haptics', options, seconds, until);
  }

  hapticCut(options, seconds, until) {
    return this.#haptic('hapticCut', options, seconds, until);
  }

  async #haptic(call, { bone, tool, script, ...options }, seconds, until = {}) {
    const plain = script === undefined ? options : { ...options, script: { ...script, poses: [...script.poses] } };
    return value(await this.#call(call, this.#numberOf(bone), this.#numberOf(tool), plain, seconds, until));
  }

  async *detectMany(poses) {
    value(await this.#call('start', [...poses]));
    for (;;) {
      const reports = reportsOf(value(await this.#call('next', REPORTS_A_CALL)));
      if (reports.length === 0) return;
      yield* reports;
    }
  }

  async detectManyThroughLosses(poses, times) {
    const { reports, ...rest } = value(await this.#call('throughLosses', [...poses], times));
    return { reports: reportsOf(reports), ...rest };
  }

  close() {
    return this.#page.close();
  }

  #call(name, ...given) {
    return this.#page.evaluate(([method, args]) => globalThis.kerfPage[method](...args), [name, given]);
  }
}

/** @throws what the page's call threw, by its name, code and message. */
function value(outcome) {
  if ('value' in outcome) return outcome.value;
  const { name, code, message } = outcome.error;
  throw Object.assign(new Error(message), { name, code });
}

const COLUMN_TYPES = { body: Uint8Array, face: Uint32Array, level: Uint8Array, path: Uint32Array, oppositeFace: Uint32Array, patch: Uint32Array }; // biome-ignore format: a table

/** Non-finite numbers as chromium-page.ts writes them. */
const NOT_FINITE = { 'number NaN': Number.NaN, 'number Infinity': Number.POSITIVE_INFINITY };

function reportsOf(text) {
  return JSON.parse(text, (_key, held) => NOT_FINITE[held] ?? held).map((report) => ({
    ...report,
    intersectingFaces: Uint32Array.from(report.intersectingFaces),
    intersectionSegments: Float64Array.from(report.intersectionSegments),
    penetration: report.penetration && {
      ...report.penetration,
      protrusionPoint: Float64Array.from(report.penetration.protrusionPoint),
    },
    contacts: Object.fromEntries(
      Object.entries(report.contacts).map(([name, held]) => [
        name,
        Array.isArray(held) ? (COLUMN_TYPES[name] ?? Float64Array).from(held) : held,
      ]),
    ),
  }));
}
