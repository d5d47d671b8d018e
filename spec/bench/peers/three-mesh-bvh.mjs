// three-mesh-bvh: pairs by bvhcast with its own triangle test, state by intersectsGeometry, smallest distance by
// closestPointToGeometry; default settings.

import { Matrix4 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { geometryOf } from '../../../examples/engines/three-mesh-bvh.mjs';

export const threeMeshBvh = {
  name: 'three-mesh-bvh',
  share: { distance: 2 },
  cannot: { report: 'it has no solid, hence no sign, no subdivision and no certified interval' },
  /**
   * @returns the timed part: the bone's BVH. The geometries are made beforehand, with a copy of the index, since the
   * build reorders it in place.
   */
  prepare(bone, tool) {
    const boneGeometry = geometryOf(bone);
    const toolGeometry = geometryOf(tool);
    toolGeometry.boundsTree = new MeshBVH(toolGeometry);
    return () => {
      const boneBvh = new MeshBVH(boneGeometry);
      const matrix = new Matrix4();
      const onBone = {};
      const onTool = {};
      let pairs = 0;
      const callbacks = {
        intersectsTriangles(boneTriangle, toolTriangle) {
          if (boneTriangle.intersectsTriangle(toolTriangle)) pairs++;
          return false;
        },
      };
      return {
        pairs(pose) {
          pairs = 0;
          boneBvh.bvhcast(toolGeometry.boundsTree, matrix.fromArray(pose), callbacks);
          return pairs;
        },
        intersects: (pose) => Number(boneBvh.intersectsGeometry(toolGeometry, matrix.fromArray(pose))),
        distance: (pose) =>
          boneBvh.closestPointToGeometry(toolGeometry, matrix.fromArray(pose), onBone, onTool).distance,
        free() {},
      };
    };
  },
};
