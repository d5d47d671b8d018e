// Body → its inspection, by the definitions and with maps of strings: slow, plain, no code shared with lib/base/mesh.

import type { Body } from './bodies.ts';

export interface PlainInspection {
  readonly closed: boolean;
  readonly oriented: boolean;
  readonly manifold: boolean;
  readonly components: number;
  readonly degenerateFaces: number;
  readonly duplicateFaces: number;
  readonly boundaryEdges: number;
  readonly unbalancedEdges: number;
}

/** Each vertex's position as a string; -0 prints as 0. */
export function positionKeys(body: { readonly positions: ArrayLike<number> }): string[] {
  const p = body.positions;
  return Array.from({ length: p.length / 3 }, (_, v) => `${p[3 * v]},${p[3 * v + 1]},${p[3 * v + 2]}`);
}

/** Faces as triples of position keys. */
export function keyedFaces(body: Body): string[][] {
  const keys = positionKeys(body);
  return Array.from({ length: body.faces.length / 3 }, (_, f) =>
    body.faces.slice(3 * f, 3 * f + 3).map((v) => keys[v]),
  );
}

export function inspectPlainly(body: Body): PlainInspection {
  const all = keyedFaces(body);
  const proper = all.filter((face) => new Set(face).size === 3);
  const edges = new Map<string, { forward: number; backward: number }>();
  for (const face of proper)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [face[k], face[(k + 1) % 3]];
      const key = from < to ? `${from}|${to}` : `${to}|${from}`;
      const use = edges.get(key) ?? { forward: 0, backward: 0 };
      if (from < to) use.forward++;
      else use.backward++;
      edges.set(key, use);
    }
  const uses = [...edges.values()];
  const boundaryEdges = uses.filter((use) => use.forward + use.backward === 1).length;
  const unbalancedEdges = uses.filter((use) => use.forward + use.backward > 1 && use.forward !== use.backward).length;
  const sets = new Set<string>();
  let duplicateFaces = 0;
  for (const face of all) {
    const key = [...new Set(face)].sort().join('|');
    if (sets.has(key)) duplicateFaces++;
    sets.add(key);
  }
  return {
    closed: proper.length > 0 && boundaryEdges === 0,
    oriented: unbalancedEdges === 0,
    manifold: uses.every((use) => use.forward + use.backward <= 2) && everyVertexHasOneFan(proper),
    components: groups(all, (face) => face).length,
    degenerateFaces: countZeroArea(body),
    duplicateFaces,
    boundaryEdges,
    unbalancedEdges,
  };
}

function everyVertexHasOneFan(proper: string[][]): boolean {
  const around = new Map<string, string[][]>();
  for (const face of proper) for (const key of face) around.set(key, [...(around.get(key) ?? []), face]);
  for (const [vertex, faces] of around)
    if (groups(faces, (face) => face.filter((key) => key !== vertex)).length !== 1) return false;
  return true;
}

/** Flood fill: items that share a mark are in the same group. */
export function groups<T>(items: readonly T[], marks: (item: T) => readonly string[]): T[][] {
  const holders = new Map<string, number[]>();
  items.forEach((item, i) => {
    for (const mark of marks(item)) holders.set(mark, [...(holders.get(mark) ?? []), i]);
  });
  const seen = new Set<number>();
  const found: T[][] = [];
  for (let start = 0; start < items.length; start++) {
    if (seen.has(start)) continue;
    const group = [start];
    seen.add(start);
    for (let at = 0; at < group.length; at++)
      for (const mark of marks(items[group[at]]))
        for (const next of holders.get(mark)!)
          if (!seen.has(next)) {
            seen.add(next);
            group.push(next);
          }
    found.push(group.map((i) => items[i]));
  }
  return found;
}

/** A double times 2^200 as an integer: exact for every double that is 0 or has magnitude at least 2^-147. */
function scaled(value: number): bigint {
  return BigInt(value * 2 ** 200);
}

/** The cross product of two sides in integers. */
export function isZeroArea(a: readonly number[], b: readonly number[], c: readonly number[]): boolean {
  const u = [0, 1, 2].map((axis) => scaled(b[axis]) - scaled(a[axis]));
  const v = [0, 1, 2].map((axis) => scaled(c[axis]) - scaled(a[axis]));
  return u[1] * v[2] === u[2] * v[1] && u[2] * v[0] === u[0] * v[2] && u[0] * v[1] === u[1] * v[0];
}

function countZeroArea(body: Body): number {
  const corner = (i: number): number[] => body.positions.slice(3 * body.faces[i], 3 * body.faces[i] + 3);
  let count = 0;
  for (let i = 0; i < body.faces.length; i += 3) if (isZeroArea(corner(i), corner(i + 1), corner(i + 2))) count++;
  return count;
}
