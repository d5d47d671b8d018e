// Seeds → pairs of closed bodies of a few hundred faces under poses that miss, come near, cross and enclose, and the
// same pairs under changes that no answer may depend on: corner order, rigid motion, scale, distance from the origin.

import { box, cappedShell, sphere, torus } from '#datasets';
import { createMesh, type TriangleMesh } from '#mesh';
import { PlainSolid } from './plain-solid.ts';

export interface ContactCase {
  readonly name: string;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** Column-major, tool frame → bone frame. */
  readonly pose: Float64Array;
  /** δ and h, mm. */
  readonly delta: number;
  readonly h: number;
}
type Random = () => number;
type Vector = readonly [number, number, number];

/** The bones: closed forms in datasets, 132 to 560 faces, about 20 mm wide. */
export const bones: readonly TriangleMesh[] = [
  sphere({ radius: 10, subdivisions: 2 }),
  box({ size: [20, 16, 12], divisions: [4, 3, 3] }),
  torus({ majorRadius: 10, minorRadius: 4, segments: 16 }),
  cappedShell({ outerRadius: 11, innerRadius: 8, segments: 20 }),
];
const tools: readonly TriangleMesh[] = [
  sphere({ radius: 3, subdivisions: 1 }),
  box({ size: [4, 3, 5], divisions: [2, 1, 2] }),
  torus({ majorRadius: 2.6, minorRadius: 1, segments: 10 }),
  cappedShell({ outerRadius: 3.2, innerRadius: 2, segments: 10 }),
];

export const identityPose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/**
 * Where the tool is put: at a least vertex gap or depth to the bone, mm, or at the deepest of some points of the bone.
 */
const placements = ['apart', 'near', 'grazing', 'deep', 'inside'] as const;

/** Case k of a seeded stream: the bone, the tool and the placement change with k; the rest is random. */
export function contactCase(k: number, random: Random): ContactCase {
  const bone = bones[k % 4];
  const tool = tools[Math.floor(k / 4) % 4];
  const placement = placements[k % 5];
  const delta = 0.5;
  const solid = new PlainSolid(bone);
  const rotation = randomRotation(random);
  const turned = movedMesh(tool, poseOf(rotation, [0, 0, 0]));
  const gapAt = (center: Vector): number => {
    let least = Infinity;
    for (let i = 0; i < turned.positions.length; i += 3) {
      const [x, y, z] = center.map((value, axis) => value + turned.positions[i + axis]);
      least = Math.min(least, solid.signedDistance(x, y, z));
    }
    return least;
  };
  const center =
    placement === 'inside'
      ? deepestOf(solid, 40, random)
      : approach(solid, gapAt, wantedGap(placement, delta, random), random);
  const name = `case ${k}: ${tool.name} ${placement} ${bone.name}`;
  return { name, bone, tool, pose: poseOf(rotation, center), delta, h: 1.2 + random() };
}

function wantedGap(placement: (typeof placements)[number], delta: number, random: Random): number {
  if (placement === 'apart') return delta * (1.2 + 3 * random());
  if (placement === 'near') return delta * (0.1 + 0.8 * random());
  return placement === 'grazing' ? -0.3 * random() : -0.3 - 0.9 * random();
}

/** A place, on a random ray from a point in the bone, with the wanted gap. Tries another ray if there is none. */
function approach(solid: PlainSolid, gapAt: (center: Vector) => number, wanted: number, random: Random): Vector {
  for (;;) {
    const direction = randomDirection(random);
    const start = deepestOf(solid, 8, random);
    const at = (distance: number): Vector => [
      start[0] + direction[0] * distance,
      start[1] + direction[1] * distance,
      start[2] + direction[2] * distance,
    ];
    let [low, high] = [0, 36];
    if (gapAt(at(low)) > wanted) continue;
    for (let i = 0; i < 9; i++) {
      const middle = (low + high) / 2;
      if (gapAt(at(middle)) > wanted) high = middle;
      else low = middle;
    }
    return at(high);
  }
}

function deepestOf(solid: PlainSolid, count: number, random: Random): Vector {
  let best: Vector = [0, 0, 0];
  let depth = Infinity;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [0, 1, 2].map((k) => solid.low[k] + random() * (solid.high[k] - solid.low[k]));
    const distance = solid.signedDistance(x, y, z);
    if (distance < depth) [best, depth] = [[x, y, z], distance];
  }
  return best;
}

export function randomDirection(random: Random): Vector {
  for (;;) {
    const [x, y, z] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0.1 && length <= 1) return [x / length, y / length, z / length];
  }
}

