// Faces and the sides of their vertices → the faces of one half: whole ones, parts of those that the plane cuts, and
// the loops along which the plane leaves the half open.
//
//        b────c    one corner beyond the plane: a quad, in two triangles by its shorter diagonal
//       Y ┄┄┄┄ X   X: where the face's outline leaves the half; Y: where it comes back
//        ╲  ╱      two corners beyond: one triangle
//          a
//
// A half is open: a vertex on the plane counts as beyond it for either half. So each half has the section that lies
// just within it, and faces in the plane belong to the half that has bone behind them, as part of its section. An edge
// from a vertex on the plane into the half crosses the plane at that vertex.
//
// Each edge that crosses the plane has two faces: the outline of one leaves the half there, and that of the other comes
// back. So the crossings form closed loops, whatever the shape.

import { MeshError } from '#core';
import type { PlaneSides } from './plane-sides.ts';

/** A closed surface, whose corners at the same place are the same vertex. */
export interface Solid {
  /** xyz, mm; grows by the crossings. */
  readonly positions: number[];
  readonly faces: ArrayLike<number>;
}

export interface HalfMesh {
  readonly faces: number[];
  /** By face: the face of which it is a part, and whether it is not all of it. */
  readonly sources: number[];
  readonly isCut: boolean[];
  /** Vertices, in the order in which the half's faces run along the opening. */
  readonly loops: number[][];
}

export class HalfMaker {
  readonly #solid: Solid;
  readonly #sides: PlaneSides;
  /** Crossings by edge, for both halves: the number of their vertex. */
  readonly #crossings = new Map<number, number>();
  readonly #vertexCount: number;

  constructor(solid: Solid, sides: PlaneSides) {
    this.#solid = solid;
    this.#sides = sides;
    this.#vertexCount = sides.of.length;
  }

  /** @param sign 1: the half in front of the plane; −1: behind it. */
  half(sign: 1 | -1): HalfMesh {
    const { faces } = this.#solid;
    const out: HalfMesh = { faces: [], sources: [], isCut: [], loops: [] };
    const next = new Map<number, number>();
    const isWithin = (v: number) => sign * this.#sides.of[v] > 0;
    for (let face = 0; face < faces.length / 3; face++) {
      const corners = [faces[3 * face], faces[3 * face + 1], faces[3 * face + 2]];
      const within = corners.filter(isWithin).length;
      if (within === 0) continue;
      if (within === 3) {
        add(out, face, false, corners[0], corners[1], corners[2]);
        continue;
      }
      // The corner that is alone on its side.
      const alone = corners.findIndex((v) => isWithin(v) === (within === 1));
      const [a, b, c] = [0, 1, 2].map((k) => corners[(alone + k) % 3]);
      const [leave, back] = within === 1 ? [this.#edge(a, b), this.#edge(c, a)] : [this.#edge(c, a), this.#edge(a, b)];
      if (next.has(leave))
        throw new MeshError(
          'NOT_MANIFOLD',
          `The surface has an edge of more than two faces that the plane cuts, at face ${face}; separate its parts.`,
        );
      next.set(leave, back);
      const [x, y] = [this.#vertexAt(leave), this.#vertexAt(back)];
      if (within === 1) add(out, face, true, a, x, y);
      else if (this.#distance(y, c) <= this.#distance(b, x)) {
        add(out, face, true, y, b, c);
        add(out, face, true, y, c, x);
      } else {
        add(out, face, true, y, b, x);
        add(out, face, true, b, c, x);
      }
    }
    for (const loop of loopsOf(next)) out.loops.push(loop.map((edge) => this.#vertexAt(edge)));
    return out;
  }

  #edge(a: number, b: number): number {
    return Math.min(a, b) * this.#vertexCount + Math.max(a, b);
  }

  /** The vertex where an edge crosses the plane: one of its ends, if that is where the crossing rounds to. */
  #vertexAt(edge: number): number {
    const known = this.#crossings.get(edge);
    const [i, j] = [Math.floor(edge / this.#vertexCount), edge % this.#vertexCount];
    const { of } = this.#sides;
    if (of[i] === 0) return i;
    if (of[j] === 0) return j;
    if (known !== undefined) return known;
    const { positions } = this.#solid;
    const at = this.#sides.crossing(i, j);
    const end = [i, j].find((v) => at.every((x, k) => x === positions[3 * v + k]));
    const vertex = end ?? positions.length / 3;
    if (end === undefined) positions.push(...at);
    this.#crossings.set(edge, vertex);
    return vertex;
  }

  #distance(i: number, j: number): number {
    const { positions } = this.#solid;
    return Math.hypot(...[0, 1, 2].map((k) => positions[3 * i + k] - positions[3 * j + k]));
  }
}

function add({ faces, sources, isCut }: HalfMesh, source: number, cut: boolean, a: number, b: number, c: number): void {
  // A crossing at a vertex leaves an edge where a triangle would be.
  if (a === b || b === c || c === a) return;
  faces.push(a, b, c);
  sources.push(source);
  isCut.push(cut);
}

function loopsOf(next: ReadonlyMap<number, number>): number[][] {
  const seen = new Set<number>();
  const loops: number[][] = [];
  for (const first of next.keys()) {
    if (seen.has(first)) continue;
    const loop: number[] = [];
    for (let at = first; !seen.has(at); at = next.get(at) as number) {
      seen.add(at);
      loop.push(at);
    }
    loops.push(loop);
  }
  return loops;
}
