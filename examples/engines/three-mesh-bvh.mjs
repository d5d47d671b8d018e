// three-mesh-bvh as an engine to be judged: two surfaces, no solids.
//
// verdict    whether bvhcast finds a pair of triangles that intersect by its own test. It knows no inside: a tool
//            wholly inside the bone counts as separated.
// distance   from closestPointToGeometry: between the surfaces, in floating point.
// pairs      the pairs that bvhcast found.
//
// No depth, no contacts: it has no sign and no normals.

import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { versionOf } from './version-of.mjs';

export const engine = { name: 'three-mesh-bvh', version: versionOf('three-mesh-bvh') };

export function createEngine({ bone, tool }) {
  const toolGeometry = geometryOf(tool);
  // Without `indirect`, building a BVH renumbers the faces; with it, callbacks receive a face's place in the tree.
  const boneBvh = new MeshBVH(geometryOf(bone), { indirect: true });
  const toolBvh = new MeshBVH(toolGeometry, { indirect: true });
  toolGeometry.boundsTree = toolBvh;
  const matrix = new Matrix4();
  return {
    answer(pose) {
      const pairs = [];
      matrix.fromArray(pose);
      boneBvh.bvhcast(toolBvh, matrix, {
        intersectsTriangles(boneTriangle, toolTriangle, i, j) {
          if (boneTriangle.intersectsTriangle(toolTriangle))
            pairs.push(boneBvh.resolveTriangleIndex(i), toolBvh.resolveTriangleIndex(j));
          return false;
        },
      });
      return {
        verdict: pairs.length > 0 ? 'intersecting' : 'separated',
        distance: boneBvh.closestPointToGeometry(toolGeometry, matrix).distance,
        pairs,
      };
    },
  };
}

/** Copies the index, since a build without `indirect` reorders it in place. */
export function geometryOf({ positions, faces }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(faces.slice(), 1));
  return geometry;
}
