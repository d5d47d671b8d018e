import { describe, expect, test } from '@jest/globals';
import {
  checkedBytes,
  checkNumbers,
  checkRecord,
  checkSignal,
  described,
  FormatError,
  KerfError,
  MeshError,
  OptionError,
  typedArrayName,
} from '#core';

function detached<View extends ArrayBufferView<ArrayBuffer>>(view: View): View {
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

/** The error that it throws; undefined if none. */
function refusal(check: () => unknown): KerfError | undefined {
  try {
    check();
  } catch (error) {
    if (error instanceof KerfError) return error;
    throw error;
  }
  return undefined;
}

describe('what a sentence calls a value', () => {
  test.each<[unknown, string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'true'],
    [-1.5, '-1.5'],
    [Number.NaN, 'NaN'],
    [10n, 'the bigint 10'],
    [Symbol('a'), 'a symbol'],
    [() => 1, 'a function'],
    [class A {}, 'a function'],
    ['a "text"\nof two lines', '"a \\"text\\"\\nof two lines"'],
    ['x'.repeat(500), `"${'x'.repeat(40)}…"`],
    [[], 'an array of length 0'],
    [[1, 2, 3], 'an array of length 3'],
    [{}, 'an object'],
    [Object.create(null), 'an object'],
    [new Float64Array(2), 'a Float64Array of length 2'],
    [detached(new Float64Array(2)), 'a detached Float64Array'],
    [new ArrayBuffer(2), 'an ArrayBuffer'],
    [Promise.resolve(1), 'a Promise'],
    [new Date(0), 'a Date'],
    [new Map(), 'a Map'],
  ])('%p', (value, expected) => expect(described(value)).toBe(expected));

  test('a detached DataView or ArrayBuffer, of which not even the length can be read', () => {
    expect(described(detached(new DataView(new ArrayBuffer(8))))).toBe('a detached DataView');
    expect(described(detached(new Uint8Array(2)).buffer)).toBe('a detached ArrayBuffer');
  });
});

describe('numbers', () => {
  test.each<[what: string, value: unknown]>([
    ['an array', [1, Number.NaN, -0]],
    ['an empty array', []],
    ['an object with a length', { length: 2, 0: 1, 1: 2 }],
    ['a Float64Array', new Float64Array(3)],
    ['an Int8Array', new Int8Array(3)],
    ['an empty Float64Array', new Float64Array(0)],
    ['a part of a buffer', new Float32Array(new ArrayBuffer(64), 8, 3)],
    ['shared memory', new Float64Array(new SharedArrayBuffer(16))],
  ])('%s is let through', (_what, value) => expect(refusal(() => checkNumbers(value, 'a', 'b'))).toBeUndefined());

  test.each<[value: unknown, message: string]>([
    [null, 'poses is null, expected an array of numbers; pass 16.'],
    ['1,2', 'poses is "1,2", expected an array of numbers; pass 16.'],
    [{}, 'poses is an object, expected an array of numbers; pass 16.'],
    [{ length: -1 }, 'poses is an object, expected an array of numbers; pass 16.'],
    [{ length: 2 ** 53 }, 'poses is an object, expected an array of numbers; pass 16.'],
    [{ length: '2' }, 'poses is an object, expected an array of numbers; pass 16.'],
    [() => 1, 'poses is a function, expected an array of numbers; pass 16.'],
    [new DataView(new ArrayBuffer(8)), 'poses is a DataView, expected an array of numbers; pass 16.'],
    [detached(new Float64Array(3)), 'poses is a detached Float64Array, expected an array of numbers; pass 16.'],
    [new BigInt64Array(1), 'poses is a BigInt64Array of length 1, expected an array of numbers; pass 16.'],
    [[0, '1'], 'poses[1] is "1", expected a number; pass 16.'],
    [[0, 1n], 'poses[1] is the bigint 1, expected a number; pass 16.'],
    [new Array(2), 'poses[0] is undefined, expected a number; pass 16.'],
    // Read no farther than the first entry that is not a number.
    [{ length: 2 ** 53 - 1 }, 'poses[0] is undefined, expected a number; pass 16.'],
  ])('%p is refused', (value, message) => {
    const error = refusal(() => checkNumbers(value, 'poses', 'pass 16', MeshError));
    expect([error?.constructor, error?.code, error?.message]).toEqual([MeshError, 'WRONG_TYPE', message]);
  });
});

test('bytes: a buffer, and the part of one that a view is of', () => {
  const memory = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  expect([...checkedBytes(memory.buffer, 'bytes', '')]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect([...checkedBytes(memory.subarray(2, 4), 'bytes', '')]).toEqual([3, 4]);
  expect([...checkedBytes(new DataView(memory.buffer, 6), 'bytes', '')]).toEqual([7, 8]);
  expect([...checkedBytes(Buffer.from([9]), 'bytes', '')]).toEqual([9]);
  for (const value of [null, 'abc', [1, 2], {}, detached(new Uint8Array(2)), detached(new Uint8Array(2)).buffer])
    expect(refusal(() => checkedBytes(value, 'bytes', 'pass some', FormatError))).toBeInstanceOf(FormatError);
});

test('a record is an object that is no array; a signal one that can throw', () => {
  for (const value of [{}, new Date(), Object.create(null)])
    expect(refusal(() => checkRecord(value, 'a', 'b', 'c'))).toBeUndefined();
  for (const value of [null, undefined, 1, '', [], new Uint8Array(1), () => 1])
    expect(refusal(() => checkRecord(value, 'a', 'b', 'c'))).toBeInstanceOf(OptionError);
  for (const value of [undefined, new AbortController().signal])
    expect(refusal(() => checkSignal(value))).toBeUndefined();
  for (const value of [null, 1, {}, new AbortController()])
    expect(refusal(() => checkSignal(value))?.message).toMatch(/^signal is /);
});

test('the name of a typed array', () => {
  expect([new Float64Array(1), new Uint32Array(0), Buffer.of(1)].map(typedArrayName)).toEqual([
    ...['Float64Array', 'Uint32Array', 'Uint8Array'],
  ]);
  for (const value of [[], null, 'Float64Array', new DataView(new ArrayBuffer(1)), new ArrayBuffer(1)])
    expect(typedArrayName(value)).toBe('');
});
