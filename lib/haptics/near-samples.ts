// A tool's samples under a pose × the bone → those near it, each with its signed distance and the faces that its list
// may need; and how far the others are at least.
//
// Groups and blocks of samples whose spheres are far from the bone are passed over. Each narrow run of the others keeps
// the faces about it, from model to model and through edits, and has the tree searched only when it has left these:
//
//     tree ─▶ faces about up to 16 samples (BoxedFaces) ─▶ near each: what may be its nearest within the motion

import { LARGEST_COORDINATE, lengthSlack, poseVertex } from '../core/index.ts';
import { BoxedFaces, KnownFaces, NearestFace } from '../proximity/index.ts';
import type { SolidTest, Surface } from '../records/index.ts';
import { ListFaces } from './list-faces.ts';
import { MOST_POINTS } from './local-model.ts';
import { type NarrowRuns, narrowRuns } from './narrow-runs.ts';
import type { SamplePoints, SphereRuns } from './sample-points.ts';

/** The radius of a run of samples is at most this share of maxDistance. */
const WIDE = 0.2;
/** So much more than a run needs is taken, as a share of maxDistance: it is enough for the next models too. */
const SPARE = 0.125;
/** Faces that are remembered from model to model, at most and more: 120 bytes each. */
const MOST_KNOWN = 2 ** 16;

/** Of a sample near the bone: its place (xyz); then these; and how many numbers a row has. */
export const DISTANCE = 3;
export const NEAREST_POINT = 4;
export const NEAREST_FACE = 7;
export const WINDING = 8;
/** Where the faces of its list begin in `may`, and how many they are. */
export const MAY = 9;
export const MAY_COUNT = 10;
export const ROW = 11;
/** Faces of a sample for which none have been gathered yet. */
const NONE = -1;

const NEAR = 0;
const FAR_OUTSIDE = 1;
const FAR_INSIDE = 2;

export class NearSamples {
  /** The samples found: their numbers, and a row of ROW numbers of each. */
  readonly ids: Uint32Array;
  readonly rows: Float64Array;
  count = 0;
  /** What has been looked up of the bone's faces. */
  readonly known: KnownFaces;
  /** What lists may need. */
  readonly may: ListFaces;
  /** mm: no sample that has not been found is nearer to the bone. */
  clearance = 0;

  readonly #bone: Surface;
  readonly #samples: SamplePoints;
  readonly #nearest: NearestFace;
  readonly #solid: SolidTest;
  #runs: NarrowRuns;
  /** The faces about each run of samples that was near when it was looked at last; null for the others. */
  #facesOf: (BoxedFaces | null)[] = [];
  /** 1 for a block that has such a run: it need not be looked at as a whole. */
  readonly #blockIsNear: Uint8Array;
  /** A bone face near each group, each block and each sample, where that was last. */
  readonly #groupHints: Int32Array;
  readonly #blockHints: Int32Array;
  readonly #sampleHints: Int32Array;
  /** The run that was found to be far last: its middle (xyz), how far that is, mm, and the side on which it lies. */
  readonly #far = new Float64Array(4);
  #farSide = FAR_OUTSIDE;
  /** maxDistance of the last call. */
  #maxDistance = 0;
  readonly #centre = new Float64Array(3);
  readonly #point = new Float64Array(3);

  constructor(bone: Surface, samples: SamplePoints) {
    this.ids = new Uint32Array(samples.count);
    this.may = new ListFaces();
    this.rows = new Float64Array(ROW * samples.count);
    this.#bone = bone;
    this.#samples = samples;
    this.#nearest = new NearestFace(bone);
    this.#solid = bone.solid;
    this.known = new KnownFaces(bone);
    this.#runs = narrowRuns(samples, Number.POSITIVE_INFINITY);
    this.#blockIsNear = new Uint8Array(samples.blocks.count);
    this.#groupHints = new Int32Array(samples.groups.count).fill(-1);
    this.#blockHints = new Int32Array(samples.blocks.count).fill(-1);
    this.#sampleHints = new Int32Array(samples.count).fill(-1);
  }

