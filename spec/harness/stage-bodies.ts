// Handmade surfaces → the bodies that the stages work on, and the same surfaces for the oracle.

import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { checkPose } from '#core';
import { createMesh } from '#mesh';
import type { CandidateMethod, Surface } from '#records';
import { ReferenceMesh } from '#reference';

/** Flat positions and faces, as from spec/base/mesh/bodies.ts. */
export interface Shape {
  readonly positions: ArrayLike<number>;
  readonly faces: ArrayLike<number>;
}

export function boneOf(shape: Shape, method?: CandidateMethod): BoneBody {
  return new BoneBody(createMesh(shape.positions, shape.faces, { name: 'bone' }), undefined, method);
}

/** @param magnitude a bound on the bone's coordinates. */
export function toolOf(shape: Shape, pose: ArrayLike<number>, magnitude: number): ToolBody {
  const tool = new ToolBody(createMesh(shape.positions, shape.faces, { name: 'tool' }));
  tool.moveTo(checkPose(pose), magnitude);
  return tool;
}

export const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] as const;

/** The live faces of a surface's stored coordinates. */
export function referenceOf(surface: Surface): ReferenceMesh {
  const live = liveFaces(surface);
  const faces = live.flatMap((f) => [...surface.faces.subarray(3 * f, 3 * f + 3)]);
  return new ReferenceMesh({
    positions: surface.positions.slice(0, 3 * surface.vertexCount),
    faces: Uint32Array.from(faces),
  });
}

export function liveFaces({ faceCount, retired }: Surface): number[] {
  return Array.from({ length: faceCount }, (_, f) => f).filter((f) => retired === null || retired[f] === 0);
}

/** Nine coordinates of a face. */
export function cornersOf({ positions, faces }: Pick<Surface, 'positions' | 'faces'>, face: number): Float64Array {
  const out = new Float64Array(9);
  for (let k = 0; k < 3; k++)
    for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = positions[3 * faces[3 * face + k] + axis];
  return out;
}

/** Low x, y, z and high x, y, z of a face. */
export function boxOf(surface: Surface, face: number): number[] {
  const c = cornersOf(surface, face);
  const box: number[] = [];
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(c[k], c[3 + k], c[6 + k]);
    box[3 + k] = Math.max(c[k], c[3 + k], c[6 + k]);
  }
  return box;
}

/** A closed surface of random tetrahedra, with sizes from 10^−spread to 1 times `scale`, about an offset. */
export function tetrahedra(random: () => number, count: number, scale: number, offset: number, spread: number): Shape {
  const positions: number[] = [];
  const faces: number[] = [];
  for (let i = 0; i < count; i++) {
    const size = scale * 10 ** (-spread * random());
    const centre = [0, 1, 2].map(() => offset + scale * (2 * random() - 1));
    for (let v = 0; v < 4; v++) for (let k = 0; k < 3; k++) positions.push(centre[k] + size * (2 * random() - 1));
    const [a, b, c, d] = [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3];
    const at = (v: number, k: number) => positions[3 * v + k] - positions[3 * a + k];
    const cross = [0, 1, 2].map(
      (k) => at(b, (k + 1) % 3) * at(c, (k + 2) % 3) - at(b, (k + 2) % 3) * at(c, (k + 1) % 3),
    );
    const outward = cross[0] * at(d, 0) + cross[1] * at(d, 1) + cross[2] * at(d, 2) < 0;
    const [q, r] = outward ? [b, c] : [c, b];
    faces.push(a, q, r, a, d, q, q, d, r, r, d, a);
  }
  return { positions, faces };
}
