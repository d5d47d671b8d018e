// Impacts of all shares of a step, in any order → the table, ordered by (kind, a, b).

import { sortByKey } from '#core';
import type { ImpactColumns } from './impact-rows.ts';
import type { FoundImpacts, ImpactStats } from './impact-search.ts';

/** Impacts of a step, ordered by (kind, a, b): each column has one element a row, `parameters` two. */
export interface ImpactTable {
  readonly length: number;
  /** 0: a vertex and a face; 1: two edges. */
  readonly kind: Uint8Array;
  /** The vertex; or the edge with the smaller number. */
  readonly a: Uint32Array;
  /** The face; or the other edge. */
  readonly b: Uint32Array;
  /** The first time lies in [low, high] ⊂ [0, 1]; see Impact. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Two per row, see Impact. */
  readonly parameters: Float64Array;
  /** The step's work: see ImpactStats. Not part of the answer. */
  readonly stats: Readonly<Record<string, number>>;
}

export function impactTable(shares: readonly FoundImpacts[]): ImpactTable {
  const vertexFaces = shares.map((share) => share.vertexFaces);
  const edgePairs = shares.map((share) => share.edgePairs);
  const count = (all: readonly ImpactColumns[]) => all.reduce((sum, { a }) => sum + a.length, 0);
  const split = count(vertexFaces);
  const length = split + count(edgePairs);
  const table = {
    length,
    kind: new Uint8Array(length).fill(1, split),
    a: new Uint32Array(length),
    b: new Uint32Array(length),
    low: new Float64Array(length),
    high: new Float64Array(length),
    parameters: new Float64Array(2 * length),
    stats: { ...sumOf(shares.map(({ stats }) => stats)) },
  };
  writeOrdered(vertexFaces, 0, table);
  writeOrdered(edgePairs, split, table);
  return table;
}

function writeOrdered(parts: readonly ImpactColumns[], at: number, table: ImpactTable): void {
  const all = joined(parts);
  const count = all.a.length;
  // A stable sort by b, then by a.
  const byB = sortByKey(all.b, count);
  const order = sortByKey(
    byB.map((row) => all.a[row]),
    count,
  );
  for (let i = 0; i < count; i++) {
    const row = byB[order[i]];
    table.a[at + i] = all.a[row];
    table.b[at + i] = all.b[row];
    table.low[at + i] = all.low[row];
    table.high[at + i] = all.high[row];
    table.parameters[2 * (at + i)] = all.first[row];
    table.parameters[2 * (at + i) + 1] = all.second[row];
  }
}

function joined(parts: readonly ImpactColumns[]): ImpactColumns {
  if (parts.length === 1) return parts[0];
  const length = parts.reduce((sum, { a }) => sum + a.length, 0);
  const all = {
    a: new Uint32Array(length),
    b: new Uint32Array(length),
    low: new Float64Array(length),
    high: new Float64Array(length),
    first: new Float64Array(length),
    second: new Float64Array(length),
  };
  let at = 0;
  for (const part of parts) {
    for (const name of Object.keys(all) as (keyof ImpactColumns)[]) all[name].set(part[name], at);
    at += part.a.length;
  }
  return all;
}

function sumOf(all: readonly ImpactStats[]): ImpactStats {
  const sum = { nodePairs: 0, front: 0, itemPairs: 0, featurePairs: 0, elementaryTests: 0, coplanar: 0, escalated: 0 };
  for (const stats of all) for (const name of Object.keys(sum) as (keyof ImpactStats)[]) sum[name] += stats[name];
  return sum;
}
