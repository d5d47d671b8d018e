// A device of the Inverse service against a server that speaks its protocol: frames and units both ways, one force for
// each state, and all that can go wrong on the line.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { WebSocket } from 'ws';
import { checkPose } from '../../lib/core/index.ts';
import type { InverseOptions } from '../../lib/haptics/haptic-device.ts';
import { InverseDevice, inverseSettings, MOST_AGE } from '../../lib/haptics/inverse-device.ts';
import type { SocketClass } from '../../lib/haptics/web-socket.ts';
import { run } from '../harness/command.ts';
import { type Four, InverseServer, type Three } from '../harness/inverse-server.ts';
import { mulberry32 } from '../harness/random.ts';
import { rigidPose } from '../harness/random-geometry.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const SEED = 4910;
const random = mulberry32(SEED);
const signed = () => 2 * random() - 1;
const three = (size: number): Three => [size * signed(), size * signed(), size * signed()];
const pose = new Float64Array(16);
const clock = (later = 0) => Float64Array.of(performance.timeOrigin + performance.now() + later, 0.001);

let server: InverseServer;
let device: InverseDevice;
beforeEach(async () => {
  server = await InverseServer.start();
});
afterEach(async () => {
  device.close();
  await device.closed;
  await server.stop();
});

function open(options: InverseOptions = {}): InverseDevice {
  device = new InverseDevice(inverseSettings({ url: server.url, ...options }), WebSocket as unknown as SocketClass);
  return device;
}

/** The next message, taken in. */
const heard = () =>
  new Promise<void>((resolve) => {
    device.onMessage = resolve;
  });

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The hand's rotation by Euler's and Rodrigues' formula: column k is what becomes of the k-th axis. */
function turned([w, x, y, z]: Four, v: Three): Three {
  const cross = (a: Three, b: Three): Three => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const axis: Three = [x, y, z];
  const once = cross(axis, v);
  const twice = cross(axis, once);
  return [0, 1, 2].map((k) => v[k] + 2 * (w * once[k] + twice[k])) as unknown as Three;
}
const dot = (a: Three, b: Three) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const column = (m: ArrayLike<number>, k: number): Three => [m[4 * k], m[4 * k + 1], m[4 * k + 2]];
/** A base's rotation of a vector. */
const based = (m: ArrayLike<number>, v: Three): Three =>
  [0, 1, 2].map((row) => m[row] * v[0] + m[4 + row] * v[1] + m[8 + row] * v[2]) as unknown as Three;

test(`metres of the device become mm of the bone's frame, and a bone's force the device's (seed ${SEED})`, async () => {
  for (let round = 0; round < 20; round++) {
    const base = rigidPose(random, 200);
    const scale = 200 + 2000 * random();
    const position = three(0.2);
    const rough: Four = [signed(), ...three(1)];
    const length = Math.hypot(...rough);
    const grip = rough.map((c) => c / length) as unknown as Four;
    const force = three(8);
    // The service rounds: a quaternion is of length 1 to four digits.
    server.hand = () => ({ position, grip: grip.map((c) => 1.0001 * c) as unknown as Four });
    open({ base, scale });
    await heard();
    expect(device.read(clock(), pose)).toBe(true);
    checkPose(pose);
    // 16 products of numbers below 1000 and their sums, each rounded: far below 1e-9.
    const place = based(base, position.map((c) => scale * c) as unknown as Three);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(pose[12 + k] - (place[k] + base[12 + k]))).toBeLessThan(1e-9);
      const axis = [0, 1, 2].map((i) => (i === k ? 1 : 0)) as unknown as Three;
      const wanted = based(base, turned(grip, axis));
      for (let row = 0; row < 3; row++) expect(Math.abs(pose[4 * k + row] - wanted[row])).toBeLessThan(1e-12);
    }
    device.feel(Float64Array.of(...force, 100, 200, 300));
    await heard();
    const felt = server.forces().at(-1) as Three;
    // The force on the hand, seen from the bone, is the force on the tool.
    for (let k = 0; k < 3; k++) expect(Math.abs(felt[k] - dot(column(base, k), force))).toBeLessThan(1e-12);
    device.close();
    await device.closed;
  }
});

