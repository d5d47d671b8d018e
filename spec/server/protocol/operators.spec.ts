// What operators see of a server: its health, its numbers and its log, compared with what its clients heard; and how it
// ends while requests are under way.

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { box } from '#datasets';
import { EventLog } from '#protocol/event-log.ts';
import { mulberry32 } from '#harness/random.ts';
import { type SpecServer, StdioClient, specServer, WebSocketClient } from '#harness/serve-clients.ts';

type Event = Readonly<Record<string, unknown>>;

let server: SpecServer;
let events: Event[];
/** A server whose log is kept. */
async function open(options: Parameters<typeof specServer>[0] = {}): Promise<SpecServer> {
  events = [];
  const watch = new EventLog((line) => {
    expect(line).toMatch(/^\{"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","event":"[a-z-]+"[^\n]*\}\n$/);
    events.push(JSON.parse(line));
  });
  server = await specServer({ watch, ...options });
  return server;
}
afterEach(async () => {
  await server?.close();
});

const page = (path: string, init?: RequestInit) => fetch(server.url.replace('ws', 'http') + path, init);
const of = (event: string) => events.filter((one) => one.event === event);
const until = async (isThere: () => boolean) => {
  while (!isThere()) await new Promise((done) => setTimeout(done, 5));
};
const client = async (name = '') => (await WebSocketClient.open(server.url)).greet(name === '' ? {} : { client: name });
const bone = box({ size: [20, 16, 12] });
const POSE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 19.9, 0, 0, 1];

async function withDetector(one: WebSocketClient): Promise<WebSocketClient> {
  await one.ask('load', { mesh: 'm', positions: bone.positions, faces: bone.faces });
  const options = { contactDistance: 0.5, resolution: 8, backend: 'cpu' };
  await one.ask('detector', { detector: 'd', bone: 'm', tool: 'm', ...options });
  return one;
}

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Lines as the text format's own page describes them: HELP and TYPE of each family, then its samples. */
function samplesOf(text: string): Sample[] {
  expect(text.endsWith('\n')).toBe(true);
  const types = new Map<string, string>();
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, of, kind] = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary|untyped)$/.exec(line) ?? [];
      if (of !== undefined) {
        expect(types.has(of)).toBe(false);
        types.set(of, kind);
      }
      if (line === '' || line.startsWith('#')) return [];
      const [whole, name, labels = '', value] =
        /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/.exec(line) ?? [];
      expect(whole).toBe(line);
      expect(types.has(name) || types.has(name.replace(/_(bucket|sum|count)$/, ''))).toBe(true);
      expect(Number.isNaN(Number(value.replace('Inf', 'Infinity')))).toBe(/^nan$/i.test(value));
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
      return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
    });
}

const numbers = async (init?: RequestInit) => samplesOf(await (await page('/metrics', init)).text());
const valueIn = (samples: readonly Sample[], name: string, labels: Sample['labels'] = {}) =>
  samples.find((one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels))?.value;

describe('/healthz', () => {
  test('is 200, by GET and HEAD, with and without a token, full or not', async () => {
    for (const token of [null, 'rabbit']) {
      await open({ token, limits: { maxSessions: 1 } });
      const get = async () => {
        const answer = await page('/healthz?from=probe');
        return [answer.status, await answer.text(), answer.headers.get('cache-control')];
      };
      expect(await get()).toEqual([200, 'ok\n', 'no-store']);
      await WebSocketClient.open(server.url);
      expect(await get()).toEqual([200, 'ok\n', 'no-store']);
      const head = await page('/healthz', { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const post = await page('/healthz', { method: 'POST', body: 'x'.repeat(1000) });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      await server.close();
    }
  });
  test.each(['/', '/healthz/', '/metrics', '/health', '//healthz', '/../healthz/x'])(
    '%s is another page, and learns what this is',
    async (path) => {
      await open();
      expect((await page(path)).status).toBe(426);
    },
  );
  test('heads that are none, and one that is never read, leave it as it was', async () => {
    await open({ metrics: true });
    for (const head of [
      'GET /healthz\r\n\r\n',
      'GET  HTTP/1.1\r\n\r\n',
      '\0\0\0',
      'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
    ]) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => {});
      const closed = new Promise((done) => socket.once('close', done));
      socket.resume();
      socket.write(head);
      await closed;
    }
    expect((await page('/healthz')).status).toBe(200);
    expect(server.lines).toEqual([]);
  });
});

