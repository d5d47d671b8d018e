// A tool's samples under a pose × the bone → the local contact model there.
//
// 1. NearSamples finds the samples within maxDistance of the bone, each with the faces that its list may need, and a
//    lower bound on the distance of the others, which is large if the tool is in the air (near-samples.ts).
// 2. If there are more than a model holds, the nearest are kept; the nearest dropped sample then bounds the others.
// 3. Each gets its list for the wanted motion; if the lists do not fit, they are made anew for half the motion.
//
// Take a sample with centre c and distance d that may move by r. Only faces at most d + 2r from c can become the
// nearest. Of these, its list leaves out a face F that is nowhere the nearest in the ball of radius r about c. Let G be
// the face nearest to c, y its nearest point, and L and g as in faceSupport. For every p in the ball, |p − y| ≤ d +
// g_G·(p − c) + r²/2d, and F is at least L_F + g_F·(p − c) away. So F is nowhere nearest if L_F − d − r²/2d > |g_F −
// g_G|·r. A face that meets the ball is the nearest somewhere in it, so every crossing of the surface crosses a listed
// face. A sample outside the bone and farther than r + CLOSE has no list: within the motion it comes no nearer than
// CLOSE, and the servo measures no such point (point-gaps.ts).

import { grown, isDirectionKnown, lengthSlack, motionBetween, moved, PLACEMENT_SIZE, placementOf, poseOf } from '#core';
import { BOUND, MOST_GATHERED, triangleSupport } from '#proximity';
import type { Surface } from '#records';
import { CLOSE, SKIN } from './constants.ts';
import { type Hardness, hardnessAt } from './cutting/hardness.ts';
import { FreeWay } from './free-way.ts';
import { MOST_HALVINGS } from './list-faces.ts';
import {
  EMBEDDED,
  ENTRIES,
  FACES,
  type LocalModel,
  MAGNITUDE,
  MAX_DISTANCE,
  MOST_ENTRIES,
  MOST_FACES,
  MOTION,
  NEAR,
  POINTS,
  SERIAL,
  TAKEN_AT,
} from './local-model.ts';
import { DISTANCE, MAY, MAY_COUNT, NEAREST_FACE, NEAREST_POINT, NearSamples, ROW, WINDING } from './near-samples.ts';
import type { SamplePoints } from './sample-points.ts';

/** How often a way that is not free is halved. */
const MOST_SHARES = 4;
const ORIGIN = [0, 0, 0];

/** Every RETRIED-th model is tried with the full wanted motion. */
const RETRIED = 64;

interface ModelWish {
  /** mm: how far every sample near the bone may move; a model gives less if its lists do not fit. */
  readonly motion: number;
  /** mm: samples at most this far from the bone are in the model; at least `motion`. */
  readonly maxDistance: number;
  /** mm: a sample outside and farther from the bone than the motion plus this has no list. Default CLOSE. */
  readonly close?: number;
  /** mm: see FreeWay. Default 0. */
  readonly play?: number;
  /** Only for a tool that cuts. */
  readonly cutting?: { readonly hardness: Hardness } | null;
}

export class LocalModelBuilder {
  readonly #bone: Surface;
  readonly #samples: SamplePoints;
  readonly #near: NearSamples;
  readonly #freeWay: FreeWay;
  readonly #point = new Float64Array(3);
  readonly #bounds = new Float64Array(BOUND * MOST_GATHERED);
  /** By the row of a known face: its index in the model being made, and the #stamp for which that index holds. */
  #places = new Uint32Array(0);
  #placedFor = new Uint32Array(0);
  #stamp = 0;
  #serial = 0;
  /** mm: the motion for which a model's lists fitted after those for twice that motion did not. */
  #fitted = Number.POSITIVE_INFINITY;

  constructor(bone: Surface, samples: SamplePoints) {
    this.#bone = bone;
    this.#samples = samples;
    this.#near = new NearSamples(bone, samples);
    this.#freeWay = new FreeWay(bone, samples);
  }

