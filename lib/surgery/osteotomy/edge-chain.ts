// Directed edges, of which each that runs against another cancels with it → those that are left.
//
// What is counted so is a 1-chain with whole coefficients: the outlines of two regions that share an edge add up to the
// outline of both, and the outline of a region minus that of a part of it is the outline of the rest. No case
// distinction is needed for regions with holes, in several parts, or that touch at corners.

export type DirectedEdge = readonly [from: number, to: number];

export const turned = ([from, to]: DirectedEdge): DirectedEdge => [to, from];

/** No mesh of this library has more vertices: their coordinates would take more than a buffer can hold. */
const MOST_VERTICES = 2 ** 26;

export class EdgeChain {
  /** By edge, from the lower number to the higher: how many more run this way than back. */
  readonly #counts = new Map<number, number>();

  /** @param count how many of it; below 0, how many of it the other way. An edge from a vertex to itself is nothing. */
  add(from: number, to: number, count = 1): void {
    if (from === to) return;
    const isUp = from < to;
    const key = isUp ? from * MOST_VERTICES + to : to * MOST_VERTICES + from;
    const sum = (this.#counts.get(key) ?? 0) + (isUp ? count : -count);
    if (sum === 0) this.#counts.delete(key);
    else this.#counts.set(key, sum);
  }

  edges(): DirectedEdge[] {
    const out: DirectedEdge[] = [];
    for (const [key, count] of this.#counts) {
      const [low, high] = [Math.floor(key / MOST_VERTICES), key % MOST_VERTICES];
      for (let n = 0; n < Math.abs(count); n++) out.push(count > 0 ? [low, high] : [high, low]);
    }
    return out;
  }
}
