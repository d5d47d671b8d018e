// Real meshes and poses with exact labels, from files outside the project.
//
// tri_pairs, a_tris, b_tris are exact; distances are given to nine digits. The labels of env-rob were computed on the
// OBJ coordinates rounded to f32, so they are rounded here too. Poses are f32 and so orthonormal only to 1e-7; they are
// taken as given.

import { readFileSync } from 'node:fs';
import { createMesh, loadMesh, type TriangleMesh } from '#kerf';

/**
 * δ, mm; the nearest labelled distance is 9.9e-8 away, a hundred times the last digit given, so every label decides its
 * verdict.
 */
export const CONTACT_DISTANCE = 0.2;

export interface LabelledPoses {
  readonly name: string;
  readonly bone: string;
  readonly tool: string;
  /** The coordinates as the labels took them. */
  readonly asLabelled: (x: number, body: 'bone' | 'tool') => number;
  readonly poses: number;
  /** How many of the poses lie wholly inside. */
  readonly enclosed: number;
}

const same = (x: number): number => x;
export const labelledPoses: readonly LabelledPoses[] = [
  {
    name: 'env-rob',
    bone: 'ground-truth/env.obj',
    tool: 'ground-truth/rob.obj',
    asLabelled: Math.fround,
    poses: 500,
    enclosed: 0,
  },
  {
    name: 'skull50k-ycb-power-drill',
    bone: 'skull-ct/skull-ct-0050k.ply',
    tool: 'tools/ycb-power-drill.ply',
    asLabelled: same,
    poses: 200,
    enclosed: 0,
  },
  {
    name: 'skull50k-chai3d-dental-drill',
    bone: 'skull-ct/skull-ct-0050k.ply',
    tool: 'tools/chai3d-dental-drill.ply',
    asLabelled: same,
    poses: 200,
    enclosed: 0,
  },
  {
    name: 'skull500k-ycb-power-drill',
    bone: 'skull-ct/skull-ct-0500k.ply',
    tool: 'tools/ycb-power-drill.ply',
    asLabelled: same,
    poses: 30,
    enclosed: 0,
  },
  {
    name: 'solidskull-chai3d-dental-drill',
    bone: 'skull-solid/skull-solid-100k.ply',
    tool: 'tools/chai3d-dental-drill.ply',
    asLabelled: (x, body) => (body === 'bone' ? 16 * x : x),
    poses: 200,
    enclosed: 17,
  },
];

export async function labelledBody(
  path: string,
  body: 'bone' | 'tool',
  { asLabelled }: LabelledPoses,
): Promise<TriangleMesh> {
  const { positions, faces, name } = await loadMesh(path);
  return createMesh(
    Float64Array.from(positions, (x) => asLabelled(x, body)),
    faces,
    { name },
  );
}

/** Row-major 3×4 f32 [R|t] of the file → 16 numbers per pose, column-major. */
export function readPoses(path: string): Float64Array {
  const bytes = readFileSync(path);
  const poses = new Float64Array(bytes.length / 3);
  for (let i = 0; i < poses.length / 16; i++) {
    const r = Array.from({ length: 12 }, (_, k) => bytes.readFloatLE(4 * (12 * i + k)));
    poses.set([r[0], r[4], r[8], 0, r[1], r[5], r[9], 0, r[2], r[6], r[10], 0, r[3], r[7], r[11], 1], 16 * i);
  }
  return poses;
}
