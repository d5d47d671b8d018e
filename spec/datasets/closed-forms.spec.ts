import { describe, expect, test } from '@jest/globals';
import {
  box,
  boxDistance,
  cappedShell,
  cappedShellDistance,
  sphere,
  sphereDistance,
  torus,
  torusDistance,
} from '#datasets';
import { sineCosine } from '#datasets/sine-cosine.ts';
import type { TriangleMesh } from '#mesh';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { surfaceFacts } from '#harness/surface-facts.ts';

type Distance = (x: number, y: number, z: number) => number;
interface Form {
  readonly name: string;
  /** Two refinements, the second with cells of half the size. */
  readonly coarse: TriangleMesh;
  readonly fine: TriangleMesh;
  readonly distance: Distance;
  readonly volume: number;
  readonly euler: number;
}

const [POINTS, PAIRS] = [longRun(100, 30), longRun(20_000, 4_000)];
const shell = { outerRadius: 10, innerRadius: 8 };
const shellVolume = (angle: number) => ((2 * Math.PI) / 3) * (1000 - 512) * (1 - Math.cos(angle));
const forms: Form[] = [
  {
    name: 'sphere',
    coarse: sphere({ radius: 7, center: [1, 2, 3], subdivisions: 3 }),
    fine: sphere({ radius: 7, center: [1, 2, 3], subdivisions: 4 }),
    distance: (x, y, z) => sphereDistance({ radius: 7, center: [1, 2, 3] }, x, y, z),
    volume: (4 / 3) * Math.PI * 343,
    euler: 2,
  },
  {
    name: 'torus',
    coarse: torus({ majorRadius: 8, minorRadius: 3, segments: 48 }),
    fine: torus({ majorRadius: 8, minorRadius: 3, segments: 96 }),
    distance: (x, y, z) => torusDistance({ majorRadius: 8, minorRadius: 3 }, x, y, z),
    volume: 2 * Math.PI * Math.PI * 8 * 9,
    euler: 0,
  },
  ...[0.6, Math.PI / 2, 2.4].map((capAngle) => ({
    name: `capped shell of ${capAngle.toFixed(2)} rad`,
    coarse: cappedShell({ ...shell, capAngle, segments: 60 }),
    fine: cappedShell({ ...shell, capAngle, segments: 120 }),
    distance: (x: number, y: number, z: number) => cappedShellDistance({ ...shell, capAngle }, x, y, z),
    volume: shellVolume(capAngle),
    euler: 2,
  })),
];

describe.each(forms)('$name', ({ coarse, fine, distance, volume, euler }) => {
  test('closed, oriented, manifold, vertices on the surface', () => {
    for (const mesh of [coarse, fine]) {
      const facts = surfaceFacts(mesh);
      expect(facts).toMatchObject({
        closedAndOriented: true,
        manifoldVertices: true,
        euler,
        components: 1,
        duplicateFaces: 0,
        zeroAreaFaces: 0,
      });
      expect(facts.leastQuality).toBeGreaterThan(0.5);
      let worst = 0;
      for (let i = 0; i < mesh.positions.length; i += 3)
        worst = Math.max(worst, Math.abs(distance(mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2])));
      expect(worst).toBeLessThan(1e-13 * 20);
    }
  });

  test('volume converges to the closed form with second order', () => {
    const [first, second] = [coarse, fine].map((mesh) => Math.abs(volume - surfaceFacts(mesh).volume));
    expect(second / volume).toBeLessThan(0.01);
    expect(first / second).toBeGreaterThan(3.3);
    expect(first / second).toBeLessThan(4.8);
  });

  test(`the distance agrees with brute force over the fine mesh, ${POINTS} points of seed 21, both signs`, () => {
    const random = mulberry32(21);
    const { positions, faces } = fine;
    let inside = 0;
    for (let n = 0; n < POINTS; n++) {
      // Near a random vertex, so that both signs are common.
      const v = 3 * Math.floor((random() * positions.length) / 3);
      const p = [0, 1, 2].map((k) => positions[v + k] + 2.5 * (random() - 0.5));
      let nearest = Infinity;
      for (let i = 0; i < positions.length; i += 3)
        nearest = Math.min(
          nearest,
          (p[0] - positions[i]) ** 2 + (p[1] - positions[i + 1]) ** 2 + (p[2] - positions[i + 2]) ** 2,
        );
      nearest = Math.sqrt(nearest);
      const d = distance(p[0], p[1], p[2]);
      // Vertices lie on the surface: none is nearer than it, and one is within 0.75 mm (a cell) of its closest point.
      expect(nearest).toBeGreaterThanOrEqual(Math.abs(d) - 1e-12);
      expect(nearest - Math.abs(d)).toBeLessThan(0.75);
      if (Math.abs(d) > 0.1) expect(windingNumber(positions, faces, p)).toBeCloseTo(d < 0 ? 1 : 0, 9);
      if (d < 0) inside++;
    }
    expect(inside).toBeGreaterThan(longRun(20, 3));
    expect(inside).toBeLessThan(longRun(80, 27));
  });

  test(`the distance is 1-Lipschitz, ${PAIRS} pairs of seed 22`, () => {
    const random = mulberry32(22);
    let excess = -Infinity;
    for (let n = 0; n < PAIRS; n++) {
      const p = [0, 1, 2].map(() => 30 * (random() - 0.5));
      const q = p.map((value) => value + 4 * (random() - 0.5));
      const gap = Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
      excess = Math.max(excess, Math.abs(distance(p[0], p[1], p[2]) - distance(q[0], q[1], q[2])) - gap);
    }
    expect(excess).toBeLessThanOrEqual(1e-13 * 30);
  });
});

