// A body's faces → small sets that hang together, so that one ray finds the side of a whole set.
//
//     ┌──────┬──────┐
//     │ 0  0 │ 1  1 │   faces of a set, at most FACES_A_SET, are joined by corners at one point. If none of them has a
//     │ 0  0 │ 1 ╳1 │   candidate, no point of the set is on the other surface, and all of it lies on one side. A set
//     └──────┴──────┘   with a candidate (╳) is asked face by face.
//
// A face joins the fullest set that has room and a corner of it, else it begins one. In the order of the BVH the next
// face is close by, so that few sets stay small. Linear in faces.

import { SET_PLACE, type Surface, wordOffsets, wordsOf } from '#records';

/**
 * A larger set saves rays if it has no candidate, but more sets have one, and the rays there are the long ones. For a
 * saw in a skull, rays meet fewer spans with 8 than with 16 or 32.
 */
const FACES_A_SET = 8;
const AT = wordOffsets(SET_PLACE);
const WORDS = wordsOf(SET_PLACE);
const NO_SET = 0xffffffff;

/**
 * @param order all faces, near ones one after another: that of the BVH.
 * @param welded for each vertex the first one with its coordinates.
 * @returns a SET_PLACE for each face, set after set.
 */
export function faceSets(
  { faces }: Pick<Surface, 'faces'>,
  order: Uint32Array,
  welded: ArrayLike<number>,
): Uint32Array {
  const setOf = new Uint32Array(order.length);
  const sizes = joinFaces(faces, order, welded, setOf);
  const next = new Uint32Array(sizes.length);
  for (let set = 1; set < sizes.length; set++) next[set] = next[set - 1] + sizes[set - 1];
  const firsts = next.slice();
  const words = new Uint32Array(WORDS * order.length);
  for (let i = 0; i < order.length; i++) {
    const set = setOf[i];
    const at = WORDS * next[set]++;
    words[at + AT.face] = order[i];
    words[at + AT.first] = firsts[set];
    words[at + AT.end] = firsts[set] + sizes[set];
  }
  return words;
}

/** Writes the set of each face of the order. @returns how many faces each set has. */
function joinFaces(
  faces: Uint32Array,
  order: Uint32Array,
  welded: ArrayLike<number>,
  setOf: Uint32Array,
): readonly number[] {
  /** The set with room that last took a face at a vertex. */
  const openAt = new Uint32Array(welded.length).fill(NO_SET);
  const sizes: number[] = [];
  const hasRoom = (set: number) => set !== NO_SET && sizes[set] < FACES_A_SET;
  for (let i = 0; i < order.length; i++) {
    const corner = 3 * order[i];
    let set = NO_SET;
    for (let k = 0; k < 3; k++) {
      const open = openAt[welded[faces[corner + k]]];
      if (hasRoom(open) && (set === NO_SET || sizes[open] > sizes[set])) set = open;
    }
    if (set === NO_SET) set = sizes.push(0) - 1;
    sizes[set]++;
    setOf[i] = set;
    for (let k = 0; k < 3; k++) {
      const vertex = welded[faces[corner + k]];
      if (!hasRoom(openAt[vertex])) openAt[vertex] = set;
    }
  }
  return sizes;
}
