// Clients that join one session: what they ask side by side is answered as if one client had asked it in the order of
// the session's changes; each hears of the others' changes; who comes late, looks on, dies or is alone.

import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { SessionAnswerer } from '#protocol/answerer.ts';
import { LIMITS } from '#protocol/limits.ts';
import { JoinedSessions } from '#protocol/joined-sessions.ts';
import { Session } from '#protocol/session.ts';
import { longRun } from '#harness/long-run.ts';
import { messageJudge } from '#harness/protocol-messages.ts';
import { mulberry32 } from '#harness/random.ts';
import { type Message, type SpecServer, specServer, StdioClient, WebSocketClient } from '#harness/serve-clients.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 5502;
const bone = box({ size: 20 });
const burr = box({ size: [2, 2, 2] });
const at = (x: number, y: number, z: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
const meshOf = (mesh: { positions: unknown; faces: unknown }) => ({ positions: mesh.positions, faces: mesh.faces });
const code = ({ error }: Message) => (error as { code: string } | undefined)?.code;

let server: SpecServer;
afterEach(async () => {
  await server.close();
  expect(server.lines).toEqual([]);
});
const joined = async (name: string, more: Message = {}, join = 'room') =>
  (await WebSocketClient.open(server.url)).greet({ client: name, join, ...more });

/** Loads the bone and the burr, and makes a cuttable bone and a detector of it. */
const SETUP: readonly [string, Message][] = [
  ['load', { mesh: 'bone', ...meshOf(bone) }],
  ['load', { mesh: 'burr', ...meshOf(burr) }],
  ['cuttable', { cuttable: 'c', surface: 'bone', cell: 1 }],
  ['detector', { detector: 'd', cuttable: 'c', tool: 'burr', contactDistance: 0.5, resolution: 4, backend: 'cpu' }],
];

/** Changes that a client has heard of, in the order in which they came. */
const changes = (client: WebSocketClient) =>
  client.heard
    .filter(({ message }) => message.type === 'changed')
    .map(({ message, arrays }) => ({ ...message, ...arrays }) as Message);

/** Of all its members, whatever their order. */
const plain = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, sorted) ?? '')
    .digest('hex');

