import { describe, expect, test } from '@jest/globals';
import { MeshError } from '#core';
import { sphere } from '#datasets';
import { createDetectorSync } from '#detector';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { createMesh, inspectMesh, type TriangleMesh } from '#mesh';

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

describe("vtk.js's polydata and three.js's geometry", () => {
  const polyData = { getPoints: () => null, getPolys: () => null };
  test.each<[string, string, object]>([
    ['vtkPolyData', "kerf/vtk's meshFromPolyData", polyData],
    ['BufferGeometry', "kerf/three's meshFromGeometry", { isBufferGeometry: true, name: '' }],
    ['BufferGeometry', "kerf/three's meshFromGeometry", { attributes: { position: {} } }],
  ])('a %s: the error names %s', (kind, conversion, given) => {
    for (const make of [
      () => createMesh(given as never, undefined as never),
      () => inspectMesh(given as TriangleMesh),
    ]) {
      const { code, message } = failure(make);
      expect(code).toBe('WRONG_TYPE');
      expect(message).toContain(`, expected an array of numbers; convert the ${kind} with ${conversion}.`);
    }
  });
  test('a bone that is one', () => {
    const options = { bone: polyData, tool: polyData, contactDistance: 1, resolution: 1 } as never;
    expect(() => createDetectorSync(options)).toThrow(
      /^Option bone is .*, expected a TriangleMesh; convert the vtkPolyData with kerf\/vtk's meshFromPolyData\.$/,
    );
  });
  test('other objects, and the parts of these, keep the general error', () => {
    for (const other of [
      {},
      { getPoints: 1 },
      { getPoints: polyData.getPoints },
      { attributes: null },
      { attributes: {} },
      null,
      'a',
    ]) {
      const { code, message } = failure(() => inspectMesh(other as never));
      expect(code).toBe('WRONG_TYPE');
      expect(message).not.toContain('convert');
    }
  });
});

describe('polygons behind the number of their corners, as vtk.js keeps them', () => {
  const cells = (polygons: readonly (readonly number[])[]) =>
    polygons.flatMap((polygon) => [polygon.length, ...polygon]);
  const points = (count: number) => Float64Array.from({ length: 3 * count }, (_, i) => (7 * i) % 11);
  const triangles = ({ faces }: { readonly faces: Uint32Array }) =>
    Array.from({ length: faces.length / 3 }, (_, i) => [...faces.subarray(3 * i, 3 * i + 3)]);
  const cube = ['0132', '4675', '0451', '2376', '0264', '1573'].map((quad) => Array.from(quad, Number));
  const grid = Array.from({ length: 36 }, (_, i) => {
    const at = 7 * Math.floor(i / 6) + (i % 6);
    return [at, at + 1, at + 8, at + 7];
  });
  const ball = triangles(sphere({ radius: 2, subdivisions: 1 }));

  test.each([
    ['a cube of quadrilaterals', 8, cube],
    ['an open grid of quadrilaterals', 49, grid],
    ['a ball of triangles', Math.max(...ball.flat()) + 1, ball],
    ['triangles that share no vertex', 36, Array.from({ length: 12 }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2])],
    ['a prism', 14, prism(7)],
  ])('%s', (_, vertices, polygons) => {
    for (let taken = polygons.length; taken > polygons.length - 3; taken--) {
      const numbers = cells(polygons.slice(0, taken));
      const error = failure(() => createMesh(points(vertices), numbers));
      expect(error.code).toBe(numbers.length % 3 === 0 ? 'CELLS_AS_FACES' : 'BAD_LENGTH');
      expect(error.message).toContain(`reads as ${taken} `);
      expect(error.message).toContain('getPolys().getData()');
    }
  });

  /** Two n-gons and n quadrilaterals. */
  function prism(n: number): number[][] {
    const around = Array.from({ length: n }, (_, i) => i);
    return [
      around.toReversed(),
      around.map((i) => n + i),
      ...around.map((i) => [i, (i + 1) % n, n + ((i + 1) % n), n + i]),
    ];
  }

  test('an index beyond the vertices names the cells, a count from 1, or points of two coordinates', () => {
    const quads = cells([
      [0, 1, 3, 2],
      [2, 3, 1, 0],
      [0, 2, 3, 1],
    ]);
    for (const [vertices, numbers, words] of [
      [4, quads, 'reads as 3 cells'],
      [4, [1, 2, 3, 2, 3, 4], 'count from 1'],
      [4, [0, 1, 5, 2, 3, 4], 'two numbers for each of 6 vertices'],
      [4, [0, 1, 9], 'the number of vertices); repair'],
    ] as const) {
      const error = failure(() => createMesh(points(vertices), numbers));
      expect(error.code).toBe('INDEX_OUT_OF_RANGE');
      expect(error.message).toContain(words);
    }
  });

  test('no surface is taken for cells: closed and open ones, faces and vertices in any order (seed 7)', () => {
    const random = mulberry32(7);
    const shuffled = <T>(list: readonly T[]) =>
      list
        .map((entry) => ({ entry, key: random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ entry }) => entry);
    const tetrahedron = [
      [0, 2, 1],
      [0, 1, 3],
      [1, 2, 3],
      [2, 0, 3],
    ];
    const fan = Array.from({ length: 12 }, (_, i) => [0, i + 1, i + 2]);
    const quads = [...cube, ...grid].flatMap(([a, b, c, d]) => [
      [a, b, c],
      [a, c, d],
    ]);
    let parsed = 0;
    for (let trial = 0; trial < longRun(4000, 500); trial++) {
      const whole = [tetrahedron, fan, ball, quads.slice(0, 12), quads.slice(12)][trial % 5];
      const some = trial % 2 === 0 ? whole : shuffled(whole).slice(0, 1 + Math.floor(whole.length * random()));
      const vertices = Math.max(...whole.flat()) + 1;
      const names = shuffled(Array.from({ length: vertices }, (_, i) => i));
      const faces = shuffled(some).flatMap((face) => {
        const turn = Math.floor(3 * random());
        return [0, 1, 2].map((k) => names[face[(k + turn) % 3]]);
      });
      let at = 0;
      while (at < faces.length && faces[at] >= 3) at += 1 + faces[at];
      if (at === faces.length) parsed++;
      expect(createMesh(points(vertices), faces).faces.length).toBe(faces.length);
    }
    // Some of them parse as cells, by their counts.
    expect(parsed).toBeGreaterThan(longRun(50, 5));
  });

  test('every order and turn of a tetrahedron', () => {
    const orders = [0, 1, 2, 3].flatMap((a) =>
      [0, 1, 2, 3].flatMap((b) => [0, 1, 2, 3].map((c) => [a, b, c, 6 - a - b - c])),
    );
    const names = orders.filter((order) => new Set(order).size === 4);
    for (const order of names)
      for (let turns = 0; turns < 81; turns++) {
        const faces = [
          [0, 2, 1],
          [0, 1, 3],
          [1, 2, 3],
          [2, 0, 3],
        ].flatMap((face, i) => {
          const turn = Math.floor(turns / 3 ** i) % 3;
          return [0, 1, 2].map((k) => order[face[(k + turn) % 3]]);
        });
        createMesh(points(4), faces);
      }
  });
});
