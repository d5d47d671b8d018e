// Two triangles → whether they share a point, by f64 signs if these are certain, else exactly.

import { fromPoint, tripleProductSign } from './certain-signs.ts';
import type { Numbers } from './integer-vectors.ts';
import { trianglesSharePoint } from './triangles-share-point.ts';

interface PairAnswer {
  readonly share: boolean;
  readonly by: 'f64' | 'exact';
}

type Sign = -1 | 0 | 1;

/** `trianglesSharePoint` of f64 triangles, and what decided it. */
export function pairShares(a: Numbers, b: Numbers): PairAnswer {
  const share = certainlyShare(a, b);
  return share === undefined ? { share: trianglesSharePoint(a, b), by: 'exact' } : { share, by: 'f64' };
}

/**
 * Triangles share a point if and only if an edge of one meets the other (see `gridTrianglesSharePoint`). Let [p q r s]
 * be (q − p) × (r − p)·(s − p).
 *
 * An edge p q certainly misses the triangle t if both ends lie strictly on one side of its plane, or if two of
 * [p q t0 t1], [p q t1 t2], [p q t2 t0] have opposite signs: seen along p q, these are the areas that a common point
 * would span with t's edges, all of one sign. It certainly meets t if its ends lie strictly on opposite sides of the
 * plane and all three have the same sign.
 * @returns undefined if uncertain signs leave it undecided.
 */
function certainlyShare(a: Numbers, b: Numbers): boolean | undefined {
  const endsOfA = sidesOf(a, b);
  if (oneSide(endsOfA[0], endsOfA[1]) && oneSide(endsOfA[1], endsOfA[2])) return false;
  const endsOfB = sidesOf(b, a);
  if (oneSide(endsOfB[0], endsOfB[1]) && oneSide(endsOfB[1], endsOfB[2])) return false;
  const turns = [0, 1, 2].map((i) => [0, 1, 2].map((j) => edgeTurn(a, i, b, j)));
  let missed = 0;
  for (let i = 0; i < 3; i++) {
    const ofA = meets(endsOfA[i], endsOfA[(i + 1) % 3], turns[i][0], turns[i][1], turns[i][2]);
    const ofB = meets(endsOfB[i], endsOfB[(i + 1) % 3], turns[0][i], turns[1][i], turns[2][i]);
    if (ofA === 'meets' || ofB === 'meets') return true;
    if (ofA === 'misses') missed++;
    if (ofB === 'misses') missed++;
  }
  return missed === 6 ? false : undefined;
}

function oneSide(p: Sign, q: Sign): boolean {
  return p * q > 0;
}

function meets(start: Sign, end: Sign, first: Sign, second: Sign, third: Sign): 'meets' | 'misses' | 'undecided' {
  if (oneSide(start, end)) return 'misses';
  if (first * second < 0 || second * third < 0 || third * first < 0) return 'misses';
  return start * end < 0 && first * second * third !== 0 ? 'meets' : 'undecided';
}

/** On which side of another triangle's plane each corner lies; 0 if that is not certain. */
function sidesOf(corners: Numbers, plane: Numbers): readonly [Sign, Sign, Sign] {
  const origin = [plane[0], plane[1], plane[2]];
  const [e, f] = [fromPoint(origin, plane, 1), fromPoint(origin, plane, 2)];
  const side = (corner: number) => tripleProductSign(e, f, fromPoint(origin, corners, corner));
  return [side(0), side(1), side(2)];
}

/** [p q r s] of edge i of a and edge j of b; swapping the edges does not change it. */
function edgeTurn(a: Numbers, i: number, b: Numbers, j: number): Sign {
  const origin = [a[3 * i], a[3 * i + 1], a[3 * i + 2]];
  return tripleProductSign(
    fromPoint(origin, a, (i + 1) % 3),
    fromPoint(origin, b, j),
    fromPoint(origin, b, (j + 1) % 3),
  );
}
