// A mesh → a body as the judge of engines sees it: the oracle's mesh, and which way its faces look.

import type { BulkMesh } from '#reference';

export interface JudgedBody {
  /** Bone frame, stored coordinates. */
  readonly mesh: BulkMesh;
  /** 1: faces look out of the solid; −1: into it; 0: the mesh is open, so it has no inside. */
  readonly sense: -1 | 0 | 1;
}

/** A closed mesh whose signed volume is negative is a solid turned inside out: its faces look inward. */
export function senseOf({ surface }: BulkMesh): JudgedBody['sense'] {
  if (!surface.signed) return 0;
  let volume = 0;
  const origin = surface.cornersOf(0);
  for (let face = 0; face < surface.faceCount; face++) {
    const c = surface.cornersOf(face).map((value, i) => value - origin[i % 3]);
    volume +=
      c[0] * (c[4] * c[8] - c[5] * c[7]) + c[1] * (c[5] * c[6] - c[3] * c[8]) + c[2] * (c[3] * c[7] - c[4] * c[6]);
  }
  return volume < 0 ? -1 : 1;
}
