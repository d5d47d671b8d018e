// A body in its own frame → the words of its geometry buffer: grid coordinates of its vertices, then its faces, then
// the nodes of their divisions.

import {
  bitsOf,
  childCountOf,
  cornersOfChild,
  type Divisions,
  endsOf,
  type FaceDivisions,
  MOST_CHILDREN,
  MOST_CORNERS,
  SPLITS,
} from '#divisions';
import { toGrid } from '#gpu';
import {
  CORNER_BITS,
  BRANCH_LEAVES,
  DIVISION,
  FACE,
  packedWord,
  PIECE_CORNER,
  RETIRED_CORNER,
  type Surface,
  wordOffsets,
  wordsOf,
} from '#records';

const AT = wordOffsets(FACE);
const FACE_WORDS = wordsOf(FACE);
const NODE_AT = wordOffsets(DIVISION);
const NODE_WORDS = wordsOf(DIVISION);
/** An edited body has room for as many more nodes, however few it has. */
const LEAST_SPARE_NODES = 1024;

/** Offsets in a geometry buffer, in words. Capacity beyond the counts is for edits. */
export interface GeometryLayout {
  readonly vertexCapacity: number;
  readonly faceCapacity: number;
  readonly nodeCapacity: number;
  /** First word of the faces, and of the nodes. */
  readonly faceOffset: number;
  readonly nodeOffset: number;
  readonly words: number;
}

/** @param spare share of the present counts to leave free, 0 for a body that is never edited. */
export function geometryLayout(
  vertexCount: number,
  faceCount: number,
  nodeCount: number,
  spare: number,
): GeometryLayout {
  const vertexCapacity = Math.ceil(vertexCount * (1 + spare));
  const faceCapacity = Math.ceil(faceCount * (1 + spare));
  const nodeCapacity = nodeCount + (spare > 0 ? Math.max(LEAST_SPARE_NODES, Math.ceil(nodeCount * spare)) : 0);
  const faceOffset = 3 * vertexCapacity;
  const nodeOffset = faceOffset + FACE_WORDS * faceCapacity;
  const words = nodeOffset + NODE_WORDS * nodeCapacity;
  return { vertexCapacity, faceCapacity, nodeCapacity, faceOffset, nodeOffset, words };
}

/** Words of vertices from … to − 1. @param positions own frame, mm. */
export function vertexWords(
  positions: Float64Array,
  from: number,
  to: number,
  centre: readonly [number, number, number],
  unit: number,
): Int32Array {
  const out = new Int32Array(3 * (to - from));
  toGrid(positions.subarray(3 * from, 3 * to), centre, unit, out);
  return out;
}

/** Words of faces from … to − 1. It asks for their nodes, so that the divisions have them. */
export function faceWords(
  { faces, retired }: Pick<Surface, 'faces' | 'retired'>,
  from: number,
  to: number,
  divided: FaceDivisions,
): Uint32Array {
  const out = new Uint32Array(FACE_WORDS * (to - from));
  for (let face = from; face < to; face++) {
    const at = FACE_WORDS * (face - from);
    out[at + AT.a] = retired !== null && retired[face] === 1 ? RETIRED_CORNER : faces[3 * face];
    out[at + AT.b] = faces[3 * face + 1];
    out[at + AT.c] = faces[3 * face + 2];
    out[at + AT.node] = divided.nodeOf(face);
  }
  return out;
}

/** Words of nodes from … to − 1. */
export function nodeWords(divisions: Divisions, from: number, to: number): Uint32Array {
  const { splits, children, leaves } = divisions;
  const branches = branchCounts(divisions, to);
  const out = new Uint32Array(NODE_WORDS * (to - from));
  for (let node = from; node < to; node++) {
    const at = NODE_WORDS * (node - from);
    const split = splits[node];
    out[at + NODE_AT.bits] = bitsOf(split);
    // A scene with a face that may not be divided so finely is not asked.
    out[at + NODE_AT.leaves] = Number.isFinite(leaves[node]) ? leaves[node] : 0;
    out[at + NODE_AT.branches] = branches[node];
    for (let child = 0; child < childCountOf(split); child++) {
      out[at + NODE_AT.child0 + 2 * child] = children[MOST_CHILDREN * node + child];
      out[at + NODE_AT.corners0 + 2 * child] = cornerBits(split, child);
    }
  }
  return out;
}

/** Of nodes up to `to` − 1: a node's children come before it. */
function branchCounts({ splits, children, leaves }: Divisions, to: number): Float64Array {
  const branches = new Float64Array(to);
  for (let node = 0; node < to; node++) {
    const childCount = leaves[node] > BRANCH_LEAVES ? childCountOf(splits[node]) : 0;
    for (let child = 0; child < childCount; child++) branches[node] += branches[children[MOST_CHILDREN * node + child]];
    if (childCount === 0) branches[node] = 1;
  }
  return branches;
}

/** The ends of a child's corners, as DIVISION says. */
function cornerBits(split: number, child: number): number {
  const ends = endsOf(split, child);
  let bits = 0;
  for (let k = 0; k < MOST_CORNERS; k++) {
    const corner = Math.min(k, cornersOfChild(split, child) - 1);
    const [first, second] = [SPLITS[ends + 2 * corner], SPLITS[ends + 2 * corner + 1]];
    bits |= packedWord(PIECE_CORNER, { first, second }) << (CORNER_BITS * k);
  }
  return bits;
}
