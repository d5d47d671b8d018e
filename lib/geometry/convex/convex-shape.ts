// The shapes that createConvex takes, as the user writes them.

import type { TriangleMesh } from '#mesh';

/** Lengths in mm. Each has its own frame: a sphere, a capsule and a box are centred at its origin. */
export type ConvexShape =
  | { readonly kind: 'sphere' /** ≥ 0 */; readonly radius: number }
  | {
      readonly kind: 'capsule';
      /** ≥ 0 */
      readonly radius: number;
      /** Between the centres of its ends, along z; ≥ 0. */
      readonly length: number;
    }
  | { readonly kind: 'box' /** Along x, y, z; each > 0. */; readonly size: readonly [number, number, number] }
  | {
      readonly kind: 'k-dop';
      /** Number of sides: 6 along the axes, 14 with the corners, 18 with the edges, 26 with both. */
      readonly k: 6 | 14 | 18 | 26;
      readonly mesh: TriangleMesh;
    }
  | { readonly kind: 'hull'; readonly mesh: TriangleMesh };
