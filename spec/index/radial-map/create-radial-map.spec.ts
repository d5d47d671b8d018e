// createRadialMap: intervals in closed form, the values of its fields, and what is refused.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createMesh, createRadialMap, MeshError, OptionError, type TriangleMesh } from '#kerf';

const cube = (half: number, centre: readonly number[]) =>
  box({ size: 2 * half, center: [centre[0], centre[1], centre[2]], divisions: 1 });
/** Squares are rounded outward to f32, by at most two steps of 2^-23: distances by 2^-23 and the bound's 2^-45. */
const WIDER = 2 ** -22;

function expectTight(crossings: Float64Array, exact: readonly number[]): void {
  expect(crossings).toHaveLength(exact.length);
  for (const [k, distance] of exact.entries()) {
    const by = (crossings[k] - distance) * (k % 2 === 0 ? -1 : 1);
    expect(by).toBeGreaterThanOrEqual(0);
    expect(by).toBeLessThanOrEqual(distance * WIDER);
  }
}

describe('crossings: the exact range of a texel, and hardly more', () => {
  test.each([
    [1e-3, [0, 0, 0]],
    [1, [0, 0, 0]],
    [1e3, [1e3, -2e3, 5e3]],
  ])('of a cube of half the edge %d mm at %j', (half, centre) => {
    const map = createRadialMap(cube(half, centre), { size: 3 });
    const third = 1 / 3;
    for (let cubeSide = 0; cubeSide < 6; cubeSide++) {
      // In the middle the closest point is inside the texel; at the rim it is on an edge, in a corner a corner.
      expectTight(map.crossings(cubeSide, 1, 1), [half, half * Math.sqrt(1 + 2 * third ** 2)]);
      expectTight(map.crossings(cubeSide, 0, 1), [half * Math.sqrt(1 + third ** 2), half * Math.sqrt(2 + third ** 2)]);
      expectTight(map.crossings(cubeSide, 2, 0), [half * Math.sqrt(1 + 2 * third ** 2), half * Math.sqrt(3)]);
    }
    expectTight(Float64Array.of(0, map.radius), [0, half * Math.sqrt(3)]);
  });

  test('of a cube beside the centre: both of its walls, and nothing on the other side', () => {
    const map = createRadialMap(cube(1, [6, 0, 0]), { size: 1, centre: [0, 0, 0] });
    expectTight(map.crossings(0, 0, 0), [5, Math.sqrt(7 ** 2 + 2)]);
    for (let cubeSide = 1; cubeSide < 6; cubeSide++) expect(map.crossings(cubeSide, 0, 0)).toHaveLength(0);
    const finer = createRadialMap(cube(1, [6, 0, 0]), { size: 15, centre: [0, 0, 0] });
    expectTight(finer.crossings(0, 7, 7), [5, 5 * Math.sqrt(1 + 2 / 15 ** 2), 7, 7 * Math.sqrt(1 + 2 / 15 ** 2)]);
    expect([4.9, 5.1, 6, 6.9, 7.3].map((x) => finer.side(x, 0, 0))).toEqual([-1, 1, 1, 1, -1]);
  });

  test('of a hollow ball: two intervals everywhere', () => {
    const [outer, inner] = [10, 6].map((radius) => sphere({ radius, subdivisions: 3 }));
    const count = outer.positions.length / 3;
    const turned = Array.from(inner.faces).reverse();
    const mesh = createMesh(
      [...outer.positions, ...inner.positions],
      [...outer.faces, ...turned.map((vertex) => vertex + count)],
    );
    const map = createRadialMap(mesh);
    for (let cubeSide = 0; cubeSide < 6; cubeSide++)
      for (let column = 0; column < map.size; column++)
        for (let row = 0; row < map.size; row++) {
          const [low, high, secondLow, secondHigh, ...more] = map.crossings(cubeSide, column, row);
          expect(low > 5.8 && high < 6.001 && secondLow > 9.8 && secondHigh < 10.001 && more.length === 0).toBe(true);
        }
    expect([0, 5, 7, 9, 11].map((x) => map.side(x, 0.1, 0.2))).toEqual([-1, -1, 1, 1, -1]);
  });
});

