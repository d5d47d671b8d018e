// The whole loop, with real threads, felt through a server that speaks the Inverse service's protocol: a block pressed
// on a plate, and a line that fails. Each test waits for what it asserts, however long that takes;
// inverse-device.spec.ts has the cases that depend on message timing, on a clock of its own.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type HapticLoop, type HapticSnapshot, startHapticLoop } from '#haptics';
import { createMesh } from '#mesh';
import { shifted } from '#harness/haptic-run.ts';
import { type Four, InverseServer, type Three } from '#harness/inverse-server.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const meshOf = ({ positions, faces }: { positions: number[]; faces: number[] }, name: string) =>
  createMesh(positions, faces, { name });
const bone = meshOf(box(60, 60, 10), 'plate');
const tool = meshOf(move(box(6, 6, 6), [-3, -3, 0]), 'block');

/** The device stands on its side: its y is the bone's z, its z the bone's −y; its origin is at (30, 20, 5) mm. */
const base = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 30, 20, 5, 1];
/** The quarter turn back, so that the block is upright. */
const grip: Four = [Math.SQRT1_2, -Math.SQRT1_2, 0, 0];
/** mm of the tool per metre of the hand. */
const scale = 500;
/** The hand's position, in m, when the block's origin is at (30, 30, z) of the bone. */
const above = (z: number): Three => [0, (z - 5) / scale, -10 / scale];
/** N/mm. */
const stiffness = 0.8;
const forceStep = 0.2;

let server: InverseServer;
let loop: HapticLoop | null = null;
async function open(): Promise<void> {
  server = await InverseServer.start();
}
async function close(): Promise<void> {
  await loop?.stop();
  loop = null;
  await server.stop();
}

const start = async (): Promise<HapticLoop> => {
  loop = await startHapticLoop({ bone, tool, stiffness, forceStep, inverse: { url: server.url, base, scale } });
  return loop;
};

