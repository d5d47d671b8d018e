import { describe, expect, test } from '@jest/globals';
import { MeshError } from '../../lib/core/index.ts';
import { createMesh } from '../../lib/mesh/index.ts';

function failure(make: () => unknown): MeshError {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(MeshError);
    return error as MeshError;
  }
  throw new Error('expected a MeshError, nothing was thrown');
}

const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0];

describe('createMesh', () => {
  test('keeps typed arrays of its own kinds and copies others to f64 and u32', () => {
    const single = new Float32Array(corners);
    const double = new Float64Array(corners);
    const faces = new Uint32Array([0, 1, 2]);
    expect(createMesh(single, faces).positions).toBe(single);
    expect(createMesh(double, faces).positions).toBe(double);
    expect(createMesh(double, faces).faces).toBe(faces);
    const plain = createMesh([0.1, ...corners.slice(1)], [0, 1, 2], { name: 'plain' });
    expect(plain.positions).toEqual(Float64Array.of(0.1, ...corners.slice(1)));
    expect(plain.faces).toEqual(faces);
    expect(plain.name).toBe('plain');
    expect(createMesh(corners, new Int16Array([0, 1, 2])).faces).toEqual(faces);
  });

  test.each([
    ['EMPTY_MESH', corners, []],
    ['EMPTY_MESH', [], []],
    ['BAD_LENGTH', corners.slice(1), [0, 1, 2]],
    ['BAD_LENGTH', corners, [0, 1]],
    ['NON_FINITE_VERTEX', [...corners.slice(0, 8), Number.NaN], [0, 1, 2]],
    ['NON_FINITE_VERTEX', [Infinity, ...corners.slice(1)], [0, 1, 2]],
    ['NON_FINITE_VERTEX', [...corners, 0, -Infinity, 0], [0, 1, 2]],
    ['INDEX_OUT_OF_RANGE', corners, [0, 1, 3]],
    ['INDEX_OUT_OF_RANGE', corners, [0, -1, 2]],
    ['INDEX_OUT_OF_RANGE', corners, [0, 1, 1.5]],
    ['INDEX_OUT_OF_RANGE', corners, [0, 1, Number.NaN]],
    ['INDEX_OUT_OF_RANGE', [], [0, 1, 2]],
  ])('refuses with %s', (code, positions, faces) => {
    expect(failure(() => createMesh(positions, faces)).code).toBe(code);
  });

  test('names the mesh, the vertex or face, and the value', () => {
    const nan = failure(() => createMesh([...corners.slice(0, 7), Number.NaN, 0], [0, 1, 2], { name: 'saw' }));
    expect(nan.message).toMatch(/"saw".*vertex 2 .*y = NaN/);
    const index = failure(() => createMesh(corners, [0, 1, 2, 2, 1, 7], { name: 'saw' }));
    expect(index.message).toMatch(/"saw".*face 1 .*vertex 7.* 3 /);
  });
});