/** Nine numbers, column-major, of a random unit quaternion. */
export function randomRotation(random: Random): number[] {
  const [a, b] = [randomDirection(random), 2 * Math.PI * random()];
  const [w, s] = [Math.cos(b / 2), Math.sin(b / 2)];
  const [x, y, z] = a.map((value) => s * value);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

export function poseOf(r: ArrayLike<number>, t: ArrayLike<number>): Float64Array {
  return Float64Array.of(r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0, t[0], t[1], t[2], 1);
}

export function translation(x: number, y: number, z: number): Float64Array {
  return poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [x, y, z]);
}

/** a after b. */
export function composed(a: Float64Array, b: Float64Array): Float64Array {
  return Float64Array.from({ length: 16 }, (_, i) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + (i % 4)] * b[4 * Math.floor(i / 4) + k], 0),
  );
}

export function movedMesh(mesh: TriangleMesh, m: Float64Array): TriangleMesh {
  const { positions, faces, name } = mesh;
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    for (let k = 0; k < 3; k++)
      moved[i + k] = m[k] * positions[i] + m[4 + k] * positions[i + 1] + m[8 + k] * positions[i + 2] + m[12 + k];
  return createMesh(moved, faces, { name });
}

/** The orders of a face's corners; the last three flip it. */
export const cornerOrders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
] as const;

export function reordered(mesh: TriangleMesh, order: readonly number[]): TriangleMesh {
  const faces = mesh.faces.map((_, i) => mesh.faces[i - (i % 3) + order[i % 3]]);
  return createMesh(mesh.positions, faces, { name: mesh.name });
}

export function scaled(mesh: TriangleMesh, s: number): TriangleMesh {
  return createMesh(
    Float64Array.from(mesh.positions, (value) => value * s),
    mesh.faces,
    { name: mesh.name },
  );
}

/** The same question in another guise. */
export function reorderedCase(given: ContactCase, bone: readonly number[], tool: readonly number[]): ContactCase {
  return {
    ...given,
    name: `${given.name}, corners ${bone.join('')} and ${tool.join('')}`,
    bone: reordered(given.bone, bone),
    tool: reordered(given.tool, tool),
  };
}
export function movedCase(given: ContactCase, motion: Float64Array): ContactCase {
  return {
    ...given,
    name: `${given.name}, moved`,
    bone: movedMesh(given.bone, motion),
    pose: composed(motion, given.pose),
  };
}
export function scaledCase(given: ContactCase, s: number): ContactCase {
  const pose = given.pose.map((value, i) => (i >= 12 && i < 15 ? value * s : value));
  return {
    name: `${given.name}, times ${s}`,
    bone: scaled(given.bone, s),
    tool: scaled(given.tool, s),
    pose,
    delta: given.delta * s,
    h: given.h * s,
  };
}

/** The number of cases of each kind. */
export interface Variety {
  readonly plain: number;
  readonly orders: number;
  readonly motions: number;
  readonly scales: number;
  readonly far: number;
}

/** Seven cases: every state, and each change but that of corner order. */
export const FEW: Variety = { plain: 2, orders: 0, motions: 1, scales: 1, far: 1 };

export function caseCount({ plain, orders, motions, scales, far }: Variety): number {
  return plain + 6 * orders + motions + 3 * scales + far;
}

/**
 * Plain cases; each corner order on `orders` cases; rigid motions; scales 1e-3, 1, 1e3 on `scales` cases each; bodies
 * 1e5 mm from the origin.
 */
export function* contactCases(random: Random, variety: Variety): Generator<ContactCase> {
  let k = 0;
  const next = () => contactCase(k++, random);
  for (let i = 0; i < variety.plain; i++) yield next();
  for (let i = 0; i < variety.orders; i++) {
    const given = next();
    for (let o = 0; o < 6; o++) yield reorderedCase(given, cornerOrders[o], cornerOrders[(o + i) % 6]);
  }
  for (let i = 0; i < variety.motions; i++) {
    const t = randomDirection(random).map((value) => 200 * value);
    yield movedCase(next(), poseOf(randomRotation(random), t));
  }
  for (let i = 0; i < variety.scales; i++) {
    const given = next();
    for (const s of [1e-3, 1, 1e3]) yield scaledCase(given, s);
  }
  for (let i = 0; i < variety.far; i++) {
    const t = randomDirection(random).map((value) => 1e5 * value);
    yield movedCase(next(), translation(t[0], t[1], t[2]));
  }
}
