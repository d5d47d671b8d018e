// TRANSFORM in → the detector's answer at that pose out, to every client: whole programs on loopback, in LPS and RAS.

import { createServer, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, type Detector, type DetectorOptions, type NearestPoints } from '#detector';
import {
  decodeCapability,
  decodeNdArray,
  decodePoints,
  decodePolyData,
  decodeReply,
  decodeStatus,
  decodeString,
  decodeTrackingRequest,
  decodeTransform,
  encodeMessage,
  encodeQuaternionData,
  encodeReply,
  encodeTrackingData,
  encodeTransform,
  type IgtlPoint,
  metadataEntry,
  millisecondsOf,
} from '#igtl';
import type { ContactReport } from '#records';
import { IgtlService, type IgtlServiceOptions } from '#protocol/igtl/igtl-service.ts';
import { bytes, plainFrame } from '#harness/igtl-bytes.ts';
import { randomMessage } from '#harness/igtl-messages.ts';
import { Program, until } from '#harness/igtl-peers.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 210_004;
const POSES = longRun(96, 4);
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const question: DetectorOptions = {
  bone: sphere({ radius: 20, subdivisions: longRun(3, 2) }),
  tool: box({ size: [3, 8, 30] }),
  ...{ contactDistance: 0.5, resolution: 4, backend: 'cpu' },
};
let detector: Detector;
beforeAll(async () => {
  detector = await createDetector(question);
});

async function service(options: Partial<IgtlServiceOptions> = {}) {
  const told: string[] = [];
  const usual = { device: 'Saw', isTurned: false, port: 0, connect: null, tell: (text: string) => told.push(text) };
  const made = await IgtlService.start({ detector: await createDetector(question), ...usual, ...options });
  cleanUp.push(() => made.close());
  return { made, told, port: made.port ?? 0 };
}
async function program(port: number): Promise<Program> {
  const made = await Program.connect(port);
  cleanUp.push(() => made.socket.destroy());
  return made;
}

/** Turned about a random axis by any angle, at a distance from the ball's centre; rounded to f32. */
function pose(random: () => number, distance: number): Float64Array {
  const raw = Array.from({ length: 4 }, () => random() - 0.5);
  const [x, y, z, w] = raw.map((entry) => entry / Math.hypot(...raw));
  const way = [random() - 0.5, random() - 0.5, random() - 0.5];
  const place = way.map((entry) => (distance * entry) / Math.hypot(...way));
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
    ...[...place, 1],
  ).map(Math.fround);
}

/** Half a turn about z, written out: the entries that change their sign. */
const HALF_TURN = [1, 1, -1, 1, 1, 1, -1, 1, -1, -1, 1, 1, -1, -1, 1, 1];
const turned = (m: Float64Array) => m.map((entry, i) => entry * HALF_TURN[i] + 0);

/** The contents of one answer's messages. */
function told(client: Program, timestamp: bigint) {
  const of = (type: string, name: string) =>
    client.of(type).filter((message) => message.timestamp === timestamp && message.device === name);
  const [state] = of('STRING', 'KerfState').map(({ content }) => decodeString(content));
  const [rows] = of('NDARRAY', 'KerfContacts').map(({ content }) => decodeNdArray(content));
  const [patches] = of('POINT', 'KerfPatches').map(({ content }) => decodePoints(content));
  const [surface] = of('POLYDATA', 'KerfSurface').map(({ content }) => decodePolyData(content));
  const [points] = of('POLYDATA', 'KerfContacts').map(({ content }) => decodePolyData(content));
  const [proxy] = of('TRANSFORM', 'KerfProxy').map(({ content }) => decodeTransform(content));
  const [distance] = of('STRING', 'KerfDistance').map(({ content }) => decodeString(content));
  const [nearest] = of('TRANSFORM', 'KerfNearest').map(({ content }) => decodeTransform(content));
  return { state, rows, patches, surface, points, proxy, distance, nearest };
}

