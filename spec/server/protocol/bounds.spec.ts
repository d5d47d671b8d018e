// Who may connect, and how much of the process a client may use: origins, tokens, sessions, sizes, files, slow readers,
// clients that vanish.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { box } from '#datasets';
import { writeMesh } from '#io';
import { cuttableBytes, detectorBytes, LIMITS } from '#protocol/limits.ts';
import { RateBound } from '#protocol/rate-bound.ts';
import { tokenTest } from '#protocol/token.ts';
import { longRun } from '#harness/long-run.ts';
import { testUnless } from '#harness/outside-programs.ts';
import { type SpecServer, StdioClient, specServer, WebSocketClient } from '#harness/serve-clients.ts';
import { inDeep } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let server: SpecServer;
const open = async (...options: Parameters<typeof specServer>) => {
  server = await specServer(...options);
  return server;
};
afterEach(async () => {
  await server?.close();
});

const bone = box({ size: [20, 16, 12] });
const meshOf = { positions: bone.positions, faces: bone.faces };
const CONNECTIONS = longRun(10_000, 30);
const POSE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 19.9, 0, 0, 1];
const status = (of: Promise<unknown>) =>
  of.then(
    () => 101,
    (error: Error) => Number(/\b(\d{3})\b/.exec(error.message)?.[1]),
  );
/** The server's own waits run on the spec's clock; everything else runs in real time. */
const REAL_TIMERS = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setTimeout', 'clearTimeout'] as const),
];
const rawSocket = ({ socket }: WebSocketClient) =>
  (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
/** Blocks this process for this many ms. */
function busy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}
const until = async (isThere: () => boolean) => {
  while (!isThere()) await new Promise((done) => setTimeout(done, 5));
};

describe('who may connect', () => {
  test('no page by default; a page of an origin that is allowed; whoever sends no origin', async () => {
    const { url } = await open();
    const page = (origin: string) => status(WebSocketClient.open(url, { origin }));
    for (const origin of ['https://evil.example', 'null', 'http://localhost', 'file://'])
      expect(await page(origin)).toBe(403);
    expect(await status(WebSocketClient.open(url))).toBe(101);
    await server.close();
    const { url: other } = await open({ origins: ['https://a.example'] });
    const codes = ['https://a.example', 'https://a.example.evil', 'http://a.example', 'https://A.example'].map(
      (origin) => status(WebSocketClient.open(other, { origin })),
    );
    expect(await Promise.all(codes)).toEqual([101, 403, 403, 403]);
  });

  test('with a token: by a header or in hello, and nobody else', async () => {
    const { url } = await open({ token: 'open sesame' });
    const bearer = (token: string) => WebSocketClient.open(url, { headers: { authorization: `Bearer ${token}` } });
    expect(await status(bearer('sesame'))).toBe(401);
    const client = await WebSocketClient.open(url);
    expect(await client.ask('hello', { version: 1, token: 'open sesame' })).toMatchObject({ ok: true });
    const other = await WebSocketClient.open(url);
    expect(await other.ask('hello', { version: 1, token: 'sesame' })).toMatchObject({ error: { code: 'WRONG_TOKEN' } });
    expect(await other.ended).toEqual([1008, 'wrong token']);
    await server.close();
    const { url: plain } = await open({ token: 'sesame' });
    const known = await WebSocketClient.open(plain, { headers: { authorization: 'bearer sesame' } });
    expect(await known.ask('hello', { version: 1 })).toMatchObject({ ok: true });
  });

  test('a token is compared as a whole', () => {
    const isToken = tokenTest('sesame');
    expect(['sesame', 'sesam', 'sesamee', '', 'SESAME', 'sesame\0'].map(isToken)).toEqual([
      true,
      ...Array(5).fill(false),
    ]);
  });

  test('what says no hello in time is left', async () => {
    const { url } = await open({ limits: { helloWithin: 100 } });
    const silent = await WebSocketClient.open(url);
    const polite = await (await WebSocketClient.open(url)).greet();
    expect(await silent.ended).toEqual([1008, 'no hello came']);
    expect(await polite.ask('ping')).toMatchObject({ ok: true });
  });

  test('a hello that waits behind a long request of another session is in time', async () => {
    const { url } = await open({ limits: { helloWithin: 100 } });
    const client = await WebSocketClient.open(url);
    const greeted = client.ask('hello', { version: 1 });
    // Blocks the thread as another session's request would: hello is already in the socket, but not read yet.
    busy(250);
    expect(await Promise.race([greeted, client.ended])).toMatchObject({ ok: true });
    expect(await client.ask('ping')).toMatchObject({ ok: true });
  });

  test('plain HTTP learns what this is; half a head is left', async () => {
    const { url } = await open();
    const response = await fetch(url.replace('ws', 'http'));
    expect([response.status, await response.text()]).toEqual([426, 'kerf serve speaks WebSocket.\n']);
    const half = connect(Number(new URL(url).port), '127.0.0.1');
    half.write('GET / HTTP/1.1\r\nUpgrade: web');
    half.on('error', () => {});
    await new Promise((done) => half.once('connect', done));
    half.destroy();
    expect(await (await (await WebSocketClient.open(url)).greet()).ask('ping')).toMatchObject({ ok: true });
  });
});

