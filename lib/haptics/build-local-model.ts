// A tool's samples under a pose × the bone → the local contact model there.
//
// 1. Samples within maxDistance of the bone are found, by groups and blocks whose spheres are far from it or not; and
//    how far the others are at least, which is far indeed where the tool is in the air.
// 2. If there are more than a model holds, the nearest are kept, and the others are as far as the first of them.
// 3. Each gets its list for the wanted motion; if the lists do not fit, all is begun anew with half the motion.
//
// The list of a sample with centre c and distance d that may move by r. Only faces at most d + 2r away can become the
// nearest. Of these, a face F is left out if it is nowhere the nearest in the ball of radius r about c: let G be the
// face nearest to c, y its nearest point, and L and g as in faceSupport. For every p in the ball, |p − y| ≤ d + g_G·(p
// − c) + r²/2d, and F is at least L_F + g_F·(p − c) away. So F is nowhere as near if L_F − d − r²/2d > |g_F − g_G|·r.
// A face that comes into the ball is the nearest somewhere in it, so every crossing of the surface is with a listed
// face.

import { cornerOffset, isDirectionKnown, LARGEST_COORDINATE, lengthSlack, poseVertex } from '../core/index.ts';
import { BOUND, CellFaces, faceSupport, MOST_GATHERED, NearestFace } from '../proximity/index.ts';
import type { SolidTest, Surface } from '../records/index.ts';
import { SKIN } from './constants.ts';
import { type Hardness, hardnessAt } from './cutting/hardness.ts';
import { FreeWay } from './free-way.ts';
import {
  EMBEDDED,
  ENTRIES,
  FACES,
  IS_WAY_FREE,
  type LocalModel,
  MAGNITUDE,
  MAX_DISTANCE,
  MOST_ENTRIES,
  MOST_FACES,
  MOST_POINTS,
  MOTION,
  POINTS,
  SERIAL,
  TAKEN_AT,
} from './local-model.ts';
import type { SamplePoints, SphereRuns } from './sample-points.ts';

/** How often a model whose lists do not fit is begun anew with half the motion. */
const MOST_HALVINGS = 5;
/** Models from one that is tried with all of the motion that is asked for to the next. */
const RETRIED = 8;
/** The edge of CellFaces' cells, as a share of maxDistance. */
const CELL = 0.25;

interface ModelWish {
  /** mm that every sample near the bone may move; a model gives less if its lists do not fit. */
  readonly motion: number;
  /** mm: samples at most so far from the bone are in the model; at least `motion`. */
  readonly maxDistance: number;
  /** Of a tool that cuts. */
  readonly cutting?: { readonly hardness: Hardness } | null;
}

export class LocalModelBuilder {
  readonly #bone: Surface;
  readonly #samples: SamplePoints;
  readonly #cells: CellFaces;
  readonly #nearest: NearestFace;
  readonly #solid: SolidTest;
  readonly #freeWay: FreeWay;
  /** The samples near the bone: their numbers, and a row of FOUND numbers of each. */
  #near: Uint32Array = new Uint32Array(0);
  #found = new Float64Array(0);
  #count = 0;
  readonly #centre = new Float64Array(3);
  readonly #point = new Float64Array(3);
  readonly #bounds = new Float64Array(BOUND * MOST_GATHERED);
  /** Each bone face's index in the model that is being made, and for which model (#stamp) that holds. */
  #places = new Uint32Array(0);
  #placedFor = new Uint32Array(0);
  #stamp = 0;
  #serial = 0;
  /** mm: the motion for which the lists of a model fitted that did not for twice as much. */
  #fitted = Number.POSITIVE_INFINITY;
  /** mm: no sample that is not in #near is nearer to the bone. */
  #clearance = 0;

  constructor(bone: Surface, samples: SamplePoints) {
    this.#bone = bone;
    this.#samples = samples;
    this.#cells = new CellFaces(bone);
    this.#nearest = new NearestFace(bone);
    this.#solid = bone.solid;
    this.#freeWay = new FreeWay(bone, samples);
  }

