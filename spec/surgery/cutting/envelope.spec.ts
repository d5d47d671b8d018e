// A bar that swings about an axis: its envelope holds every place of the bar and nothing else, within the bound of its
// cell; a full turn makes a ring.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { BoneBody } from '#bodies';
import { envelope, type Stroke } from '#cutting';
import { selfIntersections } from '#detector';
import { inspectMesh, type TriangleMesh } from '#mesh';
import { NearestFace } from '#proximity';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';

const SEED = 1804;
const INNER = longRun(10, 5);
const OUTER = longRun(20, 9);
/** Half the bar's width and thickness. */
const WIDTH = 1;
const THICKNESS = 0.5;
const bar = box({ size: [2 * WIDTH, OUTER - INNER, 2 * THICKNESS], center: [0, (INNER + OUTER) / 2, 0] });
const swing = { axis: [0, 0, 2], centre: [0, 0, 0] };

/** A cuttable bone's bound for cells of this size; see cuttable-bone.ts. */
const boundOf = (cell: number) => (2 * Math.sqrt(3) + 1 / 8 + 2 ** -15) * cell;

/**
 * The distance of a point to the swung bar's cross-section, over many angles: the least is off by `step·OUTER` at most.
 */
function distanceToSwung(x: number, y: number, z: number, angle: number): number {
  let least = Number.POSITIVE_INFINITY;
  const dz = Math.abs(z) - THICKNESS;
  for (let n = 0; n <= STEPS; n++) {
    const turn = angle * ((2 * n) / STEPS - 1);
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    const dx = Math.abs(c * x + s * y) - WIDTH;
    const dy = Math.abs(c * y - s * x - (INNER + OUTER) / 2) - (OUTER - INNER) / 2;
    const outside = Math.hypot(Math.max(0, dx), Math.max(0, dy), Math.max(0, dz));
    least = Math.min(least, outside > 0 ? outside : Math.max(dx, dy, dz));
  }
  return least;
}
const STEPS = 500;

function expectSound(mesh: TriangleMesh): void {
  const { closed, oriented, manifold, volume } = inspectMesh(mesh);
  expect({ closed, oriented, manifold, isFull: volume > 0 }).toEqual({
    closed: true,
    oriented: true,
    manifold: true,
    isFull: true,
  });
  expect(selfIntersections(mesh).length).toBe(0);
}

splitCases([0.5, 0.25], [0], (cells) =>
  describe.each(cells)('a bar that swings by 0.3 rad, cell %d mm', (cell) => {
    let once: Promise<TriangleMesh> | undefined;
    const made = () => {
      once ??= envelope(bar, { ...swing, angle: 0.3, cell });
      return once;
    };

    test('is closed, oriented, manifold, crosses itself nowhere, and lies where the bar goes', async () => {
      const mesh = await made();
      expectSound(mesh);
      const slack = boundOf(cell) + (OUTER * 0.6) / STEPS;
      for (let n = 0; n < mesh.positions.length; n += 3 * longRun(1, 7)) {
        const [x, y, z] = mesh.positions.slice(n, n + 3);
        expect(Math.abs(distanceToSwung(x, y, z, 0.3))).toBeLessThanOrEqual(slack);
      }
    });

    test('points of the bar that lie on the swept solid’s surface lie near the mesh', async () => {
      const mesh = await made();
      const random = mulberry32(SEED);
      const nearest = new NearestFace(new BoneBody(mesh));
      const slack = (OUTER * 0.6) / STEPS;
      let count = 0;
      for (let n = 0; n < longRun(2000, 500); n++) {
        // On the bar's sides, at a random angle.
        const turn = 0.3 * (2 * random() - 1);
        const [a, b, c] = [2 * random() - 1, INNER + (OUTER - INNER) * random(), 2 * random() - 1];
        const side = Math.floor(3 * random());
        const own = [
          WIDTH * (side === 0 ? Math.sign(a) : a),
          side === 1 ? (a < 0 ? INNER : OUTER) : b,
          THICKNESS * (side === 2 ? Math.sign(c) : c),
        ];
        const x = Math.cos(turn) * own[0] - Math.sin(turn) * own[1];
        const y = Math.sin(turn) * own[0] + Math.cos(turn) * own[1];
        if (distanceToSwung(x, y, own[2], 0.3) < -slack) continue;
        count++;
        nearest.find(x, y, own[2], 0);
        expect(Math.sqrt(nearest.squared)).toBeLessThanOrEqual(boundOf(cell) + 2 * slack);
      }
      expect(count).toBeGreaterThan(longRun(500, 125));
    });
  }),
);

