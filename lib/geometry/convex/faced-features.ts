// The pair that V-Clip ended with → the simplex that its nearest points need, and the direction between them.
//
// The features have few vertices: a vertex and an edge, two edges, or a vertex and the triangle of a facet under it. So
// W's face between the features has at most four corners, and Gjk has nothing left to search.

import { tieSlack } from './bounds.ts';
import type { GjkOutcome } from './gjk.ts';
import type { PosedPair } from './posed-pair.ts';
import type { Simplex } from './simplex.ts';
import type { VClip } from './v-clip.ts';

const ofFirst = new Int32Array(3);
const ofSecond = new Int32Array(3);

/** As Gjk.run: leaves the reduced simplex and, if apart, pair.normal, along which the pair was searched. */
export function facedBy(walk: VClip, pair: PosedPair, simplex: Simplex): GjkOutcome {
  const firstCount = ascending(ofFirst, walk.spanning(0, ofFirst));
  const secondCount = ascending(ofSecond, walk.spanning(1, ofSecond));
  simplex.count = 0;
  for (let i = 0; i < firstCount; i++) for (let j = 0; j < secondCount; j++) simplex.put(pair, ofFirst[i], ofSecond[j]);
  simplex.reduce();
  const { nearest, distance, count } = simplex;
  if (count === 4) return 'overlapping';
  if (distance[0] <= tieSlack(pair.magnitude)) return 'near';
  for (let k = 0; k < 3; k++) pair.normal[k] = nearest[k] / distance[0];
  pair.searchFirst.vertex = ofFirst[0];
  pair.searchSecond.vertex = ofSecond[0];
  pair.seek();
  return 'apart';
}

/** Certificate's order. @returns count. */
function ascending(vertices: Int32Array, count: number): number {
  for (let i = 1; i < count; i++)
    for (let j = i; j > 0 && vertices[j - 1] > vertices[j]; j--) {
      const vertex = vertices[j];
      vertices[j] = vertices[j - 1];
      vertices[j - 1] = vertex;
    }
  return count;
}
