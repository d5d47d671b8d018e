// vtk.js OBBTree: pairs and state by intersectWithOBBTree, its leaf pairs sifted and tested as its
// findTriangleIntersections does.

import PolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import Triangle from '@kitware/vtk.js/Common/DataModel/Triangle.js';
import OBBTree from '@kitware/vtk.js/Filters/General/OBBTree.js';

/**
 * Its default of 8 levels leaves 3,000 faces in a leaf at 800,000: with 24 levels the default of 32 faces a leaf is
 * reached.
 */
const LEVELS = 24;

export const vtkObbTree = {
  name: 'vtk.js OBBTree',
  share: { build: 1, pairs: 1, intersects: 1 },
  cannot: {
    report: 'it has no solid, hence no sign, no subdivision and no certified interval',
    distance: 'it has no distance query',
  },
  /**
   * @returns the timed part: the bone's tree. findTriangleIntersections itself knows no pose and makes lines, so its
   * steps are taken here with one.
   */
  prepare(bone, tool) {
    const boneData = polyDataOf(bone);
    const toolTree = treeOf(polyDataOf(tool));
    const boneCorners = cornersOf(bone);
    return () => {
      const boneTree = treeOf(boneData);
      /**
       * @param found called at each pair; what it gives ends the search if it is below 0, as in intersectWithOBBTree.
       */
      function search(pose, found) {
        const toolCorners = cornersOf(tool, pose);
        boneTree.intersectWithOBBTree(toolTree, pose, (boneNode, toolNode) => {
          for (const g of toolNode.getCells()) {
            const [p, q, r] = toolCorners(g);
            if (!boneTree.triangleIntersectsNode(boneNode, p, q, r)) continue;
            for (const f of boneNode.getCells())
              if (Triangle.intersectWithTriangle(...boneCorners(f), p, q, r).intersect && found() < 0) return -1;
          }
          return 0;
        });
      }
      return {
        pairs(pose) {
          let pairs = 0;
          search(pose, () => ++pairs);
          return pairs;
        },
        intersects(pose) {
          let state = 0;
          search(pose, () => {
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

function treeOf(polyData) {
  const tree = OBBTree.newInstance({ maxLevel: LEVELS });
  tree.setDataset(polyData);
  tree.buildLocator();
  return tree;
}

function polyDataOf({ positions, faces }) {
  const cells = new Uint32Array((faces.length / 3) * 4);
  for (let f = 0; f < faces.length / 3; f++) {
    cells[4 * f] = 3;
    cells.set(faces.subarray(3 * f, 3 * f + 3), 4 * f + 1);
  }
  const polyData = PolyData.newInstance();
  polyData.getPoints().setData(positions, 3);
  polyData.getPolys().setData(cells);
  polyData.buildCells();
  return polyData;
}

/** Face → its three corners as arrays, what vtk.js's triangle functions take; posed if a pose is given. */
function cornersOf({ positions, faces }, m) {
  const points = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
    return m ? [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]) : [x, y, z];
  });
  return (face) => [points[faces[3 * face]], points[faces[3 * face + 1]], points[faces[3 * face + 2]]];
}
