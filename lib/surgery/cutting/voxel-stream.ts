// A bone that is being cut, and a volume's frame → the voxels that leave it, cut by cut.
//
// What an edit appends, and what it retires, turned over, make a closed surface: its winding number is how much the
// bone's changes (cut-chains.ts). So a cut costs what its own faces cost.

import type { TriangleMesh } from '#mesh';
import type { CutEdit } from '#slots';
import type { CuttableBone } from './cuttable-bone.ts';
import { inverseOf } from './inverse-frame.ts';
import type { VoxelFrame } from './voxel-frame.ts';
import { VoxelLines, VoxelWindings } from './voxel-lines.ts';

/** Voxels by number, i + ni·(j + nj·k), ascending. */
export interface VoxelChanges {
  /** They were bone, and are no longer. */
  readonly removed: Uint32Array;
  /** By removed voxel: 0, or 1 + the number of the first structure that holds it. */
  readonly structures: Uint8Array;
  /** They are bone, and were not: where a cut moved a face outward, within the bone's bound. */
  readonly regained: Uint32Array;
}

export class VoxelStream {
  readonly #bone: CuttableBone;
  readonly #lines: VoxelLines;
  readonly #windings: VoxelWindings;
  /** null without structures. */
  readonly #structureOf: Uint8Array | null;
  // A bit per voxel, so that no number of changes takes more memory than was counted when the stream was made.
  /** Whether the winding number has changed since the last taking. */
  readonly #isChanged: Uint32Array;
  /** Of a changed voxel: whether it was bone at the last taking. */
  readonly #wasBone: Uint32Array;

  /** @param structures closed; at most 255. @throws MeshError TOO_DEEP; OptionError FRAME_TOO_FAR. */
  constructor(
    bone: CuttableBone,
    { dimensions, indexToWorld }: Omit<VoxelFrame, 'toIndex'>,
    structures: readonly TriangleMesh[],
  ) {
    const count = dimensions[0] * dimensions[1] * dimensions[2];
    this.#bone = bone;
    this.#isChanged = new Uint32Array(Math.ceil(count / 32));
    this.#wasBone = new Uint32Array(this.#isChanged.length);
    this.#lines = new VoxelLines({ dimensions, indexToWorld, toIndex: inverseOf(indexToWorld) });
    this.#windings = new VoxelWindings(count, bone.mesh.name);
    this.#structureOf = structures.length === 0 ? null : new Uint8Array(count);
    for (const [n, { positions, faces }] of structures.entries()) {
      this.#lines.add(positions, faces, null, false);
      this.#lines.each((voxel) => {
        if (this.#structureOf?.[voxel] === 0) this.#structureOf[voxel] = n + 1;
      });
    }
    this.#lines.add(bone.mesh.positions, bone.mesh.faces, null, false);
    this.#lines.each((voxel, winding) => this.#windings.add(voxel, winding));
  }

  /** See BoneVoxels. */
  get unsure(): number {
    return this.#lines.nearCount;
  }

  /** Call it with each edit, right after the cut. @throws as the constructor. */
  note({ remove, faces }: CutEdit): void {
    const { positions, faces: all } = this.#bone.spokenOf;
    const first = (all.length - faces.length) / 3;
    const made = Uint32Array.from({ length: faces.length / 3 }, (_, n) => first + n);
    this.#lines.add(positions.values, all.values, remove, true);
    this.#lines.add(positions.values, all.values, made, false);
    this.#lines.each((voxel, change) => {
      const bit = 1 << (voxel & 31);
      if ((this.#isChanged[voxel >>> 5] & bit) === 0) {
        this.#isChanged[voxel >>> 5] |= bit;
        if (this.#windings.of[voxel] !== 0) this.#wasBone[voxel >>> 5] |= bit;
      }
      this.#windings.add(voxel, change);
    });
  }

  /** What has changed since the last call. */
  take(): VoxelChanges {
    const removed = this.#changedFrom(true);
    const regained = this.#changedFrom(false);
    this.#isChanged.fill(0);
    this.#wasBone.fill(0);
    const structures = Uint8Array.from(removed, (voxel) => this.#structureOf?.[voxel] ?? 0);
    return { removed, structures, regained };
  }

  /** Those that were bone and are not, or the other way round: counted first, then listed. */
  #changedFrom(isBoneLost: boolean): Uint32Array {
    let length = 0;
    this.#eachChanged(isBoneLost, () => length++);
    const voxels = new Uint32Array(length);
    length = 0;
    this.#eachChanged(isBoneLost, (voxel) => {
      voxels[length++] = voxel;
    });
    return voxels;
  }

  #eachChanged(isBoneLost: boolean, visit: (voxel: number) => void): void {
    const { of } = this.#windings;
    for (let word = 0; word < this.#isChanged.length; word++) {
      let own = this.#isChanged[word] & (isBoneLost ? this.#wasBone[word] : ~this.#wasBone[word]);
      for (; own !== 0; own &= own - 1) {
        const voxel = 32 * word + 31 - Math.clz32(own & -own);
        if ((of[voxel] !== 0) !== isBoneLost) visit(voxel);
      }
    }
  }
}
