// One vertex for every connected component, maintained under edits by examining only the vertices that they touch.

import type { DisjointSets } from '#core';

/**
 * A set of live vertices with at least one in every connected component. After edits it may hold more than one per
 * component: parts that an edit separates near the touched faces may still be connected elsewhere, and components that
 * an edit joins away from both vertices keep both.
 *
 * Examining the touched vertices is enough: they include every corner of a removed face, so a path that an edit
 * interrupts leaves and comes back at touched vertices of one group. If that group is still one group afterwards, the
 * path has a way round; if it fell into several, each of them gets a vertex.
 */
export class Representatives {
  readonly #held: Set<number>;
  #listed: Uint32Array | null = null;

  constructor(vertices: Uint32Array) {
    this.#held = new Set(vertices);
  }

  /** Ascending vertex numbers; the same array until an edit changes it. */
  list(): Uint32Array {
    this.#listed ??= Uint32Array.from(this.#held).sort();
    return this.#listed;
  }

  /**
   * Faces have been removed. All arrays and sets are over the positions in `touched`, ascending welded vertices that
   * include all corners of those faces.
   * @param before groups formed by the faces around touched vertices, the removed ones included.
   * @param after groups formed by the remaining ones.
   * @param live 1 if a face is left at the vertex.
   */
  afterRemoval(touched: Uint32Array, before: DisjointSets, after: DisjointSets, live: Uint8Array): void {
    const count = touched.length;
    const piece = new Int32Array(count).fill(-1);
    const broken = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      const old = before.find(i);
      const isHeld = this.#held.has(touched[i]);
      if (live[i] === 0) {
        if (isHeld) {
          broken[old] = 1;
          this.#drop(touched[i]);
        }
        continue;
      }
      const group = after.find(i);
      if (piece[old] === -1) piece[old] = group;
      else if (piece[old] !== group) broken[old] = 1;
    }
    for (let i = 0; i < count; i++) {
      const isPiece = live[i] === 1 && after.find(i) === i;
      if (isPiece && broken[before.find(i)] === 1) this.#hold(touched[i]);
    }
  }

  /**
   * Faces have been added. All their corners are in `touched`. Of the representatives in one group, the lowest stays.
   * @param groups groups formed by the faces around touched vertices, the new ones included.
   * @param old 1 if the vertex had a face before.
   * @param live 1 if it has one now.
   */
  afterAddition(touched: Uint32Array, groups: DisjointSets, old: Uint8Array, live: Uint8Array): void {
    const known = new Uint8Array(touched.length);
    const named = new Uint8Array(touched.length);
    for (let i = 0; i < touched.length; i++) if (old[i] === 1) known[groups.find(i)] = 1;
    for (let i = 0; i < touched.length; i++) {
      const group = groups.find(i);
      if (group === i && live[i] === 1 && known[i] === 0) this.#hold(touched[i]);
      if (!this.#held.has(touched[i])) continue;
      if (named[group] === 1) this.#drop(touched[i]);
      named[group] = 1;
    }
  }

  #hold(vertex: number): void {
    this.#held.add(vertex);
    this.#listed = null;
  }

  #drop(vertex: number): void {
    this.#held.delete(vertex);
    this.#listed = null;
  }
}
