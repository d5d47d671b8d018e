// A bone and a tool → the exact labels of poses and strokes.

import type { TriangleMesh } from '#mesh';
import { BulkMesh, bulkMeshDistance, bulkMeshState, intersectingPairs, posedPositions } from '#reference';
import type { PoseLabel, StrokeLabel } from './benchmark-labels.ts';
import { labelStroke, type StrokeWay } from './label-stroke.ts';

export class PoseLabeller {
  readonly #bone: BulkMesh;
  readonly #tool: TriangleMesh;

  constructor(bone: TriangleMesh, tool: TriangleMesh) {
    this.#bone = new BulkMesh(bone);
    this.#tool = tool;
  }

  /** @param pose 16 numbers, column-major, tool → bone. */
  label(pose: ArrayLike<number>): PoseLabel {
    const posed = this.#posed(pose);
    const { state, pairs } = bulkMeshState(this.#bone, posed, 0);
    // At a contact distance of 0, near means that they share a point.
    if (state === 'intersecting' || state === 'near')
      return { state: 'intersecting', distance: 0, pairs: Array.from(pairs) };
    return { state, distance: bulkMeshDistance(this.#bone, posed).distance, pairs: [] };
  }

  labelStroke(way: StrokeWay): StrokeLabel {
    return labelStroke(way, {
      inContact: (pose) => bulkMeshState(this.#bone, this.#posed(pose), 0).state !== 'separated',
      sharesPoint: (pose) => intersectingPairs(this.#bone, this.#posed(pose)).pairs.length > 0,
      distance: (pose) => bulkMeshDistance(this.#bone, this.#posed(pose)).distance,
    });
  }

  #posed(pose: ArrayLike<number>): BulkMesh {
    return new BulkMesh({ positions: posedPositions(this.#tool.positions, pose), faces: this.#tool.faces });
  }
}
