// Two meshes and a pose → the interval of their common volume, along any of the tool's axes; and bodies for such
// queries.

import { BoneBody, ToolBody } from '#bodies';
import { checkPose } from '#core';
import { windsOnce } from '#detector/cpu/winds-once.ts';
import { createMesh, type Pose, type TriangleMesh } from '#kerf';
import { OverlapVolume } from '#overlap-volume';

export type Axis = 0 | 1 | 2;
export const axes: readonly (Axis | undefined)[] = [undefined, 0, 1, 2];

export interface Volume {
  readonly low: number;
  readonly high: number;
  readonly tiles: number;
}

/** Keeps its bodies from pose to pose. */
export class VolumeQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #volume: OverlapVolume;

  constructor(bone: TriangleMesh, tool: TriangleMesh) {
    this.#bone = new BoneBody(bone);
    this.#tool = new ToolBody(tool);
    const isOnce = windsOnce(tool);
    this.#volume = new OverlapVolume(this.#bone, this.#tool, () => isOnce);
  }

  find(pose: Pose, relativeWidth = 0.01, axis?: Axis): Volume {
    this.#tool.moveTo(checkPose(pose), this.#bone.magnitude);
    this.#volume.find(relativeWidth, axis);
    const { low, high, tiles } = this.#volume;
    return { low, high, tiles };
  }
}

/** One mesh with several meshes as its parts. */
export function joined(...meshes: readonly TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const faces: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    faces.push(...Array.from(mesh.faces, (vertex) => first + vertex));
  }
  return createMesh(positions, faces);
}

/** The mesh facing the other way. */
export function turnedInside({ positions, faces }: TriangleMesh): TriangleMesh {
  return createMesh(
    positions,
    faces.map((_, i) => faces[i - (i % 3) + (2 - (i % 3))]),
  );
}

/** A box from corner to corner. */
export function boxBetween(low: readonly number[], high: readonly number[]): TriangleMesh {
  const positions = Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? high : low)[i % 3]);
  const quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]; // biome-ignore format: six
  return createMesh(
    positions,
    quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
  );
}
