// The faces without candidates that lie inside the other solid, by flooding from where candidates end.
//
// A face without candidates shares no point with the other surface, and neither does a connected set of such faces: it
// lies on one side. Each such set touches a face with candidates or is a whole component of the body, so the faces
// round the candidates and one vertex a component are seeds enough. Faces with equal corners are asked one by one.

import { grown } from '../core/index.ts';
import type { SurfaceTopology } from '../mesh/index.ts';
import type { ActiveFaces, InsideTest, Surface } from '../records/index.ts';

const UNSEEN = 0;
/** Touches a face with candidates, side not yet known. */
const RIM = 1;
const DONE = 2;

/**
 * What the faces round a vertex were listed for last: once for each in a query, so that its work is linear in the
 * faces, however many meet at a vertex.
 */
const FOR_RIM = 1;
const FOR_SIDE = 2;

export class InteriorFaces {
  readonly #topology: SurfaceTopology;
  /** State of each face, and the faces whose state is not UNSEEN. */
  #state = new Uint8Array(0);
  readonly #touched: number[] = [];
  /** What each welded vertex was listed for last, else 0, and which were. */
  #listedFor = new Uint8Array(0);
  readonly #listed: number[] = [];
  readonly #ring: number[] = [];
  readonly #stack: number[] = [];

  constructor(topology: SurfaceTopology) {
    this.#topology = topology;
  }

  /**
   * @param active the body's faces with candidates; @param hasCandidates whether a face is one of them.
   * @param inside the other solid's inside test; @param otherBounds its box: what is outside it is not inside.
   * @returns face numbers, ascending.
   */
  find(
    body: Surface,
    active: ActiveFaces,
    hasCandidates: (face: number) => boolean,
    inside: InsideTest,
    otherBounds: Float64Array,
  ): Uint32Array {
    this.#forget(body);
    const found: number[] = [];
    this.#markRim(body, active, hasCandidates);
    const rim = this.#touched.length;
    for (let i = 0; i < rim; i++)
      if (this.#state[this.#touched[i]] === RIM)
        this.#settle(body, this.#touched[i], hasCandidates, inside, otherBounds, found);
    const settleAround = (vertex: number): void => {
      if (!within(body.positions, 3 * vertex, otherBounds)) return;
      const face = this.#topology.faceAt(vertex);
      if (face >= 0 && this.#state[face] === UNSEEN && !hasCandidates(face))
        this.#settle(body, face, hasCandidates, inside, otherBounds, found);
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

  #markRim(body: Surface, active: ActiveFaces, hasCandidates: (face: number) => boolean): void {
    const { face } = active.rows.columns;
    const ring = this.#ring;
    for (let row = 0; row < active.rows.length; row++)
      for (let k = 0; k < 3; k++) {
        const count = this.#listOnce(body.faces[3 * face[row] + k], FOR_RIM);
        for (let i = 0; i < count; i++)
          if (this.#state[ring[i]] === UNSEEN && !hasCandidates(ring[i])) this.#setState(ring[i], RIM);
      }
  }

  /**
   * Lists the faces round a vertex in #ring. @returns how many; 0 where they have been listed for this before.
   * Once is enough for a side as well: faces without candidates that share a vertex lie on one side, and what is
   * settled there takes all of them inside, all of the rim outside.
   */
  #listOnce(vertex: number, use: typeof FOR_RIM | typeof FOR_SIDE): number {
    const welded = this.#topology.weld(vertex);
    const before = this.#listedFor[welded];
    if (before >= use) return 0;
    if (before === 0) this.#listed.push(welded);
    this.#listedFor[welded] = use;
    return this.#topology.facesAround(welded, this.#ring);
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
    const stack = this.#stack;
    const ring = this.#ring;
    stack.push(seed);
    this.#setState(seed, DONE);
    for (let face = stack.pop(); face !== undefined; face = stack.pop()) {
      if (isInside) found.push(face);
      for (let k = 0; k < 3; k++) {
        const count = this.#listOnce(faces[3 * face + k], FOR_SIDE);
        for (let i = 0; i < count; i++) {
          const next = ring[i];
          if (this.#state[next] === DONE || hasCandidates(next)) continue;
          if (!isInside && this.#state[next] !== RIM) continue;
          this.#setState(next, DONE);
          stack.push(next);
        }
      }
    }
  }

  #setState(face: number, state: number): void {
    if (this.#state[face] === UNSEEN) this.#touched.push(face);
    this.#state[face] = state;
  }

  #forget({ faceCount, vertexCount }: Surface): void {
    for (const face of this.#touched) this.#state[face] = UNSEEN;
    for (const vertex of this.#listed) this.#listedFor[vertex] = 0;
    this.#touched.length = 0;
    this.#listed.length = 0;
    this.#state = grown(this.#state, 0, faceCount);
    this.#listedFor = grown(this.#listedFor, 0, vertexCount);
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
