// What is written reads back: the same positions, value for value, and the same faces.

import { describe, expect, test } from '@jest/globals';
import { readMesh, writeMesh } from '#io';
import { createMesh, type TriangleMesh } from '#mesh';
import { refusal } from '#harness/io-errors.ts';
import { awkwardMesh } from '#harness/io-meshes.ts';
import { longRun } from '#harness/long-run.ts';

const SEEDS = Array.from({ length: longRun(40, 8) }, (_, i) => i + 1);
const bits = (values: ArrayLike<number>): BigUint64Array => new BigUint64Array(Float64Array.from(values).buffer);

function cornersOf({ positions, faces }: TriangleMesh): number[] {
  return [...faces].flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]);
}

describe.each([Float32Array, Float64Array])('%p positions', (storage) => {
  test.each(['ply', 'vtp', 'vtk'] as const)(
    `%s keeps every bit, the type and the faces (seeds 1 to ${SEEDS.length})`,
    (format) => {
      for (const seed of SEEDS) {
        const mesh = awkwardMesh(seed, storage);
        const back = readMesh(writeMesh(mesh, format), format, { name: mesh.name });
        expect(back.name).toBe(`seed ${seed}`);
        expect(back.positions).toBeInstanceOf(storage);
        expect(bits(back.positions)).toEqual(bits(mesh.positions));
        expect(back.faces).toEqual(mesh.faces);
      }
    },
  );

  test(`obj keeps every value, as f64, and the faces (seeds 1 to ${SEEDS.length})`, () => {
    for (const seed of SEEDS) {
      const mesh = awkwardMesh(seed, storage);
      const back = readMesh(writeMesh(mesh, 'obj'), 'obj');
      expect(back.positions).toBeInstanceOf(Float64Array);
      expect(bits(back.positions)).toEqual(bits(mesh.positions));
      expect(back.faces).toEqual(mesh.faces);
    }
  });

  test(`stl keeps every corner rounded to f32, and welds equal ones (seeds 1 to ${SEEDS.length})`, () => {
    let shared = 0;
    for (const seed of SEEDS) {
      const mesh = awkwardMesh(seed, storage);
      const back = readMesh(writeMesh(mesh, 'stl'), 'stl');
      const expected = cornersOf(mesh).map((value) => Math.fround(value) + 0);
      expect(cornersOf(back).map((value) => value + 0)).toEqual(expected);
      const distinct = new Set(mesh.faces.map((_, i) => i));
      const keys = new Set([...distinct].map((corner) => expected.slice(3 * corner, 3 * corner + 3).join()));
      expect(back.positions.length / 3).toBe(keys.size);
      if (keys.size < mesh.faces.length) shared++;
    }
    expect(shared).toBeGreaterThan(longRun(30, 5));
  });
});

test('bytes may be an ArrayBuffer, or a view into a larger one, and stay as they were', () => {
  const mesh = awkwardMesh(7, Float32Array);
  for (const format of ['stl', 'ply', 'obj', 'vtp', 'vtk'] as const) {
    const bytes = writeMesh(mesh, format);
    const whole = readMesh(bytes, format);
    const padded = new Uint8Array(bytes.length + 13);
    padded.set(bytes, 5);
    const before = padded.slice();
    expect(readMesh(padded.subarray(5, 5 + bytes.length), format)).toEqual(whole);
    expect(readMesh(bytes.slice().buffer, format)).toEqual(whole);
    expect(padded).toEqual(before);
    expect(writeMesh(mesh, format)).toEqual(bytes);
  }
});

test('an STL coordinate beyond f32 is refused, not written as infinity', () => {
  const mesh = createMesh([0, 0, 0, 1, 0, 0, 0, 1e39, 0], [0, 1, 2]);
  expect(refusal(() => writeMesh(mesh, 'stl'))).toBe('NON_FINITE_VERTEX');
});

test('an unknown format is refused by name in both directions', () => {
  const mesh = awkwardMesh(1, Float32Array);
  expect(refusal(() => writeMesh(mesh, 'step' as 'stl'))).toBe('UNKNOWN_FORMAT');
  expect(refusal(() => readMesh(new Uint8Array(9), 'toString' as 'stl'))).toBe('UNKNOWN_FORMAT');
});
