// A closed surface and planes → the closed solids into which they cut it: the user's own faces, and where a plane cuts
// one, its parts.
//
//   surface ─plane-sides→ sides of vertices ─half-mesh→ each half's faces, open along loops ─cap-section→ closed
//                                                      ↑ crossings, rounded once, the same for both ─check-half→ proved

import { checkNumbers, MeshError, OptionError } from '#core';
import { intersectionsOf } from '#detector';
import { checkClosed, checkedMesh, createMesh, inspectMesh, type TriangleMesh, withoutTwins } from '#mesh';
import { capSection } from './cap-section.ts';
import { faultOf } from './check-half.ts';
import { HalfMaker } from './half-mesh.ts';
import { type CutPlane, PlaneSides } from './plane-sides.ts';
import { solidsOf } from './solids.ts';

const ROLE = 'surface';

/**
 * Cuts a surface by planes, one after the other, each through all parts so far.
 *
 * On which side of a plane a vertex lies is exact, for the numbers as given. Where an edge crosses a plane, the exact
 * point is rounded once, for both halves alike. Every other vertex and face stays as it was. A face in a plane belongs
 * to the part that has bone behind it; a plane that only touches the surface cuts nothing off.
 * @param surface closed and oriented, normals outward, mm; corners at the same place are taken as one.
 * @param planes a point and a normal each, 6 numbers, mm; the normal need not have length 1. May be empty.
 * @returns the solids: for the first plane, what lies in front of it before what lies behind it, and so on; then in the
 * order of their first faces. Each is closed, oriented, and manifold where the surface was; every face that the cut has
 * made has an area, and meets no other face but along common corners and edges: all exactly.
 * @throws MeshError NOT_SOLID, NOT_MANIFOLD, and as createMesh; CUT_MEETS_ITSELF where corners rounded once would not
 * give such solids, where parts would hang together by a corner or an edge alone, or the surface meets itself where a
 * plane cuts it. OptionError BAD_OPTION, WRONG_TYPE.
 */
export function osteotomy(surface: TriangleMesh, planes: ArrayLike<number>): readonly TriangleMesh[] {
  const solid = withoutTwins(checkedMesh(surface, ROLE));
  checkClosed(solid, ROLE);
  if (!(inspectMesh(solid).volume > 0))
    throw new MeshError('NOT_SOLID', `The ${ROLE} has no volume or is inside out; turn its faces outward.`);
  const list = checkedPlanes(planes);
  let parts: readonly TriangleMesh[] = [solid];
  for (const [n, plane] of list.entries()) parts = parts.flatMap((part) => split(part, plane, n));
  return parts.flatMap(solidsOf);
}

function checkedPlanes(planes: ArrayLike<number>): CutPlane[] {
  checkNumbers(planes, 'planes', 'pass 6 numbers for each plane: a point and a normal');
  if (planes.length % 6 !== 0)
    throw new OptionError(
      'BAD_OPTION',
      `planes has ${planes.length} numbers, expected a multiple of 6; pass a point and a normal for each plane.`,
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

/** @returns the part, or what lies in front of the plane and what lies behind it. */
function split(part: TriangleMesh, plane: CutPlane, number: number): TriangleMesh[] {
  const sides = new PlaneSides(part.positions, plane);
  const used = new Set<number>();
  for (const v of part.faces) used.add(sides.of[v]);
  if (!used.has(1) || !used.has(-1)) return [part];
  const solid = { positions: Array.from(part.positions), faces: part.faces };
  const maker = new HalfMaker(solid, sides);
  return ([1, -1] as const).map((sign) => {
    const { faces, sources, isCut, loops } = maker.half(sign);
    const whole = faces.length / 3;
    const isCapped = capSection(loops, solid.positions, plane, sign, faces);
    const made = isCapped ? { ...part, ...createMesh(solid.positions, faces, { name: part.name }) } : null;
    const origins = {
      sources: Array.from({ length: faces.length / 3 }, (_, face) => (face < whole ? sources[face] : -1)),
      isNew: (face: number) => face >= whole || isCut[face],
    };
    const fault = made === null ? 'would give a section that meets itself' : faultOf(made, origins, part);
    if (made === null || fault !== null) throw refusal(part, sides, number, fault ?? '');
    return made;
  });
}

/** Says whether the surface meets itself where the plane cuts it, which is why the cut does, or whether rounding is. */
function refusal(part: TriangleMesh, sides: PlaneSides, number: number, fault: string): MeshError {
  const isCut = (face: number) => {
    const of = [0, 1, 2].map((k) => sides.of[part.faces[3 * face + k]]);
    return of.some((side) => side >= 0) && of.some((side) => side <= 0);
  };
  const pairs = intersectionsOf(part, isCut);
  const [a, b] = [pairs[0], pairs[1]].map((face) => placeOf(part, face));
  return new MeshError(
    'CUT_MEETS_ITSELF',
    pairs.length > 0
      ? `The ${ROLE} meets itself where plane ${number} cuts it, at ${pairs.length / 2} pairs of faces, such as those at (${a}) and (${b}); repair it there, or move the plane.`
      : `Plane ${number} ${fault} once its corners are rounded; move the plane a little, by more than the coordinates' rounding.`,
  );
}

function placeOf({ positions, faces }: TriangleMesh, face: number | undefined): string {
  if (face === undefined) return '';
  const corner = 3 * faces[3 * face];
  return [0, 1, 2].map((k) => positions[corner + k].toPrecision(6)).join(', ');
}
