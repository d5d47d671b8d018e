// Named numbers and arrays come back bit for bit; bytes that differ from those written are refused, byte by byte.

import { describe, expect, test } from '@jest/globals';
import { xxHash32 } from 'js-xxhash';
import { FormatError } from '#core';
import { packArrays, unpackArrays } from '#records';

const SCHEMA = { numbers: ['a', 'b', 'c'], arrays: { words: 'u32', floats: 'f32', doubles: 'f64' } } as const;
const VERSION = 7;
const contents = {
  numbers: { a: -0, b: Number.NaN, c: 2 ** -1074 },
  arrays: {
    words: Uint32Array.of(1, 2, 0xffffffff),
    floats: Float32Array.of(-0, Math.fround(0.1), 3, 4, 5),
    doubles: new Float64Array(0),
  },
};
const bytes = packArrays(SCHEMA, VERSION, contents);
const unpack = (given: Uint8Array) => unpackArrays(given, SCHEMA, VERSION, 'a.bin');

function refusal(given: Uint8Array): FormatError {
  try {
    unpack(given);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('it was read');
}

/** Bytes with another directory or other lengths, and a matching checksum: only deliberate forgery produces these. */
function forged(change: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const made = change(bytes.slice());
  const view = new DataView(made.buffer, made.byteOffset);
  view.setFloat64(16, made.length, true);
  view.setUint32(24, xxHash32(made.subarray(28), 0), true);
  return made;
}
const replaced = (from: string, to: string) =>
  forged((made) => {
    const at = Buffer.from(made).indexOf(from);
    expect([at > 0, to.length]).toEqual([true, from.length]);
    made.set(Buffer.from(to), at);
    return made;
  });

describe('bytes that were packed', () => {
  test('give back every bit, wherever they lie in memory', () => {
    const shifted = new Uint8Array(bytes.length + 9);
    shifted.set(bytes, 9);
    for (const given of [bytes, shifted.subarray(9), Buffer.from(bytes)]) {
      const { numbers, arrays } = unpack(given);
      expect(Object.is(numbers.a, -0) && Number.isNaN(numbers.b)).toBe(true);
      expect([numbers, arrays]).toEqual([contents.numbers, contents.arrays]);
      arrays.words[0] = 99;
      expect(unpack(given).arrays.words[0]).toBe(1);
    }
  });

  test('are a multiple of 8, begin with the magic bytes and are the same each time', () => {
    expect(bytes.length % 8).toBe(0);
    expect([...bytes.subarray(0, 8)]).toEqual([0x89, ...Buffer.from('kerf'), 13, 10, 26]);
    expect(packArrays(SCHEMA, VERSION, contents)).toEqual(bytes);
  });
});

describe('bytes that were not', () => {
  test('every single bit flipped is refused, in a sentence that names the source', () => {
    const codes = new Map<string, number>();
    for (let at = 0; at < bytes.length; at++)
      for (let bit = 0; bit < 8; bit++) {
        const flipped = bytes.slice();
        flipped[at] ^= 1 << bit;
        const { code, message } = refusal(flipped);
        expect(message).toMatch(/^Index "a\.bin" [^.]*[^\n]*, expected [^\n]*; [^\n]*\.$/);
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    expect([codes.get('UNKNOWN_FORMAT'), codes.get('UNKNOWN_VERSION'), codes.get('BYTE_ORDER')]).toEqual([64, 32, 32]);
    expect(codes.get('TRUNCATED')! + codes.get('DAMAGED_INDEX')!).toBe(8 * (bytes.length - 16));
  });

  test('every truncation is refused as one, and so is more at the end', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(refusal(bytes.subarray(0, length)).code).toBe('TRUNCATED');
    expect(refusal(Uint8Array.of(...bytes, 0)).code).toBe('DAMAGED_INDEX');
  });

  test('another format, another version and another byte order are named', () => {
    expect(refusal(Buffer.from('ply\nformat ascii 1.0\n'))).toMatchObject({ code: 'UNKNOWN_FORMAT' });
    const newer = packArrays(SCHEMA, 8, contents);
    expect(refusal(newer).message).toContain('format version 8, expected 7');
    const swapped = bytes.slice();
    for (const [from, to, size] of [
      [8, 16, 4],
      [16, 24, 8],
      [24, 32, 4],
    ])
      for (let at = from; at < to; at += size) swapped.subarray(at, at + size).reverse();
    expect(refusal(swapped)).toMatchObject({ code: 'BYTE_ORDER' });
  });

  test.each([
    ['a length beyond the file', replaced('"u32",3]', '"u32",9]')],
    ['a length below what is there', replaced('"f32",5]', '"f32",1]')],
    ['another type', replaced('"f32",5]', '"u32",5]')],
    ['another name', replaced('"words"', '"wards"')],
    ['a number of another name', replaced('"a"', '"z"')],
    ['a length that is none', replaced('"u32",3]', '"u32",x]')],
    ['no directory', forged((made) => made.fill(0, 28, 32))],
    ['a directory beyond the file', forged((made) => made.fill(0xf8, 28, 32))],
    ['numbers and arrays cut off', forged((made) => made.slice(0, -16))],
  ])('%s is refused even with a checksum to match', (_, given) => expect(refusal(given).code).toBe('DAMAGED_INDEX'));

  test('a length of a thousand million million asks for no memory', () => {
    const text = Buffer.from(bytes.subarray(32)).toString('latin1');
    const blanks = text.match(/\} +/)![0];
    const long = text.replace('"f32",5]', '"f32",999999999999999]').replace(blanks, '}');
    const directory = long.slice(0, long.indexOf('}') + 1);
    const padded = Buffer.from(directory.padEnd(8 * Math.ceil(directory.length / 8)));
    const made = forged(() => Uint8Array.of(...bytes.subarray(0, 32), ...padded, ...new Uint8Array(64)));
    const view = new DataView(made.buffer);
    view.setUint32(28, padded.length, true);
    expect(refusal(forged(() => made)).message).toMatch(/lists an array of \d{16} bytes, expected at most/);
  });
});
