// A closed surface, and faces that replace some of its own → whether it stays what it was: closed, oriented, manifold
// wherever it was so, every new face with an area, and no two faces that meet but for those that met before.
//
// These are the promises of osteotomy/check-half.ts. Here only the patch and what lies near it is looked at: two faces
// that stay have met before if they do now, and only the vertices of new faces can have come to be shared by more
// faces. A vertex that only loses faces loses whole cycles of them, as the patch's outline stays.
//
//          b
//        ↗ │ ↘        The links of v: for each face (v, a, b) round it, a → b. The faces form one fan if their links
//       a──v──c       are one cycle, and an edge vb is used once each way if one link ends at b and one begins there.
//        ↖ │ ↙
//          d

import { EdgeChain } from '#osteotomy';
import { BeyondCorners, FacePair, openAxis, TrianglePair } from '#triangles';
import { boxOf, type LiveFaces } from './near-index.ts';

/** What a patch is checked against; vertices with equal coordinates are one, `weld` names it. */
export interface CheckedSurface extends LiveFaces {
  weld(vertex: number): number;
  /** Writes the live faces round a vertex to the front of `out`, each once. @returns their number. */
  facesAround(vertex: number, out: number[]): number;
  nearBox(min: ArrayLike<number>, max: ArrayLike<number>): number[];
  /** The face at the start of which a face is a part; −1 for one that a cut has made. */
  source(face: number): number;
  /** Whether the surface at the start was manifold at a welded vertex. */
  wasManifoldAt(vertex: number): boolean;
}

export interface Patch {
  /** Live faces, each once. */
  readonly remove: readonly number[];
  /** Three vertices for each new face. */
  readonly corners: readonly number[];
  /** By new face, as `source`. */
  readonly sourceOf: (k: number) => number;
}

export class PatchCheck {
  readonly #surface: CheckedSurface;
  readonly #beyond = new BeyondCorners();
  /** A new face and another one; and the two faces of which they are parts. */
  readonly #pair = new TrianglePair();
  readonly #sources = new TrianglePair();
  readonly #ring: number[] = [];

  constructor(surface: CheckedSurface) {
    this.#surface = surface;
  }

