// Faces of a closed, oriented surface → its shells: closed, connected surfaces.
//
// At an edge as many faces run one way as the other. Each face that runs one way is joined to one that runs the other
// way: the first to the first, the second to the second, in the order of the faces. Whatever the pairing, the connected
// sets of faces are closed, and the winding numbers of all shells add up to the surface's. This order recovers shells
// as they were put together: one after the other, or the same one several times in any order.

import { DisjointSets } from '#core';

export interface Shells {
  readonly count: number;
  /** By face. */
  readonly of: Uint32Array;
  /**
   * By shell: whether its faces are connected through edges that at most two of its faces have. Then, if its faces meet
   * only in common corners and edges, the shell has the same winding number in front of all of them.
   */
  readonly isPlain: readonly boolean[];
}

/** @param corners three per face; equal numbers are one corner. @returns null if an edge is unpaired. */
export function shellsOf(corners: Uint32Array): Shells | null {
  const count = corners.length / 3;
  const edges = new Map<number, [number[], number[]]>();
  const most = corners.reduce((high, corner) => Math.max(high, corner), 0) + 1;
  for (let n = 0; n < corners.length; n++) {
    const [a, b] = [corners[n], corners[n % 3 === 2 ? n - 2 : n + 1]];
    const key = Math.min(a, b) * most + Math.max(a, b);
    const around = edges.get(key) ?? [[], []];
    edges.set(key, around);
    around[a < b ? 0 : 1].push(Math.floor(n / 3));
  }
  const sets = new DisjointSets(count);
  for (const [ahead, back] of edges.values()) {
    if (ahead.length !== back.length) return null;
    for (const [n, face] of ahead.entries()) sets.join(face, back[n]);
  }
  const plain = new DisjointSets(count);
  for (const [ahead, back] of edges.values())
    for (const [n, face] of ahead.entries())
      if (ahead.every((other, m) => n === m || sets.find(other) !== sets.find(face))) plain.join(face, back[n]);
  return numbered(sets, plain, count);
}

function numbered(sets: DisjointSets, plain: DisjointSets, count: number): Shells {
  const numbers = new Map<number, number>();
  const of = new Uint32Array(count);
  const roots: number[] = [];
  const isPlain: boolean[] = [];
  for (let face = 0; face < count; face++) {
    const root = sets.find(face);
    const shell = numbers.get(root) ?? numbers.size;
    numbers.set(root, shell);
    of[face] = shell;
    roots[shell] ??= plain.find(face);
    isPlain[shell] = (isPlain[shell] ?? true) && roots[shell] === plain.find(face);
  }
  return { count: numbers.size, of, isPlain };
}