inDeep(() =>
  test('all the way round it is a ring', async () => {
    const cell = 0.5;
    const mesh = await envelope(bar, { ...swing, angle: Math.PI, cell });
    expectSound(mesh);
    expect(inspectMesh(mesh).components).toBe(1);
    // The bar's corners move round at √(OUTER² + WIDTH²); its inner side touches INNER.
    const outer = Math.hypot(OUTER, WIDTH);
    for (let n = 0; n < mesh.positions.length; n += 3) {
      const radius = Math.hypot(mesh.positions[n], mesh.positions[n + 1]);
      const inRing = radius <= outer + boundOf(cell) && radius >= INNER - boundOf(cell);
      expect(inRing && Math.abs(mesh.positions[n + 2]) <= THICKNESS + boundOf(cell)).toBe(true);
    }
    const exact = Math.PI * (outer ** 2 - INNER ** 2) * 2 * THICKNESS;
    const area = 2 * Math.PI * (outer ** 2 - INNER ** 2) + 2 * Math.PI * (outer + INNER) * 2 * THICKNESS;
    expect(Math.abs(inspectMesh(mesh).volume - exact)).toBeLessThanOrEqual(area * boundOf(cell));
  }),
);

test.each([
  [{ ...swing, axis: [0, 0, 0], angle: 1, cell: 1 }, 'not all 0'],
  [{ ...swing, axis: [0, Number.NaN, 1], angle: 1, cell: 1 }, 'three finite numbers'],
  [{ ...swing, centre: [0, 0], angle: 1, cell: 1 }, 'three finite numbers'],
  [{ ...swing, angle: -1, cell: 1 }, 'radians ≥ 0'],
  [{ ...swing, angle: 1, cell: 0 }, 'a number of mm above 0'],
])('%o is refused', async (nonsense, sentence) => {
  await expect(envelope(bar, nonsense)).rejects.toThrow(sentence);
});

describe('a straight stroke', () => {
  test(`is the bar from end to end of its stroke, within the bound (seed ${SEED})`, async () => {
    const [cell, stroke] = [0.5, 3];
    const mesh = await envelope(bar, { axis: [0, 0, -5], stroke, cell });
    expectSound(mesh);
    const nearest = new NearestFace(new BoneBody(mesh));
    const random = mulberry32(SEED);
    const size = [WIDTH, (OUTER - INNER) / 2, THICKNESS + stroke / 2];
    let worst = 0;
    for (let round = 0; round < longRun(2000, 300); round++) {
      // On the swept box's surface: one coordinate at a side.
      const side = Math.floor(3 * random());
      const point = size.map((half, k) => (k === side ? (random() < 0.5 ? -half : half) : (2 * random() - 1) * half));
      point[1] += (INNER + OUTER) / 2;
      nearest.find(point[0], point[1], point[2], 0);
      worst = Math.max(worst, Math.sqrt(nearest.squared));
    }
    // And none of the envelope's corners is farther from that box.
    for (let n = 0; n < mesh.positions.length; n += 3) {
      const out = [0, 1, 2].map((k) => Math.abs(mesh.positions[n + k] - (k === 1 ? (INNER + OUTER) / 2 : 0)) - size[k]);
      worst = Math.max(worst, Math.hypot(...out.map((x) => Math.max(0, x))));
    }
    console.log(`off by ${worst.toFixed(4)} mm at most; the bound is ${boundOf(cell).toFixed(2)}`);
    expect(worst).toBeLessThanOrEqual(boundOf(cell));
    expect(Math.abs(inspectMesh(mesh).volume / (8 * size[0] * size[1] * size[2]) - 1)).toBeLessThan(0.1);
  });

  test.each([
    ['BAD_SWING', { stroke: -1 }],
    ['BAD_SWING', { stroke: Number.NaN }],
    ['BAD_SWING', { stroke: '3' }],
    ['BAD_SWING', { axis: [0, 0, 0] }],
    ['UNKNOWN_OPTION', { centre: [0, 0, 0] }],
    ['BAD_CELL', { cell: 0 }],
  ])('refused: %s %p', async (code, wrong) => {
    const stroke = { axis: [1, 0, 0], stroke: 3, cell: 1, ...wrong } as unknown as Stroke;
    await expect(envelope(bar, stroke)).rejects.toMatchObject({ code });
  });
});
