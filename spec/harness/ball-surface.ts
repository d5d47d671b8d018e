// A ball as a volume, rotated and with uneven spacing, and what its surface must be.

import { expect } from '@jest/globals';
import type { TriangleMesh } from '#mesh';
import { signedVolume, unpairedEdges } from './io-meshes.ts';
import type { VolumePlan } from './io-volumes.ts';

export const BALL = { radius: 11, spacing: [0.9, 1.3, 2.1], dimensions: [30, 22, 15] } as const;

/**
 * The values are `iso` on the surface and rise by 100 per mm inward. `shear`: mm along y per slice, as from a tilted
 * gantry.
 */
export function ballPlan(
  iso: number,
  options: { mirror?: boolean; turn?: boolean; shear?: number } = {},
): VolumePlan & { centre: number[] } {
  const { mirror = false, turn = true, shear = 0 } = options;
  const [a, b, c] = turn ? [0.4, -0.7, 1.1] : [0, 0, 0];
  const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)];
  const rotation = [
    [cb * cc, sa * sb * cc - ca * sc, ca * sb * cc + sa * sc],
    [cb * sc, sa * sb * sc + ca * cc, ca * sb * sc - sa * cc],
    [-sb, sa * cb, ca * cb],
  ];
  const frame = rotation.flatMap((row, r) => {
    const axes = row.map((entry, axis) => entry * BALL.spacing[axis] * (mirror && axis === 2 ? -1 : 1));
    return [axes[0], axes[1], axes[2] + row[1] * shear, [31.5, -120.25, 7][r]];
  });
  const at = BALL.dimensions.map((n) => (n - 1) / 2 + 0.21);
  const centre = [0, 4, 8].map((r) => frame[r] * at[0] + frame[r + 1] * at[1] + frame[r + 2] * at[2] + frame[r + 3]);
  const value = (x: number, y: number, z: number) =>
    iso + 100 * (BALL.radius - Math.hypot(x - centre[0], y - centre[1], z - centre[2]));
  return { dimensions: BALL.dimensions, frame, value, centre };
}

/** @param rounding error of the stored values, in their unit. */
export function expectBall(mesh: TriangleMesh, centre: readonly number[], rounding = 0): void {
  let worst = 0;
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const distance = Math.hypot(...[0, 1, 2].map((k) => mesh.positions[i + k] - centre[k]));
    worst = Math.max(worst, Math.abs(distance - BALL.radius));
  }
  // Linear interpolation of a distance field along a voxel edge of length s errs by at most s²/(8·(R − s)), as the
  // field's curvature is ≤ 1/r. At 100 per mm, an error e of the values moves it by at most e/100 divided by the slope
  // along the edge, which crosses the surface at more than a glance where it errs less than that; 2e/100 is taken, and
  // 1e-4 for decimals in headers.
  const s = Math.max(...BALL.spacing) * 1.1;
  expect(worst).toBeLessThan((s * s) / (8 * (BALL.radius - s)) + rounding / 50 + 1e-4);
  expect(unpairedEdges(mesh)).toBe(0);
  const sunk = Math.hypot(...BALL.spacing) ** 2 / (8 * BALL.radius) + worst;
  expect(signedVolume(mesh)).toBeLessThan((4 / 3) * Math.PI * (BALL.radius + worst) ** 3);
  expect(signedVolume(mesh)).toBeGreaterThan((4 / 3) * Math.PI * (BALL.radius - sunk) ** 3);
}
