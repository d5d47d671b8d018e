// A bone that is edited → polydata in blocks, of which an edit changes few.
//
// vtk.js uploads a surface's buffers whole when one of its faces changes. So the bone is shown in blocks: the faces
// whose centroids lie in the same cell of a grid. An edit rewrites the blocks of the faces that it removes and adds.

import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { type BoneEdit, type BoneRenumbering, editBone } from '#bodies';
import { grown, OptionError } from '#core';
import { checkedMesh, type TriangleMesh } from '#mesh';
import { cellArrayOf } from '#poly-data';

interface BlockOptions {
  /** Faces of a block, about. 500 by default: of a skull's 200,000 a cut then changes some thousand. */
  readonly facesPerBlock?: number;
}

/** @throws MeshError as createMesh; OptionError BAD_BLOCKS. */
export function bonePolyData(bone: TriangleMesh, { facesPerBlock = 500 }: BlockOptions = {}): BonePolyData {
  const mesh = checkedMesh(bone, 'bonePolyData');
  if (!(facesPerBlock >= 1 && Number.isFinite(facesPerBlock)))
    throw new OptionError(
      'BAD_BLOCKS',
      `facesPerBlock is ${facesPerBlock}, expected a number from 1; 500 suits a skull.`,
    );
  return new BonePolyData(mesh, facesPerBlock);
}

interface Block {
  readonly data: vtkPolyData;
  readonly faces: Set<number>;
}

export class BonePolyData {
  /** A polydata for each block; an edit may append more. Give each an actor of its own. Points are f64, mm. */
  readonly blocks: vtkPolyData[] = [];
  readonly #name: string;
  #positions: number[];
  /** Three vertices per face, removed ones too. */
  #faces: number[];
  /** By face: its block, and 1 if it was removed. */
  #blockOf: number[] = [];
  #retired = new Uint8Array(0);
  #liveCount = 0;
  readonly #blocks: Block[] = [];
  readonly #blockAt = new Map<string, number>();
  /** mm: the edge of a cell. */
  readonly #cell: number;

  constructor({ positions, faces, name }: TriangleMesh, facesPerBlock: number) {
    this.#name = name;
    this.#positions = Array.from(positions);
    this.#faces = Array.from(faces);
    this.#cell = Math.sqrt((facesPerBlock * areaOf(positions, faces)) / (faces.length / 3)) || 1;
    this.#rewrite(this.#take(0));
  }

  /**
   * Shows an edit, as Detector.editBone takes it and CuttableBone.cut returns it.
   * @returns the numbers of the blocks that changed, ascending.
   * @throws MeshError as Detector.editBone; nothing is then changed.
   */
  edit(edit: BoneEdit): number[] {
    const changed = new Set<number>();
    const bone = {
      name: this.#name,
      vertexCount: this.#positions.length / 3,
      faceCount: this.#blockOf.length,
      liveFaceCount: this.#liveCount,
      retired: this.#retired,
      apply: (remove: Uint32Array, positions: Float64Array, faces: Uint32Array) => {
        for (const face of remove) {
          const block = this.#blockOf[face];
          this.#blocks[block].faces.delete(face);
          this.#retired[face] = 1;
          changed.add(block);
        }
        this.#liveCount -= remove.length;
        const first = this.#blockOf.length;
        for (const x of positions) this.#positions.push(x);
        for (const vertex of faces) this.#faces.push(vertex);
        for (const block of this.#take(first)) changed.add(block);
      },
    };
    editBone(bone, edit);
    return this.#rewrite(changed);
  }

  /** Takes over new numbers, as Detector.compactBone returns them. No block changes. */
  renumber(numbers: BoneRenumbering): void {
    const [positions, faces, blockOf] = [this.#positions, this.#faces, this.#blockOf];
    this.#positions = new Array(3 * numbers.vertexCount).fill(0);
    this.#faces = new Array(3 * numbers.faceCount).fill(0);
    this.#blockOf = new Array(numbers.faceCount).fill(-1);
    this.#retired = new Uint8Array(numbers.faceCount).fill(1);
    numbers.vertices.forEach((vertex, old) => {
      if (vertex >= 0) for (let k = 0; k < 3; k++) this.#positions[3 * vertex + k] = positions[3 * old + k];
    });
    for (const { faces: held } of this.#blocks) held.clear();
    numbers.faces.forEach((face, old) => {
      if (face < 0) return;
      for (let k = 0; k < 3; k++) this.#faces[3 * face + k] = numbers.vertices[faces[3 * old + k]];
      this.#blockOf[face] = blockOf[old];
      this.#retired[face] = 0;
      this.#blocks[blockOf[old]].faces.add(face);
    });
  }

  /** Puts the faces from `first` on into blocks. @returns those blocks. */
  #take(first: number): Set<number> {
    const taken = new Set<number>();
    const count = this.#faces.length / 3;
    this.#retired = grown(this.#retired, first, count);
    this.#liveCount += count - first;
    for (let face = first; face < count; face++) {
      const cell = [0, 1, 2].map((k) => {
        const sum = [0, 1, 2].reduce((of, corner) => of + this.#positions[3 * this.#faces[3 * face + corner] + k], 0);
        return Math.floor(sum / 3 / this.#cell);
      });
      const block = this.#blockIn(cell.join());
      this.#blocks[block].faces.add(face);
      this.#blockOf[face] = block;
      this.#retired[face] = 0;
      taken.add(block);
    }
    return taken;
  }

  #blockIn(cell: string): number {
    const known = this.#blockAt.get(cell);
    if (known !== undefined) return known;
    const block = { data: vtkPolyData.newInstance(), faces: new Set<number>() };
    this.#blockAt.set(cell, this.#blocks.length);
    this.blocks.push(block.data);
    return this.#blocks.push(block) - 1;
  }

  /** Writes the points and cells of blocks anew. */
  #rewrite(blocks: Iterable<number>): number[] {
    const ascending = [...blocks].sort((a, b) => a - b);
    for (const number of ascending) {
      const { data, faces } = this.#blocks[number];
      const pointOf = new Map<number, number>();
      const corners = new Uint32Array(3 * faces.size);
      let at = 0;
      for (const face of faces)
        for (let k = 0; k < 3; k++) {
          const vertex = this.#faces[3 * face + k];
          const point = pointOf.get(vertex) ?? pointOf.size;
          pointOf.set(vertex, point);
          corners[at++] = point;
        }
      const points = new Float64Array(3 * pointOf.size);
      for (const [vertex, point] of pointOf)
        for (let k = 0; k < 3; k++) points[3 * point + k] = this.#positions[3 * vertex + k];
      data.getPoints().setData(points, 3);
      data.getPolys().setData(cellArrayOf(corners, 3));
      data.modified();
    }
    return ascending;
  }
}

/** mm². */
function areaOf(A: ArrayLike<number>, faces: Uint32Array): number {
  let area = 0;
  for (let at = 0; at < faces.length; at += 3) {
    const [a, b, c] = [3 * faces[at], 3 * faces[at + 1], 3 * faces[at + 2]];
    const [ux, uy, uz] = [0, 1, 2].map((k) => A[b + k] - A[a + k]);
    const [vx, vy, vz] = [0, 1, 2].map((k) => A[c + k] - A[a + k]);
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return area;
}
