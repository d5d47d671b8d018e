// A bone that is being cut, and a volume's frame → the voxels that leave it, cut by cut.
//
// What an edit appends, and what it retires, turned over, make a closed surface: its winding number is how much the
// bone's changes (cut-chains.ts). So a cut costs what its own faces cost.

import type { TriangleMesh } from '#mesh';
import type { CutEdit } from './cut-record.ts';
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
  /** Voxels that changed since they were last taken, and whether they were bone then. */
  readonly #changed = new Map<number, boolean>();

  /** @param structures closed; at most 255. @throws MeshError TOO_DEEP; OptionError FRAME_TOO_FAR. */
  constructor(
    bone: CuttableBone,
    { dimensions, indexToWorld }: Omit<VoxelFrame, 'toIndex'>,
    structures: readonly TriangleMesh[],
  ) {
    const count = dimensions[0] * dimensions[1] * dimensions[2];
    this.#bone = bone;
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
    const { mesh } = this.#bone.steps.grid;
    const first = (mesh.faces.length - faces.length) / 3;
    const made = Uint32Array.from({ length: faces.length / 3 }, (_, n) => first + n);
    this.#lines.add(mesh.positions.values, mesh.faces.values, remove, true);
    this.#lines.add(mesh.positions.values, mesh.faces.values, made, false);
    this.#lines.each((voxel, change) => {
      if (!this.#changed.has(voxel)) this.#changed.set(voxel, this.#windings.of[voxel] !== 0);
      this.#windings.add(voxel, change);
    });
  }

  /** What has changed since the last call. */
  take(): VoxelChanges {
    const changed = [...this.#changed].filter(([voxel, wasBone]) => wasBone !== (this.#windings.of[voxel] !== 0));
    this.#changed.clear();
    const chosen = (isRemoved: boolean) =>
      Uint32Array.from(changed.filter(([, wasBone]) => wasBone === isRemoved).map(([voxel]) => voxel)).sort();
    const removed = chosen(true);
    const structures = Uint8Array.from(removed, (voxel) => this.#structureOf?.[voxel] ?? 0);
    return { removed, structures, regained: chosen(false) };
  }
}
