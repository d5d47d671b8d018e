// Exact points → vertices of a mesh: each rounded once, and those that round to the same place are one vertex.

import type { ExactPoints } from './exact-points.ts';

export class RoundedPoints {
  /** xyz, mm: the given vertices', then the crossings'. */
  readonly positions: number[];
  readonly #points: ExactPoints;
  readonly #vertices = new Map<number, number>();
  readonly #byPlace = new Map<string, number>();

  /** @param near the given vertices with which crossings may fall together. */
  constructor(points: ExactPoints, positions: ArrayLike<number>, near: Iterable<number>) {
    this.#points = points;
    this.positions = Array.from(positions);
    for (const v of near) this.#byPlace.set(placeKey(positions, 3 * v), v);
  }

  vertexOf(point: number): number {
    if (point < this.#points.vertexCount) return point;
    const known = this.#vertices.get(point);
    if (known !== undefined) return known;
    const place = this.#points.place(point);
    const key = placeKey(place, 0);
    const vertex = this.#byPlace.get(key) ?? this.positions.length / 3;
    if (3 * vertex === this.positions.length) this.positions.push(...place);
    this.#byPlace.set(key, vertex);
    this.#vertices.set(point, vertex);
    return vertex;
  }
}

const placeKey = (p: ArrayLike<number>, at: number): string => `${p[at]},${p[at + 1]},${p[at + 2]}`;
