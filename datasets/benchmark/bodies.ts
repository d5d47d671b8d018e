// A body's name → its mesh, with coordinates in whole multiples of 2^-10 mm; for a bone also the function whose sign
// separates inside from outside, for a tool the axis along which it is held.

import { createMesh, type TriangleMesh } from '#mesh';
import { box, boxDistance } from '../box.ts';
import { cappedShell, cappedShellDistance } from '../capped-shell.ts';
import { sawBlade } from '../saw-blade.ts';
import { skullPhantomFunction } from '../skull-function.ts';
import { skullPhantom } from '../skull-phantom.ts';
import { sphere, sphereDistance } from '../sphere.ts';
import { sphericalBurr } from '../spherical-burr.ts';
import { torus, torusDistance } from '../torus.ts';

/** Steps per mm. f32 holds every coordinate, and sums of two, exactly, and so the result of any axis-aligned pose. */
const STEPS = 1024;

export interface BenchmarkBone {
  readonly mesh: TriangleMesh;
  /** mm, negative inside, at most the distance in magnitude. */
  readonly inside: (x: number, y: number, z: number) => number;
  /**
   * mm: greatest distance of the mesh from the function's zero set; for the skull this holds for nine tenths of the
   * mesh, the rest being in creases of the face.
   */
  readonly deviation: number;
}

export interface BenchmarkTool {
  readonly mesh: TriangleMesh;
  /** 1: it is held towards its +y; 2: towards its +z. The other end is the tip. */
  readonly back: 1 | 2;
}

const shapes = {
  sphere: { radius: 60 },
  torus: { majorRadius: 90, minorRadius: 55 },
  box: { size: [128, 112, 96] },
  shell: { outerRadius: 80, innerRadius: 48 },
} as const;

const bones = {
  skull: () => ({ mesh: skullPhantom({ targetFaces: 12_000 }), inside: skullPhantomFunction, deviation: 0.6 }),
  sphere: () => ({
    mesh: sphere({ ...shapes.sphere, subdivisions: 4 }),
    inside: (x: number, y: number, z: number) => sphereDistance(shapes.sphere, x, y, z),
    deviation: 0.2,
  }),
  torus: () => ({
    mesh: torus({ ...shapes.torus, segments: 80 }),
    inside: (x: number, y: number, z: number) => torusDistance(shapes.torus, x, y, z),
    deviation: 0.4,
  }),
  box: () => ({
    mesh: box({ ...shapes.box, divisions: 8 }),
    inside: (x: number, y: number, z: number) => boxDistance(shapes.box, x, y, z),
    deviation: 0,
  }),
  shell: () => ({
    mesh: cappedShell({ ...shapes.shell, segments: 80 }),
    inside: (x: number, y: number, z: number) => cappedShellDistance(shapes.shell, x, y, z),
    deviation: 0.2,
  }),
} satisfies Record<string, () => BenchmarkBone>;

const tools = {
  saw: () => ({ mesh: sawBlade({ targetFaces: 2_000 }), back: 1 }),
  burr: () => ({ mesh: sphericalBurr({ targetFaces: 1_500 }), back: 2 }),
} satisfies Record<string, () => BenchmarkTool>;

export type BoneName = keyof typeof bones;
export type ToolName = keyof typeof tools;
export const boneNames = Object.keys(bones) as readonly BoneName[];
export const toolNames = Object.keys(tools) as readonly ToolName[];

const made = new Map<string, BenchmarkBone | BenchmarkTool>();

export function benchmarkBone(name: BoneName): BenchmarkBone {
  return once<BenchmarkBone>(`bone ${name}`, bones[name], name);
}

export function benchmarkTool(name: ToolName): BenchmarkTool {
  return once<BenchmarkTool>(`tool ${name}`, tools[name], name);
}

/** Bodies are made once per process: the phantom takes seconds. */
function once<Body extends BenchmarkBone | BenchmarkTool>(key: string, make: () => Body, name: string): Body {
  let body = made.get(key) as Body | undefined;
  if (body === undefined) {
    const { mesh, ...rest } = make();
    body = { ...rest, mesh: onGrid(mesh, name) } as Body;
    made.set(key, body);
  }
  return body;
}

function onGrid({ positions, faces }: TriangleMesh, name: string): TriangleMesh {
  // Adding 0 leaves no −0.
  return createMesh(
    Float64Array.from(positions, (x) => Math.round(x * STEPS) / STEPS + 0),
    faces,
    { name },
  );
}
