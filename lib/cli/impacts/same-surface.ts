// Two meshes of one surface → nothing, if they have the same vertices and faces; else the error that says what differs.

import { MeshError } from '#core';
import type { TriangleMesh } from '#mesh';

export interface NamedMesh {
  readonly mesh: TriangleMesh;
  readonly file: string;
}

/** @throws MeshError OTHER_VERTEX_COUNT, OTHER_FACE_COUNT, OTHER_FACES, OTHER_FRAME. */
export function checkSameSurface(start: NamedMesh, end: NamedMesh): void {
  const [from, to] = [start, end].map(({ mesh }) => mesh);
  checkCount('OTHER_VERTEX_COUNT', 'vertices', start, end, from.positions.length / 3, to.positions.length / 3);
  checkCount('OTHER_FACE_COUNT', 'faces', start, end, from.faces.length / 3, to.faces.length / 3);
  const corner = from.faces.findIndex((vertex, i) => vertex !== to.faces[i]);
  if (corner >= 0) {
    const first = corner - (corner % 3);
    const corners = (mesh: TriangleMesh) => Array.from(mesh.faces.subarray(first, first + 3)).join(' ');
    throw new MeshError(
      'OTHER_FACES',
      `Face ${first / 3} of ${end.file} has vertices ${corners(to)}, expected ${corners(from)} as in ${start.file}; ${remedy(start, end)}.`,
    );
  }
  if (from.frame !== undefined && to.frame !== undefined && from.frame !== to.frame)
    throw new MeshError(
      'OTHER_FRAME',
      `${end.file} is in frame ${to.frame}, expected ${from.frame} as ${start.file}; convert one with kerf convert --frame.`,
    );
}

function checkCount(code: string, what: string, start: NamedMesh, end: NamedMesh, from: number, to: number): void {
  if (from !== to)
    throw new MeshError(
      code,
      `${end.file} has ${to} ${what}, expected ${from} as ${start.file} has; ${remedy(start, end)}.`,
    );
}

function remedy(start: NamedMesh, end: NamedMesh): string {
  const stl = [start, end].find(({ file }) => /\.stl$/i.test(file));
  return stl === undefined
    ? 'give one surface twice, of which only positions differ, in triangles'
    : `${stl.file} is STL, which keeps no vertices: save both as PLY, OBJ, VTP or VTK`;
}