  /** @returns what is wrong with the surface once the faces are replaced, for a message; null if nothing is. */
  faultOf(patch: Patch): string | null {
    const removed = new Set(patch.remove);
    if (!this.#keepsOutline(patch)) return 'would leave a surface open';
    if (this.#pinches(patch, removed)) return 'would let parts of the surface touch at a corner or an edge';
    if (this.#hasFlatFace(patch)) return 'would make faces without an area';
    return this.#meets(patch, removed) ? 'would make faces meet that did not' : null;
  }

  #keepsOutline({ remove, corners }: Patch): boolean {
    const { faces } = this.#surface;
    const chain = new EdgeChain();
    const add = (from: ArrayLike<number>, at: number, count: number): void => {
      const [a, b, c] = this.#weldedFace(from, at);
      chain.add(a, b, count);
      chain.add(b, c, count);
      chain.add(c, a, count);
    };
    for (const face of remove) add(faces.values, 3 * face, -1);
    for (let at = 0; at < corners.length; at += 3) add(corners, at, 1);
    return chain.edges().length === 0;
  }

  #pinches({ corners }: Patch, removed: ReadonlySet<number>): boolean {
    const surface = this.#surface;
    /** By vertex of a new face: from and to of the links round it. */
    const links = new Map<number, number[]>();
    for (let at = 0; at < corners.length; at += 3) {
      const face = this.#weldedFace(corners, at);
      if (!isProper(face)) continue;
      for (let k = 0; k < 3; k++) {
        const link = [face[(k + 1) % 3], face[(k + 2) % 3]];
        const known = links.get(face[k]);
        if (known === undefined) links.set(face[k], link);
        else known.push(...link);
      }
    }
    for (const [vertex, around] of links) {
      if (!surface.wasManifoldAt(vertex)) continue;
      const count = surface.facesAround(vertex, this.#ring);
      for (let i = 0; i < count; i++) {
        if (removed.has(this.#ring[i])) continue;
        const face = this.#weldedFace(surface.faces.values, 3 * this.#ring[i]);
        const k = face.indexOf(vertex);
        around.push(face[(k + 1) % 3], face[(k + 2) % 3]);
      }
      if (!isOneCycle(around)) return true;
    }
    return false;
  }

  #hasFlatFace({ corners }: Patch): boolean {
    const P = this.#surface.positions.values;
    for (let at = 0; at < corners.length; at += 3)
      if (openAxis(P, 3 * corners[at], 3 * corners[at + 1], 3 * corners[at + 2]) < 0) return true;
    return false;
  }

  /** Whether a new face meets another face, new or staying, beyond their common corners, and must not. */
  #meets({ corners, sourceOf }: Patch, removed: ReadonlySet<number>): boolean {
    const surface = this.#surface;
    const P = surface.positions.values;
    const F = surface.faces.values;
    const pair = this.#pair;
    const boxes = new Float64Array(2 * corners.length);
    /** By new face, the others near it; rows of those after the new ones. */
    const near: number[][] = [];
    const rows = new Map<number, number>();
    const all = Array.from(corners);
    for (let k = 0; 3 * k < corners.length; k++) {
      boxOf(P, 3 * corners[3 * k], 3 * corners[3 * k + 1], 3 * corners[3 * k + 2], boxes, 6 * k);
      const around = surface.nearBox(boxes.subarray(6 * k, 6 * k + 3), boxes.subarray(6 * k + 3, 6 * k + 6));
      near.push(around.filter((face) => !removed.has(face)));
      for (const face of near[k]) {
        if (rows.has(face)) continue;
        rows.set(face, all.length / 3);
        all.push(F[3 * face], F[3 * face + 1], F[3 * face + 2]);
      }
    }
    const quick = new FacePair(P, Uint32Array.from(all));
    const meet = (k: number, row: number): boolean => {
      quick.set(k, row);
      if (quick.areParted()) return false;
      pair.loadFirst(P, 3 * all[3 * k], 3 * all[3 * k + 1], 3 * all[3 * k + 2]);
      return this.#beyond.meet(pair.loadSecond(P, 3 * all[3 * row], 3 * all[3 * row + 1], 3 * all[3 * row + 2]));
    };
    for (const [k, others] of near.entries()) {
      for (const face of others)
        if (meet(k, rows.get(face) ?? 0) && !this.#haveMet(sourceOf(k), surface.source(face))) return true;
      for (let j = 0; j < k; j++)
        if (!areBoxesApart(boxes, 6 * j, 6 * k) && meet(k, j) && !this.#haveMet(sourceOf(k), sourceOf(j))) return true;
    }
    return false;
  }

  /** Whether two different faces at the start met each other. */
  #haveMet(a: number, b: number): boolean {
    if (a < 0 || b < 0 || a === b) return false;
    const P = this.#surface.positions.values;
    const F = this.#surface.faces.values;
    return this.#beyond.meet(this.#sources.loadFirstFace(P, F, a).loadSecondFace(P, F, b));
  }

  #weldedFace(corners: ArrayLike<number>, at: number): [number, number, number] {
    const surface = this.#surface;
    return [surface.weld(corners[at]), surface.weld(corners[at + 1]), surface.weld(corners[at + 2])];
  }
}

/** Whether a face has three different corners; others are round no vertex. */
function isProper([a, b, c]: readonly [number, number, number]): boolean {
  return a !== b && b !== c && c !== a;
}

/** @param links from, to, from, to, … */
function isOneCycle(links: readonly number[]): boolean {
  const next = new Map<number, number>();
  for (let i = 0; i < links.length; i += 2) next.set(links[i], links[i + 1]);
  if (2 * next.size < links.length) return false;
  let steps = 1;
  let at = next.get(links[0]);
  for (; at !== undefined && at !== links[0] && steps < next.size; steps++) at = next.get(at);
  return at === links[0] && steps === next.size;
}

function areBoxesApart(boxes: Float64Array, i: number, j: number): boolean {
  for (let k = 0; k < 3; k++) if (boxes[i + k] > boxes[j + 3 + k] || boxes[j + k] > boxes[i + 3 + k]) return true;
  return false;
}