/** Coordinates in the reader's frame: x and y change their sign if it is the other one; −0 is 0. */
const signed = (points: ArrayLike<number>, isTurned: boolean) =>
  Array.from(points, (coordinate, i) => (isTurned && i % 3 < 2 ? -coordinate : coordinate) + 0);

/** Compares number by number; −0 is 0. toEqual takes a hundred times as long. */
function checkNumbers(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < actual.length; i++)
    if (actual[i] !== expected[i]) expect(`${i}: ${actual[i]}`).toBe(`${i}: ${expected[i]}`);
}

function checkAnswer(client: Program, timestamp: bigint, pose: Float64Array, isTurned: boolean): ContactReport {
  const { state, rows, patches, surface, points, distance, nearest } = told(client, timestamp);
  const report = detector.detectSync(pose);
  const { contacts } = report;
  expect(state).toBe(report.state);
  expect([rows.type, rows.size]).toEqual(['float64', [contacts.length, 8]]);
  const columns = (from: number, to: number) => rows.values.filter((_, i) => i % 8 >= from && i % 8 < to);
  checkNumbers(columns(0, 3), signed(contacts.point, isTurned));
  checkNumbers(columns(3, 6), signed(contacts.normal, isTurned));
  checkNumbers(columns(6, 7), contacts.distance);
  checkNumbers(columns(7, 8), contacts.body);
  const least = detector.minimumDistance(pose);
  checkPatches(patches, report, least, isTurned);
  expect(distance).toBe(`${least.distance}`);
  const place = signed(least.bonePoint, isTurned).map(Math.fround);
  checkNumbers(nearest, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place, 1]);
  checkNumbers(surface.points, signed(contacts.corners, isTurned).map(Math.fround));
  const { length } = contacts;
  checkNumbers(
    surface.polygons,
    Array.from({ length }).flatMap((_, row) => [3, 3 * row, 3 * row + 1, 3 * row + 2]),
  );
  const each = (column: ArrayLike<number>) => Array.from(column).flatMap((v) => [v, v, v].map(Math.fround));
  expect(surface.attributes.map(({ name }) => name)).toEqual(['distance', 'body']);
  checkNumbers(surface.attributes[0].values, each(contacts.distance));
  checkNumbers(surface.attributes[1].values, each(contacts.body));
  checkNumbers(points.points, signed(contacts.point, isTurned).map(Math.fround));
  // 3D Slicer writes out of bounds if there is a second vertex cell, so there is none.
  checkNumbers(points.vertices, []);
  checkNumbers(
    points.lines,
    Array.from({ length }).flatMap((_, row) => [2, row, row]),
  );
  const columnsOf = points.attributes.map(({ of, kind, name }) => [of, kind, name]);
  expect(columnsOf).toEqual([
    ['points', 'scalars', 'distance'],
    ['points', 'scalars', 'body'],
    ['points', 'normals', 'normal'],
  ]);
  checkNumbers(points.attributes[0].values, Array.from(contacts.distance).map(Math.fround));
  checkNumbers(points.attributes[1].values, contacts.body);
  checkNumbers(points.attributes[2].values, signed(contacts.normal, isTurned).map(Math.fround));
  return report;
}

/** The protocol's own library cannot unpack a body without points: if there is no patch, one point says so. */
function checkPatches(
  patches: readonly IgtlPoint[],
  report: ContactReport,
  { bonePoint }: NearestPoints,
  isTurned: boolean,
): void {
  const expected = report.patches.map(({ body, centroid }): [string, number, number[]] => [
    ...([body, 255] as const),
    signed(centroid, isTurned).map(Math.fround),
  ]);
  if (expected.length === 0) expected.push(['none', 0, signed(bonePoint, isTurned).map(Math.fround)]);
  expect(patches.map(({ group, colour, position }) => [group, colour[3], position.map((v) => v + 0)])).toEqual(
    expected,
  );
}

