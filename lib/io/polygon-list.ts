// Polygons as a file lists them → triangles with checked vertex indices.

import { FormatError } from '#core';
import { GrowingUint32 } from './growing-array.ts';
import { MOST_CONCAVE_CORNERS, triangulatePolygon } from './triangulate-polygon.ts';

const LARGEST_INDEX = 2 ** 32 - 1;

/** Collects polygons corner by corner: `corner(v)` for each, then `close()`. */
export class PolygonList {
  readonly #corners: GrowingUint32;
  readonly #ends: GrowingUint32;
  readonly #source: string;
  /** The start of the corners of the polygon that is not closed yet. */
  #start = 0;
  #allTriangles = true;

  constructor(source: string, expected: number) {
    this.#source = source;
    this.#corners = new GrowingUint32(`"${source}": the corners of faces`, 3 * expected);
    this.#ends = new GrowingUint32(`"${source}": the faces`, expected);
  }

  get length(): number {
    return this.#ends.length;
  }

  /**
   * Adds a corner to the polygon. @throws FormatError INDEX_OUT_OF_RANGE if no vertex can have that number,
   * TOO_LARGE.
   */
  corner(vertex: number): void {
    if (!(vertex >= 0 && vertex <= LARGEST_INDEX && Number.isInteger(vertex)))
      throw new FormatError(
        'INDEX_OUT_OF_RANGE',
        `"${this.#source}": face ${this.length} names vertex ${vertex}, expected a whole number from 0; repair the face list.`,
      );
    this.#corners.push(vertex);
  }

  /** Closes the polygon. @throws FormatError BAD_COUNT if it has fewer than three corners. */
  close(): void {
    const count = this.#corners.length - this.#start;
    if (count < 3)
      throw new FormatError(
        'BAD_COUNT',
        `"${this.#source}": face ${this.length} has ${count} corners, expected at least 3; drop it or repair the file.`,
      );
    if (count !== 3) this.#allTriangles = false;
    this.#start = this.#corners.length;
    this.#ends.push(this.#start);
  }

  /**
   * Three vertex indices per triangle. Polygons stay in the file's order, and each keeps its own orientation.
   * @throws FormatError INDEX_OUT_OF_RANGE, TOO_LARGE, or UNSUPPORTED for a polygon that cannot be triangulated.
   */
  triangles(positions: Float32Array | Float64Array): Uint32Array {
    const vertexCount = positions.length / 3;
    const corners = this.#corners.toArray();
    const ends = this.#ends.toArray();
    this.#checkRange(corners, ends, vertexCount);
    if (this.#allTriangles) return corners;
    const faces = new GrowingUint32(`"${this.#source}": the corners of triangles`, corners.length);
    let start = 0;
    for (let polygon = 0; polygon < ends.length; polygon++) {
      const end = ends[polygon];
      if (!triangulatePolygon(positions, corners, start, end, faces))
        throw new FormatError(
          'UNSUPPORTED',
          `"${this.#source}": face ${polygon} with ${end - start} corners is not a simple planar polygon of at most ` +
            `${MOST_CONCAVE_CORNERS} corners; triangulate it in the program that made it.`,
        );
      start = end;
    }
    return faces.toArray();
  }

  #checkRange(corners: Uint32Array, ends: Uint32Array, vertexCount: number): void {
    const bad = corners.findIndex((vertex) => vertex >= vertexCount);
    if (bad >= 0)
      throw new FormatError(
        'INDEX_OUT_OF_RANGE',
        `"${this.#source}": face ${ends.findIndex((end) => end > bad)} names vertex ${corners[bad]}, expected less than ${vertexCount}; repair the face list.`,
      );
  }
}
