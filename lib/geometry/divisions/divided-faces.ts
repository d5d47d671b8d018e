// A mesh's faces and h → how each is divided, found when it is first asked for.

import { cornerOffset, grown, isStretchEnough, leafEdgeSlack, OptionError, POSED_STRETCH, stopIfUnwanted } from '#core';
import { edgeSquared, triangleArea } from '#triangles';
import { Divisions, type FaceDivisions, TOO_FINE_NODE } from './divisions.ts';
import { type EdgeSquares, StripDivider } from './strips.ts';

/**
 * The length, mm, beyond which edges are cut so that the stored edges of leaves are at most h. It is the same for every
 * edge of a mesh, so that two faces cut a common edge alike, and, unless coordinates are enormous (isStretchEnough),
 * the same for every mesh and pose.
 * @param magnitude a bound on the mesh's coordinates.
 */
function cutLength(resolution: number, magnitude: number): number {
  if (isStretchEnough(magnitude, resolution)) return resolution / POSED_STRETCH;
  return Math.max(0, resolution - leafEdgeSlack(magnitude));
}

export class DividedFaces implements FaceDivisions {
  readonly divisions = new Divisions();
  readonly #divider = new StripDivider(this.divisions);
  readonly #resolution: number;
  readonly #magnitude: number;
  #positions: Float64Array;
  #faces: Uint32Array;
  /** By face: its node + 1; 0 if it has not been asked for. */
  #nodes: Uint32Array;

  /**
   * @param positions kept, as are `faces`.
   * @param magnitude a bound on the coordinates, mm.
   */
  constructor(positions: Float64Array, faces: Uint32Array, faceCount: number, resolution: number, magnitude: number) {
    this.#positions = positions;
    this.#faces = faces;
    this.#nodes = new Uint32Array(faceCount);
    this.#resolution = resolution;
    this.#magnitude = magnitude;
  }

  /** Whether it divides as faces of this resolution and magnitude are divided. */
  isFor(resolution: number, magnitude: number): boolean {
    return (
      resolution === this.#resolution && cutLength(resolution, magnitude) === cutLength(resolution, this.#magnitude)
    );
  }

  /** Takes the arrays of a mesh that has grown: the faces known before are as they were. */
  grow(positions: Float64Array, faces: Uint32Array, faceCount: number): void {
    this.#positions = positions;
    this.#faces = faces;
    this.#nodes = grown(this.#nodes, this.#nodes.length, faceCount);
  }

  nodeOf(face: number): number {
    const known = this.#nodes[face];
    if (known > 0) return known - 1;
    stopIfUnwanted();
    const node = this.#divider.nodeOf(this.#squaresOf(face), cutLength(this.#resolution, this.#magnitude));
    this.#nodes[face] = node + 1;
    return node;
  }

  tooFine(face: number, name: string): OptionError {
    const { ab, bc, ca } = this.#squaresOf(face);
    const longest = Math.sqrt(Math.max(ab, bc, ca));
    const least = this.#leastLeaves(face, longest);
    return new OptionError(
      'RESOLUTION_TOO_FINE',
      `Resolution ${this.#resolution} mm would divide face ${face} of "${name}" (longest edge ${longest} mm) into ` +
        `at least ${least} sub-triangles, too many for one face; use a resolution of at least ${this.#finest(face)} ` +
        `mm, or refine the mesh.`,
    );
  }

  /**
   * A lower bound on a face's leaves: none is larger than the equilateral triangle of edge `cut`, and the longest edge
   * ends in parts of at most `cut`.
   */
  #leastLeaves(face: number, longest: number): number {
    const cut = cutLength(this.#resolution, this.#magnitude);
    const [a, b, c] = this.#corners(face);
    const area = triangleArea(this.#positions, a, b, c, new Float64Array(3));
    // A product of two differences errs by at most 3u of it: nine of them by less than 2^-47 of the longest edge,
    // squared.
    const byArea = (area - 2 ** -47 * longest * longest) / ((Math.sqrt(3) / 4) * cut * cut);
    return Math.floor((1 - 2 ** -47) * Math.max(byArea, longest / cut));
  }

  #corners(face: number): readonly [number, number, number] {
    const faces = this.#faces;
    return [cornerOffset(faces, face, 0), cornerOffset(faces, face, 1), cornerOffset(faces, face, 2)];
  }

  #squaresOf(face: number): EdgeSquares {
    const A = this.#positions;
    const [a, b, c] = this.#corners(face);
    return { ab: edgeSquared(A, a, b), bc: edgeSquared(A, b, c), ca: edgeSquared(A, c, a) };
  }

  /** A resolution, mm, at which the face may be divided, within a hundredth of the least. */
  #finest(face: number): number {
    const squares = this.#squaresOf(face);
    const divider = new StripDivider(new Divisions());
    const isFineEnough = (h: number) => divider.nodeOf(squares, cutLength(h, this.#magnitude)) !== TOO_FINE_NODE;
    let tooFine = this.#resolution;
    let enough = 2 * tooFine;
    while (!isFineEnough(rounded(enough))) {
      tooFine = enough;
      enough *= 2;
    }
    while (enough > 1.01 * tooFine) {
      const middle = Math.sqrt(enough) * Math.sqrt(tooFine);
      if (isFineEnough(rounded(middle))) enough = middle;
      else tooFine = middle;
    }
    return rounded(enough);
  }
}

const rounded = (h: number) => Number(h.toPrecision(3));
