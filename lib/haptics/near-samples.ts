// A tool's samples under a pose × the bone → those near it, each with its signed distance and the faces that its list
// may need; and how far the others are at least.
//
// Groups and blocks of samples whose spheres are far from the bone are passed over. The tree is searched once for each
// other block, or a part of it that is not too wide, and what that finds is sifted for each sample:
//
//     tree ─▶ faces near up to 16 samples (BoxedFaces) ─▶ near each: what may be its nearest within the motion

import { LARGEST_COORDINATE, lengthSlack, poseVertex } from '../core/index.ts';
import { BoxedFaces, FaceBoxes, NearestFace } from '../proximity/index.ts';
import type { SolidTest, Surface } from '../records/index.ts';
import { ListFaces } from './list-faces.ts';
import { MOST_POINTS } from './local-model.ts';
import type { SamplePoints, SphereRuns } from './sample-points.ts';

/** A run of samples is halved that is wider than this share of maxDistance. */
const WIDE = 0.5;

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
  /** What lists may need. */
  readonly may: ListFaces;
  /** mm: no sample that has not been found is nearer to the bone. */
  clearance = 0;

  readonly #bone: Surface;
  readonly #samples: SamplePoints;
  readonly #nearest: NearestFace;
  readonly #solid: SolidTest;
  /** The faces about a run of samples. */
  readonly #boxes: FaceBoxes;
  readonly #ofRun: BoxedFaces;
  /** A bone face near each group, each block and each sample, where that was last. */
  readonly #groupHints: Int32Array;
  readonly #blockHints: Int32Array;
  readonly #sampleHints: Int32Array;
  /** The run that was found to be far last: its middle (xyz), how far that is, mm, and the side on which it lies. */
  readonly #far = new Float64Array(4);
  #farSide = FAR_OUTSIDE;
  /** A block's samples where they are, xyz. */
  readonly #posed: Float64Array;
  readonly #centre = new Float64Array(3);
  readonly #point = new Float64Array(3);

  constructor(bone: Surface, samples: SamplePoints) {
    this.ids = new Uint32Array(samples.count);
    this.may = new ListFaces(bone);
    this.rows = new Float64Array(ROW * samples.count);
    this.#bone = bone;
    this.#samples = samples;
    this.#nearest = new NearestFace(bone);
    this.#solid = bone.solid;
    this.#boxes = new FaceBoxes(bone);
    this.#ofRun = new BoxedFaces(bone, this.#boxes);
    this.#groupHints = new Int32Array(samples.groups.count).fill(-1);
    this.#blockHints = new Int32Array(samples.blocks.count).fill(-1);
    this.#sampleHints = new Int32Array(samples.count).fill(-1);
    this.#posed = new Float64Array(3 * samples.blocks.size);
  }

  /**
   * Finds the samples at most maxDistance from the surface, mm, and the faces for lists of this motion, or of a part of
   * it. @returns whether a sample farther than maxDistance lies inside the bone.
   */
  gather(pose: Float64Array, maxDistance: number, motion: number): boolean {
    const { groups, blocks } = this.#samples;
    this.#boxes.forget();
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
        const side = this.#isFar(blocks, block, this.#blockHints, pose, maxDistance);
        if (side === FAR_INSIDE) embedded = true;
        if (side === NEAR && this.#gatherBlock(block, pose, maxDistance)) embedded = true;
      }
    }
    return embedded;
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
    const { blocks, points, count } = this.#samples;
    const first = blocks.size * block;
    const end = Math.min(count, first + blocks.size);
    const posed = this.#posed;
    for (let sample = first; sample < end; sample++) poseVertex(pose, points, 3 * sample, posed, 3 * (sample - first));
    const radius = blocks.spheres[4 * block + 3];
    if (radius > WIDE * maxDistance) return this.#gatherRun(first, 0, end - first, maxDistance);
    this.#ofRun.takeNear(this.#centre, 0, this.#ballOf(this.#centre, radius));
    return this.#gatherEach(first, 0, end - first, maxDistance);
  }

  /**
   * Gathers a block's samples #posed[from … to − 1], or the halves of them where they are far apart.
   * @param first the number of #posed[0]. @returns whether one lies deeper inside the bone than `maxDistance`.
   */
  #gatherRun(first: number, from: number, to: number, maxDistance: number): boolean {
    const c = this.#centre;
    const radius = this.#sphereOf(from, to);
    if (radius > WIDE * maxDistance && to - from > 1) {
      const middle = (from + to) >> 1;
      const isEmbedded = this.#gatherRun(first, from, middle, maxDistance);
      return this.#gatherRun(first, middle, to, maxDistance) || isEmbedded;
    }
    const nearest = this.#nearest;
    nearest.find(c[0], c[1], c[2], nearest.face);
    const gap = Math.sqrt(nearest.squared) - radius - 4 * slackAt(this.#bone, c);
    if (gap > maxDistance) {
      this.clearance = Math.min(this.clearance, gap);
      return this.#bone.signed && this.#solid.isInside(c[0], c[1], c[2]);
    }
    this.#ofRun.takeNear(c, 0, this.#ballOf(c, radius));
    return this.#gatherEach(first, from, to, maxDistance);
  }

  #gatherEach(first: number, from: number, to: number, maxDistance: number): boolean {
    let isEmbedded = false;
    for (let n = from; n < to; n++) if (this.#gatherSample(first + n, 3 * n, maxDistance)) isEmbedded = true;
    return isEmbedded;
  }

  /**
   * @param c where #nearest has been asked, and has found the nearest face or another. @param radius mm: of a sphere
   * about it.
   * @returns mm: how far from c any face is at most that a list of a sample in the sphere needs: see BoxedFaces. Each
   * of the five distances that this adds up is off by less than a slack, and a list has eight of them to spare.
   */
  #ballOf(c: Float64Array, radius: number): number {
    return Math.sqrt(this.#nearest.squared) + 2 * (radius + this.may.motion) + 16 * slackAt(this.#bone, c);
  }

  /** Writes the middle of some of #posed to #centre. @returns mm: how far they are from it. */
  #sphereOf(from: number, to: number): number {
    const P = this.#posed;
    const c = this.#centre;
    for (let k = 0; k < 3; k++) {
      let low = P[3 * from + k];
      let high = low;
      for (let i = from + 1; i < to; i++) {
        low = Math.min(low, P[3 * i + k]);
        high = Math.max(high, P[3 * i + k]);
      }
      c[k] = (low + high) / 2;
    }
    let squared = 0;
    for (let i = 3 * from; i < 3 * to; i += 3) {
      const x = P[i] - c[0];
      const y = P[i + 1] - c[1];
      const z = P[i + 2] - c[2];
      squared = Math.max(squared, x * x + y * y + z * z);
    }
    return Math.sqrt(squared);
  }

  /**
   * Finds a sample at this offset in #posed, and if it is near, the faces that its list may need, both in #ofRun.
   * @returns whether it lies deeper inside the bone than `maxDistance`.
   */
  #gatherSample(sample: number, at: number, maxDistance: number): boolean {
    const nearest = this.#nearest;
    const x = this.#posed[at];
    const y = this.#posed[at + 1];
    const z = this.#posed[at + 2];
    this.#ofRun.holdAgainst(this.#posed, at);
    nearest.find(x, y, z, this.#hintFrom(this.#sampleHints, sample), this.#ofRun);
    this.#sampleHints[sample] = nearest.face;
    const distance = Math.sqrt(nearest.squared);
    const winding = this.#bone.signed ? this.#solid.windingAt(x, y, z) : 0;
    const p = this.#point;
    for (let k = 0; k < 3; k++) p[k] = this.#posed[at + k];
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
    if (this.count <= MOST_POINTS) this.#takeFaces(row);
    return false;
  }

  /** Gathers the faces of a sample that is not of #ofRun. @param row where its row is. */
  #takeAnew(row: number): void {
    const { rows } = this;
    const p = this.#point;
    for (let k = 0; k < 3; k++) p[k] = rows[row + k];
    this.#ofRun.takeNear(p, 0, Math.abs(rows[row + DISTANCE]) + 2 * this.may.motion + 16 * slackAt(this.#bone, p));
    this.#ofRun.holdAgainst(p, 0);
    this.#takeFaces(row);
  }

  /** Takes what the list of a sample may need, from #ofRun, which is held against it. @param row where its row is. */
  #takeFaces(row: number): void {
    const { rows, may } = this;
    const p = this.#point;
    for (let k = 0; k < 3; k++) p[k] = rows[row + k];
    const most = Math.abs(rows[row + DISTANCE]) + 8 * slackAt(this.#bone, p);
    rows[row + MAY] = may.count;
    rows[row + MAY_COUNT] = may.add(this.#ofRun, p, 0, most, rows[row + NEAREST_FACE], rows, row + NEAREST_POINT);
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
