// One pose's report with the two bodies as the oracle sees them: the input of every judge of this room.

import type { TriangleMesh } from '#mesh';
import type { ContactReport } from '#records';
import type { BulkMesh } from '#reference';
import type { Tally, ValidationOptions } from './judgement.ts';

/** 0 the bone, 1 the tool: as in ContactTable.body. */
export type BodyNumber = 0 | 1;
export const bothBodies: readonly BodyNumber[] = [0, 1];

type Given = Pick<TriangleMesh, 'positions' | 'faces'>;

export interface PoseQuestion {
  readonly report: ContactReport;
  /** Bone frame, stored coordinates as the contract defines them. */
  readonly bodies: readonly [bone: BulkMesh, tool: BulkMesh];
  /** As they were given: in their own frames their faces are divided. */
  readonly meshes: readonly [bone: Given, tool: Given];
  readonly options: ValidationOptions;
  /** mm: how far a reported length may be off if the contract says "rounded". */
  readonly allowance: number;
  /** Uniform in [0, 1), this pose's own stream. */
  readonly random: () => number;
}

/** Nine numbers: a face of a mesh as it was given. */
export function ownCorners({ positions, faces }: Given, face: number): number[] {
  return [...faces.subarray(3 * face, 3 * face + 3)].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
}

/**
 * Reported lengths are accepted within this share of the largest coordinate: the acceptance limit of the contract, not
 * a bound of the code's rounding.
 */
const ROUNDING_ACCEPTED = 1e-12;

export function roundingAllowance(bodies: PoseQuestion['bodies']): number {
  let magnitude = 0;
  for (const { surface } of bodies)
    for (let i = 0; i < surface.corners.length; i++) magnitude = Math.max(magnitude, Math.abs(surface.corners[i]));
  return ROUNDING_ACCEPTED * magnitude;
}

/** Counts cases as they are judged. */
export class Counter {
  #judged = 0;
  #broken = 0;
  #undecided = 0;

  count(answer: 'holds' | 'broken' | 'undecided'): void {
    this.#judged++;
    if (answer === 'broken') this.#broken++;
    if (answer === 'undecided') this.#undecided++;
  }

  get tally(): Tally {
    return { judged: this.#judged, broken: this.#broken, undecided: this.#undecided };
  }
}
