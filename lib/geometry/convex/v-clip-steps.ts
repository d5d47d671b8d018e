// A pair of features → a nearer pair, or the report that this one is nearest: the five states of V-Clip.
//
// Mirtich's theorem: if the nearest points of two features each lie in the Voronoi region of the other feature, no
// points of the hulls are nearer. So each step looks for a plane of a feature's region that excludes the other feature,
// or its nearest part, and moves to the feature beyond that plane. A step never moves farther away, except out of a
// valley: if a vertex lies behind every facet nearby, all facets are searched for one that it is in front of. Two
// facets are never a pair: a facet is met by a vertex or an edge, and an edge leaves it for a vertex.
//
// An edge E is clipped by the planes of a region. If a part remains, but E comes nearer to the feature beyond an end of
// that part than it is there (the derivative of the distance along E), that feature is the better one.

import { leavesFacet, leavesVertex } from './edge-slope.ts';
import { type FeaturePair, NONE } from './feature-pair.ts';
import { nearestSide } from './nearest-side.ts';
import type { PlacedHull } from './placed-hull.ts';
import { above, across, along } from './voronoi-planes.ts';

export const MOVED = 0;
export const NEAREST = 1;
export const PENETRATING = 2;
export type StepResult = typeof MOVED | typeof NEAREST | typeof PENETRATING;

/** One step from the state that the pair is in. */
export function step(pair: FeaturePair): StepResult {
  const first = pair.dimension(0);
  const second = pair.dimension(1);
  /** The side with the feature of fewer dimensions. */
  const low = first <= second ? 0 : 1;
  switch (3 * Math.min(first, second) + Math.max(first, second)) {
    case 0:
      return vertexVertex(pair);
    case 1:
      return vertexEdge(pair, low);
    case 2:
      return vertexFacet(pair, low);
    case 4:
      return edgeEdge(pair);
    default:
      return edgeFacet(pair, low);
  }
}

function vertexVertex(pair: FeaturePair): StepResult {
  const { values } = pair;
  for (let side = 0; side < 2; side++) {
    const hull = pair.hulls[side];
    const other = pair.hulls[1 - side];
    const vertex = pair.at[side];
    const q = other.point(pair.at[1 - side]);
    const { edgeStarts, vertexEdges, tails } = hull.facets;
    for (let i = edgeStarts[vertex]; i < edgeStarts[vertex + 1]; i++) {
      const edge = vertexEdges[i];
      along(hull, edge, vertex, other.points, q, values, 0);
      if (tails[edge] === vertex ? values[0] > 0 : values[0] < 0) {
        pair.toEdge(side, edge);
        return MOVED;
      }
    }
  }
  return NEAREST;
}

function vertexEdge(pair: FeaturePair, side: number): StepResult {
  const { values } = pair;
  const ofEdge = pair.hulls[1 - side];
  const edge = pair.edge(1 - side);
  const { points } = pair.hulls[side];
  const q = pair.hulls[side].point(pair.at[side]);
  const { tails, heads } = ofEdge.facets;
  along(ofEdge, edge, tails[edge], points, q, values, 0);
  along(ofEdge, edge, heads[edge], points, q, values, 1);
  if (values[0] < 0 || values[1] > 0) {
    pair.toVertex(1 - side, values[0] < 0 ? tails[edge] : heads[edge]);
    return MOVED;
  }
  for (let which = 0; which < 2; which++) {
    const facet = facetBeside(ofEdge, edge, which);
    if (facet === NONE) continue;
    across(ofEdge, edge, facet, points, q, values, 0);
    if (values[0] > 0) {
      pair.toFacet(1 - side, facet);
      return MOVED;
    }
  }
  return clipByVertex(pair, side);
}

/** Does the region of a vertex hold the nearest part of the other's edge? */
function clipByVertex(pair: FeaturePair, side: number): StepResult {
  const hull = pair.hulls[side];
  const vertex = pair.at[side];
  const other = pair.hulls[1 - side];
  const { edgeStarts, vertexEdges, tails } = hull.facets;
  const p = tailOf(pair, 1 - side);
  const q = headOf(pair, 1 - side);
  pair.unclipped();
  for (let i = edgeStarts[vertex]; i < edgeStarts[vertex + 1]; i++) {
    const own = vertexEdges[i];
    along(hull, own, vertex, other.points, p, pair.values, 0);
    along(hull, own, vertex, other.points, q, pair.values, 1);
    if (pair.clip(tails[own] === vertex ? -1 : 1, own)) {
      pair.toEdge(side, own);
      return MOVED;
    }
  }
  for (let end = 0; end < 2; end++)
    if (pair.beyond[end] !== NONE && leavesVertex(pair, end, hull, vertex, other, p, q)) {
      pair.toEdge(side, pair.beyond[end]);
      return MOVED;
    }
  return NEAREST;
}

function edgeEdge(pair: FeaturePair): StepResult {
  return clipByEdge(pair, 0) === MOVED ? MOVED : clipByEdge(pair, 1);
}

/** Does the region of one side's edge hold the nearest part of the other's edge? First between its ends. */
function clipByEdge(pair: FeaturePair, side: number): StepResult {
  const hull = pair.hulls[side];
  const edge = pair.edge(side);
  const other = pair.hulls[1 - side];
  const p = tailOf(pair, 1 - side);
  const q = headOf(pair, 1 - side);
  pair.unclipped();
  for (let which = 0; which < 2; which++) {
    const vertex = which === 0 ? hull.facets.tails[edge] : hull.facets.heads[edge];
    along(hull, edge, vertex, other.points, p, pair.values, 0);
    along(hull, edge, vertex, other.points, q, pair.values, 1);
    if (pair.clip(which === 0 ? 1 : -1, vertex)) {
      pair.toVertex(side, vertex);
      return MOVED;
    }
  }
  for (let end = 0; end < 2; end++)
    if (pair.beyond[end] !== NONE && leavesVertex(pair, end, hull, pair.beyond[end], other, p, q)) {
      pair.toVertex(side, pair.beyond[end]);
      return MOVED;
    }
  return clipBetweenFacets(pair, side, p, q);
}

