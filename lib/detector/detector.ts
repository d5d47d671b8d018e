// The public contract of a detector: its options and what it answers.

import type { BoneEdit, BoneIndex } from '../bodies/index.ts';
import type { OptionNames } from '../core/index.ts';
import type { TriangleMesh } from '../mesh/index.ts';
import type { Backend, ContactReport, Pose } from '../records/index.ts';

export interface DetectorOptions {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** δ, mm, ≥ 0. */
  readonly contactDistance: number;
  /** h, mm, > 0: the longest edge of a reported sub-triangle. */
  readonly resolution: number;
  /** 'auto' (default): WebGPU where an adapter is found, else CPU. */
  readonly backend?: Backend | 'auto';
  /** Whose sub-triangles are reported. Default 'both'. */
  readonly sides?: 'bone' | 'tool' | 'both';
  /** A device of the caller's own, never destroyed by kerf. */
  readonly device?: GPUDevice;
  /**
   * Unit vector in the tool's frame: the way in which it is fed into the bone. With it, `penetration` tells insertion
   * and wallAhead. Its length may be off by rounding.
   */
  readonly feed?: ArrayLike<number>;
  /**
   * A vertex of the tool that never enters the bone (its shank). Default: the vertex farthest from the bone at each
   * pose.
   */
  readonly shank?: number;
  /**
   * The bone's index, from buildIndex or loadIndex; the detector builds its own without. Answers are the same, byte for
   * byte.
   */
  readonly index?: BoneIndex;
}

/** An option that does not stand here as well is unknown to createDetector. */
export const DETECTOR_OPTIONS: OptionNames<DetectorOptions> = {
  bone: true,
  tool: true,
  contactDistance: true,
  resolution: true,
  backend: true,
  sides: true,
  device: true,
  index: true,
  feed: true,
  shank: true,
};

/**
 * The smallest distance between two surfaces (mm, exact but for at most 50·2^-53 of the largest coordinate; 0 exactly
 * where
 * they share a point), with the two nearest points (bone frame, mm) and their faces.
 */
export interface NearestPoints {
  readonly distance: number;
  readonly bonePoint: Float64Array;
  readonly toolPoint: Float64Array;
  readonly boneFace: number;
  readonly toolFace: number;
}

/** A caller's place for NearestPoints. The points' arrays are the caller's too, and hold at least 3 numbers. */
export type NearestPointsTarget = { -readonly [K in keyof NearestPoints]: NearestPoints[K] };

/** What stage 1 finds at a pose: see Detector.candidateRegion. */
export interface CandidateRegion {
  /**
   * The pairs of faces that go on to stage 2: bone, tool, bone, tool, … in ascending order. All that come within δ are
   * among them.
   */
  readonly pairs: Uint32Array;
  /** The bone's faces that are in a pair, ascending. */
  readonly boneFaces: Uint32Array;
  /** The tool's. */
  readonly toolFaces: Uint32Array;
  /** The scanlines run along this axis of the bone's frame: 0 x, 1 y, 2 z. */
  readonly axis: 0 | 1 | 2;
  /**
   * From one scanline to the next along both other axes, mm. A cell is a square of that side, and its scanline runs
   * through its middle.
   */
  readonly spacing: number;
  /**
   * 6 numbers a segment, mm: its two ends on a scanline, first the one of less depth (coordinate along `axis`). A face
   * of `boneFaces` spans, in each cell that its box overlaps, even where the cell's scanline misses it, its own depths
   * from least to greatest (the index keeps them rounded outward, to 1/65536 of the bone's); a cell's segments are the
   * union of these: disjoint, ascending, and of length 0 where only faces across the scanlines lie. Cells come row by
   * row: for `axis` x, y, z ascending in z, x, y, then in y, z, x. The outermost cells extend beyond the box of the
   * bone that the detector was made for, where an edit may have put faces.
   */
  readonly scanlines: Float64Array;
}

export interface DetectManyOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /**
   * Threads that compute at once, ≥ 1. Default 1: this thread. It changes no report but its milliseconds, and nothing
   * on backend webgpu, where the GPU computes. More than one take a copy of the bodies and their indexes, one for all
   * in shared memory (a page that is not cross-origin isolated: one each), made again after an edit, so that a path
   * with an edit after every report runs on this thread; they wait for the next path until `dispose`, but where a path
   * is left or aborted, those at work are ended. A thread that dies is replaced and its poses are asked again; where
   * three die in a row, or none can be started, this thread takes the rest of the path.
   */
  readonly workers?: number;
}
export const DETECT_MANY_OPTIONS: OptionNames<DetectManyOptions> = { signal: true, onProgress: true, workers: true };

/**
 * Every method throws PoseError for a pose that is not rigid, OptionError for other arguments that it cannot take, and
 * KerfError DISPOSED after `dispose`.
 */
export interface Detector {
  readonly backend: Backend;
  /** Why this backend: the adapter's name, or why there is none. */
  readonly backendReason: string;
  detect(pose: Pose): Promise<ContactReport>;
  /**
   * poses: 16·N numbers, not to be changed meanwhile. Reports arrive in order; memory stays bounded however large N is.
   * An aborted signal rejects with its reason. Each report is for the bone as it is when that report is asked for: an
   * edit is in all that are asked for after it (on webgpu also in one that is awaited).
   */
  detectMany(poses: ArrayLike<number>, options?: DetectManyOptions): AsyncIterable<ContactReport>;
  /** The CPU answer, now, on this thread. Works on every detector. */
  detectSync(pose: Pose): ContactReport;
  /**
   * All pairs of faces that share a point, exact: bone, tool, bone, tool, … in ascending order. Cheaper than a report.
   */
  intersectingFaces(pose: Pose): Uint32Array;
  /**
   * The same into an array of the caller's, and how many pairs there are. Where `out` is too short for all of them, it
   * holds the first ones: ask again with one of twice that count. A steady state of calls leaves no garbage.
   * @throws OptionError BAD_OUTPUT where `out` is no Uint32Array.
   */
  intersectingFacesInto(pose: Pose, out: Uint32Array): number;
  /** Whether the surfaces share a point, exactly; stops at the first. */
  intersects(pose: Pose): boolean;
  /**
   * The smallest distance between the surfaces, 0 if they share a point (mm), with the two nearest points and their
   * faces.
   */
  minimumDistance(pose: Pose): NearestPoints;
  /**
   * The same, written into `out` and the first three numbers of its arrays.
   * @throws OptionError BAD_OUTPUT where `out` cannot take it.
   */
  minimumDistanceInto(pose: Pose, out: NearestPointsTarget): void;
  /**
   * To be looked at: what stage 1 of `detectSync` finds at the pose, with as many pairs as its stats.candidatePairs,
   * and the scanlines through it. Of the bone as it is now. By the CPU's index on every detector; the first call builds
   * it where there is none yet.
   */
  candidateRegion(pose: Pose): CandidateRegion;
  /**
   * Edits the bone in place: a cut. `remove`: face numbers, retired for good; `positions`: vertices appended to the
   * bone's; `faces`: corners as indices into old-then-new vertices, numbered on from the last face. Only the cells they
   * touch are rewritten. The first edit reserves a quarter more vertices and faces, in time proportional to the
   * bone; an edit of nothing does that ahead of a cut.
   * @throws MeshError and changes nothing if any of it is bad.
   */
  editBone(edit: BoneEdit): void;
  dispose(): void;
}
