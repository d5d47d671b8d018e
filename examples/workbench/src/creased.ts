// A surface as it is drawn → the same with a normal at each point: smooth where the angle between faces is small, sharp
// along creases.

import type { DrawnMesh } from './picture-wire.ts';

export interface Shaped extends DrawnMesh {
  /** Three numbers a point, of length 1; (0, 0, 1) if no face there has an area. */
  readonly normals: Float32Array;
}

/**
 * A vertex whose faces all lie within the angle of each other stays one point, with their area-weighted mean normal;
 * any other becomes one point per corner, with the mean of the faces within the angle of the corner's face.
 * @param angle degrees: a larger angle between faces makes a crease.
 */
export function creased({ points, cells }: DrawnMesh, angle: number): Shaped {
  const crease = Math.cos((angle * Math.PI) / 180);
  const faceCount = cells.length / 4;
  const own = faceNormals(points, cells);
  const [first, faceOf] = facesAtVertices(points.length / 3, cells);
  const outPoints: number[] = [];
  const outNormals: number[] = [];
  const outCells = cells.slice();
  const add = (vertex: number, normal: readonly number[]): number => {
    const length = Math.hypot(normal[0], normal[1], normal[2]);
    for (let k = 0; k < 3; k++) {
      outPoints.push(points[3 * vertex + k]);
      outNormals.push(length > 0 ? normal[k] / length : k === 2 ? 1 : 0);
    }
    return outPoints.length / 3 - 1;
  };
  /** The point of each vertex that stays one point; −1 if it becomes many, or has not been visited yet. */
  const single = new Int32Array(points.length / 3).fill(-1);
  const isMet = new Uint8Array(points.length / 3);
  for (let face = 0; face < faceCount; face++)
    for (let corner = 1; corner <= 3; corner++) {
      const vertex = cells[4 * face + corner];
      const around = faceOf.subarray(first[vertex], first[vertex + 1]);
      if (isMet[vertex] === 0) {
        isMet[vertex] = 1;
        if (isSmooth(own, around, crease)) single[vertex] = add(vertex, sumOf(own, around));
      }
      outCells[4 * face + corner] =
        single[vertex] >= 0
          ? single[vertex]
          : add(
              vertex,
              sumOf(
                own,
                around.filter((other) => leans(own, face, other, crease)),
              ),
            );
    }
  return { points: Float32Array.from(outPoints), normals: Float32Array.from(outNormals), cells: outCells };
}

/** Three numbers a face: twice its area along its normal. */
function faceNormals(points: Float32Array, cells: Uint32Array): Float32Array {
  const out = new Float32Array((3 * cells.length) / 4);
  for (let face = 0; 4 * face < cells.length; face++) {
    const [a, b, c] = [1, 2, 3].map((corner) => 3 * cells[4 * face + corner]);
    const [ux, uy, uz] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
    const [vx, vy, vz] = [points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]];
    out[3 * face] = uy * vz - uz * vy;
    out[3 * face + 1] = uz * vx - ux * vz;
    out[3 * face + 2] = ux * vy - uy * vx;
  }
  return out;
}

/** For each vertex, where its faces begin in the second list, and that list. */
function facesAtVertices(vertexCount: number, cells: Uint32Array): readonly [Uint32Array, Uint32Array] {
  const first = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < cells.length; i++) if (i % 4 > 0) first[cells[i] + 1]++;
  for (let vertex = 0; vertex < vertexCount; vertex++) first[vertex + 1] += first[vertex];
  const next = first.slice(0, vertexCount);
  const faceOf = new Uint32Array((3 * cells.length) / 4);
  for (let i = 0; i < cells.length; i++) if (i % 4 > 0) faceOf[next[cells[i]]++] = Math.floor(i / 4);
  return [first, faceOf];
}

function leans(own: Float32Array, face: number, other: number, crease: number): boolean {
  const [i, j] = [3 * face, 3 * other];
  const dot = own[i] * own[j] + own[i + 1] * own[j + 1] + own[i + 2] * own[j + 2];
  const lengths = Math.hypot(own[i], own[i + 1], own[i + 2]) * Math.hypot(own[j], own[j + 1], own[j + 2]);
  return dot >= crease * lengths;
}

function isSmooth(own: Float32Array, around: Uint32Array, crease: number): boolean {
  for (let i = 0; i < around.length; i++)
    for (let j = 0; j < i; j++) if (!leans(own, around[i], around[j], crease)) return false;
  return true;
}

function sumOf(own: Float32Array, faces: Uint32Array): readonly number[] {
  const out = [0, 0, 0];
  for (const face of faces) for (let k = 0; k < 3; k++) out[k] += own[3 * face + k];
  return out;
}
