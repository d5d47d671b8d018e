import { expect, test } from '@jest/globals';
import { intoBone, intoTool, type Point } from '#cli/report/payload.ts';
import { facesNear } from '#cli/validation-viewer/near-faces.ts';
import { boxMesh } from '#harness/fake-toolkit.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

test('every face with a point in the sphere is found, and few others (seed 4)', () => {
  const random = mulberry32(4);
  const { positions, faces } = boxMesh();
  let [inside, found] = [0, 0];
  for (let trial = 0; trial < longRun(20, 4); trial++) {
    const centre = [30 * random() - 15, 0.5, 20 * random() - 10];
    const near = facesNear({ positions, faces }, centre, 2);
    const chosen = new Set<string>();
    for (let i = 0; i < near.length; i += 3) chosen.add(near.subarray(i, i + 3).join());
    found += chosen.size;
    for (let face = 0; face < faces.length; face += 3) {
      const touches = Array.from({ length: 40 }, () => {
        const [r, s] = [Math.sqrt(random()), random()];
        const weights = [1 - r, r * (1 - s), r * s];
        const at = (axis: number) => weights.reduce((sum, w, k) => sum + w * positions[3 * faces[face + k] + axis], 0);
        return Math.hypot(at(0) - centre[0], at(1) - centre[1], at(2) - centre[2]) <= 2;
      });
      if (!touches.includes(true)) continue;
      inside++;
      expect(chosen).toContain(faces.subarray(face, face + 3).join());
    }
  }
  expect(inside).toBeGreaterThan(longRun(300, 60));
  expect(found).toBeLessThan(4 * inside);
});

test('a quarter turn and a shift of whole numbers carry a point over and back exactly', () => {
  // x → y, y → −x.
  const matrix = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, -7, 11, 1];
  const point: Point = [2, 3, 4];
  expect(intoBone(matrix, point)).toEqual([2, -5, 15]);
  expect(intoTool(matrix, [2, -5, 15])).toEqual(point);
});