test(`a mount is between the tool and the grip: the tool's points go by it, then by the hand, then by the base (seed ${SEED})`, async () => {
  const [base, mount] = [rigidPose(random, 200), rigidPose(random, 200)];
  const rough: Four = [signed(), ...three(1)];
  const grip = rough.map((c) => c / Math.hypot(...rough)) as unknown as Four;
  const position = three(0.2);
  server.hand = () => ({ position, grip });
  open({ base, mount });
  await heard();
  expect(device.read(clock(), pose)).toBe(true);
  for (let round = 0; round < 10; round++) {
    const p = three(100);
    const inGrip = based(mount, p).map((x, k) => x + mount[12 + k]) as unknown as Three;
    const inDevice = turned(grip, inGrip).map((x, k) => x + 1000 * position[k]) as unknown as Three;
    const wanted = based(base, inDevice);
    const shown = based(pose, p);
    for (let k = 0; k < 3; k++)
      expect(Math.abs(shown[k] + pose[12 + k] - (wanted[k] + base[12 + k]))).toBeLessThan(1e-9);
  }
});

test("without a grip the tool is turned as the device's frame is", async () => {
  const base = rigidPose(random, 50);
  server.hand = () => ({ position: [0, 0, 0] });
  open({ base });
  await heard();
  expect(device.read(clock(), pose)).toBe(true);
  for (let k = 0; k < 16; k++) expect(Math.abs(pose[k] - base[k])).toBeLessThan(1e-12);
});

test('each state is answered by one force, the first of which names the session, and the last is 0', async () => {
  server.delay = 2;
  server.hand = (n) => ({ position: [n / 1000, 0, 0] });
  open({ profile: 'saw', forceKey: 'values' });
  await heard();
  for (let n = 1; n <= 30; n++) {
    for (let again = 0; again < 3; again++) device.feel(Float64Array.of(n, again, 0, 0, 0, 0));
    await heard();
    expect(device.read(clock(), pose)).toBe(true);
    expect(pose[12]).toBeCloseTo(n, 9);
  }
  device.close();
  await device.closed;
  await until(() => server.received[0].length === 31);
  expect(server.hurried).toBe(0);
  expect(server.received[0].map(({ session }) => session?.configure.profile.name)).toEqual(['saw', ...Array(30)]);
  const wanted = Array.from({ length: 30 }, (_, i): Three => [i + 1, 0, 0]);
  expect(server.forces('values')).toEqual([...wanted, [0, 0, 0]]);
});

test('before there is a service there is no pose; then it is found, and again after each drop', async () => {
  const { port, url } = server;
  await server.stop();
  open({ url });
  let refusals = 0;
  device.onRefusal = () => refusals++;
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(device.read(clock(), pose)).toBe(false);
  expect(device.refusal).toEqual({ code: 'NO_SERVICE', message: expect.stringContaining(url) });
  expect(refusals).toBe(1);
  device.feel(new Float64Array(6));
  server = await InverseServer.start(port);
  for (let drops = 0; drops < 3; drops++) {
    await heard();
    expect(device.read(clock(), pose)).toBe(true);
    device.feel(new Float64Array(6));
    await heard();
    expect(server.received.at(-1)?.[0].session).toBeDefined();
    expect(device.refusal).toBeNull();
    server.drop();
    await until(() => !device.read(clock(), pose));
    expect(device.refusal).toEqual({ code: 'LOST', message: expect.stringContaining(url) });
  }
});

test('a state is believed for a while, and a service that falls silent is called again', async () => {
  open();
  await heard();
  expect(device.read(clock(MOST_AGE / 2), pose)).toBe(true);
  expect(device.read(clock(MOST_AGE + 1), pose)).toBe(false);
  server.write = () => null;
  device.feel(new Float64Array(6));
  await until(() => server.received.length > 1);
  expect(device.read(clock(), pose)).toBe(false);
  expect(device.refusal).toEqual({ code: 'SILENT', message: expect.stringContaining(server.url) });
  server.write = JSON.stringify;
  await heard();
  expect(device.read(clock(), pose)).toBe(true);
});

