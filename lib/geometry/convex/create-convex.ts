// A shape as the user writes it → a convex body, or a message that says what is wrong with it.

import { checkRecord, described, LARGEST_COORDINATE, OptionError, refuse } from '#core';
import { boxBody } from './box-body.ts';
import { type Convex, ConvexBody } from './convex-body.ts';
import type { ConvexShape } from './convex-shape.ts';
import { DOP_DIRECTIONS } from './k-dop.ts';
import { kDopBody } from './k-dop-body.ts';
import { meshHull } from './mesh-hull.ts';

const KINDS = ['sphere', 'capsule', 'box', 'k-dop', 'hull'] as const;
/**
 * Makes a convex body. A sphere, a capsule and a box are centred at the origin of their own frame; the capsule's axis
 * is z. A hull and a k-DOP lie in their mesh's frame and hold the vertices that faces name, of any surface. The hull is
 * exact; a k-DOP is exact or larger by less than 2^-42 of the largest coordinate. The hull of a flat mesh is flat, and
 * so is an exact k-DOP that has the plane's normal.
 * @throws OptionError WRONG_TYPE, BAD_SHAPE (an unknown kind or k, a length that is negative, not finite or too large).
 * @throws MeshError as createMesh, and COORDINATE_RANGE.
 */
export function createConvex(shape: ConvexShape): Convex {
  checkRecord(shape, 'The shape that createConvex was given', 'an object', 'give it a kind and its measures');
  switch (shape.kind) {
    case 'sphere':
      return new ConvexBody('sphere', new Float64Array(3), new Uint32Array(), checkedLength(shape, 'radius'));
    case 'capsule': {
      const half = checkedLength(shape, 'length') / 2;
      const ends = half === 0 ? new Float64Array(3) : Float64Array.of(0, 0, -half, 0, 0, half);
      return new ConvexBody('capsule', ends, new Uint32Array(), checkedLength(shape, 'radius'));
    }
    case 'box':
      return boxBody(halfSides(shape.size));
    case 'hull': {
      const { points, faces } = meshHull(shape.mesh);
      return new ConvexBody('hull', points, faces);
    }
    case 'k-dop': {
      const k = checkedSides(shape.k);
      return kDopBody(meshHull(shape.mesh).points, k);
    }
    default:
      throw new OptionError(
        'BAD_SHAPE',
        `The kind of a convex shape is ${described((shape as ConvexShape).kind)}, expected one of ${KINDS.join(', ')}; name one of these.`,
      );
  }
}

function checkedLength(shape: object, name: 'radius' | 'length'): number {
  const length = (shape as Readonly<Record<string, unknown>>)[name];
  if (typeof length !== 'number') refuse(length, `The ${name} of a convex shape`, 'a number', 'give it in mm');
  if (!(length >= 0 && length <= LARGEST_COORDINATE))
    throw new OptionError(
      'BAD_SHAPE',
      `The ${name} of a convex shape is ${length} mm, expected 0 to ${LARGEST_COORDINATE.toExponential(2)}; give it in mm.`,
    );
  return length;
}

function halfSides(size: unknown): number[] {
  if (!Array.isArray(size) || size.length !== 3)
    refuse(size, 'The size of a box', 'three lengths', 'give x, y, z in mm');
  for (const side of size)
    if (typeof side !== 'number' || !(side > 0 && side <= LARGEST_COORDINATE))
      throw new OptionError(
        'BAD_SHAPE',
        `The size of a box has the length ${described(side)}, expected above 0 mm and at most ${LARGEST_COORDINATE.toExponential(2)}; give x, y, z in mm.`,
      );
  return size.map((side) => side / 2);
}

/** @throws OptionError BAD_SHAPE. */
export function checkedSides(k: unknown): 6 | 14 | 18 | 26 {
  if (Object.keys(DOP_DIRECTIONS).some((known) => Number(known) === k)) return k as 6 | 14 | 18 | 26;
  throw new OptionError(
    'BAD_SHAPE',
    `The k of a k-DOP is ${described(k)}, expected 6, 14, 18 or 26; give one of these.`,
  );
}
