// STL: which bytes are binary, which are text, and what is refused.

import { describe, expect, test } from '@jest/globals';
import { readMesh, writeMesh } from '#io';
import { refusal } from '#harness/io-errors.ts';
import { awkwardMesh } from '#harness/io-meshes.ts';
import { bytesOf } from '#harness/io-volumes.ts';
import { mulberry32 } from '#harness/random.ts';

const readStl = (content: string | Uint8Array) => readMesh(bytesOf(content), 'stl', { name: 'part.stl' });
const FACET = 'facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 1e-1 0\n endloop\nendfacet\n';
const TEXT = `solid a part\n${FACET}endsolid a part\n`;

function withCount(bytes: Uint8Array, count: number): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(80, count, true);
  return copy;
}

describe('binary', () => {
  const mesh = awkwardMesh(11, Float32Array);
  const bytes = writeMesh(mesh, 'stl');

  test('every cut to 0 … 200 bytes is TRUNCATED', () => {
    expect(bytes.length).toBeGreaterThan(200);
    for (let length = 0; length <= 200; length++)
      expect(refusal(() => readStl(bytes.subarray(0, length)))).toBe('TRUNCATED');
  });

  test('200 random cuts are TRUNCATED (seed 5)', () => {
    const random = mulberry32(5);
    for (let i = 0; i < 200; i++) {
      const length = Math.floor(bytes.length * random());
      expect(refusal(() => readStl(bytes.subarray(0, length)))).toBe('TRUNCATED');
    }
  });

  test('a count that does not match the length, and bytes after the last facet, are refused', () => {
    const facets = mesh.faces.length / 3;
    expect(refusal(() => readStl(withCount(bytes, facets + 1)))).toBe('TRUNCATED');
    expect(refusal(() => readStl(withCount(bytes, 0xffffffff)))).toBe('TRUNCATED');
    expect(refusal(() => readStl(withCount(bytes, facets - 1)))).toBe('BAD_COUNT');
    expect(refusal(() => readStl(withCount(bytes, 0)))).toBe('BAD_COUNT');
    const longer = new Uint8Array(bytes.length + 2);
    longer.set(bytes);
    expect(refusal(() => readStl(longer))).toBe('BAD_COUNT');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'a coordinate %p is refused by facet',
    (value) => {
      const copy = bytes.slice();
      new DataView(copy.buffer).setFloat32(84 + 50 * 2 + 12 + 4 * 4, value, true);
      expect(refusal(() => readStl(copy))).toBe('NON_FINITE_VERTEX');
      expect(() => readStl(copy)).toThrow(/"part\.stl": facet 2, corner 1 has y = (NaN|-?Infinity)/);
    },
  );

  test('a header that begins with "solid", or speaks of a space, changes no coordinate', () => {
    const expected = readStl(bytes);
    for (const [header, told] of [
      ['solid but binary', {}],
      ['SPACE=RAS', { frame: 'RAS' }],
    ] as const) {
      const copy = bytes.slice();
      copy.fill(32, 0, 80);
      copy.set(bytesOf(header));
      expect(readStl(copy)).toEqual({ ...expected, ...told });
    }
  });

  test('no facet at all is an empty mesh', () => {
    expect(refusal(() => readStl(new Uint8Array(84)))).toBe('EMPTY_MESH');
  });

  test('−0 and 0 are one corner', () => {
    const corner = [0, 0, 0, 1, 0, 0, 0, 1, 0, -0, -0, 0, 0, 1, 0, -1, 0, 0];
    const two = { positions: Float32Array.from(corner), faces: Uint32Array.of(0, 1, 2, 3, 4, 5), name: 'two' };
    const { positions, faces } = readStl(writeMesh(two, 'stl'));
    expect([...faces]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(positions.length).toBe(12);
  });
});

describe('ASCII', () => {
  test('is read in f64, in any case, with several solids', () => {
    const mesh = readStl(TEXT + TEXT.toUpperCase().replace(/\n/g, '\r\n'));
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 0.1, 0]);
    expect([...mesh.faces]).toEqual([0, 1, 2, 0, 1, 2]);
  });

  test('"end loop", "end facet" and "end solid" in two words, with any blanks', () => {
    const intact = readStl(TEXT);
    for (const blank of [' ', '\t', '   '])
      expect(readStl(TEXT.replace(/end(?=loop|facet|solid)/g, `end${blank}`))).toEqual(intact);
    expect(refusal(() => readStl(TEXT.replace('endloop', 'end\nloop')))).toBe('BAD_TOKEN');
  });

  test('every cut is refused, up to the last word', () => {
    const end = TEXT.lastIndexOf('endsolid');
    for (let length = 0; length < end + 'endsolid'.length; length++)
      expect(['TRUNCATED', 'BAD_TOKEN', 'NON_FINITE_VERTEX']).toContain(refusal(() => readStl(TEXT.slice(0, length))));
  });

  test.each(['nan', 'NaN', 'inf', '-Infinity', '1e999', '1,5', '0x10', '--1'])(
    'the coordinate "%s" is refused with its offset',
    (token) => {
      const text = TEXT.replace('1e-1', token);
      expect(refusal(() => readStl(text))).toBe('NON_FINITE_VERTEX');
      expect(() => readStl(text)).toThrow(`at byte ${text.indexOf(token)},`);
    },
  );

  test('a fourth corner, a stray word and no facet are refused', () => {
    expect(refusal(() => readStl(TEXT.replace(' endloop', ' vertex 1 1 1\n endloop')))).toBe('BAD_TOKEN');
    expect(refusal(() => readStl(`${TEXT}facet`))).toBe('BAD_TOKEN');
    expect(refusal(() => readStl('solid nothing\nendsolid\n'))).toBe('EMPTY_MESH');
  });
});
