// Divisions → the module's tables of splits and nodes (./module/records/divisions.ts).

import { type Divisions, MOST_CHILDREN, SPLITS } from '#divisions';
import type { CompiledStages } from './compiled-stages.ts';

/** The u32 of a node: split, depth, children, and two for an f64, the leaves. */
const NODE = 8;

export function writeSplits(stages: CompiledStages): void {
  new Uint8Array(stages.call.memory.buffer, stages.call.splitsAt(), SPLITS.length).set(SPLITS);
}

/** @param from the number of nodes that it holds already. */
export function writeNodes(stages: CompiledStages, divisions: Divisions, from: number): void {
  const { count, splits, depths, children, leaves } = divisions;
  const at = stages.call.reserveNodes(count) / 4;
  stages.look();
  const { u32, f64 } = stages;
  for (let node = from; node < count; node++) {
    const to = at + NODE * node;
    u32[to] = splits[node];
    u32[to + 1] = depths[node];
    for (let k = 0; k < MOST_CHILDREN; k++) u32[to + 2 + k] = children[MOST_CHILDREN * node + k];
    f64[to / 2 + 3] = leaves[node];
  }
}
