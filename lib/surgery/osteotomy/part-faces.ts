// Outlines over exact points → the triangles that fill them once corners are rounded, and the faces that stay as they
// are: a surface, and for each of its faces where it comes from.

import { EdgeChain, type DirectedEdge } from './edge-chain.ts';
import { fillLoops } from './fill-loops.ts';
import { flatAxes } from './flat-view.ts';
import { leftLoops } from './left-loops.ts';

/** Exact points, as corners of triangles. */
export interface Corners {
  /** xyz of vertices, mm. */
  readonly positions: ArrayLike<number>;
  /** The vertex that a point has become. */
  vertexOf(point: number): number;
}

/** Of a region that the cut makes: no face of the surface before it. */
export const SECTION = -1;

export class PartFaces<C extends Corners = Corners> {
  readonly faces: number[] = [];
  /** By face: the face of which it is a part, or SECTION; and whether it is not all of one. */
  readonly sources: number[] = [];
  readonly isNew: boolean[] = [];
  readonly #corners: C;
  readonly #given: ArrayLike<number>;

  get positions(): C['positions'] {
    return this.#corners.positions;
  }

  constructor(corners: C, given: ArrayLike<number>) {
    this.#corners = corners;
    this.#given = given;
  }

  /** A face as given. */
  keep(face: number): void {
    this.faces.push(this.#given[3 * face], this.#given[3 * face + 1], this.#given[3 * face + 2]);
    this.#note(face, false);
  }

  /**
   * Part of a face, or all of it with points on its edges.
   * @param outline counter-clockwise, as the face is. @returns false if it meets itself elsewhere than at corners.
   */
  fillPart(face: number, outline: readonly DirectedEdge[]): boolean {
    const { positions } = this.#corners;
    const [a, b, c] = [0, 1, 2].map((k) => 3 * this.#given[3 * face + k]);
    const [ux, uy, uz] = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const [vx, vy, vz] = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    return this.fill(outline, [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx], face);
  }

  /** @param outline counter-clockwise where the normal points at the eye. @returns false if it meets itself. */
  fill(outline: readonly DirectedEdge[], normal: ArrayLike<number>, source: number): boolean {
    const edges = new EdgeChain();
    for (const [from, to] of outline) edges.add(this.#corners.vertexOf(from), this.#corners.vertexOf(to));
    const [x, y] = flatAxes(normal);
    const { positions } = this.#corners;
    const at = (vertex: number) => [positions[3 * vertex + x], positions[3 * vertex + y]] as const;
    const loops = leftLoops(edges.edges(), at);
    if (loops === null || !fillLoops(loops, at, this.faces)) return false;
    while (3 * this.sources.length < this.faces.length) this.#note(source, true);
    return true;
  }

  #note(source: number, isNew: boolean): void {
    this.sources.push(source);
    this.isNew.push(isNew);
  }
}
