// vtk.js OBBTree as an engine to be judged: two surfaces, no solids.
//
// pairs      from intersectWithOBBTree: the faces of two leaves that meet, filtered by triangleIntersectsNode and
//            tested by Triangle.intersectWithTriangle, as in its findTriangleIntersections, which takes no pose.
// verdict    intersecting if there is such a pair. It knows no inside: a tool wholly inside the bone is separated.
//
// No distance, depth or contacts: it has none of these queries.

import PolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import Triangle from '@kitware/vtk.js/Common/DataModel/Triangle.js';
import OBBTree from '@kitware/vtk.js/Filters/General/OBBTree.js';
import { versionOf } from './version-of.mjs';

/**
 * Its default of 8 levels leaves 3,000 of 800,000 faces in a leaf; 24 levels reach its default of 32 faces a leaf.
 */
const LEVELS = 24;

export const engine = { name: 'vtk.js OBBTree', version: versionOf('@kitware/vtk.js') };

export function createEngine({ bone, tool }) {
  const boneTree = treeOf(polyDataOf(bone));
  const toolTree = treeOf(polyDataOf(tool));
  const boneCorners = cornersOf(bone);
  return {
    answer(pose) {
      const pairs = [];
      search({ boneTree, toolTree, boneCorners }, tool, pose, (boneFace, toolFace) => pairs.push(boneFace, toolFace));
      return { verdict: pairs.length > 0 ? 'intersecting' : 'separated', pairs };
    },
    dispose() {
      for (const tree of [boneTree, toolTree]) tree.delete();
    },
  };
}

/**
 * @param found called at each pair of faces; a result below 0 ends the search, as in intersectWithOBBTree.
 */
export function search({ boneTree, toolTree, boneCorners }, tool, pose, found) {
  const toolCorners = cornersOf(tool, pose);
  boneTree.intersectWithOBBTree(toolTree, pose, (boneNode, toolNode) => {
    for (const g of toolNode.getCells()) {
      const [p, q, r] = toolCorners(g);
      if (!boneTree.triangleIntersectsNode(boneNode, p, q, r)) continue;
      for (const f of boneNode.getCells())
        if (Triangle.intersectWithTriangle(...boneCorners(f), p, q, r).intersect && found(f, g) < 0) return -1;
    }
    return 0;
  });
}

export function treeOf(polyData) {
  const tree = OBBTree.newInstance({ maxLevel: LEVELS });
  tree.setDataset(polyData);
  tree.buildLocator();
  return tree;
}

export function polyDataOf({ positions, faces }) {
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

/** Face → its three corners as arrays, as vtk.js's triangle functions take them; posed if a pose is given. */
export function cornersOf({ positions, faces }, m) {
  const points = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
    return m ? [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]) : [x, y, z];
  });
  return (face) => [points[faces[3 * face]], points[faces[3 * face + 1]], points[faces[3 * face + 2]]];
}
