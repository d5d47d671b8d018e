// Sessions that compute in threads of their own: while one is busy the others are answered; cancel, a disconnect, a
// limit and a killed thread end what is computed, and what a session had afterwards is what it had before.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { box, cuttingPath, makeDataset } from '#datasets';
import { LIMITS } from '#protocol/limits.ts';
import { Session } from '#protocol/session.ts';
import { sharedMeshes } from '#protocol/shared-meshes.ts';
import { phantom } from '#harness/phantom.ts';
import { type Message, type SpecServer, specServer, WebSocketClient } from '#harness/serve-clients.ts';
import { until, WatchedThreads } from '#harness/watched-threads.ts';

/**
 * Two boxes of 12 faces: their report has a row for each of a million leaves, and takes seconds, a hundred times as
 * long as what is asked beside it.
 */
const LONG = { contactDistance: 8, resolution: 0.12, backend: 'cpu' };
const SHORT = { contactDistance: 0.5, resolution: 10, backend: 'cpu' };
const at = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 3, 2, 1);
const bone = box({ size: 40 });

let server: SpecServer;
let threads: WatchedThreads;
beforeEach(() => {
  threads = new WatchedThreads();
});
afterEach(async () => {
  await server.close();
  await until(() => threads.alive.length === 0, 'no thread is left');
  threads.stop();
  expect(server.lines).toEqual([]);
});

async function client(): Promise<WebSocketClient> {
  const one = await (await WebSocketClient.open(server.url)).greet();
  for (const [type, members] of [
    ['load', { mesh: 'bone', positions: bone.positions, faces: bone.faces }],
    ['detector', { detector: 'long', bone: 'bone', tool: 'bone', ...LONG }],
    ['detector', { detector: 'short', bone: 'bone', tool: 'bone', ...SHORT }],
  ] as const)
    expect(await one.ask(type, members as Message)).toMatchObject({ ok: true });
  return one;
}

const code = ({ error }: Message) => (error as { code: string } | undefined)?.code;
const short = { detector: 'short', pose: at(30) };
const long = { detector: 'long', pose: at(1) };

/** The last answer to a request. */
async function last(one: WebSocketClient, id: number): Promise<Message> {
  const isLast = ({ seq, done }: Message) => seq === undefined || done === true;
  return (await one.next(({ message }) => message.id === id && isLast(message))).message;
}

/** A report's columns and state, without its times. */
async function columns(one: WebSocketClient): Promise<Message> {
  const { id: _id, stats: _stats, ...rest } = await one.ask('report', short);
  expect(rest).toMatchObject({ ok: true, state: 'intersecting' });
  return rest;
}