/** The first snapshot that satisfies the condition. The test's own timeout bounds the wait. */
async function until(isWanted: (snapshot: HapticSnapshot) => boolean): Promise<HapticSnapshot> {
  for (;;) {
    const snapshot = loop?.snapshot() ?? null;
    if (snapshot !== null && isWanted(snapshot)) return snapshot;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
/** Pressed 2 mm into the plate. */
const DEPTH = 2;
const isPressed = ({ state, force }: HapticSnapshot) => state === 'contact' && force[2] > 0.95 * DEPTH * stiffness;
const isGone = ({ gain, force }: HapticSnapshot) => gain === 0 && Math.hypot(...force) === 0;

/** Lowers the hand 0.02 mm with each message. */
async function press(): Promise<HapticLoop> {
  server.hand = (n) => ({ position: above(Math.max(10 - DEPTH, 12 - 0.02 * n)), grip });
  const started = await start();
  await until(isPressed);
  return started;
}

describe('a loop and a service of its own:', () => {
  beforeEach(open);
  afterEach(close);

  test("a block pressed on a plate: what reaches the hand is the spring's force, upward, in the device's frame", async () => {
    const pressed = await press();
    // The spring is stretched by the hand's distance below the proxy, which rests on the plate within 0.05 mm. A
    // hundred messages after the hand has come to rest, no damping is felt.
    const isAtRest = () => (server.received.at(-1)?.length ?? 0) > (2 + DEPTH) / 0.02 + 100;
    const { devicePose, proxyPose } = await until((snapshot) => isAtRest() && isPressed(snapshot));
    expect([...devicePose.slice(12, 15)].map((x) => Math.round(1e9 * x) / 1e9)).toEqual([30, 30, 8]);
    expect(Math.abs(proxyPose[14] - 10)).toBeLessThanOrEqual(0.05);
    const [x, y, z] = server.forces().at(-1) as Three;
    expect(Math.abs(y - DEPTH * stiffness)).toBeLessThanOrEqual(0.05 * stiffness);
    expect(Math.hypot(x, z)).toBeLessThan(0.02 * DEPTH * stiffness);
    const summary = await pressed.stop();
    loop = null;
    expect(server.hurried).toBe(0);
    const forces = server.forces().map((force) => Math.hypot(...force));
    expect(forces.at(-1)).toBe(0);
    // A tick for each message except the last, which ends the session.
    expect(summary.tick.count).toBeGreaterThanOrEqual(forces.length - 1);
    expect(summary.lateness.count).toBeLessThanOrEqual(summary.tick.count);
    expect(summary.largestForceStep).toBeLessThanOrEqual(forceStep * (1 + 1e-12));
    // From message to message the force never rises by more than a step; it may fall by more if the service was silent
    // in between.
    for (let i = 1; i < forces.length; i++)
      expect(forces[i] - forces[i - 1]).toBeLessThanOrEqual(forceStep * (1 + 1e-12));
  });

  test('nobody at the address: the snapshot says so, until there is somebody', async () => {
    const { port, url } = server;
    await server.stop();
    await start();
    const { refusal } = await until((snapshot) => snapshot.refusal !== null && snapshot.state === 'disconnected');
    expect(refusal?.code).toBe('NO_SERVICE');
    expect(refusal?.message).toContain(url);
    server = await InverseServer.start(port);
    server.hand = () => ({ position: above(12), grip });
    await until((snapshot) => snapshot.refusal === null && snapshot.state === 'free');
    server.write = () => '<!doctype html>';
    const unreadable = await until((snapshot) => snapshot.refusal?.code === 'UNREADABLE');
    expect(unreadable.refusal?.message).toContain(url);
  });
});

describe('of a loop that goes on, the force fades, the state says why, and it comes back:', () => {
  beforeAll(async () => {
    await open();
    await press();
  });
  afterAll(close);

  test('a service that drops the line', async () => {
    server.hand = () => ({ position: above(10 - DEPTH), grip });
    // When called again, the service stays silent until the force is seen to be gone.
    server.write = () => null;
    server.drop();
    await until((snapshot) => isGone(snapshot) && snapshot.state === 'disconnected');
    server.write = JSON.stringify;
    await until((snapshot) => isPressed(snapshot) && snapshot.refusal === null);
    expect(server.received.length).toBeGreaterThan(1);
  });

  test.each<[what: string, write: (state: Record<string, unknown>) => string]>([
    ['NaN', (state) => JSON.stringify(state).replace(/"y":[\d.]+/, '"y":null')],
    ['text that is no state', () => '<!doctype html>'],
  ])('%s', async (_what, write) => {
    server.write = write;
    await until((snapshot) => isGone(snapshot) && snapshot.state === 'bad-pose');
    server.write = JSON.stringify;
    await until(isPressed);
  });

  test('a hand that is 100 mm away in a tick', async () => {
    let jumps = 0;
    server.hand = () => {
      const at = above(10 - DEPTH);
      return { position: jumps++ % 2 === 0 ? at : [at[0] + 100 / scale, at[1], at[2]], grip };
    };
    await until((snapshot) => isGone(snapshot) && snapshot.state === 'jumped');
    server.hand = () => ({ position: above(10 - DEPTH), grip });
    await until(isPressed);
  });
});

describe('refused', () => {
  test.each([
    ['BAD_OPTION', { script: { poses: shifted(0, 0, 0), interval: 1 }, inverse: {} }],
    ['BAD_OPTION', { inverse: { url: 'http://localhost:10001' } }],
    ['BAD_OPTION', { inverse: { url: 'localhost' } }],
    ['BAD_OPTION', { inverse: { scale: 0 } }],
    ['BAD_OPTION', { inverse: { scale: Number.NaN } }],
    ['BAD_OPTION', { inverse: { forceKey: 'newtons' as 'vector' } }],
    ['NOT_RIGID', { inverse: { base: base.map((x) => 2 * x) } }],
    ['NOT_RIGID', { inverse: { mount: base.map((x) => 2 * x) } }],
  ])('%s', async (code, options) => {
    await expect(startHapticLoop({ bone, tool, ...options })).rejects.toMatchObject({ code });
  });
});
