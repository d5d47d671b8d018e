// Two posed meshes and a direction → insertion and wall ahead by their definitions, line by line and candidate by
// candidate, in plain f64.

import type { TriangleMesh } from '#mesh';

type Triangle = readonly [number, number, number][];

/** Faces as s, u, v of their corners. @param axes the direction of s, then u and v across it, as x, y, z each. */
export function placedFaces({ positions, faces }: TriangleMesh, axes: ArrayLike<number>): Triangle[] {
  const along = (axis: number, v: number) =>
    [0, 1, 2].reduce((sum, k) => sum + axes[3 * axis + k] * positions[3 * v + k], 0);
  return Array.from({ length: faces.length / 3 }, (_, f) =>
    [0, 1, 2].map((k) => {
      const v = faces[3 * f + k];
      return [along(0, v), along(1, v), along(2, v)] as [number, number, number];
    }),
  );
}

/** A unit vector and two perpendicular to it, right-handed. */
export function axesAlong(direction: readonly number[]): number[] {
  const [x, y, z] = direction;
  const side = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const across = [y * side[2] - z * side[1], z * side[0] - x * side[2], x * side[1] - y * side[0]];
  const first = across.map((part) => part / Math.hypot(...across));
  return [
    ...direction,
    ...first,
    y * first[2] - z * first[1],
    z * first[0] - x * first[2],
    x * first[1] - y * first[0],
  ];
}

/**
 * The maximum over all lines of the tool's greatest s minus the bone's least s, taken at corners over faces and
 * crossings of edges, of all pairs of faces.
 */
export function greatestLead(tool: readonly Triangle[], bone: readonly Triangle[]): number {
  let greatest = 0;
  for (const t of tool)
    for (const b of bone) {
      for (const corner of t) {
        const height = heightAt(b, corner[1], corner[2]);
        if (height !== null) greatest = Math.max(greatest, corner[0] - height);
      }
      for (const corner of b) {
        const height = heightAt(t, corner[1], corner[2]);
        if (height !== null) greatest = Math.max(greatest, height - corner[0]);
      }
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++)
          greatest = Math.max(greatest, leadOfEdges(t[i], t[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    }
  return greatest;
}

/** s of a triangle's plane over u, v; null if that point lies outside the triangle or the triangle is seen edge-on. */
function heightAt([a, b, c]: Triangle, u: number, v: number): number | null {
  const area = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]);
  if (Math.abs(area) < 1e-9) return null;
  const y = ((u - a[1]) * (c[2] - a[2]) - (v - a[2]) * (c[1] - a[1])) / area;
  const z = ((b[1] - a[1]) * (v - a[2]) - (b[2] - a[2]) * (u - a[1])) / area;
  return y >= 0 && z >= 0 && y + z <= 1 ? a[0] + y * (b[0] - a[0]) + z * (c[0] - a[0]) : null;
}

function leadOfEdges(p: readonly number[], q: readonly number[], r: readonly number[], s: readonly number[]): number {
  const [x, y, z, w] = [q[1] - p[1], q[2] - p[2], s[1] - r[1], s[2] - r[2]];
  const turn = x * w - y * z;
  if (Math.abs(turn) < 1e-9) return 0;
  const i = ((r[1] - p[1]) * w - (r[2] - p[2]) * z) / turn;
  const j = ((r[1] - p[1]) * y - (r[2] - p[2]) * x) / turn;
  return i >= 0 && i <= 1 && j >= 0 && j <= 1 ? p[0] + i * (q[0] - p[0]) - r[0] - j * (s[0] - r[0]) : 0;
}

/** Heights at which the line through u, v leaves (1) or enters (−1) a solid, ascending. */
function crossings(faces: readonly Triangle[], u: number, v: number): (readonly [number, 1 | -1])[] {
  const found: (readonly [number, 1 | -1])[] = [];
  for (const face of faces) {
    const height = heightAt(face, u, v);
    if (height === null) continue;
    const [a, b, c] = face;
    found.push([height, (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]) > 0 ? 1 : -1]);
  }
  return found.sort((x, y) => x[0] - y[0]);
}

/** The bone ahead of the tool's last point on the line through u, v; null if that point is not in the bone. */
export function boneAhead(tool: readonly Triangle[], bone: readonly Triangle[], u: number, v: number): number | null {
  const last = crossings(tool, u, v).at(-1)?.[0];
  if (last === undefined) return null;
  let winding = 0;
  let isIn = false;
  for (const [height, turn] of crossings(bone, u, v)) {
    if (height > last && !isIn) {
      if (winding === 0) return null;
      isIn = true;
    }
    winding -= turn;
    if (isIn && winding === 0) return height - last;
  }
  return null;
}

/**
 * The least boneAhead over random lines, the best of them refined by a search around them; Infinity if no last point is
 * in the bone.
 */
export function leastBoneAhead(
  tool: readonly Triangle[],
  bone: readonly Triangle[],
  count: number,
  random: () => number,
): number {
  const ranges = [1, 2].map((k) => {
    const values = tool.flatMap((face) => face.map((corner) => corner[k]));
    return [Math.min(...values), Math.max(...values)];
  });
  const lines: { least: number; at: number[] }[] = [];
  for (let i = 0; i < count; i++) {
    const at = ranges.map(([low, high]) => low + (high - low) * random());
    const ahead = boneAhead(tool, bone, at[0], at[1]);
    if (ahead !== null) lines.push({ least: ahead, at });
  }
  lines.sort((a, b) => a.least - b.least);
  let least = Infinity;
  for (const start of lines.slice(0, 24)) {
    let best = start;
    for (let size = (ranges[0][1] - ranges[0][0]) / 20; size > 1e-5; size *= 0.7)
      for (let i = 0; i < 6; i++) {
        const at = best.at.map((x) => x + size * (2 * random() - 1));
        const ahead = boneAhead(tool, bone, at[0], at[1]);
        if (ahead !== null && ahead < best.least) best = { least: ahead, at };
      }
    least = Math.min(least, best.least);
  }
  return least;
}