describe('what is no pose', () => {
  test.each<[what: string, write: (state: Record<string, unknown>) => string, says: RegExp | null]>([
    ['text that is not JSON', () => 'Inverse service: warming up', /expected JSON/],
    ['NaN as some write it', (state) => JSON.stringify(state).replace(/"x":[\d.]+/, '"x":NaN'), /expected JSON/],
    ['NaN as others do', (state) => JSON.stringify(state).replace(/"x":[\d.]+/, '"x":null'), null],
    ['what is beyond numbers', (state) => JSON.stringify(state).replace(/"x":[\d.]+/, '"x":1e999'), null],
    ['an orientation of 0', (state) => JSON.stringify(state).replace('"w":2', '"w":0'), null],
  ])('%s is not one, until there is one again', async (_what, write, says) => {
    server.hand = () => ({ position: [0.1, 0, 0], grip: [2, 0, 0, 0] });
    open();
    await heard();
    server.write = write;
    device.feel(new Float64Array(6));
    await heard();
    expect(device.read(clock(), pose)).toBe(true);
    expect(() => checkPose(pose)).toThrow(expect.objectContaining({ code: 'NON_FINITE_POSE' }));
    if (says === null) expect(device.refusal).toBeNull();
    else {
      expect(device.refusal?.message).toMatch(says);
      expect(device.refusal?.message).toContain(server.url);
    }
    server.write = JSON.stringify;
    device.feel(new Float64Array(6));
    await heard();
    expect(device.read(clock(), pose)).toBe(true);
    expect(device.refusal).toBeNull();
    expect(checkPose(pose).matrix[12]).toBeCloseTo(100, 9);
  });

  test('a device that is gone is not there, and not commanded', async () => {
    open();
    await heard();
    server.write = () => '{"inverse3":[]}';
    device.feel(new Float64Array(6));
    await heard();
    expect(device.read(clock(), pose)).toBe(false);
    expect(device.refusal?.code).toBe('NO_DEVICE');
    const codes: unknown[] = [];
    device.onRefusal = () => codes.push(device.refusal?.code);
    device.feel(new Float64Array(6));
    server.write = JSON.stringify;
    await until(() => server.received.length > 1);
    expect(server.received[0].length).toBe(1);
    await heard();
    // The service was silent because it was asked nothing: that is no refusal of its own.
    expect(codes).toEqual([undefined]);
    expect(device.read(clock(), pose)).toBe(true);
  });
});

test('a partial state leaves the rest where it was', async () => {
  const grip: Four = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  server.hand = (n) => ({ position: [0.01, n / 100, 0.03], grip });
  open();
  await heard();
  server.write = () => '{"inverse3":[{"device_id":"049D","state":{"cursor_position":{"y":0.05}}}]}';
  device.feel(new Float64Array(6));
  await heard();
  expect(device.read(clock(), pose)).toBe(true);
  const wanted = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 50, 30, 1];
  for (let k = 0; k < 16; k++) expect(Math.abs(pose[k] - wanted[k])).toBeLessThan(1e-12 * 50);
});

test('a Node without a WebSocket and without the package says what to install', async () => {
  const folder = await temporaryFolder('no-socket');
  buildSync({
    entryPoints: [join(import.meta.dirname, '../../lib/haptics/web-socket.ts')],
    outfile: join(folder, 'web-socket.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  writeFileSync(
    join(folder, 'ask.mjs'),
    `delete globalThis.WebSocket;
    const { webSocketClass } = await import('./web-socket.mjs');
    const ask = () => webSocketClass().then(String, ({ code, message }) => ({ code, message }));
    const without = await ask();
    globalThis.WebSocket = class Own {};
    console.log(JSON.stringify([without, (await webSocketClass()) === globalThis.WebSocket]));`,
  );
  const [without, isOwn] = JSON.parse(run(folder, process.execPath, 'ask.mjs'));
  expect(without.code).toBe('NO_WEBSOCKET');
  expect(without.message).toContain('npm install ws');
  expect(isOwn).toBe(true);
  open();
});