  /**
   * @param pose 16 numbers, column-major, rigid.
   * @param takenAt see TAKEN_AT.
   * @param from another pose: see IS_WAY_FREE.
   */
  build(
    pose: Float64Array,
    takenAt: number,
    { motion, maxDistance, cutting = null }: ModelWish,
    out: LocalModel,
    from: Float64Array = pose,
  ): void {
    const { head } = out;
    out.pose.set(pose);
    this.#serial++;
    head[SERIAL] = this.#serial;
    head[TAKEN_AT] = takenAt;
    head[IS_WAY_FREE] = pose.every((x, k) => x === from[k]) || this.#freeWay.isFree(from, pose) ? 1 : 0;
    this.#cells.begin(CELL * maxDistance);
    const embedded = this.#gather(pose, maxDistance);
    head[EMBEDDED] = embedded ? 1 : 0;
    // Less the skin, so that a tool that goes as far as it may is not nearer to the bone than a contact.
    head[MAX_DISTANCE] = this.#keepNearest(Math.max(maxDistance, this.#clearance - SKIN));
    // A motion that was too much for the last model's lists is not tried each time.
    if (this.#serial % RETRIED === 0) this.#fitted = Number.POSITIVE_INFINITY;
    let given = Math.min(motion, head[MAX_DISTANCE], this.#fitted);
    let halved = 0;
    while (!this.#fill(given, out))
      if (halved++ < MOST_HALVINGS) given /= 2;
      else {
        // Samples near the bone are left out then, so that nothing may move.
        given = 0;
        this.#count = 0;
        head[MAX_DISTANCE] = 0;
      }
    head[MOTION] = given;
    if (halved > 0 && given > 0) this.#fitted = given;
    if (cutting !== null) this.#writeHardness(cutting.hardness, out);
  }

  /** Of the bone in front of each point: half a voxel beyond the surface, or where the point is if that is inside. */
  #writeHardness(hardness: Hardness, out: LocalModel): void {
    const p = this.#point;
    const into = Math.min(...hardness.spacing) / 2;
    for (let i = 0; i < this.#count; i++) {
      const gap = Math.max(0, out.distances[i]);
      const ahead = gap > 0 ? gap + into : 0;
      for (let k = 0; k < 3; k++) p[k] = out.centres[3 * i + k] - ahead * out.gradients[3 * i + k];
      out.hardness[i] = hardnessAt(hardness, p, 0);
    }
  }

  /**
   * Finds the samples at most maxDistance from the surface. @returns whether a sample farther than that lies inside the
   * bone.
   */
  #gather(pose: Float64Array, maxDistance: number): boolean {
    const { groups, blocks, count } = this.#samples;
    if (this.#near.length < count) {
      this.#near = new Uint32Array(count);
      this.#found = new Float64Array(FOUND * count);
    }
    this.#count = 0;
    this.#clearance = LARGEST_COORDINATE;
    let embedded = false;
    for (let group = 0; group < groups.count; group++) {
      const far = this.#isFar(groups, group, pose, maxDistance);
      if (far === FAR_INSIDE) embedded = true;
      if (far !== NEAR) continue;
      const perGroup = groups.size / blocks.size;
      const end = Math.min(blocks.count, perGroup * (group + 1));
      for (let block = perGroup * group; block < end; block++) {
        const side = this.#isFar(blocks, block, pose, maxDistance);
        if (side === FAR_INSIDE) embedded = true;
        if (side === NEAR && this.#gatherBlock(block, pose, maxDistance)) embedded = true;
      }
    }
    return embedded;
  }

  /** Whether a run of samples is farther than `maxDistance` from the surface, and on which side all of it is then. */
  #isFar({ spheres }: SphereRuns, run: number, pose: Float64Array, maxDistance: number): number {
    const p = this.#point;
    poseVertex(pose, spheres, 4 * run, p, 0);
    const radius = spheres[4 * run + 3];
    this.#nearest.find(p[0], p[1], p[2], this.#nearest.face);
    const gap = Math.sqrt(this.#nearest.squared) - radius - 4 * slackAt(this.#bone, p);
    // One that is farther, but not by its own radius, is looked into: its gap may be much less than its samples'.
    if (gap <= Math.max(maxDistance, radius)) return NEAR;
    this.#clearance = Math.min(this.#clearance, gap);
    return this.#bone.signed && this.#solid.isInside(p[0], p[1], p[2]) ? FAR_INSIDE : FAR_OUTSIDE;
  }

  /** @returns whether one of the block's samples lies deeper inside the bone than `maxDistance`. */
  #gatherBlock(block: number, pose: Float64Array, maxDistance: number): boolean {
    const { blocks, points, count } = this.#samples;
    const end = Math.min(count, blocks.size * (block + 1));
    const p = this.#point;
    const cells = this.#cells;
    const { signed } = this.#bone;
    let embedded = false;
    for (let sample = blocks.size * block; sample < end; sample++) {
      poseVertex(pose, points, 3 * sample, p, 0);
      cells.find(p, 0);
      const distance = Math.sqrt(cells.squared);
      const winding = signed ? this.#solid.windingAt(p[0], p[1], p[2]) : 0;
      if (distance > maxDistance) {
        if (winding !== 0) embedded = true;
        this.#clearance = Math.min(this.#clearance, distance - slackAt(this.#bone, p));
        continue;
      }
      const at = FOUND * this.#count;
      const found = this.#found;
      this.#near[this.#count++] = sample;
      for (let k = 0; k < 3; k++) found[at + k] = p[k];
      found[at + 3] = winding !== 0 ? -distance : distance;
      found[at + 4] = cells.x;
      found[at + 5] = cells.y;
      found[at + 6] = cells.z;
      found[at + 7] = cells.face;
      found[at + 8] = winding;
    }
    return embedded;
  }

  /**
   * Keeps the nearest samples, at most as many as a model holds.
   * @param clearance of those that have not been found.
   * @returns mm: how far from the surface every sample is that is not in the model, at least.
   */
  #keepNearest(clearance: number): number {
    if (this.#count <= MOST_POINTS) return clearance;
    const found = this.#found;
    const distances = Float64Array.from({ length: this.#count }, (_, i) => found[FOUND * i + 3]).sort();
    const limit = distances[MOST_POINTS];
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (found[FOUND * i + 3] >= limit) continue;
      this.#near[kept] = this.#near[i];
      found.copyWithin(FOUND * kept++, FOUND * i, FOUND * (i + 1));
    }
    this.#count = kept;
    return Math.max(0, limit);
  }

  /** Writes points and lists for a motion of `radius`, mm. @returns false if they do not fit. */
  #fill(radius: number, out: LocalModel): boolean {
    const { head } = out;
    const found = this.#found;
    this.#stamp++;
    head[POINTS] = this.#count;
    head[FACES] = 0;
    head[ENTRIES] = 0;
    let magnitude = this.#bone.magnitude;
    for (let i = 0; i < this.#count; i++) {
      const from = FOUND * i;
      const sample = this.#near[i];
      const distance = Math.abs(found[from + 3]);
      out.ids[i] = sample;
      out.distances[i] = found[from + 3];
      out.windings[i] = found[from + 8];
      for (let k = 0; k < 3; k++) {
        out.own[3 * i + k] = this.#samples.points[3 * sample + k];
        out.centres[3 * i + k] = found[from + k];
        magnitude = Math.max(magnitude, Math.abs(found[from + k]) + radius);
      }
      this.#writeGradient(i, from, distance, out);
      if (!this.#list(i, found[from + 7], radius, out)) return false;
    }
    head[MAGNITUDE] = magnitude;
    return true;
  }

  #writeGradient(i: number, from: number, distance: number, out: LocalModel): void {
    const found = this.#found;
    const sign = found[from + 3] < 0 ? -1 : 1;
    const known = isDirectionKnown(distance, lengthSlack(this.#bone.magnitude));
    for (let k = 0; k < 3; k++)
      out.gradients[3 * i + k] = known ? (sign * (found[from + k] - found[from + 4 + k])) / distance : 0;
  }

  /** Appends the list of point i. @param hint a bone face near it. @returns false if it does not fit. */
  #list(i: number, hint: number, radius: number, out: LocalModel): boolean {
    const { head } = out;
    const nearest = this.#nearest;
    const c = this.#centre;
    for (let k = 0; k < 3; k++) c[k] = out.centres[3 * i + k];
    const slack = lengthSlack(Math.max(this.#bone.magnitude, Math.abs(c[0]), Math.abs(c[1]), Math.abs(c[2])) + radius);
    if (!nearest.gather(c[0], c[1], c[2], 2 * radius + 8 * slack, 0, hint)) return false;
    const bounds = this.#bounds;
    let first = 0;
    for (let n = 0; n < nearest.gathered; n++) {
      if (nearest.faces[n] === nearest.face) first = BOUND * n;
      faceSupport(this.#bone, nearest, n, c, 0, bounds, BOUND * n);
    }
    const distance = Math.sqrt(nearest.squared);
    const beyond = distance + (radius * radius) / (2 * distance) + 8 * slack;
    let entries = head[ENTRIES];
    out.starts[i] = entries;
    for (let n = 0; n < nearest.gathered; n++) {
      const at = BOUND * n;
      const x = bounds[at + 1] - bounds[first + 1];
      const y = bounds[at + 2] - bounds[first + 2];
      const z = bounds[at + 3] - bounds[first + 3];
      if (bounds[at] > beyond + Math.sqrt(x * x + y * y + z * z) * radius) continue;
      const place = this.#placeOf(nearest.faces[n], out);
      if (place < 0 || entries === MOST_ENTRIES) return false;
      out.entries[entries] = place;
      for (let k = 0; k < BOUND; k++) out.bounds[BOUND * entries + k] = bounds[at + k];
      entries++;
    }
    out.counts[i] = entries - out.starts[i];
    head[ENTRIES] = entries;
    return true;
  }

  /** The index of a bone face in the model, to which it is added if need be; −1 if it does not fit. */
  #placeOf(face: number, out: LocalModel): number {
    const { faceCount, faces, positions } = this.#bone;
    if (this.#places.length < faceCount) {
      this.#places = new Uint32Array(faceCount);
      this.#placedFor = new Uint32Array(faceCount);
    }
    if (this.#placedFor[face] === this.#stamp) return this.#places[face];
    const place = out.head[FACES];
    if (place === MOST_FACES) return -1;
    this.#placedFor[face] = this.#stamp;
    this.#places[face] = place;
    out.faceIds[place] = face;
    for (let k = 0; k < 9; k++)
      out.corners[9 * place + k] = positions[cornerOffset(faces, face, Math.floor(k / 3)) + (k % 3)];
    out.head[FACES] = place + 1;
    return place;
  }
}

/** What a distance between a point and the bone may be off by. */
function slackAt({ magnitude }: Surface, p: Float64Array): number {
  return lengthSlack(Math.max(magnitude, Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2])));
}

/** Of a sample found: its place, signed distance, nearest point, nearest face, winding number. */
const FOUND = 9;
const NEAR = 0;
const FAR_OUTSIDE = 1;
const FAR_INSIDE = 2;
