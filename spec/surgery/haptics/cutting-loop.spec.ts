// A tool that cuts in a loop with real threads: pressed on, it goes through; what the owner sees of it, and which
// errors the owner gets.

import { describe, expect, test } from '@jest/globals';
import { type HapticLoopOptions, type HapticSnapshot, startHapticLoop } from '#haptics';
import { createMesh } from '#mesh';
import { shifted } from '#harness/haptic-run.ts';
import { TRANSPORTS, withTransport } from '#harness/haptic-transport.ts';
import { partOf } from '#harness/long-run.ts';
import { PocketCutter } from '#harness/pocket-cutter.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const THICK = 3;
const cutting = { energy: 4, ploughing: 0.5 };
const blockShape = move(box(6, 6, 20), [-3, -3, 0]);
const tool = createMesh(blockShape.positions, blockShape.faces, { name: 'block' });
const made = () => {
  const cutter = new PocketCutter({ half: 20, thickness: THICK, pocket: 3.1 });
  const { positions, faces } = cutter.plate();
  return { cutter, bone: createMesh(positions, faces, { name: 'plate' }) };
};

async function until(loop: { snapshot(): HapticSnapshot | null }, isWanted: (snapshot: HapticSnapshot) => boolean) {
  for (;;) {
    const snapshot = loop.snapshot();
    if (snapshot !== null && isWanted(snapshot)) return snapshot;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

inDeep(() =>
  test.each(partOf(TRANSPORTS, 2, 1))(
    'memory %s: off, the tool rests on the plate; on, it cuts in; through, it is free',
    async (transport) => {
      const { cutter, bone } = made();
      const mostAhead = 0.3;
      const options = { bone, tool, cutting: { ...cutting, mostAhead }, cutter, friction: 0.3 };
      const loop = await withTransport(transport, () => startHapticLoop(options));
      try {
        expect(loop.transport).toBe(transport);
        for (let z = THICK + 0.3; z > THICK - 2.25; z -= 0.1) {
          loop.move(shifted(0, 0, z));
          await new Promise((resolve) => setTimeout(resolve, 4));
        }
        const off = await until(loop, ({ state, force }) => state === 'contact' && force[2] > 1.8);
        expect(off).toMatchObject({
          friction: 'stick',
          cutting: { isOn: false, thrust: 0, feed: 0, rate: 0, removed: 0 },
        });
        loop.cut(true);
        const on = await until(loop, ({ cutting: told }) => told !== null && told.removed > 10);
        expect(on.cutting?.isOn).toBe(true);
        expect(on.proxyPose[14]).toBeLessThan(THICK - 10 / 36 + 0.05);
        // It comes to rest when the hand presses with no more than ploughing, and vibrates there.
        const resting = await until(loop, ({ proxyPose }) => proxyPose[14] < THICK - 1.4);
        expect(resting.force[2]).toBeLessThan(1);
        for (let z = THICK - 2.2; z > -2; z -= 0.05) {
          loop.move(shifted(0, 0, z));
          await new Promise((resolve) => setTimeout(resolve, 4));
        }
        const through = await until(loop, ({ state, proxyPose }) => state === 'free' && proxyPose[14] < -1);
        // When the far side becomes the nearer one, the tool is at most mostAhead deep in the model's bone, and is
        // free: that much plate is behind it, and no more ahead. A cutter that keeps up has removed all by then.
        expect(cutter.floor).toBeLessThan(2 * mostAhead);
        expect(through.cutting?.removed).toBeGreaterThan(0.98 * 36 * (THICK - mostAhead));
        expect(through.cutting?.removed).toBeLessThan(1.1 * 36 * (THICK + 0.5));
      } finally {
        const { largestForceStep } = await loop.stop();
        expect(largestForceStep).toBeLessThanOrEqual(0.2 * (1 + 1e-12));
      }
    },
  ),
);

test('a loop without cutting says so, in its snapshot and when it is to cut', async () => {
  const { bone } = made();
  const loop = await startHapticLoop({ bone, tool });
  try {
    loop.move(shifted(0, 0, THICK + 1));
    expect(await until(loop, () => true)).toMatchObject({ cutting: null, friction: 'none' });
    expect(() => loop.cut(true)).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }));
    expect(() => loop.cut(1 as unknown as boolean)).toThrow(expect.objectContaining({ code: 'WRONG_TYPE' }));
  } finally {
    await loop.stop();
  }
});

function broken(): never {
  throw new RangeError('no more memory');
}

const faults = [
  ['its cut', { cut: broken }, { name: 'RangeError' }],
  ['its edit', { cut: () => ({ remove: [1e6] }) }, { code: 'INDEX_OUT_OF_RANGE' }],
] as const;
splitCases(faults, [1], (some) =>
  test.each(some)('what a cutter does wrong is reported when the loop stops: %s', async (_what, cutter, error) => {
    const { bone } = made();
    let cuts = 0;
    const counted = () => {
      cuts++;
      return cutter.cut();
    };
    const loop = await startHapticLoop({ bone, tool, cutting, cutter: { cut: counted } });
    for (let z = THICK + 0.3; z > THICK - 2.25; z -= 0.1) {
      loop.move(shifted(0, 0, z));
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    loop.cut(true);
    // It is as deep as it can be without a cut, and stays there.
    const held = await until(loop, ({ cutting: told }) => told !== null && told.removed > 15);
    expect(held.proxyPose[14]).toBeGreaterThan(THICK - 1 - 0.01);
    await until(loop, () => cuts > 0);
    await expect(loop.stop()).rejects.toMatchObject(error);
  }),
);

describe('refused', () => {
  test.each<[string, Partial<Record<keyof HapticLoopOptions, unknown>>]>([
    ['BAD_OPTION', { cutter: { cut: () => null } }],
    ['WRONG_TYPE', { cutter: 3, cutting }],
    ['WRONG_TYPE', { cutter: {}, cutting }],
    ['BAD_OPTION', { cutting: { energy: -1 } }],
    ['BAD_OPTION', { friction: -1 }],
  ])('%s: %p', async (code, options) => {
    const { bone } = made();
    await expect(startHapticLoop({ bone, tool, ...options } as HapticLoopOptions)).rejects.toMatchObject({ code });
  });
});