describe.each([
  ['the bone’s own frame', false],
  ['the other frame', true],
])('in %s', (_what, isTurned) => {
  test(`contacts out are the detector's answer at the pose that came, seed ${SEED}`, async () => {
    const random = mulberry32(SEED);
    const { made, port } = await service({ isTurned });
    const [sender, other] = [await program(port), await program(port)];
    const states = new Map<string, number>();
    for (let i = 1; i <= POSES; i++) {
      const there = pose(random, [45, 21.6, 20, 10][i % 4]);
      const timestamp = BigInt(i) << 32n;
      sender.send('TRANSFORM', 'Saw', encodeTransform(isTurned ? turned(there) : there), { timestamp });
      await until(() => made.answered === i && other.of('STATUS').length === i && sender.of('STATUS').length === i);
      const report = checkAnswer(sender, timestamp, there, isTurned);
      checkAnswer(other, timestamp, there, isTurned);
      states.set(report.state, (states.get(report.state) ?? 0) + 1);
    }
    expect(states.get('separated')).toBeGreaterThanOrEqual(POSES / 6);
    expect(states.get('intersecting')).toBeGreaterThanOrEqual(POSES / 3);
    expect(made).toMatchObject({ answered: POSES, skipped: 0, refused: 0 });
  });

  test('the proxy is the tool while it is free, and in contact the last pose that is proved free', async () => {
    const { port } = await service({ isTurned });
    const client = await program(port);
    const at = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0.5, 0, 1);
    const ask = async (there: Float64Array, timestamp: bigint) => {
      client.send('TRANSFORM', 'Saw', encodeTransform(isTurned ? turned(there) : there), { timestamp });
      await until(() => client.of('STATUS').some((status) => status.timestamp === timestamp));
      const { proxy } = told(client, timestamp);
      return proxy && (isTurned ? turned(proxy) : proxy.map((entry) => entry + 0));
    };
    expect(await ask(at(10), 1n)).toBeUndefined();
    expect(await ask(at(40), 2n)).toEqual(at(40));
    const held = await ask(at(10), 3n);
    const { lowPose } = detector.firstContact({ from: at(40), to: at(10) });
    expect(detector.intersects(lowPose)).toBe(false);
    expect(held).toEqual(lowPose.map(Math.fround));
    // Closed form: the box's half width from the ball's surface at x = 20, which the mesh's faces only approximate.
    expect(held[12]).toBeGreaterThan(20);
    expect(held[12]).toBeLessThan(21.6);
    expect(await ask(at(-40), 4n)).toEqual(at(-40));
  });
});

test('of poses that come faster than answers the newest is answered, and the others are counted and told', async () => {
  const { made, port } = await service();
  const client = await program(port);
  const random = mulberry32(SEED + 1);
  const poses = Array.from({ length: 200 }, () => pose(random, 20));
  client.socket.write(
    bytes(
      ...poses.map((there, i) =>
        plainFrame({ type: 'TRANSFORM', device: 'Saw', timestamp: BigInt(i + 1), body: encodeTransform(there) }),
      ),
    ),
  );
  await until(() => made.answered + made.skipped === 200);
  await until(() => client.of('STATUS').length === made.answered);
  expect(made.skipped).toBeGreaterThan(100);
  checkAnswer(client, 200n, poses[199], false);
  const last = decodeStatus(client.of('STATUS')[made.answered - 1].content);
  expect(last).toMatchObject({ code: 1, subCode: BigInt(made.skipped), name: 'OK' });
});