/** Solid angle ÷ 4π (A. van Oosterom, J. Strackee, 1983). */
function windingNumber(positions: ArrayLike<number>, faces: ArrayLike<number>, p: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [3 * faces[i], 3 * faces[i + 1], 3 * faces[i + 2]];
    const [ax, ay, az] = [positions[a] - p[0], positions[a + 1] - p[1], positions[a + 2] - p[2]];
    const [bx, by, bz] = [positions[b] - p[0], positions[b + 1] - p[1], positions[b + 2] - p[2]];
    const [cx, cy, cz] = [positions[c] - p[0], positions[c + 1] - p[1], positions[c + 2] - p[2]];
    const la = Math.sqrt(ax * ax + ay * ay + az * az);
    const lb = Math.sqrt(bx * bx + by * by + bz * bz);
    const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ab = ax * bx + ay * by + az * bz;
    const bc = bx * cx + by * cy + bz * cz;
    const ca = cx * ax + cy * ay + cz * az;
    sum += 2 * Math.atan2(det, la * lb * lc + ab * lc + bc * la + ca * lb);
  }
  return sum / (4 * Math.PI);
}

describe('sphere', () => {
  test.each([
    [2, 320],
    [4, 5_120],
    [6, 81_920],
  ])('%i subdivisions give %i faces', (subdivisions, faces) => {
    const mesh = sphere({ radius: 10, subdivisions });
    expect(mesh.faces.length / 3).toBe(faces);
  });
  test('refuses by name', () => {
    expect(() => sphere({ radius: 0, subdivisions: 1 })).toThrow(expect.objectContaining({ code: 'BAD_RADIUS' }));
    expect(() => sphere({ radius: 1, subdivisions: 1.5 })).toThrow(
      expect.objectContaining({ code: 'BAD_SUBDIVISIONS' }),
    );
  });
});

describe('box', () => {
  test.each([
    { size: 2 },
    { size: [3, 4, 5] as const, center: [1, -2, 7] as const, divisions: [2, 3, 4] as const },
    { size: [20, 16, 12] as const, divisions: 5 },
  ])('%j: exact volume, closed, the stated count', (options) => {
    const facts = surfaceFacts(box(options));
    const [nx, ny, nz] =
      [options.divisions ?? 1].flat().length === 3 ? [options.divisions].flat() : Array(3).fill(options.divisions ?? 1);
    const [sx, sy, sz] = [options.size].flat().length === 3 ? [options.size].flat() : Array(3).fill(options.size);
    expect(facts).toMatchObject({ closedAndOriented: true, manifoldVertices: true, euler: 2, zeroAreaFaces: 0 });
    expect(facts.faceCount).toBe(4 * (nx * ny + ny * nz + nz * nx));
    expect(facts.volume).toBeCloseTo(sx * sy * sz, 9);
  });
  test('distance: centre, face, edge, corner', () => {
    const d: Distance = (x, y, z) => boxDistance({ size: [2, 4, 6], center: [1, 0, 0] }, x, y, z);
    expect(d(1, 0, 0)).toBe(-1);
    expect(d(5, 0, 0)).toBe(3);
    expect(d(5, 6, 0)).toBe(5);
    expect(d(4, 6, 3 + 12)).toBe(Math.sqrt(4 + 16 + 144));
    expect(d(1, 1.5, 0)).toBe(-0.5);
  });
  test('refuses by name', () => {
    expect(() => box({ size: [1, 0, 1] })).toThrow(expect.objectContaining({ code: 'BAD_SIZE' }));
    expect(() => box({ size: 1, divisions: 0 })).toThrow(expect.objectContaining({ code: 'BAD_DIVISIONS' }));
  });
});

describe('torus and capped shell', () => {
  test('refuse by name', () => {
    expect(() => torus({ majorRadius: 1, minorRadius: 2, segments: 9 })).toThrow(
      expect.objectContaining({ code: 'BAD_RADIUS' }),
    );
    expect(() => torus({ majorRadius: 2, minorRadius: 1, segments: 2 })).toThrow(
      expect.objectContaining({ code: 'BAD_SEGMENTS' }),
    );
    expect(() => cappedShell({ outerRadius: 1, innerRadius: 2, segments: 20 })).toThrow(
      expect.objectContaining({ code: 'BAD_RADIUS' }),
    );
    expect(() => cappedShell({ ...shell, capAngle: 4, segments: 20 })).toThrow(
      expect.objectContaining({ code: 'BAD_ANGLE' }),
    );
  });
});

describe('sineCosine', () => {
  test('within 2e-15 of Math.sin and Math.cos for |a| ≤ 10, seed 23; exact at quarter turns', () => {
    const random = mulberry32(23);
    let [worst, norm] = [0, 0];
    for (let n = 0; n < 20_000; n++) {
      const angle = 20 * (random() - 0.5);
      const [s, c] = sineCosine(angle);
      worst = Math.max(worst, Math.abs(s - Math.sin(angle)), Math.abs(c - Math.cos(angle)));
      norm = Math.max(norm, Math.abs(s * s + c * c - 1));
    }
    expect(worst).toBeLessThanOrEqual(2e-15);
    expect(norm).toBeLessThanOrEqual(8 * 2 ** -53);
    expect(sineCosine(Math.PI)).toEqual([-0, -1]);
  });
});
