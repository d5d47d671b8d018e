// A surface that stands at a pose → its answers in the frame in which the pose places it.
//
//   question ─inverse pose, rounded once→ the surface's own frame ─→ its answer ─pose, rounded once→ answer
//
// So the surface needs no second tree, however often its body moves. Each coordinate of a point is off by at most
// frameSlack, and the answer is exact for the point as it was then rounded. A distance is that in the surface's own
// frame: a pose may stretch it by RIGID_LIMIT.

import { checkPose, identityFrame, type LocalFrame, turnFrame } from '#core';
import { checkedPoints, checkedRays, takeAxis, takeDirection, takePoint } from './check-queries.ts';
import type {
  BatchOptions,
  HeightOptions,
  NearestColumns,
  NearestPoint,
  NearestPointOptions,
  RayColumns,
  RayHit,
  RayOptions,
  SurfaceQueries,
} from './surface-queries.ts';

export class PosedSurface implements SurfaceQueries {
  readonly #surface: SurfaceQueries;
  readonly #frame: LocalFrame = identityFrame();

  /** @throws PoseError as checkPose. */
  constructor(surface: SurfaceQueries, pose: ArrayLike<number>) {
    this.#surface = surface;
    turnFrame(checkPose(pose), this.#frame);
  }

  at(pose: ArrayLike<number>): SurfaceQueries {
    return this.#surface.at(pose);
  }

  nearestPoint(point: ArrayLike<number>, options?: NearestPointOptions): NearestPoint | null {
    const found = this.#surface.nearestPoint(this.#point(point, 'point'), options);
    return found === null ? null : { ...found, point: this.#placed(found.point) };
  }

  signedDistance(point: ArrayLike<number>): number {
    return this.#surface.signedDistance(this.#point(point, 'point'));
  }

  side(point: ArrayLike<number>): -1 | 0 | 1 {
    return this.#surface.side(this.#point(point, 'point'));
  }

  raycast(origin: ArrayLike<number>, direction: ArrayLike<number>, options?: RayOptions): RayHit | null {
    return this.#hit(this.#surface.raycast(this.#point(origin, 'origin'), this.#way(direction, 'direction'), options));
  }

  raycastAll(origin: ArrayLike<number>, direction: ArrayLike<number>, options?: RayOptions): readonly RayHit[] {
    const hits = this.#surface.raycastAll(this.#point(origin, 'origin'), this.#way(direction, 'direction'), options);
    return hits.map((hit) => ({ ...hit, point: this.#placed(hit.point) }));
  }

  lineOfSight(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
    return this.#surface.lineOfSight(this.#point(a, 'a'), this.#point(b, 'b'));
  }

  height(point: ArrayLike<number>, options: HeightOptions = {}): RayHit | null {
    const axis = new Float64Array(3);
    takeAxis(options, axis);
    return this.#hit(this.#surface.height(this.#point(point, 'point'), { axis: this.#turned(axis) }));
  }

  async nearestPoints(points: ArrayLike<number>, options?: BatchOptions): Promise<NearestColumns> {
    const given = checkedPoints(points);
    for (let at = 0; at < given.length; at += 3) this.#toOwn(given, at);
    const columns = await this.#surface.nearestPoints(given, options);
    for (let at = 0; at < given.length; at += 3)
      columns.point.set(this.#placed(columns.point.subarray(at, at + 3)), at);
    return columns;
  }

  async raycasts(rays: ArrayLike<number>, options?: BatchOptions): Promise<RayColumns> {
    const given = checkedRays(rays);
    for (let at = 0; at < given.length; at += 6) {
      this.#toOwn(given, at);
      given.set(this.#turned(given.subarray(at + 3, at + 6)), at + 3);
    }
    return this.#surface.raycasts(given, options);
  }

  #hit(hit: RayHit | null): RayHit | null {
    return hit === null ? null : { ...hit, point: this.#placed(hit.point) };
  }

  #point(given: ArrayLike<number>, name: string): Float64Array {
    const point = new Float64Array(3);
    takePoint(given, name, point);
    this.#toOwn(point, 0);
    return point;
  }

  #way(given: ArrayLike<number>, name: string): Float64Array {
    const way = new Float64Array(3);
    takeDirection(given, name, way);
    return this.#turned(way);
  }

  /** Replaces a point by itself in the surface's own frame. */
  #toOwn(points: Float64Array, at: number): void {
    const m = this.#frame.inverse;
    const [x, y, z] = points.subarray(at, at + 3);
    for (let k = 0; k < 3; k++) points[at + k] = m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
  }

  /** A direction in the surface's own frame; its greatest component is scaled to 1, so that nothing overflows. */
  #turned(way: Float64Array): Float64Array {
    const m = this.#frame.inverse;
    const most = Math.max(Math.abs(way[0]), Math.abs(way[1]), Math.abs(way[2]));
    const [x, y, z] = way.map((part) => part / most);
    return Float64Array.from([0, 1, 2], (k) => m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z);
  }

  #placed(point: Float64Array): Float64Array {
    const m = this.#frame.forward;
    const [x, y, z] = point;
    return Float64Array.from([0, 1, 2], (k) => m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3]);
  }
}
