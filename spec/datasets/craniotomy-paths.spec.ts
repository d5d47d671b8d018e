import { expect, test } from '@jest/globals';
import { craniotomyPaths, sawBlade, skullVaultSphere, skullWallThickness, sphericalBurr } from '#datasets';

const { center, radius } = skullVaultSphere;
const { burr, saw } = craniotomyPaths();
const posesOf = (path: Float64Array) =>
  Array.from({ length: path.length / 16 }, (_, n) => path.subarray(16 * n, 16 * n + 16));

/** mm from the vault's centre: the nearest vertex of a posed tool. */
function nearest({ positions }: { positions: ArrayLike<number> }, m: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    const from = (k: number) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k] - center[k];
    least = Math.min(least, Math.hypot(from(0), from(1), from(2)));
  }
  return least;
}

test('craniotomyPaths: two poses of the burr and sixteen of the saw, each rigid to 1e-12', () => {
  expect([burr.length, saw.length]).toEqual([32, 256]);
  for (const m of [...posesOf(burr), ...posesOf(saw)]) {
    const column = (k: number) => m.subarray(4 * k, 4 * k + 3);
    for (let p = 0; p < 3; p++)
      for (let q = 0; q < 3; q++) {
        const dot = column(p).reduce((sum, x, k) => sum + x * column(q)[k], 0);
        expect(Math.abs(dot - (p === q ? 1 : 0))).toBeLessThan(1e-12);
      }
    const [a, b, c] = [0, 1, 2].map(column);
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    expect(Math.abs(det - 1)).toBeLessThan(1e-12);
    expect([m[3], m[7], m[11], m[15]]).toEqual([0, 0, 0, 1]);
  }
});

test('the saw starts and ends clear of the vault on each side, and comes through its wall in between', () => {
  const inner = radius - skullWallThickness;
  const blade = sawBlade({ targetFaces: 2000 });
  for (const [n, pose] of posesOf(saw).entries()) {
    const isOut = n % 4 === 0 || n % 4 === 3;
    const tips = nearest(blade, pose);
    if (isOut) expect(tips).toBeGreaterThan(radius + 8);
    else {
      expect(tips).toBeLessThan(inner - 1);
      expect(tips).toBeGreaterThan(inner - 2);
    }
  }
  // The sides are those of a square: planes through the vault's centre, each direction at a right angle to the next.
  const ways = [0, 1, 2, 3].map((side) => posesOf(saw)[4 * side].subarray(8, 11));
  for (let side = 0; side < 4; side++)
    expect(Math.abs(ways[side].reduce((sum, x, k) => sum + x * ways[(side + 1) % 4][k], 0))).toBeLessThan(0.1);
});

test('the burr goes into the wall, and not through it', () => {
  const [start, end] = posesOf(burr);
  const ball = sphericalBurr({ diameter: 8, targetFaces: 2000 });
  expect(nearest(ball, start)).toBeGreaterThan(radius);
  expect(nearest(ball, end)).toBeLessThan(radius);
  expect(nearest(ball, end)).toBeGreaterThan(radius - skullWallThickness - 2);
});
