// vtk.js OBBTree: pairs and state by intersectWithOBBTree; its leaf pairs are filtered and tested as in its
// findTriangleIntersections.

import { cornersOf, polyDataOf, search, treeOf } from '../../../examples/engines/vtk-obb-tree.mjs';

export const vtkObbTree = {
  name: 'vtk.js OBBTree',
  share: { build: 1, pairs: 1, intersects: 1 },
  cannot: {
    report: 'it has no solid, hence no sign, no subdivision and no certified interval',
    distance: 'it has no distance query',
  },
  /**
   * @returns the timed part: the bone's tree. findTriangleIntersections itself takes no pose and creates lines, so its
   * steps are repeated here with a pose.
   */
  prepare(bone, tool) {
    const boneData = polyDataOf(bone);
    const toolTree = treeOf(polyDataOf(tool));
    const boneCorners = cornersOf(bone);
    return () => {
      const boneTree = treeOf(boneData);
      const of = { boneTree, toolTree, boneCorners };
      return {
        pairs(pose) {
          let pairs = 0;
          search(of, tool, pose, () => ++pairs);
          return pairs;
        },
        intersects(pose) {
          let state = 0;
          search(of, tool, pose, () => {
            state = 1;
            return -1;
          });
          return state;
        },
        free: () => boneTree.delete(),
      };
    };
  },
};
