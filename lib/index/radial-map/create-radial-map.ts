// A closed surface → a map of its distances round a centre, which says which side of it a point lies on.
//
// The published form is a distance map on the six sides of a cube round a body: a texel keeps one sampled distance, a
// query interpolates between four of them, and so a collision stage needs up to three times fewer operations. But there
// a distance between samples is a guess: a spike between two texels is missed, and so is the contact of two edges whose
// ends are all outside; and it knows nothing of what lies behind the first surface. This map keeps what is certain
// instead: for the whole cone of each texel all distances at which any part of the surface may be. The gaps between
// them have one side each, found at the build.
//
//   checked mesh ─→ relative to the centre ─texelRanges→ ranges ─texelBounds→ zones ─zoneSides→ RadialMap

import { BoneBody, checkMesh } from '#bodies';
import { checkNumbers, checkOptionNames, described, LARGEST_COORDINATE, OptionError, type OptionNames } from '#core';
import { checkClosed, type TriangleMesh } from '#mesh';
import { mapSurface } from './map-surface.ts';
import { type RadialMap, RadialTable } from './radial-map.ts';
import { LARGEST_SIZE, unitAbove } from './slack.ts';
import { texelBounds } from './texel-bounds.ts';
import { texelRanges } from './texel-ranges.ts';
import { zoneSides } from './zone-sides.ts';
import { ZoneTable } from './zone-table.ts';

export interface RadialMapOptions {
  /** Texels along an edge of each of the cube's six sides, 1 to 1024; default 16. Unknown volume falls as 1 / size. */
  readonly size?: number;
  /** xyz, mm; default: the middle of the mesh's box. It may lie anywhere, even outside the body or on its surface. */
  readonly centre?: ArrayLike<number>;
}
const OPTIONS: OptionNames<RadialMapOptions> = { size: true, centre: true };
const DEFAULT_SIZE = 16;

/**
 * Makes a radial map of a closed, consistently oriented mesh, which is copied. Its parts may overlap and intersect:
 * inside is where the surface winds round a point, so a wall that faces inward bounds a cavity.
 * @throws MeshError NOT_SOLID (open, or faces that disagree on which side is out), COORDINATE_RANGE, and as createMesh.
 * @throws OptionError MISSING_MESH, BAD_SIZE, BAD_CENTRE, WRONG_TYPE, UNKNOWN_OPTION.
 * @throws KerfError UNDECIDED_SIGN for a mesh of many faces piled on one line.
 */
export function createRadialMap(mesh: TriangleMesh, options: RadialMapOptions = {}): RadialMap {
  checkOptionNames(options, OPTIONS, 'createRadialMap');
  const { size = DEFAULT_SIZE } = options;
  checkSize(size);
  if (options.centre !== undefined) checkCentre(options.centre);
  checkMesh(mesh, 'mesh');
  const body = new BoneBody(mesh, undefined, 'bvh');
  if (!body.signed) checkClosed(mesh, 'mesh');
  const centre = Float64Array.from(options.centre ?? middleOf(body.bounds));
  const unit = unitOf(body.bounds, centre);
  const points = new Float64Array(body.positions.length);
  for (let i = 0; i < points.length; i++) points[i] = (body.positions[i] - centre[i % 3]) / unit;
  const bounds = texelBounds(texelRanges(points, body.faces, size), 6 * size * size);
  const zones = new ZoneTable(size, centre, unit, bounds);
  const { positions, faces, bvh, bounds: box } = body;
  const magnitude = [...box, ...centre].reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const surface = mapSurface({ positions, faces, bvh, box, magnitude });
  return new RadialTable(zones, zoneSides(zones, body.solid), surface);
}

function middleOf(box: Float64Array): number[] {
  return [0, 1, 2].map((k) => (box[k] + box[3 + k]) / 2);
}

/** The map's unit, mm: no coordinate relative to the centre exceeds it. */
function unitOf(box: Float64Array, centre: Float64Array): number {
  return unitAbove(box.reduce((so, x, k) => Math.max(so, Math.abs(x - centre[k % 3])), 0));
}

function checkSize(size: unknown): void {
  if (typeof size !== 'number')
    throw new OptionError(
      'WRONG_TYPE',
      `Option size is ${described(size)}, expected a number; pass the texels along an edge, or leave it out.`,
    );
  if (!(Number.isInteger(size) && size >= 1 && size <= LARGEST_SIZE))
    throw new OptionError(
      'BAD_SIZE',
      `Option size is ${size}, expected an integer from 1 to ${LARGEST_SIZE}; pass the texels along an edge, or leave it out.`,
    );
}

function checkCentre(centre: ArrayLike<number>): void {
  const next = 'pass x, y, z in mm, or leave it out';
  checkNumbers(centre, 'Option centre', next);
  if (centre.length !== 3)
    throw new OptionError('BAD_CENTRE', `Option centre has ${centre.length} numbers, expected 3; ${next}.`);
  for (let k = 0; k < 3; k++)
    if (!(Math.abs(centre[k]) <= LARGEST_COORDINATE))
      throw new OptionError(
        'BAD_CENTRE',
        `Option centre has ${'xyz'[k]} = ${centre[k]}, expected a magnitude up to ${LARGEST_COORDINATE.toExponential(2)} mm; ${next}.`,
      );
}