describe('what the map says of itself', () => {
  const map = createRadialMap(cube(2, [1, 2, 3]));
  test('16 texels an edge about the middle of the box, unless given', () => {
    expect({ size: map.size, centre: [...(map.centre as Float64Array)] }).toEqual({ size: 16, centre: [1, 2, 3] });
    const { size, centre } = createRadialMap(cube(2, [1, 2, 3]), { size: 5, centre: [9, 9, 9] });
    expect({ size, centre: [...(centre as Float64Array)] }).toEqual({ size: 5, centre: [9, 9, 9] });
  });
  test('bytes: a start a texel, two ends an interval, a side a zone; and the surface, its BVH and shells', () => {
    let ends = 0;
    for (let texel = 0; texel < 6 * 256; texel++)
      ends += map.crossings(Math.floor(texel / 256), texel % 16, Math.floor(texel / 16) % 16).length;
    expect(map.tableBytes).toBe(4 * (6 * 256 + 1) + 4 * ends + ends + 6 * 256);
    // 8 vertices, 12 faces, in two leaves and a node of the BVH, a box, and one shell of all vertices.
    expect(map.bytes - map.tableBytes).toBe(24 * 8 + 12 * 12 + 4 * 12 + 24 * 3 + 48 + 4 * 8 + 4 * 2);
  });
  test('what is not finite has no side; what is as far away as numbers go is outside', () => {
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const x of odd) expect([map.side(x, 2, 3), map.side(1, x, 3), map.side(1, 2, x)]).toEqual([0, 0, 0]);
    const most = Number.MAX_VALUE;
    for (const x of [most, -most]) expect([map.side(x, x, x), map.side(x, 2, 3)]).toEqual([-1, -1]);
  });
  test('about a centre on the surface, or far away, it knows less and nothing wrong', () => {
    const solid = cube(2, [0, 0, 0]);
    for (const centre of [
      [2, 0, 0],
      [2, 2, 2],
      [2, 1, 1 / 3],
      [1e9, 0, 0],
    ]) {
      const about = createRadialMap(solid, { centre });
      expect([about.side(0, 0, 0), about.side(centre[0], centre[1], centre[2])].includes(-1)).toBe(centre[0] > 2);
      expect(about.side(-3, 0, 0)).not.toBe(1);
    }
    expect(createRadialMap(solid, { centre: [2, 1, 1 / 3] }).side(0, 0, 0)).toBe(1);
  });
  test('is not changed by a change of the mesh', () => {
    const positions = Float64Array.from(cube(2, [0, 0, 0]).positions);
    const kept = createRadialMap(createMesh(positions, cube(2, [0, 0, 0]).faces));
    positions.fill(0);
    expect(kept.side(1, 1, 1)).toBe(1);
  });
});

describe('refuses', () => {
  const solid = cube(1, [0, 0, 0]);
  const open = createMesh(solid.positions, solid.faces.slice(3));
  const turned = createMesh(solid.positions, [...solid.faces.slice(3), ...solid.faces.slice(0, 3).reverse()]);
  const expectRefusal = (make: () => unknown, Class: typeof OptionError | typeof MeshError, code: string) => {
    expect(make).toThrow(Class);
    expect(make).toThrow(expect.objectContaining({ code, message: expect.stringMatching(/; .*\.$/) }));
  };

  test.each([
    ['an open mesh', open],
    ['one with a face turned round', turned],
  ])('%s: NOT_SOLID', (_, mesh) => expectRefusal(() => createRadialMap(mesh), MeshError, 'NOT_SOLID'));
  test('no mesh, and coordinates out of range', () => {
    expectRefusal(() => createRadialMap(undefined as unknown as TriangleMesh), OptionError, 'MISSING_MESH');
    const huge = createMesh(
      Float64Array.from(solid.positions, (x) => x * 1e40),
      solid.faces,
    );
    expectRefusal(() => createRadialMap(huge), MeshError, 'COORDINATE_RANGE');
  });
  test.each([
    [{ size: 0 }, 'BAD_SIZE'],
    [{ size: 2.5 }, 'BAD_SIZE'],
    [{ size: 1025 }, 'BAD_SIZE'],
    [{ size: Number.NaN }, 'BAD_SIZE'],
    [{ size: '16' }, 'WRONG_TYPE'],
    [{ centre: [1, 2] }, 'BAD_CENTRE'],
    [{ centre: [1, 2, Number.NaN] }, 'BAD_CENTRE'],
    [{ centre: [1, 2, 1e40] }, 'BAD_CENTRE'],
    [{ centre: 3 }, 'WRONG_TYPE'],
    [{ sise: 16 }, 'UNKNOWN_OPTION'],
    [null, 'WRONG_TYPE'],
  ])('the options %j: %s', (options, code) =>
    expectRefusal(() => createRadialMap(solid, options as object), OptionError, code),
  );
  test.each([
    [[6, 0, 0], 'BAD_TEXEL'],
    [[0, 16, 0], 'BAD_TEXEL'],
    [[0, 0, -1], 'BAD_TEXEL'],
    [[0, 0.5, 0], 'BAD_TEXEL'],
    [['0', 0, 0], 'WRONG_TYPE'],
  ])('the texel %j: %s', (place, code) => {
    const map = createRadialMap(solid);
    const [cubeSide, column, row] = place as number[];
    expectRefusal(() => map.crossings(cubeSide, column, row), OptionError, code);
  });
});
