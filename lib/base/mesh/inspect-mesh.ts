// TriangleMesh → what kind of surface it is.

import { stopIfUnwanted } from '#core';
import { findComponents } from './components.ts';
import { countDuplicateFaces } from './duplicate-faces.ts';
import { EdgeCounter } from './edge-counter.ts';
import { isProper } from './improper-faces.ts';
import { type Bounds, measureAreaAndVolume, measureBounds } from './surface-measure.ts';
import { checkedMesh, type TriangleMesh } from './triangle-mesh.ts';
import { VertexFaces } from './vertex-faces.ts';
import { haveOneFanEach } from './vertex-fans.ts';
import { weldVertices } from './weld.ts';
import { hasZeroArea } from './zero-area.ts';

/**
 * Adjacency is by exact position: vertices with equal coordinates (-0 equals 0) are one vertex, because STL and some
 * OBJ files repeat every corner. A face with two equal corners has no edges and is in no fan.
 */
export interface MeshInspection {
  /** Stored vertices, unused and repeated ones included. */
  readonly vertexCount: number;
  readonly faceCount: number;
  /** Box of the vertices that faces use, mm. */
  readonly bounds: Bounds;
  /** No boundary edge, and at least one face with three different corners. */
  readonly closed: boolean;
  /** At every edge that is not a boundary edge, equally many faces run along it in either direction. */
  readonly oriented: boolean;
  /**
   * No edge is used by more than two faces, and the faces around each vertex form one fan: one cycle or one open strip.
   */
  readonly manifold: boolean;
  /** Sets of faces connected through shared vertices; a face with equal corners connects what it touches. */
  readonly components: number;
  /** Faces of area exactly 0 (corners collinear or coincident), in exact arithmetic on the stored coordinates. */
  readonly degenerateFaces: number;
  /** Faces whose set of corners equals an earlier face's, whatever the orientation. */
  readonly duplicateFaces: number;
  /** Edges used by exactly one face. */
  readonly boundaryEdges: number;
  /** Sum over all faces, mm². */
  readonly area: number;
  /**
   * mm³, positive when faces are counter-clockwise seen from outside, negative when the surface is inside out; NaN
   * unless closed and oriented.
   */
  readonly volume: number;
}

/**
 * Inspects a mesh that `createMesh` accepts, and reports anything odd. Takes time and memory linear in the mesh size.
 * @throws MeshError as createMesh, for a mesh made by hand that it would refuse.
 */
export function inspectMesh(mesh: TriangleMesh): MeshInspection {
  const { positions, faces } = checkedMesh(mesh, 'mesh');
  const welded = weldVertices(positions);
  const around = listProperFaces(faces, welded);
  const edges = new EdgeCounter();
  for (let v = 0; v < welded.length; v++) {
    if (v % 4096 === 0) stopIfUnwanted();
    edges.countAt(v, v + 1, around.lists, faces, welded);
  }
  const bounds = measureBounds(positions, faces);
  const { area, volume } = measureAreaAndVolume(positions, faces, bounds);
  const closed = around.count > 0 && edges.boundary === 0;
  const oriented = edges.unbalanced === 0;
  let degenerateFaces = 0;
  for (let i = 0; i < faces.length; i += 3) {
    if (i % 12_288 === 0) stopIfUnwanted();
    if (hasZeroArea(positions, 3 * faces[i], 3 * faces[i + 1], 3 * faces[i + 2])) degenerateFaces++;
  }
  return {
    vertexCount: positions.length / 3,
    faceCount: faces.length / 3,
    bounds,
    closed,
    oriented,
    manifold: edges.crowded === 0 && haveOneFanEach(around.lists, faces, welded),
    components: findComponents(positions, faces, welded).vertices.length,
    degenerateFaces,
    duplicateFaces: countDuplicateFaces(faces, welded),
    boundaryEdges: edges.boundary,
    area,
    volume: closed && oriented ? volume : Number.NaN,
  };
}

function listProperFaces(faces: Uint32Array, welded: Uint32Array): { lists: VertexFaces; count: number } {
  const faceCount = faces.length / 3;
  const lists = new VertexFaces(welded.length, faceCount);
  let count = 0;
  for (let face = faceCount - 1; face >= 0; face--) {
    if (face % 8192 === 0) stopIfUnwanted();
    const a = welded[faces[3 * face]];
    const b = welded[faces[3 * face + 1]];
    const c = welded[faces[3 * face + 2]];
    if (!isProper(a, b, c)) continue;
    lists.add(face, a, b, c);
    count++;
  }
  return { lists, count };
}