describe('while a session computes', () => {
  test('a loop of its own goes on cutting, whatever is cancelled beside it', async () => {
    server = await specServer();
    const one = await client();
    const blade = box({ size: [2, 8, 8] });
    await one.ask('load', { mesh: 'blade', positions: blade.positions, faces: blade.faces });
    expect(await one.ask('cuttable', { cuttable: 'c', surface: 'bone', cell: 1 })).toMatchObject({ ok: true });
    const loop = { loop: 'l', cuttable: 'c', tool: 'blade', options: { cutting: { stroke: 2, axis: [1, 0, 0] } } };
    expect(await one.ask('haptic-start', loop)).toMatchObject({ ok: true });
    await one.ask('haptic-cut', { loop: 'l', isOn: true });
    const edits = async () => {
      const { snapshot } = (await one.ask('haptic-snapshot', { loop: 'l' })) as {
        snapshot: { cutting: { edits: number } };
      };
      return snapshot?.cutting.edits ?? 0;
    };
    let y = 30;
    /** Presses the blade on until the loop's bone shows more cuts. */
    const cutMore = async () => {
      const before = await edits();
      for (let n = 0; n < 4000 && (await edits()) < before + 2; n++) {
        y -= 0.02;
        await one.ask('haptic-move', {
          loop: 'l',
          pose: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1),
        });
        await new Promise((done) => setTimeout(done, 2));
      }
      return (await edits()) - before;
    };
    expect(await cutMore()).toBeGreaterThan(1);
    for (let n = 0; n < 3; n++) {
      const asked = one.say('report', long);
      await new Promise((done) => setTimeout(done, 30));
      await one.ask('cancel', { request: asked });
      expect(code(await last(one, asked))).toBe('CANCELLED');
    }
    expect(await cutMore()).toBeGreaterThan(1);
    expect(await one.ask('haptic-stop', { loop: 'l' })).toMatchObject({ ok: true });
  });

  test('others are answered; then it is cancelled, and answers as before', async () => {
    server = await specServer();
    const [busy, other] = [await client(), await client()];
    const before = await columns(busy);
    expect(await columns(other)).toEqual(before);
    const asked = busy.say('report', long);
    const behind = busy.say('ping');
    expect(code(await other.ask('ping', { loud: true }))).toBe('UNKNOWN_MEMBER');
    for (let n = 0; n < 300; n++) expect(await other.ask('ping')).toMatchObject({ ok: true });
    for (let n = 0; n < 30; n++)
      expect(await other.ask('distance', { detector: 'short', pose: at(50) })).toMatchObject({ distance: 10 });
    // Neither the report nor what waits behind it.
    expect(busy.heard).toEqual([]);
    expect(await busy.ask('cancel', { request: asked })).toMatchObject({ ok: true, cancelled: true });
    expect(code((await busy.next()).message)).toBe('CANCELLED');
    expect((await busy.next()).message).toMatchObject({ id: behind, ok: true });
    expect(await columns(busy)).toEqual(before);
    expect(await busy.ask('cancel', { request: asked })).toMatchObject({ cancelled: false });
  });

  test('whatever it computes is cancelled: a report, a path, a volume, a bone in the making', async () => {
    server = await specServer();
    const one = await client();
    await one.ask('load', { mesh: 'skull', dataset: 'skull-phantom', faceCount: 60_000 });
    await one.ask('load', { mesh: 'saw', dataset: 'saw-blade' });
    const bodies = { bone: 'skull', tool: 'skull', contactDistance: 1, resolution: 0.2, backend: 'cpu' };
    await one.ask('detector', { detector: 'skulls', ...bodies });
    const turned = Float64Array.of(0.36, 0.48, -0.8, 0, -0.8, 0.6, 0, 0, 0.48, 0.64, 0.6, 0, 2, 3, 4, 1);
    const asked: [string, Message][] = [
      ['report', { detector: 'skulls', pose: turned }],
      ['path', { detector: 'long', poses: Float64Array.from([...at(1), ...at(2)]) }],
      ['path', { detector: 'long', poses: Float64Array.from([...at(1), ...at(2)]), workers: 2 }],
      ['volume', { detector: 'skulls', pose: turned, relativeWidth: 1e-9 }],
      ['cuttable', { cuttable: 'c', surface: 'skull', cell: 0.4 }],
    ];
    const before = await columns(one);
    for (const [type, members] of asked) {
      const id = one.say(type, members);
      // Until it is under way.
      await new Promise((done) => setTimeout(done, 50));
      const { cancelled } = await one.ask('cancel', { request: id });
      const answer = await last(one, id);
      // A volume may be found before.
      if (type === 'volume') expect([undefined, 'CANCELLED']).toContain(code(answer));
      else expect([type, cancelled, code(answer)]).toEqual([type, true, 'CANCELLED']);
      expect(await columns(one)).toEqual(before);
    }
    expect(code(await one.ask('mesh', { cuttable: 'c' }))).toBe('UNKNOWN_NAME');
  });

  test('it disconnects: its thread ends, and its place is free', async () => {
    server = await specServer({ limits: { maxSessions: 1 } });
    const one = await client();
    one.say('report', long);
    await until(() => threads.all.some(({ asked, answered }) => asked > answered + 1), 'it computes');
    await one.close();
    await until(() => threads.alive.length === 0 && server.sessions === 0, 'the thread has ended');
    expect(await (await client()).ask('ping')).toMatchObject({ ok: true });
  });

  test('the hand of its loop is moved and read', async () => {
    server = await specServer();
    const one = await client();
    expect(await one.ask('haptic-start', { loop: 'l', bone: 'bone', tool: 'bone' })).toMatchObject({ ok: true });
    const asked = one.say('report', long);
    await one.ask('haptic-move', { loop: 'l', pose: at(60) });
    for (let ticks = 0; ticks < 50; ) {
      const { snapshot } = (await one.ask('haptic-snapshot', { loop: 'l' })) as { snapshot: { ticks: number } | null };
      ticks = snapshot?.ticks ?? 0;
    }
    expect(one.heard).toEqual([]);
    expect(code(await one.ask('haptic-cut', { loop: 'l', isOn: true }))).toBe('BAD_OPTION');
    await one.ask('cancel', { request: asked });
    await one.next();
    expect(await one.ask('haptic-stop', { loop: 'l' })).toMatchObject({ ok: true });
    expect(code(await one.ask('haptic-move', { loop: 'l', pose: at(60) }))).toBe('UNKNOWN_NAME');
  });

  test('its thread is killed: its request is refused by name, other sessions go on, and it begins anew', async () => {
    server = await specServer();
    const other = await client();
    const before = await columns(other);
    const one = await client();
    const thread = threads.all[threads.all.length - 1];
    const asked = one.ask('report', long);
    // What begins a session is not answered.
    await until(() => thread.asked > thread.answered + 1, 'it computes');
    void thread.worker.terminate();
    expect(code(await asked)).toBe('WORKER_DIED');
    expect(await columns(other)).toEqual(before);
    expect(code(await one.ask('report', short))).toBe('UNKNOWN_NAME');
    expect(await one.ask('load', { mesh: 'bone', positions: bone.positions, faces: bone.faces })).toMatchObject({
      ok: true,
    });
  });
});