  /**
   * @param pose 16 numbers, column-major, rigid.
   * @param takenAt see TAKEN_AT.
   * @param from where the tool is. If a sample meets the bone on the straight way from there, the model is made at half
   * of the way, or less, as far as it is free (free-way.ts), or at `from`: the tool may always be put where it is made.
   */
  build(
    pose: Float64Array,
    takenAt: number,
    { motion, maxDistance, close = CLOSE, cutting = null, play = 0 }: ModelWish,
    out: LocalModel,
    from: Float64Array = pose,
  ): void {
    const { head } = out;
    this.#serial++;
    head[SERIAL] = this.#serial;
    head[TAKEN_AT] = takenAt;
    this.#choosePose(pose, from, play, out.pose);
    // A motion that was too much for the last model's lists is not tried each time.
    if (this.#serial % RETRIED === 0) this.#fitted = Number.POSITIVE_INFINITY;
    const near = this.#near;
    const wanted = Math.min(motion, this.#fitted);
    head[EMBEDDED] = near.gather(out.pose, maxDistance, wanted, wanted + close) ? 1 : 0;
    // Less the skin, so that a tool that moves as far as allowed comes no nearer to the bone than a contact.
    head[MAX_DISTANCE] = near.keepNearest(Math.max(maxDistance, near.clearance - SKIN));
    let given = Math.min(near.may.motion, head[MAX_DISTANCE]);
    let { halved } = near.may;
    for (; halved <= MOST_HALVINGS && !this.#fill(given, out); halved++) given /= 2;
    if (halved > MOST_HALVINGS) {
      // Samples near the bone are then left out, so nothing may move.
      given = 0;
      near.count = 0;
      head[MAX_DISTANCE] = 0;
      this.#fill(0, out);
    }
    head[MOTION] = given;
    if (halved > 0 && given > 0) this.#fitted = given;
    if (cutting !== null) this.#writeHardness(cutting.hardness, out);
  }

  /** Writes the pose at which the model is made: see build. */
  #choosePose(to: Float64Array, from: Float64Array, play: number, out: Float64Array): void {
    out.set(to);
    if (to.every((x, k) => x === from[k]) || this.#freeWay.isFree(from, to, play)) return;
    const [start, end, motion] = [PLACEMENT_SIZE, PLACEMENT_SIZE, 6].map((length) => new Float64Array(length));
    placementOf(from, ORIGIN, start);
    placementOf(to, ORIGIN, end);
    motionBetween(start, end, motion);
    for (let halved = 1; halved <= MOST_SHARES; halved++) {
      for (let k = 0; k < 6; k++) motion[k] /= 2;
      moved(start, motion, end);
      poseOf(end, ORIGIN, new Float64Array(9), out);
      if (this.#freeWay.isFree(from, out, play)) return;
    }
    out.set(from);
  }

  /** Hardness of the bone in front of each point: half a voxel beyond the surface, or at the point itself if inside. */
  #writeHardness(hardness: Hardness, out: LocalModel): void {
    const p = this.#point;
    const into = Math.min(...hardness.spacing) / 2;
    for (let i = 0; i < this.#near.count; i++) {
      const gap = Math.max(0, out.distances[i]);
      const ahead = gap > 0 ? gap + into : 0;
      for (let k = 0; k < 3; k++) p[k] = out.centres[3 * i + k] - ahead * out.gradients[3 * i + k];
      out.hardness[i] = hardnessAt(hardness, p, 0);
    }
  }

  /** Writes points and lists for a motion of `radius`, mm. @returns false if they do not fit. */
  #fill(radius: number, out: LocalModel): boolean {
    const { head } = out;
    const { rows, ids, count } = this.#near;
    this.#stamp++;
    head[POINTS] = count;
    head[FACES] = 0;
    head[ENTRIES] = 0;
    let magnitude = this.#bone.magnitude;
    for (let i = 0; i < count; i++) {
      const from = ROW * i;
      const sample = ids[i];
      const distance = Math.abs(rows[from + DISTANCE]);
      out.ids[i] = sample;
      out.distances[i] = rows[from + DISTANCE];
      out.windings[i] = rows[from + WINDING];
      for (let k = 0; k < 3; k++) {
        out.own[3 * i + k] = this.#samples.points[3 * sample + k];
        out.centres[3 * i + k] = rows[from + k];
        magnitude = Math.max(magnitude, Math.abs(rows[from + k]) + radius);
      }
      this.#writeGradient(i, from, distance, out);
      if (!this.#list(i, from, radius, out)) return false;
    }
    head[MAGNITUDE] = magnitude;
    return true;
  }

  #writeGradient(i: number, from: number, distance: number, out: LocalModel): void {
    const { rows } = this.#near;
    const sign = rows[from + DISTANCE] < 0 ? -1 : 1;
    const known = isDirectionKnown(distance, lengthSlack(this.#bone.magnitude));
    for (let k = 0; k < 3; k++)
      out.gradients[3 * i + k] = known ? (sign * (rows[from + k] - rows[from + NEAREST_POINT + k])) / distance : 0;
  }

  /** Appends the list of point i, whose row is at `from`. @returns false if it does not fit. */
  #list(i: number, from: number, radius: number, out: LocalModel): boolean {
    const { head } = out;
    const { rows, may, known } = this.#near;
    const start = rows[from + MAY];
    const count = rows[from + MAY_COUNT];
    const c = this.#point;
    for (let k = 0; k < 3; k++) c[k] = rows[from + k];
    const slack = lengthSlack(Math.max(this.#bone.magnitude, Math.abs(c[0]), Math.abs(c[1]), Math.abs(c[2])) + radius);
    const bounds = this.#bounds;
    let first = 0;
    for (let n = 0; n < count; n++) {
      if (may.faces[start + n] === rows[from + NEAREST_FACE]) first = BOUND * n;
      const a = may.corners[start + n];
      triangleSupport(known.values, a, a + 3, a + 6, may.points, 3 * (start + n), c, 0, bounds, BOUND * n);
    }
    const distance = Math.abs(rows[from + DISTANCE]);
    const most = distance + 2 * radius + 8 * slack;
    const beyond = distance + (radius * radius) / (2 * distance) + 8 * slack;
    // Faces that may be nearest to the point, or that it may cross, before it has moved NEAR times the motion: see
    // LocalGap.
    const near = distance + 2 * NEAR * radius + 8 * slack;
    out.starts[i] = head[ENTRIES];
    for (let turn = 0; turn < 2; turn++) {
      for (let n = 0; n < count; n++) {
        const at = BOUND * n;
        if (bounds[at] > near !== (turn === 1)) continue;
        const x = bounds[at + 1] - bounds[first + 1];
        const y = bounds[at + 2] - bounds[first + 2];
        const z = bounds[at + 3] - bounds[first + 3];
        if (bounds[at] > Math.min(most, beyond + Math.sqrt(x * x + y * y + z * z) * radius)) continue;
        if (!this.#addEntry(may.faces[start + n], may.corners[start + n], at, out)) return false;
      }
      if (turn === 0) out.nears[i] = head[ENTRIES] - out.starts[i];
    }
    out.counts[i] = head[ENTRIES] - out.starts[i];
    return true;
  }

  /** Appends a face, whose bound is at `at` of #bounds, to the list that is being written. @returns as #list. */
  #addEntry(face: number, corners: number, at: number, out: LocalModel): boolean {
    const { head } = out;
    const entries = head[ENTRIES];
    const place = this.#placeOf(face, corners, out);
    if (place < 0 || entries === MOST_ENTRIES) return false;
    out.entries[entries] = place;
    for (let k = 0; k < BOUND; k++) out.bounds[BOUND * entries + k] = this.#bounds[at + k];
    head[ENTRIES] = entries + 1;
    return true;
  }

  /**
   * The index of a bone face in the model, adding it if necessary; −1 if it does not fit.
   * @param corners offset of its corners among the known faces.
   */
  #placeOf(face: number, corners: number, out: LocalModel): number {
    const { known } = this.#near;
    const row = known.rowOf(face);
    if (row >= this.#places.length) {
      this.#places = grown(this.#places, this.#places.length, row + 1);
      this.#placedFor = grown(this.#placedFor, this.#placedFor.length, this.#places.length);
    }
    if (this.#placedFor[row] === this.#stamp) return this.#places[row];
    const place = out.head[FACES];
    if (place === MOST_FACES) return -1;
    this.#placedFor[row] = this.#stamp;
    this.#places[row] = place;
    out.faceIds[place] = face;
    for (let k = 0; k < 9; k++) out.corners[9 * place + k] = known.values[corners + k];
    out.head[FACES] = place + 1;
    return place;
  }
}
