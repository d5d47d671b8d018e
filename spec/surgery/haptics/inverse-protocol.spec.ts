// Text of the Inverse service, as its documentation shows it → states, and refusals that say what is wrong; and
// commands in the other direction.

import { describe, expect, test } from '@jest/globals';
import {
  forceMessage,
  type InverseRefusal,
  type InverseState,
  isRefusal,
  readInverseState,
} from '#haptics/inverse-protocol.ts';

/** The snapshot on the service's protocol page, without some parts that kerf does not read. */
const snapshot = {
  session_id: 7,
  inverse3: [
    {
      device_id: '049D',
      config: { type: 'inverse3', port: 'COM12', handedness: 'right', basis: { permutation: 'XYZ' } },
      state: {
        cursor_position: { x: 0.01, y: -0.12, z: 0.15 },
        cursor_velocity: { x: 0, y: 0, z: 0 },
        body_orientation: { w: 1, x: 0, y: 0, z: 0 },
        current_cursor_force: { x: 0, y: 0, z: 0 },
        control_mode: 'idle',
      },
      status: { calibrated: true, in_use: false, ready: true },
    },
  ],
  verse_grip: [{ device_id: '61548', state: { button: false, hall: 0, orientation: { x: 0, y: 0.6, z: 0, w: 0.8 } } }],
  wireless_verse_grip: [],
};
type Snapshot = Record<string, unknown>;
const withState = (state: unknown): Snapshot => ({ ...snapshot, inverse3: [{ device_id: '049D', state }] });

function read(message: unknown, last: InverseState | null = null): InverseState {
  const state = readInverseState(JSON.stringify(message), last);
  if (isRefusal(state)) throw new Error(state.message);
  return state;
}

function refused(data: unknown, last: InverseState | null = null): InverseRefusal {
  const state = readInverseState(data, last);
  if (!isRefusal(state)) throw new Error('not refused');
  expect(state.message).toMatch(/^[A-Z][^\n]+\.$/);
  return state;
}

test('a whole snapshot', () => {
  expect(read(snapshot)).toEqual({
    device: '049D',
    position: { x: 0.01, y: -0.12, z: 0.15 },
    orientation: { w: 0.8, x: 0, y: 0.6, z: 0 },
  });
});

test('a wireless grip is taken before one on a wire, and none is none', () => {
  const wireless = {
    device_id: '7',
    state: { orientation: { w: 0, x: 1, y: 0, z: 0 }, buttons: { a: false, b: true, c: false }, battery_level: 0.7 },
  };
  expect(read({ ...snapshot, wireless_verse_grip: [wireless] }).orientation).toEqual({ w: 0, x: 1, y: 0, z: 0 });
  expect(read({ inverse3: snapshot.inverse3 }).orientation).toBeNull();
  expect(read({ inverse3: snapshot.inverse3, verse_grip: [{ state: { hall: 0 } }] }).orientation).toBeNull();
});

describe('a number that is left out stays what it was:', () => {
  const last = read(snapshot);
  test.each<[string, Snapshot, Partial<InverseState>]>([
    ['a component', withState({ cursor_position: { y: 0.5 } }), { position: { x: 0.01, y: 0.5, z: 0.15 } }],
    ['the position', withState({}), {}],
    ['the grip', { inverse3: snapshot.inverse3 }, {}],
    ["the grip's orientation", { ...snapshot, verse_grip: [{ device_id: '61548', state: { hall: 2 } }] }, {}],
    [
      "a component of the grip's",
      { ...snapshot, verse_grip: [{ state: { orientation: { y: 0, w: 1 } } }] },
      { orientation: { w: 1, x: 0, y: 0, z: 0 } },
    ],
  ])('%s', (_what, message, change) => expect(read(message, last)).toEqual({ ...last, ...change }));
});

test('what is not a number, or beyond them, stays so', () => {
  const { position } = read(withState({ cursor_position: { x: null, y: 0, z: 0 } }));
  expect(position).toEqual({ x: Number.NaN, y: 0, z: 0 });
  const far = readInverseState(JSON.stringify(snapshot).replace('-0.12', '-1e999'), null);
  expect(far).toMatchObject({ position: { y: Number.NEGATIVE_INFINITY } });
});

describe('unreadable:', () => {
  const text = JSON.stringify(snapshot);
  test.each<[what: string, data: unknown, says: string]>([
    ['nothing', '', 'message is '],
    ['no JSON', '<html>', '<html>'],
    ['half a message', text.slice(0, text.length / 2), 'expected JSON'],
    ['NaN, which JSON does not have', text.replace('-0.12', 'NaN'), 'expected JSON'],
    ['bytes', new ArrayBuffer(4), 'expected text'],
    ['a number', '7', 'expected an object'],
    ['a list', '[]', 'expected an object'],
    ['null', 'null', 'message is null'],
    ['devices that are no list', JSON.stringify({ inverse3: { device_id: '049D' } }), 'expected a list'],
    ['a device that is none', JSON.stringify({ inverse3: ['049D'] }), 'inverse3[0] is 049D'],
    ['a device without a name', JSON.stringify({ inverse3: [{ state: {} }] }), 'device_id'],
    ['a device without a state', JSON.stringify({ inverse3: [{ device_id: '049D' }] }), 'state of the inverse3'],
    ['a first state without a position', JSON.stringify(withState({})), 'cursor_position'],
    ['a first position of two numbers', JSON.stringify(withState({ cursor_position: { x: 1, y: 2 } })), 'position.z'],
    ['a position of text', text.replace('-0.12', '"-0.12"'), 'cursor_position.y is -0.12, expected a number'],
    ['a position that is a list', JSON.stringify(withState({ cursor_position: [1, 2, 3] })), 'expected an object'],
    ['an orientation of text', text.replace('0.6', '"up"'), 'orientation.y is up'],
    ['an orientation of three', text.replace(',"w":0.8', ''), 'orientation.w'],
    ['a grip without a state', JSON.stringify({ ...snapshot, verse_grip: [{}] }), 'state of the grip'],
  ])('%s', (_what, data, says) => {
    const refusal = refused(data);
    expect(refusal.code).toBe('UNREADABLE');
    expect(refusal.message).toContain(says);
  });

  test('of what is long, the beginning is shown', () => {
    expect(refused('x'.repeat(1e6)).message.length).toBeLessThan(300);
  });
});

test('no device: none at all, or not the one that was there', () => {
  expect(refused('{}').code).toBe('NO_DEVICE');
  expect(refused(JSON.stringify({ ...snapshot, inverse3: [] })).code).toBe('NO_DEVICE');
  const other = { ...snapshot, inverse3: [{ ...snapshot.inverse3[0], device_id: '04BA' }] };
  const { code, message } = refused(JSON.stringify(other), read(snapshot));
  expect(code).toBe('NO_DEVICE');
  expect(message).toContain('no inverse3 049D among 1');
  expect(read(other).device).toBe('04BA');
});

test('a force, as the pages of 3.5 and clients of 3.1 write it; the session is named once', () => {
  const force = { x: 0, y: -1.5, z: 2e-7 };
  expect(JSON.parse(forceMessage('049D', force))).toEqual({
    inverse3: [{ device_id: '049D', commands: { set_cursor_force: { vector: force } } }],
  });
  expect(JSON.parse(forceMessage('049D', force, 'saw', 'values'))).toEqual({
    session: { configure: { profile: { name: 'saw' } } },
    inverse3: [{ device_id: '049D', commands: { set_cursor_force: { values: force } } }],
  });
});
