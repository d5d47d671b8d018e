// Messages of trackers → the tool's pose where they tell it, and nothing or a refusal else.

import { expect, test } from '@jest/globals';
import { encodePosition, encodeTrackingData, encodeTransform, type IgtlMessage } from '../../../lib/igtl/index.ts';
import { toolPose } from '../../../lib/server/igtl/tool-pose.ts';

/** A quarter turn about z: its quaternion is (0, 0, √½, √½). */
const quarter = Float64Array.of(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1);
const of = (type: string, device: string, content: Uint8Array): IgtlMessage => ({
  ...{ version: 1, type, device, timestamp: 0n, messageId: 0, metadata: [], content },
});

test('TRANSFORM, POSITION, QTRANS and TDATA tell one pose', () => {
  expect(toolPose(of('TRANSFORM', 'Saw', encodeTransform(quarter)), 'Saw')).toEqual(quarter);
  for (const type of ['POSITION', 'QTRANS']) {
    const pose = toolPose(of(type, 'Saw', encodePosition([4, 5, 6, 0, 0, Math.SQRT1_2, Math.SQRT1_2])), 'Saw');
    // √½ is rounded to f32, by 2^-25 of 1 at most; an entry is twice a product of two of them.
    pose?.forEach((entry, i) => {
      expect(Math.abs(entry - quarter[i])).toBeLessThanOrEqual(4 * 2 ** -25);
    });
  }
  const instruments = [
    { name: 'Head', kind: 1, matrix: quarter.map((entry) => -entry) },
    { name: 'Saw', kind: 2, matrix: quarter },
  ];
  expect(toolPose(of('TDATA', 'Tracker', encodeTrackingData(instruments)), 'Saw')).toEqual(quarter);
});

test('a name that is longer than its field is the one that was cut', () => {
  const message = of('TRANSFORM', 'StylusTipToReference', encodeTransform(quarter));
  expect(toolPose(message, 'StylusTipToReferenceTransform')).toEqual(quarter);
  expect(toolPose(of('TRANSFORM', 'Stylus', encodeTransform(quarter)), 'StylusTip')).toBeNull();
});

test('what is of something else tells nothing', () => {
  expect(toolPose(of('TRANSFORM', 'Head', encodeTransform(quarter)), 'Saw')).toBeNull();
  expect(toolPose(of('IMAGE', 'Saw', new Uint8Array(9)), 'Saw')).toBeNull();
  expect(toolPose(of('STATUS', 'Saw', new Uint8Array(0)), 'Saw')).toBeNull();
  expect(toolPose(of('TDATA', 'Saw', encodeTrackingData([])), 'Saw')).toBeNull();
});

test('an instrument whose orientation is not known is refused by name', () => {
  for (const kind of [3, 4])
    expect(() =>
      toolPose(of('TDATA', '', encodeTrackingData([{ name: 'Saw', kind, matrix: quarter }])), 'Saw'),
    ).toThrow(expect.objectContaining({ code: 'NO_ORIENTATION' }));
});
