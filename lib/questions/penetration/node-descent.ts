// A node of the tool's BVH → upper bounds on the distance from the bone of the points below each of its children.
//
// Distance is 1-Lipschitz: a ball of radius r about c contains no point farther than d(c) + r. The node's own ball is
// measured, which costs a search of the bone's BVH. Its children's balls are compared only with the bone face nearest
// to the node's middle, which costs one triangle each; a child is measured in turn when it is taken off the queue, and
// most never are.

import { type BoneDistance, posedBall } from './bone-distance.ts';
import type { Solid } from './face-cut.ts';
import { eachChild, levelOf, nodeItem, placeOf } from './tool-nodes.ts';

export class NodeDescent {
  readonly #tool: Solid;
  readonly #distance: BoneDistance;
  readonly #ball = new Float64Array(4);

  constructor(tool: Solid, distance: BoneDistance) {
    this.#tool = tool;
    this.#distance = distance;
  }

  /**
   * @param item a node above the leaves: see nodeItem.
   * @param bound mm: an upper bound already known for the points below it.
   * @param least mm: a node whose points are all nearer than this has no child worth visiting.
   * @param isWanted whether a child, by its level and number, is worth bounding.
   * @param visit receives each such child as an item, its bound in mm, and a bone face near it.
   */
  descend(
    item: number,
    bound: number,
    least: number,
    isWanted: (level: number, child: number) => boolean,
    visit: (item: number, bound: number, face: number) => void,
  ): void {
    const { bvh, frame } = this.#tool;
    const ball = this.#ball;
    const distance = this.#distance;
    const [level, node] = [levelOf(item), placeOf(item)];
    posedBall(bvh.levels[level], 6 * node, frame, ball);
    distance.measure(ball, 0);
    const { high, face } = distance;
    const most = Math.min(bound, high + ball[3]);
    if (most < least) return;
    eachChild(this.#tool, level, node, (child) => {
      if (!isWanted(level - 1, child)) return;
      posedBall(bvh.levels[level - 1], 6 * child, frame, ball);
      visit(nodeItem(level - 1, child), Math.min(most, distance.mostFrom(face, ball, 0, 1) + ball[3]), face);
    });
  }
}
