import { describe, expect, test } from '@jest/globals';
import { collapseEdges } from '#datasets/collapse-edges.ts';
import { isosurface, sphereDistance, torusDistance } from '#datasets';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { surfaceFacts } from '#harness/surface-facts.ts';

const ball = (x: number, y: number, z: number) => sphereDistance({ radius: 10, center: [0.1, 0.2, -0.3] }, x, y, z);
const around = { min: [-11, -11, -11], max: [11, 11, 11], lipschitz: 1 };

describe('isosurface', () => {
  test('a sphere: closed, oriented, manifold, on the surface, volume error of second order', () => {
    const exact = (4 / 3) * Math.PI * 1000;
    const errors = [2, 1, ...partOf([0.5], 1, 1)].map((step) => {
      const mesh = isosurface({ f: ball, ...around, step });
      const facts = surfaceFacts(mesh);
      expect(facts).toMatchObject({ closedAndOriented: true, manifoldVertices: true, euler: 2, components: 1 });
      let worst = 0;
      for (let i = 0; i < mesh.positions.length; i += 3)
        worst = Math.max(worst, Math.abs(ball(mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2])));
      expect(worst).toBeLessThan(1e-9);
      return exact - facts.volume;
    });
    for (let i = 1; i < errors.length; i++) {
      expect(errors[i - 1] / errors[i]).toBeGreaterThan(3);
      expect(errors[i - 1] / errors[i]).toBeLessThan(5.3);
    }
  });

  test('a torus has Euler characteristic 0', () => {
    const f = (x: number, y: number, z: number) => torusDistance({ majorRadius: 7, minorRadius: 2.5 }, x, y, z);
    expect(surfaceFacts(isosurface({ f, ...around, step: 0.9 }))).toMatchObject({
      closedAndOriented: true,
      manifoldVertices: true,
      euler: 0,
    });
  });

  test.each(partOf([1, 2, 3], 3, 1))('random signs in a ball, seed %i: closed and manifold however wild', (seed) => {
    // A hash of the point: not continuous at all, so every sign pattern of a tetrahedron occurs.
    const f = (x: number, y: number, z: number) => {
      if (x * x + y * y + z * z > 64) return 1;
      const key = Math.imul(Math.round(x * 64) + 4096, 73856093) ^ Math.imul(Math.round(y * 64) + 4096, 19349663);
      return mulberry32(key ^ Math.imul(Math.round(z * 64) + 4096, 83492791) ^ seed)() - 0.5;
    };
    const facts = surfaceFacts(isosurface({ f, ...around, step: 1.5, lipschitz: 1e9 }));
    expect(facts.faceCount).toBeGreaterThan(5_000);
    expect(facts).toMatchObject({ closedAndOriented: true, manifoldVertices: true, duplicateFaces: 0 });
  });

  test('f exactly 0 at lattice points: closed, and collapsing removes the slivers', () => {
    // Boxes and the lattice share planes: whole layers of lattice points lie on the surface.
    const f = (x: number, y: number, z: number) => Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) - 4;
    const raw = isosurface({ f, min: [-8, -8, -8], max: [8, 8, 8], step: 1, lipschitz: 1 });
    const rawFacts = surfaceFacts(raw);
    expect(rawFacts).toMatchObject({ closedAndOriented: true, manifoldVertices: true, euler: 2 });
    expect(rawFacts.zeroAreaFaces).toBeGreaterThan(0);
    const collapsed = surfaceFacts(collapseEdges(raw, rawFacts.faceCount / 3, 0.1));
    expect(collapsed).toMatchObject({ closedAndOriented: true, manifoldVertices: true, euler: 2, zeroAreaFaces: 0 });
    expect(collapsed.volume).toBeGreaterThan(0.97 * 512);
    expect(collapsed.volume).toBeLessThanOrEqual(512 * (1 + 1e-12));
  });

  test('skipping blocks by the Lipschitz bound changes nothing', () => {
    const STEP = longRun(0.7, 1.2);
    const careful = isosurface({ f: ball, ...around, step: STEP, lipschitz: 1e9 });
    const skipping = isosurface({ f: ball, ...around, step: STEP });
    expect(Buffer.from(skipping.faces.buffer).equals(Buffer.from(careful.faces.buffer))).toBe(true);
  });

  test('refuses a surface that leaves its box, and a step that is not positive', () => {
    expect(() => isosurface({ f: () => -1, ...around, step: 1 })).toThrow(
      expect.objectContaining({ code: 'SURFACE_AT_BORDER' }),
    );
    for (const step of [0, -1, NaN, 1e-9])
      expect(() => isosurface({ f: ball, ...around, step })).toThrow(expect.objectContaining({ code: 'BAD_STEP' }));
  });
});

describe('collapseEdges', () => {
  const raw = isosurface({ f: ball, ...around, step: longRun(1, 1.5) });
  test.each([1000, 200, 60])(
    'a sphere down to %i faces: same topology, vertices of the input, exact count',
    (target) => {
      const mesh = collapseEdges(raw, target, 0.1);
      const facts = surfaceFacts(mesh);
      expect(facts).toMatchObject({
        faceCount: target,
        closedAndOriented: true,
        manifoldVertices: true,
        euler: 2,
        duplicateFaces: 0,
        zeroAreaFaces: 0,
      });
      expect(facts.leastQuality).toBeGreaterThan(0.1);
      const known = new Set<string>();
      for (let i = 0; i < raw.positions.length; i += 3) known.add(raw.positions.slice(i, i + 3).join());
      let foreign = 0;
      for (let i = 0; i < mesh.positions.length; i += 3)
        if (!known.has(mesh.positions.slice(i, i + 3).join())) foreign++;
      expect(foreign).toBe(0);
    },
  );
});
