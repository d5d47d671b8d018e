import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  skullBounds,
  skullLandmarks,
  skullLipschitz,
  skullPhantom,
  skullPhantomFunction,
  skullVaultSphere,
  skullWallThickness,
} from '#datasets';
import type { TriangleMesh } from '#mesh';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { type SurfaceFacts, surfaceFacts } from '#harness/surface-facts.ts';

const f = skullPhantomFunction;
const at = (p: readonly number[]) => f(p[0], p[1], p[2]);

describe('skullPhantomFunction', () => {
  const PAIRS = longRun(200_000, 40_000);
  test(`Lipschitz constant, over ${PAIRS} pairs of seed 11: no quotient above it, some near it`, () => {
    const random = mulberry32(11);
    let largest = 0;
    for (let i = 0; i < PAIRS; i++) {
      const p = [0, 1, 2].map((k) => skullBounds.min[k] + random() * (skullBounds.max[k] - skullBounds.min[k]));
      const reach = 10 ** (2 - 5 * random());
      const q = p.map((value) => value + reach * (random() - 0.5));
      const distance = Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
      // Rounding of f at these coordinates is below 1e-12 mm.
      largest = Math.max(largest, (Math.abs(at(p) - at(q)) - 1e-12) / distance);
    }
    expect(largest).toBeLessThanOrEqual(skullLipschitz);
    expect(largest).toBeGreaterThan(0.99);
  });

  test('landmarks: cavity, foramen and orbit are outside the bone, the wall point is inside, the top is on it', () => {
    expect(at(skullLandmarks.cavity)).toBeGreaterThan(20);
    expect(at(skullLandmarks.foramenMagnum)).toBeGreaterThan(5);
    expect(at(skullLandmarks.leftOrbit)).toBeGreaterThan(5);
    expect(at(skullLandmarks.wall)).toBeCloseTo(-skullWallThickness / 2, 9);
    expect(at(skullLandmarks.vaultTop)).toBeCloseTo(0, 12);
  });

  test('the wall is 6.5 mm thick along the normals of the vault sphere, and f is the distance there', () => {
    const random = mulberry32(12);
    let rays = 0;
    for (let i = 0; i < 500; i++) {
      // Directions up and back: at least 35° above the horizontal and behind the top.
      const direction = [random() - 0.5, random() * 0.7, 0.8];
      const length = Math.sqrt(direction.reduce((sum, v) => sum + v * v, 0));
      const depth = -3 + 12 * random();
      const point = direction.map(
        (v, k) => skullVaultSphere.center[k] + ((skullVaultSphere.radius - depth) * v) / length,
      );
      const expected = Math.abs(depth - skullWallThickness / 2) - skullWallThickness / 2;
      expect(Math.abs(at(point) - expected)).toBeLessThan(depth > 2 && depth < 4.5 ? 0.3 : 1e-9);
      rays++;
    }
    expect(rays).toBe(500);
  });

  test('the cavity opens downwards through the foramen magnum, and a straight way leads out', () => {
    const [, y, z] = skullLandmarks.cavity;
    for (let t = 0; t <= 1; t += 1 / 256) {
      const way = [0, y + t * (skullLandmarks.foramenMagnum[1] - y), z + t * (-100 - z)];
      expect(at(way)).toBeGreaterThan(1);
    }
  });

  test('symmetric in x; the bounds hold the bone with 2 mm to spare', () => {
    const random = mulberry32(13);
    let [asymmetric, nearest] = [0, Infinity];
    for (let i = 0; i < longRun(20_000, 5000); i++) {
      const p = [0, 1, 2].map((k) => skullBounds.min[k] + random() * (skullBounds.max[k] - skullBounds.min[k]));
      if (f(-p[0], p[1], p[2]) !== at(p)) asymmetric++;
      const axis = i % 3;
      p[axis] = i % 2 ? skullBounds.min[axis] : skullBounds.max[axis];
      nearest = Math.min(nearest, at(p));
    }
    expect(asymmetric).toBe(0);
    expect(nearest).toBeGreaterThan(2);
  });

  test('adult size: 145 mm wide, 180 to 186 long with brow and inion, 150 from the top to the base', () => {
    expect(at([72.5, 17.5, 2.5])).toBeCloseTo(0, 9);
    expect(at([0, 90, 2.5])).toBeCloseTo(0, 9);
    expect(at([0, 91.5, -17])).toBeGreaterThan(0);
    expect(at([0, -90, 11])).toBeCloseTo(0, 9);
    expect(at([0, -94, 0])).toBeGreaterThan(0);
  });
});