describe('/metrics', () => {
  test('is there only where it was asked for, and then needs the token if there is one', async () => {
    await open({ metrics: true, token: 'rabbit' });
    const status = async (authorization?: string) =>
      (await page('/metrics', authorization === undefined ? {} : { headers: { authorization } })).status;
    expect([await status(), await status('Bearer hare'), await status('Basic rabbit')]).toEqual([401, 401, 401]);
    expect(await status('Bearer rabbit')).toBe(200);
    expect((await page('/metrics')).headers.get('www-authenticate')).toBe('Bearer');
    // A request without a token is no guess.
    expect(of('wrong-token')).toHaveLength(1);
    const samples = await numbers({ headers: { authorization: 'Bearer rabbit' } });
    expect(valueIn(samples, 'kerf_wrong_tokens_total')).toBe(1);
  });

  test('has the text format, whose type it names, and the process beside kerf', async () => {
    await open({ metrics: true });
    const answer = await page('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const names = new Set(samplesOf(await answer.text()).map(({ name }) => name));
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
      expect(names).toContain(name);
  });

  test('counts what clients heard: each type and code, streams once, bytes; and histograms that add up', async () => {
    const headers = { authorization: 'Bearer a-secret-that-nobody-guesses' };
    await open({ metrics: true, token: 'a-secret-that-nobody-guesses', limits: { maxSessions: 3 } });
    const clients = await Promise.all([0, 1, 2].map(() => WebSocketClient.open(server.url, { headers })));
    let bytes = 0;
    for (const { socket } of clients)
      socket.on('message', (data: Buffer) => {
        bytes += data.length;
      });
    for (const one of clients) await withDetector(await one.greet({ client: 'the name of a client' }));
    const heard = new Map<string, number>([
      ['hello ok', 3],
      ['load ok', 3],
      ['detector ok', 3],
    ]);
    const random = mulberry32(3);
    const asks: (readonly [type: string, members: Event])[] = [
      ['ping', {}],
      ['distance', { detector: 'd', pose: POSE }],
      ['distance', { detector: 'none of these', pose: POSE }],
      ['distance', { detector: 'd', pose: POSE.map((x) => 2 * x) }],
      ['report', { detector: 'd', pose: POSE }],
      ['path', { detector: 'd', poses: [...POSE, ...POSE, ...POSE] }],
      ['path', { detector: 'd', poses: POSE.slice(1) }],
      ['no such "type"\n', {}],
      ['cancel', { request: 1 }],
      ['hello', { version: 1 }],
    ];
    for (let n = 0; n < 200; n++) {
      const [type, members] = asks[Math.floor(asks.length * random())];
      const { ok, error } = await clients[n % 3].ask(type, members);
      const code = ok === true ? 'ok' : (error as { code: string }).code;
      const key = `${type.startsWith('no such') ? 'other' : type} ${code}`;
      heard.set(key, (heard.get(key) ?? 0) + 1);
    }
    clients[0].send('{"id": 1');
    await clients[0].next();
    heard.set('other BAD_JSON', 1);
    expect(await WebSocketClient.open(server.url).catch(({ message }) => message)).toContain('503');

    const text = await (await page('/metrics', { headers })).text();
    const samples = samplesOf(text);
    const counted = samples.filter(({ name }) => name === 'kerf_requests_total');
    expect(new Map(counted.map(({ labels: { type, code }, value }) => [`${type} ${code}`, value]))).toEqual(heard);
    // Two outcomes of most types, so that neither is missed.
    expect([...heard.keys()].filter((key) => !key.endsWith(' ok')).length).toBeGreaterThanOrEqual(6);
    const sum = (name: string) =>
      samples.filter((one) => one.name === name).reduce((total, { value }) => total + value, 0);
    expect(sum('kerf_answer_bytes_total')).toBe(bytes);
    expect(['kerf_sessions', 'kerf_sessions_limit', 'kerf_sessions_opened_total'].map((name) => sum(name))).toEqual([
      3, 3, 3,
    ]);
    expect(sum('kerf_session_memory_bytes')).toBe(server.bytes);
    expect(valueIn(samples, 'kerf_connections_refused_total', { reason: 'full' })).toBe(1);
    const types = new Set(counted.map(({ labels }) => labels.type));
    for (const type of types) {
      const buckets = samples.filter(
        ({ name, labels }) => name === 'kerf_request_seconds_bucket' && labels.type === type,
      );
      const values = buckets.map(({ value }) => value);
      expect(values).toEqual([...values].sort((a, b) => a - b));
      // Requests refused as they came have no duration.
      const total = counted.filter(({ labels }) => labels.type === type).reduce((all, { value }) => all + value, 0);
      const timed = values.at(-1) ?? 0;
      expect(valueIn(samples, 'kerf_request_seconds_count', { type }) ?? 0).toBe(timed);
      expect(timed).toBeLessThanOrEqual(total);
      if (!['other', 'hello'].includes(type)) expect(timed).toBe(total);
    }
    for (const word of ['secret', 'no such', 'the name of', 'none of these']) expect(text).not.toContain(word);
  });

  test('has no label that clients can multiply', async () => {
    await open({ metrics: true });
    const one = await client();
    const before = (await numbers()).length;
    for (let n = 0; n < 300; n++) await one.ask(`type${n}`, { [`member${n}`]: n });
    // The type `other`, with one code: a count, bytes.
    expect((await numbers()).length - before).toBeLessThan(40);
  });
});

describe('the log', () => {
  test('has a line for each session and request, with their numbers, and an end for each beginning', async () => {
    await open({ origins: [], limits: { maxSessions: 2 } });
    const [a, b] = [await client('first "client"\n{'), await client()];
    await withDetector(a);
    const id = a.say('distance', { detector: 'd', pose: POSE });
    const other = b.say('distance', { detector: 'd', pose: POSE });
    await Promise.all([a.next(), b.next()]);
    await a.stream('path', { detector: 'd', poses: [...POSE, ...POSE] });
    a.send('no message');
    await a.next();
    for (const options of [{ origin: 'https://evil.example' }, {}])
      await WebSocketClient.open(server.url, options).catch(() => {});
    await a.close();
    await until(() => of('closed').length === 1);
    expect(of('opened').map(({ session, from }) => [session, /^127\.0\.0\.1:\d+$/.test(`${from}`)])).toEqual([
      [1, true],
      [2, true],
    ]);
    const answered = of('answered').map(({ time: _, event: __, ms, bytes, ...rest }) => {
      expect(ms === undefined || Number(ms) >= 0).toBe(true);
      expect(Number(bytes)).toBeGreaterThan(20);
      return { ...rest, isTimed: ms !== undefined };
    });
    const ok = (session: number, request: number, type: string) => ({
      session,
      request,
      type,
      ok: true,
      isTimed: true,
    });
    expect(answered).toEqual([
      ok(1, 1, 'hello'),
      ok(2, 1, 'hello'),
      ok(1, 2, 'load'),
      ok(1, 3, 'detector'),
      ...[ok(1, id, 'distance'), { ...ok(2, other, 'distance'), ok: false, code: 'UNKNOWN_NAME' }],
      { ...ok(1, 5, 'path'), answers: 3 },
      { session: 1, request: null, ok: false, code: 'BAD_JSON', isTimed: false },
    ]);
    expect(of('refused').map(({ why }) => why)).toEqual(['origin', 'full']);
    expect(of('closed')).toMatchObject([{ session: 1, client: 'first "client"\n{', code: 1005 }]);
  });

  test('names the address of a wrong token, and never the token', async () => {
    await open({ token: 'rabbit' });
    const other = await WebSocketClient.open(server.url);
    await other.ask('hello', { version: 1, token: 'my-wrong-guess' });
    const headers = { authorization: 'Bearer my-wrong-guess' };
    await WebSocketClient.open(server.url, { headers }).catch(() => {});
    expect(of('wrong-token').map(({ from }) => /^127\.0\.0\.1:\d+$/.test(`${from}`))).toEqual([true, true]);
    expect(JSON.stringify(events)).not.toMatch(/guess|rabbit/);
  });

  test('has durations that no clock of the day changes', async () => {
    const real = Date.now;
    let jump = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + jump);
    try {
      const stamps: string[] = [];
      const lines: Event[] = [];
      const stamp = () => {
        jump = jump === 0 ? -86_400_000 : 0;
        stamps.push(new Date(Date.now()).toISOString());
        return stamps.at(-1)!;
      };
      await open({ watch: new EventLog((line) => lines.push(JSON.parse(line)), stamp) });
      const begin = performance.now();
      const one = await client();
      for (let n = 0; n < 20; n++) await one.ask('ping');
      const most = performance.now() - begin;
      const durations = lines.filter(({ event }) => event === 'answered').map(({ ms }) => Number(ms));
      expect(durations).toHaveLength(21);
      expect(durations.every((ms) => ms >= 0)).toBe(true);
      // Each request came after the last one's answer. A duration is rounded to a microsecond.
      expect(durations.reduce((sum, ms) => sum + ms - 0.0005, 0)).toBeLessThanOrEqual(most);
      expect(lines.map(({ time }) => time)).toEqual(stamps);
      expect(stamps).not.toEqual([...stamps].sort());
    } finally {
      clock.mockRestore();
    }
  });

  test('of standard input has one session', async () => {
    const lines: Event[] = [];
    const watch = new EventLog((line) => lines.push(JSON.parse(line)));
    const one = StdioClient.open({}, null, watch);
    await one.greet({ client: 'by pipe' });
    await one.ask('ping');
    await one.close();
    expect(lines.map(({ event, session, type, client: name }) => [event, session, type ?? name])).toEqual([
      ['opened', 1, undefined],
      ['answered', 1, 'hello'],
      ['answered', 1, 'ping'],
      ['closed', 1, 'by pipe'],
    ]);
  });
});

