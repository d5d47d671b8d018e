// Positions and faces → a checked TriangleMesh.

import { MeshError } from '../core/index.ts';
import { type AnatomicalFrame, checkFrame } from './anatomical-frame.ts';

/** xyz per vertex, mm, in single or double precision. */
export type Positions = Float32Array | Float64Array;

/** Triangle surface, mm. positions: xyz per vertex (3·V); faces: three vertex indices per face (3·F), counter-clockwise seen from outside. */
export interface TriangleMesh {
  readonly positions: Float32Array | Float64Array;
  readonly faces: Uint32Array;
  readonly name: string;
  /** Where the file or volume that it comes from tells it; absent: unknown. */
  readonly frame?: AnatomicalFrame;
}

/**
 * Checks and wraps a triangle surface. A Float32Array or Float64Array of positions and a Uint32Array of faces are kept, not
 * copied; any other array is copied (positions to f64).
 * @throws MeshError EMPTY_MESH (no face), BAD_LENGTH (not a multiple of 3), NON_FINITE_VERTEX, INDEX_OUT_OF_RANGE.
 * OptionError BAD_FRAME.
 */
export function createMesh(
  positions: ArrayLike<number>,
  faces: ArrayLike<number>,
  options: { name?: string; frame?: AnatomicalFrame } = {},
): TriangleMesh {
  const name = options.name ?? 'mesh';
  if (options.frame !== undefined) checkFrame(options.frame);
  checkLength(name, 'positions', positions.length);
  checkLength(name, 'faces', faces.length);
  if (faces.length === 0)
    throw new MeshError('EMPTY_MESH', `Mesh "${name}" has no faces; give at least one triangle (3 vertex indices).`);
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i]))
      throw new MeshError(
        'NON_FINITE_VERTEX',
        `Mesh "${name}": vertex ${Math.floor(i / 3)} has ${'xyz'[i % 3]} = ${positions[i]}, expected a finite number; repair or drop that vertex.`,
      );
  }
  const vertexCount = positions.length / 3;
  for (let i = 0; i < faces.length; i++) {
    const vertex = faces[i];
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= vertexCount)
      throw new MeshError(
        'INDEX_OUT_OF_RANGE',
        `Mesh "${name}": face ${Math.floor(i / 3)} names vertex ${vertex}, expected an integer ≥ 0 and < ${vertexCount} (the number of vertices); repair the face list.`,
      );
  }
  return {
    positions:
      positions instanceof Float32Array || positions instanceof Float64Array ? positions : Float64Array.from(positions),
    faces: faces instanceof Uint32Array ? faces : Uint32Array.from(faces),
    name,
    ...(options.frame === undefined ? {} : { frame: options.frame }),
  };
}

function checkLength(name: string, what: string, length: number): void {
  if (!Number.isInteger(length) || length % 3 !== 0)
    throw new MeshError(
      'BAD_LENGTH',
      `Mesh "${name}": ${what} has ${length} numbers, expected a multiple of 3; check the array's layout.`,
    );
}
