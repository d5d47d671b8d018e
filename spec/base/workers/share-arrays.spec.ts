// A record shared and not shared: equal values in its own memory, of the available kind.

import { describe, expect, test } from '@jest/globals';
import { shareArrays } from '#workers';

const record = () => ({
  count: 3,
  name: 'bone',
  none: null,
  levels: [Float32Array.of(1, -0), Float32Array.of()],
  deep: { doubles: Float64Array.of(Math.PI, -0, 5e-324), bytes: Uint8Array.of(255), words: Uint32Array.of(0xffffffff) },
});

function arraysOf({ levels, deep }: ReturnType<typeof record>) {
  return [...levels, deep.doubles, deep.bytes, deep.words];
}

describe.each([true, false])('where there is shared memory: %p', (there) => {
  const kept = globalThis.SharedArrayBuffer;
  const share = <T>(value: T): T => {
    if (!there) Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
    try {
      return shareArrays(value);
    } finally {
      globalThis.SharedArrayBuffer = kept;
    }
  };

  test('the copy is equal, to the sign of 0, and lies in memory of that kind', () => {
    const given = record();
    const copy = share(given);
    expect(copy).toEqual(record());
    expect(Object.is(copy.deep.doubles[1], -0)).toBe(true);
    expect(arraysOf(copy).map(({ buffer }) => buffer.constructor.name)).toEqual(
      arraysOf(copy).map(() => (there ? 'SharedArrayBuffer' : 'ArrayBuffer')),
    );
    expect(arraysOf(copy).map((values) => values.constructor)).toEqual(
      arraysOf(given).map((values) => values.constructor),
    );
  });

  test('a later change of the original is not in it', () => {
    const given = record();
    const copy = share(given);
    for (const values of arraysOf(given)) values.fill(7);
    expect(copy).toEqual(record());
  });

  test('a part of an array’s memory is copied as that part', () => {
    const copy = share(Float64Array.of(1, 2, 3, 4).subarray(1, 3));
    expect([[...copy], copy.buffer.byteLength]).toEqual([[2, 3], 16]);
  });
});
