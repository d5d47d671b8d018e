// The parts of the workbench's picture, without its page: normals and creases, the shade of hollows, the framing, and
// where a tool stands on a bone, each compared with its definition.

import { describe, expect, test } from '@jest/globals';
import { box, sawBlade, sphere, sphericalBurr } from '#datasets';
import { cellsOf } from '../../examples/workbench/src/cells.ts';
import { creased } from '../../examples/workbench/src/creased.ts';
import { clearOf } from '../../examples/workbench/src/clear-part.ts';
import { cross, framed, unit } from '../../examples/workbench/src/framing.ts';
import { landing } from '../../examples/workbench/src/landing.ts';
import { Occlusion } from '../../examples/workbench/src/occlusion.ts';
import type { Triple } from '../../examples/workbench/src/picture-wire.ts';
import { upright } from '../../examples/workbench/src/upright.ts';
import { createDetector, type TriangleMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed, unitVector } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';

const drawn = ({ positions, faces }: TriangleMesh) => ({
  points: Float32Array.from(positions),
  cells: cellsOf(faces.length, 3, faces),
});
const row = (values: ArrayLike<number>, i: number) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]];

describe('normals', () => {
  test('of a ball point outward, and its points stay what they were', () => {
    const ball = drawn(sphere({ radius: 10, subdivisions: longRun(4, 2) }));
    const { points, normals, cells } = creased(ball, 35);
    expect(points.length).toBe(ball.points.length);
    for (let i = 0; i < points.length / 3; i++)
      expect(row(points, i).reduce((sum, x, k) => sum + (x / 10) * row(normals, i)[k], 0)).toBeGreaterThan(0.999);
    for (let i = 0; i < cells.length; i++)
      if (i % 4 > 0) expect(row(points, cells[i])).toEqual(row(ball.points, ball.cells[i]));
  });

  test('of a box are those of its sides: no edge is rounded', () => {
    const { points, normals, cells } = creased(drawn(box({ size: [4, 6, 8], divisions: [2, 2, 2] })), 35);
    for (let cell = 0; cell < cells.length; cell += 4) {
      const [a, b, c] = [1, 2, 3].map((corner) => row(points, cells[cell + corner]));
      const side = cross(b.map((x, k) => x - a[k]) as never, c.map((x, k) => x - a[k]) as never);
      for (let corner = 1; corner <= 3; corner++)
        for (const [k, x] of unit(side).entries()) expect(normals[3 * cells[cell + corner] + k]).toBeCloseTo(x, 6);
    }
  });

  test('a face without area has a normal all the same', () => {
    const flat = { points: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), cells: Uint32Array.of(3, 0, 1, 2) };
    expect([...creased(flat, 35).normals.subarray(0, 3)]).toEqual([0, 0, 1]);
  });
});

describe('shade', () => {
  const opennessOf = (mesh: TriangleMesh) => {
    const shaped = creased(drawn(mesh), 75);
    const occlusion = new Occlusion(shaped);
    let steps = 1;
    while (!occlusion.step()) steps++;
    return { openness: occlusion.openness(), points: shaped.points, steps };
  };

  inDeep(() => {
    test('there is none on a ball, and all of it within a closed shell', () => {
      const subdivisions = longRun(4, 3);
      const ball = sphere({ radius: 30, subdivisions });
      for (const open of opennessOf(ball).openness) expect(open).toBeGreaterThan(0.97);
      const inner = sphere({ radius: 20, subdivisions });
      const count = ball.positions.length / 3;
      const shell = {
        positions: Float64Array.from([...ball.positions, ...inner.positions]),
        faces: Uint32Array.from([
          ...ball.faces,
          ...inner.faces.map((_, i, all) => count + all[3 * Math.floor(i / 3) + 2 - (i % 3)]),
        ]),
        name: 'shell',
      };
      const { openness, points } = opennessOf(shell);
      let within = 0;
      for (const [i, open] of openness.entries())
        if (Math.hypot(...row(points, i)) < 25) {
          within++;
          expect(open).toBeLessThan(0.03);
        } else expect(open).toBeGreaterThan(0.97);
      expect(within).toBe(inner.positions.length / 3);
    });
  });

  test('on a wide floor below a wide roof only the rims are light', () => {
    const at = (z: number) => {
      const { positions, faces } = box({ size: [100, 100, 4], divisions: [20, 20, 1] });
      return { positions: positions.map((x, i) => (i % 3 === 2 ? x + z : x)), faces };
    };
    const [floor, roof] = [at(0), at(14)];
    const count = floor.positions.length / 3;
    const { openness, points, steps } = opennessOf({
      positions: Float64Array.from([...floor.positions, ...roof.positions]),
      faces: Uint32Array.from([...floor.faces, ...roof.faces.map((v) => v + count)]),
      name: 'floors',
    });
    expect(steps).toBe(64);
    const found = { middle: [] as number[], outside: [] as number[] };
    for (const [i, open] of openness.entries()) {
      const [x, y, z] = row(points, i);
      if (Math.hypot(x, y) < 15) (z > 0 && z < 13 ? found.middle : found.outside).push(open);
    }
    expect(Math.min(found.middle.length, found.outside.length)).toBeGreaterThan(10);
    // At the middle, the roof 10 mm above hides the light within atan(35/10) of the normal: sin² of that, by cosine.
    const share = 1 - 35 ** 2 / (35 ** 2 + 10 ** 2);
    expect(Math.max(...found.middle)).toBeLessThan(share + 0.06);
    expect(Math.min(...found.outside)).toBeGreaterThan(0.97);
  });
});

