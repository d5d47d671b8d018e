// A tool whose shaft runs along z, like a burr's → the same along y, like the saw's blade: a quarter turn about x.

import type { TriangleMesh } from 'kerf';

export function upright({ positions, faces, name }: TriangleMesh): TriangleMesh {
  const turned = positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    turned[i + 1] = positions[i + 2];
    turned[i + 2] = -positions[i + 1];
  }
  return { positions: turned, faces, name };
}
