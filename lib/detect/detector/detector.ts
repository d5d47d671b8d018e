// The public contract of a detector: its options and what it answers.

import type { BoneEdit, BoneIndex, BoneRenumbering } from '#bodies';
import type { Convex } from '#convex';
import type { HostDevice, HostSignal, OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import type { FirstContactOptions, RigidMotion, StrokeStatus } from '#motion';
import type { Backend, CandidateMethod, ContactReport, OverlapInterval, Pose } from '#records';
import type { ReportTracker, TrackOptions } from './report-tracker.ts';

export interface DetectorOptions {
  readonly bone: TriangleMesh;
  /**
   * A mesh, or a convex body from createConvex. A box, k-DOP or hull is its own mesh. A sphere or capsule is handled in
   * closed form, on the CPU: only the bone's side is reported, its intervals are only as wide as rounding makes them,
   * and `oppositeFace` is 0, because it counts as one face. With radius 0 it is a point or a segment, with nothing
   * inside. Whatever needs faces throws OptionError NOT_FOR_ROUND_TOOLS: `feed`, `shank`, `device`, backend 'webgpu',
   * firstContact, detectMany's `between`, candidateRegion.
   */
  readonly tool: TriangleMesh | Convex;
  /** δ, mm, ≥ 0. */
  readonly contactDistance: number;
  /** h, mm, > 0: the longest edge of a reported sub-triangle. */
  readonly resolution: number;
  /**
   * H, mm, at least `resolution` (default: as much): inside the other solid a sub-triangle may be as long as the least
   * of H and the depth of its shallowest point, if that is more than h. Fewer rows where nobody looks closely. On the
   * CPU, with a mesh as the tool.
   */
  readonly interiorResolution?: number;
  /** 'auto' (default): WebGPU if an adapter is found, else CPU. */
  readonly backend?: Backend | 'auto';
  /**
   * Stage 1: scanlines of the bone (default), made once a report or an edit asks for them: on the CPU, questions about
   * shared points alone use a BVH of each body. For comparison: the bone's BVH and a front of the tool's faces, breadth
   * first ('bvh-front'), or an image of the overlap whose pixels hold depth intervals ('image'). On the CPU also a BVH
   * of each body ('bvh') for reports, too, which takes less memory.
   * Apart from `stats`, the report's bytes do not depend on it. Throws OptionError BAD_CANDIDATES if not available.
   */
  readonly candidates?: CandidateMethod;
  /** Whose sub-triangles are reported. Default 'both'; with a sphere or capsule 'bone', and only that is allowed. */
  readonly sides?: 'bone' | 'tool' | 'both';
  /** The caller's own device; kerf never destroys it. */
  readonly device?: HostDevice;
  /**
   * Unit vector in the tool's frame: the direction of feed into the bone. With it, `penetration` includes insertion and
   * wallAhead. Its length may be off by rounding.
   */
  readonly feed?: ArrayLike<number>;
  /**
   * A vertex of the tool that never enters the bone (its shank). Default: the vertex farthest from the bone at each
   * pose.
   */
  readonly shank?: number;
  /**
   * The bone's index, from buildIndex or loadIndex; without it the detector builds its own. Answers are the same, byte
   * for byte.
   */
  readonly index?: BoneIndex;
}

/** The names of all options; createDetector refuses any other by name. */
export const DETECTOR_OPTIONS: OptionNames<DetectorOptions> = {
  bone: true,
  tool: true,
  contactDistance: true,
  resolution: true,
  interiorResolution: true,
  backend: true,
  sides: true,
  device: true,
  candidates: true,
  index: true,
  feed: true,
  shank: true,
};

/**
 * The smallest distance between two surfaces, mm, with an error of at most 50·2^-53 of the largest coordinate (for a
 * sphere's or capsule's true surface: 96·2^-53 of that or of its radius), and exactly 0 if they share a point; with the
 * two nearest points (bone frame, mm) and their faces.
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
   * (low, high]. grazing: it comes within the tolerance near `high`, or stays that close to the bone for so long that
   * four million pairs of nodes do not settle it; whether it touches is undecided.
   */
  readonly status: StrokeStatus;
  /** Proved free for 0 ≤ t ≤ low. If free, both are 1; if initial, both are 0. */
  readonly time: { readonly low: number; readonly high: number };
  /**
   * 16 numbers each: the stored poses at low and at high. If the status is 'contact', the exact test at highPose says
   * that the surfaces share a point (or are within `distance`).
   */
  readonly lowPose: Float64Array;
  readonly highPose: Float64Array;
  /** At highPose: the first pair of faces that share a point, or else the nearest pair; −1 if free. */
  readonly boneFace: number;
  readonly toolFace: number;
  /** A point that both share, or the nearest points, mm; NaN if free. */
  readonly bonePoint: Float64Array;
  readonly toolPoint: Float64Array;
  /**
   * Unit, from the bone to the tool: the direction that last separated the faces that touch first; if initial, the
   * direction between the two points, or the normal of the bone's face; NaN if free.
   */
  readonly normal: Float64Array;
}

