// An argument as given → itself if it has the shape that its function takes, or the sentence that says what it is
// instead.

import { type KerfError, OptionError } from './errors.ts';

/** The class of error that a function throws for bad arguments. */
export type Refusal = new (code: string, message: string) => KerfError;

/** Longest piece of a string that a sentence shows. */
const SHOWN = 40;

/**
 * A value's description in an error's sentence: `null`, `3`, `"text"`, `an array of length 3`, `a Promise`, `a detached
 * Float64Array`, …
 */
export function described(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);
    case 'bigint':
      return `the bigint ${value}`;
    case 'symbol':
    case 'function':
      return `a ${typeof value}`;
    case 'object':
      return value === null ? 'null' : describedObject(value);
    default:
      return String(value);
  }
}

function describedObject(value: object): string {
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  const type = Object.prototype.toString.call(value).slice(8, -1);
  if (isDetached(ArrayBuffer.isView(value) ? value.buffer : value)) return `a detached ${type}`;
  if (typedArrayName(value) !== '') return `a ${type} of length ${(value as Uint8Array).length}`;
  return `${/^[AEIOU]/.test(type) ? 'an' : 'a'} ${type}`.replace('an Object', 'an object');
}

/** @param next what to do instead. @throws WRONG_TYPE. */
export function refuse(
  value: unknown,
  name: string,
  expected: string,
  next: string,
  Class: Refusal = OptionError,
): never {
  throw new Class('WRONG_TYPE', `${name} is ${described(value)}, expected ${expected}; ${next}.`);
}

/** @throws WRONG_TYPE unless the value is an object and not an array. */
export function checkRecord(
  value: unknown,
  name: string,
  expected: string,
  next: string,
  Class?: Refusal,
): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
    refuse(value, name, expected, next, Class);
}

/**
 * @throws WRONG_TYPE unless the value is a typed array, an array or an object with a length, and each of its elements
 * is a number (NaN is one).
 */
export function checkNumbers(
  value: unknown,
  name: string,
  next: string,
  Class?: Refusal,
): asserts value is ArrayLike<number> {
  const type = typedArrayName(value);
  if (type !== '') {
    const { length, buffer } = value as Float64Array;
    if (!type.startsWith('Big') && (length > 0 || !isDetached(buffer))) return;
  }
  const { length } = type === '' && typeof value === 'object' && value !== null ? (value as { length?: unknown }) : {};
  if (!Number.isSafeInteger(length) || (length as number) < 0) refuse(value, name, 'an array of numbers', next, Class);
  for (let i = 0; i < (length as number); i++) {
    const element = (value as ArrayLike<unknown>)[i];
    if (typeof element !== 'number') refuse(element, `${name}[${i}]`, 'a number', next, Class);
  }
}

/** @throws WRONG_TYPE unless the value is a string or undefined. */
export function checkText(value: unknown, name: string, next: string, Class?: Refusal): void {
  if (value !== undefined && typeof value !== 'string') refuse(value, name, 'a text', next, Class);
}

/** @throws WRONG_TYPE unless the value is a function or undefined. */
export function checkFunction(value: unknown, name: string, next: string): void {
  if (value !== undefined && typeof value !== 'function') refuse(value, name, 'a function', next);
}

/** @throws WRONG_TYPE unless the value is an AbortSignal or undefined. */
export function checkSignal(value: unknown): void {
  if (value !== undefined && typeof (value as AbortSignal | null)?.throwIfAborted !== 'function')
    refuse(value, 'signal', 'an AbortSignal', "pass an AbortController's, or leave it out");
}

/** The bytes of an ArrayBuffer, or of a view of a part of one, in place. @throws WRONG_TYPE. */
export function checkedBytes(value: unknown, name: string, next: string, Class?: Refusal): Uint8Array {
  const buffer = ArrayBuffer.isView(value) ? value.buffer : value;
  if (!/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(buffer)) || isDetached(buffer))
    refuse(value, name, 'an ArrayBuffer or Uint8Array', next, Class);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value as ArrayBuffer);
}

/**
 * The name of a typed array's type, such as `Float64Array`; '' if the value is no typed array. Typed arrays of another
 * realm are recognized too: each frame of a page has its own. This allocates nothing.
 */
export function typedArrayName(value: unknown): string {
  if (!ArrayBuffer.isView(value)) return '';
  const name = (value as unknown as { readonly [Symbol.toStringTag]: string })[Symbol.toStringTag];
  return name === 'DataView' ? '' : name;
}

/** Whether the value is a buffer whose memory was transferred to another thread. */
function isDetached(value: unknown): boolean {
  // The property `ArrayBuffer.detached` is younger than Node 20.
  if (Object.prototype.toString.call(value) !== '[object ArrayBuffer]') return false;
  try {
    new Uint8Array(value as ArrayBuffer);
    return false;
  } catch {
    return true;
  }
}
