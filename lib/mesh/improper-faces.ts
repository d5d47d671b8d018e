// Faces with equal corners → found again by vertex.

const NONE: readonly number[] = [];

/**
 * Faces with two equal welded corners: segments and points. They have no place in edges and fans but still connect what they touch, so
 * they are kept apart from `VertexFaces`. A mesh has few of them, mostly none.
 */
export class ImproperFaces {
  private readonly byVertex = new Map<number, number[]>();

  /** Corners are welded vertices. */
  add(face: number, a: number, b: number, c: number): void {
    for (const vertex of new Set([a, b, c])) {
      const held = this.byVertex.get(vertex);
      if (held) held.push(face);
      else this.byVertex.set(vertex, [face]);
    }
  }

  remove(face: number, a: number, b: number, c: number): void {
    for (const vertex of new Set([a, b, c])) {
      const left = this.at(vertex).filter((held) => held !== face);
      if (left.length > 0) this.byVertex.set(vertex, left);
      else this.byVertex.delete(vertex);
    }
  }

  at(vertex: number): readonly number[] {
    return this.byVertex.get(vertex) ?? NONE;
  }

  /** Every one of them, once. */
  all(): Set<number> {
    return new Set([...this.byVertex.values()].flat());
  }
}

/** Three different welded corners: a face that has edges. Its area may still be zero. */
export function isProper(a: number, b: number, c: number): boolean {
  return a !== b && b !== c && c !== a;
}