/** When the tool last touches the bone on its way: as FirstContact, but in contact at `low` and free from `high` on. */
export interface LastContact extends FirstContact {
  /** The exact test at lowPose says that the surfaces share a point; proved free for high ≤ t ≤ 1. */
  readonly time: { readonly low: number; readonly high: number };
}

export interface OverlapVolumeOptions {
  /** The target for (high − low) / high, above 0 and at most 1. Default 0.01. */
  readonly relativeWidth?: number;
}
export const OVERLAP_VOLUME_OPTIONS: OptionNames<OverlapVolumeOptions> = { relativeWidth: true };

/** What the reports at two poses of a path do not show: where contact begins or ends between them, t from 0 to 1. */
export interface BetweenPoses {
  /** The first contact, if the previous pose is free; null if there is none. */
  readonly begins: FirstContact | null;
  /**
   * The last contact, if this pose is free; null if there is none. Between two poses that are both in contact, no
   * search is made for contact that is lost and regained.
   */
  readonly ends: LastContact | null;
}

/** A report of a path. */
export interface PathReport extends ContactReport {
  /**
   * Present if `between` was requested: contact since the previous pose; null at the first pose. It is for the bone as
   * it is when this report is requested.
   */
  readonly between?: BetweenPoses | null;
}

/** What stage 1 finds at a pose: see Detector.candidateRegion. */
export interface CandidateRegion {
  /**
   * The candidate pairs passed to stage 2: bone, tool, bone, tool, … in ascending order. They include all pairs of
   * faces within δ of each other.
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
   * 6 numbers a segment, mm: its two ends on a scanline, the smaller depth (coordinate along `axis`) first.
   *
   * In each cell that its box overlaps, a face of `boneFaces` spans its own depths from least to greatest, even if the
   * cell's scanline misses it. (The index keeps depths rounded outward, to 1/65536 of the bone's.) A cell's segments
   * are the union of these intervals: disjoint, ascending, and of length 0 if all faces are perpendicular to the
   * scanlines. Cells come row by row: for `axis` x, y or z, ascending first in z, x or y, then in y, z or x. The
   * outermost cells extend beyond the box of the bone that the detector was made for, since an edit may have put faces
   * there.
   */
  readonly scanlines: Float64Array;
}

export interface DetectOptions {
  /**
   * Threads that share the report, including this one, ≥ 1. Default 1. The number changes only the report's
   * milliseconds, and has no effect on backend webgpu, where the GPU computes.
   *
   * It shortens the wait for a single pose: subdivision and measuring are shared, the rest is not. The other threads
   * take a copy of the bodies, as in detectMany: the first report takes longer, and the first one after an edit comes
   * from this thread alone. Between poses they stay and wait, until `dispose`. With a sphere or capsule, this thread
   * answers alone.
   */
  readonly workers?: number;
}
export const DETECT_OPTIONS: OptionNames<DetectOptions> = { workers: true };

