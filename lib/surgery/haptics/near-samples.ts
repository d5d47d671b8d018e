// A tool's samples under a pose × the bone → those near it, each with its signed distance and the faces that its list
// may need; and a lower bound on the distance of the others.
//
// While proxies of the bodies are far apart, no sample is looked at (far-proxies.ts). Otherwise groups and blocks of
// samples whose spheres are far from the bone are skipped (far-runs.ts), and the search is not repeated while the tool
// has hardly moved (far-balls.ts). Around each of the others the faces are found in cells, which persist across models
// and edits:
//
//     tree ─▶ cells (face-cells.ts) ─▶ for each sample: the faces that may become its nearest within the motion

import { cornerOffset, LARGEST_COORDINATE, poseVertex, vectorLength } from '#core';
import { boxOfFaces, FaceCells, KnownFaces, NearestFace } from '#proximity';
import type { SolidTest, Surface } from '#records';
import { faceNormal, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';
import { FarBalls } from './far-balls.ts';
import { FarProxies } from './far-proxies.ts';
import { FAR_INSIDE, FarRuns, NEAR, type RunLevel, runLevel, SPARE, slackAt } from './far-runs.ts';
import { ListFaces } from './list-faces.ts';
import { MOST_POINTS } from './local-model.ts';
import type { SamplePoints } from './sample-points.ts';

/** The width of a cell, as a share of maxDistance. */
const CELL = 1 / 4;
/**
 * The multiple of maxDistance above which the proxies' gap suffices. A model with the true gap, which may be larger,
 * would serve for longer; with the proxies' gap it serves until the tool has moved by several times maxDistance.
 */
const FAR = 4;
/** If more faces than this are remembered from model to model, all are forgotten. A face takes some 200 bytes. */
const MOST_KNOWN = 2 ** 17;

/**
 * A sample that is on the surface up to rounding has its centre this many slacks in front of its nearest face, so that
 * a path from there starts at a known winding number, whichever side it leads to. If another face is there, the centre
 * steps off that face as well, twice as far. A step of 2^14·slack is 1e-8 mm at 1 m.
 */
const OFF = 64;
const MOST_STEPS_OFF = 9;

/** Row of a sample near the bone: its centre (xyz), at or just beside its place (OFF); these slots; row size. */
export const DISTANCE = 3;
export const NEAREST_POINT = 4;
export const NEAREST_FACE = 7;
export const WINDING = 8;
/** Where the faces of its list begin in `may`, and their number. */
export const MAY = 9;
export const MAY_COUNT = 10;
export const ROW = 11;
/** As NEAREST_FACE: no face. As MAY_COUNT: the sample needs a list, and its faces have not been gathered yet. */
const NONE = -1;

export class NearSamples {
  /** The samples found: their numbers, and a row of ROW numbers for each. */
  readonly ids: Uint32Array;
  readonly rows: Float64Array;
  count = 0;
  /** The bone faces looked up so far. */
  readonly known: KnownFaces;
  /** The faces that lists may need. */
  readonly may: ListFaces;
  /** mm: a lower bound on the distance from the bone of every sample not found. */
  clearance = 0;

  readonly #bone: Surface;
  readonly #samples: SamplePoints;
  readonly #nearest: NearestFace;
  readonly #solid: SolidTest;
  /** The faces around the tool. */
  #cells: FaceCells;
  /** 1 for a block with a sample that was near: it need not be tested as a whole. */
  readonly #blockIsNear: Uint8Array;
  readonly #proxies: FarProxies;
  readonly #groups: RunLevel;
  readonly #blocks: RunLevel;
  /** A bone face near the last place of each sample, and the samples that were far. */
  readonly #sampleHints: Int32Array;
  readonly #farSamples: FarBalls;
  /** The bone's edits and number of faces when it was last looked at. */
  #edits: number;
  #faceCount: number;
  readonly #added = new Float64Array(6);
  readonly #runs: FarRuns;
  /** maxDistance of the last call, mm; and the greatest distance of a sample outside that has a list. */
  #maxDistance = 0;
  #listed = 0;
  readonly #point = new Float64Array(3);
  readonly #normal = new Float64Array(3);
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);

  constructor(bone: Surface, samples: SamplePoints) {
    this.ids = new Uint32Array(samples.count);
    this.may = new ListFaces();
    this.rows = new Float64Array(ROW * samples.count);
    this.#bone = bone;
    this.#samples = samples;
    this.#nearest = new NearestFace(bone);
    this.#solid = bone.solid;
    this.known = new KnownFaces(bone);
    this.#cells = new FaceCells(bone, this.known, 1);
    this.#proxies = new FarProxies(bone, samples.points);
    this.#runs = new FarRuns(bone, this.#nearest);
    this.#groups = runLevel(samples.groups);
    this.#blocks = runLevel(samples.blocks);
    this.#farSamples = new FarBalls(samples.count);
    this.#edits = bone.edits;
    this.#faceCount = bone.faceCount;
    this.#blockIsNear = new Uint8Array(samples.blocks.count);
    this.#sampleHints = new Int32Array(samples.count).fill(-1);
  }

  /**
   * Finds the samples at most maxDistance from the surface, mm, and the faces for lists that serve for this motion, or
   * for a part of it.
   * @param listed mm: a sample that is outside the bone and farther than this has no list, and its distance may be a
   * lower bound.
   * @returns whether a sample farther than maxDistance lies inside the bone.
   */
  gather(pose: Float64Array, maxDistance: number, motion: number, listed: number): boolean {
    const { groups, blocks } = this.#samples;
    this.#begin(maxDistance);
    this.#listed = listed;
    this.#followEdits();
    this.may.begin(motion);
    this.count = 0;
    this.clearance = this.#proxies.gapAt(pose);
    if (this.clearance > FAR * maxDistance) return false;
    this.clearance = LARGEST_COORDINATE;
    this.#runs.begin(maxDistance);
    let embedded = false;
    for (let group = 0; group < groups.count; group++) {
      const far = this.#runs.sideOf(this.#groups, group, pose);
      if (far === FAR_INSIDE) embedded = true;
      if (far !== NEAR) continue;
      const perGroup = groups.size / blocks.size;
      const end = Math.min(blocks.count, perGroup * (group + 1));
      for (let block = perGroup * group; block < end; block++) {
        const isNear = this.#blockIsNear[block] === 1;
        const side = isNear ? NEAR : this.#runs.sideOf(this.#blocks, block, pose);
        if (side === FAR_INSIDE) embedded = true;
        if (side === NEAR && this.#gatherBlock(block, pose)) embedded = true;
      }
    }
    this.clearance = Math.min(this.clearance, this.#runs.clearance);
    return embedded;
  }

  /** Ensures that cells have the right size, and forgets all faces if they have become too many. */
  #begin(maxDistance: number): void {
    if (maxDistance !== this.#maxDistance) this.#cells = new FaceCells(this.#bone, this.known, CELL * maxDistance);
    else if (this.known.count > MOST_KNOWN) this.#cells.forget();
    this.#maxDistance = maxDistance;
  }

  #followEdits(): void {
    const bone = this.#bone;
    if (bone.edits === this.#edits) return;
    boxOfFaces(bone.positions, bone.faces, this.#faceCount, bone.faceCount, this.#added, 0);
    for (const far of [this.#proxies, this.#groups.balls, this.#blocks.balls, this.#farSamples]) far.edit(this.#added);
    this.#edits = bone.edits;
    this.#faceCount = bone.faceCount;
  }

  /** @returns whether one of the block's samples lies too deep inside the bone. */
  #gatherBlock(block: number, pose: Float64Array): boolean {
    const { blocks, count } = this.#samples;
    const before = this.count;
    let isEmbedded = false;
    const end = Math.min(count, blocks.size * (block + 1));
    for (let sample = blocks.size * block; sample < end; sample++)
      if (this.#gatherSample(sample, pose)) isEmbedded = true;
    this.#blockIsNear[block] = this.count > before ? 1 : 0;
    return isEmbedded;
  }

  /** Adds a sample, if it is near, and the faces that its list may need. @returns whether it is too deep inside. */
  #gatherSample(sample: number, pose: Float64Array): boolean {
    const p = this.#point;
    poseVertex(pose, this.#samples.points, 3 * sample, p, 0);
    const slack = slackAt(this.#bone, p);
    const far = this.#farSamples;
    const least = far.leastFrom(sample, p, SPARE * this.#maxDistance) - 4 * slack;
    if (least > Math.min(this.#maxDistance, this.#listed)) {
      const isInside = this.#runs.isBallInside(far, sample, p);
      if (least > this.#maxDistance) {
        this.clearance = Math.min(this.clearance, least);
        return isInside;
      }
      if (!isInside) {
        this.#add(sample, least, 0);
        return false;
      }
    }
    let isGathered = this.#findNearest(sample);
    const nearest = this.#nearest;
    for (let step = OFF * slack, n = 0; n < MOST_STEPS_OFF && nearest.squared <= (4 * slack) ** 2; n++, step *= 2) {
      this.#stepOff(nearest.face, step);
      isGathered = this.#findNearest(sample);
    }
    const distance = Math.sqrt(nearest.squared);
    const winding = this.#bone.signed ? this.#solid.windingAt(p[0], p[1], p[2]) : 0;
    const isListed = winding !== 0 || distance <= this.#listed + 4 * slack;
    if (!isListed || distance > this.#maxDistance) far.keep(sample, p, distance, winding !== 0);
    if (distance > this.#maxDistance) {
      this.clearance = Math.min(this.clearance, distance - slack);
      return winding !== 0;
    }
    const row = this.#add(sample, distance, winding);
    const { rows } = this;
    rows[row + NEAREST_POINT] = nearest.x;
    rows[row + NEAREST_POINT + 1] = nearest.y;
    rows[row + NEAREST_POINT + 2] = nearest.z;
    rows[row + NEAREST_FACE] = nearest.face;
    if (!isListed) return false;
    rows[row + MAY_COUNT] = NONE;
    // If there are more samples than a model holds, not all are kept.
    if (this.count <= MOST_POINTS) {
      if (!isGathered) this.#gatherFaces(distance);
      this.#takeFaces(row);
    }
    return false;
  }

  /** Moves #point by `step`, mm, to the front of a face, or along an axis if the face has no front. */
  #stepOff(face: number, step: number): void {
    const { positions, faces } = this.#bone;
    const p = this.#point;
    const normal = this.#normal;
    const [a, b, c] = [0, 1, 2].map((k) => cornerOffset(faces, face, k));
    faceNormal(positions, a, b, c, normal, 0);
    const length = vectorLength(normal[0], normal[1], normal[2]);
    for (let k = 0; k < 3; k++) p[k] += step * (length > 0 ? normal[k] / length : Number(k === 0));
  }

  /** Adds #point without a list, as if it were its own nearest point. @returns the offset of its row. */
  #add(sample: number, distance: number, winding: number): number {
    const p = this.#point;
    const { rows } = this;
    const row = ROW * this.count;
    this.ids[this.count++] = sample;
    for (let k = 0; k < 3; k++) rows[row + k] = rows[row + NEAREST_POINT + k] = p[k];
    rows[row + DISTANCE] = winding !== 0 ? -distance : distance;
    rows[row + NEAREST_FACE] = NONE;
    rows[row + WINDING] = winding;
    rows[row + MAY] = rows[row + MAY_COUNT] = 0;
    return row;
  }

  /**
   * Finds the face nearest to #point: among the cells' faces, if the face that was near last time is still near.
   * @returns whether the cells' faces then include all that the sample's list may need.
   */
  #findNearest(sample: number): boolean {
    const nearest = this.#nearest;
    const p = this.#point;
    const hint = this.#runs.hintFrom(this.#sampleHints, sample);
    const most = hint < 0 ? Number.POSITIVE_INFINITY : this.#distanceTo(hint);
    const isNear = most <= Math.min(this.#maxDistance, this.#listed);
    if (isNear) this.#gatherFaces(most);
    nearest.find(p[0], p[1], p[2], hint, isNear ? this.#cells : null);
    this.#sampleHints[sample] = nearest.face;
    return isNear;
  }

  /** Distance from #point, mm. */
  #distanceTo(face: number): number {
    const { positions, faces } = this.#bone;
    const near = this.#near;
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    pointTriangle(this.#point, 0, positions, a, b, c, near);
    return Math.sqrt(near[SQUARED]);
  }

  /** Gathers all faces around #point that its list may need. @param most mm: its nearest face is no farther. */
  #gatherFaces(most: number): void {
    this.#cells.gather(this.#point, 0, most + 2 * this.may.motion + 16 * slackAt(this.#bone, this.#point));
  }

  /** Gathers and takes the faces of a sample that has none yet. @param row the offset of its row. */
  #takeAnew(row: number): void {
    const { rows } = this;
    const p = this.#point;
    for (let k = 0; k < 3; k++) p[k] = rows[row + k];
    this.#gatherFaces(Math.abs(rows[row + DISTANCE]));
    this.#takeFaces(row);
  }

  /** @param row the offset of a sample's row; the cells' faces have been gathered around that sample. */
  #takeFaces(row: number): void {
    const { rows, may } = this;
    const p = this.#point;
    for (let k = 0; k < 3; k++) p[k] = rows[row + k];
    const most = Math.abs(rows[row + DISTANCE]) + 8 * slackAt(this.#bone, p);
    rows[row + MAY] = may.count;
    rows[row + MAY_COUNT] = may.add(this.#cells, p, 0, most, rows[row + NEAREST_FACE], rows, row + NEAREST_POINT);
  }

  /**
   * Keeps the nearest samples, at most as many as a model holds, and ensures that all of them have their faces.
   * @param clearance mm: the same bound for the samples not found.
   * @returns mm: a lower bound on the distance from the surface of every sample not in the model.
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
