// A family's name and a placement → one pair of triangles of that family.

import { checkOptionNames, described, OptionError, type OptionNames } from '#core';
import { checkedStream } from './check-option.ts';
import {
  coplanarApart,
  coplanarOverlapping,
  coplanarTouchingEdge,
  coplanarTouchingPoint,
  parallelPlanes,
} from './corpora/coplanar-pairs.ts';
import { onLattice, type Placement } from './corpora/lattice.ts';
import { oneUlpApart, oneUlpInside } from './corpora/one-ulp-pairs.ts';
import { anyPair, nearMiss, nearParallel, smallAndLarge, touchRounded } from './corpora/rounded-pairs.ts';
import { sliverCrossing, sliverNear } from './corpora/sliver-pairs.ts';
import {
  crossProperly,
  edgeInFace,
  edgesCross,
  edgesOverlap,
  shareEdgeCoplanar,
  shareEdgeFolded,
  shareFace,
  shareVertex,
  vertexInFace,
} from './corpora/touching-pairs.ts';
import { zeroAreaBoth, zeroAreaPoint, zeroAreaSegment } from './corpora/zero-area-pairs.ts';

const families = {
  'share-vertex': onLattice(shareVertex),
  'share-edge-folded': onLattice(shareEdgeFolded),
  'share-edge-coplanar': onLattice(shareEdgeCoplanar),
  'share-face': onLattice(shareFace),
  'cross-properly': onLattice(crossProperly),
  'vertex-in-face': onLattice(vertexInFace),
  'edges-cross': onLattice(edgesCross),
  'edges-overlap': onLattice(edgesOverlap),
  'edge-in-face': onLattice(edgeInFace),
  'coplanar-overlapping': onLattice(coplanarOverlapping),
  'coplanar-touching-point': onLattice(coplanarTouchingPoint),
  'coplanar-touching-edge': onLattice(coplanarTouchingEdge),
  'coplanar-apart': onLattice(coplanarApart),
  'parallel-planes': onLattice(parallelPlanes),
  'sliver-crossing': sliverCrossing,
  'sliver-near': sliverNear,
  'zero-area-segment': onLattice(zeroAreaSegment),
  'zero-area-point': onLattice(zeroAreaPoint),
  'zero-area-both': onLattice(zeroAreaBoth),
  'one-ulp-inside': oneUlpInside,
  'one-ulp-apart': oneUlpApart,
  'touch-rounded': touchRounded,
  'near-miss': nearMiss,
  'near-parallel': nearParallel,
  'small-and-large': smallAndLarge,
  'any-pair': anyPair,
} as const satisfies Record<string, (placement: Placement) => Float64Array>;

/**
 * The limit of the scale, in mm, and of the offset, in scales. At the limit a coordinate still has 13 bits for the
 * shape.
 */
const SCALE_LIMIT = 2 ** 40;

export type TriangleFamily = keyof typeof families;
export const triangleFamilies = Object.keys(families) as readonly TriangleFamily[];

const PLACEMENT: OptionNames<Placement> = { scale: true, offset: true, random: true };

/**
 * One pair of the family, 18 coordinates, mm: the corners of a, then of b. The same stream gives the same pair on every
 * engine. Each family orders the corners in its own way; `triangleCorpus` shuffles them.
 * @throws OptionError UNKNOWN_FAMILY, BAD_SCALE, BAD_OFFSET, BAD_RANDOM (a draw outside [0, 1), with which the search
 * for a pair might never end), WRONG_TYPE, UNKNOWN_OPTION.
 */
export function trianglePair(family: TriangleFamily, placement: Placement): Float64Array {
  checkOptionNames(placement, PLACEMENT, 'trianglePair', 'placement');
  const { scale, offset, random } = placement;
  const checked = checkedStream(random);
  if (typeof family !== 'string' || !Object.hasOwn(families, family))
    throw new OptionError(
      'UNKNOWN_FAMILY',
      `There is no family of triangle pairs ${described(family)}; choose one of ${triangleFamilies.join(', ')}.`,
    );
  if (!(typeof scale === 'number' && scale >= 1 / SCALE_LIMIT && scale <= SCALE_LIMIT))
    throw new OptionError(
      'BAD_SCALE',
      `Triangle pair "${family}": scale is ${described(scale)}, expected 2^-40 to 2^40 mm; choose another.`,
    );
  if (!(typeof offset === 'number' && offset >= 0 && offset <= SCALE_LIMIT * scale))
    throw new OptionError(
      'BAD_OFFSET',
      `Triangle pair "${family}": offset is ${described(offset)}, expected 0 to 2^40 scales in mm; choose another, since f64 has no room for the shape beyond.`,
    );
  return families[family]({ scale, offset, random: checked });
}
