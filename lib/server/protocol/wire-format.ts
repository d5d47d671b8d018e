// Messages as objects with typed arrays ↔ a text and at most one binary frame.

import { described, KerfError } from '#core';
import { ARRAY_CLASSES, arrayType, type Body, type TypedArray } from './check-request.ts';
import type { ArrayType } from './member-kinds.ts';
import { tooLong } from './message-head.ts';

/** Each array begins at a multiple of this, so that a view of f64 can be laid on it. */
const ALIGNED = 8;

export interface Packed {
  /** A long one may be given as UTF-8. */
  readonly text: string | Uint8Array;
  /** null: no frame follows. */
  readonly frame: Uint8Array | null;
}

interface Place {
  readonly name: string;
  readonly type: ArrayType;
  readonly length: number;
  readonly offset: number;
}

/** What a message says about the frame that follows it. */
export interface Announced {
  readonly bytes: number;
  readonly places: readonly Place[];
  /** What is wrong with the rest of the announcement; the frame comes all the same. */
  readonly fault: KerfError | null;
}

/** @param asLists whether arrays go into the text. */
export function pack(head: Body, body: Body, asLists: boolean): Packed {
  const plain: Record<string, unknown> = { ...head };
  const places: Place[] = [];
  const arrays: TypedArray[] = [];
  let bytes = 0;
  for (const [name, value] of Object.entries(body)) {
    if (!ArrayBuffer.isView(value)) plain[name] = value;
    else if (asLists) plain[name] = Array.from(value as TypedArray);
    else {
      const array = value as TypedArray;
      places.push({ name, type: arrayType(array) ?? 'u8', length: array.length, offset: bytes });
      arrays.push(array);
      bytes += Math.ceil(array.byteLength / ALIGNED) * ALIGNED;
    }
  }
  if (places.length === 0) return { text: textOf(plain), frame: null };
  const frame = new Uint8Array(bytes);
  for (const [n, { buffer, byteOffset, byteLength }] of arrays.entries())
    frame.set(new Uint8Array(buffer, byteOffset, byteLength), places[n].offset);
  return { text: textOf({ ...plain, binary: { bytes, arrays: places } }), frame };
}

/** JSON, with strings for the numbers that JSON lacks. */
function textOf(message: Body): string {
  return JSON.stringify(message, (_name, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
}

/** The member `binary` of a message. @throws KerfError BAD_LENGTH, MESSAGE_TOO_LARGE: the frame's end is unknown. */
export function announced(binary: unknown, most: number): Announced {
  const { bytes, arrays } = recordOf(binary);
  if (!isCount(bytes))
    throw new KerfError(
      'BAD_LENGTH',
      `The bytes of binary are ${described(bytes)}, expected a whole number; correct it.`,
    );
  if (bytes > most) throw tooLong(most);
  try {
    return { bytes, places: placesOf(arrays, bytes), fault: null };
  } catch (fault) {
    if (!(fault instanceof KerfError)) throw fault;
    return { bytes, places: [], fault };
  }
}

/** @throws KerfError BAD_BINARY. */
function placesOf(arrays: unknown, bytes: number): Place[] {
  if (!Array.isArray(arrays)) throw badBinary('arrays is no list');
  const places = arrays.map((entry) => placeOf(entry, bytes));
  const names = new Set(places.map(({ name }) => name));
  if (names.size < places.length) throw badBinary('two arrays have one name');
  const sorted = [...places].sort((a, b) => a.offset - b.offset);
  for (const [n, place] of sorted.entries())
    if (n > 0 && endOf(sorted[n - 1]) > place.offset)
      throw badBinary(`${sorted[n - 1].name} and ${place.name} overlap`);
  return places;
}

function recordOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Partial<Record<string, unknown>>) : {};
}

function placeOf(entry: unknown, bytes: number): Place {
  const { name, type, length, offset } = recordOf(entry) as Partial<Place>;
  if (typeof name !== 'string' || name === '') throw badBinary('an array has no name');
  if (type === undefined || !Object.hasOwn(ARRAY_CLASSES, type))
    throw badBinary(`${name} has no type of f32, f64, u8, u32`);
  if (!isCount(length)) throw badBinary(`the length of ${name} is no whole number from 0`);
  if (!isCount(offset) || offset % ALIGNED !== 0) throw badBinary(`the offset of ${name} is no multiple of ${ALIGNED}`);
  const place = { name, type, length, offset };
  if (endOf(place) > bytes) throw badBinary(`${name} ends at byte ${endOf(place)}, behind the frame`);
  return place;
}

function endOf({ type, length, offset }: Place): number {
  return offset + length * ARRAY_CLASSES[type].BYTES_PER_ELEMENT;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function badBinary(what: string): KerfError {
  return new KerfError('BAD_BINARY', `In the message's binary ${what}; see kerf serve --schema.`);
}

/** The arrays of a frame, copied out of it, since bytes from a socket lie in a pooled buffer. */
export function arraysIn(frame: Uint8Array, { places }: Announced): Record<string, TypedArray> {
  const found: [string, TypedArray][] = places.map((place) => {
    const { buffer } = Uint8Array.prototype.slice.call(frame, place.offset, endOf(place));
    return [place.name, new ARRAY_CLASSES[place.type](buffer)];
  });
  return Object.fromEntries(found);
}