describe('sessions', () => {
  test(`${CONNECTIONS} connections: as many as may be are served, the rest is refused, and one that leaves makes room`, async () => {
    const { url } = await open({ limits: { maxSessions: 10, helloWithin: 600_000 } });
    const clients = await Promise.allSettled(Array.from({ length: CONNECTIONS }, () => WebSocketClient.open(url)));
    const served = clients.flatMap((client) => (client.status === 'fulfilled' ? [client.value] : []));
    expect([served.length, server.sessions]).toEqual([10, 10]);
    expect(server.lines.filter((line) => line.startsWith('refused'))).toHaveLength(1);
    for (const client of served) expect(await (await client.greet()).ask('ping')).toMatchObject({ ok: true });
    expect(await status(WebSocketClient.open(url))).toBe(503);
    await served[0].close();
    await until(() => server.sessions === 9);
    expect(await status(WebSocketClient.open(url))).toBe(101);
  });

  test('are apart: a name of one is none of another', async () => {
    const { url } = await open();
    const [a, b] = await Promise.all([1, 2].map(async () => (await WebSocketClient.open(url)).greet()));
    await a.ask('load', { mesh: 'm', ...meshOf });
    expect(await a.ask('mesh', { mesh: 'm' })).toMatchObject({ ok: true });
    expect(await b.ask('mesh', { mesh: 'm' })).toMatchObject({ error: { code: 'UNKNOWN_NAME' } });
  });

  inDeep(() =>
    test('one that vanishes in the middle of a path leaves nothing behind', async () => {
      const { url } = await open();
      const client = await (await WebSocketClient.open(url)).greet();
      await client.ask('load', { mesh: 'm', ...meshOf });
      const options = { contactDistance: 0.5, resolution: 1, backend: 'cpu' };
      await client.ask('detector', { detector: 'd', bone: 'm', tool: 'm', ...options });
      expect(server.bytes).toBeGreaterThan(detectorBytes(bone, bone));
      client.say('path', { detector: 'd', poses: Array.from({ length: 5000 }, () => POSE).flat() });
      await client.next(({ message }) => message.seq === 2);
      client.socket.terminate();
      await until(() => server.sessions === 0);
      expect(server.bytes).toBe(0);
      expect(server.lines).toEqual([]);
    }),
  );

  inDeep(() =>
    test('a reader that stops is dropped by name, and the others go on', async () => {
      const { url } = await open({ limits: { maxUnsent: 100_000, patience: 300 } });
      const [slow, quick] = await Promise.all(
        ['slow', 'quick'].map(async (client) => (await WebSocketClient.open(url)).greet({ client })),
      );
      for (const client of [slow, quick]) {
        await client.ask('load', { mesh: 'm', ...meshOf });
        const options = { contactDistance: 0.5, resolution: 0.5, backend: 'cpu' };
        await client.ask('detector', { detector: 'd', bone: 'm', tool: 'm', ...options });
      }
      slow.socket.pause();
      slow.say('path', { detector: 'd', poses: Array.from({ length: 2000 }, () => POSE).flat() });
      await until(() => server.lines.length > 0);
      expect(server.lines).toEqual([expect.stringMatching(/^client \d+ at 127\.0\.0\.1:\d+ \("slow"\) is dropped: /)]);
      slow.socket.resume();
      expect((await slow.ended)[0]).toBe(1013);
      expect(await quick.ask('report', { detector: 'd', pose: POSE })).toMatchObject({ ok: true });
      await until(() => server.sessions === 1);
    }),
  );
});

