// Two meshes and a seed → rigid poses at which the tool grazes, cuts and just misses the bone.

import { cornerOffset, cross, dot, mulberry32, OptionError } from '#core';
import type { TriangleMesh } from '#mesh';

type Vector = readonly [number, number, number];

/** A cut or gap is at most this share of the tool's bounding diagonal. */
const DEEPEST = 1 / 40;
const MOST = 1_000_000;

interface RandomPoseOptions {
  readonly count: number;
  readonly seed: number;
  /** δ, mm: every other pose is drawn within ±4δ of touching. */
  readonly contactDistance: number;
}

/**
 * 16 numbers a pose, column-major, tool → bone, rigid up to rounding. The tool is turned at random. Its vertex lowest
 * along the normal at a random point of the bone's surface is placed on that normal, above or below the point: in half
 * of the poses at most the tool's diagonal / 40 away, in the others at most 4δ. If the bone bulges there, above is a
 * gap and below a cut; in a hollow the tool may cut elsewhere. Only + − × ÷ √ are used, so the numbers are the same on
 * every engine.
 * @throws OptionError BAD_POSE_COUNT, BAD_SEED.
 */
export function randomPoses(bone: TriangleMesh, tool: TriangleMesh, options: RandomPoseOptions): Float64Array {
  const { count, seed, contactDistance } = options;
  if (!(Number.isInteger(count) && count >= 1 && count <= MOST))
    throw new OptionError(
      'BAD_POSE_COUNT',
      `Random poses: count is ${count}, expected a whole number from 1 to ${MOST}; choose another.`,
    );
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32))
    throw new OptionError('BAD_SEED', `Random poses: seed is ${seed}, expected a whole number from 0 to 2^32 − 1.`);
  const random = mulberry32(seed);
  const deepest = DEEPEST * diagonal(tool);
  const poses = new Float64Array(16 * count);
  for (let pose = 0; pose < count; pose++) {
    const greatest = pose % 2 === 0 ? deepest : Math.min(deepest, 4 * contactDistance);
    poses.set(placedPose(randomSpot(bone, random), tool, greatest, random), 16 * pose);
  }
  return poses;
}

/**
 * The tool, turned at random, with its vertex lowest along the spot's normal at most `greatest` mm above or below the
 * spot.
 */
function placedPose(spot: Spot, tool: TriangleMesh, greatest: number, random: () => number): number[] {
  const x = unit(inBall(random));
  const y = across(x, random);
  const z = cross(x, y);
  const turned = (v: Vector): Vector => combine(1, combine(v[0], x, v[1], y), v[2], z);
  const down: Vector = [dot(x, spot.normal), dot(y, spot.normal), dot(z, spot.normal)];
  const lowest = lowestVertex(tool, down);
  const height = greatest * (2 * random() - 1);
  const shift = combine(1, combine(1, spot.point, height, spot.normal), -1, turned(lowest));
  return [...x, 0, ...y, 0, ...z, 0, ...shift, 1];
}

/** Of the vertices that faces use, the one whose dot product with a direction is least. */
function lowestVertex({ positions, faces }: TriangleMesh, direction: Vector): Vector {
  let best: Vector = [0, 0, 0];
  let least = Infinity;
  for (let i = 0; i < faces.length; i++) {
    const at = 3 * faces[i];
    const vertex: Vector = [positions[at], positions[at + 1], positions[at + 2]];
    const height = dot(vertex, direction);
    if (height < least) [best, least] = [vertex, height];
  }
  return best;
}

interface Spot {
  readonly point: Vector;
  readonly normal: Vector;
}

/** A point of a face with an area; if a mesh has none, a corner with any normal. */
function randomSpot({ positions, faces }: TriangleMesh, random: () => number): Spot {
  const count = faces.length / 3;
  const start = Math.floor(random() * count);
  const [r, s] = [Math.sqrt(random()), random()];
  const weights = [1 - r, r * (1 - s), r * s];
  for (let step = 0; step < count; step++) {
    const face = (start + step) % count;
    const corner = (k: number): Vector => {
      const at = cornerOffset(faces, face, k);
      return [positions[at], positions[at + 1], positions[at + 2]];
    };
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    const normal = cross(combine(1, b, -1, a), combine(1, c, -1, a));
    if (dot(normal, normal) > 0) {
      const component = (k: number) => weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k];
      return { point: [component(0), component(1), component(2)], normal: unit(normal) };
    }
  }
  return { point: [positions[0], positions[1], positions[2]], normal: unit(inBall(random)) };
}

function diagonal({ positions }: TriangleMesh): number {
  const sides = [0, 1, 2].map((k) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return high - low;
  });
  return Math.sqrt(sides.reduce((sum, side) => sum + side * side, 0));
}

/** A unit vector perpendicular to a unit vector, in a random direction. */
function across(axis: Vector, random: () => number): Vector {
  for (;;) {
    const v = inBall(random);
    const rest = combine(1, v, -dot(v, axis), axis);
    // If it were shorter, cancellation would leave it not quite perpendicular to the axis.
    if (dot(rest, rest) > 0.01) return unit(rest);
  }
}

/** Uniform in the unit ball, not within 0.1 of its middle. */
function inBall(random: () => number): Vector {
  for (;;) {
    const v: Vector = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const squared = dot(v, v);
    if (squared <= 1 && squared > 0.01) return v;
  }
}

function unit(v: Vector): Vector {
  const length = Math.sqrt(dot(v, v));
  return [v[0] / length, v[1] / length, v[2] / length];
}

function combine(s: number, a: Vector, t: number, b: Vector): Vector {
  return [s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]];
}
