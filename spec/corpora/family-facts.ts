// A family of the triangle corpus → the facts that hold exactly for each of its pairs.

import type { CorpusPair, TriangleFamily } from '#datasets';
import { exactFraction, sharedSegment, trianglesSharePoint, triangleTriangleSquaredDistance } from '#reference';
import {
  commonCorners,
  type ExactPair,
  exactPair,
  goesThrough,
  hasArea,
  holdsInSomeOrder,
  isAlmostParallel,
  isCoplanar,
  isInside,
  isParallel,
  isPartedByAnEdge,
  isSame,
  isSlender,
  planeSide,
  segmentsCross,
  segmentsOverlap,
  type Triangle,
} from './exact-pair.ts';

type Holds = (a: Triangle, b: Triangle) => boolean;
type Facts = (exact: ExactPair, pair: CorpusPair) => boolean;

const inSomeOrder =
  (holds: Holds): Facts =>
  (exact) =>
    holdsInSomeOrder(exact, holds);
const inOnePlane =
  (also: Facts): Facts =>
  (exact, pair) =>
    hasArea(exact.a) && hasArea(exact.b) && isCoplanar(exact.a, exact.b) && also(exact, pair);

const familyFacts: Readonly<Record<TriangleFamily, Facts>> = {
  'share-vertex': ({ a, b }) => commonCorners(a, b) === 1 && hasArea(a) && hasArea(b),
  'share-edge-folded': ({ a, b }) => commonCorners(a, b) === 2 && hasArea(a) && hasArea(b) && !isCoplanar(a, b),
  'share-edge-coplanar': inOnePlane(({ a, b }) => commonCorners(a, b) === 2),
  'share-face': ({ a, b }) => commonCorners(a, b) === 3 && hasArea(a),
  'cross-properly': inSomeOrder(
    (a, b) =>
      goesThrough(a, b[0], b[1]) && a.every((p) => planeSide(b, p) !== 0n) && b.every((p) => planeSide(a, p) !== 0n),
  ),
  'vertex-in-face': inSomeOrder(
    (a, b) => isInside(a, b[0]) && planeSide(a, b[1]) !== 0n && planeSide(a, b[2]) !== 0n && hasArea(b),
  ),
  'edges-cross': inSomeOrder((a, b) => segmentsCross(a[0], a[1], b[0], b[1]) && !isCoplanar(a, b)),
  'edges-overlap': inSomeOrder((a, b) => segmentsOverlap(a[0], a[1], b[0], b[1]) && !isCoplanar(a, b)),
  'edge-in-face': inSomeOrder((a, b) => isInside(a, b[0]) && isInside(a, b[1]) && hasArea(b) && !isCoplanar(a, b)),
  'coplanar-overlapping': inOnePlane(({ a, b }) => !isPartedByAnEdge(a, b)),
  'coplanar-touching-point': inOnePlane(({ a, b }, pair) => isPartedByAnEdge(a, b) && sharesOnePoint(pair) === true),
  'coplanar-touching-edge': inOnePlane(({ a, b }, pair) => isPartedByAnEdge(a, b) && sharesOnePoint(pair) === false),
  'coplanar-apart': inOnePlane((_, pair) => !share(pair.coordinates)),
  'parallel-planes': ({ a, b }) => hasArea(a) && hasArea(b) && isParallel(a, b) && !isCoplanar(a, b),
  'sliver-crossing': inSomeOrder((a, b) => hasArea(a) && isSlender(b, 1e8) && goesThrough(a, b[0], b[1])),
  'sliver-near': inSomeOrder((a, b) => hasArea(a) && isSlender(b, 1e8)),
  'zero-area-segment': inSomeOrder((a, b) => hasArea(a) && !hasArea(b) && !isPoint(b)),
  'zero-area-point': inSomeOrder((a, b) => hasArea(a) && isPoint(b)),
  'zero-area-both': ({ a, b }) => !hasArea(a) && !hasArea(b),
  'one-ulp-inside': (_, { coordinates }) =>
    share(coordinates) && someNudge(coordinates, (steps) => steps(1) && !steps(2)),
  'one-ulp-apart': (_, { coordinates }) => !share(coordinates) && someNudge(coordinates, (steps) => steps(1)),
  'touch-rounded': (_, pair) => gapIsAtMost(pair, roundingOf(pair)),
  'near-miss': (_, pair) => !share(pair.coordinates) && gapIsAtMost(pair, pair.scale / 2),
  'near-parallel': ({ a, b }, pair) => roundingOf(pair) > pair.scale * 2 ** -24 || isAlmostParallel(a, b, 8n),
  'small-and-large': ({ a, b }, pair) => hasArea(a) && hasArea(b) && gapIsAtMost(pair, 2 * pair.scale),
  'any-pair': ({ a, b }) => hasArea(a) && hasArea(b),
};

/** Whether the pair fits its family's name, by exact arithmetic on the stored coordinates. */
export function isOfItsFamily(pair: CorpusPair): boolean {
  return familyFacts[pair.family](exactPair(pair.coordinates), pair);
}

function share(coordinates: Float64Array): boolean {
  return trianglesSharePoint(coordinates.subarray(0, 9), coordinates.subarray(9));
}

function isPoint([p, q, r]: Triangle): boolean {
  return isSame(p, q) && isSame(p, r);
}

/** true: exactly one point; false: a segment or more; undefined: nothing. */
function sharesOnePoint({ coordinates }: CorpusPair): boolean | undefined {
  const shared = sharedSegment(coordinates.subarray(0, 9), coordinates.subarray(9));
  return shared?.start.every((value, axis) => value.equals(shared.end[axis]));
}

function gapIsAtMost({ coordinates }: CorpusPair, limit: number): boolean {
  const squared = triangleTriangleSquaredDistance(coordinates.subarray(0, 9), coordinates.subarray(9));
  const exact = exactFraction(limit);
  return squared.lte(exact.mul(exact));
}

/**
 * Rounding error of a contact whose coordinates each took three roundings of numbers below offset + 32 scales: two ulps
 * per coordinate, √3 of them in length, doubled.
 */
function roundingOf({ scale, offset }: CorpusPair): number {
  return 8 * 2 ** -52 * (offset + 32 * scale);
}

/**
 * Whether `holds` is true for some coordinate and direction, given: do the triangles share a point after that
 * coordinate moves by this many ulps?
 */
function someNudge(coordinates: Float64Array, holds: (shareAfter: (ulps: number) => boolean) => boolean): boolean {
  for (let k = 0; k < coordinates.length; k++)
    for (const way of [1, -1]) {
      const shareAfter = (ulps: number): boolean => {
        const nudged = coordinates.slice();
        const bits = new BigInt64Array(nudged.buffer);
        bits[k] += BigInt(way * ulps);
        return share(nudged);
      };
      if (coordinates[k] !== 0 && holds(shareAfter)) return true;
    }
  return false;
}
