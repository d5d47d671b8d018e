// Two BVHs → the two leaves that lie below the children whose middles are nearest to each other: a first guess at where
// the smallest distance is.

import type { PosedBoxes } from '#bvh';
import { BRANCHING, type Bvh } from '#records';

/**
 * Descends both trees, each time by the child whose middle is nearest to the other node's.
 * @param posed the tool's boxes in the bone's frame.
 * @param out receives the bone's leaf and the tool's.
 */
export function nearestMiddles(bone: Bvh, tool: Bvh, posed: PosedBoxes, out: Uint32Array): void {
  let boneLevel = bone.levels.length - 1;
  let toolLevel = tool.levels.length - 1;
  let boneNode = 0;
  let toolNode = 0;
  posed.make(toolLevel, 0);
  while (boneLevel > 0 || toolLevel > 0) {
    let least = Number.POSITIVE_INFINITY;
    if (splitsBone(bone, boneLevel, boneNode, tool, toolLevel, toolNode)) {
      boneLevel--;
      const end = Math.min(bone.sizes[boneLevel], BRANCHING * (boneNode + 1));
      for (let child = BRANCHING * boneNode; child < end; child++) {
        const apart = middlesApart(bone.levels[boneLevel], 6 * child, posed.levels[toolLevel], 6 * toolNode);
        if (apart < least) {
          least = apart;
          boneNode = child;
        }
      }
    } else {
      toolLevel--;
      const end = Math.min(tool.sizes[toolLevel], BRANCHING * (toolNode + 1));
      for (let child = BRANCHING * toolNode; child < end; child++) {
        posed.make(toolLevel, child);
        const apart = middlesApart(bone.levels[boneLevel], 6 * boneNode, posed.levels[toolLevel], 6 * child);
        if (apart < least) {
          least = apart;
          toolNode = child;
        }
      }
    }
  }
  out[0] = boneNode;
  out[1] = toolNode;
}

/** Of a pair of nodes, not both leaves, the one with the larger box is split: whether that is the bone's. */
export function splitsBone(
  bone: Bvh,
  boneLevel: number,
  boneNode: number,
  tool: Bvh,
  toolLevel: number,
  toolNode: number,
): boolean {
  if (toolLevel === 0) return true;
  if (boneLevel === 0) return false;
  return longestSide(bone.levels[boneLevel], 6 * boneNode) >= longestSide(tool.levels[toolLevel], 6 * toolNode);
}

/** The square of twice the distance between two boxes' middles. */
function middlesApart(a: Float32Array, i: number, b: Float64Array, j: number): number {
  const dx = a[i] + a[i + 3] - b[j] - b[j + 3];
  const dy = a[i + 1] + a[i + 4] - b[j + 1] - b[j + 4];
  const dz = a[i + 2] + a[i + 5] - b[j + 2] - b[j + 5];
  return dx * dx + dy * dy + dz * dz;
}

function longestSide(boxes: Float32Array, o: number): number {
  return Math.max(boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2]);
}
