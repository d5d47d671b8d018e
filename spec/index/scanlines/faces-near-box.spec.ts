// FacesNearBox against its definition: a face with a point in a posed box is found, once between two calls of clear, in
// every level; most others are not.

import { expect, test } from '@jest/globals';
import type { ScannedSurface } from '#records';
import { FacesNearBox, OrientedBox } from '#scanlines';
import { cellOf, levelOf } from '#scanlines/cells.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, signed } from '#harness/random-geometry.ts';
import { boneOf, boxOf, cornersOf, toolOf } from '#harness/stage-bodies.ts';
import { join, move, tetrahedron } from '#spec/base/mesh/bodies.ts';

const SEED = 47;

/** 150 tetrahedra, of which the first 10 are large: most of their faces overlap too many cells of level 0. */
function boneOfLevels(random: () => number): ScannedSurface {
  const sizes = Array.from({ length: 150 }, (_, i) => (i < 10 ? 2 + 2 * (i % 2) : 0.1));
  return boneOf(join(...sizes.map((size) => move(tetrahedron, coordinates(random, 3, 10, 0), size))));
}

/** The level in which a face has its spans. */
function levelIn(bone: ScannedSurface, face: number): number {
  const { axis, u0, v0, cellSize, nu, nv } = bone.scanlines;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const b = boxOf(bone, face);
  const [i0, i1] = [b[u], b[3 + u]].map((x) => cellOf(x, u0, cellSize, nu));
  const [j0, j1] = [b[v], b[3 + v]].map((x) => cellOf(x, v0, cellSize, nv));
  return levelOf(i0, i1, j0, j1);
}

test(`finds a face with a point in the box, once, in levels 0, 1 and 2 (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const near = new FacesNearBox();
  const box = new OrientedBox();
  const byLevel = [0, 0, 0, 0];
  let found = 0;
  let all = 0;
  for (let i = 0; i < longRun(40, 4); i++) {
    const bone = boneOfLevels(random);
    for (let j = 0; j < 60; j++) {
      const { frame } = toolOf(tetrahedron, rigidPose(random, 10), 40);
      const { inverse: m } = frame;
      const half = 10 ** (-3 * random());
      box.setFrame(frame, 0);
      near.clear(bone.faceCount);
      for (let k = 0; k < 3; k++) {
        const face = Math.floor((k === 0 ? bone.faceCount : 40) * random());
        const corners = cornersOf(bone, face);
        const [s, t] = [random(), random()].sort((low, high) => low - high);
        const [x, y, z] = [0, 1, 2].map((n) => s * corners[n] + (t - s) * corners[3 + n] + (1 - t) * corners[6 + n]);
        // The point is in the box by a tenth of its half side, which is more than f64 and f32 round.
        const middle = [0, 4, 8].map(
          (n) => m[n] * x + m[n + 1] * y + m[n + 2] * z + m[n + 3] + 0.9 * half * signed(random),
        );
        box.take(Float32Array.from([...middle.map((c) => c - half), ...middle.map((c) => c + half)]), 0);
        near.add(bone.scanlines, box);
        const faces = near.faces.values.subarray(0, near.faces.length);
        const level = levelIn(bone, face);
        if (!faces.includes(face))
          throw new Error(`face ${face}, level ${level}: missing in ${half} mm about ${middle}`);
        expect(new Set(faces).size).toBe(faces.length);
        byLevel[level]++;
      }
      found += near.faces.length;
      all += bone.faceCount;
    }
  }
  expect(byLevel.slice(0, 3).filter((count) => count < longRun(300, 30))).toEqual([]);
  expect(found / all).toBeLessThan(0.1);
});
