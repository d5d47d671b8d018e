// Depth, area, centroid and normal of patches against closed forms: boxes pushed into a box, and separate from it.

import { expect } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createMesh, type TriangleMesh } from '#kerf';
import type { MakeDetector } from '#harness/backends.ts';
import { translation } from '#harness/contact-cases.ts';
import { partOf } from '#harness/long-run.ts';
import type { Extent } from './extent.ts';

/** 40 mm wide, with its top at z = 0. */
const slab = box({ size: 40, center: [0, 0, -20], divisions: 1 });
const options = { contactDistance: 0, resolution: 0.25, sides: 'tool' } as const;

export function patchTests(createDetector: MakeDetector, { effort, test }: Extent): void {
  async function report(tool: TriangleMesh, z: number, more: object = {}) {
    const detector = await createDetector({ ...options, bone: slab, tool, ...more });
    return detector.detect(translation(0.5, 0.25, z));
  }

  const pushes = [1, 0.5, 2];
  test.each(effort < 1 ? partOf(pushes, 3, 1) : pushes)(
    'a box of 4 × 6 × 5 mm pushed %p mm into a slab: one patch, depth and area known',
    async (depth) => {
      const { state, patches } = await report(box({ size: [4, 6, 5], divisions: [8, 12, 10] }), 2.5 - depth);
      expect([state, patches.length]).toEqual(['intersecting', 1]);
      const [{ body, area, centroid, normal, depth: found }] = patches;
      expect([body, found]).toEqual(['tool', depth]);
      // The whole bottom, and the four sides up to the depth: in whole sub-triangles, of which the highest reach one
      // more row, at most 0.25 mm.
      const [bottom, around] = [24, 20];
      expect(area).toBeGreaterThanOrEqual((bottom + around * depth) * (1 - 1e-12));
      expect(area).toBeLessThanOrEqual((bottom + around * (depth + 0.25)) * (1 + 1e-12));
      expect(Math.abs(centroid[0] - 0.5)).toBeLessThan(0.01);
      expect(Math.abs(centroid[1] - 0.25)).toBeLessThan(0.01);
      // Between the mean heights for the least and the largest area: −depth on the bottom, from −depth to 0 or 0.25 on
      // the sides.
      const height = (top: number) =>
        (-depth * bottom + ((top - depth) / 2) * around * (depth + top)) / (bottom + around * (depth + top));
      expect(centroid[2]).toBeGreaterThan(height(0) - 1e-9);
      expect(centroid[2]).toBeLessThan(height(0.25) + 1e-9);
      for (const [k, out] of [0, 0, 1].entries()) expect(Math.abs(normal[k] - out)).toBeLessThan(0.05);
    },
  );

  test('a box 0.125 mm above a slab: its bottom, no depth', async () => {
    const { state, patches, contacts } = await report(box({ size: [4, 6, 5] }), 2.5 + 0.125, {
      contactDistance: 0.125,
    });
    expect(state).toBe('near');
    expect(patches).toHaveLength(1);
    const [{ area, centroid, normal, depth }] = patches;
    expect(depth).toBe(0);
    expect(contacts.distance.every((distance) => distance === 0.125)).toBe(true);
    expect(normal).toEqual([0, 0, 1]);
    // The bottom, and a surrounding row of sub-triangles, at most 0.25 mm, that touch its rim.
    expect(area).toBeGreaterThanOrEqual(24 * (1 - 1e-12));
    expect(area).toBeLessThanOrEqual(24 + 20 * 0.25);
    expect(centroid[0]).toBeCloseTo(0.5, 2);
    expect(centroid[1]).toBeCloseTo(0.25, 2);
    expect(centroid[2]).toBeGreaterThanOrEqual(0.125);
    expect(centroid[2]).toBeLessThan(0.2);
  });

  test("the bone's side of the same push: the slab's top under the box", async () => {
    const { patches } = await report(box({ size: [4, 6, 5] }), 1.5, { sides: 'bone' });
    expect(patches).toHaveLength(1);
    const [{ body, area, centroid, depth, normal }] = patches;
    expect(body).toBe('bone');
    // The deepest point of the top in the box is 1 mm from its bottom; the walls are at least as far there.
    expect(depth).toBe(1);
    expect(area).toBeGreaterThanOrEqual(24);
    expect(area).toBeLessThanOrEqual((4 + 2 * 0.25) * (6 + 2 * 0.25));
    expect(centroid[2]).toBe(0);
    // Each rim lies at most h farther out.
    for (const [k, middle] of [0.5, 0.25].entries()) expect(Math.abs(centroid[k] - middle)).toBeLessThan(0.25);
    expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
  });

  test('two feet: two patches of the tool; contacts name theirs, counts and areas add up', async () => {
    const foot = (x: number) => box({ size: 2, center: [x, 0, 0] });
    const feet = createMesh(
      [...foot(-5).positions, ...foot(5).positions],
      [...foot(-5).faces, ...foot(5).faces.map((v) => v + 8)],
    );
    const { patches, contacts } = await report(feet, 0.75, { sides: 'both' });
    const ofTool = patches.filter(({ body }) => body === 'tool');
    expect([ofTool.length, patches.length]).toEqual([2, 4]);
    expect(ofTool.map(({ depth }) => depth)).toEqual([0.25, 0.25]);
    expect(ofTool.map(({ centroid }) => Math.round(centroid[0] - 0.5)).sort((a, b) => a - b)).toEqual([-5, 5]);
    const counts = patches.map(() => 0);
    const areas = patches.map(() => 0);
    const depths = patches.map(() => 0);
    for (const {
      body,
      patch,
      corners: [a, b, c],
      distance,
    } of contacts) {
      expect(patches[patch].body).toBe(body);
      counts[patch]++;
      depths[patch] = Math.max(depths[patch], -distance);
      const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
      areas[patch] += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
    }
    expect(patches.map(({ contactCount }) => contactCount)).toEqual(counts);
    expect(patches.map(({ depth }) => depth)).toEqual(depths);
    for (const [i, { area }] of patches.entries()) expect(Math.abs(area - areas[i])).toBeLessThan(1e-12 * areas[i]);
  });

  test.each([4, 1, 0.5])(
    'a sphere wholly inside: one patch of its whole area, resolution %p mm',
    async (resolution) => {
      const ball = sphere({ radius: 2, subdivisions: 2 });
      const { patches } = await report(ball, -6, { resolution });
      expect(patches).toHaveLength(1);
      const [{ area, centroid, depth }] = patches;
      let whole = 0;
      let lowest = Infinity;
      for (let i = 0; i < ball.faces.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => ball.positions.slice(3 * ball.faces[i + k], 3 * ball.faces[i + k] + 3));
        const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
        whole += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
        lowest = Math.min(lowest, a[2], b[2], c[2]);
      }
      expect(Math.abs(area - whole)).toBeLessThan(1e-12 * whole);
      expect(Math.abs(depth - (6 - lowest))).toBeLessThan(1e-12);
      expect(Math.hypot(centroid[0] - 0.5, centroid[1] - 0.25, centroid[2] + 6)).toBeLessThan(1e-9);
    },
  );
}
