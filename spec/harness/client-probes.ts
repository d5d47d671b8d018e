// Programs in other languages with a client of kerf serve → what they receive, compared with what this process
// receives; or a skipped test that names the missing program.

import { spawn } from 'node:child_process';
import { expect } from '@jest/globals';
import { box } from '#datasets';
import { type Message, type Numbers, type SpecServer, specServer, WebSocketClient } from './serve-clients.ts';

export const TOKEN = 'a token that is long enough for a spec';
/** Rejects with its standard error if it fails or writes anything there. */
export function ran(command: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: 'pipe' });
    let [said, wrong] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      wrong += text;
    });
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 && wrong === '' ? done(said) : fail(new Error(`${command} ended with ${code}: ${wrong}${said}`)),
    );
    // A program that has already failed reads nothing.
    child.stdin.on('error', () => {}).end(input);
  });
}

const { positions, faces } = box({ size: [8, 8, 8], divisions: 2 });
const at = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0.25, 0.125, 1);
const detector = { detector: 'd', bone: 'bone', tool: 'tool', contactDistance: 0.5, resolution: 2 };
/** What a client has to get right: texts in any script, non-finite numbers, null, streams, refusals. */
const REQUESTS: readonly [type: string, members: Message][] = [
  ['ping', {}],
  ['load', { mesh: 'bone', positions: Float64Array.from(positions), faces }],
  ['load', { mesh: 'tool', dataset: 'box', faceCount: 12 }],
  ['load', { mesh: 'in f32', positions: Float32Array.from(positions, (x) => x / 3), faces }],
  ['load', { mesh: 'no file', bytes: Uint8Array.of(1, 2, 3), format: 'stl' }],
  ['mesh', { mesh: 'in f32' }],
  ['detector', detector],
  ['detector', { ...detector, resolution: -1e-7 }],
  ['pose', { detector: 'd', pose: at(1) }],
  ['intersects', { detector: 'd' }],
  ['report', { detector: 'd', pose: at(30) }],
  ['report', { detector: 'd', pose: at(7.875) }],
  ['path', { detector: 'd', poses: Float64Array.from([30, 9, 8, 4].flatMap((x) => [...at(x)])) }],
  ['path', { detector: 'd', poses: Float64Array.of(1, 2, 3) }],
  ['distance', { detector: 'd', pose: at(12) }],
  ['volume', { detector: 'd', pose: at(4) }],
  ['sweep', { detector: 'd', from: at(30), to: at(20) }],
  ['distance', { detector: 'quote " \\ / \u0001 \t é € 😀 \u2028', pose: at(0) }],
  ['distance', { detector: 'd', pose: at(0).map((x) => 2 * x) }],
  ['unload', { mesh: 'tool' }],
];

const TYPE_OF = new Map<unknown, string>([
  [Float32Array, 'f32'],
  [Float64Array, 'f64'],
  [Uint8Array, 'u8'],
  [Uint32Array, 'u32'],
]);

function line([type, members]: (typeof REQUESTS)[number]): string {
  const isArray = ([, value]: [string, unknown]) => ArrayBuffer.isView(value);
  const entries = Object.entries(members);
  const arrays = entries
    .filter(isArray)
    .map(([name, value]) => [name, { type: TYPE_OF.get(value?.constructor), values: [...(value as Numbers)] }]);
  const plain = entries.filter((entry) => !isArray(entry));
  return JSON.stringify({ type, members: Object.fromEntries(plain), arrays: Object.fromEntries(arrays) });
}

/**
 * Lists replace arrays, and texts replace what JSON lacks; what differs between two identical requests is left out. −0
 * becomes 0, which some of .NET's writers do not distinguish.
 */
function plain({ id: _id, binary: _binary, stats: _stats, ok: _ok, error, ...members }: Message): unknown {
  if (error !== undefined) return error;
  const text = JSON.stringify(members, (_name, value: unknown) => {
    if (ArrayBuffer.isView(value)) return Array.from(value as Numbers);
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  });
  return JSON.parse(text);
}

/** Starts the program that sends the requests it reads. */
export type Probe = (server: { readonly host: string; readonly port: string }, lines: string) => Promise<string>;

async function heardThere(server: SpecServer, requests: typeof REQUESTS, probe: Probe): Promise<unknown[]> {
  const { hostname: host, port } = new URL(server.url);
  const said = await probe({ host, port }, requests.map((request) => `${line(request)}\n`).join(''));
  return said
    .trim()
    .split('\n')
    .map((text) => plain(JSON.parse(text)));
}

/** Expects the program to receive what this process receives. */
export async function expectSameHeard(probe: Probe): Promise<void> {
  const server = await specServer({ token: TOKEN });
  try {
    const there = await heardThere(server, REQUESTS, probe);
    const here = await heardHere(server);
    expect(there).toEqual(here);
    // Everything that a client may get wrong occurred.
    for (const told of ['"NaN"', '"code":"UNKNOWN_NAME"', '\\u0001', '😀', ':null', '"seq":3', '"count":4', 'e-'])
      expect(JSON.stringify(here)).toContain(told);
  } finally {
    await server.close();
  }
}

/** Expects the client itself to refuse what the server would close the connection for, and to go on. */
export async function expectTooLargeRefused(probe: Probe): Promise<void> {
  const maxMessage = 4096;
  const server = await specServer({ token: TOKEN, limits: { maxMessage } });
  const many = new Uint8Array(maxMessage + 1);
  const requests: typeof REQUESTS = [
    ['load', { mesh: 'frame', bytes: many, format: 'stl' }],
    ['load', { mesh: 'text'.repeat(maxMessage / 4), dataset: 'box' }],
    ['load', { mesh: 'fits', bytes: many.slice(1), format: 'stl' }],
    ['ping', {}],
  ];
  try {
    const [frame, text, fits, ping] = (await heardThere(server, requests, probe)) as Message[];
    for (const refused of [frame, text])
      expect(refused).toMatchObject({ code: 'MESSAGE_TOO_LARGE', message: expect.stringContaining('at most 4096') });
    expect(fits.code).not.toBe('MESSAGE_TOO_LARGE');
    expect(ping).toEqual({ type: 'ping' });
  } finally {
    await server.close();
  }
}

async function heardHere(server: SpecServer): Promise<unknown[]> {
  const client = await (await WebSocketClient.open(server.url)).greet({ token: TOKEN });
  const heard: unknown[] = [];
  for (const [type, members] of REQUESTS)
    heard.push(
      ...(type === 'path' ? await client.stream(type, members) : [await client.ask(type, members)]).map(plain),
    );
  await client.close();
  return heard;
}
