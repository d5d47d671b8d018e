// A closed surface and what cuts it → closed solids: the user's own faces, and where one is cut, its parts.
//
//   planes ─split-plane→ what lies in front of each, and behind it
//   boxes ─cut-box→ planes of their sides ─convex-cut→ what lies outside of each, and inside

import { checkNumbers, checkOptionNames, described, MeshError, OptionError, type OptionNames, refuse } from '#core';
import { checkClosed, checkedMesh, inspectMesh, type TriangleMesh, withoutTwins } from '#mesh';
import { ConvexCut } from './convex-cut.ts';
import { boxPlanes, type CutBox } from './cut-box.ts';
import type { CutPlane } from './plane-sides.ts';
import { refusal } from './refusal.ts';
import { solidsOf } from './solids.ts';
import { splitPlane } from './split-plane.ts';

const ROLE = 'surface';

/** Boxes that cut a surface, one after the other, and which of its solids are returned. */
export interface BoxCuts {
  /** May be empty. */
  readonly boxes: readonly CutBox[];
  /** 'outside' (default): what lies outside of every box. 'inside': what each box takes out of what was left. */
  readonly keep?: 'outside' | 'inside';
}

const NAMES: OptionNames<BoxCuts> = { boxes: true, keep: true };

/**
 * Cuts a surface by planes, one after the other, each through all parts so far; or by boxes, one after the other, each
 * through what those before have left.
 *
 * On which side of a plane a vertex lies is exact, for the numbers as given. A box is what lies behind the planes of
 * its six sides, each through the middle of the side as posed, rounded once, with the pose's column as its normal.
 * Where an edge crosses a plane, two planes cross a face, or three planes each other, the exact point is rounded once,
 * for both sides alike. Every other vertex and face stays as it was. A face in a plane belongs to the part that has
 * bone behind it; a plane or a box that only touches the surface cuts nothing off. A box within the bone leaves a
 * cavity.
 * @param surface closed and oriented, normals outward, mm; corners at the same place are taken as one.
 * @param cuts planes: a point and a normal each, 6 numbers, mm; the normal need not have length 1; may be empty. Or an
 * object with boxes.
 * @returns the solids. By planes: for the first plane, what lies in front of it before what lies behind it, and so on;
 * inside boxes: by box; then in the order of their first faces. Each is closed, oriented, and manifold where the
 * surface was; every face that the cut has made has an area, and meets no other face but along common corners and
 * edges: all exactly.
 * @throws MeshError NOT_SOLID, NOT_MANIFOLD, and as createMesh; CUT_MEETS_ITSELF where corners rounded once would not
 * give such solids, where parts would hang together by a corner or an edge alone, or the surface meets itself where it
 * is cut. OptionError BAD_OPTION, WRONG_TYPE, UNKNOWN_OPTION. PoseError as createDetector, for a box's pose.
 */
export function osteotomy(surface: TriangleMesh, cuts: ArrayLike<number> | BoxCuts): readonly TriangleMesh[] {
  const solid = withoutTwins(checkedMesh(surface, ROLE));
  checkClosed(solid, ROLE);
  if (!(inspectMesh(solid).volume > 0))
    throw new MeshError('NOT_SOLID', `The ${ROLE} has no volume or is inside out; turn its faces outward.`);
  const parts = isBoxCuts(cuts) ? cutByBoxes(solid, cuts) : cutByPlanes(solid, checkedPlanes(cuts));
  return parts.flatMap(solidsOf);
}

/** An object without a length can only be meant as boxes. */
function isBoxCuts(cuts: ArrayLike<number> | BoxCuts): cuts is BoxCuts {
  return typeof cuts === 'object' && cuts !== null && !('length' in cuts);
}

function cutByPlanes(solid: TriangleMesh, planes: readonly CutPlane[]): readonly TriangleMesh[] {
  let parts: readonly TriangleMesh[] = [solid];
  for (const [n, plane] of planes.entries()) parts = parts.flatMap((part) => splitPlane(part, plane, `plane ${n}`));
  return parts;
}

function cutByBoxes(solid: TriangleMesh, cuts: BoxCuts): readonly TriangleMesh[] {
  const { boxes, keep } = checkedBoxCuts(cuts);
  const taken: TriangleMesh[] = [];
  let left: TriangleMesh | null = solid;
  for (const [n, planes] of boxes.entries()) {
    if (left === null) break;
    const before: TriangleMesh = left;
    const cut = new ConvexCut(before, planes, (fault, isCut) => refusal(before, isCut, `box ${n}`, fault));
    const inside = keep === 'inside' ? cut.inside() : null;
    if (inside !== null) taken.push(inside);
    if (keep === 'outside' || n + 1 < boxes.length) left = cut.outside();
  }
  return keep === 'inside' ? taken : left === null ? [] : [left];
}

function checkedBoxCuts(cuts: BoxCuts) {
  checkOptionNames(cuts, NAMES, 'osteotomy', 'cuts');
  const { boxes, keep = 'outside' } = cuts;
  if (!Array.isArray(boxes)) refuse(boxes, 'cuts.boxes', 'an array of boxes', 'give each as { size, pose }');
  if (keep !== 'outside' && keep !== 'inside')
    throw new OptionError(
      'BAD_OPTION',
      `keep is ${described(keep)}, expected 'outside' or 'inside'; name the solids to return.`,
    );
  return { boxes: Array.from(boxes, (box, n) => boxPlanes(box, `box ${n}`)), keep };
}

function checkedPlanes(planes: ArrayLike<number>): CutPlane[] {
  checkNumbers(planes, 'cuts', 'pass 6 numbers for each plane, a point and a normal, or { boxes }');
  if (planes.length % 6 !== 0)
    throw new OptionError(
      'BAD_OPTION',
      `cuts has ${planes.length} numbers, expected a multiple of 6; pass a point and a normal for each plane.`,
    );
  return Array.from({ length: planes.length / 6 }, (_, n) => {
    const plane = Float64Array.from({ length: 6 }, (__, k) => planes[6 * n + k]);
    if (plane.every(Number.isFinite) && (plane[3] !== 0 || plane[4] !== 0 || plane[5] !== 0)) return plane;
    throw new OptionError(
      'BAD_OPTION',
      `Plane ${n} is [${plane.join(', ')}], expected finite numbers and a normal that is not 0; pass a point and a normal.`,
    );
  });
}
