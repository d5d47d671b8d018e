// Text of Haply's Inverse service ↔ where the hand is, and the force on it. Everything uncertain about the protocol is
// in this file.
//
// Source: Inverse SDK 3.5, the simulation channel (docs.haply.co: websocket-protocol, control-commands, tutorials 01,
// 02 and 06). On connection the service sends one snapshot of all devices; from then on it sends exactly one state for
// each message that it gets, and nothing unprompted. A command holds for a tick: a client that falls silent exerts no
// force. Units: m, N.
//
// Known from these pages, never tried on a device:
//  - that a later state may omit numbers that are equal to 0 or the identity; kerf takes an omitted number as
//    "unchanged" and keeps the last value;
//  - that `cursor_position`, `set_cursor_force` and a grip's `orientation` share one frame. The pages call it the
//    application's (+x right, +y forward, +z up); presets, mounts and transforms of the session can turn it. kerf sets
//    none of them;
//  - that NaN comes as null, as C++ JSON writers emit it; JSON has no NaN;
//  - which grip belongs to the device: the first wireless one, or else the first wired one; one listed without an
//    orientation counts as none until it has had one, which then stays;
//  - the force's key, see ForceKey.

/** Address of the service's simulation channel, on the same machine. */
export const INVERSE_URL = 'ws://localhost:10001';

/**
 * The key of the force in `set_cursor_force`: `vector` on the pages of 3.5; clients written for 3.1 use `values`, and
 * no page says which services accept both.
 */
export const FORCE_KEYS = ['vector', 'values'] as const;
export type ForceKey = (typeof FORCE_KEYS)[number];

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface Quaternion extends Vector {
  readonly w: number;
}

/** Numbers may be NaN or infinite. */
export interface InverseState {
  /** The Inverse3's name in commands. */
  readonly device: string;
  /** m. */
  readonly position: Vector;
  /** The grip's; null if there is none. */
  readonly orientation: Quaternion | null;
}

export interface InverseRefusal {
  /** UNREADABLE: not a state as this file knows it. NO_DEVICE: one without an Inverse3, or without the last one. */
  readonly code: 'UNREADABLE' | 'NO_DEVICE';
  readonly message: string;
}

type Table = Readonly<Record<string, unknown>>;

/** @param last the previous state: its numbers stay if this one omits them. @param url the service's address. */
export function readInverseState(
  data: unknown,
  last: InverseState | null,
  url = INVERSE_URL,
): InverseState | InverseRefusal {
  try {
    return stateOf(data, last);
  } catch (error) {
    if (error instanceof Refused)
      return { code: error.code, message: `The Inverse service at ${url} ${error.message}` };
    throw error;
  }
}

export function isRefusal(read: InverseState | InverseRefusal): read is InverseRefusal {
  return 'code' in read;
}

/**
 * @param force on the hand, N. @param profile the session's name for the service, only in a connection's first message.
 */
export function forceMessage(
  device: string,
  { x, y, z }: Vector,
  profile: string | null = null,
  key: ForceKey = 'vector',
): string {
  const inverse3 = [{ device_id: device, commands: { set_cursor_force: { [key]: { x, y, z } } } }];
  return JSON.stringify(
    profile === null ? { inverse3 } : { session: { configure: { profile: { name: profile } } }, inverse3 },
  );
}

class Refused extends Error {
  readonly code: InverseRefusal['code'];

  /** @param says what the service does: the rest of a sentence whose subject is the service. */
  constructor(code: InverseRefusal['code'], says: string) {
    super(says);
    this.code = code;
  }
}

function stateOf(data: unknown, last: InverseState | null): InverseState {
  const message = tableOf(parsed(data), 'message');
  const devices = listOf(message, 'inverse3');
  // Another device's position would be a jump, so a device that has gone is not replaced.
  const device = last === null ? devices[0] : devices.find(({ device_id: id }) => id === last.device);
  if (device === undefined)
    throw new Refused(
      'NO_DEVICE',
      `lists no inverse3${last === null ? '' : ` ${last.device}`} among ${devices.length}; connect one and see that the Haply Hub shows it.`,
    );
  const id = device.device_id;
  if (typeof id !== 'string') throw unreadable('device_id of the inverse3', id, 'a string');
  const state = tableOf(device.state, 'state of the inverse3');
  const grip = listOf(message, 'wireless_verse_grip')[0] ?? listOf(message, 'verse_grip')[0];
  return {
    device: id,
    position: numbersOf(state.cursor_position, last?.position, ['x', 'y', 'z'], 'cursor_position'),
    orientation: orientationOf(grip, last?.orientation ?? null),
  };
}

function orientationOf(grip: Table | undefined, last: Quaternion | null): Quaternion | null {
  if (grip === undefined) return last;
  const { orientation } = tableOf(grip.state, 'state of the grip');
  if (orientation === undefined && last === null) return null;
  return numbersOf(orientation, last, ['w', 'x', 'y', 'z'], 'orientation');
}

function parsed(data: unknown): unknown {
  if (typeof data !== 'string') throw unreadable('message', data, 'text');
  try {
    return JSON.parse(data);
  } catch {
    throw unreadable('message', data, 'JSON');
  }
}

function tableOf(value: unknown, name: string): Table {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw unreadable(name, value, 'an object');
  return value as Table;
}

function listOf(message: Table, name: string): readonly Table[] {
  const list = message[name] ?? [];
  if (!Array.isArray(list)) throw unreadable(name, list, 'a list');
  return list.map((entry, i) => tableOf(entry, `${name}[${i}]`));
}

function numbersOf<T extends Vector>(
  value: unknown,
  last: T | null | undefined,
  names: readonly (keyof T & string)[],
  name: string,
): T {
  const table = tableOf(value === undefined && last ? {} : value, name);
  const numbers = names.map((component) => {
    const number = table[component] === undefined ? last?.[component] : table[component];
    if (number === null) return [component, Number.NaN];
    if (typeof number !== 'number') throw unreadable(`${name}.${component}`, number, 'a number');
    return [component, number];
  });
  return Object.fromEntries(numbers) as T;
}

/** A refusal shows at most this many characters of a value. */
const SHOWN = 40;

function unreadable(name: string, value: unknown, wanted: string): Refused {
  const text = String(typeof value === 'object' ? JSON.stringify(value) : value);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return new Refused(
    'UNREADABLE',
    `sends a state whose ${name} is ${shown}, expected ${wanted}; check that the address is that of its simulation channel, as ${INVERSE_URL} is.`,
  );
}
