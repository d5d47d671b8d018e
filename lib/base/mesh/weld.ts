// Vertices → for each vertex, the number of the first vertex with the same coordinates.

import { hashPoint, HashTable, stopIfUnwanted } from '#core';
import type { Positions } from './triangle-mesh.ts';

/**
 * Vertices that share a position become one, by exact coordinates: equal bits once widened to f64, and -0 equals 0.
 * Nothing is rounded and no tolerance is used.
 * @param positions xyz per vertex, finite.
 * @param vertexCount the number of vertices to weld; all by default.
 * @returns for each vertex the lowest vertex number with its coordinates (so `welded[v] <= v`, and `welded[welded[v]]
 * === welded[v]`).
 */
export function weldVertices(positions: Positions, vertexCount = Math.floor(positions.length / 3)): Uint32Array {
  const table = new PositionTable(vertexCount);
  const welded = new Uint32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    if (v % 16_384 === 0) stopIfUnwanted();
    welded[v] = table.add(positions, v);
  }
  return welded;
}

/** Vertices by their positions. It holds vertex numbers only: every call takes the positions that they index. */
export class PositionTable {
  readonly #table: HashTable;

  /** @param expected how many distinct positions it holds before it grows. */
  constructor(expected: number) {
    this.#table = new HashTable(expected);
  }

  /** The vertex already held at this vertex's coordinates; otherwise adds and returns the vertex itself. */
  add(positions: Positions, vertex: number): number {
    const table = this.#table;
    const at = 3 * vertex;
    for (let held = table.first(hashPoint(positions, at)); held >= 0; held = table.next())
      if (
        positions[3 * held] === positions[at] &&
        positions[3 * held + 1] === positions[at + 1] &&
        positions[3 * held + 2] === positions[at + 2]
      )
        return held;
    this.#hold(positions, vertex);
    return vertex;
  }

  /** Adds a vertex at whose coordinates none is held: nothing is compared. */
  addDistinct(positions: Positions, vertex: number): void {
    const table = this.#table;
    let held = table.first(hashPoint(positions, 3 * vertex));
    while (held >= 0) held = table.next();
    this.#hold(positions, vertex);
  }

  #hold(positions: Positions, vertex: number): void {
    this.#table.put(vertex);
    if (this.#table.isCrowded) this.#widen(positions);
  }

  #widen(positions: Positions): void {
    this.#table.widen((vertex) => hashPoint(positions, 3 * vertex));
  }
}
