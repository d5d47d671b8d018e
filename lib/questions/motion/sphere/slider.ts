// A sphere that is to go a way, and a surface that it may not touch → the way that it goes instead.
//
// From each place the sphere goes along what the faces that it touches there leave of the displacement asked for
// (slideDirections), as far as nothing else is touched (SlideLegs). There the next face joins, and faces that the
// sphere has left are forgotten.

import { sweepSlack, vectorLength } from '#core';
import { slideDirections } from './slide-directions.ts';
import { type SlideLeg, SlideLegs } from './slide-leg.ts';
import type { SphereImpact } from './sphere-sweeper.ts';
import type { SweptSurface } from './swept-surface.ts';
import { type TouchingPlane, touchingPlane } from './touching-plane.ts';

/** Legs of a slide, at most: on a fine mesh each face in a hollow bends the path. */
export const MOST_LEGS = 64;
/** Faces touched at one place, at most; a sphere that touches more counts as wedged. */
const MOST_PLANES = 8;
/**
 * How many slacks a leg may end off what it meets: 4 by SlideLegs, 2 because the certified time is early, 1 in the
 * computed distance, 1 in what is rounded. A shorter move is none, if what it meets is that near already.
 */
const OFF = 8;
/** How many slacks a face touched may be away: each contact after it may lift the sphere by OFF. */
const NEAR = OFF * MOST_PLANES;

export interface SlideContact {
  readonly face: number;
  /** The point of the face nearest to the centre at that corner of the path, mm. */
  readonly point: Float64Array;
  /** Unit, from that point to the centre; NaN if the centre is as near as rounding to a face without area. */
  readonly normal: Float64Array;
  /** Number of the corner of `path` where the sphere is stopped by the face: the end of leg `corner` − 1, if any. */
  readonly corner: number;
}

export interface Slide {
  /**
   * - `arrived`: nothing of the motion is left. Without contacts `end` is `to`; otherwise each leg went as far as the
   *   faces touched allow.
   * - `stopped`: what is left of the motion leads into the faces touched: one met head-on, or a wedge.
   * - `touching`: the sphere touches the surface at the start, and is not moved, wherever the motion leads.
   * - `legs`: the path has 64 legs, and more of the motion is left.
   */
  readonly status: 'arrived' | 'stopped' | 'touching' | 'legs';
  /** xyz of the centre at the end, mm. */
  readonly end: Float64Array;
  /** Corners of the centre's path, xyz each, mm: the first is `from`, the last `end`. One alone if nothing moved. */
  readonly path: Float64Array;
  /** What stopped or bent the motion, in order. */
  readonly contacts: readonly SlideContact[];
}

export class Slider {
  readonly #surface: SweptSurface;
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #radius: number;
  readonly #way: Float64Array;
  readonly #slack: number;
  readonly #legs: SlideLegs;
  readonly #path: number[];
  readonly #contacts: SlideContact[] = [];
  #place: Float64Array;
  #planes: TouchingPlane[] = [];
  /** How much of the displacement is left, in [0, 1]. */
  #left = 1;

  /** @param sweep from, to, radius. */
  constructor(surface: SweptSurface, sweep: Float64Array) {
    this.#surface = surface;
    this.#from = sweep.slice(0, 3);
    this.#to = sweep.slice(3, 6);
    this.#radius = sweep[6];
    this.#way = this.#to.map((x, k) => x - this.#from[k]);
    // No place is farther from the start than the displacement is long.
    const length = vectorLength(this.#way[0], this.#way[1], this.#way[2]);
    const magnitude = Math.max(
      surface.searched.magnitude,
      this.#radius,
      ...this.#from.map((x) => Math.abs(x) + length),
    );
    this.#slack = sweepSlack(magnitude);
    this.#legs = new SlideLegs(surface.sweeper, this.#from, this.#to, this.#radius, magnitude, this.#slack);
    this.#place = this.#from;
    this.#path = Array.from(this.#from);
  }

  slide(): Slide {
    return this.#result(this.#begin() ?? this.#go());
  }

  /** The whole displacement, to `to` itself. @returns null if something is in the way. */
  #begin(): Slide['status'] | null {
    const impact = this.#legs.contact(this.#from, this.#to);
    if (impact === null) {
      if (this.#to.some((x, k) => x !== this.#from[k])) this.#path.push(...this.#to);
      this.#place = this.#to;
      return 'arrived';
    }
    if (impact.time.high === 0) {
      this.#contacts.push({ face: impact.face, point: impact.point, normal: impact.normal, corner: 0 });
      return 'touching';
    }
    this.#take(this.#legs.before(this.#from, this.#to, new Float64Array(3), impact));
    return null;
  }

  #go(): Slide['status'] {
    for (;;) {
      if (this.#path.length > 3 * MOST_LEGS) return 'legs';
      if (this.#left === 0) return 'arrived';
      if (this.#planes.length > MOST_PLANES || !this.#goOn()) return 'stopped';
    }
  }

  /** Goes a leg, or finds another face that is touched here. @returns false if neither. */
  #goOn(): boolean {
    const normals = this.#planes.map(({ normal }) => normal);
    for (const direction of slideDirections(this.#way, normals)) {
      if (!(this.#left * direction.length > OFF * this.#slack) || this.#isBlocked(direction.way)) continue;
      const leg = this.#legs.leg(this.#place, direction, this.#left);
      if (leg !== null && this.#take(leg)) return true;
    }
    return false;
  }

  /** Whether it leads into a face touched here. */
  #isBlocked(way: Float64Array): boolean {
    return this.#planes.some(
      ({ normal }) => this.#left * (way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2]) < -this.#slack,
    );
  }

  /** @returns false if it changed nothing: the sphere stays, and is known to touch what stops it. */
  #take({ end, share, impact }: SlideLeg): boolean {
    const [x, y, z] = end.map((to, k) => to - this.#place[k]);
    const moved = vectorLength(x, y, z);
    const isMove = moved > OFF * this.#slack || (moved > 0 && impact !== null && !this.#isNear(impact));
    if (impact === null || isMove) {
      this.#path.push(...end);
      this.#place = end;
      this.#left = impact === null ? 0 : this.#left * (1 - share);
      this.#planes = this.#planes
        .map(({ face }) => this.#planeOf(face))
        .filter(({ distance }) => distance <= this.#radius + NEAR * this.#slack);
    }
    if (impact === null) return true;
    const isKnown = this.#planes.some(({ face }) => face === impact.face);
    if (!isKnown) this.#touch(impact);
    return isMove || !isKnown;
  }

  /** Whether the face is off by no more than OFF slacks here, one of which its computed distance may lack. */
  #isNear({ face }: SphereImpact): boolean {
    return this.#planeOf(face).distance <= this.#radius + (OFF - 1) * this.#slack;
  }

  #touch({ face }: SphereImpact): void {
    const plane = this.#planeOf(face);
    this.#planes.push(plane);
    const { point, normal } = plane;
    this.#contacts.push({ face, point, normal, corner: this.#path.length / 3 - 1 });
  }

  #planeOf(face: number): TouchingPlane {
    return touchingPlane(this.#surface.searched, face, this.#place, this.#slack);
  }

  #result(status: Slide['status']): Slide {
    return { status, end: this.#place.slice(), path: Float64Array.from(this.#path), contacts: this.#contacts };
  }
}