describe('long texts', () => {
  const numbers = Array.from({ length: 30_000 }, (_, n) => Math.sin(n));
  const faces = Array.from({ length: 30_000 }, (_, n) => n % 10_000);
  const text = (id: number, more: object = {}) =>
    JSON.stringify({ id, type: 'load', mesh: 'm', positions: numbers, faces, ...more });

  test('are read by another thread, in the order in which they came', async () => {
    server = await specServer();
    const one = await (await WebSocketClient.open(server.url)).greet({ arrays: 'lists' });
    expect(text(1).length).toBeGreaterThan(2 ** 19);
    // All in one go: long and short ones, an array in a frame, and what is no request.
    one.send(text(10));
    one.send('{"id":11,"type":"held"}');
    one.send(
      text(12, {
        mesh: 'n',
        faces: undefined,
        binary: { bytes: 24, arrays: [{ name: 'faces', type: 'u32', length: 6, offset: 0 }] },
      }),
    );
    one.send('{"id":13,"type":"ping"}');
    one.send(text(14).replace('[0,', '[nul,'));
    one.send(text(15, { faces: [...faces, -1] }));
    one.send(text(16, { type: 'lod' }));
    one.send(text(17, { mesh: 'o' }));
    one.send('{"id":18,"type":"held"}');
    const heard: Message[] = [];
    while (heard.length < 9) heard.push((await one.next()).message);
    // Refusals come at once, answers in the order of their requests.
    const [refused, answers] = [false, true].map((ok) => heard.filter((message) => message.ok === ok));
    expect(refused.map((message) => [message.id, code(message)])).toEqual([
      [12, 'BAD_FRAME'],
      [null, 'BAD_JSON'],
      [15, 'BAD_MEMBER'],
      [16, 'UNKNOWN_TYPE'],
    ]);
    expect(answers.map(({ id }) => id)).toEqual([10, 11, 13, 17, 18]);
    const byId = (id: number) => heard.find((message) => message.id === id);
    expect(byId(11)).toMatchObject({ meshes: ['m'] });
    expect(byId(18)).toMatchObject({ meshes: ['m', 'o'] });
    expect((await one.ask('mesh', { mesh: 'm' })).positions).toEqual(numbers);
    await one.close();
  });

  test('what is nested without end is refused, short or long, and hurts nobody', async () => {
    server = await specServer();
    const [one, other] = [await client(), await client()];
    for (const depth of [33, 9000, 30_000]) {
      const nested = (id: number, more = '') =>
        `{"id":${id},"type":"held","x":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}${more}}`;
      one.send(nested(501));
      one.send(nested(502, `,"y":"${'y'.repeat(2 ** 17)}"`));
      for (let n = 0; n < 2; n++) expect(code((await one.next()).message)).toBe('BAD_MESSAGE');
    }
    // In a text brackets are letters.
    one.send(JSON.stringify({ id: 503, type: 'unload', mesh: '[{"'.repeat(100) }));
    expect(code((await one.next()).message)).toBe('UNKNOWN_NAME');
    other.send(text(504));
    expect((await other.next()).message).toMatchObject({ id: 504, ok: true });
    expect(await columns(one)).toEqual(await columns(other));
  });

  test('of a client that leaves hurt nobody', async () => {
    server = await specServer();
    const gone = await (await WebSocketClient.open(server.url)).greet();
    for (let n = 0; n < 5; n++) await new Promise((done) => gone.socket.send(text(n), done));
    gone.socket.terminate();
    await until(() => server.sessions === 0, 'it has left');
    const one = await (await WebSocketClient.open(server.url)).greet();
    one.send(text(10));
    expect((await one.next()).message).toMatchObject({ id: 10, ok: true });
    expect(server.bytes).toBeGreaterThan(0);
  });

  test('before hello none is read', async () => {
    server = await specServer();
    const one = await WebSocketClient.open(server.url);
    one.send(text(1));
    expect(code((await one.next()).message)).toBe('HELLO_FIRST');
    await one.greet();
    await one.close();
  });
});

