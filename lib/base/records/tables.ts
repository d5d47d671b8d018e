// The tables that flow from stage to stage: one schema each.

import { GrowingArray } from '#core';
import { ColumnTable } from './column-table.ts';

/**
 * Every pair of faces that comes within δ, and others that nearly do; each pair once. Pairs of one bone face are
 * consecutive.
 */
const CANDIDATE_PAIRS = { boneFace: { type: 'u32' }, toolFace: { type: 'u32' } } as const;
export type CandidatePairs = ColumnTable<typeof CANDIDATE_PAIRS>;
export const candidatePairs = (): CandidatePairs => new ColumnTable(CANDIDATE_PAIRS, 256);

/**
 * The faces of one side to subdivide, each with the other body's faces near it: near[start … start + count), ascending.
 */
const ACTIVE_FACES = {
  face: { type: 'u32' },
  start: { type: 'u32' },
  count: { type: 'u32' },
  /** 1: not a candidate, and wholly inside the other solid. */
  inside: { type: 'u8' },
} as const;
export interface ActiveFaces {
  readonly rows: ColumnTable<typeof ACTIVE_FACES>;
  readonly near: GrowingArray<Uint32Array>;
}
export const activeFaces = (): ActiveFaces => ({
  rows: new ColumnTable(ACTIVE_FACES),
  near: new GrowingArray(new Uint32Array(64)),
});

/**
 * Leaves of the face subdivision of one body. lattice: its three corners as (i, j) pairs, in LATTICE parts of the
 * face's edges. near[start … start + count): the other body's faces that its bounding sphere, inflated by δ, meets.
 */
const SUB_TRIANGLES = {
  face: { type: 'u32' },
  level: { type: 'u8' },
  path: { type: 'u32' },
  lattice: { type: 'i32', width: 6 },
  start: { type: 'u32' },
  count: { type: 'u32' },
  /** 1: farther than δ from the other surface, and inside the other solid. */
  inside: { type: 'u8' },
  /** How often an edge might be halved further, if the leaf is longer than h: points there may be others' corners. */
  further: { type: 'u8' },
} as const;
export interface SubTriangles {
  readonly rows: ColumnTable<typeof SUB_TRIANGLES>;
  readonly near: GrowingArray<Uint32Array>;
  /** Sub-triangles visited on all levels. */
  visited: number;
}
export const subTriangles = (): SubTriangles => ({
  rows: new ColumnTable(SUB_TRIANGLES),
  near: new GrowingArray(new Uint32Array(256)),
  visited: 0,
});

/** What was measured on the sub-triangles that come within δ: see ContactTable for the columns' meaning. */
const DISTANCE_RECORDS = {
  /** Row in SubTriangles. */
  subTriangle: { type: 'u32' },
  corners: { type: 'f64', width: 9 },
  point: { type: 'f64', width: 3 },
  opposite: { type: 'f64', width: 3 },
  oppositeFace: { type: 'u32' },
  normal: { type: 'f64', width: 3 },
  distance: { type: 'f64' },
  low: { type: 'f64' },
  high: { type: 'f64' },
} as const;
export type DistanceRecords = ColumnTable<typeof DISTANCE_RECORDS>;
export const distanceRecords = (): DistanceRecords => new ColumnTable(DISTANCE_RECORDS);
