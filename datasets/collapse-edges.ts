// A closed oriented surface → one with fewer and better-shaped faces, by collapsing short edges and flipping long ones.
//
// The vertices are a subset of the input's, unmoved. A collapse is made only if the result stays a 2-manifold of the
// same topology (link condition: H. Hoppe et al., "Mesh optimization", 1993) and no face becomes a sliver or turns away
// from the input's normals.

import type { TriangleMesh } from '#mesh';
import { EditableSurface } from './editable-surface.ts';

/**
 * The least quality of a new face (see EditableSurface.quality). A lower one is accepted if the worst face before was
 * no better.
 */
const leastQuality = 0.4;
/**
 * A new face below that quality is accepted if it is at least this much of a needle (see EditableSurface.needleness)
 * and its shortest edge is short enough to be collapsed in the same sweep.
 */
const leastNeedleness = 0.5;
/**
 * The least cosine between a new face's normal and the input's normal at each of its corners: about 70°. A lower one is
 * accepted if the worst face before was no better.
 */
const leastAlignment = 0.34;
/** The length limit grows by this factor from one sweep to the next, until it is `longest` times the first one. */
const growth = 1.12;
const longest = 1000;

/**
 * Collapses edges, short ones first, until at most targetFaces faces are left, or no edge of up to 1000 times
 * firstLength can be collapsed. Before and after that, badly shaped faces lose their longest edge to a flip if that
 * helps. The result has targetFaces or targetFaces − 1 faces (a closed surface has an even number), or more if no
 * further collapse is possible.
 * @param firstLength mm: edges shorter than this are tried first. The limit of each further sweep is 12 % longer.
 */
export function collapseEdges(mesh: TriangleMesh, targetFaces: number, firstLength: number): TriangleMesh {
  const surface = new EditableSurface(mesh);
  flipSlivers(surface);
  for (let limit = firstLength; surface.faceCount > targetFaces && limit < longest * firstLength; limit *= growth)
    collapseShorterThan(surface, limit, targetFaces);
  flipSlivers(surface);
  return surface.toMesh();
}

/** Moves each vertex in turn onto the nearest neighbour within the limit that permits a collapse. */
function collapseShorterThan(surface: EditableSurface, limit: number, targetFaces: number): void {
  for (let u = 0; u < surface.first.length && surface.faceCount > targetFaces; u++) {
    let best = -1;
    let bestLength = limit * limit;
    for (let corner = surface.first[u]; corner >= 0; corner = surface.next[corner]) {
      const v = surface.after(corner);
      const length = surface.squaredLength(u, v);
      if (length < bestLength && surface.sharedNeighbours(u, v) === 2 && shapesStay(surface, u, v, limit)) {
        best = v;
        bestLength = length;
      }
    }
    if (best >= 0) surface.collapse(u, best);
  }
}

function shapesStay(surface: EditableSurface, u: number, v: number, limit: number): boolean {
  let quality = leastQuality;
  let alignment = leastAlignment;
  for (let corner = surface.first[u]; corner >= 0; corner = surface.next[corner]) {
    surface.measure(u, surface.after(corner), surface.before(corner));
    if (surface.quality < quality) quality = surface.quality;
    if (surface.alignment < alignment) alignment = surface.alignment;
  }
  for (let corner = surface.first[u]; corner >= 0; corner = surface.next[corner]) {
    const b = surface.after(corner);
    const c = surface.before(corner);
    if (b === v || c === v) continue;
    surface.measure(v, b, c);
    if (surface.alignment < alignment) return false;
    const collapsible = surface.squaredShortest < limit * limit && surface.needleness >= leastNeedleness;
    if (surface.quality < quality && !collapsible) return false;
  }
  return true;
}

/**
 * Flips the longest edge of every face below the least quality, if the worse of the two faces improves and neither
 * turns away from the input's normals.
 */
function flipSlivers(surface: EditableSurface): void {
  for (let flipped = true, sweep = 0; flipped && sweep < 8; sweep++) {
    flipped = false;
    for (let face = 0; face < surface.faces.length / 3; face++) {
      if (surface.isDead(face)) continue;
      const corner = longestEdge(surface, face);
      if (!flipHelps(surface, corner)) continue;
      surface.flip(corner);
      flipped = true;
    }
  }
}

/** The corner at which the face's longest edge starts. */
function longestEdge(surface: EditableSurface, face: number): number {
  let longestCorner = 3 * face;
  let length = 0;
  for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
    const squared = surface.squaredLength(surface.faces[corner], surface.after(corner));
    if (squared <= length) continue;
    length = squared;
    longestCorner = corner;
  }
  return longestCorner;
}

function flipHelps(surface: EditableSurface, corner: number): boolean {
  const a = surface.faces[corner];
  const b = surface.after(corner);
  const c = surface.before(corner);
  surface.measure(a, b, c);
  if (surface.quality >= leastQuality) return false;
  const d = surface.before(surface.cornerOfEdge(b, a));
  if (c === d || surface.cornerOfEdge(c, d) >= 0) return false;
  let { quality, alignment } = surface;
  surface.measure(b, a, d);
  quality = Math.min(quality, surface.quality);
  alignment = Math.min(leastAlignment, alignment, surface.alignment);
  surface.measure(a, d, c);
  if (surface.quality <= quality || surface.alignment < alignment) return false;
  surface.measure(b, c, d);
  return surface.quality > quality && surface.alignment >= alignment;
}