function sorted(_: string, one: unknown): unknown {
  if (ArrayBuffer.isView(one)) return Array.from(one as unknown as number[]);
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
  return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function request(random: () => number): [string, Message] {
  const somewhere = () => at(22 * (random() - 0.5), 22 * (random() - 0.5), 22 * (random() - 0.5));
  const kind = random();
  if (kind < 0.25)
    return ['cut', { cuttable: 'c', tool: 'burr', from: somewhere(), to: somewhere(), motion: 'linear' }];
  if (kind < 0.5) return ['intersects', { detector: 'd', pose: somewhere() }];
  if (kind < 0.7) return ['distance', { detector: 'd', pose: somewhere() }];
  if (kind < 0.8) return ['pose', { detector: 'd', pose: somewhere() }];
  if (kind < 0.9) return ['intersects', { detector: 'd' }];
  return ['ping', {}];
}

async function isOneSequence(messages: number): Promise<void> {
  server = await specServer();
  const clients = [await joined('Anna'), await joined('Ben')];
  for (const [type, members] of SETUP) expect(await clients[0].ask(type, members)).toMatchObject({ ok: true });
  const randoms = [mulberry32(SEED), mulberry32(SEED + 1)];
  const asked: { type: string; members: Message; answer: Message; by: number }[] = [];
  await Promise.all(
    clients.map(async (client, by) => {
      // Some wait in the queue of their client, so that the two really meet.
      for (let n = 0; n < messages / 2; n += 5)
        await Promise.all(
          Array.from({ length: 5 }, async () => {
            const [type, members] = request(randoms[by]);
            asked.push({ type, members, answer: await client.ask(type, members), by });
          }),
        );
    }),
  );
  const made = asked.filter(({ type, answer }) => ['cut', 'pose'].includes(type) && answer.ok === true);
  made.sort((a, b) => (a.answer.sequence as number) - (b.answer.sequence as number));
  const first = SETUP.length + 1;
  expect(made.map(({ answer }) => answer.sequence)).toEqual(made.map((_, n) => first + n));
  expect(new Set(made.map(({ by }) => by)).size).toBe(2);
  // One client alone asks the same: each question after the change that its answer knew of.
  const alone = new Session({ limits: LIMITS });
  for (const [type, members] of SETUP) await alone.ask(type, members);
  let compared = 0;
  const compare = async ({ type, members, answer }: (typeof asked)[number], known: number) => {
    const { id: _id, type: _type, ok: _ok, sequence: _sequence, ...body } = answer;
    expect({ compared, type, known, hash: plain(body) }).toEqual({
      compared,
      type,
      known,
      hash: plain(await alone.ask(type, members)),
    });
    compared++;
  };
  for (let known = first - 1; known < first + made.length; known++) {
    const change = made.find(({ answer }) => answer.sequence === known);
    if (change) await compare(change, known);
    for (const one of asked)
      if (one.answer.ok === true && one.answer.sequence === known && one !== change) await compare(one, known);
  }
  expect(compared).toBe(asked.filter(({ answer }) => answer.ok === true).length);
  expect(compared).toBeGreaterThan(0.95 * asked.length);
  // Each has heard of all that the other changed, in order, with the same edit.
  for (const [by, client] of clients.entries()) {
    const others = made.filter((one) => one.by !== by);
    const heard = changes(client).filter(({ change }) => change === 'cut' || change === 'pose');
    expect(heard.map(({ sequence }) => sequence)).toEqual(others.map(({ answer }) => answer.sequence));
    for (const [n, { answer }] of others.entries())
      for (const name of ['remove', 'positions', 'faces', 'volumeLoss'])
        expect(plain(heard[n][name])).toBe(plain(answer[name]));
  }
  for (const client of clients) await client.close();
  await alone.close();
}

test(`two clients cut and query one bone: as one sequence (seed ${SEED})`, () => isOneSequence(200));
inDeep(() => {
  test(`the same at length (seed ${SEED})`, () => isOneSequence(longRun(10_000, 1000)), 3_000_000);
});

describe('a session that is joined', () => {
  test('who comes late finds what is there; changes are said to the others, and to nobody else', async () => {
    server = await specServer();
    const anna = await joined('Anna');
    for (const [type, members] of SETUP) await anna.ask(type, members);
    const cut = await anna.ask('cut', {
      cuttable: 'c',
      tool: 'burr',
      from: at(0, 0, 14),
      to: at(0, 0, 8),
      motion: 'linear',
    });
    const stranger = await (await WebSocketClient.open(server.url)).greet();
    const other = await joined('Cleo', {}, 'another room');
    const late = (await WebSocketClient.open(server.url)) as WebSocketClient;
    expect(await late.ask('hello', { version: 1, client: 'Ben', join: 'room' })).toMatchObject({
      ok: true,
      members: 2,
    });
    expect(await late.ask('held')).toMatchObject({
      meshes: ['bone', 'burr'],
      detectors: ['d'],
      cuttables: ['c'],
      loops: [],
      sequence: 5,
    });
    const [here, there] = [await anna.ask('mesh', { cuttable: 'c' }), await late.ask('mesh', { cuttable: 'c' })];
    expect(plain(there.faces)).toBe(plain(here.faces));
    const pose = at(0, 0, 9);
    expect(plain((await late.ask('intersects', { detector: 'd', pose })).intersectingFaces)).toBe(
      plain((await anna.ask('intersects', { detector: 'd', pose })).intersectingFaces),
    );
    expect(cut).toMatchObject({ ok: true, sequence: 5, detectors: ['d'] });
    await late.ask('cut', { cuttable: 'c', tool: 'burr', from: at(5, 0, 14), to: at(5, 0, 8), motion: 'linear' });
    await late.close();
    await anna.next(({ message }) => message.change === 'left');
    expect(changes(anna).map(({ change, by, sequence }) => [change, by, sequence])).toEqual([
      ['joined', 'Ben', undefined],
      ['cut', 'Ben', 6],
    ]);
    for (const change of anna.heard) expect(messageJudge()(change.message)).toBe('');
    expect([...changes(stranger), ...changes(other)]).toEqual([]);
    expect(await stranger.ask('held')).not.toHaveProperty('sequence');
    expect(code(await other.ask('mesh', { cuttable: 'c' }))).toBe('UNKNOWN_NAME');
  });

  test('who joins to look may ask, and change nothing', async () => {
    server = await specServer();
    const anna = await joined('Anna');
    for (const [type, members] of SETUP) await anna.ask(type, members);
    const viewer = await joined('Vera', { view: true });
    expect(await viewer.ask('distance', { detector: 'd', pose: at(0, 0, 20) })).toMatchObject({
      ok: true,
    });
    for (const [type, members] of [
      ['cut', { cuttable: 'c', tool: 'burr', from: at(0, 0, 14), to: at(0, 0, 8) }],
      ['load', { mesh: 'bone', ...meshOf(burr) }],
      ['unload', { mesh: 'bone' }],
      ['pose', { detector: 'd', pose: at(0, 0, 20) }],
      ['haptic-move', { loop: 'l' }],
    ] as const)
      expect([type, code(await viewer.ask(type, members))]).toEqual([type, 'VIEWER']);
    expect(await anna.ask('held')).toMatchObject({ sequence: 4 });
  });

  test('it goes on when one dies in the middle of a cut, and ends with the last', async () => {
    server = await specServer();
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    for (const [type, members] of SETUP) await anna.ask(type, members);
    for (let n = 0; n < 4; n++)
      ben.say('cut', { cuttable: 'c', tool: 'burr', from: at(n, 0, 14), to: at(n, 0, -14), motion: 'linear' });
    ben.socket.terminate();
    await anna.next(({ message }) => message.change === 'left');
    // A cut is whole or not made, and Anna has heard of each that was.
    const { sequence } = await anna.ask('held');
    const cuts = changes(anna).filter(({ change }) => change === 'cut');
    expect(sequence).toBe(SETUP.length + cuts.length);
    const alone = new Session({ limits: LIMITS });
    for (const [type, members] of SETUP) await alone.ask(type, members);
    for (const { cuttable, tool, from, to, motion } of cuts)
      await alone.ask('cut', { cuttable, tool, from, to, motion });
    expect(plain((await anna.ask('mesh', { cuttable: 'c' })).faces)).toBe(
      plain((await alone.ask('mesh', { cuttable: 'c' })).faces),
    );
    await alone.close();
    await anna.close();
    const next = await joined('Cleo');
    expect(await next.ask('held')).toMatchObject({ meshes: [], sequence: 0 });
  });

  test('clients join and leave: others hear of it, and nothing stays', async () => {
    server = await specServer();
    const anna = await joined('Anna');
    for (let n = 0; n < longRun(1000, 40); n++) {
      const one = await joined(`client ${n}`);
      expect(await one.ask('ping')).toMatchObject({ ok: true });
      await one.close();
    }
    await anna.next(({ message }) => message.change === 'left' && message.by === `client ${longRun(1000, 40) - 1}`);
    expect(server.sessions).toBe(1);
  });

  test('nonsense is refused by name', async () => {
    server = await specServer();
    const one = await WebSocketClient.open(server.url);
    expect(code(await one.ask('hello', { version: 1, view: true }))).toBe('BAD_MEMBER');
    expect(code(await one.ask('hello', { version: 1, join: '' }))).toBe('BAD_MEMBER');
    expect(code(await one.ask('hello', { version: 1, join: 3 }))).toBe('BAD_MEMBER');
    await one.greet({ join: 'room' });
    const stdio = StdioClient.open();
    expect(code(await stdio.ask('hello', { version: 1, join: 'room' }))).toBe('NO_JOINING');
    await stdio.greet();
    await stdio.close();
  });
});

test('a request that fails after it has changed what is held is a change', async () => {
  const heard: unknown[] = [];
  const answerer = new SessionAnswerer({ limits: LIMITS, files: null }, (by, { change, mesh, sequence }) =>
    heard.push([by, change, mesh, sequence]),
  );
  const ask = (type: string, members: Message) =>
    answerer.ask(
      { id: 1, type, members, isStream: false, asLists: true, by: 4 },
      () => {},
      new AbortController().signal,
    );
  await ask('load', { mesh: 'a', ...meshOf(bone) });
  const { session } = answerer;
  const real = session.ask.bind(session);
  // As when a haptic loop fails at its end.
  session.ask = async (...question) => {
    await real(...question);
    throw new Error('it failed at its end');
  };
  await expect(ask('unload', { mesh: 'a' })).rejects.toThrow('at its end');
  session.ask = real;
  await expect(ask('unload', { mesh: 'a' })).rejects.toThrow('There is no mesh');
  await ask('load', { mesh: 'b', ...meshOf(bone) });
  expect(heard).toEqual([
    [4, 'load', 'a', 1],
    [4, 'unload', 'a', 2],
    [4, 'load', 'b', 3],
  ]);
  await answerer.close();
});

test('changes that are made while another waits keep their order', async () => {
  server = await specServer();
  const order: unknown[] = [];
  const sessions = new JoinedSessions((options, onChange) => new SessionAnswerer(options, onChange));
  const options = { limits: LIMITS, files: null };
  const looker = sessions.join('s', options, {
    client: 'looker',
    isViewer: true,
    onChange: ({ mesh }) => order.push(mesh),
  });
  const writer = sessions.join('s', options, { client: 'writer', isViewer: false, onChange: () => {} });
  const ask = (type: string, members: Message) =>
    writer.ask({ id: 1, type, members, isStream: false, asLists: true }, () => {}, new AbortController().signal);
  const made = ['a', 'b', 'c'].map((mesh) => ask('load', { mesh, ...meshOf(bone) }));
  const failed = ask('unload', { mesh: 'none' });
  await expect(failed).rejects.toThrow('There is no mesh');
  await ask('load', { mesh: 'd', ...meshOf(bone) });
  const sequences = (await Promise.all(made)).map(({ text }) => JSON.parse(String(text)).sequence);
  expect(order).toEqual([undefined, 'a', 'b', 'c', 'd']);
  expect(sequences).toEqual([1, 2, 3]);
  await Promise.all([looker.close(), writer.close()]);
});
