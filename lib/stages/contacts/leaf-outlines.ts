// Leaves in contact → what decides which of them touch, kept when the query's tables are overwritten.
//
//   face of the mesh         7            9        12     …      a run of rows each
//   starts             0            4         5           …      its first row; at last the count of rows
//   corners            a b c        b c d     …                  its vertices, welded
//   lattice            s t s t s t │ …                           three points per row, in LATTICE parts of the edges

import { stopIfUnwanted } from '#core';
import type { SubTriangles, Surface } from '#records';

export interface LeafOutlines {
  readonly starts: Uint32Array;
  readonly corners: Uint32Array;
  readonly lattice: Int32Array;
  /** How often each leaf's edges might be halved further: other leaves may have corners there. */
  readonly further: Uint8Array;
  /** Vertex numbers are below it. */
  readonly vertexCount: number;
}

/**
 * @param rows which leaves (rows of SubTriangles), by face and path; the first `count` of them.
 * @param welded by vertex: the first vertex with its coordinates.
 */
export function leafOutlines(
  { faces, vertexCount }: Pick<Surface, 'faces' | 'vertexCount'>,
  leaves: SubTriangles,
  rows: Uint32Array,
  count: number,
  welded: Uint32Array,
): LeafOutlines {
  const { face, lattice: from, further: halvings } = leaves.rows.columns;
  const lattice = new Int32Array(6 * count);
  const further = new Uint8Array(count);
  const isFirst = (i: number): boolean => i === 0 || face[rows[i]] !== face[rows[i - 1]];
  let runs = 0;
  for (let i = 0; i < count; i++) {
    if (i % 16_384 === 0) stopIfUnwanted();
    if (isFirst(i)) runs++;
  }
  const starts = new Uint32Array(runs + 1);
  const corners = new Uint32Array(3 * runs);
  let run = 0;
  for (let i = 0; i < count; i++) {
    if (i % 16_384 === 0) stopIfUnwanted();
    const leaf = rows[i];
    for (let k = 0; k < 6; k++) lattice[6 * i + k] = from[6 * leaf + k];
    further[i] = halvings[leaf];
    if (!isFirst(i)) continue;
    starts[run] = i;
    for (let k = 0; k < 3; k++) corners[3 * run + k] = welded[faces[3 * face[leaf] + k]];
    run++;
  }
  starts[runs] = count;
  return { starts, corners, lattice, further, vertexCount };
}
