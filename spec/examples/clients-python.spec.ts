// The Python client's requests by name, if there is a Python with NumPy: its answers equal the library's, by standard
// input and by WebSocket, and its example's files contain the library's numbers. python-package.spec.ts has the rest.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { box, sawBlade } from '#datasets';
import { createDetector, createMesh, type Detector, readMesh } from '#kerf';
import { reportBody } from '#protocol/report-columns.ts';
import { testUnless } from '#harness/outside-programs.ts';
import { phantom } from '#harness/phantom.ts';
import { type Numbers, specServer } from '#harness/serve-clients.ts';
import { inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'examples/clients/python');
const probe = join(root, 'spec/harness/client-probes/python_client.py');
const command = [process.execPath, join(root, 'dist/cli.js')];
const TOKEN = 'a token for a spec';
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };

/** Whether Python has the module. */
function has(module: string): boolean {
  return spawnSync('python3', ['-c', `import ${module}`]).status === 0;
}
const missing = ['numpy', 'websockets'].filter((module) => !has(module));
/** Runs the test if all modules are installed; otherwise names the missing ones. */
function testWith(modules: readonly string[], says: string, body: () => Promise<void>): void {
  const absent = modules.filter((module) => missing.includes(module));
  testUnless(
    absent.map((module) => `Python with ${module}`),
    says,
    body,
  );
}

function python(args: readonly string[], input = ''): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn('python3', args, { env });
    let [said, wrong] = ['', ''];
    child.stdout.on('data', (text) => {
      said += text;
    });
    child.stderr.on('data', (text) => {
      wrong += text;
    });
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done(said) : fail(new Error(`Python ended with ${code}: ${wrong}${said}`)),
    );
    child.stdin.end(input);
  });
}

const bone = box({ size: [8, 8, 8], divisions: 2 });
const tool = createMesh(
  Float32Array.from(bone.positions, (x) => x / 2),
  bone.faces,
);
const at = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0.25, 0.125, 1);
const NAMES: Readonly<Record<string, string>> = {
  Float64Array: 'float64',
  Uint32Array: 'uint32',
  Uint8Array: 'uint8',
};

function shown(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    const array = value as Numbers;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    return [NAMES[array.constructor.name], array.length, createHash('sha256').update(bytes).digest('hex')];
  }
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, shown(own)]));
}

