// Boxes → overlapping pairs, by the hybrid with each of its parts as in lib or as published.
//
// The published form, after F. Liu et al., 2010, and CN104408685: two sizes, split by diagonals (two-sizes.ts); a sweep
// along the axis nearest to the principal one (sweep-axis.ts); Morton codes with fewer and the lowest bits on that axis
// (axis-codes.ts); each leaf swept in two passes (leaf-sweep.ts); threads that take their turns from a queue.

import { type LeafTables, leafTables } from '#broad-phase/leaf-set.ts';
import type { Boxes } from '#broad-phase/boxes.ts';
import { type HybridTables, hybridRows } from '#broad-phase/hybrid.ts';
import { localBoxes } from '#broad-phase/local-boxes.ts';
import { copyRows, type NewMemory, placesOf, type Rows } from '#broad-phase/row-store.ts';
import type { Share } from '#broad-phase/share.ts';
import { classesAbove, classesOf, curveOrder, sizeClasses } from '#broad-phase/size-classes.ts';
import { dealtTurns, type NextTurn } from '#broad-phase/turns.ts';
import { boxCodes, hilbertCode } from '#bvh';
import { sortByKey } from '#core';
import { type AxisOrder, axisCodes } from './axis-codes.ts';
import { type Ranks, ranksAlong, sweptPairs } from './leaf-sweep.ts';
import { sweepAxis } from './sweep-axis.ts';
import { twoSizes } from './two-sizes.ts';

export interface Parts {
  readonly sizes: 'leaf' | 'factor 4' | 'two';
  /** What the sweep and its codes go along. */
  readonly axis: 'spread' | 'principal';
  readonly order: 'hilbert' | AxisOrder;
  readonly leaf: 'packed' | 'swept';
}

export const LIB: Parts = { sizes: 'leaf', axis: 'spread', order: 'hilbert', leaf: 'packed' };
export const PUBLISHED: Parts = { sizes: 'two', axis: 'principal', order: 'interleaved', leaf: 'swept' };

const WHOLE: Share = { index: 0, of: 1 };

/** What a swept leaf needs besides its tables. */
export interface SweepTables {
  readonly axis: number;
  readonly ranks: Ranks;
}

export interface PartTables {
  readonly sets: LeafTables[];
  /** The first share's; null for the others, and for packed leaves. */
  readonly sweep: SweepTables | null;
}

/** Tables of a share of the classes. */
export function partTables(boxes: Boxes, parts: Parts, share: Share = WHOLE): PartTables {
  const local = localBoxes(boxes);
  const axis = parts.order === 'hilbert' && parts.leaf === 'packed' ? 0 : sweepAxis(local, parts.axis);
  const classes = classesOf(share, classesBy(parts.sizes, local));
  const sets = classes.map((bodies) => leafTables(inOrder(bodies, local, parts, axis), local));
  const isSwept = parts.leaf === 'swept' && share.index === 0;
  return { sets, sweep: isSwept ? { axis, ranks: ranksAlong(local, axis) } : null };
}

function classesBy(sizes: Parts['sizes'], local: Float32Array): Uint32Array[] {
  if (sizes === 'two') return twoSizes(local);
  return sizes === 'leaf' ? sizeClasses(local) : classesAbove(local, curveOrder(local), 0);
}

/** Bodies of a class in the order of its leaves; along a Hilbert curve they are already, unless there are two sizes. */
function inOrder(bodies: Uint32Array, local: Float32Array, { sizes, order }: Parts, axis: number): Uint32Array {
  if (order === 'hilbert' && sizes !== 'two') return bodies;
  const own = new Float32Array(6 * bodies.length);
  bodies.forEach((body, at) => {
    for (let k = 0; k < 6; k++) own[6 * at + k] = local[6 * body + k];
  });
  const codes = order === 'hilbert' ? boxCodes(own, bodies.length, hilbertCode) : axisCodes(own, axis, order);
  return sortByKey(codes, bodies.length).map((at) => bodies[at]);
}

/** Of the turns taken: ascending pairs of swept leaves, rows of packed ones. */
export function answerTurns(
  tables: HybridTables,
  sweep: SweepTables | null,
  nextTurn: NextTurn,
  memory: NewMemory,
): Uint32Array | Rows {
  if (sweep === null) return hybridRows(tables, nextTurn, memory);
  return sweptPairs(tables, sweep.ranks, sweep.axis, nextTurn);
}

/** i, j, i, j, … with i < j, ascending. */
export function partPairs(boxes: Boxes, parts: Parts): Uint32Array {
  if (boxes.count < 2) return new Uint32Array(0);
  const memory = (bytes: number) => new ArrayBuffer(bytes);
  const { sets, sweep } = partTables(boxes, parts);
  const found = answerTurns({ boxes, sets }, sweep, dealtTurns(WHOLE), memory);
  if (found instanceof Uint32Array) return found;
  const places = placesOf([found], boxes.count, memory);
  const pairs = new Uint32Array(places[boxes.count]);
  copyRows(found, places, pairs);
  return pairs;
}
