// A device of the Inverse service connected to a server that speaks its protocol: frames and units both ways, one force
// for each state, and everything that can go wrong on the line. Both run in this process, on jest's timers: a second
// has passed when the spec says so.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { WebSocket } from 'ws';
import { checkPose } from '#core';
import { LocalModelBuilder } from '#haptics/build-local-model.ts';
import type { InverseOptions } from '#haptics/haptic-device.ts';
import { HapticMemory } from '#haptics/haptic-memory.ts';
import { servoSettings } from '#haptics/haptic-options.ts';
import { InverseDevice, inverseSettings, MOST_AGE } from '#haptics/inverse-device.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { ServoRunner } from '#haptics/servo-runner.ts';
import type { SocketClass } from '#haptics/web-socket.ts';
import { run } from '#harness/command.ts';
import { shifted } from '#harness/haptic-run.ts';
import { type Four, InverseServer, LocalInverse, type Three } from '#harness/inverse-server.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const SEED = 4910;
const random = mulberry32(SEED);
const signed = () => 2 * random() - 1;
const three = (size: number): Three => [size * signed(), size * signed(), size * signed()];
const pose = new Float64Array(16);
const clock = (later = 0) => Float64Array.of(performance.timeOrigin + performance.now() + later, 0.001);

let server: LocalInverse;
let device: InverseDevice;
beforeEach(() => {
  jest.useFakeTimers();
  server = new LocalInverse();
});
afterEach(() => {
  device.close();
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
});

function open(options: InverseOptions = {}): InverseDevice {
  device = new InverseDevice(inverseSettings({ url: server.url, ...options }), server.SocketClass);
  return device;
}

/** Advances time 1 ms at a time until a condition holds. */
function until(isSo: () => boolean): void {
  for (let ms = 0; !isSo(); ms++) {
    if (ms > 60_000) throw new Error('not so within a minute');
    jest.advanceTimersByTime(1);
  }
}

/** Waits until the next message is received. */
function heard(): void {
  let isHeard = false;
  device.onMessage = () => {
    isHeard = true;
  };
  until(() => isHeard);
}

/** The hand's rotation by the Euler–Rodrigues formula: column k is the image of the k-th axis. */
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
/** Rotates a vector by a base. */
const based = (m: ArrayLike<number>, v: Three): Three =>
  [0, 1, 2].map((row) => m[row] * v[0] + m[4 + row] * v[1] + m[8 + row] * v[2]) as unknown as Three;

test(`metres of the device become mm of the bone's frame, and a bone's force the device's (seed ${SEED})`, () => {
  for (let round = 0; round < 20; round++) {
    const base = rigidPose(random, 200);
    const scale = 200 + 2000 * random();
    const position = three(0.2);
    const rough: Four = [signed(), ...three(1)];
    const length = Math.hypot(...rough);
    const grip = rough.map((c) => c / length) as unknown as Four;
    const force = three(8);
    // The service rounds: a quaternion has length 1 to four digits.
    server.hand = () => ({ position, grip: grip.map((c) => 1.0001 * c) as unknown as Four });
    open({ base, scale });
    heard();
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
    heard();
    const felt = server.forces().at(-1) as Three;
    // The force on the hand, seen from the bone, is the force on the tool.
    for (let k = 0; k < 3; k++) expect(Math.abs(felt[k] - dot(column(base, k), force))).toBeLessThan(1e-12);
    device.close();
  }
});