const stretchedBy = (factor: number) => [factor, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

describe('what is no pose is refused by name, to the one who sent it:', () => {
  const stretched = stretchedBy(1.001);
  const mirrored = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const lost = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, Number.NaN, 0, 0, 1];
  test.each<[what: string, type: string, content: Uint8Array, name: string, code: number]>([
    ['a quaternion of zeros', 'POSITION', new Uint8Array(28), 'NOT_RIGID', 10],
    ['a matrix that stretches', 'TRANSFORM', encodeTransform(stretched), 'NOT_RIGID', 10],
    ['one that mirrors', 'TRANSFORM', encodeTransform(mirrored), 'NOT_RIGID', 10],
    ['one that is no number', 'TRANSFORM', encodeTransform(lost), 'NON_FINITE_POSE', 10],
    ['one that is cut', 'TRANSFORM', new Uint8Array(40), 'TRUNCATED', 12],
    [
      'a tool of which only the tip is known',
      'TDATA',
      encodeTrackingData([{ name: 'Saw', kind: 3, matrix: Float64Array.from(stretched) }]),
      'NO_ORIENTATION',
      10,
    ],
  ])('%s', async (_what, type, content, name, code) => {
    const { made, port } = await service();
    const [sender, other] = [await program(port), await program(port)];
    sender.send(type, 'Saw', content, { version: 2, timestamp: 77n, messageId: 12 });
    await until(() => sender.messages.length === 1);
    expect(sender.messages[0]).toMatchObject({ version: 2, device: 'Kerf', timestamp: 77n, messageId: 12 });
    expect(decodeStatus(sender.messages[0].content)).toMatchObject({ code, name });
    expect(made).toMatchObject({ answered: 0, refused: 1 });
    sender.send('TRANSFORM', 'Saw', encodeTransform([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 50, 0, 0, 1]));
    await until(() => other.of('STATUS').length === 1);
    expect(other.statuses).toEqual(['OK']);
  });
});

test('what cannot even be read is refused with its time and number, in its version', async () => {
  const { made, port } = await service();
  const client = await program(port);
  const more = { timestamp: 78n, messageId: 13, metadata: [], content: encodeTransform(stretchedBy(1)) };
  const frame = encodeMessage({ version: 2, type: 'TRANSFORM', device: 'Saw', ...more });
  frame[80] ^= 1;
  client.socket.write(frame);
  await until(() => client.messages.length === 1);
  expect(client.statuses).toEqual(['BAD_CHECKSUM']);
  expect(client.messages[0]).toMatchObject({ version: 2, timestamp: 78n, messageId: 13 });
  expect(made).toMatchObject({ answered: 0, refused: 1 });
});

