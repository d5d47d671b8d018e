// Two radii and segments → a torus about the z axis, and a point → its distance to the torus.

import { checkOptionNames, type OptionNames } from '#core';
import { createMesh, type TriangleMesh } from '#mesh';
import { checkNumber, checkPositive, checkQuestion, checkWhole } from './check-option.ts';
import { sineCosine } from './sine-cosine.ts';

export interface TorusOptions {
  /** mm: from the z axis to the tube's centre line. */
  readonly majorRadius: number;
  /** mm: of the tube, below majorRadius. */
  readonly minorRadius: number;
  /**
   * Number of segments around the z axis, from 3 to 4096. Around the tube there are as many as make the cells about
   * square, at least 3.
   */
  readonly segments: number;
}

const TORUS_OPTIONS: OptionNames<TorusOptions> = { majorRadius: true, minorRadius: true, segments: true };

/**
 * The torus as a regular grid whose vertices lie on it, two faces per cell.
 * @throws OptionError BAD_RADIUS, BAD_SEGMENTS, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function torus(options: TorusOptions): TriangleMesh {
  checkOptionNames(options, TORUS_OPTIONS, 'torus');
  const { majorRadius, minorRadius, segments } = options;
  checkPositive('BAD_RADIUS', 'Torus: majorRadius', majorRadius);
  checkPositive('BAD_RADIUS', 'Torus: minorRadius', minorRadius);
  checkPositive('BAD_RADIUS', 'Torus: majorRadius less minorRadius', majorRadius - minorRadius);
  checkWhole('BAD_SEGMENTS', 'Torus: segments', segments, 3, 4096);
  const tube = Math.max(3, Math.round((segments * minorRadius) / majorRadius));
  const positions = new Float64Array(3 * segments * tube);
  const faces = new Uint32Array(6 * segments * tube);
  for (let i = 0, cell = 0; i < segments; i++) {
    const [sineU, cosineU] = sineCosine((2 * Math.PI * i) / segments);
    for (let j = 0; j < tube; j++, cell++) {
      const [sineV, cosineV] = sineCosine((2 * Math.PI * j) / tube);
      const rho = majorRadius + minorRadius * cosineV;
      positions.set([rho * cosineU, rho * sineU, minorRadius * sineV], 3 * cell);
      const a = cell;
      const b = ((i + 1) % segments) * tube + j;
      const c = ((i + 1) % segments) * tube + ((j + 1) % tube);
      const d = i * tube + ((j + 1) % tube);
      faces.set([a, b, c, a, c, d], 6 * cell);
    }
  }
  return createMesh(positions, faces, { name: 'torus' });
}

/** Signed distance, mm, from a point to the torus that `torus` approximates: exact, so 1-Lipschitz. */
export function torusDistance(options: Omit<TorusOptions, 'segments'>, x: number, y: number, z: number): number {
  checkQuestion(options, x, y, z);
  const { majorRadius, minorRadius } = options;
  checkNumber('Torus: majorRadius', majorRadius);
  checkNumber('Torus: minorRadius', minorRadius);
  const rho = Math.sqrt(x * x + y * y) - majorRadius;
  return Math.sqrt(rho * rho + z * z) - minorRadius;
}
