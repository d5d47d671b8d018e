// Places on the sides of the box → vertices, each place once.
//
// Where the surface crosses an edge of the lattice, both the surface outside and what fills the box have a vertex. They
// find it in different ways; if the two are no farther apart than their roundings can be, it is one vertex.

import { coordinate, type InsetBox, PARTS } from './inset-box.ts';

/** In parts: a crossing is rounded to a part, from numbers in f64, and kept off the edge's ends by one. */
const SAME = 2;

export class RimVertices {
  readonly #box: InsetBox;
  readonly #count: number;
  readonly #byPlace = new Map<string, number>();
  /** xyz in parts, and on which edge of the lattice the vertex lies, by its own numbers. */
  readonly #places: number[] = [];
  readonly #given = new Map<string, number>();
  readonly #onEdge = new Map<string, number[]>();

  /** @param givenCount the surface's own vertices: numbers of new ones go on from there. */
  constructor(box: InsetBox, givenCount: number) {
    this.#box = box;
    this.#count = givenCount;
  }

  /** A vertex of the surface, so that a rim's vertex at exactly its place is that vertex. */
  addGiven(vertex: number, place: readonly number[]): void {
    const { cell, first } = this.#box;
    const parts = place.map((x, k) => (x / cell - first[k]) * PARTS);
    const isExact = parts.every((part, k) => Number.isInteger(part) && coordinate(this.#box, k, part) === place[k]);
    if (isExact) this.#given.set(parts.join(), vertex);
  }

  /** The vertex at a place in parts. */
  at(x: number, y: number, z: number): number {
    const place = [x, y, z];
    const corner = place.map((part) => Math.round(part / PARTS));
    const off = [0, 1, 2].filter((k) => place[k] !== PARTS * corner[k]);
    if (off.length === 0) this.#toOnlyCrossing(place, corner);
    else if (off.length === 1) {
      const cells = place.map((part) => Math.floor(part / PARTS));
      const [axis] = off;
      const crossing = this.#box.crossing(cells[0], cells[1], cells[2], axis);
      const at = PARTS * cells[axis] + crossing;
      if (crossing !== 0 && Math.abs(place[axis] - at) <= SAME) place[axis] = at;
    }
    const key = place.join();
    const known = this.#byPlace.get(key);
    if (known !== undefined) return known;
    const vertex = this.#count + this.#places.length / 3;
    this.#byPlace.set(key, vertex);
    this.#places.push(...place);
    const cells = place.map((part) => Math.floor(part / PARTS));
    const loose = [0, 1, 2].filter((k) => place[k] !== PARTS * cells[k]);
    if (loose.length === 1) {
      const edge = edgeKey(cells, loose[0]);
      const list = this.#onEdge.get(edge);
      if (list === undefined) this.#onEdge.set(edge, [vertex]);
      else list.push(vertex);
    }
    return vertex;
  }

  /** A place at a vertex of the lattice, if just one of the edges there is crossed that near, is the crossing. */
  #toOnlyCrossing(place: number[], corner: readonly number[]): void {
    const near: (readonly [axis: number, part: number])[] = [];
    for (let axis = 0; axis < 3; axis++)
      for (const end of [0, 1]) {
        const [i, j, k] = corner.with(axis, corner[axis] - end);
        const crossing = this.#box.crossing(i, j, k, axis);
        const away = end === 0 ? crossing : PARTS - crossing;
        if (crossing !== 0 && away <= SAME) near.push([axis, PARTS * (corner[axis] - end) + crossing]);
      }
    if (near.length === 1) place[near[0][0]] = near[0][1];
  }

  /** Coordinate of a vertex along an axis, in parts. */
  part(vertex: number, axis: number): number {
    return this.#places[3 * (vertex - this.#count) + axis];
  }

  /** The surface's own vertex at the place of a vertex, or the vertex. */
  givenAt(vertex: number): number {
    if (vertex < this.#count) return vertex;
    const at = 3 * (vertex - this.#count);
    return this.#given.get(this.#places.slice(at, at + 3).join()) ?? vertex;
  }

  /** The vertices strictly within an edge of the lattice, from its low end to its high one. */
  onEdge(cells: readonly number[], axis: number): readonly number[] {
    const list = this.#onEdge.get(edgeKey(cells, axis)) ?? [];
    return list.toSorted((a, b) => this.part(a, axis) - this.part(b, axis));
  }
}

const edgeKey = (cells: readonly number[], axis: number): string => `${cells.join()} ${axis}`;
