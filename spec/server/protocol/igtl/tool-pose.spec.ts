// Messages of trackers → the tool's pose if they give one; otherwise nothing or a refusal.

import { describe, expect, test } from '@jest/globals';
import { KerfError } from '#core';
import {
  encodePosition,
  encodeQuaternionData,
  encodeTrackingData,
  encodeTransform,
  type IgtlMessage,
  metadataEntry,
} from '#igtl';
import { toolPose } from '#protocol/igtl/tool-pose.ts';

/** A quarter turn about z: its quaternion is (0, 0, √½, √½). */
const quarter = Float64Array.of(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1);
const of = (type: string, device: string, content: Uint8Array): IgtlMessage => ({
  ...{ version: 1, type, device, timestamp: 0n, messageId: 0, metadata: [], content },
});

/** √½ is rounded to f32, with an error ≤ 2^-25; an entry is twice a product of two such parts of a unit quaternion. */
function expectQuarter(pose: Float64Array | null): void {
  expect(pose?.length).toBe(16);
  pose?.forEach((entry, i) => {
    expect(Math.abs(entry - quarter[i])).toBeLessThanOrEqual(8 * 2 ** -25);
  });
}

test('TRANSFORM, POSITION, QTRANS, TDATA and QTDATA give one pose', () => {
  expect(toolPose(of('TRANSFORM', 'Saw', encodeTransform(quarter)), 'Saw')).toEqual(quarter);
  for (const type of ['POSITION', 'QTRANS']) {
    const pose = toolPose(of(type, 'Saw', encodePosition([4, 5, 6, 0, 0, Math.SQRT1_2, Math.SQRT1_2])), 'Saw');
    expectQuarter(pose);
  }
  const instruments = [
    { name: 'Head', kind: 1, matrix: quarter.map((entry) => -entry) },
    { name: 'Saw', kind: 2, matrix: quarter },
  ];
  expect(toolPose(of('TDATA', 'Tracker', encodeTrackingData(instruments)), 'Saw')).toEqual(quarter);
  const placement = Float64Array.of(4, 5, 6, 0, 0, Math.SQRT1_2, Math.SQRT1_2);
  const lists = encodeQuaternionData([
    { name: 'Head', kind: 2, placement: new Float64Array(7) },
    { name: 'Saw', kind: 2, placement },
  ]);
  expectQuarter(toolPose(of('QTDATA', 'Tracker', lists), 'Saw'));
  expectQuarter(toolPose(of('POSITION', 'Saw', encodePosition(placement).subarray(0, 24)), 'Saw'));
  const upright = toolPose(of('POSITION', 'Saw', encodePosition(placement).subarray(0, 12)), 'Saw');
  expect(upright).toEqual(Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1));
});

test('a name that is longer than its field is the one that was cut', () => {
  const message = of('TRANSFORM', 'StylusTipToReference', encodeTransform(quarter));
  expect(toolPose(message, 'StylusTipToReferenceTransform')).toEqual(quarter);
  expect(toolPose(of('TRANSFORM', 'Stylus', encodeTransform(quarter)), 'StylusTip')).toBeNull();
});

test('what is about something else gives no pose', () => {
  expect(toolPose(of('TRANSFORM', 'Head', encodeTransform(quarter)), 'Saw')).toBeNull();
  expect(toolPose(of('IMAGE', 'Saw', new Uint8Array(9)), 'Saw')).toBeNull();
  expect(toolPose(of('STATUS', 'Saw', new Uint8Array(0)), 'Saw')).toBeNull();
  expect(toolPose(of('TDATA', 'Saw', encodeTrackingData([])), 'Saw')).toBeNull();
});

test('an instrument whose orientation is not known is refused by name', () => {
  const placement = Float64Array.of(4, 5, 6, 0, 0, 0, 1);
  for (const kind of [3, 4]) {
    const instrument = { name: 'Saw', kind, matrix: quarter, placement };
    for (const message of [
      of('TDATA', '', encodeTrackingData([instrument])),
      of('QTDATA', '', encodeQuaternionData([instrument])),
    ])
      expect(codeOf(message)).toBe('NO_ORIENTATION');
  }
});

function codeOf(message: IgtlMessage, device = 'Saw'): string {
  try {
    return toolPose(message, device) === null ? 'null' : 'pose';
  } catch (error) {
    if (!(error instanceof KerfError)) throw error;
    expect(error.message).toMatch(/^[A-Z][^\n]+\.$/);
    return error.code;
  }
}

