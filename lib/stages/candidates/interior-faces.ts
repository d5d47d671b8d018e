// A body's active faces → its other faces that lie inside the other solid, by flooding from where candidates end.
//
//      other solid's surface
//   ───────────╳──────────        ╳ active faces: they have candidates, and the surfaces may meet there
//     o o o rim╳rim i i i         o, i: faces without candidates; each connected set of them lies on one side
//   ───────────╳──────────        rim: those that share a vertex with an active face
//
// A face without candidates shares no point with the other surface. So a connected set of such faces lies wholly inside
// the other solid or wholly outside, and one inside test decides it. Each set either touches an active face or is a
// whole connected component of the body. The seeds are therefore the rim, and one vertex of each component. From a seed
// that is inside, the flood takes the whole set; from one that is outside, only the rim's part of it. So the cost
// depends only on the faces found and the rim. Faces with two equal corners connect nothing and are tested one by one.

import { cornerOffset, grown, stopIfUnwanted } from '#core';
import type { SurfaceTopology } from '#mesh';
import type { ActiveFaces, InsideTest, Surface } from '#records';

const UNSEEN = 0;
/** On the rim, side not yet known. */
const RIM = 1;
const DONE = 2;

/**
 * The uses for which the faces around a vertex have been listed. They are listed once per use and query, so a query's
 * time is linear in the number of faces, however many meet at a vertex.
 */
const FOR_RIM = 1;
const FOR_SIDE = 2;

export class InteriorFaces {
  readonly #topology: SurfaceTopology;
  /** UNSEEN, RIM or DONE for each face, and the faces that are not UNSEEN. */
  #state = new Uint8Array(0);
  readonly #touched: number[] = [];
  /** FOR_RIM or FOR_SIDE for each welded vertex, else 0; and the vertices that are not 0. */
  #listedFor = new Uint8Array(0);
  readonly #listed: number[] = [];
  readonly #ring: number[] = [];
  readonly #stack: number[] = [];

  constructor(topology: SurfaceTopology) {
    this.#topology = topology;
  }

  /**
   * @param active the body's active faces.
   * @param hasCandidates whether a face is an active one.
   * @param inside the other solid's inside test.
   * @param otherBounds the other solid's box: nothing outside it is inside the solid.
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
      if (!isInBox(body.positions, 3 * vertex, otherBounds)) return;
      const face = this.#topology.faceAt(vertex);
      if (face >= 0 && this.#state[face] === UNSEEN && !hasCandidates(face))
        this.#settle(body, face, hasCandidates, inside, otherBounds, found);
    };
    for (const vertex of this.#topology.representatives()) settleAround(vertex);
    for (const face of this.#topology.improperFaces()) {
      if (hasCandidates(face)) continue;
      const v = cornerOffset(body.faces, face, 0);
      const { positions: A } = body;
      if (isInBox(A, v, otherBounds) && inside(A[v], A[v + 1], A[v + 2])) found.push(face);
      // Topology counts parts joined only by such a face as one component, with one representative. So the flood also
      // starts at each of its corners.
      for (let k = 0; k < 3; k++) settleAround(body.faces[3 * face + k]);
    }
    return Uint32Array.from(found).sort();
  }

  #markRim(body: Surface, active: ActiveFaces, hasCandidates: (face: number) => boolean): void {
    const { face } = active.rows.columns;
    const ring = this.#ring;
    for (let row = 0; row < active.rows.length; row++) {
      if (row % 4096 === 0) stopIfUnwanted();
      for (let k = 0; k < 3; k++) {
        const count = this.#listOnce(body.faces[3 * face[row] + k], FOR_RIM);
        for (let i = 0; i < count; i++)
          if (this.#state[ring[i]] === UNSEEN && !hasCandidates(ring[i])) this.#setState(ring[i], RIM);
      }
    }
  }

  /**
   * Lists the faces around a vertex in #ring. @returns their number; 0 if they were already listed for this use.
   *
   * Once is enough for FOR_SIDE as well: faces without candidates that share a vertex lie on one side, and the flood
   * that came here first settled all of them (inside), or all that are on the rim (outside).
   */
  #listOnce(vertex: number, use: typeof FOR_RIM | typeof FOR_SIDE): number {
    const welded = this.#topology.weld(vertex);
    const before = this.#listedFor[welded];
    if (before >= use) return 0;
    if (before === 0) this.#listed.push(welded);
    this.#listedFor[welded] = use;
    return this.#topology.facesAround(welded, this.#ring);
  }

  /**
   * Tests one vertex of the seed and floods its set: if inside, every face of it is found; if outside, only its rim
   * faces are settled.
   */
  #settle(
    body: Surface,
    seed: number,
    hasCandidates: (face: number) => boolean,
    inside: InsideTest,
    otherBounds: Float64Array,
    found: number[],
  ): void {
    const { positions: A, faces } = body;
    const v = cornerOffset(faces, seed, 0);
    const isInside = isInBox(A, v, otherBounds) && inside(A[v], A[v + 1], A[v + 2]);
    const stack = this.#stack;
    const ring = this.#ring;
    stack.push(seed);
    this.#setState(seed, DONE);
    for (let face = stack.pop(); face !== undefined; face = stack.pop()) {
      if (found.length % 4096 === 0) stopIfUnwanted();
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

function isInBox(A: Float64Array, v: number, bounds: Float64Array): boolean {
  return (
    A[v] >= bounds[0] &&
    A[v] <= bounds[3] &&
    A[v + 1] >= bounds[1] &&
    A[v + 1] <= bounds[4] &&
    A[v + 2] >= bounds[2] &&
    A[v + 2] <= bounds[5]
  );
}
