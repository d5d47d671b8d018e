// The faces without candidates that lie inside the other solid, by flooding from where candidates end.
//
// A face without candidates shares no point with the other surface, and neither does a connected set of such faces: it lies on one side. Each such set touches a face
// with candidates or is a whole component of the body, so the faces round the candidates and one vertex a component are seeds enough. Faces with equal corners are asked one by one.

import { roomFor } from '../core/index.ts';
import type { SurfaceTopology } from '../mesh/index.ts';
import type { FrontFaces, InsideTest, Surface } from '../records/index.ts';

const UNSEEN = 0;
/** Touches a face with candidates, side not yet known. */
const RIM = 1;
const DONE = 2;

export class InteriorFaces {
  readonly #topology: SurfaceTopology;
  /** State of each face, and the faces whose state is not UNSEEN. */
  #state = new Uint8Array(0);
  readonly #touched: number[] = [];
  readonly #ring: number[] = [];
  readonly #open: number[] = [];

  constructor(topology: SurfaceTopology) {
    this.#topology = topology;
  }

  /**
   * @param front the body's faces with candidates; @param hasCandidates whether a face is one of them.
   * @param inside the other solid's inside test; @param otherBounds its box: what is outside it is not inside.
   * @returns face numbers, ascending.
   */
  find(
    body: Surface,
    front: FrontFaces,
    hasCandidates: (face: number) => boolean,
    inside: InsideTest,
    otherBounds: Float64Array,
  ): Uint32Array {
    this.#forget(body.faceCount);
    const found: number[] = [];
    this.#markRim(body, front, hasCandidates);
    const rim = this.#touched.length;
    for (let i = 0; i < rim; i++)
      if (this.#state[this.#touched[i]] === RIM)
        this.#settle(body, this.#touched[i], hasCandidates, inside, otherBounds, found);
    const settleAround = (vertex: number): void => {
      const ring = this.#ring;
      if (!within(body.positions, 3 * vertex, otherBounds)) return;
      const count = this.#topology.facesAround(vertex, ring);
      if (count > 0 && this.#state[ring[0]] === UNSEEN && !hasCandidates(ring[0]))
        this.#settle(body, ring[0], hasCandidates, inside, otherBounds, found);
    };
    for (const vertex of this.#topology.representatives()) settleAround(vertex);
    for (const face of this.#topology.improperFaces()) {
      if (hasCandidates(face)) continue;
      const v = 3 * body.faces[3 * face];
      const { positions: A } = body;
      if (within(A, v, otherBounds) && inside(A[v], A[v + 1], A[v + 2])) found.push(face);
      // Parts that only such a face joins are one component, with one representative.
      for (let k = 0; k < 3; k++) settleAround(body.faces[3 * face + k]);
    }
    return Uint32Array.from(found).sort();
  }

  #markRim(body: Surface, front: FrontFaces, hasCandidates: (face: number) => boolean): void {
    const { face } = front.rows.columns;
    const ring = this.#ring;
    for (let row = 0; row < front.rows.length; row++)
      for (let k = 0; k < 3; k++) {
        const count = this.#topology.facesAround(body.faces[3 * face[row] + k], ring);
        for (let i = 0; i < count; i++)
          if (this.#state[ring[i]] === UNSEEN && !hasCandidates(ring[i])) this.#setState(ring[i], RIM);
      }
  }

  /** Tests one vertex of a face; inside, collects everything connected to it, outside, settles the connected rim. */
  #settle(
    body: Surface,
    seed: number,
    hasCandidates: (face: number) => boolean,
    inside: InsideTest,
    otherBounds: Float64Array,
    found: number[],
  ): void {
    const { positions: A, faces } = body;
    const v = 3 * faces[3 * seed];
    const isInside = within(A, v, otherBounds) && inside(A[v], A[v + 1], A[v + 2]);
    const open = this.#open;
    const ring = this.#ring;
    open.push(seed);
    this.#setState(seed, DONE);
    for (let face = open.pop(); face !== undefined; face = open.pop()) {
      if (isInside) found.push(face);
      for (let k = 0; k < 3; k++) {
        const count = this.#topology.facesAround(faces[3 * face + k], ring);
        for (let i = 0; i < count; i++) {
          const next = ring[i];
          if (this.#state[next] === DONE || hasCandidates(next)) continue;
          if (!isInside && this.#state[next] !== RIM) continue;
          this.#setState(next, DONE);
          open.push(next);
        }
      }
    }
  }

  #setState(face: number, state: number): void {
    if (this.#state[face] === UNSEEN) this.#touched.push(face);
    this.#state[face] = state;
  }

  #forget(faceCount: number): void {
    const room = roomFor(faceCount, this.#state.length);
    if (room > this.#state.length) this.#state = new Uint8Array(room);
    else for (const face of this.#touched) this.#state[face] = UNSEEN;
    this.#touched.length = 0;
  }
}

function within(A: Float64Array, v: number, bounds: Float64Array): boolean {
  return (
    A[v] >= bounds[0] &&
    A[v] <= bounds[3] &&
    A[v + 1] >= bounds[1] &&
    A[v + 1] <= bounds[4] &&
    A[v + 2] >= bounds[2] &&
    A[v + 2] <= bounds[5]
  );
}
