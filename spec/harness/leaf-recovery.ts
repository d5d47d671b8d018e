// A contact's face, level and path → its sub-triangle in f64, and the leaves of a report by face; the exact recovery is
// in validation.

import type { ContactTable } from '#kerf';
import { leafWeights } from '#validation/sub-triangles.ts';

export { exactLeaf, leafWeights, pathOf } from '#validation/sub-triangles.ts';

/** Nine f64 coordinates: each ((w0·a + w1·b) + w2·c) / 2^level, every operation rounded. */
export function roundedLeaf(corners: ArrayLike<number>, level: number, path: number): number[] {
  return leafWeights(level, path).flatMap(([u, v, w]) =>
    [0, 1, 2].map((axis) => (u * corners[axis] + v * corners[3 + axis] + w * corners[6 + axis]) / 2 ** level),
  );
}

/** The reported sub-triangles of one body by face: their common level, and their paths. */
export function leavesByFace(contacts: ContactTable, body: 0 | 1): Map<number, { level: number; paths: Set<number> }> {
  const byFace = new Map<number, { level: number; paths: Set<number> }>();
  for (let row = 0; row < contacts.length; row++) {
    if (contacts.body[row] !== body) continue;
    const known = byFace.get(contacts.face[row]);
    if (known) known.paths.add(contacts.path[row]);
    else byFace.set(contacts.face[row], { level: contacts.level[row], paths: new Set([contacts.path[row]]) });
  }
  return byFace;
}
