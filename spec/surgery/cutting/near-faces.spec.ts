// The faces of a tool that a cut examines, against all of its faces: both give the same answer about the bone.

import { expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { edgePlaces } from '#cutting/edge-places.ts';
import { ACROSS, hitLines, LineHits } from '#cutting/line-hits.ts';
import { makeBone } from '#cutting/make-bone.ts';
import { NearBone } from '#cutting/near-bone.ts';
import { NearFaces } from '#cutting/near-faces.ts';
import { ToolPoints } from '#cutting/tool-points.ts';
import type { TriangleMesh } from '#kerf';
import { poseOf, randomRotation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { splitCases } from '#harness/split-cases.ts';

const SEED = 1968;
const CELL = 1;
const AXES = [0, 1, 2] as const;

/** Tools of faces much smaller than a cell, of some cells, and much larger. */
const tools: [string, TriangleMesh][] = [
  ['a ball of small faces', sphere({ radius: 4, subdivisions: longRun(4, 3) })],
  ['a ball of faces of two cells', sphere({ radius: 6, subdivisions: 2 })],
  ['a blade of twelve faces', box({ size: [1.3, 30, 20] })],
];
// A shell: lines go through bone, a gap, and bone again.
const [outer, inner] = [sphere({ radius: 15, subdivisions: 3 }), sphere({ radius: 12, subdivisions: 3 })];
const shell: TriangleMesh = {
  name: 'shell',
  positions: Float64Array.from([...outer.positions, ...inner.positions]),
  faces: Uint32Array.from([
    ...outer.faces,
    ...Array.from(inner.faces, (_, n) => inner.faces[n - (n % 3) + 2 - (n % 3)] + outer.positions.length / 3),
  ]),
};
const { grid } = makeBone({ surface: shell, window: null, cell: CELL }, () => {});

splitCases(tools, [1], (some) =>
  test.each(some)(`%s: near faces cut and mark as all do (seed ${SEED})`, (_, mesh) => {
    const random = mulberry32(SEED);
    const tool = new ToolPoints(mesh, grid.lattice);
    const bone = new NearBone(grid);
    const near = new NearFaces(grid, bone);
    const seen = new Shares();
    let [cuts, held] = [0, 0];
    for (let n = 0; n < longRun(60, 24); n++) {
      const turn =
        n % 4 === 0 ? poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]) : poseOf(randomRotation(random), [0, 0, 0]);
      // Some vertices lie on lines of the lattice.
      const round = n % 4 === 0 ? Math.round : (x: number) => x;
      const at = [0, 1, 2].map(() => round(34 * random() - 17));
      const matrix = Float64Array.from(turn, (x, k) => (k >= 12 && k < 15 ? at[k - 12] : x));
      tool.moveTo({ matrix, orthonormalityError: 0 });
      // Every other pose continues with the lines of the one before, if these suffice.
      if (n % 2 === 0) bone.forget();
      const hasBone = bone.findBone(tool);
      seen.count(hasBone ? 'bone' : 'none');
      const marking = AXES[n % 3];
      if (hasBone) near.find(tool, marking);
      for (const axis of AXES) {
        const all = new LineHits();
        const some = new LineHits();
        const high = grid.lattice.size.map((size) => size - 1);
        hitLines(tool.points, tool.faces, null, tool.faces.length / 3, axis, [0, 0, 0], high, all);
        if (hasBone)
          hitLines(
            tool.points,
            tool.faces,
            near.faces[axis],
            near.counts[axis],
            axis,
            bone.low,
            bone.high,
            some,
            bone.lines[axis],
          );
        expect(cutting(some, axis)).toEqual(cutting(all, axis));
        cuts += cutting(all, axis).length;
        if (axis !== marking) continue;
        expect(marked(some, axis)).toEqual(marked(all, axis));
        held += marked(all, axis).length;
      }
    }
    expect(cuts).toBeGreaterThan(longRun(2000, 600));
    expect(held).toBeGreaterThan(longRun(200, 60));
    expect(seen.of('bone')).toBeGreaterThan(0.6);
  }),
);

/** Hits that cut an edge with an end inside, sorted. */
function cutting({ length, i, j, w, tag }: LineHits, axis: 0 | 1 | 2): string[] {
  const [u, v] = ACROSS[axis];
  const { parts } = grid.lattice;
  const isInside = (n: number, k: number) => grid.isInside(parts[u][i[n]] + parts[v][j[n]] + parts[axis][k]);
  const out = new Int32Array(4);
  const rows: string[] = [];
  for (let n = 0; n < length; n++) {
    const count = edgePlaces(w[n], out);
    for (let m = 0; m < 2 * count; m += 2) {
      const k = out[m];
      if (k < 0 || k + 1 >= grid.lattice.size[axis]) continue;
      if (isInside(n, k) || isInside(n, k + 1)) rows.push(`${i[n]} ${j[n]} ${w[n]} ${tag[n]} ${k}`);
    }
  }
  return rows.sort();
}

/** The bone's vertices inside the tool, by all hits of each line: a hit counts if it is at or before the vertex. */
function marked({ length, i, j, w, tag }: LineHits, axis: 0 | 1 | 2): string[] {
  const [u, v] = ACROSS[axis];
  const { parts, size } = grid.lattice;
  const rows: string[] = [];
  const lines = new Map<string, number[]>();
  for (let n = 0; n < length; n++) {
    const key = `${i[n]} ${j[n]}`;
    const held = lines.get(key);
    if (held !== undefined) held.push(n);
    else lines.set(key, [n]);
  }
  for (const [key, at] of lines) {
    const line = parts[u][i[at[0]]] + parts[v][j[at[0]]];
    for (let k = 0; k < size[axis]; k++) {
      if (!grid.isInside(line + parts[axis][k])) continue;
      let winding = 0;
      for (const n of at) if (w[n] <= k) winding += (tag[n] & 1) === 1 ? 1 : -1;
      if (winding !== 0) rows.push(`${key} ${k} ${winding}`);
    }
  }
  return rows.sort();
}
