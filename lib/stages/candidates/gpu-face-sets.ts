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
  const words = new Uint32Array(WORDS * order.length);
  let first = 0;
  for (const set of joined(faces, order, welded)) {
    const end = first + set.length;
    set.forEach((face, i) => {
      const at = WORDS * (first + i);
      words[at + AT.face] = face;
      words[at + AT.first] = first;
      words[at + AT.end] = end;
    });
    first = end;
  }
  return words;
}

function joined(faces: Uint32Array, order: Uint32Array, welded: ArrayLike<number>): readonly (readonly number[])[] {
  const sets: number[][] = [];
  /** By vertex: the set that first took a face there since the one before was full. */
  const openAt: (number[] | undefined)[] = [];
  const hasRoom = (set: number[] | undefined): set is number[] => set !== undefined && set.length < FACES_A_SET;
  for (const face of order) {
    const corners = [0, 1, 2].map((k) => welded[faces[3 * face + k]]);
    let set: number[] = [];
    for (const vertex of corners) {
      const open = openAt[vertex];
      if (hasRoom(open) && open.length > set.length) set = open;
    }
    if (set.length === 0) sets.push(set);
    set.push(face);
    for (const vertex of corners) if (!hasRoom(openAt[vertex])) openAt[vertex] = set;
  }
  return sets;
}
