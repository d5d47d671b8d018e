// Divisions of every kind, whatever the faces' own shapes; random pieces of them.

import { OptionError } from '#core';
import {
  bitsOf,
  childCountOf,
  cornersOfChild,
  Divisions,
  type FaceDivisions,
  MOST_CHILDREN,
  StripDivider,
} from '#divisions';

/** Squares of edges, mm²: well shaped, a needle, obtuse, a right angle. */
const SHAPES = [
  [9, 8, 10],
  [0.01, 9, 9.1],
  [4, 4, 15],
  [9, 16, 25],
];

/** Faces divided by the rule of strips, each as a face of another shape is. */
export function mixedFaces(): FaceDivisions {
  const divisions = new Divisions();
  const divider = new StripDivider(divisions);
  const nodes = SHAPES.map(([ab, bc, ca]) => divider.nodeOf({ ab, bc, ca }, 0.2));
  const tooFine = () => new OptionError('RESOLUTION_TOO_FINE', 'No face is too fine.');
  return { divisions, nodeOf: (face) => nodes[face % nodes.length], tooFine };
}

/** The path of a random triangle among a face's pieces. @param most splits from the face to it, or one more. */
export function randomTriangle(
  divided: FaceDivisions,
  face: number,
  most: number,
  random: () => number,
): { level: number; path: number } {
  const below = (n: number) => Math.floor(n * random());
  const { divisions } = divided;
  let [node, corners, level, path] = [divided.nodeOf(face), 3, 0, 0];
  for (let left = below(most + 1); left > 0 || corners === 4; left--) {
    const split = divisions.splits[node];
    if (childCountOf(split) === 0) break;
    const child = below(childCountOf(split));
    level += bitsOf(split);
    path = (path | (child << (32 - level))) >>> 0;
    corners = cornersOfChild(split, child);
    node = divisions.children[MOST_CHILDREN * node + child];
  }
  return { level, path };
}