describe('kerf_client', () => {
  let direct: Detector;
  beforeAll(async () => {
    const options = { contactDistance: 0.5, resolution: 2, feed: [-1, 0, 0], backend: 'cpu' } as const;
    const inDoubles = createMesh(Float64Array.from(bone.positions), bone.faces);
    direct = await createDetector({ bone: inDoubles, tool, ...options });
  });
  afterAll(() => direct.dispose());

  async function expectSame(way: readonly string[]): Promise<void> {
    const input = JSON.stringify({ positions: [...bone.positions], faces: [...bone.faces] });
    const heard = (await python([probe, folder, ...way], input))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const answer = (type: string, body: object) => ({ type, ok: true, ...(shown(body) as object) });
    const reports = [9, 6.2, 5].map((x) => {
      const { stats: _, ...body } = reportBody(direct.detectSync(at(x)));
      return body;
    });
    expect(reports.map(({ state }) => state)).toEqual(['separated', 'near', 'intersecting']);
    expect(heard).toEqual([
      ...reports.map((body) => answer('report', body)),
      ...reports.map((body, seq) => answer('path', { seq, ...body })),
      answer('distance', direct.minimumDistance(at(9))),
      answer('sweep', direct.firstContact({ from: at(9), to: at(5) })),
      ...['UNKNOWN_NAME', 'NOT_RIGID', 'UNKNOWN_TYPE'],
      answer('ping', {}),
    ]);
  }

  testWith(['numpy'], 'by standard input: each answer is the library’s', () => expectSame(['stdio', ...command]));
  testWith(['numpy', 'websockets'], 'by WebSocket, with a token: each answer is the library’s', async () => {
    const server = await specServer({ token: TOKEN });
    try {
      await expectSame([server.url, TOKEN]);
      expect(server.lines).toEqual([]);
    } finally {
      await server.close();
    }
  });

  testWith(
    ['numpy', 'websockets'],
    'by WebSocket: a wrong token, no server, and one that ends are errors',
    async () => {
      const server = await specServer({ token: TOKEN });
      const program = `import sys
sys.path.insert(0, sys.argv[1])
import kerf_client
url = sys.argv[2]
try: kerf_client.connect(url, token='wrong')
except kerf_client.KerfError as e: print(e.code)
kerf = kerf_client.connect(url, token=sys.argv[3])
print('joined', flush=True)
sys.stdin.read()
for _ in range(2):
    try: kerf.ask('ping')
    except ConnectionError as e: print(str(e).startswith('The connection to ' + url + ' is lost'))
try: kerf_client.connect(url)
except ConnectionError as e: print(str(e).startswith('No kerf serve answers at ' + url))`;
      const child = spawn('python3', ['-W', 'error', '-c', program, folder, server.url, TOKEN], { env });
      const ended = once(child, 'close');
      let [said, wrong] = ['', ''];
      child.stderr.setEncoding('utf8').on('data', (text) => {
        wrong += text;
      });
      for await (const text of child.stdout.setEncoding('utf8')) {
        said += text;
        if (child.stdin.writableEnded || !said.includes('joined')) continue;
        await server.close();
        child.stdin.end();
      }
      const [code] = await ended;
      if (!child.stdin.writableEnded) await server.close();
      expect([said.split('\n'), wrong, code]).toEqual([['WRONG_TOKEN', 'joined', 'True', 'True', 'True', ''], '', 0]);
    },
  );

  testWith(['numpy'], 'by WebSocket, without websockets: one sentence says what to install', async () => {
    const program = [
      ...['import sys', 'sys.modules["websockets"] = None', `sys.path.insert(0, ${JSON.stringify(folder)})`],
      ...[
        'from kerf_client import Kerf',
        'try: Kerf.websocket("ws://127.0.0.1:1")',
        'except ImportError as e: print(e)',
      ],
    ].join('\n');
    expect(await python(['-c', program])).toMatch(/^A url needs .*pip install websockets.*\.\n$/);
  });
});

inLong(() => {
  testWith(['numpy'], 'depth_along_path.py writes the library’s numbers, and says what it lacks', async () => {
    const out = await temporaryFolder('depth');
    const args = ['--kerf', ...command, '--faces', '5000', '--poses', '7', '--out', out];
    const said = await python([join(folder, 'depth_along_path.py'), ...args]);
    for (const module of ['matplotlib', 'pyvista'])
      expect([module, said.includes(`${module} is not here: pip install ${module}`)]).toEqual([module, !has(module)]);
    const saw = sawBlade();
    const options = { contactDistance: 0.2, resolution: 2, feed: saw.feed, shank: saw.shank, backend: 'cpu' } as const;
    const detector = await createDetector({ bone: phantom(5000), tool: saw, ...options });
    const [head, ...rows] = readFileSync(join(out, 'depth.csv'), 'utf8').trim().split('\n');
    expect(head).toBe('pose,height,state,insertion,inside,area');
    let contacts = 0;
    const states = rows.map((row) => {
      const [, height, state, insertion, inside, area] = row.split(',');
      const pose = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 12, 17.5, Number(height), 1];
      const report = detector.detectSync(pose);
      contacts += report.contacts.length;
      const deepest = report.contacts.distance.reduce((least, x) => Math.min(least, x), 0);
      expect([state, Number(insertion), Number(inside)]).toEqual([
        report.state,
        report.penetration?.insertion?.low,
        Math.max(0, -deepest),
      ]);
      expect(Number(area)).toBeCloseTo(
        report.patches.reduce((sum, patch) => sum + patch.area, 0),
        9,
      );
      return state;
    });
    expect(new Set(states)).toEqual(new Set(['separated', 'intersecting']));
    const surface = readMesh(readFileSync(join(out, 'contacts.vtp')), 'vtp');
    expect([surface.faces.length / 3, contacts > 100]).toEqual([contacts, true]);
    detector.dispose();
  });
});