describe('a mesh that several sessions load', () => {
  const skull = phantom(5000);
  const saw = makeDataset('saw-blade', { faces: 500 });
  const poses = cuttingPath({ poses: 24 });
  const pose = poses.slice(16 * 12, 16 * 13);
  const bodies = { bone: 'skull', tool: 'saw', contactDistance: 0.2, resolution: 2, backend: 'cpu' };
  beforeEach(() => until(() => sharedMeshes.size === 0, 'other specs hold none'));
  const loads: readonly [string, Message][] = [
    ['load', { mesh: 'skull', positions: skull.positions, faces: skull.faces }],
    ['load', { mesh: 'saw', positions: saw.positions, faces: saw.faces }],
    ['detector', { detector: 'd', ...bodies }],
  ];
  const trainee = async () => {
    const one = await (await WebSocketClient.open(server.url)).greet();
    for (const [type, members] of loads) expect(await one.ask(type, members)).toMatchObject({ ok: true });
    return one;
  };
  const asked = async (one: WebSocketClient | Session) => {
    const {
      id: _id,
      type: _type,
      ok: _ok,
      stats: _stats,
      ...rest
    } = (await one.ask('report', { detector: 'd', pose })) as Message;
    return rest;
  };

  test('is one in memory, and each session has its own: its answers, its edits, its names', async () => {
    server = await specServer();
    const alone = new Session({ limits: LIMITS });
    for (const [type, members] of loads) await alone.ask(type, members);
    const expected = await asked(alone);
    const clients = [await trainee(), await trainee(), await trainee()];
    // Of the saw, which is small, each has its own.
    expect(sharedMeshes.size).toBe(1);
    for (const one of clients) expect(await asked(one)).toEqual(expected);
    const remove = Uint32Array.from(new Set((expected.intersectingFaces as Uint32Array).filter((_, i) => i % 2 === 0)));
    const edit = { detector: 'd', remove, positions: skull.positions.slice(0, 9), faces: Uint32Array.of(0, 1, 2) };
    expect(remove.length).toBeGreaterThan(3);
    expect(await clients[0].ask('edit', edit)).toMatchObject({ ok: true });
    await alone.ask('edit', edit);
    expect(await asked(clients[0])).toEqual(await asked(alone));
    for (const one of clients.slice(1)) expect(await asked(one)).toEqual(expected);
    expect((await clients[0].ask('mesh', { mesh: 'skull' })).positions).toEqual(skull.positions);
    // As f32, or with a bit changed, it is another.
    await clients[1].ask('load', { mesh: 'other', positions: Float32Array.from(skull.positions), faces: skull.faces });
    await clients[1].ask('load', {
      mesh: 'moved',
      positions: skull.positions.map((x, i) => (i === 7 ? x + 1e-9 : x)),
      faces: skull.faces,
    });
    expect(sharedMeshes.size).toBe(3);
    await clients[1].ask('unload', { mesh: 'moved' });
    await clients[1].ask('load', { mesh: 'other', positions: skull.positions, faces: skull.faces });
    expect(sharedMeshes.size).toBe(1);
    await clients[2].close();
    await clients[1].close();
    expect(await asked(await trainee())).toEqual(expected);
    expect(sharedMeshes.size).toBe(1);
    await alone.close();
    await server.close();
    await until(() => sharedMeshes.size === 0, 'nothing is held');
  });

  test('is let go when the thread of its session dies', async () => {
    server = await specServer();
    const one = await trainee();
    expect(sharedMeshes.size).toBe(1);
    const thread = threads.all[threads.all.length - 1];
    void thread.worker.terminate();
    await until(() => sharedMeshes.size === 0, 'nothing is held');
    expect(code(await one.ask('report', { detector: 'd', pose }))).toBe('UNKNOWN_NAME');
  });
});

describe('limits', () => {
  test('a request that takes longer than it may is stopped', async () => {
    server = await specServer({ limits: { maxSeconds: 0.3 } });
    const one = await client();
    expect(code(await one.ask('report', long))).toBe('TOO_LONG');
    expect((await one.stream('path', { detector: 'long', poses: at(1) })).map(code)).toEqual(['TOO_LONG']);
    await columns(one);
  });

  test('a report of more rows than it may have is refused before the first is made', async () => {
    server = await specServer({ limits: { maxRows: 1000 } });
    const one = await client();
    expect(await one.ask('report', long)).toMatchObject({
      ok: false,
      error: { code: 'RESOLUTION_TOO_FINE', message: expect.stringContaining('at most 1000 are held') },
    });
    await columns(one);
  });
});

test('clients come, load and leave: no thread, session or byte stays', async () => {
  server = await specServer();
  for (let n = 0; n < 60; n++) {
    const one = await (await WebSocketClient.open(server.url)).greet();
    // Every third leaves in the middle of a request, every third without one.
    if (n % 3 > 0) {
      const load = one.ask('load', { mesh: 'bone', positions: bone.positions, faces: bone.faces });
      if (n % 3 === 1) await load;
      else load.catch(() => {});
    }
    await one.close();
  }
  await until(() => server.sessions === 0 && threads.alive.length === 0, 'all have left');
  expect(server.bytes).toBe(0);
});