describe('skullPhantom', () => {
  // An odd count gives the even one below. Other specs of the run have the phantoms of the short run, too.
  const counts = longRun(1, 0) === 1 ? [10_001, 50_000, 200_000] : [10_000, 50_000];
  const numbers = [...counts.keys()];
  const meshes: TriangleMesh[] = [];
  const facts: SurfaceFacts[] = [];
  beforeAll(() => {
    for (const targetFaces of counts) {
      const mesh = phantom(targetFaces);
      meshes.push(mesh);
      facts.push(surfaceFacts(mesh));
    }
  });

  test.each(numbers)('resolution %i: exact count, closed, oriented, manifold, two bodies, one topology', (i) => {
    expect(facts[i]).toMatchObject({
      faceCount: 2 * Math.floor(counts[i] / 2),
      closedAndOriented: true,
      manifoldVertices: true,
      duplicateFaces: 0,
      zeroAreaFaces: 0,
      components: 2,
    });
    expect(facts[i].volume).toBeGreaterThan(600_000);
    expect(facts[i].euler).toBe(facts[0].euler);
  });

  test('vertices lie on the zero set', () => {
    for (const { positions } of meshes) {
      let worst = 0;
      for (let i = 0; i < positions.length; i += 3)
        worst = Math.max(worst, Math.abs(f(positions[i], positions[i + 1], positions[i + 2])));
      expect(worst).toBeLessThan(1e-9);
    }
  });

  test('the surface between the vertices comes closer to the zero set as the count grows', () => {
    const means = meshes.map(({ positions, faces }) => {
      let sum = 0;
      for (let face = 0; face < faces.length; face += 3) {
        const centroid = [0, 1, 2].map(
          (k) =>
            (positions[3 * faces[face] + k] + positions[3 * faces[face + 1] + k] + positions[3 * faces[face + 2] + k]) /
            3,
        );
        sum += Math.abs(at(centroid));
      }
      return sum / (faces.length / 3);
    });
    // Sagitta is proportional to area: a ratio of 4 to 5 between the counts, less if thin parts are resolved late.
    expect(means[0] / means[1]).toBeGreaterThan(2.5);
    if (means.length > 2) expect(means[1] / means[2]).toBeGreaterThan(2.5);
    // Four times as many faces, a quarter of the mean.
    expect(means[means.length - 1]).toBeLessThan(longRun(0.03, 4 * 0.03));
  });

  test('face normals point out of the bone', () => {
    const { positions, faces } = meshes[1];
    let outward = 0;
    for (let face = 0; face < faces.length; face += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.slice(3 * faces[face + k], 3 * faces[face + k] + 3));
      const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
      const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
      const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
      const centroid = [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3);
      const step = 0.01 / length;
      if (at(centroid.map((x, k) => x + step * normal[k])) > at(centroid.map((x, k) => x - step * normal[k])))
        outward++;
    }
    expect(outward / (faces.length / 3)).toBeGreaterThan(0.999);
  });

  test('refuses counts out of range by name', () => {
    for (const targetFaces of [0, -1, NaN, 4_999, 5_000_000])
      expect(() => skullPhantom({ targetFaces })).toThrow(expect.objectContaining({ code: 'BAD_FACE_COUNT' }));
  });
});
