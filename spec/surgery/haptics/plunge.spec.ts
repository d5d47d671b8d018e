// A tool that cuts in a loop with real threads: its plunge refers to the bone as it was, against the closed form of a
// block that goes straight down through a plate, and against the gauge that measures a recorded cut.

import { expect, test } from '@jest/globals';
import { PlungeGauge } from '#assessment/plunge.ts';
import { TOLERANCE } from '#haptics/constants.ts';
import { type HapticSnapshot, startHapticLoop } from '#haptics';
import { createMesh } from '#mesh';
import type { Interval, Penetration } from '#records';
import { shifted } from '#harness/haptic-run.ts';
import { TRANSPORTS, type Transport, withTransport } from '#harness/haptic-transport.ts';
import { partOf } from '#harness/long-run.ts';
import { PocketCutter } from '#harness/pocket-cutter.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const THICK = 4;
/** The block's height, mm. */
const TALL = 20;
const feed = [0, 0, -1];
const blockShape = move(box(6, 6, TALL), [-3, -3, 0]);
const tool = createMesh(blockShape.positions, blockShape.faces, { name: 'block' });
/** The block is held at its top. */
const shank = (tool.positions.indexOf(TALL) - 2) / 3;
const cutting = { energy: 4, ploughing: 0.5, mostAhead: 0.3 };

/** mm between two poses of a proxy at rest: its place is accurate to this. */
const REST = TOLERANCE;
const isNear = ({ low, high }: Interval, x: number) => low <= x + REST && high >= x - REST;
const overlaps = (a: Interval, b: Interval) => a.low <= b.high + REST && b.low <= a.high + REST;

/** Moves the hand down from one height to another, by a twentieth of a millimetre at a time. */
async function press(loop: { move(pose: Float64Array): void }, from: number, to: number): Promise<void> {
  for (let z = from; z > to - 1e-9; z -= 0.05) {
    loop.move(shifted(0, 0, z));
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

test.each<Transport>(partOf(TRANSPORTS, 2, 0))(
  'memory %s: insertion and the wall ahead are of the plate as it was, and so is what has come out below',
  async (transport) => {
    const cutter = new PocketCutter({ half: 20, thickness: THICK, pocket: 3.1 });
    const { positions, faces } = cutter.plate();
    const bone = createMesh(positions, faces, { name: 'plate' });
    const options = { bone, tool, feed, shank, cutting, cutter };
    const loop = await withTransport(transport, () => startHapticLoop(options));
    expect(loop.transport).toBe(transport);
    const gauge = await PlungeGauge.create(bone, tool, { resolution: 1, feed, shank });
    /** The snapshot of a proxy at rest in an unchanged bone, both since before its reported values were requested. */
    const atRest = async (isWanted: (snapshot: HapticSnapshot) => boolean) => {
      let since = performance.now();
      let [z, edits] = [Number.NaN, 0];
      for (;;) {
        const snapshot = loop.snapshot();
        const told = snapshot?.cutting;
        if (snapshot && told) {
          const isStill = Math.abs(snapshot.proxyPose[14] - z) < 1e-4 && told.edits === edits;
          if (!isStill) {
            [z, edits] = [snapshot.proxyPose[14], told.edits];
            since = performance.now();
          }
          const rest = performance.now() - since;
          const ages = [told.plungeAge, told.handPlungeAge, snapshot.penetrationAge];
          const isTold = told.plunge !== null && told.handPlunge !== null && Math.max(...ages) < rest;
          if (isTold && isWanted(snapshot)) return { snapshot, z, plunge: told.plunge as Penetration };
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    try {
      loop.move(shifted(0, 0, THICK + 1));
      await atRest(({ state }) => state === 'free');
      await press(loop, THICK + 1, THICK - 2);
      const outside = await atRest(({ state }) => state === 'contact');
      expect(outside.z).toBeGreaterThan(THICK);
      expect(outside.plunge).toMatchObject({ through: false, insertion: { low: 0, high: 0 } });
      loop.cut(true);
      while (!((loop.snapshot()?.proxyPose[14] ?? THICK) < THICK - 1.2))
        await new Promise((resolve) => setTimeout(resolve, 5));
      loop.cut(false);
      const within = await atRest(({ cutting: told }) => told?.edits === cutter.cuts);
      expect(within.plunge.through).toBe(false);
      expect(within.plunge.protrusion).toEqual({ low: 0, high: 0 });
      expect(isNear(within.plunge.insertion as Interval, THICK - within.z)).toBe(true);
      expect(isNear(within.plunge.wallAhead as Interval, within.z)).toBe(true);
      // In the plate as it is now the hand is only this deep, below the pocket's floor.
      const { devicePose, penetration } = within.snapshot;
      // In the plate as it was, the hand is deeper than the tool, which has not come that far.
      const hand = within.snapshot.cutting?.handPlunge;
      expect(isNear(hand?.insertion as Interval, THICK - devicePose[14])).toBe(true);
      expect(within.z - devicePose[14]).toBeGreaterThan(0.2);
      expect(isNear(penetration?.insertion as Interval, cutter.floor - devicePose[14])).toBe(true);
      expect(cutter.floor).toBeLessThan(THICK - 0.5);
      loop.cut(true);
      await press(loop, THICK - 2, -2);
      const through = await atRest(({ state, proxyPose }) => state === 'free' && proxyPose[14] < -1.9);
      expect([through.plunge.through, through.plunge.wallAhead]).toEqual([true, { low: 0, high: 0 }]);
      expect(isNear(through.plunge.protrusion, -through.z)).toBe(true);
      expect(isNear(through.plunge.insertion as Interval, THICK - through.z)).toBe(true);
      expect(through.plunge.protrusionPoint[2]).toBeLessThan(-1);
      expect(isNear(through.snapshot.cutting?.handPlunge?.protrusion as Interval, 2)).toBe(true);
      // In the plate as it is now, nothing is in the block's way.
      expect(through.snapshot.penetration).toMatchObject({ through: false, insertion: { low: 0, high: 0 } });
      for (const { snapshot, plunge } of [outside, within, through]) {
        const offline = gauge.at(snapshot.proxyPose);
        expect(offline?.isThrough).toBe(plunge.through);
        expect(overlaps(offline?.depth as Interval, plunge.protrusion)).toBe(true);
        const [a, b] = [offline?.wallAhead, plunge.wallAhead] as Interval[];
        expect(a.low === Infinity ? b.low : overlaps(a, b)).toBe(a.low === Infinity ? Infinity : true);
      }
    } finally {
      gauge.dispose();
      await loop.stop();
    }
  },
);

test('a bone that is open has no far side: there is no plunge', async () => {
  const { positions, faces } = box(40, 40, 4);
  const bone = createMesh(positions, faces.slice(3), { name: 'open plate' });
  const loop = await startHapticLoop({ bone, tool, cutting });
  try {
    loop.move(shifted(20, 20, 6));
    while ((loop.snapshot()?.ticks ?? 0) < 300) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(loop.snapshot()?.cutting).toMatchObject({ plunge: null, plungeAge: 0, handPlunge: null, edits: 0 });
  } finally {
    await loop.stop();
  }
});
