// Two bodies → whether their surfaces certainly only touch, so that the solids share no volume: exactly.
//
//         tool            Every face gets a free side, on which the other body is not: no face of the other body lies
//     ▲ ───f─────         there next to the face's interior, and a point there, near the face, is outside it. Faces
//     ▼ ══════g═════      that coincide have different free sides: f is free above, g below.
//         bone
//
// Then no volume is shared. Let C be a cell of space between all faces in which both bodies wind. It is bounded, so
// some area P bounds it, which lies in a face f, say the tool's. C is not on f's free side, where the bone does not
// wind. So the bone winds on f's other side and not on the free one: P lies in a face g of the bone, too. In the same
// way C is not on g's free side. But f and g are free on different sides: there is no such cell. Neither body has to
// face outward for this, or wind only once.

import type { Surface } from '#records';
import { COPLANAR, CROSSING, FaceContact } from './face-contact.ts';
import { boxesMeet, type FaceList, faceList } from './face-list.ts';
import { FreeSide } from './free-side.ts';

/** With more pairs of faces than this, no answer is sought. */
const MOST_PAIRS = 2 ** 20;

export function onlyTouch(bone: Surface, tool: Surface): boolean {
  if (bone.faceCount * tool.faceCount > MOST_PAIRS) return false;
  const a = faceList(bone);
  const b = faceList(tool);
  if (a === null || b === null) return false;
  const coplanar = contacts(a, b);
  if (coplanar === null) return false;
  const ofBone = freeSides(a, b);
  const ofTool = ofBone && freeSides(b, a);
  if (ofBone === null || ofTool === null) return false;
  const contact = new FaceContact();
  return coplanar.every(([f, g]) => {
    contact.corners.set(a.corners.subarray(9 * f, 9 * f + 9));
    contact.corners.set(b.corners.subarray(9 * g, 9 * g + 9), 9);
    return ofBone[f] * ofTool[g] * contact.facing() < 0;
  });
}

/** Fills `touched` of both. @returns the pairs that partly coincide; null if faces cross or touch from both sides. */
function contacts(a: FaceList, b: FaceList): (readonly [number, number])[] | null {
  const contact = new FaceContact();
  const coplanar: (readonly [number, number])[] = [];
  for (let f = 0; f < a.count; f++) {
    if (!boxesMeet(a.boxes, 6 * f, b.body.bounds, 0)) continue;
    for (let g = 0; g < b.count; g++) {
      if (!boxesMeet(a.boxes, 6 * f, b.boxes, 6 * g)) continue;
      contact.corners.set(a.corners.subarray(9 * f, 9 * f + 9));
      contact.corners.set(b.corners.subarray(9 * g, 9 * g + 9), 9);
      const found = contact.find();
      if (found === CROSSING) return null;
      if (found === COPLANAR) coplanar.push([f, g]);
      if (!touch(a, f, contact.sideOfF) || !touch(b, g, contact.sideOfG)) return null;
    }
  }
  return coplanar;
}

/** @returns false if the face is touched from both sides. */
function touch({ touched }: FaceList, face: number, side: number): boolean {
  if (side !== 0 && touched[face] === -side) return false;
  if (side !== 0) touched[face] = side;
  return true;
}

/** For each face near the other body, a side free of it, ±1; null if some face has none, or none is found. */
function freeSides(of: FaceList, other: FaceList): Int8Array | null {
  const free = new Int8Array(of.count);
  const freeSide = new FreeSide(other);
  for (let face = 0; face < of.count; face++) {
    if (!boxesMeet(of.boxes, 6 * face, other.body.bounds, 0)) continue;
    const corners = of.corners.subarray(9 * face, 9 * face + 9);
    const touched = of.touched[face];
    free[face] = [1, -1].find((side) => side !== touched && freeSide.isFree(corners, side)) ?? 0;
    if (free[face] === 0) return null;
  }
  return free;
}
