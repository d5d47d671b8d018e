// A bone, a tool, a family and a stream → a pose at which the tool is far from the bone, near it, cuts it, …, depending
// on the family.
//
// If a family promises a state, the tool's vertices are checked with the bone's function, whose sign is right farther
// than `deviation` from the mesh. Nothing here tests how two meshes meet; that is left to the labels.

import type { BenchmarkBone, BenchmarkTool } from './bodies.ts';
import type { BodyShape } from './body-shape.ts';
import { flushPose } from './flush-pose.ts';
import { anyRotation, type Pose, posed, poseWith, rotationTo, turnedBack } from './poses.ts';
import { combine, direction, tilted, type Vector } from './vectors.ts';

/** Draws of one pose. */
export interface PoseDraw {
  readonly bone: BenchmarkBone;
  readonly tool: BenchmarkTool;
  readonly boneShape: BodyShape;
  readonly toolShape: BodyShape;
  readonly random: () => number;
}

/**
 * far: 10 to 200 mm between bounding spheres. clear: not touching, at most 6 mm apart. graze: touching or missing by a
 * quarter of a millimetre down to a millionth. cut: the tip in the bone, the shank outside. through: tip and shank
 * outside, bone between. enclosed: the tool entirely inside, and the surfaces do not meet. flush: touching exactly, in
 * coordinates without rounding, neither body inside the other's plane.
 */
export const poseFamilies = ['far', 'clear', 'graze', 'cut', 'through', 'flush', 'enclosed'] as const;
export type PoseFamily = (typeof poseFamilies)[number];

const families: Record<PoseFamily, (draw: PoseDraw) => Pose | null> = {
  far,
  clear: (draw) => (draw.random() < 0.5 ? besidePlane(draw, 0.05 + 5 * draw.random()).pose : inClear(draw)),
  graze: (draw) => (draw.random() < 0.5 ? besidePlane(draw, hair(draw.random)).pose : onFace(draw, hair(draw.random))),
  cut,
  through,
  enclosed,
  flush: flushPose,
};

/** Draws that give no pose of the family are discarded; this many in a row never happen. */
const MOST_TRIES = 10_000_000;

export function familyPose(family: PoseFamily, draw: PoseDraw): Pose {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const pose = families[family](draw);
    if (pose !== null) return pose;
  }
  throw new Error(`No pose of the family ${family} was found for ${draw.tool.mesh.name} and ${draw.bone.mesh.name}.`);
}

function far({ boneShape, toolShape, random }: PoseDraw): Pose {
  const away = boneShape.radius + toolShape.radius + 10 + 190 * random();
  const place = combine(1, boneShape.center, away, direction(random));
  return poseWith(anyRotation(random), toolShape.center, place);
}

/** Bone and tool outside two parallel planes `gap` mm apart, each with a vertex on its plane, one above the other. */
export function besidePlane(
  { boneShape, toolShape, random }: PoseDraw,
  gap: number,
): { readonly pose: Pose; readonly normal: Vector } {
  const normal = direction(random);
  const rotation = anyRotation(random);
  const top = boneShape.farthest(normal);
  const bottom = toolShape.farthest(turnedBack(rotation, combine(-1, normal, 0, normal)));
  return { pose: poseWith(rotation, bottom, combine(1, top, gap, normal)), normal };
}

/** Anywhere around the bone, also in its hollows, at least 1 mm from it by its function. */
function inClear(draw: PoseDraw): Pose | null {
  const { boneShape, toolShape, random } = draw;
  const pose = poseWith(anyRotation(random), toolShape.center, boneShape.placeAbout(20, random));
  const least = leastInside(draw, pose, 1 + draw.bone.deviation);
  return least !== null && least <= 5 ? pose : null;
}

/** ± a number from 2^-20 to 2^-2 mm, uniform over the powers of two. */
function hair(random: () => number): number {
  const size = 2 ** -(3 + Math.floor(18 * random())) * (1 + random());
  return random() < 0.5 ? -size : size;
}

/** The tool's lowest vertex above or below a point of a face, and nowhere deep in the bone. */
function onFace(draw: PoseDraw, height: number): Pose | null {
  const { boneShape, toolShape, random } = draw;
  const { point, normal } = boneShape.spot(random);
  const rotation = anyRotation(random);
  const bottom = toolShape.farthest(turnedBack(rotation, combine(-1, normal, 0, normal)));
  const pose = poseWith(rotation, bottom, combine(1, point, height, normal));
  return leastInside(draw, pose, -0.25 - draw.bone.deviation) === null ? null : pose;
}

/** The tool's back within 60° of the normal of a face, its tip up to 5 mm below the face. */
export function cut(draw: PoseDraw): Pose | null {
  const { bone, tool, boneShape, toolShape, random } = draw;
  const { point, normal } = boneShape.spot(random);
  const rotation = rotationTo(tool.back, tilted(normal, 0.5, random), random);
  const margin = bone.deviation + 0.1;
  const tip = toolShape.farthest(turnedBack(rotation, combine(-1, normal, 0, normal)));
  const pose = poseWith(rotation, tip, combine(1, point, -(margin + 4 * random()), normal));
  const isCut = insideAt(draw, pose, tip) < -margin && insideAt(draw, pose, shankOf(draw)) > margin;
  return isCut ? pose : null;
}

function through(draw: PoseDraw): Pose | null {
  const { bone, tool, boneShape, random } = draw;
  const { point, normal } = boneShape.spot(random);
  const back = tilted(normal, 0.1, random);
  const rotation = rotationTo(tool.back, back, random);
  const tip = tipOf(draw);
  const shank = shankOf(draw);
  const reach = shank[tool.back] - tip[tool.back];
  const pose = poseWith(rotation, tip, combine(1, point, -reach * random(), back));
  const margin = bone.deviation + 0.1;
  if (insideAt(draw, pose, tip) <= margin || insideAt(draw, pose, shank) <= margin) return null;
  return draw.toolShape.some((vertex) => insideAt(draw, pose, vertex) < -margin) ? pose : null;
}

/** Inside by half a millimetre more than the mesh's deviation; edges between the vertices do not use that up. */
function enclosed(draw: PoseDraw): Pose | null {
  const { bone, boneShape, toolShape, random } = draw;
  const pose = poseWith(anyRotation(random), toolShape.center, boneShape.placeAbout(0, random));
  const margin = bone.deviation + 0.5;
  if (insideAt(draw, pose, shankOf(draw)) >= -margin || insideAt(draw, pose, tipOf(draw)) >= -margin) return null;
  return toolShape.some((vertex) => insideAt(draw, pose, vertex) >= -margin) ? null : pose;
}

function tipOf({ tool, toolShape }: PoseDraw): Vector {
  return toolShape.farthest(tool.back === 1 ? [0, -1, 0] : [0, 0, -1]);
}

export function shankOf({ tool, toolShape }: PoseDraw): Vector {
  return toolShape.farthest(tool.back === 1 ? [0, 1, 0] : [0, 0, 1]);
}

function insideAt({ bone }: PoseDraw, pose: Pose, point: Vector): number {
  const [x, y, z] = posed(pose, point);
  return bone.inside(x, y, z);
}

/** The least value of the bone's function at the tool's vertices; null if it is below `limit`. */
function leastInside(draw: PoseDraw, pose: Pose, limit: number): number | null {
  let least = Infinity;
  const isBelow = draw.toolShape.some((vertex) => {
    least = Math.min(least, insideAt(draw, pose, vertex));
    return least < limit;
  });
  return isBelow ? null : least;
}