test('a quaternion that is none, as of a tool that is not seen, is no pose', () => {
  for (const parts of [
    [0, 0, 0, 0],
    [1e-4, 0, 0, 0],
    [0, 0, 0, 1.1],
    [1, 1, 1, 1],
    [Number.NaN, 0, 0, 1],
  ]) {
    const placement = Float64Array.of(4, 5, 6, ...parts);
    expect(codeOf(of('POSITION', 'Saw', encodePosition(placement)))).toBe('NOT_RIGID');
    expect(codeOf(of('QTDATA', '', encodeQuaternionData([{ name: 'Saw', kind: 2, placement }])))).toBe('NOT_RIGID');
  }
  const long = encodePosition([4, 5, 6, 1, 1, 0, 0]).subarray(0, 24);
  expect(codeOf(of('POSITION', 'Saw', long))).toBe('NOT_RIGID');
  // Four decimals, as in a tracker's text, are accepted as a quaternion.
  expect(codeOf(of('POSITION', 'Saw', encodePosition([4, 5, 6, 0.8315, 0, 0, 0.5556])))).toBe('pose');
});

describe('a message that says that the tool is not seen is refused by that name:', () => {
  const placement = Float64Array.of(4, 5, 6, 0, 0, 0, 1);
  const saw = { name: 'Saw', kind: 2, matrix: quarter, placement };
  const messages: readonly IgtlMessage[] = [
    of('TRANSFORM', 'Saw', encodeTransform(quarter)),
    of('POSITION', 'Saw', encodePosition(placement)),
    of('QTRANS', 'Saw', encodePosition(placement)),
    of('TDATA', 'Tracker', encodeTrackingData([saw])),
    of('QTDATA', 'Tracker', encodeQuaternionData([saw])),
  ];
  const says = (message: IgtlMessage, ...pairs: readonly (readonly [string, string])[]): IgtlMessage => ({
    ...message,
    ...{ version: 2, metadata: pairs.map(([key, text]) => metadataEntry(key, text)) },
  });

  test.each(messages)('$type', (message) => {
    for (const key of ['TransformStatus', 'SawStatus', 'SawTransformStatus', 'status', 'Status', 'TRANSFORMSTATUS']) {
      for (const value of ['MISSING', 'OUT_OF_VIEW', 'INVALID', 'UNKNOWN', '', 'not OK', '0'])
        expect(codeOf(says(message, [key, value]))).toBe('NOT_SEEN');
      for (const value of ['OK', 'ok', 'OK\0', ' OK ']) expect(codeOf(says(message, [key, value]))).toBe('pose');
      expect(codeOf(says(message, [key, 'OK'], ['SawStatus', 'MISSING']))).toBe('NOT_SEEN');
    }
    expect(codeOf(says(message, ['TransformValid', 'False']))).toBe('NOT_SEEN');
    expect(codeOf(says(message, ['TransformValid', 'True'], ['TransformStatus', 'OK']))).toBe('pose');
    expect(codeOf(says(message, ['HeadStatus', 'MISSING'], ['Statuses', 'none'], ['Note', 'MISSING']))).toBe('pose');
  });

  test('by the name as its field cut it, and by the whole one', () => {
    const device = 'StylusTipToReferenceTransform';
    const name = device.slice(0, 20);
    for (const key of [`${name}Status`, `${device}Status`]) {
      const list = encodeTrackingData([{ ...saw, name }]);
      expect(codeOf(says(of('TDATA', '', list), [key, 'MISSING']), device)).toBe('NOT_SEEN');
      expect(codeOf(says(of('TRANSFORM', name, encodeTransform(quarter)), [key, 'MISSING']), device)).toBe('NOT_SEEN');
    }
    // Cut in whole characters, as kerf itself cuts it.
    const umlauts = `${'ä'.repeat(12)}`;
    expect(codeOf(of('TRANSFORM', 'ä'.repeat(10), encodeTransform(quarter)), umlauts)).toBe('pose');
  });

  test('a status in an encoding that nobody reads is refused, and gives no pose', () => {
    const metadata = [{ key: 'TransformStatus', encoding: 17, value: Uint8Array.of(79, 75) }];
    expect(codeOf({ ...messages[0], version: 2, metadata })).toBe('BAD_ENCODING');
  });

  test('a body of nothing, which says that there is no such data', () => {
    for (const { type } of messages.slice(0, 3)) expect(codeOf(of(type, 'Saw', new Uint8Array(0)))).toBe('NOT_SEEN');
    expect(codeOf(of('TRANSFORM', 'Head', new Uint8Array(0)))).toBe('null');
  });
});
