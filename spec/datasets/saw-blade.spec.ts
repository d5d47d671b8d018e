import { describe, expect, test } from '@jest/globals';
import { bisectEdges } from '#datasets/bisect-edges.ts';
import { type SawBladeOptions, sawBlade, sphere, sphericalBurr } from '#datasets';
import type { TriangleMesh } from '#mesh';
import { surfaceFacts } from '#harness/surface-facts.ts';

const closed = { closedAndOriented: true, manifoldVertices: true, duplicateFaces: 0, zeroAreaFaces: 0, components: 1 };

/** Runs of vertices within 0.2 mm of the circle of tips, from left to right: one per tooth. */
function countTeeth({ positions }: TriangleMesh, length: number, height: number): number {
  const rim: { x: number; isTip: boolean }[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const rho = Math.sqrt(positions[i] ** 2 + (positions[i + 1] - length) ** 2);
    if (rho > length - 0.2 * height) rim.push({ x: positions[i], isTip: true });
    else if (rho > length - 1.001 * height && rho < length - 0.999 * height)
      rim.push({ x: positions[i], isTip: false });
  }
  rim.sort((a, b) => a.x - b.x);
  return rim.filter(({ isTip }, i) => isTip && (i === 0 || !rim[i - 1].isTip)).length;
}

describe('sawBlade', () => {
  test.each([2_000, 8_000, 20_000])('%i faces: exact count, closed, oriented, manifold, genus 1', (targetFaces) => {
    const facts = surfaceFacts(sawBlade({ targetFaces }));
    expect(facts).toMatchObject({ ...closed, faceCount: targetFaces, euler: 0 });
    expect(facts.leastQuality).toBeGreaterThan(0.1);
  });

  test.each([
    { teeth: 16 },
    { teeth: 15 },
    { teeth: 2 },
    { teeth: 24, pitch: 1, toothHeight: 0.8, length: 60, thickness: 0.4, set: 0 },
  ] satisfies SawBladeOptions[])('%j: that many teeth, that thickness, tips at y = 0', (options) => {
    const mesh = sawBlade({ ...options, targetFaces: 6_000 });
    const {
      teeth = 16,
      pitch = 1.4,
      toothHeight = 1.2,
      length = 80,
      thickness = 0.6,
      set = 0.1,
    }: SawBladeOptions = options;
    expect(surfaceFacts(mesh)).toMatchObject({ ...closed, euler: 0 });
    expect(countTeeth(mesh, length, toothHeight)).toBe(teeth);
    const halfWidth = (teeth * pitch) / 2;
    // y of the outermost valleys.
    const corner = length - Math.sqrt((length - toothHeight) ** 2 - halfWidth ** 2);
    let [highest, thick, nearest, widest] = [0, 0, Infinity, 0];
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const [x, y, z] = mesh.positions.slice(i, i + 3);
      highest = Math.max(highest, Math.abs(z));
      if (y > 5) thick = Math.max(thick, 2 * Math.abs(z));
      nearest = Math.min(nearest, y);
      if (y <= corner + 1e-9) widest = Math.max(widest, Math.abs(x));
    }
    expect(thick).toBe(thickness);
    expect(highest).toBeCloseTo(thickness / 2 + set, 12);
    expect(nearest).toBeGreaterThanOrEqual(0);
    expect(nearest).toBeLessThan(0.01);
    expect(widest).toBeCloseTo(halfWidth, 9);
  });

  test('the set moves tips out of the plane without changing the volume: area of the outline × thickness', () => {
    const mesh = sawBlade({ targetFaces: 4_000 });
    let area = 0;
    for (let face = 0; face < mesh.faces.length; face += 3) {
      const [a, b, c] = [0, 1, 2].map((k) =>
        mesh.positions.slice(3 * mesh.faces[face + k], 3 * mesh.faces[face + k] + 3),
      );
      // Upper side only: projected area is positive there, negative below, 0 on the walls.
      area += Math.max(0, ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2);
    }
    expect(surfaceFacts(mesh).volume).toBeCloseTo(0.6 * area, 6);
    expect(surfaceFacts(sawBlade({ targetFaces: 4_000, set: 0 })).volume).toBeCloseTo(0.6 * area, 6);
  });

  test('refuses sizes out of range by name', () => {
    const bad: SawBladeOptions[] = [
      { teeth: 1 },
      { teeth: 2.5 },
      { pitch: 0 },
      { length: NaN },
      { length: 20 },
      { toothHeight: 50 },
      { thickness: 0 },
      { set: -1 },
      { targetFaces: 0 },
    ];
    for (const options of bad)
      expect(() => sawBlade(options)).toThrow(expect.objectContaining({ code: 'BAD_SAW_BLADE' }));
  });
});

describe('bisectEdges', () => {
  test('an icosahedron to 1,001 faces: the next even count, same volume, no angle below half of 60°', () => {
    const coarse = sphere({ radius: 1, subdivisions: 0 });
    const mesh = bisectEdges(coarse, 1_001);
    const facts = surfaceFacts(mesh);
    expect(facts).toMatchObject({ ...closed, faceCount: 1_002, euler: 2 });
    expect(facts.volume).toBeCloseTo(surfaceFacts(coarse).volume, 12);
    // 30°–30°–120° has quality 0.6: no face with all angles ≥ 30° is worse.
    expect(facts.leastQuality).toBeGreaterThan(0.6 - 1e-9);
    expect(bisectEdges(coarse, 20)).toBe(coarse);
  });
});

describe('sphericalBurr', () => {
  test('closed, oriented, near the wanted count, volume of second order', () => {
    const [head, shaft, length] = [2.5, 1.175, 40];
    const neck = Math.sqrt(head ** 2 - shaft ** 2);
    const cap = head - neck;
    const exact =
      (4 / 3) * Math.PI * head ** 3 -
      (Math.PI * cap ** 2 * (3 * head - cap)) / 3 +
      Math.PI * shaft ** 2 * (length - neck);
    const errors = [1_000, 4_000, 16_000].map((targetFaces) => {
      const mesh = sphericalBurr({ targetFaces });
      const facts = surfaceFacts(mesh);
      expect(facts).toMatchObject({ ...closed, euler: 2 });
      expect(Math.abs(facts.faceCount / targetFaces - 1)).toBeLessThan(0.1);
      expect(facts.leastQuality).toBeGreaterThan(0.5);
      let worst = 0;
      for (let i = 0; i < mesh.positions.length; i += 3) {
        const [x, y, z] = mesh.positions.slice(i, i + 3);
        const rho = Math.sqrt(x * x + y * y);
        const off = [Math.sqrt(x * x + y * y + z * z) - head, rho - shaft, z - length].map(Math.abs);
        worst = Math.max(worst, Math.min(...off));
      }
      expect(worst).toBeLessThan(1e-12);
      return exact - facts.volume;
    });
    for (let i = 1; i < 3; i++) {
      expect(errors[i - 1] / errors[i]).toBeGreaterThan(3);
      expect(errors[i - 1] / errors[i]).toBeLessThan(5.3);
    }
  });

  test('refuses sizes out of range by name', () => {
    for (const options of [{ diameter: 0 }, { shaftDiameter: 6 }, { length: 1 }, { targetFaces: 3 }])
      expect(() => sphericalBurr(options)).toThrow(expect.objectContaining({ code: 'BAD_BURR' }));
  });
});
