// Faces → the parts that shared edges connect: which are closed, and which of their faces to turn so that all agree.

import { DisjointSets, HashTable, hashWith } from '#core';
import { isProper } from './improper-faces.ts';

const NO_PART = 2 ** 32 - 1;
/** By corner: no other face at the edge that starts there, or several others. */
const BOUNDARY = -1;
const CROWDED = -2;

export interface EdgePart {
  /** Its lowest face. */
  readonly first: number;
  /** An edge with one face. */
  readonly hasBoundary: boolean;
  /** An edge with more than two faces. */
  readonly isCrowded: boolean;
  /** Whether it has neither, so that its faces can be compared across each edge. */
  readonly isClosed: boolean;
  /** Closed, but whichever faces are turned, two disagree. */
  readonly isUnorientable: boolean;
  /** How many faces disagree with the lowest one. */
  readonly disagreeing: number;
}

export interface EdgeParts {
  /** In the order of their lowest faces. */
  readonly parts: readonly EdgePart[];
  /** By face: the number of its part; 2^32 − 1 for a face without edges, which has two equal corners. */
  readonly of: Uint32Array;
  /** By face: 1 if it disagrees with the lowest face of its part. 0 throughout a part that is not closed. */
  readonly disagrees: Uint8Array;
}

/** Two faces agree at an edge if they run along it in opposite directions. @param faces of welded vertices. */
export function findEdgeParts(faces: Uint32Array): EdgeParts {
  const mates = findMates(faces);
  const sets = new DisjointSets(faces.length / 3);
  for (let corner = 0; corner < faces.length; corner++)
    if (mates.to[corner] >= 0) sets.join(faceOf(corner), faceOf(mates.to[corner]));
  for (let i = 0; i < mates.crowds.length; i += 2) sets.join(mates.crowds[i], mates.crowds[i + 1]);
  const of = new Uint32Array(faces.length / 3).fill(NO_PART);
  const parts: { -readonly [Key in keyof EdgePart]: EdgePart[Key] }[] = [];
  for (let face = 0; face < of.length; face++) {
    if (!isProper(faces[3 * face], faces[3 * face + 1], faces[3 * face + 2])) continue;
    const first = sets.find(face);
    if (first === face) {
      of[face] = parts.length;
      parts.push({
        ...{ first, hasBoundary: false, isCrowded: false, isClosed: true, isUnorientable: false, disagreeing: 0 },
      });
    } else of[face] = of[first];
    const part = parts[of[face]];
    for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
      if (mates.to[corner] === BOUNDARY) part.hasBoundary = true;
      if (mates.to[corner] === CROWDED) part.isCrowded = true;
    }
    part.isClosed = !part.hasBoundary && !part.isCrowded;
  }
  const disagrees = new Uint8Array(of.length);
  const search = new Search(faces, mates.to, disagrees);
  for (const part of parts) if (part.isClosed) Object.assign(part, search.from(part.first));
  return { parts, of, disagrees };
}

const faceOf = (corner: number) => Math.floor(corner / 3);
const nextCorner = (corner: number) => (corner % 3 === 2 ? corner - 2 : corner + 1);

interface Mates {
  /** By corner, for the edge from it to the face's next corner: the other face's corner; BOUNDARY; CROWDED. */
  readonly to: Int32Array;
  /** Pairs of faces that share a crowded edge: each with the first. */
  readonly crowds: readonly number[];
}

function findMates(faces: Uint32Array): Mates {
  const to = new Int32Array(faces.length).fill(BOUNDARY);
  const crowds: number[] = [];
  const table = new HashTable(faces.length);
  for (let corner = 0; corner < faces.length; corner++) {
    const start = corner - (corner % 3);
    if (!isProper(faces[start], faces[start + 1], faces[start + 2])) continue;
    const low = Math.min(faces[corner], faces[nextCorner(corner)]);
    const high = Math.max(faces[corner], faces[nextCorner(corner)]);
    let held = table.first(hashWith(hashWith(0, low), high));
    for (; held >= 0; held = table.next()) {
      const [a, b] = [faces[held], faces[nextCorner(held)]];
      if ((a === low && b === high) || (a === high && b === low)) break;
    }
    if (held < 0) table.put(corner);
    else if (to[held] === BOUNDARY) [to[held], to[corner]] = [corner, held];
    else {
      const second = to[held];
      if (second >= 0) {
        crowds.push(faceOf(held), faceOf(second));
        to[second] = CROWDED;
      }
      crowds.push(faceOf(held), faceOf(corner));
      to[held] = to[corner] = CROWDED;
    }
  }
  return { to, crowds };
}

/** Goes breadth first from the lowest face of a closed part to all others. */
class Search {
  readonly #faces: Uint32Array;
  readonly #mates: Int32Array;
  readonly #disagrees: Uint8Array;
  readonly #isSeen: Uint8Array;
  readonly #queue: Uint32Array;

  constructor(faces: Uint32Array, mates: Int32Array, disagrees: Uint8Array) {
    this.#faces = faces;
    this.#mates = mates;
    this.#disagrees = disagrees;
    this.#isSeen = new Uint8Array(disagrees.length);
    this.#queue = new Uint32Array(disagrees.length);
  }

  from(first: number): Pick<EdgePart, 'isUnorientable' | 'disagreeing'> {
    const queue = this.#queue;
    const disagrees = this.#disagrees;
    let end = 0;
    let [isUnorientable, disagreeing] = [false, 0];
    queue[end++] = first;
    this.#isSeen[first] = 1;
    for (let at = 0; at < end; at++) {
      const face = queue[at];
      disagreeing += disagrees[face];
      for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
        const mate = this.#mates[corner];
        const other = faceOf(mate);
        const isSameWay = this.#faces[corner] === this.#faces[mate] ? 1 : 0;
        const value = disagrees[face] ^ isSameWay;
        if (this.#isSeen[other] === 1) isUnorientable ||= disagrees[other] !== value;
        else {
          this.#isSeen[other] = 1;
          disagrees[other] = value;
          queue[end++] = other;
        }
      }
    }
    return { isUnorientable, disagreeing };
  }
}
