// A mesh and a kind of body → the smallest body of that kind that holds the mesh, and where it lies.

import { checkOptionNames, described, OptionError, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import { type Convex, ConvexBody } from './convex-body.ts';
import { checkedSides } from './create-convex.ts';
import { enclosingAlignedBox, enclosingOrientedBox } from './enclosing-box.ts';
import { enclosingCapsule, enclosingSphere } from './enclosing-round.ts';
import { kDopBody } from './k-dop-body.ts';
import { meshPoints, pointHull } from './mesh-hull.ts';

export interface EnclosingBody {
  readonly convex: Convex;
  /** The body's frame → the mesh's; 16 numbers, column-major. */
  readonly pose: Float64Array;
}

export interface EnclosingOptions {
  /** Number of sides of a k-DOP; default 18. No other kind reads it. */
  readonly k?: 6 | 14 | 18 | 26;
}

const KINDS = ['sphere', 'capsule', 'aabb', 'obb', 'k-dop', 'hull'] as const;
const OPTION_NAMES: OptionNames<EnclosingOptions> = { k: true };

/**
 * The smallest shape of a kind that holds every point of a mesh's faces: the posed body holds them in exact arithmetic,
 * for a posed body's coordinates (core/pose.ts). Of 200,000 vertices only those of the hull are examined.
 *
 * `hull`, `k-dop` and `aabb` are the smallest that f64 can hold (createConvex says by how much a k-DOP may be larger).
 * `sphere` is the smallest but for rounding. `capsule` and `obb` have the least volume that a search finds, mostly
 * within 1 % of the best known; the capsule is no larger than the sphere, nor the box than the aligned one. A box of a
 * flat mesh is as thin as rounding allows. `aabb` and `obb` are boxes: their convex has the kind `box`.
 * @param mesh any surface, closed or not; a vertex that no face names does not count.
 * @returns the body and its pose in the mesh's frame: for `aabb` a translation, for `k-dop` and `hull` the identity.
 * @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_SHAPE (an unknown kind or k).
 * @throws MeshError as createMesh, and COORDINATE_RANGE.
 */
export function enclosing(
  mesh: TriangleMesh,
  kind: (typeof KINDS)[number],
  options: EnclosingOptions = {},
): EnclosingBody {
  checkOptionNames(options, OPTION_NAMES, 'enclosing');
  const k = checkedSides(options.k ?? 18);
  if (!KINDS.includes(kind))
    throw new OptionError(
      'BAD_SHAPE',
      `The kind of an enclosing body is ${described(kind)}, expected one of ${KINDS.join(', ')}; name one of these.`,
    );
  const points = meshPoints(mesh);
  if (kind === 'aabb') return enclosingAlignedBox(points);
  const hull = pointHull(points);
  switch (kind) {
    case 'sphere':
      return enclosingSphere(hull.points);
    case 'capsule':
      return enclosingCapsule(hull.points);
    case 'obb':
      return enclosingOrientedBox(hull.points);
    case 'k-dop':
      return inPlace(kDopBody(hull.points, k));
    case 'hull':
      return inPlace(new ConvexBody('hull', hull.points, hull.faces));
  }
}

function inPlace(convex: ConvexBody): EnclosingBody {
  return { convex, pose: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1) };
}