test(`a mount is between the tool and the grip: the tool's points go by it, then by the hand, then by the base (seed ${SEED})`, () => {
  const [base, mount] = [rigidPose(random, 200), rigidPose(random, 200)];
  const rough: Four = [signed(), ...three(1)];
  const grip = rough.map((c) => c / Math.hypot(...rough)) as unknown as Four;
  const position = three(0.2);
  server.hand = () => ({ position, grip });
  open({ base, mount });
  heard();
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

test("without a grip the tool is turned as the device's frame is", () => {
  const base = rigidPose(random, 50);
  server.hand = () => ({ position: [0, 0, 0] });
  open({ base });
  heard();
  expect(device.read(clock(), pose)).toBe(true);
  for (let k = 0; k < 16; k++) expect(Math.abs(pose[k] - base[k])).toBeLessThan(1e-12);
});

test('each state is answered by one force, the first of which names the session, and the last is 0', async () => {
  server.delay = 2;
  server.hand = (n) => ({ position: [n / 1000, 0, 0] });
  open({ profile: 'saw', forceKey: 'values' });
  heard();
  for (let n = 1; n <= 30; n++) {
    for (let again = 0; again < 3; again++) device.feel(Float64Array.of(n, again, 0, 0, 0, 0));
    heard();
    expect(device.read(clock(), pose)).toBe(true);
    expect(pose[12]).toBeCloseTo(n, 9);
  }
  device.close();
  until(() => server.received[0].length === 31);
  jest.runOnlyPendingTimers();
  await device.closed;
  expect(server.hurried).toBe(0);
  expect(server.received[0].map(({ session }) => session?.configure.profile.name)).toEqual(['saw', ...Array(30)]);
  const wanted = Array.from({ length: 30 }, (_, i): Three => [i + 1, 0, 0]);
  expect(server.forces('values')).toEqual([...wanted, [0, 0, 0]]);
});

test('before there is a service there is no pose; then it is found, and again after each drop', () => {
  const { url } = server;
  server.isUp = false;
  open();
  let refusals = 0;
  device.onRefusal = () => refusals++;
  jest.advanceTimersByTime(150);
  expect(device.read(clock(), pose)).toBe(false);
  expect(device.refusal).toEqual({ code: 'NO_SERVICE', message: expect.stringContaining(url) });
  expect(refusals).toBe(1);
  device.feel(new Float64Array(6));
  server.isUp = true;
  for (let drops = 0; drops < 3; drops++) {
    heard();
    expect(device.read(clock(), pose)).toBe(true);
    device.feel(new Float64Array(6));
    heard();
    expect(server.received.at(-1)?.[0].session).toBeDefined();
    expect(device.refusal).toBeNull();
    server.drop();
    until(() => !device.read(clock(), pose));
    expect(device.refusal).toEqual({ code: 'LOST', message: expect.stringContaining(url) });
  }
});

test('a state is believed for a while, and a service that falls silent is called again', () => {
  open();
  heard();
  expect(device.read(clock(MOST_AGE / 2), pose)).toBe(true);
  expect(device.read(clock(MOST_AGE + 1), pose)).toBe(false);
  server.write = () => null;
  device.feel(new Float64Array(6));
  until(() => server.received.length > 1);
  expect(device.read(clock(), pose)).toBe(false);
  expect(device.refusal).toEqual({ code: 'SILENT', message: expect.stringContaining(server.url) });
  server.write = JSON.stringify;
  heard();
  expect(device.read(clock(), pose)).toBe(true);
});

test('a message that waits when a second of silence is over is heard: it was this thread that was late', () => {
  open();
  heard();
  // It arrives at the end of the second, after the timer.
  server.delay = 998;
  device.feel(new Float64Array(6));
  heard();
  expect(device.refusal).toBeNull();
  expect(server.received.length).toBe(1);
});

describe('a block pressed on a plate, felt by ticks of a servo', () => {
  const [stiffness, depth, forceStep] = [0.8, 2, 0.2];
  const pressed = () => {
    const settings = servoSettings({ stiffness, forceStep, mostAge: 1e9 });
    const samples = samplePoints(toolOf(move(box(6, 6, 6), [-3, -3, 0]), IDENTITY, 100), settings.spacing);
    const memory = new HapticMemory();
    const writer = memory.mailbox('writer');
    const at = shifted(30, 30, 10.5);
    new LocalModelBuilder(boneOf(box(60, 60, 10)), samples).build(at, performance.timeOrigin, settings, writer.own);
    writer.post();
    // Down from above the plate, by 0.02 mm a message.
    server.hand = (n) => ({ position: [0.03, 0.03, (10.5 - Math.min(0.5 + depth, 0.02 * n)) / 1000] });
    open();
    const runner = new ServoRunner(settings, samples, memory, device);
    device.onMessage = () => runner.tick();
    return runner;
  };
  const forces = () => server.forces().map(([, , z]) => z);
  const steps = () => forces().map((force, i, all) => Math.abs(force - (all[i - 1] ?? 0)));

  test(`messages that are late, with ticks between them: from force to force no more than a step (seed ${SEED})`, () => {
    const runner = pressed();
    const late = mulberry32(SEED + 1);
    // Like the loop's thread, it ticks every 10 ms, message or not.
    for (let ms = 0; ms < 5000; ms++) {
      server.delay = Math.floor(60 * late());
      jest.advanceTimersByTime(1);
      if (ms % 10 === 0) runner.tick();
    }
    expect(runner.servo.wrench[2]).toBeGreaterThan(0.98 * depth * stiffness);
    runner.letGo();
    for (let ms = 0; ms < 1000; ms++) {
      jest.advanceTimersByTime(1);
      if (ms % 10 === 0) runner.tick();
    }
    expect(forces().at(-1)).toBe(0);
    expect(Math.max(...steps())).toBeLessThanOrEqual(forceStep * (1 + 1e-12));
    // The hand's force did fall step by step.
    expect(forces().filter((force) => force > 0 && force < 0.9 * depth * stiffness).length).toBeGreaterThan(5);
  });

  test('silent for longer than a state is believed: the force begins at what it has faded to, and jumps no higher', () => {
    const runner = pressed();
    for (let ms = 0; ms < 3000; ms++) {
      server.delay = ms > 1500 && ms % 500 < 5 ? 3 * MOST_AGE : 0;
      jest.advanceTimersByTime(1);
      if (ms % 10 === 0) runner.tick();
    }
    const all = forces();
    const rises = all.map((force, i) => force - (all[i - 1] ?? 0));
    expect(Math.max(...rises)).toBeLessThanOrEqual(forceStep * (1 + 1e-12));
    expect(Math.min(...rises)).toBeLessThan(-depth * stiffness * 0.9);
  });
});

describe('what is no pose', () => {
  test.each<[what: string, write: (state: Record<string, unknown>) => string, says: RegExp | null]>([
    ['text that is not JSON', () => 'Inverse service: warming up', /expected JSON/],
    ['NaN as some write it', (state) => JSON.stringify(state).replace(/"x":[\d.]+/, '"x":NaN'), /expected JSON/],
    ['NaN as others do', (state) => JSON.stringify(state).replace(/"x":[\d.]+/, '"x":null'), null],
    ['what is beyond numbers', (state) => JSON.stringify(state).replace(/"x":[\d.]+/, '"x":1e999'), null],
    ['an orientation of 0', (state) => JSON.stringify(state).replace('"w":2', '"w":0'), null],
  ])('%s is not one, until there is one again', (_what, write, says) => {
    server.hand = () => ({ position: [0.1, 0, 0], grip: [2, 0, 0, 0] });
    open();
    heard();
    server.write = write;
    device.feel(new Float64Array(6));
    heard();
    expect(device.read(clock(), pose)).toBe(true);
    expect(() => checkPose(pose)).toThrow(expect.objectContaining({ code: 'NON_FINITE_POSE' }));
    if (says === null) expect(device.refusal).toBeNull();
    else {
      expect(device.refusal?.message).toMatch(says);
      expect(device.refusal?.message).toContain(server.url);
    }
    server.write = JSON.stringify;
    device.feel(new Float64Array(6));
    heard();
    expect(device.read(clock(), pose)).toBe(true);
    expect(device.refusal).toBeNull();
    expect(checkPose(pose).matrix[12]).toBeCloseTo(100, 9);
  });

  test('a device that is gone is not there, and not commanded', () => {
    open();
    heard();
    server.write = () => '{"inverse3":[]}';
    device.feel(new Float64Array(6));
    heard();
    expect(device.read(clock(), pose)).toBe(false);
    expect(device.refusal?.code).toBe('NO_DEVICE');
    const codes: unknown[] = [];
    device.onRefusal = () => codes.push(device.refusal?.code);
    device.feel(new Float64Array(6));
    server.write = JSON.stringify;
    until(() => server.received.length > 1);
    expect(server.received[0].length).toBe(1);
    heard();
    // The service was silent because nothing was asked of it: that is no refusal of its own.
    expect(codes).toEqual([undefined]);
    expect(device.read(clock(), pose)).toBe(true);
  });
});

test('a partial state leaves the rest where it was', () => {
  const grip: Four = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  server.hand = (n) => ({ position: [0.01, n / 100, 0.03], grip });
  open();
  heard();
  server.write = () => '{"inverse3":[{"device_id":"049D","state":{"cursor_position":{"y":0.05}}}]}';
  device.feel(new Float64Array(6));
  heard();
  expect(device.read(clock(), pose)).toBe(true);
  const wanted = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 50, 30, 1];
  for (let k = 0; k < 16; k++) expect(Math.abs(pose[k] - wanted[k])).toBeLessThan(1e-12 * 50);
});

test('the same by the package ws, on the machine', async () => {
  jest.useRealTimers();
  const real = await InverseServer.start();
  const position: Three = [0.01, 0.02, 0.03];
  real.hand = () => ({ position });
  const socket = new InverseDevice(inverseSettings({ url: real.url }), WebSocket as unknown as SocketClass);
  try {
    await new Promise<void>((resolve) => {
      socket.onMessage = resolve;
    });
    // The clock before any message: the state's age does not matter here.
    expect(socket.read(Float64Array.of(0, 0.001), pose)).toBe(true);
    for (let k = 0; k < 3; k++) expect(Math.abs(pose[12 + k] - 1000 * position[k])).toBeLessThan(1e-12);
    socket.close();
    await socket.closed;
  } finally {
    await real.stop();
    jest.useFakeTimers();
  }
});

test('a Node without a WebSocket and without the package says what to install', async () => {
  const folder = await temporaryFolder('no-socket');
  buildSync({
    entryPoints: [join(import.meta.dirname, '../../../lib/surgery/haptics/web-socket.ts')],
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