describe('a tool that is not seen', () => {
  const missing = [metadataEntry('TransformStatus', 'MISSING')];
  const at = encodeTransform([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 20, 0, 0, 1]);

  test('has no pose: everyone is informed once, and so is who asks, until it is seen again', async () => {
    const { made, port } = await service();
    const [sender, other] = [await program(port), await program(port)];
    sender.send('TRANSFORM', 'Saw', at, { timestamp: 5n });
    await until(() => other.of('STATUS').length === 1 && sender.of('STATUS').length === 1);
    sender.messages.length = 0;
    other.messages.length = 0;
    sender.send('TRANSFORM', 'Saw', at, { version: 2, timestamp: 7n, messageId: 9, metadata: missing });
    await until(() => other.messages.length === 1);
    sender.send('GET_STATUS', '', new Uint8Array(0), { version: 2, timestamp: 8n });
    sender.send('GET_POINT', '', new Uint8Array(0), { version: 2, timestamp: 8n });
    await until(() => sender.messages.length === 3);
    const [refusal, now, points] = sender.messages;
    expect(refusal).toMatchObject({ type: 'STATUS', version: 2, timestamp: 7n, messageId: 9 });
    expect(other.messages[0]).toMatchObject({ type: 'STATUS', version: 1, timestamp: 7n });
    for (const { content } of [refusal, now, other.messages[0]])
      expect(decodeStatus(content)).toMatchObject({
        ...{ code: 16, name: 'NOT_SEEN' },
        text: expect.stringMatching(/^The pose of Saw .*MISSING.*\.$/),
      });
    expect(points).toMatchObject({ type: 'POINT', content: new Uint8Array(0) });
    expect(made).toMatchObject({ answered: 1, unseen: 1 });
    sender.send('TRANSFORM', 'Saw', at, { timestamp: 9n });
    await until(() => other.of('STATUS').length === 2);
    expect(other.statuses).toEqual(['NOT_SEEN', 'OK']);
    expect(made).toMatchObject({ answered: 2, unseen: 1, skipped: 0 });
  });

  test('is sent after the poses before it, whose answers are not the last word', async () => {
    const { made, port } = await service();
    const [sender, other] = [await program(port), await program(port)];
    const frames = Array.from({ length: 20 }, (_, i) =>
      encodeMessage({
        ...{ version: 2, type: 'TRANSFORM', device: 'Saw', timestamp: BigInt(i + 1), messageId: i, content: at },
        metadata: i % 10 === 9 ? missing : [],
      }),
    );
    sender.socket.write(bytes(...frames));
    await until(() => made.unseen === 2 && other.statuses.at(-1) === 'NOT_SEEN');
    expect(other.messages.at(-1)?.timestamp).toBe(20n);
    await until(() => sender.messages.at(-1)?.timestamp === 20n);
    expect(sender.statuses.filter((name) => name === 'NOT_SEEN').length).toBeGreaterThanOrEqual(2);
    expect(sender.statuses.at(-1)).toBe('NOT_SEEN');
    expect(made.answered + made.skipped).toBe(18);
  });

  test('is one that a tracker’s list has had and has no more', async () => {
    const { made, port } = await service();
    const client = await program(port);
    const matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 45, 0, 0, 1);
    const head = { name: 'Head', kind: 2, matrix };
    client.send('TDATA', 'Polaris', encodeTrackingData([head]));
    client.send('TDATA', 'Polaris', encodeTrackingData([head, { name: 'Saw', kind: 2, matrix }]));
    await until(() => client.statuses.length === 1);
    client.send('TDATA', 'Aurora', encodeTrackingData([head]));
    client.send('TDATA', 'Polaris', encodeTrackingData([head]));
    await until(() => client.statuses.length === 2);
    client.send('TDATA', 'Polaris', encodeTrackingData([]), { timestamp: 4n });
    await until(() => client.statuses.length === 3);
    expect(client.statuses).toEqual(['OK', 'NOT_SEEN', 'NOT_SEEN']);
    expect(client.messages.at(-1)?.timestamp).toBe(4n);
    expect(made).toMatchObject({ answered: 1, unseen: 2 });
  });

  test('is what a quiet client hears, too', async () => {
    const { port } = await service({ limits: { keepAlive: 30 } });
    const [sender, other] = [await program(port), await program(port)];
    sender.send('TRANSFORM', 'Saw', at, { version: 2, metadata: missing });
    await until(() => other.statuses.filter((name) => name === 'NOT_SEEN').length >= 3);
  });
});

test('a pose without a time is answered with the time at which it came', async () => {
  const { port } = await service();
  const client = await program(port);
  const begin = Date.now();
  client.send('TRANSFORM', 'Saw', encodeTransform(pose(mulberry32(SEED), 45)));
  await until(() => client.of('STATUS').length === 1);
  for (const { timestamp } of client.messages) {
    // The timestamp drops its last bits, see timestamp.ts.
    expect(millisecondsOf(timestamp)).toBeGreaterThan(begin - 1);
    expect(millisecondsOf(timestamp)).toBeLessThan(Date.now() + 1);
  }
});