describe('a client that says nothing', () => {
  test('keeps its session for an hour, though it answers no ping, as one that reads only while it waits', async () => {
    jest.useFakeTimers({ doNotFake: REAL_TIMERS });
    try {
      const { url } = await open();
      const client = await WebSocketClient.open(url, { autoPong: false });
      await client.greet();
      await client.ask('load', { mesh: 'm', ...meshOf });
      jest.advanceTimersByTime(3_600_000);
      expect(await client.ask('mesh', { mesh: 'm' })).toMatchObject({ ok: true });
      expect(server.sessions).toBe(1);
    } finally {
      jest.useRealTimers();
    }
  });

  const table = '/proc/net/tcp';
  testUnless(existsSync(table) ? [] : [table], 'is asked by TCP whether its machine is still there', async () => {
    const { url } = await open();
    await (await WebSocketClient.open(url)).greet();
    const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
    // proc(5): the local address, the other one, state 01 (connected), queues, timer 02 (keep-alive) and its ticks.
    const row = new RegExp(`^ *\\d+: \\w+:${port} \\w+:\\w+ 01 \\S+ (\\d\\d):`, 'm');
    const timer = () => row.exec(readFileSync(table, 'utf8'))?.[1];
    // Until the data sent is acknowledged, the timer is the retransmission timer.
    await until(() => timer() !== '01');
    expect(timer()).toBe('02');
  });
});

describe('sizes', () => {
  test('a message of more than may be, by what its head announces; whoever runs the server reads it', async () => {
    const { url } = await open({ limits: { maxMessage: 1000 } });
    for (const message of ['x'.repeat(1001), Buffer.alloc(1001)]) {
      const client = await (await WebSocketClient.open(url)).greet({ client: 'loud' });
      client.socket.send(message);
      expect((await client.ended)[0]).toBe(1009);
    }
    const says =
      / \("loud"\) is dropped: it sent a message of more than 1000 bytes, as many as --max-message allows \(1009\)\.$/;
    expect(server.lines).toEqual([expect.stringMatching(says), expect.stringMatching(says)]);
  });

  // RFC 6455, 5.2: the first byte of a frame, 128 | length, a mask of zeros, the text.
  test.each<[what: string, head: number, code: number, says: RegExp]>([
    ['broken UTF-8', 0x81, 1007, /^client 1 at \S+ is dropped: it sent a text that is no UTF-8 \(1007\)\.$/],
    [
      'a frame of no kind',
      0x83,
      1002,
      /^client 1 at \S+ is dropped: it sent what is no frame .* \(1002, WS_ERR_\w+\)\.$/,
    ],
  ])('%s: whoever runs the server reads it', async (_what, head, code, says) => {
    const { url } = await open();
    const client = await WebSocketClient.open(url);
    rawSocket(client).write(Buffer.from([head, 0x80 | 2, 0, 0, 0, 0, 0xc3, 0x28]));
    expect((await client.ended)[0]).toBe(code);
    expect(server.lines).toEqual([expect.stringMatching(says)]);
  });

  test('a frame of 2 GB is refused before a byte of it has come', async () => {
    const { url } = await open();
    const client = await WebSocketClient.open(url);
    // RFC 6455, 5.2: a binary frame, masked, its length in 8 bytes.
    const head = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x80, 0, 0, 0, 1, 2, 3, 4]);
    rawSocket(client).write(head);
    expect((await client.ended)[0]).toBe(1009);
    const line = StdioClient.open();
    line.send('{"id":1,"type":"load","binary":{"bytes":2147483648,"arrays":[]}}');
    expect((await line.next()).message).toMatchObject({ id: 1, error: { code: 'MESSAGE_TOO_LARGE' } });
    await line.done;
  });

  test('memory, by what the formulas say', async () => {
    const most = detectorBytes(bone, bone) + 10_000;
    const { url } = await open({ limits: { maxMemory: most } });
    const client = await (await WebSocketClient.open(url)).greet();
    expect(await client.ask('load', { mesh: 'm', ...meshOf })).toMatchObject({ ok: true });
    const make = (detector: string) =>
      client.ask('detector', { detector, bone: 'm', tool: 'm', contactDistance: 0, resolution: 1, backend: 'cpu' });
    expect(await make('a')).toMatchObject({ ok: true });
    expect(await make('b')).toMatchObject({ error: { code: 'MEMORY_LIMIT' } });
    // There is room if it replaces the old one.
    expect(await make('a')).toMatchObject({ ok: true });
    expect(await client.ask('load', { mesh: 'n', dataset: 'skull-phantom', faceCount: 4_000_000 })).toMatchObject({
      error: { code: 'MEMORY_LIMIT' },
    });
    expect(await client.ask('unload', { detector: 'a' })).toMatchObject({ ok: true });
    expect(await make('b')).toMatchObject({ ok: true });
    expect(await client.ask('cuttable', { cuttable: 'c', surface: 'm', cell: 1e-3 })).toMatchObject({
      error: { code: 'MEMORY_LIMIT' },
    });
    expect(cuttableBytes([20, 16, 12], 1)).toBeLessThan(LIMITS.maxMemory);
    expect(server.bytes).toBeLessThanOrEqual(most);
  });

  inDeep(() =>
    test('threads and loops', async () => {
      const { url } = await open({ limits: { maxWorkers: 2, maxLoops: 1 } });
      const client = await (await WebSocketClient.open(url)).greet();
      await client.ask('load', { mesh: 'm', ...meshOf });
      await client.ask('detector', {
        detector: 'd',
        bone: 'm',
        tool: 'm',
        contactDistance: 0,
        resolution: 9,
        backend: 'cpu',
      });
      expect(await client.ask('path', { detector: 'd', poses: POSE, workers: 3 })).toMatchObject({
        error: { code: 'BAD_WORKERS' },
      });
      expect(await client.ask('haptic-start', { loop: 'a', bone: 'm', tool: 'm' })).toMatchObject({ ok: true });
      expect(await client.ask('haptic-start', { loop: 'b', bone: 'm', tool: 'm' })).toMatchObject({
        error: { code: 'TOO_MANY_LOOPS' },
      });
      expect(await client.ask('haptic-start', { loop: 'a', bone: 'm', tool: 'm' })).toMatchObject({ ok: true });
      const inverse = { url: 'ws://192.0.2.1' };
      expect(await client.ask('haptic-start', { loop: 'a', bone: 'm', tool: 'm', options: { inverse } })).toMatchObject(
        {
          error: { code: 'BAD_MEMBER' },
        },
      );
    }),
  );

  test('the rate is an even one, with a second of it at once', () => {
    let now = 0;
    const rate = new RateBound(10, () => now);
    const taken = (count: number) => Array.from({ length: count }, () => rate.take()).filter(Boolean).length;
    expect(taken(30)).toBe(10);
    now = 500;
    expect(taken(30)).toBe(5);
    now = 60_500;
    expect(taken(30)).toBe(10);
  });
});

