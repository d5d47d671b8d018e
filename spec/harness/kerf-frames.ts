// A seed → a block, a tool, and the edits of a slot through the block, frame by frame; some with query poses.

import { box } from '#datasets';
import { type BoneEdit, createMesh, type TriangleMesh } from '#kerf';
import { poseOf, randomRotation, translation } from './contact-cases.ts';
import { KerfBlock } from './kerf-edits.ts';

export interface KerfFrame {
  /** One edit, or two with the bone open after the first. */
  readonly edits: readonly BoneEdit[];
  /** In the slot, rotated in it, and somewhere in the block; or none. */
  readonly poses: readonly Float64Array[];
}

export interface KerfCut {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly frames: readonly KerfFrame[];
}

/**
 * A block of 10 × 8 × 6 cells of 1 mm, sawn from above column by column.
 * @param rows the rows to cut at each height of a column, among 3 and 4. @param every one in how many frames is
 * queried.
 */
export function kerfFrames(random: () => number, rows: (z: number) => readonly number[], every: number): KerfCut {
  const kerf = new KerfBlock([10, 8, 6], (...at) => at);
  const frames: KerfFrame[] = [];
  for (let x = 0; x < 10; x++)
    for (let z = 5; z >= 0; z--)
      for (const y of rows(z)) {
        const n = frames.length;
        const edits = kerf.cut([x, y, z], { atOnce: n % 3 !== 0, ownVertices: n % 2 === 0 });
        const somewhere = () => [10 * random(), 10 * random() - 1, 6 + 3 * random()] as const;
        const poses =
          n % every === 0
            ? [
                translation(x - 2, 4, 3 + 2 * random()),
                poseOf(randomRotation(random), [x + 0.7, 4, 4 * random()]),
                poseOf(randomRotation(random), somewhere()),
              ]
            : [];
        frames.push({ edits, poses });
      }
  const bone = createMesh(kerf.block.positions, kerf.block.faces);
  return { bone, tool: box({ size: [3, 1.2, 6] }), frames };
}
