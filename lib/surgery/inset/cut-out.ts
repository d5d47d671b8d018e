// A closed surface and a box → the surface outside the box, with a rim to which what fills the box is joined.
//
//      surface ─clip-face→ parts of faces in the box ─rim-side→ common vertices on the box's sides ─outer-face→ the
//                                                       ↑ chords of what fills the box                rest of each face
//
// Faces that do not reach the box stay as they are; a face that does is replaced by the part of it that lies outside.

import type { TriangleMesh } from '#mesh';
import { clipFace, type ClippedCorner, OWN_EDGES } from './clip-face.ts';
import { coordinate, type InsetBox, sideFrame } from './inset-box.ts';
import type { Path } from './node-paths.ts';
import { fillRest } from './outer-face.ts';
import { RimSide } from './rim-side.ts';
import { RimVertices } from './rim-vertices.ts';

/** Where what fills the box crosses a square of one of its sides, in the direction of its own faces. */
export interface RimChord {
  readonly side: number;
  /** The place of the square's low corner. */
  readonly place: readonly number[];
  /** xyz in parts of a cell; both on edges of the lattice. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export interface CutOut {
  readonly positions: Float64Array<ArrayBuffer>;
  /** Whole faces of the surface first, in their order. */
  readonly faces: Uint32Array<ArrayBuffer>;
  /** By face: the face of the surface of which it is a part; −1 if it lies in a side of the box. */
  readonly sources: Int32Array;
  /** How many are whole. */
  readonly wholeCount: number;
  /** By chord, the vertices along it, both ends included. */
  readonly chains: readonly (readonly number[])[];
}

/**
 * @param surface closed; corners at the same place are the same vertex.
 * @returns null if its faces, once rounded, do not leave outlines that close.
 */
export function cutOut(surface: TriangleMesh, box: InsetBox, chords: readonly RimChord[]): CutOut | null {
  const { positions, faces } = surface;
  const vertices = new RimVertices(box, positions.length / 3);
  const sides = [0, 1, 2, 3, 4, 5].map((side) => new RimSide(box, sideFrame(box, side), vertices));
  const cuts = cutFaces(surface, box);
  for (const face of cuts.keys())
    for (const vertex of faces.subarray(3 * face, 3 * face + 3))
      vertices.addGiven(vertex, Array.from(positions.subarray(3 * vertex, 3 * vertex + 3)));
  const paths = new Map<number, Path[][]>();
  for (const [face, polygon] of cuts)
    paths.set(
      face,
      polygon.map((_, n) => piecesOf(polygon, n, sides)),
    );
  const chains = chords.map(({ side, place, from, to }) => {
    const { frame } = sides[side];
    return sides[side].addChord(place[frame.u], place[frame.v], from, to);
  });
  if (!sides.every((side) => side.resolve()) || !sides.every((side) => side.findOutlines())) return null;
  const out: number[] = [];
  const sources: number[] = [];
  const within = mmBox(box);
  for (let face = 0; face < faces.length / 3; face++) {
    if (cuts.has(face) || isWithin(positions, faces, face, within)) continue;
    out.push(faces[3 * face], faces[3 * face + 1], faces[3 * face + 2]);
    sources.push(face);
  }
  const wholeCount = sources.length;
  const at = (vertex: number, axis: number) =>
    vertex < positions.length / 3 ? positions[3 * vertex + axis] : coordinate(box, axis, vertices.part(vertex, axis));
  for (const [face, polygon] of cuts) {
    const corners = [0, 1, 2].map((k) => faces[3 * face + k]);
    if (!fillRest(corners, polygon, paths.get(face) ?? [], vertices, at, out)) return null;
    while (sources.length < out.length / 3) sources.push(face);
  }
  for (const side of sides) if (!side.fill(out)) return null;
  while (sources.length < out.length / 3) sources.push(-1);
  return numbered(out, sources, wholeCount, chains, vertices, at);
}

/** The faces that reach into the box without lying in it, and what of them does. */
function cutFaces({ positions, faces }: TriangleMesh, box: InsetBox): Map<number, ClippedCorner[]> {
  const cuts = new Map<number, ClippedCorner[]>();
  const sides = mmBox(box);
  for (let face = 0; face < faces.length / 3; face++) {
    if (isApart(positions, faces, face, sides) || isWithin(positions, faces, face, sides)) continue;
    const polygon = clipFace(cornersOf(positions, faces, face), box);
    if (polygon.length > 0) cuts.set(face, polygon);
  }
  return cuts;
}

/** Low and high side by axis. */
function mmBox({ cell, first, low, high }: InsetBox): readonly (readonly [number, number])[] {
  return [0, 1, 2].map((k) => [(first[k] + low[k]) * cell, (first[k] + high[k]) * cell] as const);
}

type Sides = ReturnType<typeof mmBox>;

function isApart(P: ArrayLike<number>, faces: ArrayLike<number>, face: number, sides: Sides): boolean {
  for (let k = 0; k < 3; k++) {
    const [low, high] = sides[k];
    const [a, b, c] = [P[3 * faces[3 * face] + k], P[3 * faces[3 * face + 1] + k], P[3 * faces[3 * face + 2] + k]];
    if ((a < low && b < low && c < low) || (a > high && b > high && c > high)) return true;
  }
  return false;
}

function isWithin(P: ArrayLike<number>, faces: ArrayLike<number>, face: number, sides: Sides): boolean {
  for (let n = 3 * face; n < 3 * face + 3; n++)
    for (let k = 0; k < 3; k++) {
      const x = P[3 * faces[n] + k];
      if (!(x >= sides[k][0] && x <= sides[k][1])) return false;
    }
  return true;
}

function cornersOf(positions: ArrayLike<number>, faces: ArrayLike<number>, face: number): number[] {
  return Array.from({ length: 9 }, (_, n) => positions[3 * faces[3 * face + Math.floor(n / 3)] + (n % 3)]);
}

/** The pieces of the edge that follows a corner, if it lies in a side. */
function piecesOf(polygon: readonly ClippedCorner[], n: number, sides: readonly RimSide[]): Path[] {
  const { place, edge } = polygon[n];
  return edge < OWN_EDGES ? [] : sides[edge - OWN_EDGES].addSegment(place, polygon[(n + 1) % polygon.length].place);
}

/** Drops unused vertices, and faces whose corners have become the same vertex. */
function numbered(
  all: readonly number[],
  sources: readonly number[],
  wholeCount: number,
  chains: readonly Path[],
  vertices: RimVertices,
  at: (vertex: number, axis: number) => number,
): CutOut {
  const numbers = new Map<number, number>();
  const positions: number[] = [];
  const numberOf = (vertex: number): number => {
    const own = vertices.givenAt(vertex);
    const known = numbers.get(own);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(own, number);
    positions.push(at(own, 0), at(own, 1), at(own, 2));
    return number;
  };
  const faces: number[] = [];
  const kept: number[] = [];
  for (let face = 0; face < sources.length; face++) {
    const [a, b, c] = [0, 1, 2].map((k) => vertices.givenAt(all[3 * face + k]));
    if (a === b || b === c || c === a) continue;
    faces.push(numberOf(a), numberOf(b), numberOf(c));
    kept.push(sources[face]);
  }
  return {
    chains: chains.map((chain) => chain.map(numberOf)),
    positions: Float64Array.from(positions),
    faces: Uint32Array.from(faces),
    sources: Int32Array.from(kept),
    wholeCount,
  };
}
