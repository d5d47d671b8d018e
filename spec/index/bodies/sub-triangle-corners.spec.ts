// subTriangleCorners: the corners that the rule gives, and nothing else. Reports' own corners: spec/contracts/g3-local.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createMesh, OptionError, subTriangleCorners } from '#kerf';
import { faceCorners } from '#harness/contact-query.ts';
import { leavesOf, roundedLeaf } from '#harness/leaf-recovery.ts';

describe('subTriangleCorners', () => {
  const meshes = [box({ size: [9, 2, 0.3] }), sphere({ radius: 3, subdivisions: 1 })];
  test.each([0.2, 1, 5])('of all sub-triangles at %d mm, at any resolution in between', (resolution) => {
    for (const mesh of meshes)
      for (let face = 0; face < mesh.faces.length / 3; face++) {
        const own = faceCorners(mesh, face);
        const out = new Float64Array(9);
        for (const { level, path } of leavesOf(own, resolution)) {
          const expected = roundedLeaf(own, own, resolution, level, path);
          expect(subTriangleCorners(mesh, face, resolution, level, path, out)).toBe(out);
          expect([...out]).toEqual(expected);
        }
        const { level, path } = leavesOf(own, 0.7).at(-1)!;
        expect([...subTriangleCorners(mesh, face, 0.7, level, path)]).toEqual(roundedLeaf(own, own, 0.7, level, path));
      }
  });

  // A needle: its apex, and a quad.
  const needle = createMesh([2, 0, 0, 0, 0.1, 0, 0, 0, 0], [0, 1, 2], { name: 'needle' });
  test.each<[says: string, face: number, resolution: number, level: number, path: number, code: string]>([
    ['a face that it has not', 1, 1.2, 0, 0, 'WRONG_TYPE'],
    ['no face', Number.NaN, 1.2, 0, 0, 'WRONG_TYPE'],
    ['no resolution', 0, Number.NaN, 0, 0, 'BAD_RESOLUTION'],
    ['a quad', 0, 1.2, 1, 2 ** 31, 'BAD_PATH'],
    ['a level beyond its leaves', 0, 1.2, 9, 0, 'BAD_PATH'],
    ['a negative level', 0, 1.2, -1, 0, 'BAD_PATH'],
    ['half a level', 0, 1.2, 0.5, 0, 'BAD_PATH'],
    ['a path that is longer than its level', 0, 1.2, 1, 1, 'BAD_PATH'],
    ['a path of level 0 that is not 0', 0, 1.2, 0, 2 ** 31, 'BAD_PATH'],
    ['a path that is no u32', 0, 1.2, 1, -1, 'BAD_PATH'],
    ['a resolution that is too fine', 0, 1e-9, 0, 0, 'RESOLUTION_TOO_FINE'],
  ])('refuses %s', (_, face, resolution, level, path, code) => {
    const ask = () => subTriangleCorners(needle, face, resolution, level, path);
    expect(ask).toThrow(OptionError);
    expect(ask).toThrow(expect.objectContaining({ code }));
  });
  test('refuses a short output', () => {
    expect(() => subTriangleCorners(needle, 0, 5, 0, 0, new Float64Array(8))).toThrow('at least 9 numbers');
  });
});