test('a frame has all points in the clear part of the picture, and one of them at the edge that it fills (seed 4411)', () => {
  const random = mulberry32(4411);
  for (let n = 0; n < 50; n++) {
    const points = Float64Array.from({ length: 90 }, (_, i) => 1e4 * (i % 3) + [90, 40, 20][i % 3] * signed(random));
    const direction = unitVector(random) as never as Triple;
    const up = unitVector(random) as never as Triple;
    const [angle, aspect] = [20 + 40 * random(), 0.4 + 2 * random()];
    const half = [0.3 + 0.7 * random(), 0.3 + 0.7 * random()] as const;
    const middle = half.map((one) => (1 - one) * signed(random)) as never as readonly [number, number];
    const clear = n % 2 === 0 ? undefined : { middle, half };
    const found = framed(points, direction, up, angle, aspect, clear);
    if (found === null) throw new Error('no frame');
    const right = unit(cross(direction, up));
    const above = cross(right, direction);
    let most = 0;
    for (let i = 0; i < points.length / 3; i++) {
      const from = row(points, i).map((x, k) => x - found.at[k] + found.from * direction[k]);
      const on = (axis: Triple) => from.reduce((sum, x, k) => sum + x * axis[k], 0);
      const reach = on(direction) * Math.tan((angle * Math.PI) / 360);
      expect(reach).toBeGreaterThan(0);
      const shares = [on(right) / reach / aspect, on(above) / reach];
      const inClear = shares.map((share, k) => (clear === undefined ? share : (share - middle[k]) / half[k]));
      most = Math.max(most, ...inClear.map(Math.abs));
    }
    expect(most).toBeCloseTo(0.9, 6);
  }
  expect(framed([], [0, 1, 0], [0, 0, 1], 30, 1)).toBeNull();
});

test('a wide picture is clear left of its covers, a tall one between them, and one that is covered almost whole', () => {
  const inset = { left: 0.7, right: 0.98, bottom: 0.75, top: 0.98 };
  const thumbs = { left: 0.6, right: 0.97, bottom: 0.02, top: 0.2 };
  expect(clearOf([inset, thumbs], true)).toEqual({ left: 0, bottom: 0, right: 0.6, top: 1 });
  expect(clearOf([inset, thumbs], false)).toEqual({ left: 0, bottom: 0.2, right: 1, top: 0.75 });
  expect(clearOf([inset, { ...thumbs, top: 0.45 }], false)).toEqual({ left: 0, bottom: 0, right: 1, top: 1 });
  expect(clearOf([], true)).toEqual({ left: 0, bottom: 0, right: 1, top: 1 });
});

describe('a tool stands on a bone', () => {
  const bones: readonly (readonly [string, TriangleMesh])[] = [
    ['a ball', sphere({ radius: 20, subdivisions: longRun(4, 2) })],
    ['a box', box({ size: [30, 20, 10], divisions: [3, 2, 1] })],
    ['a grain', sphere({ radius: 0.05, subdivisions: 2 })],
    [
      'a sheet',
      { positions: Float64Array.of(0, 0, 0, 40, 0, 0, 0, 40, 9), faces: Uint32Array.of(0, 1, 2), name: 'sheet' },
    ],
  ];
  const far = ({ positions, faces, name }: TriangleMesh, by: number): TriangleMesh => ({
    ...{ positions: positions.map((x, i) => x + by * [1, -1, 0.5][i % 3]), faces, name: name ?? '' },
  });

  test.each(bones)('%s, near and far: it is free of it, and nearer than 0.01 mm', async (_says, bone) => {
    for (const tool of [sawBlade(), upright(sphericalBurr()), turnedBox()])
      for (const by of [0, 1e4]) {
        const there = far(bone, by);
        const detector = await createDetector({
          bone: there,
          tool,
          contactDistance: 0.2,
          resolution: 1,
          backend: 'cpu',
        });
        const pose = landing(detector, there, tool);
        expect(detector.intersects(pose)).toBe(false);
        expect(detector.minimumDistance(pose).distance).toBeLessThan(0.01);
        // Upright: the tool's y is the bone's z.
        expect([...pose.subarray(4, 7)]).toEqual([0, 0, 1]);
        detector.dispose();
      }
  });
});

/** A tool with one lowest corner, away from its origin. */
function turnedBox(): TriangleMesh {
  const { positions, faces } = box({ size: [5, 7, 9] });
  const m = rigidPose(mulberry32(31), 50);
  const placed = positions.map((_, i) => {
    const [v, k] = [3 * Math.floor(i / 3), i % 3];
    return m[k] * positions[v] + m[4 + k] * positions[v + 1] + m[8 + k] * positions[v + 2] + m[12 + k];
  });
  return { positions: placed, faces, name: 'turned box' };
}
