// Faces with equal corners → a lookup by vertex.

const NONE: ReadonlySet<number> = new Set();

/**
 * Faces with two equal welded corners: segments and points. They have no edges and are in no fan but still connect what
 * they touch, so they are kept separate from `VertexFaces`. A mesh has few of them, usually none.
 */
export class ImproperFaces {
  readonly #byVertex = new Map<number, Set<number>>();

  /** Corners are welded vertices. */
  add(face: number, a: number, b: number, c: number): void {
    for (const vertex of new Set([a, b, c])) {
      const held = this.#byVertex.get(vertex);
      if (held) held.add(face);
      else this.#byVertex.set(vertex, new Set([face]));
    }
  }

  remove(face: number, a: number, b: number, c: number): void {
    for (const vertex of new Set([a, b, c])) {
      const held = this.#byVertex.get(vertex);
      if (held?.delete(face) && held.size === 0) this.#byVertex.delete(vertex);
    }
  }

  at(vertex: number): ReadonlySet<number> {
    if (this.#byVertex.size === 0) return NONE;
    return this.#byVertex.get(vertex) ?? NONE;
  }

  /** All of them, each once. */
  all(): Set<number> {
    const all = new Set<number>();
    for (const held of this.#byVertex.values()) for (const face of held) all.add(face);
    return all;
  }
}

/** Whether three welded corners differ, so that the face has edges. Its area may still be zero. */
export function isProper(a: number, b: number, c: number): boolean {
  return a !== b && b !== c && c !== a;
}