describe('requests', () => {
  test('are answered by what there is, in order, with their name, time and number', async () => {
    const { made, port } = await service();
    const client = await program(port);
    client.send('GET_NDARRAY', '', new Uint8Array(0));
    client.send('TRANSFORM', 'Saw', encodeTransform([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 20, 0, 0, 1]));
    await until(() => made.answered === 1 && client.of('STATUS').length === 1);
    expect(client.messages[0]).toMatchObject({ type: 'NDARRAY', content: new Uint8Array(0) });
    const newest = client.messages.slice(1);
    client.messages.length = 0;
    const none = new Uint8Array(0);
    const more = { version: 2, timestamp: 77n, messageId: 5 } as const;
    for (const type of ['GET_STRING', 'GET_NDARRAY', 'GET_POINT', 'GET_POLYDATA']) client.send(type, '', none, more);
    client.send('GET_TRANS', 'KerfProxy', none, more);
    client.send('GET_STATUS', 'a', none, more);
    client.send('GET_CAPABIL', '', none, more);
    client.send('GET_IMAGE', '', none, more);
    client.send('STT_POLYDATA', 'b', none, more);
    client.send('STP_POLYDATA', 'b', none, more);
    client.send('STT_TDATA', 'c', none, more);
    client.send('GET_toString', '', none, more);
    await until(() => client.messages.length === 12);
    for (const message of client.messages) expect(message).toMatchObject({ version: 2, timestamp: 77n, messageId: 5 });
    for (const message of client.messages.slice(0, 4))
      expect(message.content).toEqual(newest.find(({ type }) => type === message.type)?.content);
    const [proxy, status, capability, image, started, stopped, tracking, odd] = client.messages.slice(4);
    expect(decodeStatus(odd.content).text).toMatch(/^kerf has no toString, only /);
    expect(proxy).toMatchObject({ type: 'TRANSFORM', device: 'KerfProxy', content: none });
    expect(decodeStatus(status.content)).toMatchObject({ code: 1, text: expect.stringMatching(/^1 poses answered/) });
    expect(status.device).toBe('a');
    expect(decodeCapability(capability.content)).toEqual(
      expect.arrayContaining(['TRANSFORM', 'TDATA', 'STATUS', 'STRING', 'NDARRAY', 'POINT', 'POLYDATA', 'GET_STATUS']),
    );
    expect(decodeStatus(image.content)).toMatchObject({ name: 'UNKNOWN_TYPE' });
    expect([started, stopped, tracking].map(({ type, device }) => [type, device])).toEqual([
      ['RTS_POLYDATA', 'b'],
      ['RTS_POLYDATA', 'b'],
      ['RTS_TDATA', 'c'],
    ]);
    expect([started, stopped, tracking].map(({ content }) => decodeReply(content))).toEqual([true, false, false]);
  });

  test('under a name that no field holds are answered as far as it fits', async () => {
    const { port } = await service();
    const client = await program(port);
    const metadata = [metadataEntry('IGTL_DEVICE_NAME', `${'ä'.repeat(12)}\0b`)];
    client.send('GET_STATUS', 'a', new Uint8Array(0), { version: 2, metadata });
    await until(() => client.messages.length === 1);
    expect(client.messages[0].device).toBe('ä'.repeat(10));
  });
});

