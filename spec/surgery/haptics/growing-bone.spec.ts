// A loop with real threads whose bone is edited until a thread of its own rebuilds it, with shared memory and without:
// the owner's numbers stay valid, both in what the owner sees and in further edits.

import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { type HapticSnapshot, startHapticLoop } from '#haptics';
import { LEAST_RETIRED } from '#haptics/loop-bone.ts';
import { createMesh } from '#mesh';
import { shifted } from '#harness/haptic-run.ts';
import { TRANSPORTS, type Transport, withTransport } from '#harness/haptic-transport.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const RADIUS = 10;
/** mm by which each edit makes the ball smaller. */
const STEP = 0.05;
const EDITS = longRun(12, 6);
/** The edits retire enough faces for more rebuilds than these. */
const REBUILDS = longRun(4, 2);
const bone = sphere({ radius: RADIUS, subdivisions: 5 });
const FACES = bone.faces.length / 3;
const VERTICES = bone.positions.length / 3;
const blockShape = move(box(6, 6, 6), [-3, -3, 0]);
const tool = createMesh(blockShape.positions, blockShape.faces, { name: 'block' });

/** Threads that `threadsBegun` itself has started. */
let asked = 0;

/** How many other threads have started, plus an unknown constant: a process numbers its threads in sequence. */
async function threadsBegun(): Promise<number> {
  const thread = new Worker('', { eval: true });
  const { threadId } = thread;
  await thread.terminate();
  return threadId - ++asked;
}

/** The n-th edit: all faces of the smaller ball in place of the previous ones. */
function smaller(n: number) {
  const share = (RADIUS - STEP * n) / RADIUS;
  return {
    remove: Array.from({ length: FACES }, (_, face) => FACES * (n - 1) + face),
    positions: Array.from(bone.positions, (x) => share * x),
    faces: Array.from(bone.faces, (vertex) => VERTICES * n + vertex),
  };
}

test.each<Transport>(partOf(TRANSPORTS, 2, 1))(
  `memory %s: a ball of ${FACES} faces, made of others ${EDITS} times and more`,
  async (transport) => {
    expect(EDITS * FACES).toBeGreaterThan(REBUILDS * Math.max(LEAST_RETIRED, FACES));
    const loop = await withTransport(transport, () => startHapticLoop({ bone, tool, cutting: {} }));
    const until = async (isWanted: (snapshot: HapticSnapshot) => boolean): Promise<HapticSnapshot> => {
      for (;;) {
        const snapshot = loop.snapshot();
        if (snapshot !== null && isWanted(snapshot)) return snapshot;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    /** Expects contact with the ball that n edits have left, at its top. */
    const expectContact = async (n: number) => {
      const top = RADIUS - STEP * n;
      loop.move(shifted(0, 0, top - 2));
      const { contacts } = await until(
        ({ state, cutting, proxyPose }) =>
          state === 'contact' && cutting?.edits === n && Math.abs(proxyPose[14] - top) < STEP,
      );
      expect(contacts.length).toBeGreaterThan(0);
      for (const { boneFace, point } of contacts) {
        expect(Math.floor(boneFace / FACES)).toBe(n);
        const corners = [0, 1, 2].map((k) => 3 * bone.faces[3 * (boneFace % FACES) + k]);
        const nearest = Math.min(
          ...corners.map((at) => Math.hypot(...point.map((x, k) => x - bone.positions[at + k]))),
        );
        expect(nearest).toBeLessThan(1);
      }
    };
    try {
      loop.move(shifted(0, 0, RADIUS + 1));
      await until(({ state }) => state === 'free');
      await expectContact(0);
      const before = await threadsBegun();
      const made = async () => (await threadsBegun()) - before;
      let n = 0;
      // A thread starts once the one before has ended and its bone is in use.
      while (n < EDITS || (await made()) < longRun(3, 2)) {
        n++;
        await loop.editBone(smaller(n));
        await expectContact(n);
        await expect(loop.editBone({ remove: [FACES * n - 1] })).rejects.toMatchObject({ code: 'RETIRED_FACE' });
      }
      await expect(loop.editBone({ remove: [FACES * (n + 1)] })).rejects.toMatchObject({
        code: 'INDEX_OUT_OF_RANGE',
        message: expect.stringContaining(`from 0 to ${FACES * (n + 1) - 1}`),
      });
    } finally {
      await loop.stop();
    }
  },
);
