// The faces of two bodies over a rectangle → whether the plane of one of these faces separates the bodies, exactly.
//
//        ─────────╲  tool       All faces of the tool lie on one side of the plane or in it, all of the bone on the
//     ═════════════════ plane   other or in it. Over the rectangle the open half space on the tool's side is connected,
//        bone ____╱             contains no face of the bone and extends beyond all bodies: it is outside the bone. In
//                               the same way the other half is outside the tool. So the solids share no volume there.
//
// This distinguishes touching from overlapping where rounding cannot: a face that lies on a face, an edge or a corner.

import type { Surface } from '#records';
import { planeSide } from '#triangles';
import type { ColumnFaces } from './column-faces.ts';

/** With more faces than this, no plane is sought. */
const MOST_FACES = 2 ** 12;

/** @param boneFaces, toolFaces all that may have a point over the rectangle. */
export function facePlaneSeparates(
  bone: Surface,
  boneFaces: ColumnFaces,
  tool: Surface,
  toolFaces: ColumnFaces,
): boolean {
  const bones = boneFaces.numbers.values.subarray(0, boneFaces.numbers.length);
  const tools = toolFaces.numbers.values.subarray(0, toolFaces.numbers.length);
  if (bones.length + tools.length > MOST_FACES) return false;
  const separates = (body: Surface, face: number): boolean => {
    const side = sideOf(body, face, tool, tools);
    const other = sideOf(body, face, bone, bones);
    // Both are 0 if the face has no plane.
    return side !== null && other !== null && side * other <= 0 && side !== other;
  };
  return tools.some((face) => separates(tool, face)) || bones.some((face) => separates(bone, face));
}

/** The side of the plane of a body's face on which all of these faces lie, 0 if all lie in it; null if on both. */
function sideOf({ positions, faces }: Surface, face: number, body: Surface, numbers: Uint32Array): number | null {
  const [a, b, c] = [0, 1, 2].map((n) => 3 * faces[3 * face + n]);
  let side = 0;
  for (const number of numbers)
    for (let n = 0; n < 3; n++) {
      const p = 3 * body.faces[3 * number + n];
      const sign = Math.sign(planeSide(positions, a, b, c, body.positions, p));
      if (sign === 0) continue;
      if (side === -sign) return null;
      side = sign;
    }
  return side;
}
