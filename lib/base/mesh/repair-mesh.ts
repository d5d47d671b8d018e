// A damaged mesh → the mesh with what can be mended without a guess mended, and counts of what was and what was not.

import { findRepeatedFaces } from './duplicate-faces.ts';
import { type EdgePart, type EdgeParts, findEdgeParts } from './edge-parts.ts';
import { keptAndNumbered } from './kept-faces.ts';
import { findNestedBoxes } from './nested-boxes.ts';
import { checkedMesh, type Positions, type TriangleMesh } from './triangle-mesh.ts';
import { findVolumeSigns } from './volume-sign.ts';
import { weldVertices } from './weld.ts';

/** A part is a set of faces connected through shared edges; vertices with equal coordinates are one. */
export interface RepairedMesh {
  /** The mesh as given, not a copy, if nothing was changed. */
  readonly mesh: TriangleMesh;
  /** Faces left out: an earlier face has the same corners in the same cyclic order. */
  readonly repeatedFaces: number;
  /** Vertices left out: no face uses them, or only faces left out did. */
  readonly unusedVertices: number;
  /** Faces turned, in both kinds of part below. */
  readonly turnedFaces: number;
  /** Closed parts whose faces disagreed, and now agree and enclose a positive volume. */
  readonly orientedParts: number;
  /** Closed parts whose faces agreed, but enclosed a negative volume: turned whole. */
  readonly invertedParts: number;
  /** Left alone: faces whose corners an earlier face has in the opposite order. They may be the sides of a sheet. */
  readonly oppositeFaces: number;
  /** Left alone: faces with two equal corners, which have no edges; weldMesh leaves them out. */
  readonly collapsedFaces: number;
  /** Left alone: parts with an edge that has one face. */
  readonly openParts: number;
  /** Left alone: parts without such an edge, but with one that has more than two faces. */
  readonly crowdedParts: number;
  /** Left alone: closed parts that cannot be oriented, as a Klein bottle. */
  readonly unorientableParts: number;
  /** Left alone: closed parts whose faces agree, in another part's box. Each may be a cavity, or a body in one. */
  readonly nestedParts: number;
  /**
   * Left alone: closed parts of which it is not certain which way they face. Their faces disagree and they are in
   * another part's box, or their volume is 0 up to rounding.
   */
  readonly undecidedParts: number;
  /** By face of `mesh`: its number in the mesh as given; ascending. */
  readonly faceNumbers: Uint32Array;
  /** By vertex as given: its number in `mesh`; 2^32 − 1 if it was left out. */
  readonly vertexNumbers: Uint32Array;
}

/**
 * Leaves out repeated faces and unused vertices, and turns the faces of closed parts so that they agree and face
 * outward. Moves, joins and adds nothing: where rounding has parted a surface, use weldMesh first. Only a part whose
 * box lies in no other part's box is turned, since any other may be a cavity. A turned face keeps its first corner.
 * Faces and vertices keep their order, coordinates their precision. A mesh already repaired is returned as it is. Takes
 * time linear in the mesh size, unless many parts of similar size cover the same place.
 * @throws MeshError as createMesh.
 */
export function repairMesh(mesh: TriangleMesh): RepairedMesh {
  const given = checkedMesh(mesh, 'mesh');
  const welded = weldVertices(given.positions);
  const { isRepeated, repeated, opposite } = findRepeatedFaces(given.faces, welded);
  const faceNumbers = numbersOf(isRepeated, 0, isRepeated.length - repeated);
  const kept = keptAndNumbered(given.positions, given.faces, (face) => isRepeated[face] === 0);
  const corners = given.faces.filter((_, i) => isRepeated[Math.floor(i / 3)] === 0).map((vertex) => welded[vertex]);
  const { isTurned, ...left } = orient(given.positions, corners);
  let turnedFaces = 0;
  for (let face = 0; face < isTurned.length; face++) {
    if (isTurned[face] === 0) continue;
    turnedFaces++;
    const [second, third] = [kept.faces[3 * face + 1], kept.faces[3 * face + 2]];
    kept.faces[3 * face + 1] = third;
    kept.faces[3 * face + 2] = second;
  }
  const unusedVertices = (given.positions.length - kept.positions.length) / 3;
  const isSame = repeated === 0 && unusedVertices === 0 && turnedFaces === 0;
  return {
    mesh: isSame ? mesh : { ...given, positions: kept.positions, faces: kept.faces },
    repeatedFaces: repeated,
    unusedVertices,
    turnedFaces,
    oppositeFaces: opposite,
    ...left,
    faceNumbers,
    vertexNumbers: kept.vertexNumbers,
  };
}

/** The indices at which `value` stands, `count` of them, ascending. */
function numbersOf(list: Uint8Array, value: number, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let end = 0;
  for (let i = 0; i < list.length; i++) if (list[i] === value) numbers[end++] = i;
  return numbers;
}

/** What is done with a part, by the name of its count; 'right': its faces agree and enclose a positive volume. */
type Outcome =
  | 'openParts'
  | 'crowdedParts'
  | 'unorientableParts'
  | 'nestedParts'
  | 'undecidedParts'
  | 'orientedParts'
  | 'invertedParts'
  | 'right';

/** @param faces of welded vertices, none repeated. */
function orient(positions: Positions, faces: Uint32Array) {
  const found = findEdgeParts(faces);
  const { parts, of, disagrees } = found;
  const boxes = boxesOf(positions, faces, found);
  const isNested = findNestedBoxes(boxes);
  const signs = findVolumeSigns(positions, { faces, of, isTurned: disagrees, ...boxes });
  const outcomes = parts.map((part, n) => outcomeOf(part, isNested[n] === 1, signs[n]));
  const isTurned = disagrees.map((value, face) => {
    const outcome = outcomes[of[face]];
    return outcome === 'orientedParts' || outcome === 'invertedParts' ? value ^ (signs[of[face]] < 0 ? 1 : 0) : 0;
  });
  const counts: Record<Outcome, number> = {
    orientedParts: 0,
    invertedParts: 0,
    openParts: 0,
    crowdedParts: 0,
    unorientableParts: 0,
    nestedParts: 0,
    undecidedParts: 0,
    right: 0,
  };
  for (const outcome of outcomes) counts[outcome]++;
  const { right: _, ...others } = counts;
  const collapsedFaces = of.reduce((count, part) => count + (part >= parts.length ? 1 : 0), 0);
  return { isTurned, collapsedFaces, ...others };
}

/** @param sign of the volume once the faces that disagree with the part's lowest are turned. */
function outcomeOf(part: EdgePart, isNested: boolean, sign: number): Outcome {
  if (part.hasBoundary) return 'openParts';
  if (part.isCrowded) return 'crowdedParts';
  if (part.isUnorientable) return 'unorientableParts';
  if (isNested) return part.disagreeing === 0 ? 'nestedParts' : 'undecidedParts';
  if (sign === 0) return 'undecidedParts';
  if (part.disagreeing > 0) return 'orientedParts';
  return sign < 0 ? 'invertedParts' : 'right';
}

function boxesOf(positions: Positions, faces: Uint32Array, { parts, of }: EdgeParts) {
  const min = new Float64Array(3 * parts.length).fill(Number.POSITIVE_INFINITY);
  const max = new Float64Array(3 * parts.length).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < faces.length; i++) {
    const part = of[Math.floor(i / 3)];
    if (part >= parts.length) continue;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * faces[i] + axis];
      min[3 * part + axis] = Math.min(min[3 * part + axis], value);
      max[3 * part + axis] = Math.max(max[3 * part + axis], value);
    }
  }
  return { min, max };
}