  /**
   * Finds the samples at most maxDistance from the surface, mm, and the faces for lists of this motion, or of a part of
   * it. @returns whether a sample farther than maxDistance lies inside the bone.
   */
  gather(pose: Float64Array, maxDistance: number, motion: number): boolean {
    const { groups, blocks } = this.#samples;
    this.#begin(maxDistance);
    this.#far[3] = 0;
    this.may.begin(motion);
    this.count = 0;
    this.clearance = LARGEST_COORDINATE;
    let embedded = false;
    for (let group = 0; group < groups.count; group++) {
      const far = this.#isFar(groups, group, this.#groupHints, pose, maxDistance);
      if (far === FAR_INSIDE) embedded = true;
      if (far !== NEAR) continue;
      const perGroup = groups.size / blocks.size;
      const end = Math.min(blocks.count, perGroup * (group + 1));
      for (let block = perGroup * group; block < end; block++) {
        const isNear = this.#blockIsNear[block] === 1;
        const side = isNear ? NEAR : this.#isFar(blocks, block, this.#blockHints, pose, maxDistance);
        if (side === FAR_INSIDE) embedded = true;
        if (side === NEAR && this.#gatherBlock(block, pose, maxDistance)) embedded = true;
      }
    }
    return embedded;
  }

  /** Sees to it that runs are as narrow as they are to be, and forgets all faces where they have become too many. */
  #begin(maxDistance: number): void {
    const isOther = maxDistance !== this.#maxDistance;
    if (isOther) this.#runs = narrowRuns(this.#samples, WIDE * maxDistance);
    this.#maxDistance = maxDistance;
    if (!isOther && this.known.count <= MOST_KNOWN) return;
    this.known.forget();
    this.#facesOf = Array.from({ length: this.#runs.starts.length - 1 }, () => null);
  }