export interface DetectManyOptions {
  readonly signal?: HostSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /**
   * Threads that compute in parallel, ≥ 1. Default 1: this thread. The number changes only the reports' milliseconds,
   * and has no effect on backend webgpu, where the GPU computes.
   *
   * With more than one thread, the bodies and their indexes are copied: once for all in shared memory, or once for each
   * thread in a page that is not cross-origin isolated. The copy is made again after an edit; a path with an edit after
   * every report runs on this thread. Threads wait for the next path until `dispose`; if a path is abandoned or
   * aborted, those still computing are terminated. A thread that dies is replaced and its poses are computed again. If
   * three die in a row, or none can be started, this thread computes the rest of the path.
   */
  readonly workers?: number;
  /**
   * Whether each report also says where contact begins or ends on the way from the previous pose: along a line if both
   * have the same rotation, else along a screw. Default false. NOT_FOR_ROUND_TOOLS with a sphere or capsule.
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
 * Every method throws PoseError for a pose that is not rigid, OptionError for other invalid arguments, and KerfError
 * DISPOSED after `dispose`.
 */
export interface Detector {
  readonly backend: Backend;
  /** Why this backend: the adapter's name, or why there is none. */
  readonly backendReason: string;
  /**
   * The report is for the bone as it is at this call, on any backend: `editBone` may follow at once. A GPU's buffers
   * then hold the edited bone, so the CPU makes that report from a copy of the old one (see `stats.backend`).
   */
  detect(pose: Pose, options?: DetectOptions): Promise<ContactReport>;
  /**
   * @param poses 16·N numbers, which must not change meanwhile.
   *
   * Reports arrive in order, and memory stays bounded however large N is. An aborted signal rejects with its reason.
   * Each report is for the bone as it is when that report is requested, as in `detect`: an edit shows in all reports
   * requested after it, and in no other.
   */
  detectMany(poses: ArrayLike<number>, options?: DetectManyOptions): AsyncIterable<PathReport>;
  /** The CPU's report, computed synchronously on this thread. Works on every detector. */
  detectSync(pose: Pose): ContactReport;
  /**
   * All pairs of faces that share a point, exact: bone, tool, bone, tool, … in ascending order. Cheaper than a report.
   */
  intersectingFaces(pose: Pose): Uint32Array;
  /**
   * Writes the same pairs into the caller's array. @returns how many pairs there are. If `out` is too short it holds
   * the first ones: call again with an array of twice the count. Calls leave no garbage once buffers have grown; with a
   * sphere or capsule, some hundred bytes.
   * @throws OptionError BAD_OUTPUT if `out` is not a Uint32Array.
   */
  intersectingFacesInto(pose: Pose, out: Uint32Array): number;
  /** Whether the surfaces share a point, exactly; stops at the first pair that does. */
  intersects(pose: Pose): boolean;
  /**
   * The smallest distance between the surfaces, 0 if they share a point (mm), with the two nearest points and their
   * faces. If they share a point, the faces are any pair that do.
   */
  minimumDistance(pose: Pose): NearestPoints;
  /**
   * The same, written into `out` and the first three numbers of its arrays.
   * @throws OptionError BAD_OUTPUT if `out` cannot take it.
   */
  minimumDistanceInto(pose: Pose, out: NearestPointsTarget): void;
  /**
   * When the tool first touches the bone on its way: nothing between the poses is stepped over. Rotation is bounded,
   * not linearised, and a screw is followed exactly, so no contact before `low` is missed; see FirstContact.
   * @throws OptionError BAD_MOTION: the poses of a linear motion differ in their rotation, or a screw turns by half a
   * turn, so that neither way round is shorter. BAD_TOLERANCE, BAD_DISTANCE. NOT_FOR_ROUND_TOOLS: a sphere or capsule;
   * if it moves linearly, use sweepSphere.
   */
  firstContact(motion: RigidMotion, options?: FirstContactOptions): FirstContact;
  /**
   * mm³ of bone inside the tool: an interval that contains the exact volume that both solids have in common, for the
   * bone as it is now. Every detector computes it on the CPU, on this thread. A solid is where the winding number is
   * not 0, so overlapping parts count once, and cavities not at all.
   *
   * (high − low) / high is at most relativeWidth if rounding allows it: high − low is not less than about 1e-12 of the
   * faces' area near the overlap times their size. If bodies overlap themselves, refinement ends after 65,536 tiles at
   * the latest. The interval is then wider, `low` may be 0 and `reached` is false, but it still contains the exact
   * volume. Both ends are 0 if the solids are apart. If the solids only touch, both ends are 0 provided that there are
   * at most 2^20 pairs of faces, each with an area, or that the plane of a face separates them.
   *
   * The first volume of bodies that may overlap also checks the tool itself, once: whether its faces meet only in
   * common corners and edges. This takes about a tenth of a millisecond a face, for tools of up to 16,384 faces.
   * @throws (as a rejection) MeshError NOT_SOLID: one of the two is not closed and oriented; OptionError
   * BAD_RELATIVE_WIDTH.
   */
  overlapVolume(pose: Pose, options?: OverlapVolumeOptions): Promise<OverlapInterval>;
  /**
   * What stage 1 of `detectSync` finds at the pose, for inspection: the candidate pairs, as many as its
   * stats.candidatePairs, and the scanlines through the faces. It is for the bone as it is now, from the CPU's index on
   * every detector; the first call builds the index if there is none yet.
   * @throws OptionError BAD_CANDIDATES, NOT_FOR_ROUND_TOOLS.
   */
  candidateRegion(pose: Pose): CandidateRegion;
  /**
   * Edits the bone in place: a cut. `remove` lists faces, which are retired for good. `positions` are vertices appended
   * to the bone's. `faces` are three corners each, indices into the old vertices followed by the new; new faces are
   * numbered on from the last one. Only the cells of the index that these faces touch are rewritten. The first edit
   * reserves a quarter more vertices and faces, in time proportional to the bone; an empty edit does so ahead of a cut.
   * @throws MeshError, and changes nothing, if any argument is bad.
   */
  editBone(edit: BoneEdit): void;
  /**
   * Rebuilds the bone from its live faces and the vertices that they use: after many edits, queries are then as fast,
   * and memory as small, as in a detector made for what is left. A thread rebuilds it while this one goes on querying
   * and editing. Reports before and after are the same to the last bit, apart from face numbers.
   *
   * Live faces keep their order, and so do vertices, except those that were unused until an edit made during the
   * rebuild used them again: they come last. Results delivered before the promise is fulfilled have the old numbers,
   * later ones the new. A report requested before and still pending is computed again, unless the bone was edited since
   * it was requested: it is then for the bone as it was, with its old numbers. Await the promise itself: no other
   * awaiting code runs between the renumbering and the delivery of the map.
   *
   * A second call while the first is under way gets the same promise. If no thread can be started, this thread rebuilds
   * the bone in one go.
   * @throws (as a rejection) KerfError DISPOSED, also if `dispose` is called meanwhile; KerfError NO_SCRIPT if kerf's
   * script for compacting, which is loaded then, cannot be loaded.
   */
  compactBone(): Promise<BoneRenumbering>;
  /**
   * A tracker that reports, pose by pose, what changed against its own last report: for pages and networks, which then
   * send and draw only that. Each report is that of detectSync for the bone as it is; only the comparison has a
   * history. After compactBone faces have other numbers, and so their rows are new.
   * @throws OptionError BAD_TOLERANCE, UNKNOWN_OPTION.
   */
  track(options?: TrackOptions): ReportTracker;
  dispose(): void;
}
