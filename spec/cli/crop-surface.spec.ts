import { expect, test } from '@jest/globals';
import { cropSurface, emptyBox, growBox } from '#cli/report/pack.ts';
import { unpack } from '#cli/report/payload.ts';
import type { TriangleMesh } from '#mesh';
import { sphereMesh } from '#harness/fake-toolkit.ts';

/** Corner coordinates of a face, rounded as the page stores them. */
function corners(positions: ArrayLike<number>, faces: ArrayLike<number>, face: number): string {
  return Array.from({ length: 9 }, (_, i) =>
    Math.fround(positions[3 * faces[3 * face + Math.floor(i / 3)] + (i % 3)]),
  ).join(' ');
}

const mesh = sphereMesh(12);
const total = mesh.faces.length / 3;

test('a surface within the limit is shown whole', () => {
  const packed = cropSurface(mesh, emptyBox(), total);
  expect(packed.facesShown).toBe(total);
  expect(packed.facesTotal).toBe(total);
  const [positions, faces] = [unpack(packed.positions), unpack(packed.faces)];
  for (let face = 0; face < total; face++)
    expect(corners(positions, faces, face)).toBe(corners(mesh.positions, mesh.faces, face));
});

test('a larger one is cropped to the faces nearest to the contacts, none changed, in their order', () => {
  const box = emptyBox();
  growBox(box, 0, 0, 41);
  growBox(box, 5, 5, 39);
  const packed = cropSurface(mesh, box, 100);
  expect([packed.facesShown, packed.facesTotal]).toEqual([100, total]);
  const [positions, faces] = [unpack(packed.positions), unpack(packed.faces)];
  expect(Math.max(...faces)).toBe(positions.length / 3 - 1);
  const distance = (mesh: Pick<TriangleMesh, 'positions' | 'faces'>, face: number) => {
    const centre = [0, 1, 2].map((axis) =>
      [0, 1, 2].reduce((sum, k) => sum + mesh.positions[3 * mesh.faces[3 * face + k] + axis] / 3, 0),
    );
    return Math.hypot(...centre.map((value, axis) => Math.max(box[axis] - value, value - box[3 + axis], 0)));
  };
  const original = new Map(
    Array.from({ length: total }, (_, face) => [corners(mesh.positions, mesh.faces, face), face]),
  );
  const shown = Array.from({ length: 100 }, (_, face) => original.get(corners(positions, faces, face))!);
  expect(shown.every((face) => face !== undefined)).toBe(true);
  const farthest = Math.max(...shown.map((face) => distance(mesh, face)));
  const left = Array.from({ length: total }, (_, face) => face).filter((face) => !shown.includes(face));
  expect(Math.min(...left.map((face) => distance(mesh, face)))).toBeGreaterThanOrEqual(farthest - 1e-12);
});
