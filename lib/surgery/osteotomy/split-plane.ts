// A surface and a plane → what lies in front of the plane and what lies behind it, each closed and proved.
//
//   surface ─plane-sides→ sides of vertices ─half-mesh→ each half's faces, open along loops ─cap-section→ closed
//                                                      ↑ crossings, rounded once, the same for both ─check-half→ proved

import { createMesh, type TriangleMesh } from '#mesh';
import { capSection } from './cap-section.ts';
import { faultOf } from './check-half.ts';
import { HalfMaker } from './half-mesh.ts';
import { type CutPlane, PlaneSides } from './plane-sides.ts';
import { refusal } from './refusal.ts';

/** @returns both halves; or the surface itself, on one side. @throws MeshError CUT_MEETS_ITSELF, NOT_MANIFOLD. */
export function splitPlane(part: TriangleMesh, plane: CutPlane, name: string): TriangleMesh[] {
  const sides = new PlaneSides(part.positions, plane);
  const used = new Set<number>();
  for (const v of part.faces) used.add(sides.of[v]);
  if (!used.has(1) || !used.has(-1)) return [part];
  const solid = { positions: Array.from(part.positions), faces: part.faces };
  /** Whether a face has corners on both sides of the plane, or on it. */
  const isCutFace = (face: number) => {
    const of = [0, 1, 2].map((k) => sides.of[part.faces[3 * face + k]]);
    return of.some((side) => side >= 0) && of.some((side) => side <= 0);
  };
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
    if (made === null || fault !== null) throw refusal(part, isCutFace, name, fault ?? '');
    return made;
  });
}
