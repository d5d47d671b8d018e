// A pose's contacts → the direction and the distance from which to view them.

import { intoBone, type PackedPose, type PackedSurface, type Point, unpack, unpackPoints } from '../report/payload.ts';

export type Vector = Point;

export interface Sphere {
  readonly centre: Vector;
  readonly radius: number;
}

/** The part of a page's data that determines the view. */
export interface ViewedBodies {
  readonly header: {
    readonly bone: { readonly file: string; readonly frame?: Frame | 'unknown' };
    readonly options: { readonly resolution: number };
  };
  readonly bone: PackedSurface;
  readonly tool: PackedSurface;
}

export interface ContactView {
  /** The contact region; undefined if the pose has no contact. */
  readonly focus: Sphere | undefined;
  /** Unit vector from the contact to the eye. */
  readonly away: Vector;
  readonly up: Vector;
}

interface Box {
  readonly min: Vector;
  readonly max: Vector;
}

/** The radius shown, as a multiple of the radius of the contacts. */
const MARGIN = 1.35;
/** The smallest radius shown for a contact region and for a single contact, as multiples of the resolution. */
const LEAST_RADIUS = { region: 12, single: 2 };

/** A sphere round the bone: what the whole picture shows. */
export function wholeSphere(payload: ViewedBodies): Sphere {
  return sphereOf(boxOf(unpack(payload.bone.positions)), 1.15);
}

/**
 * In LPS, x points to the left, y to the back and z up, as in most CT surfaces. In RAS, which NIfTI uses, x points to
 * the right and y to the front.
 */
export type Frame = 'LPS' | 'RAS';

/** The frame that the report names; if it names none, the one that the bone's file name suggests. */
export function frameOf(payload: ViewedBodies): Frame {
  const { frame, file } = payload.header.bone;
  if (frame === 'RAS' || frame === 'LPS') return frame;
  return /\.nii(\.gz)?$/i.test(file) ? 'RAS' : 'LPS';
}

/**
 * The weights of three components of the direction to the eye: out of the bone, to the tool's flat side, to the front.
 */
const OUTWARD = 0.7;
const BESIDE = 1;
const FRONT = 0.45;

/** How to look at a pose's contacts: from outside the bone. */
export function contactView(pose: PackedPose, payload: ViewedBodies, whole: Sphere): ContactView {
  const sphere = contactSphere(pose);
  const tool = boxOf(unpack(payload.tool.positions));
  const target = sphere?.centre ?? intoBone(pose.matrix, sphereOf(tool, 1).centre);
  const outward = unit(minus(target, whole.centre), [0, 0, 1]);
  const least = LEAST_RADIUS.region * payload.header.options.resolution;
  return {
    focus: sphere && { centre: sphere.centre, radius: Math.max(sphere.radius, least) },
    ...eyeOn(outward, pose.matrix, tool, frameOf(payload)),
  };
}

/**
 * How to look at one contact so that all its `points` (three numbers each) are visible: from where most of the tool is.
 */
export function singleView(points: readonly number[], matrix: readonly number[], payload: ViewedBodies): ContactView {
  const { centre, radius } = sphereOf(boxOf(points), MARGIN);
  const tool = boxOf(unpack(payload.tool.positions));
  const outward = unit(minus(intoBone(matrix, sphereOf(tool, 1).centre), centre), [0, 0, 1]);
  const least = LEAST_RADIUS.single * payload.header.options.resolution;
  return {
    focus: { centre, radius: Math.max(radius, least) },
    ...eyeOn(outward, matrix, tool, frameOf(payload)),
  };
}

/**
 * The direction to the eye is `outward`, turned to a side along which the tool is thinnest (a blade is seen from its
 * flat side, a burr from beside its shaft) and somewhat to the front. Of the tool's two sides, the one that keeps the
 * eye more level is chosen.
 */
function eyeOn(outward: Vector, matrix: readonly number[], tool: Box, frame: Frame): Pick<ContactView, 'away' | 'up'> {
  const thin = thinAxis(matrix, tool);
  const side = unit(minus(thin, scale(outward, dot(thin, outward))), anyPerpendicular(outward));
  const front: Vector = [0, frame === 'LPS' ? -FRONT : FRONT, 0];
  const [away] = [BESIDE, -BESIDE]
    .map((beside) => unit(plus(plus(scale(outward, OUTWARD), scale(side, beside)), front), outward))
    .sort((a, b) => Math.abs(a[2]) - Math.abs(b[2]));
  return { away, up: Math.abs(away[2]) > 0.95 ? unit(front, front) : [0, 0, 1] };
}

function contactSphere({ contacts, deepest }: PackedPose): Sphere | undefined {
  const points = contacts ? unpackPoints(contacts.corners, contacts) : Float32Array.from(deepest?.point ?? []);
  return points.length > 0 ? sphereOf(boxOf(points), MARGIN) : undefined;
}

function thinAxis(matrix: readonly number[], tool: Box): Vector {
  const size = minus(tool.max, tool.min);
  const axis = size.indexOf(Math.min(...size));
  return [matrix[4 * axis], matrix[4 * axis + 1], matrix[4 * axis + 2]];
}

function boxOf(points: ArrayLike<number>): Box {
  const min: Vector = [Infinity, Infinity, Infinity];
  const max: Vector = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    if (points[i] < min[i % 3]) min[i % 3] = points[i];
    if (points[i] > max[i % 3]) max[i % 3] = points[i];
  }
  return { min, max };
}

function sphereOf({ min, max }: Box, margin: number): Sphere {
  const half = scale(minus(max, min), 0.5);
  return { centre: plus(min, half), radius: margin * Math.hypot(...half) };
}

function anyPerpendicular(v: Vector): Vector {
  return unit(Math.abs(v[2]) < 0.9 ? [-v[1], v[0], 0] : [0, -v[2], v[1]], [1, 0, 0]);
}

function unit(v: Vector, otherwise: Vector): Vector {
  const length = Math.hypot(...v);
  return length > 0 ? scale(v, 1 / length) : otherwise;
}

const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