test('files: those below the folder alone, by no way round', async () => {
  const top = await temporaryFolder('files');
  const folder = join(top, 'meshes');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  const bytes = writeMesh(bone, 'ply');
  for (const place of [join(top, 'secret.ply'), join(folder, 'a.ply'), join(folder, 'inner/b.ply')])
    writeFileSync(place, bytes);
  writeFileSync(`${folder}-beside.ply`, bytes);
  writeFileSync(join(folder, 'large.ply'), Buffer.alloc(60_000));
  symlinkSync(join(top, 'secret.ply'), join(folder, 'out.ply'));
  symlinkSync(top, join(folder, 'up'));
  symlinkSync(join(folder, 'a.ply'), join(folder, 'in.ply'));
  const { url } = await open({ files: folder, limits: { maxMessage: 50_000 } });
  const client = await (await WebSocketClient.open(url)).greet();
  const codes: Record<string, unknown> = {};
  const paths = ['a.ply', 'inner/b.ply', 'inner/../a.ply', 'in.ply', './a.ply'];
  const refused = [
    '../secret.ply',
    'out.ply',
    'up/secret.ply',
    join(top, 'secret.ply'),
    join(folder, 'a.ply'),
    '../meshes-beside.ply',
  ];
  for (const path of [...paths, ...refused, 'none.ply', 'inner', 'a\0.ply', 'large.ply', 'inner/x.ply/../../a.ply'])
    codes[path] = ((await client.ask('load', { mesh: 'm', path })).error as { code?: string } | undefined)?.code;
  expect(codes).toEqual({
    ...Object.fromEntries(paths.map((path) => [path, undefined])),
    ...Object.fromEntries(refused.map((path) => [path, 'FORBIDDEN_PATH'])),
    ...{
      'none.ply': 'UNREADABLE',
      inner: 'UNKNOWN_FORMAT',
      'a\0.ply': 'FORBIDDEN_PATH',
      'large.ply': 'MESSAGE_TOO_LARGE',
    },
    'inner/x.ply/../../a.ply': undefined,
  });
});
