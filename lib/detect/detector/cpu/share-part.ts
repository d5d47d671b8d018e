// A thread's measurements of its rows ↔ plain arrays, which pass from thread to thread; all threads' arrays → the
// tables of a side.

import { type DistanceRecords, distanceRecords, type SubTriangles, subTriangles } from '#records';

/** The columns of SubTriangles that contacts are made from, one row a record, and those of DistanceRecords. */
interface SidePart {
  readonly leaves: Pick<SubTriangles['rows']['columns'], 'face' | 'level' | 'path' | 'lattice' | 'further'>;
  readonly records: DistanceRecords['columns'];
}

/** The parts of all wanted sides, the bone's first. */
export interface SharePart {
  readonly sides: readonly SidePart[];
  /** Leaves, including those without a record. */
  readonly subTriangles: number;
}

interface SideTables {
  readonly leaves: SubTriangles;
  readonly records: DistanceRecords;
}

/** @returns copies: the tables may change. */
export function partOf(sides: readonly SideTables[]): SharePart {
  return {
    sides: sides.map(({ leaves, records }) => ({
      leaves: leavesOf(leaves, records),
      records: records.copyColumns(),
    })),
    subTriangles: sides.reduce((sum, { leaves }) => sum + leaves.rows.length, 0),
  };
}

/** The leaves of the records, in their order. */
function leavesOf({ rows }: SubTriangles, { columns, length }: DistanceRecords): SidePart['leaves'] {
  const from = rows.columns;
  const face = new Uint32Array(length);
  const level = new Uint8Array(length);
  const path = new Uint32Array(length);
  const lattice = new Int32Array(6 * length);
  const further = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const leaf = columns.subTriangle[i];
    face[i] = from.face[leaf];
    level[i] = from.level[leaf];
    path[i] = from.path[leaf];
    further[i] = from.further[leaf];
    for (let k = 0; k < 6; k++) lattice[6 * i + k] = from.lattice[6 * leaf + k];
  }
  return { face, level, path, lattice, further };
}

/** The tables of side `side`, from the parts in the order of their rows. */
export function joinParts(parts: readonly SharePart[], side: number): SideTables {
  const leaves = subTriangles();
  const records = distanceRecords();
  for (const part of parts) {
    const { leaves: theirs, records: columns } = part.sides[side];
    const first = records.length;
    leaves.rows.appendColumns(theirs, theirs.face.length);
    records.appendColumns(columns, theirs.face.length);
    for (let row = first; row < records.length; row++) records.columns.subTriangle[row] = row;
  }
  return { leaves, records };
}