describe('the page for operators', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../lib/server/protocol/README.md'), 'utf8');
  const [, section] = /^## For operators\n(.*?)^## /ms.exec(page) ?? ['', ''];
  const rows = [...section.matchAll(/^\| (`.+?) +\| (.+?) +\|$/gm)].map(([, head, cell]) => [head, cell]);
  const words = (text: string) => [...text.matchAll(/`(\w[\w-]*)/g)].map(([, word]) => word);

  test('has each event of the log, and its members', () => {
    const lines: Event[] = [];
    const log = new EventLog((line) => lines.push(JSON.parse(line)));
    log.listening('ws://a');
    log.opened(1, 'a:1');
    const answer = { request: 1, type: 'path', bytes: 1, ms: 1, seq: 1, isLast: true };
    log.answered(1, { ...answer, code: 'A' });
    log.closed(1, 'a', 1000);
    log.refused('a:1', 'full');
    log.wrongToken('a:1', 1, 1000);
    log.said('a', 1);
    log.failed(new Error('a'));
    log.lost(1);
    log.draining(1);
    log.drained(0);
    const listed = rows.filter(([head]) => !head.startsWith('`kerf_'));
    expect(listed.map(([head]) => words(head)[0])).toEqual(lines.map(({ event }) => event));
    for (const [n, { time: _, event: __, ...members }] of lines.entries())
      expect(words(listed[n][1])).toEqual(expect.arrayContaining(Object.keys(members)));
  });
  test("has each of kerf's numbers", async () => {
    await open({ metrics: true });
    await client();
    const names = (await numbers()).flatMap(({ name }) => (name.startsWith('kerf_') ? [name] : []));
    const families = new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    // A counter with labels has no sample before its first event.
    const listed = rows.flatMap(([head]) => words(head)).filter((word) => word.startsWith('kerf_'));
    expect(listed.sort()).toEqual([...families].sort());
  });
  test('has lines as the log writes them', () => {
    const [, shown] = /^```text\n(.*?)^```/ms.exec(section) ?? ['', ''];
    const lines: string[] = [];
    const log = new EventLog(
      (line) => lines.push(line),
      () => '…',
    );
    log.opened(3, '10.0.0.7:51312');
    const answer = { seq: undefined, isLast: true };
    log.answered(3, { ...answer, request: 7, type: 'report', code: null, ms: 4.812, bytes: 90_211 });
    log.answered(3, { ...answer, request: 8, type: 'pose', code: 'NOT_RIGID', ms: 0.1, bytes: 147 });
    expect(lines.join('')).toBe(shown);
  });
});

