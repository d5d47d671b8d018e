// Edge lengths and divisions → an axis-aligned box, and a point → its distance to the box.

import { checkOptionNames, type OptionNames } from '#core';
import { createMesh, type TriangleMesh } from '#mesh';
import { checkPositive, checkQuestion, checkTriple, checkWhole } from './check-option.ts';

export interface BoxOptions {
  /** mm: one edge length for all axes, or one for each axis. */
  readonly size: number | readonly [number, number, number];
  /** mm. Default the origin. */
  readonly center?: readonly [number, number, number];
  /**
   * Squares along each axis, whole numbers from 1 to 1000. Each square has two faces. Default 1, which gives 12 faces.
   */
  readonly divisions?: number | readonly [number, number, number];
}

const BOX_OPTIONS: OptionNames<BoxOptions> = { size: true, center: true, divisions: true };

/**
 * The box, with each side divided into equal rectangles: 4 · (nx·ny + ny·nz + nz·nx) faces.
 * @throws OptionError BAD_SIZE, BAD_CENTER, BAD_DIVISIONS, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function box(options: BoxOptions): TriangleMesh {
  checkOptionNames(options, BOX_OPTIONS, 'box');
  const size = triple('BAD_SIZE', 'Box: size', options.size);
  const center = options.center ?? [0, 0, 0];
  checkTriple('BAD_CENTER', 'Box: center', center);
  const divisions = triple('BAD_DIVISIONS', 'Box: divisions', options.divisions ?? 1);
  for (const value of size) checkPositive('BAD_SIZE', 'Box: size', value);
  for (const value of divisions) checkWhole('BAD_DIVISIONS', 'Box: divisions', value, 1, 1000);
  const positions: number[] = [];
  const faces: number[] = [];
  const numbers = new Map<number, number>();

  /** The vertex at the lattice point, made on first use. */
  function vertex(lattice: readonly number[]): number {
    const key = lattice[0] + (divisions[0] + 1) * (lattice[1] + (divisions[1] + 1) * lattice[2]);
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      for (let axis = 0; axis < 3; axis++)
        positions.push(center[axis] + size[axis] * (lattice[axis] / divisions[axis] - 0.5));
    }
    return number;
  }

  for (let axis = 0; axis < 3; axis++)
    for (const end of [0, divisions[axis]]) {
      // Seen from outside, (u, v) is right-handed on the far side and left-handed on the near side.
      const u = end === 0 ? (axis + 2) % 3 : (axis + 1) % 3;
      const v = end === 0 ? (axis + 1) % 3 : (axis + 2) % 3;
      for (let i = 0; i < divisions[u]; i++)
        for (let j = 0; j < divisions[v]; j++) {
          const [a, b, c, d] = [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ].map(([di, dj]) => {
            const lattice = [0, 0, 0];
            lattice[axis] = end;
            lattice[u] = i + di;
            lattice[v] = j + dj;
            return vertex(lattice);
          });
          faces.push(a, b, c, a, c, d);
        }
    }
  return createMesh(Float64Array.from(positions), Uint32Array.from(faces), { name: 'box' });
}

/** Signed distance, mm, from a point to the box: exact, so 1-Lipschitz. The mesh is the box itself. */
export function boxDistance(options: Omit<BoxOptions, 'divisions'>, x: number, y: number, z: number): number {
  checkQuestion(options, x, y, z);
  const size = triple('BAD_SIZE', 'Box: size', options.size);
  const center = options.center ?? [0, 0, 0];
  checkTriple('BAD_CENTER', 'Box: center', center);
  const beyond = [x, y, z].map((value, axis) => Math.abs(value - center[axis]) - size[axis] / 2);
  const [dx, dy, dz] = beyond.map((value) => Math.max(value, 0));
  return Math.sqrt(dx * dx + dy * dy + dz * dz) + Math.min(0, Math.max(...beyond));
}

type Triple = readonly [number, number, number];

function triple(code: string, what: string, value: number | Triple): Triple {
  if (typeof value === 'number') return [value, value, value];
  checkTriple(code, what, value);
  return value;
}
