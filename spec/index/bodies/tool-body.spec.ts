// A tool that is posed on demand: what `posed` calls valid is, bit for bit, what a tool has that is posed at once.

import { expect, test } from '@jest/globals';
import { checkPose } from '#core';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { cornersOf, IDENTITY, tetrahedra, toolOf } from '#harness/stage-bodies.ts';

const SEED = 1_411;
const BONE = { magnitude: 10 };

test(`posed on demand: first the faces asked for, with the bounds all of them (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const shape = tetrahedra(random, 20, 1, 0, 3);
  const tool = toolOf(shape, IDENTITY, BONE.magnitude);
  let stale = 0;
  for (let round = 0; round < 50; round++) {
    const pose = rigidPose(random, 5);
    const whole = toolOf(shape, pose, BONE.magnitude);
    tool.moveOnDemand(checkPose(pose), BONE);
    expect(tool.magnitude).toBeGreaterThanOrEqual(whole.magnitude);
    expect([tool.frame.forward, tool.frame.inverse]).toEqual([whole.frame.forward, whole.frame.inverse]);
    const asked = Uint32Array.from({ length: 8 }, () => Math.floor(random() * tool.faceCount));
    tool.poseFaces(asked, 2, 6);
    for (const face of asked.subarray(2, 6)) expect(cornersOf(tool, face)).toEqual(cornersOf(whole, face));
    if (tool.positions.some((x, i) => x !== whole.positions[i])) stale++;
    if (round % 3 === 0) tool.moveTo(checkPose(pose), BONE.magnitude);
    expect(tool.bounds).toEqual(whole.bounds);
    expect(tool.positions).toEqual(whole.positions);
  }
  // Faces that nobody queried were left as they were; otherwise the rounds have proved nothing.
  expect(stale).toBe(50);
});
