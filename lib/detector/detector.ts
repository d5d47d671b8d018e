// The public contract of a detector: its options and what it answers.

import type { BoneEdit, BoneIndex, BoneRenumbering } from '#bodies';
import type { Convex } from '#convex';
import type { HostDevice, HostSignal, OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import type { FirstContactOptions, RigidMotion, StrokeStatus } from '#motion';
import type { Backend, CandidateMethod, ContactReport, OverlapInterval, Pose } from '#records';

export interface DetectorOptions {
  readonly bone: TriangleMesh;
  /**
   * A mesh, or a convex body from createConvex. A box, k-DOP or hull is its own mesh. A sphere or capsule is met in
   * closed form, on the CPU: only the bone's side is reported, its intervals are as wide as rounding alone, and
   * `oppositeFace` is 0, for it counts as one face. Of radius 0 it is a point or a segment, and nothing is inside it.
   * What needs faces throws OptionError NOT_FOR_ROUND_TOOLS: `feed`, `shank`, `device`, backend 'webgpu', firstContact,
   * detectMany's `between`, candidateRegion.
   */
  readonly tool: TriangleMesh | Convex;
  /** δ, mm, ≥ 0. */
  readonly contactDistance: number;
  /** h, mm, > 0: the longest edge of a reported sub-triangle. */
  readonly resolution: number;
  /** 'auto' (default): WebGPU where an adapter is found, else CPU. */
  readonly backend?: Backend | 'auto';
  /**
   * Stage 1: by scanlines of the bone (default); by the bone's BVH and a front of the tool's faces, breadth first
   * ('bvh-front'), or by an image of the overlap, whose pixels hold intervals of depth ('image'), which are there to be
   * compared with; on the CPU also by a BVH of each body ('bvh'), in less memory.
   * The report's bytes do not depend on it, `stats` aside. Throws OptionError BAD_CANDIDATES where it cannot be served.
   */
  readonly candidates?: CandidateMethod;
  /** Whose sub-triangles are reported. Default 'both'; 'bone', and nothing else, with a sphere or capsule. */
  readonly sides?: 'bone' | 'tool' | 'both';
  /** A device of the caller's own, never destroyed by kerf. */
  readonly device?: HostDevice;
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

/** Every option's name: createDetector refuses others by name. */
export const DETECTOR_OPTIONS: OptionNames<DetectorOptions> = {
  bone: true,
  tool: true,
  contactDistance: true,
  resolution: true,
  backend: true,
  sides: true,
  device: true,
  candidates: true,
  index: true,
  feed: true,
  shank: true,
};

/**
 * The smallest distance between two surfaces, mm, off by at most 50·2^-53 of the largest coordinate (with a sphere or
 * capsule, to its true surface, 96·2^-53 of that or of its radius), and 0 exactly if they share a point; with the two
 * nearest points (bone frame, mm) and their faces.
 */
export interface NearestPoints {
  readonly distance: number;
  readonly bonePoint: Float64Array;
  readonly toolPoint: Float64Array;
  readonly boneFace: number;
  readonly toolFace: number;
}

/** The caller's object for NearestPoints. Its arrays are the caller's too, and hold at least 3 numbers each. */
export type NearestPointsTarget = { -readonly [K in keyof NearestPoints]: NearestPoints[K] };

/** When the tool first touches the bone on its way from one pose to another: see Detector.firstContact. */
export interface FirstContact {
  /**
   * free: no contact. initial: in contact at t = 0, or one body inside the other. contact: it first touches in
   * (low, high]. grazing: it comes within the tolerance near `high`, or is as near to the bone for so long that four
   * million pairs of nodes do not tell; whether it touches is not decided.
   */
  readonly status: StrokeStatus;
  /** Proved free for 0 ≤ t ≤ low; free: both are 1; initial: both are 0. */
  readonly time: { readonly low: number; readonly high: number };
  /**
   * 16 numbers each: the stored poses at low and at high. After 'contact', the exact test says at highPose that the
   * surfaces share a point (or are within `distance`).
   */
  readonly lowPose: Float64Array;
  readonly highPose: Float64Array;
  /** At highPose: the first pair of faces that share a point, or else the nearest; −1 where free. */
  readonly boneFace: number;
  readonly toolFace: number;
  /** A point that both share, or the nearest points, mm; NaN where free. */
  readonly bonePoint: Float64Array;
  readonly toolPoint: Float64Array;
  /**
   * Unit, from the bone to the tool: the way across which the faces that touch first were last apart; after 'initial'
   * between the two points, or across the bone's face; NaN where free.
   */
  readonly normal: Float64Array;
}

/** When the tool last touches the bone on its way: as FirstContact, with `low` in contact and free from `high` on. */
export interface LastContact extends FirstContact {
  /** At lowPose the exact test says that the surfaces share a point; proved free for high ≤ t ≤ 1. */
  readonly time: { readonly low: number; readonly high: number };
}

export interface OverlapVolumeOptions {
  /** (high − low) / high aimed at, above 0 and at most 1. Default 0.01. */
  readonly relativeWidth?: number;
}
export const OVERLAP_VOLUME_OPTIONS: OptionNames<OverlapVolumeOptions> = { relativeWidth: true };

/** What two poses of a path do not show: where contact begins or ends between them, t from 0 to 1. */
export interface BetweenPoses {
  /** The first contact, where the pose before is free; null where there is none. */
  readonly begins: FirstContact | null;
  /**
   * The last contact, where this pose is free; null where there is none. Between two poses that are both in contact,
   * contact that is lost and found again is not looked for.
   */
  readonly ends: LastContact | null;
}

/** A report of a path. */
export interface PathReport extends ContactReport {
  /**
   * Where the path is asked with `between`: since the pose before; null at the first pose. For the bone as it is when
   * this report is asked for.
   */
  readonly between?: BetweenPoses | null;
}

/** What stage 1 finds at a pose: see Detector.candidateRegion. */
export interface CandidateRegion {
  /**
   * The candidate pairs that go on to stage 2: bone, tool, bone, tool, … in ascending order. All pairs of faces that
   * come within δ are among them.
   */
  readonly pairs: Uint32Array;
  /** The bone's faces that are in a pair, ascending. */
  readonly boneFaces: Uint32Array;
  /** The tool's. */
  readonly toolFaces: Uint32Array;
  /** The scanlines run along this axis of the bone's frame: 0 x, 1 y, 2 z. */
  readonly axis: 0 | 1 | 2;
  /**
   * mm from one scanline to the next, along both other axes. A cell is a square of that side, and its scanline runs
   * through its middle.
   */
  readonly spacing: number;
  /**
   * 6 numbers a segment, mm: its two ends on a scanline, first the one of less depth (coordinate along `axis`).
   *
   * In each cell that its box overlaps, a face of `boneFaces` spans its own depths from least to greatest, even if the
   * cell's scanline misses it. (The index keeps depths rounded outward, to 1/65536 of the bone's.) A cell's segments
   * are the union of these intervals: disjoint, ascending, and of length 0 where only faces across the scanlines lie.
   * Cells come row by row: for `axis` x, y, z ascending in z, x, y, then in y, z, x. The outermost cells extend beyond
   * the box of the bone that the detector was made for, since an edit may have put faces there.
   */
  readonly scanlines: Float64Array;
}

export interface DetectOptions {
  /**
   * Threads that share the report, this one among them, ≥ 1. Default 1. The number changes no report but its
   * milliseconds, and nothing on backend webgpu, where the GPU computes.
   *
   * For a single pose that is to be answered sooner: subdivision and measuring are shared, the rest is not. The
   * others take a copy of the bodies, as those of detectMany do: the first report takes longer, and the one after an
   * edit comes from this thread alone. They wait for the next pose until `dispose`. With a sphere or capsule, this
   * thread answers alone.
   */
  readonly workers?: number;
}
export const DETECT_OPTIONS: OptionNames<DetectOptions> = { workers: true };

export interface DetectManyOptions {
  readonly signal?: HostSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /**
   * Threads that compute at once, ≥ 1. Default 1: this thread. The number changes no report but its milliseconds, and
   * nothing on backend webgpu, where the GPU computes.
   *
   * More than one thread take a copy of the bodies and their indexes: one for all in shared memory, or one each in a
   * page that is not cross-origin isolated. The copy is made again after an edit; a path with an edit after every
   * report runs on this thread. Threads wait for the next path until `dispose`; if a path is left or aborted, those
   * that compute are ended. A thread that dies is replaced and its poses are asked again. If three die in a row, or
   * none can be started, this thread takes the rest of the path.
   */
  readonly workers?: number;
  /**
   * Whether each report also tells where contact begins or ends on the way from the pose before: by a line where both
   * have the same rotation, else by a screw. Default false. NOT_FOR_ROUND_TOOLS with a sphere or capsule.
   */
  readonly between?: boolean;
}
export const DETECT_MANY_OPTIONS: OptionNames<DetectManyOptions> = {
  signal: true,
  onProgress: true,
  workers: true,
  between: true,
};

/**
 * Every method throws PoseError for a pose that is not rigid, OptionError for other arguments that it cannot take, and
 * KerfError DISPOSED after `dispose`.
 */
export interface Detector {
  readonly backend: Backend;
  /** Why this backend: the adapter's name, or why there is none. */
  readonly backendReason: string;
  /**
   * For the bone as it is at this call, whatever serves it: `editBone` may follow at once. A GPU's buffers then hold
   * the edited bone, so that the CPU gives that report, from a copy (`stats.backend` names it).
   */
  detect(pose: Pose, options?: DetectOptions): Promise<ContactReport>;
  /**
   * @param poses 16·N numbers, which must not change meanwhile.
   *
   * Reports arrive in order, and memory stays bounded however large N is. An aborted signal rejects with its reason.
   * Each report is for the bone as it is when that report is asked for, as in `detect`: an edit shows in all reports
   * that are asked for after it, and in no other.
   */
  detectMany(poses: ArrayLike<number>, options?: DetectManyOptions): AsyncIterable<PathReport>;
  /** The CPU answer, now, on this thread. Works on every detector. */
  detectSync(pose: Pose): ContactReport;
  /**
   * All pairs of faces that share a point, exact: bone, tool, bone, tool, … in ascending order. Cheaper than a report.
   */
  intersectingFaces(pose: Pose): Uint32Array;
  /**
   * The same into an array of the caller's. @returns how many pairs there are. If `out` is too short it holds the first
   * ones: ask again with an array of twice the count. Calls leave no garbage once buffers have grown; with a sphere or
   * capsule, some hundred bytes.
   * @throws OptionError BAD_OUTPUT where `out` is no Uint32Array.
   */
  intersectingFacesInto(pose: Pose, out: Uint32Array): number;
  /** Whether the surfaces share a point, exactly; stops at the first pair that does. */
  intersects(pose: Pose): boolean;
  /**
   * The smallest distance between the surfaces, 0 if they share a point (mm), with the two nearest points and their
   * faces. Where they share a point, it is any pair of faces that do.
   */
  minimumDistance(pose: Pose): NearestPoints;
  /**
   * The same, written into `out` and the first three numbers of its arrays.
   * @throws OptionError BAD_OUTPUT where `out` cannot take it.
   */
  minimumDistanceInto(pose: Pose, out: NearestPointsTarget): void;
  /**
   * When the tool first touches the bone on its way: nothing between the poses is stepped over. Rotation is bounded,
   * not linearised, and a screw is followed as it is, so that no contact before `low` is missed; see FirstContact.
   * @throws OptionError BAD_MOTION: the poses of a linear motion differ in their rotation; a screw of half a turn, for
   * which neither way round is the shorter. BAD_TOLERANCE, BAD_DISTANCE. NOT_FOR_ROUND_TOOLS: a sphere or capsule; for
   * one that moves linearly, sweepSphere tells.
   */
  firstContact(motion: RigidMotion, options?: FirstContactOptions): FirstContact;
  /**
   * mm³ of bone inside the tool: an interval that holds the exact volume that both solids have in common, computed on
   * this thread's CPU by every detector, for the bone as it is now. A solid is where the winding number is not 0, so
   * that parts that overlap count once, and cavities not at all.
   *
   * (high − low) / high is at most relativeWidth where rounding allows it: high − low is not less than about 1e-12 of
   * the faces' area near the overlap times their size. Where bodies overlap themselves, refinement ends after 65,536
   * tiles at the latest. The interval is then wider, `low` may be 0 and `reached` is false: it holds the exact volume
   * all the same. Both are 0 where the solids are apart. Where they only touch, both are 0 if there are at most 2^20
   * pairs of faces, each with an area, or if the plane of a face keeps them apart.
   *
   * The first volume of bodies that may overlap also looks at the tool itself, once: whether its faces meet in common
   * corners and edges alone, about a tenth of a millisecond a face, for tools of up to 16,384 faces.
   * @throws (as a rejection) MeshError NOT_SOLID: one of the two is not closed and oriented; OptionError
   * BAD_RELATIVE_WIDTH.
   */
  overlapVolume(pose: Pose, options?: OverlapVolumeOptions): Promise<OverlapInterval>;
  /**
   * What stage 1 of `detectSync` finds at the pose, to be looked at: the candidate pairs, as many as its
   * stats.candidatePairs, and the scanlines through the faces. It is for the bone as it is now, by the CPU's index on
   * every detector; the first call builds the index if there is none yet.
   * @throws OptionError BAD_CANDIDATES, NOT_FOR_ROUND_TOOLS.
   */
  candidateRegion(pose: Pose): CandidateRegion;
  /**
   * Edits the bone in place: a cut. `remove` lists faces, which are retired for good. `positions` are vertices appended
   * to the bone's. `faces` are three corners each, indices into the old vertices followed by the new; the faces are
   * numbered on from the last. Only the cells of the index that these faces touch are rewritten. The first edit
   * reserves a quarter more vertices and faces, in time proportional to the bone; an edit of nothing does that ahead of
   * a cut.
   * @throws MeshError and changes nothing if any of it is bad.
   */
  editBone(edit: BoneEdit): void;
  /**
   * Makes the bone anew of its live faces, and of the vertices that they use: after many edits queries are then as
   * quick, and memory as small, as those of a detector that was made for what is left. A thread makes it, while this
   * one goes on asking and editing. Reports are the same before and after, to the last bit, but for face numbers.
   *
   * Live faces keep their order, and so do vertices, but for those that only an edit has taken into use again that came
   * while the bone was made: they come last. What is handed over before the promise is fulfilled has the old numbers,
   * what comes later the new ones; a report that was asked for before and is still awaited is asked for again, unless
   * the bone was edited since: it is then for the bone as it was, with its old numbers. Await the promise itself:
   * nothing else that is awaited goes on between the change of the numbers and the map.
   *
   * A second call while the first is under way gets the same promise. Where no thread can be started, this thread makes
   * the bone, in one go.
   * @throws (as a rejection) KerfError DISPOSED, also where `dispose` is called meanwhile; KerfError NO_SCRIPT where
   * kerf's script for it, which is loaded then, cannot be had.
   */
  compactBone(): Promise<BoneRenumbering>;
  dispose(): void;
}
