// TriangleMesh → BufferGeometry, which shares its arrays where three can draw them.

import { BufferAttribute, BufferGeometry } from 'three';
import { checkOptionNames, OptionError, type OptionNames, described } from '#core';
import { checkedMesh, type TriangleMesh } from '#mesh';
import { singlePrecision } from './single-precision.ts';

export interface GeometryFromMeshOptions {
  /**
   * Whether to compute an attribute `normal`: the area-weighted mean of the faces at each vertex. Default false: draw
   * with a material whose flatShading is set, which needs none.
   */
  readonly normals?: boolean;
}
const OPTIONS: OptionNames<GeometryFromMeshOptions> = { normals: true };

/**
 * An indexed geometry in the mesh's frame, mm, with its name. Triangle and vertex numbers are the mesh's.
 *
 * The faces, and a Float32Array of positions, are the mesh's own arrays: writing to the attributes changes the mesh.
 * Positions in double precision are copied and rounded to f32, which is what GPUs draw; `userData.kerf.rounding` is
 * the farthest that moved a vertex, mm (some 1e-5 for a skull; 0 if they are shared).
 * @throws MeshError as createMesh, for a mesh made by hand; COORDINATE_RANGE beyond the largest f32.
 * @throws OptionError WRONG_TYPE, UNKNOWN_OPTION.
 */
export function geometryFromMesh(mesh: TriangleMesh, options: GeometryFromMeshOptions = {}): BufferGeometry {
  const { positions, faces, name } = checkedMesh(mesh, 'mesh');
  checkOptionNames(options, OPTIONS, 'geometryFromMesh');
  const { normals = false } = options;
  if (typeof normals !== 'boolean')
    throw new OptionError('WRONG_TYPE', `normals is ${described(normals)}, expected true or false; leave it out.`);
  const { values, rounding } = singlePrecision(positions, `Mesh "${name}"`);
  const geometry = new BufferGeometry();
  geometry.name = name;
  geometry.setAttribute('position', new BufferAttribute(values, 3));
  geometry.setIndex(new BufferAttribute(faces, 1));
  if (normals) geometry.computeVertexNormals();
  geometry.userData = { kerf: { rounding } };
  return geometry;
}