async function tracker() {
  const trackers: Program[] = [];
  const server = createServer((socket: Socket) => trackers.push(new Program(socket)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    for (const { socket } of trackers) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { trackers, port: typeof address === 'object' && address ? address.port : 0 };
}

test('a program that is a server gets the answers itself, where kerf has no clients', async () => {
  const { trackers, port } = await tracker();
  const { made } = await service({ port: null, connect: { host: '127.0.0.1', port } });
  await until(() => trackers.length === 1);
  const there = pose(mulberry32(SEED + 5), 20);
  trackers[0].send('TRANSFORM', 'Saw', encodeTransform(there), { timestamp: 9n });
  await until(() => trackers[0].of('STATUS').length === 1);
  checkAnswer(trackers[0], 9n, there, false);
  expect(made.port).toBeNull();
});

test('a tracker that is a server is informed once that it has sent nothing, and so are the clients', async () => {
  const { trackers, port } = await tracker();
  const connect = { host: '127.0.0.1', port };
  const { made, port: own } = await service({ connect });
  const { made: alone } = await service({ connect, port: null });
  const client = await program(own);
  await until(() => trackers.length === 2 && trackers.every(({ messages }) => messages.length === 1));
  const metadata = [metadataEntry('TransformStatus', 'OUT_OF_VIEW')];
  for (const one of trackers)
    one.send('TRANSFORM', 'Saw', encodeTransform(stretchedBy(1)), {
      version: 2,
      timestamp: 6n,
      messageId: 3,
      metadata,
    });
  await until(() => made.unseen === 1 && alone.unseen === 1 && client.statuses.length === 1);
  await until(() => trackers.every(({ statuses }) => statuses.length === 1));
  expect([client, ...trackers].map(({ statuses }) => statuses)).toEqual(Array(3).fill(['NOT_SEEN']));
  for (const { messages } of trackers) expect(messages[1]).toMatchObject({ timestamp: 6n, messageId: 3 });
});

test('a tracker that is a server is asked for tracking data and read, and clients get the answers', async () => {
  const { trackers, port } = await tracker();
  const { made, port: own, told: sentences } = await service({ connect: { host: '127.0.0.1', port } });
  const client = await program(own);
  await until(() => trackers.length === 1 && trackers[0].of('STT_TDATA').length === 1);
  expect(trackers[0].messages[0].device).toBe('Saw');
  expect(decodeTrackingRequest(trackers[0].messages[0].content)).toEqual({ interval: 0, coordinates: '' });
  const there = pose(mulberry32(SEED + 2), 20);
  const matrix = there;
  trackers[0].send('TDATA', 'Tracker', encodeTrackingData([{ name: 'Saw', kind: 2, matrix }]), { timestamp: 8n });
  await until(() => made.answered === 1 && client.of('STATUS').length === 1);
  checkAnswer(client, 8n, there, false);
  expect(trackers[0].messages).toHaveLength(1);
  trackers[0].send('RTS_TDATA', 'Saw', encodeReply(true));
  trackers[0].send('RTS_TDATA', 'Saw', encodeReply(false));
  await until(() => trackers[0].messages.length === 2);
  expect(trackers[0].messages[1]).toMatchObject({ type: 'STT_QTDATA', device: 'Saw' });
  const placement = Float64Array.of(...there.subarray(12, 15), 0, 0, 0, 1);
  trackers[0].send('QTDATA', 'T', encodeQuaternionData([{ name: 'Saw', kind: 2, placement }]), { timestamp: 10n });
  await until(() => client.of('STATUS').length === 2);
  checkAnswer(client, 10n, Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...there.subarray(12)), false);
  trackers[0].socket.destroy();
  await until(() => sentences.some((text) => /has gone|broke/.test(text)));
  await until(() => trackers.length === 2 && trackers[1].of('STT_TDATA').length === 1);
});

const STREAMS = longRun(3000, 30);
test(`${STREAMS} streams of random messages, damaged or not, end no service, seed ${SEED + 3}`, async () => {
  const { made, port } = await service({ limits: { maxClients: STREAMS } });
  const random = mulberry32(SEED + 3);
  const types = [
    'TRANSFORM',
    'TDATA',
    'POSITION',
    'GET_STATUS',
    'GET_POINT',
    'GET_IMAGE',
    'STT_TDATA',
    'STP_TRANS',
    'A',
  ];
  const frames = () =>
    Array.from({ length: 4 }, () => {
      const { message } = randomMessage(random);
      const type = random() < 0.5 ? message.type : types[Math.floor(types.length * random())];
      return encodeMessage({ ...message, type, device: random() < 0.5 ? 'Saw' : message.device });
    });
  let [ended, damaged] = [0, 0];
  for (let i = 0; i < STREAMS; i++) {
    const client = await Program.connect(port);
    client.socket.on('close', () => ended++);
    const stream = bytes(...frames());
    if (random() < 0.5) {
      damaged++;
      stream[Math.floor(stream.length * random())] ^= 1 << Math.floor(8 * random());
    }
    client.socket.write(stream);
    client.socket.end();
  }
  await until(() => ended === STREAMS);
  expect(damaged).toBeGreaterThan(STREAMS / 4);
  expect(made.refused).toBeGreaterThan(STREAMS / 4);
  const client = await program(port);
  client.send('GET_STATUS', 'after', new Uint8Array(0));
  await until(() => client.of('STATUS').some(({ device }) => device === 'after'));
});