  /**
   * Whether a run of samples is farther than `maxDistance` from the surface, and on which side all of it is then.
   * #centre is its middle, and if it is near, #nearest tells of that. Where one that is far lies wholly in the ball
   * about another one's middle in which there is no surface, it is not searched for.
   */
  #isFar({ spheres }: SphereRuns, run: number, hints: Int32Array, pose: Float64Array, maxDistance: number): number {
    const c = this.#centre;
    const nearest = this.#nearest;
    poseVertex(pose, spheres, 4 * run, c, 0);
    const radius = spheres[4 * run + 3];
    const slack = 4 * slackAt(this.#bone, c);
    // One that is farther, but not by its own radius, is looked into: its gap may be much less than its samples'.
    const most = Math.max(maxDistance, radius);
    const far = this.#far;
    const way = Math.hypot(c[0] - far[0], c[1] - far[1], c[2] - far[2]);
    let gap = far[3] - way - radius - 2 * slack;
    if (gap <= most) {
      nearest.find(c[0], c[1], c[2], this.#hintFrom(hints, run));
      hints[run] = nearest.face;
      gap = Math.sqrt(nearest.squared) - radius - slack;
      if (gap <= most) return NEAR;
      for (let k = 0; k < 3; k++) far[k] = c[k];
      far[3] = Math.sqrt(nearest.squared);
      this.#farSide = this.#bone.signed && this.#solid.isInside(c[0], c[1], c[2]) ? FAR_INSIDE : FAR_OUTSIDE;
    }
    this.clearance = Math.min(this.clearance, gap);
    return this.#farSide;
  }

  /** The face that was near then, or the one that was found last where that is gone. */
  #hintFrom(hints: Int32Array, place: number): number {
    const hint = hints[place];
    const isGone = hint < 0 || (this.#bone.retired !== null && this.#bone.retired[hint] !== 0);
    return isGone ? this.#nearest.face : hint;
  }

  /** @returns whether one of the block's samples lies deeper inside the bone than `maxDistance`. */
  #gatherBlock(block: number, pose: Float64Array, maxDistance: number): boolean {
    const { ofBlock } = this.#runs;
    let isEmbedded = false;
    this.#blockIsNear[block] = 0;
    for (let run = ofBlock[block]; run < ofBlock[block + 1]; run++) {
      if (this.#gatherRun(run, pose, maxDistance)) isEmbedded = true;
      if (this.#facesOf[run] !== null) this.#blockIsNear[block] = 1;
    }
    return isEmbedded;
  }

  /** @returns whether one of the run's samples lies deeper inside the bone than `maxDistance`. */
  #gatherRun(run: number, pose: Float64Array, maxDistance: number): boolean {
    const { starts, spheres } = this.#runs;
    const c = this.#centre;
    const nearest = this.#nearest;
    poseVertex(pose, spheres, 4 * run, c, 0);
    const radius = spheres[4 * run + 3];
    const slack = slackAt(this.#bone, c);
    let faces = this.#facesOf[run];
    // What the list of a sample needs is in a ball about c: see BoxedFaces. Each of the five distances that its radius
    // adds up is off by less than a slack, and a list has eight of them to spare.
    const more = 2 * (radius + this.may.motion) + 16 * slack;
    let isHeld = false;
    if (faces?.covers(c, 0, 0)) {
      faces.holdAgainst(c, 0);
      nearest.find(c[0], c[1], c[2], nearest.face, faces);
      isHeld = faces.covers(c, 0, Math.sqrt(nearest.squared) + more);
    }
    if (!isHeld) nearest.find(c[0], c[1], c[2], nearest.face);
    const distance = Math.sqrt(nearest.squared);
    const gap = distance - radius - 4 * slack;
    if (gap > maxDistance) {
      this.#facesOf[run] = null;
      this.clearance = Math.min(this.clearance, gap);
      return this.#bone.signed && this.#solid.isInside(c[0], c[1], c[2]);
    }
    if (!isHeld) {
      faces = this.#facesOf[run] ??= new BoxedFaces(this.#bone, this.known);
      faces.takeNear(c, 0, distance + more + SPARE * maxDistance);
    }
    let isEmbedded = false;
    for (let sample = starts[run]; sample < starts[run + 1]; sample++)
      if (this.#gatherSample(sample, pose, faces as BoxedFaces, maxDistance)) isEmbedded = true;
    return isEmbedded;
  }

  /**
   * Finds a sample, and if it is near, the faces that its list may need.
   * @param faces hold all of them. @returns whether it lies deeper inside the bone than `maxDistance`.
   */
  #gatherSample(sample: number, pose: Float64Array, faces: BoxedFaces, maxDistance: number): boolean {
    const nearest = this.#nearest;
    const p = this.#point;
    poseVertex(pose, this.#samples.points, 3 * sample, p, 0);
    faces.holdAgainst(p, 0);
    nearest.find(p[0], p[1], p[2], this.#hintFrom(this.#sampleHints, sample), faces);
    this.#sampleHints[sample] = nearest.face;
    const distance = Math.sqrt(nearest.squared);
    const winding = this.#bone.signed ? this.#solid.windingAt(p[0], p[1], p[2]) : 0;
    if (distance > maxDistance) {
      this.clearance = Math.min(this.clearance, distance - slackAt(this.#bone, p));
      return winding !== 0;
    }
    const row = ROW * this.count;
    const { rows } = this;
    this.ids[this.count++] = sample;
    for (let k = 0; k < 3; k++) rows[row + k] = p[k];
    rows[row + DISTANCE] = winding !== 0 ? -distance : distance;
    rows[row + NEAREST_POINT] = nearest.x;
    rows[row + NEAREST_POINT + 1] = nearest.y;
    rows[row + NEAREST_POINT + 2] = nearest.z;
    rows[row + NEAREST_FACE] = nearest.face;
    rows[row + WINDING] = winding;
    rows[row + MAY_COUNT] = NONE;
    // Of more samples than a model holds, not all are kept.
    if (this.count <= MOST_POINTS) this.#takeFaces(row, faces);
    return false;
  }

  /** Takes the faces of a sample that has none yet. @param row where its row is. */
  #takeAnew(row: number): void {
    const { rows } = this;
    const p = this.#point;
    for (let k = 0; k < 3; k++) p[k] = rows[row + k];
    const faces = new BoxedFaces(this.#bone, this.known);
    faces.takeNear(p, 0, Math.abs(rows[row + DISTANCE]) + 2 * this.may.motion + 16 * slackAt(this.#bone, p));
    faces.holdAgainst(p, 0);
    this.#takeFaces(row, faces);
  }

  /** @param row where a sample's row is. @param faces all that its list may need, held against it. */
  #takeFaces(row: number, faces: BoxedFaces): void {
    const { rows, may } = this;
    const p = this.#point;
    for (let k = 0; k < 3; k++) p[k] = rows[row + k];
    const most = Math.abs(rows[row + DISTANCE]) + 8 * slackAt(this.#bone, p);
    rows[row + MAY] = may.count;
    rows[row + MAY_COUNT] = may.add(faces, p, 0, most, rows[row + NEAREST_FACE], rows, row + NEAREST_POINT);
  }

  /**
   * Keeps the nearest samples, at most as many as a model holds, and sees to it that all of these have their faces.
   * @param clearance of those that have not been found.
   * @returns mm: how far from the surface every sample is that is not in the model, at least.
   */
  keepNearest(clearance: number): number {
    if (this.count <= MOST_POINTS) return clearance;
    const { rows } = this;
    const distances = Float64Array.from({ length: this.count }, (_, i) => rows[ROW * i + DISTANCE]).sort();
    const limit = distances[MOST_POINTS];
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (rows[ROW * i + DISTANCE] >= limit) continue;
      this.ids[kept] = this.ids[i];
      rows.copyWithin(ROW * kept++, ROW * i, ROW * (i + 1));
    }
    this.count = kept;
    for (let row = 0; row < ROW * kept; row += ROW) if (rows[row + MAY_COUNT] === NONE) this.#takeAnew(row);
    return Math.max(0, limit);
  }
}

/** What a distance between a point and the bone may be off by. */
function slackAt({ magnitude }: Surface, p: Float64Array): number {
  return lengthSlack(Math.max(magnitude, Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2])));
}
