// A drawn bone and its edits → the faces left, the faces that cuts made, and those that cuts only remade.
//
// Cuts remake all faces of a cell that they touch, including those of the bone's own surface, and undoing a cut
// restores these. A face with a corner where the drawn bone had one belongs to the bone's own surface: the walls of a
// slot begin where the tool crossed that surface, at new corners. Any other face has the colour of raw bone. Where a
// grid around the tool has grown, the bone's own surface has new corners too, which the edit names.

import type { Drawn, DrawnMesh } from './picture-wire.ts';

const NONE = -1;
type Edit = Pick<Drawn & { readonly kind: 'edit' }, 'remove' | 'positions' | 'faces' | 'own'>;
type Renumbering = Omit<Drawn & { readonly kind: 'renumber' }, 'kind'>;

export class CutPicture {
  readonly #bone: DrawnMesh;
  /** Face number → its row in the drawn bone, NONE for a later face. */
  #rowOf: Int32Array;
  /** Row → whether its face has been removed. */
  readonly #isGone: Uint8Array;
  #newlyGone: number[] = [];
  /** Later faces that still exist → the numbers of their corners. */
  #later = new Map<number, readonly number[]>();
  #faceCount: number;
  #points: Float32Array;
  #pointCount: number;
  /** Places of the corners of the bone's own faces that have been removed, and of its own new ones. */
  readonly #own = new Set<string>();

  constructor(bone: DrawnMesh) {
    this.#bone = bone;
    this.#faceCount = bone.cells.length / 4;
    this.#rowOf = Int32Array.from({ length: this.#faceCount }, (_, row) => row);
    this.#isGone = new Uint8Array(this.#faceCount);
    this.#points = bone.points;
    this.#pointCount = bone.points.length / 3;
  }

  edit({ remove, positions, faces, own }: Edit): void {
    for (let n = 0; n < own.length / 3; n++) this.#own.add(placeOf(own, n));
    for (const face of remove) {
      const row = face < this.#rowOf.length ? this.#rowOf[face] : NONE;
      if (row === NONE) this.#later.delete(face);
      else {
        this.#isGone[row] = 1;
        this.#newlyGone.push(row);
        for (let corner = 1; corner <= 3; corner++)
          this.#own.add(placeOf(this.#bone.points, this.#bone.cells[4 * row + corner]));
      }
    }
    this.#append(positions);
    for (let n = 0; n < faces.length; n += 3) this.#later.set(this.#faceCount++, Array.from(faces.subarray(n, n + 3)));
  }

  renumber({ faces, vertices, faceCount, vertexCount }: Renumbering): void {
    const rowOf = new Int32Array(faceCount).fill(NONE);
    for (let face = 0; face < this.#rowOf.length; face++)
      if (faces[face] !== NONE) rowOf[faces[face]] = this.#rowOf[face];
    const renamed = (corners: readonly number[]) => corners.map((vertex) => vertices[vertex]);
    this.#later = new Map(Array.from(this.#later, ([face, corners]) => [faces[face], renamed(corners)] as const));
    const points = new Float32Array(3 * vertexCount);
    for (let vertex = 0; vertex < this.#pointCount; vertex++)
      if (vertices[vertex] !== NONE)
        points.set(this.#points.subarray(3 * vertex, 3 * vertex + 3), 3 * vertices[vertex]);
    this.#rowOf = rowOf;
    this.#faceCount = faceCount;
    this.#points = points;
    this.#pointCount = vertexCount;
  }

  /** Rows of the drawn bone whose faces have been removed since the last call. */
  newlyGone(): readonly number[] {
    const rows = this.#newlyGone;
    this.#newlyGone = [];
    return rows;
  }

  /** Those of the given rows whose faces still exist. */
  left(rows: Uint32Array): Uint32Array {
    return rows.filter((row) => this.#isGone[row] === 0);
  }

  /** Faces added since the bone was drawn: those of its own surface, and cut ones. */
  later(): { readonly own: DrawnMesh; readonly raw: DrawnMesh } {
    const own: number[][] = [];
    const raw: number[][] = [];
    for (const corners of this.#later.values()) {
      const isOwn = corners.some((vertex) => this.#own.has(placeOf(this.#points, vertex)));
      (isOwn ? own : raw).push(corners as number[]);
    }
    return { own: this.#meshOf(own), raw: this.#meshOf(raw) };
  }

  #append(positions: Float32Array): void {
    const length = 3 * this.#pointCount + positions.length;
    if (length > this.#points.length) {
      const wider = new Float32Array(Math.max(length, 1.5 * this.#points.length));
      wider.set(this.#points.subarray(0, 3 * this.#pointCount));
      this.#points = wider;
    }
    this.#points.set(positions, 3 * this.#pointCount);
    this.#pointCount = length / 3;
  }

  #meshOf(faces: readonly (readonly number[])[]): DrawnMesh {
    const numbers = new Map<number, number>();
    const points: number[] = [];
    const cells = new Uint32Array(4 * faces.length);
    for (const [face, corners] of faces.entries()) {
      cells[4 * face] = 3;
      for (const [corner, vertex] of corners.entries()) {
        let number = numbers.get(vertex);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(vertex, number);
          points.push(this.#points[3 * vertex], this.#points[3 * vertex + 1], this.#points[3 * vertex + 2]);
        }
        cells[4 * face + 1 + corner] = number;
      }
    }
    return { points: Float32Array.from(points), cells };
  }
}

function placeOf(points: Float32Array, vertex: number): string {
  return `${points[3 * vertex]},${points[3 * vertex + 1]},${points[3 * vertex + 2]}`;
}
