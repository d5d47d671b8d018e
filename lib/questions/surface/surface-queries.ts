// What createSurface returns: its questions, what each answer promises, and the records of the answers.

import type { Backend } from '#records';

/** A crossing of a line and a face. */
export interface RayHit {
  /** mm from the origin along the direction; of `height`, the height above the point, negative below it. */
  readonly distance: number;
  /** xyz, mm. */
  readonly point: Float64Array;
  readonly face: number;
  /** Whether the ray comes from the side to which the face's normal points; of `height`, going down the axis. */
  readonly entering: boolean;
}

export interface NearestPoint {
  /** mm. */
  readonly distance: number;
  /** xyz, mm; a corner itself, if it is the nearest. */
  readonly point: Float64Array;
  /** Of several that are equally far, the lowest-numbered one. */
  readonly face: number;
  /** The part of `face` that holds the exact nearest point: 0 its inside, 1 an edge, 2 a corner. */
  readonly feature: 0 | 1 | 2;
}

export interface NearestPointOptions {
  /** mm: farther points are not wanted. Default: no limit. */
  readonly maxDistance?: number;
}

export interface RayOptions {
  /** mm from the origin: farther hits are not wanted. Default: no limit. */
  readonly maxDistance?: number;
}

export interface HeightOptions {
  /** The way up, of any length. Default z. */
  readonly axis?: ArrayLike<number>;
}

export interface BatchOptions {
  /** Default 'auto': WebGPU if a GPU is found, else the CPU. */
  readonly backend?: Backend | 'auto';
}

/**
 * A surface that answers questions about points and lines in its frame, mm. It holds a copy and never changes.
 *
 * Which face, which side, yes or no: exact for the numbers as given, on every backend, whatever the order of questions.
 * Coordinates nearer to 0 than 2^-250 mm count as 0, and so do components of a direction below 2^-1000 of its greatest.
 * Places: a distance is within 2^-40 of the greatest coordinate at hand (the surface's and the question's), and so is
 * each coordinate of a point.
 *
 * Rays meet a surface as if they were moved aside by an infinitesimal way, (ε, ε², ε³), but begin and end where they
 * are given: both ends are included. So a ray through an edge or a corner of a closed surface crosses one face there,
 * or none or two if it only grazes the solid, and it comes out as often as it has gone in; a face parallel to the ray,
 * or without area, is never crossed. lineOfSight, in contrast, counts whatever the segment touches.
 *
 * Every question throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE for
 * bad arguments (the promises reject), BAD_DIRECTION for a direction of 0, BAD_DISTANCE for a limit that is none.
 */
export interface SurfaceQueries {
  /**
   * The same surface as it stands at a pose: questions and answers in the frame into which the pose takes it. A
   * question is taken into the surface's own frame and rounded there once, and the answer is exact for it as rounded:
   * each coordinate within 2^-45 of the greatest at hand. Distances are those in the surface's own frame. A second pose
   * replaces the first.
   * @param pose 16 numbers, column-major, rigid. @throws PoseError BAD_LENGTH, NON_FINITE_POSE, NOT_RIGID,
   * COORDINATE_RANGE.
   */
  at(pose: ArrayLike<number>): SurfaceQueries;
  /** The nearest point of any face; null if it is farther than maxDistance. */
  nearestPoint(point: ArrayLike<number>, options?: NearestPointOptions): NearestPoint | null;
  /** mm, negative inside, 0 on the surface. @throws MeshError NOT_SOLID unless the surface is closed and oriented. */
  signedDistance(point: ArrayLike<number>): number;
  /**
   * 1 inside (the surface winds round the point), 0 on the surface, −1 outside.
   * @throws MeshError NOT_SOLID unless the surface is closed and oriented; KerfError UNDECIDED_SIGN for many faces
   * piled on one line.
   */
  side(point: ArrayLike<number>): -1 | 0 | 1;
  /** The first hit; of equally near ones, the lowest-numbered face's. null if there is none. */
  raycast(origin: ArrayLike<number>, direction: ArrayLike<number>, options?: RayOptions): RayHit | null;
  /** All hits, in order along the ray; equally near ones by the face's number. */
  raycastAll(origin: ArrayLike<number>, direction: ArrayLike<number>, options?: RayOptions): readonly RayHit[];
  /** Whether no point of the segment between a and b, its ends left out, lies on any face. */
  lineOfSight(a: ArrayLike<number>, b: ArrayLike<number>): boolean;
  /** The highest hit of the whole line through a point along an axis; null if the line meets no face. */
  height(point: ArrayLike<number>, options?: HeightOptions): RayHit | null;
  /**
   * nearestPoint of many. @param points 3 numbers each, copied.
   * @returns columns; `point` holds 3 numbers each.
   * @throws DeviceError (as a rejection), from backend 'webgpu' alone: NO_ADAPTER, SHADER_ERROR, DEVICE_LOST,
   * TOO_LARGE_FOR_DEVICE, GPU_ERROR; OptionError BAD_BACKEND.
   */
  nearestPoints(points: ArrayLike<number>, options?: BatchOptions): Promise<NearestColumns>;
  /**
   * raycast of many. @param rays 6 numbers each, origin and direction, copied.
   * @returns columns; a ray without a hit has the distance Infinity and the face −1. @throws as nearestPoints.
   */
  raycasts(rays: ArrayLike<number>, options?: BatchOptions): Promise<RayColumns>;
}

export interface NearestColumns {
  readonly distance: Float64Array;
  readonly point: Float64Array;
  readonly face: Int32Array;
}

export interface RayColumns {
  readonly distance: Float64Array;
  readonly face: Int32Array;
}
