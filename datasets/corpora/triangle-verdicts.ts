// The fixed part of the triangle corpus → its checksum, and whether the triangles of each pair share a point, by the
// oracle. Written by spec/corpora/write-expected.ts; the specs of spec/datasets prove it.

import type { TriangleFamily } from '../triangle-families.ts';

export interface TriangleVerdicts {
  readonly origin: string;
  readonly seed: number;
  readonly rounds: number;
  readonly count: number;
  /** SHA-256 of the coordinates in the corpus's order, as f64, little-endian. */
  readonly sha256: string;
  /** How many pairs of each family share a point. */
  readonly sharing: Readonly<Record<TriangleFamily, number>>;
  /**
   * A hexadecimal digit for each round and scale; its bits, highest first, are the offsets, 1 where the triangles share
   * a point.
   */
  readonly verdicts: Readonly<Record<TriangleFamily, string>>;
}

export const triangleVerdicts: TriangleVerdicts = {
  origin: 'pairs by datasets/triangle-corpus.ts; verdicts by trianglesSharePoint of lib/oracle/reference, in integers',
  seed: 1,
  rounds: 10,
  count: 5200,
  sha256: 'acd2c7fe762745b44052111d5bcbf09ed8ddfa1d5663f9808b3ede94d15dd0a0',
  sharing: {
    'share-vertex': 200,
    'share-edge-folded': 200,
    'share-edge-coplanar': 200,
    'share-face': 200,
    'cross-properly': 200,
    'vertex-in-face': 200,
    'edges-cross': 200,
    'edges-overlap': 200,
    'edge-in-face': 200,
    'coplanar-overlapping': 200,
    'coplanar-touching-point': 200,
    'coplanar-touching-edge': 200,
    'coplanar-apart': 0,
    'parallel-planes': 0,
    'sliver-crossing': 200,
    'sliver-near': 88,
    'zero-area-segment': 138,
    'zero-area-point': 112,
    'zero-area-both': 55,
    'one-ulp-inside': 200,
    'one-ulp-apart': 0,
    'touch-rounded': 109,
    'near-miss': 0,
    'near-parallel': 46,
    'small-and-large': 85,
    'any-pair': 53,
  },
  verdicts: {
    'share-vertex': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'share-edge-folded': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'share-edge-coplanar': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'share-face': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'cross-properly': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'vertex-in-face': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'edges-cross': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'edges-overlap': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'edge-in-face': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'coplanar-overlapping': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'coplanar-touching-point': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'coplanar-touching-edge': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'coplanar-apart': '00000000000000000000000000000000000000000000000000',
    'parallel-planes': '00000000000000000000000000000000000000000000000000',
    'sliver-crossing': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'sliver-near': '105aa775352443acc4c0d7ce672d3b62c1c2630b4715282942',
    'zero-area-segment': 'feea9de4dd4ef9e67cf9cf4efff1d3fc977bffbff6ba727b9c',
    'zero-area-point': '93be911e98791f392e79b0fd6567b1052f9791fba37e2f789d',
    'zero-area-both': '044319a2202c0244f4080e0c883002a164258412c1008046c0',
    'one-ulp-inside': 'ffffffffffffffffffffffffffffffffffffffffffffffffff',
    'one-ulp-apart': '00000000000000000000000000000000000000000000000000',
    'touch-rounded': 'b591fb71ac8524d53c1f539cb42e6f3d7534f32b89fbd112de',
    'near-miss': '00000000000000000000000000000000000000000000000000',
    'near-parallel': '903086a1a2604840202113882000248849a443000104808220',
    'small-and-large': '12d92c300cde32a59702c937b3ee4a88db08e9818086275068',
    'any-pair': '15402b80b06402e05883206802402051100216230114014c38',
  },
};
