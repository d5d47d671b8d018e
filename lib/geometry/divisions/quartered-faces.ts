// How often each face is quartered → its node.

import { DEEPEST_LEVEL } from '#triangles';
import { Divisions, type FaceDivisions, LEAF_NODE, TOO_FINE_NODE } from './divisions.ts';
import { QUARTER } from './splits.ts';

const divisions = new Divisions();
/** By level: the node of a face that is quartered again and again, into 4^level leaves. */
const NODES: readonly number[] = quarteredNodes();

function quarteredNodes(): number[] {
  const nodes = [LEAF_NODE];
  for (let level = 1; level <= DEEPEST_LEVEL; level++) {
    const quarter = nodes[level - 1];
    nodes.push(divisions.nodeOf(QUARTER, [quarter, quarter, quarter, quarter]));
  }
  return nodes;
}

export class QuarteredFaces implements FaceDivisions {
  readonly divisions: Divisions = divisions;
  readonly #levels: Uint8Array;

  /** @param levels how often each face is quartered; TOO_FINE_NODE beyond DEEPEST_LEVEL. */
  constructor(levels: Uint8Array) {
    this.#levels = levels;
  }

  nodeOf(face: number): number {
    return NODES[this.#levels[face]] ?? TOO_FINE_NODE;
  }
}