describe('the end of a server', () => {
  const HOUR = 3_600_000;

  test('answers what is under way, reads no more, refuses newcomers, and says goodbye', async () => {
    await open({ metrics: true });
    const [busy, idle] = [await withDetector(await client()), await client()];
    const silent = await WebSocketClient.open(server.url);
    const poses = Array.from({ length: 200 }, () => POSE).flat();
    const stream = busy.stream('path', { detector: 'd', poses });
    const pings = Array.from({ length: 50 }, () => busy.say('ping'));
    await until(() => of('answered').some(({ type }) => type === 'ping'));
    const drained = server.drain(HOUR);
    expect(of('answered').some(({ type }) => type === 'path')).toBe(false);
    expect([(await page('/healthz')).status, await (await page('/healthz')).text()]).toEqual([503, 'draining\n']);
    expect(await WebSocketClient.open(server.url).catch(({ message }) => message)).toContain('503');
    expect(of('refused').at(-1)).toMatchObject({ why: 'draining' });
    expect(await idle.ended).toEqual([1001, 'kerf serve ends']);
    expect(await silent.ended).toEqual([1001, 'kerf serve ends']);
    expect(await stream).toHaveLength(201);
    expect(await busy.ended).toEqual([1001, 'kerf serve ends']);
    // Those that had been read.
    expect(busy.heard.length).toBeGreaterThan(0);
    expect(busy.heard.map(({ message: { id, ok } }) => [id, ok])).toEqual(
      pings.slice(0, busy.heard.length).map((id) => [id, true]),
    );
    expect([await drained, server.sessions]).toEqual([0, 0]);
    expect((await page('/healthz')).status).toBe(503);
  });

  test('does not wait for ever for a client that never stops asking: its answers have no gap, and then it is left', async () => {
    await open();
    const one = await client();
    let isOver = false;
    let asked = 0;
    const ask = () => {
      // Always four that wait, so that the server is never idle by itself.
      while (!isOver && asked - one.heard.length < 4) {
        asked++;
        one.say('ping');
      }
      if (!isOver) setImmediate(ask);
    };
    ask();
    await until(() => one.heard.length > 100);
    expect(await server.drain(HOUR)).toBe(0);
    expect(await one.ended).toEqual([1001, 'kerf serve ends']);
    isOver = true;
    // hello had the first id.
    expect(one.heard.map(({ message }) => message.id)).toEqual(one.heard.map((_, n) => n + 2));
    expect(one.heard.every(({ message }) => message.ok === true)).toBe(true);
  });

  test.each([0, 20])('gives up, after %d ms, what a client does not take, and counts that session', async (ms) => {
    await open({ limits: { maxUnsent: 2 ** 16, patience: HOUR } });
    const [slow, idle] = [await withDetector(await client()), await client()];
    slow.say('path', { detector: 'd', poses: Array.from({ length: 20_000 }, () => POSE).flat() });
    await slow.next();
    slow.socket.pause();
    expect(await server.drain(ms)).toBe(1);
    expect(await idle.ended).toEqual([1001, 'kerf serve ends']);
    expect(server.sessions).toBe(0);
  });

  test('is not kept by a client that has left meanwhile', async () => {
    await open();
    const one = await withDetector(await client());
    one.say('path', { detector: 'd', poses: Array.from({ length: 5000 }, () => POSE).flat() });
    await one.next();
    one.socket.terminate();
    const drained = server.drain(HOUR);
    expect([0, 1]).toContain(await drained);
    expect(server.sessions).toBe(0);
  });
});
