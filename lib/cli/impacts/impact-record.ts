// Two meshes of one surface, checked to be that, and its impacts → a record of each impact: what meets, when, and
// where.

import { MeshError } from '#core';
import type { TriangleMesh } from '#mesh';
import type { ImpactTable } from '#motion';

type ImpactKind = 'vertex-face' | 'edge-edge';

/** The impacts found in a step. */
export interface FoundImpacts {
  readonly start: NamedMesh;
  readonly end: NamedMesh;
  /** Two vertices per edge, the smaller first. */
  readonly edges: Uint32Array;
  readonly table: ImpactTable;
  /** The largest time with no impact at any time up to it; 1 if there is no impact. */
  readonly freeUntil: number;
}

export interface ImpactRecord {
  readonly kind: ImpactKind;
  /** The vertex; or the edge with the smaller number. */
  readonly a: number;
  /** The face; or the other edge. */
  readonly b: number;
  /** The vertex and the face's three; or two of each edge. */
  readonly vertices: readonly number[];
  /** The first time lies in [low, high]: 0 at the start, 1 at the end. */
  readonly low: number;
  readonly high: number;
  /** Weights of the face's second and third corner; or the places along the two edges, 0 at the first vertex. */
  readonly parameters: readonly number[];
  /** xyz, mm, at the middle of the interval: the vertex; or that place on the first edge. */
  readonly point: readonly number[];
}

export function recordImpact(found: FoundImpacts, row: number): ImpactRecord {
  const { kind, a, b, low, high, parameters } = found.table;
  return {
    kind: kind[row] === 0 ? 'vertex-face' : 'edge-edge',
    a: a[row],
    b: b[row],
    vertices: verticesOf(found, row),
    low: low[row],
    high: high[row],
    parameters: Array.from(parameters.subarray(2 * row, 2 * row + 2)),
    point: placeOf(found, row),
  };
}

/** All records, in the order of the table. */
export function* impactRecords(found: FoundImpacts): Generator<ImpactRecord> {
  for (let row = 0; row < found.table.length; row++) yield recordImpact(found, row);
}

/** The middle of an impact's interval. */
export function timeOf({ low, high }: ImpactTable, row: number): number {
  return low[row] + (high[row] - low[row]) / 2;
}

/** The rows in order of the earliest time each may have; of equal ones, in the order of the table. */
export function rowsByTime({ length, low }: ImpactTable): Uint32Array {
  const rows = Uint32Array.from({ length }, (_, row) => row);
  return rows.sort((a, b) => low[a] - low[b] || a - b);
}

/** xyz of all vertices at one time. */
export function positionsAt({ start, end }: Pick<FoundImpacts, 'start' | 'end'>, time: number): Float64Array {
  const [from, to] = [start.mesh.positions, end.mesh.positions];
  return Float64Array.from(from, (x, i) => between(x, to[i], time));
}

function verticesOf({ edges, start, table }: FoundImpacts, row: number): number[] {
  const [a, b] = [table.a[row], table.b[row]];
  return table.kind[row] === 0
    ? [a, ...start.mesh.faces.subarray(3 * b, 3 * b + 3)]
    : [...edges.subarray(2 * a, 2 * a + 2), ...edges.subarray(2 * b, 2 * b + 2)];
}

function placeOf(found: FoundImpacts, row: number): number[] {
  const { table, start, end } = found;
  const [from, to] = [start.mesh.positions, end.mesh.positions];
  const time = timeOf(table, row);
  const [first, second] = verticesOf(found, row).map((vertex) =>
    [0, 1, 2].map((k) => between(from[3 * vertex + k], to[3 * vertex + k], time)),
  );
  if (table.kind[row] === 0) return first;
  return first.map((x, k) => between(x, second[k], table.parameters[2 * row]));
}

/** Returns the number itself if it does not move. */
const between = (from: number, to: number, part: number) => from + part * (to - from);

export interface NamedMesh {
  readonly mesh: TriangleMesh;
  readonly file: string;
}

/** @throws MeshError OTHER_VERTEX_COUNT, OTHER_FACE_COUNT, OTHER_FACES, OTHER_FRAME. */
export function checkSameSurface(start: NamedMesh, end: NamedMesh): void {
  const [from, to] = [start, end].map(({ mesh }) => mesh);
  checkCount('OTHER_VERTEX_COUNT', 'vertices', start, end, from.positions.length / 3, to.positions.length / 3);
  checkCount('OTHER_FACE_COUNT', 'faces', start, end, from.faces.length / 3, to.faces.length / 3);
  const corner = from.faces.findIndex((vertex, i) => vertex !== to.faces[i]);
  if (corner >= 0) {
    const first = corner - (corner % 3);
    const corners = (mesh: TriangleMesh) => Array.from(mesh.faces.subarray(first, first + 3)).join(' ');
    throw new MeshError(
      'OTHER_FACES',
      `Face ${first / 3} of ${end.file} has vertices ${corners(to)}, expected ${corners(from)} as in ${start.file}; ${remedy(start, end)}.`,
    );
  }
  if (from.frame !== undefined && to.frame !== undefined && from.frame !== to.frame)
    throw new MeshError(
      'OTHER_FRAME',
      `${end.file} is in frame ${to.frame}, expected ${from.frame} as ${start.file}; convert one with kerf convert --frame.`,
    );
}

function checkCount(code: string, what: string, start: NamedMesh, end: NamedMesh, from: number, to: number): void {
  if (from !== to)
    throw new MeshError(
      code,
      `${end.file} has ${to} ${what}, expected ${from} as ${start.file} has; ${remedy(start, end)}.`,
    );
}

function remedy(start: NamedMesh, end: NamedMesh): string {
  const stl = [start, end].find(({ file }) => /\.stl$/i.test(file));
  return stl === undefined
    ? 'give one surface twice, of which only positions differ, in triangles'
    : `${stl.file} is STL, which keeps no vertices: save both as PLY, OBJ, VTP or VTK`;
}