/** Continues with the part of the other's edge (from p to q) that lies between an edge's ends. */
function clipBetweenFacets(pair: FeaturePair, side: number, p: number, q: number): StepResult {
  const hull = pair.hulls[side];
  const edge = pair.edge(side);
  const other = pair.hulls[1 - side];
  pair.beyond[0] = NONE;
  pair.beyond[1] = NONE;
  for (let which = 0; which < 2; which++) {
    const facet = facetBeside(hull, edge, which);
    if (facet === NONE) continue;
    across(hull, edge, facet, other.points, p, pair.values, 0);
    across(hull, edge, facet, other.points, q, pair.values, 1);
    if (pair.clip(-1, facet)) {
      pair.toFacet(side, facet);
      return MOVED;
    }
  }
  for (let end = 0; end < 2; end++)
    if (pair.beyond[end] !== NONE && leavesFacet(pair, end, hull, pair.beyond[end], other, p, q)) {
      pair.toFacet(side, pair.beyond[end]);
      return MOVED;
    }
  return NEAREST;
}

function vertexFacet(pair: FeaturePair, side: number): StepResult {
  const { values } = pair;
  const ofVertex = pair.hulls[side];
  const ofFacet = pair.hulls[1 - side];
  const vertex = pair.at[side];
  const facet = pair.facet(1 - side);
  const { points } = ofVertex;
  const q = ofVertex.point(vertex);
  const { starts, sides } = ofFacet.facets;
  let farthest = NONE;
  values[1] = 0;
  for (let i = starts[facet]; i < starts[facet + 1]; i++) {
    across(ofFacet, sides[i], facet, points, q, values, 0);
    if (values[0] < values[1]) {
      values[1] = values[0];
      farthest = sides[i];
    }
  }
  if (farthest !== NONE) {
    pair.toEdge(1 - side, farthest);
    return MOVED;
  }
  above(ofFacet, facet, points, q, values, 0);
  const { edgeStarts, vertexEdges, tails, heads } = ofVertex.facets;
  for (let i = edgeStarts[vertex]; i < edgeStarts[vertex + 1]; i++) {
    const edge = vertexEdges[i];
    const end = ofVertex.point(tails[edge] === vertex ? heads[edge] : tails[edge]);
    above(ofFacet, facet, points, end, values, 1);
    if (values[0] >= 0 ? values[1] < values[0] : values[1] > values[0]) {
      pair.toEdge(side, edge);
      return MOVED;
    }
  }
  return values[0] >= 0 ? NEAREST : outOfValley(pair, side, q);
}

/** The vertex at q is behind its facet, and no edge leads to the facet: it is in front of another facet, or of none. */
function outOfValley(pair: FeaturePair, side: number, q: number): StepResult {
  const { values } = pair;
  const { points } = pair.hulls[side];
  const hull = pair.hulls[1 - side];
  let best = NONE;
  values[1] = 0;
  for (let facet = 0; facet < hull.facets.facetCount; facet++) {
    above(hull, facet, points, q, values, 0);
    if (values[0] > values[1]) {
      values[1] = values[0];
      best = facet;
    }
  }
  if (best === NONE) return PENETRATING;
  pair.toFacet(1 - side, best);
  return MOVED;
}

function edgeFacet(pair: FeaturePair, side: number): StepResult {
  const { values, part, beyond } = pair;
  const ofEdge = pair.hulls[side];
  const ofFacet = pair.hulls[1 - side];
  const edge = pair.edge(side);
  const facet = pair.facet(1 - side);
  const p = tailOf(pair, side);
  const q = headOf(pair, side);
  const { starts, sides } = ofFacet.facets;
  pair.unclipped();
  let isOutside = false;
  for (let i = starts[facet]; i < starts[facet + 1] && !isOutside; i++) {
    across(ofFacet, sides[i], facet, ofEdge.points, p, values, 0);
    across(ofFacet, sides[i], facet, ofEdge.points, q, values, 1);
    isOutside = pair.clip(1, sides[i]) || part[0] > part[1];
  }
  if (isOutside) {
    pair.toEdge(1 - side, nearestSide(ofFacet, facet, ofEdge, edge));
    return MOVED;
  }
  above(ofFacet, facet, ofEdge.points, p, values, 0);
  above(ofFacet, facet, ofEdge.points, q, values, 1);
  const rise = values[1] - values[0];
  const begin = values[0] + part[0] * rise;
  const end = values[0] + part[1] * rise;
  if (begin === 0 || end === 0 || begin > 0 !== end > 0) return PENETRATING;
  const near = begin > 0 === rise >= 0 ? 0 : 1;
  if (beyond[near] !== NONE) pair.toEdge(1 - side, beyond[near]);
  else pair.toVertex(side, near === 0 ? ofEdge.facets.tails[edge] : ofEdge.facets.heads[edge]);
  return MOVED;
}

function tailOf(pair: FeaturePair, side: number): number {
  const hull = pair.hulls[side];
  return hull.point(hull.facets.tails[pair.edge(side)]);
}

function headOf(pair: FeaturePair, side: number): number {
  const hull = pair.hulls[side];
  return hull.point(hull.facets.heads[pair.edge(side)]);
}

function facetBeside(hull: PlacedHull, edge: number, which: number): number {
  return which === 0 ? hull.facets.lefts[edge] : hull.facets.rights[edge];
}
