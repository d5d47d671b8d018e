// A mesh, or a bone's index → a surface that answers questions about points, rays and segments.
//
//  nearestPoint ─→ NearestQuery ─→ proximity's walk of the BVH, exact ties        triangles/nearest-feature.ts
//  side ─────────→ BvhWinding                                                     triangles/ray-winding.ts
//  raycast, height → LineWalk ──→ boxes in the order of the line, exact crossings triangles/line-crossing.ts
//  lineOfSight ──→ LineOfSight ─→ boxes on the segment, exact meetings            triangles/open-segment.ts

import { BoneBody, BoneIndex, checkMesh } from '#bodies';
import { buildPairTree } from '#bvh';
import { checkBackend, checkOptionNames, gpuPart, KeptOnGpu, type OptionNames, UNIT_ROUNDOFF } from '#core';
import { checkClosed, type TriangleMesh } from '#mesh';
import type { NamedFaces, NamedSurface } from '#proximity';
import { CORNER_A, INSIDE, SOME_EDGE, roundedPlace } from '#triangles';
import { checkedLimit, checkedPoints, checkedRays, takeAxis, takeDirection, takePoint } from './check-queries.ts';
import type { GpuSurface } from './gpu-surface.ts';
import { LineOfSight } from './line-of-sight.ts';
import { type Crossing, LineWalk } from './line-walk.ts';
import { NearestQuery } from './nearest-query.ts';
import { PosedSurface } from './posed-surface.ts';
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

const BATCH_OPTIONS: OptionNames<BatchOptions> = { backend: true };
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** A place that f64 does not prove to be within this share of the greatest coordinate is rounded from integers. */
const PLACE_SHARE = 2 ** -40;

/**
 * Prepares a surface for questions about points and lines.
 * @param surface a mesh, which is copied, or what buildIndex or loadIndex returned, whose copy is shared. Open and
 * self-intersecting surfaces have everything but sides.
 * @throws OptionError MISSING_MESH, WRONG_TYPE; MeshError as createMesh, and COORDINATE_RANGE.
 */
export function createSurface(surface: TriangleMesh | BoneIndex): SurfaceQueries {
  if (surface instanceof BoneIndex) {
    const { positions, faces } = surface.parts;
    return new Surface(new BoneBody({ name: surface.name, positions, faces }, surface, 'bvh'));
  }
  checkMesh(surface, 'surface');
  return new Surface(new BoneBody(surface, undefined, 'bvh'));
}

/** A surface stays on the GPU for as long as its caller keeps it. */
const onGpus = new KeptOnGpu<NamedSurface, GpuSurface>(async (surface, software) => {
  const part = await gpuPart(() => import('./gpu-surface.ts'));
  return part.GpuSurface.open(surface, { software });
});

class Surface implements SurfaceQueries {
  readonly #body: BoneBody;
  readonly #subject: NamedSurface;
  readonly #nearest: NearestQuery;
  readonly #walk: LineWalk;
  readonly #sight: LineOfSight;
  readonly #point = new Float64Array(3);
  readonly #way = new Float64Array(3);

  constructor(body: BoneBody) {
    this.#body = body;
    this.#subject = { searched: body, bounds: body.bounds };
    const tree = buildPairTree(body.bvh, body.positions, body.faces);
    this.#nearest = new NearestQuery(body, tree);
    this.#walk = new LineWalk(body, tree, body.bounds);
    this.#sight = new LineOfSight(body);
  }

  at(pose: ArrayLike<number>): SurfaceQueries {
    return new PosedSurface(this, pose);
  }

  nearestPoint(point: ArrayLike<number>, options: NearestPointOptions = {}): NearestPoint | null {
    const p = this.#point;
    takePoint(point, 'point', p);
    const most = checkedLimit(options, 'nearestPoint');
    const nearest = this.#nearest;
    nearest.find(p[0], p[1], p[2]);
    if (!nearest.isWithin(most)) return null;
    const { distance, face, feature } = nearest;
    return {
      distance,
      point: nearest.point.slice(),
      face,
      feature: feature === INSIDE ? 0 : feature >= CORNER_A && feature < SOME_EDGE ? 2 : 1,
    };
  }

  signedDistance(point: ArrayLike<number>): number {
    const side = this.side(point);
    const p = this.#point;
    if (side === 0) return 0;
    this.#nearest.find(p[0], p[1], p[2]);
    return -side * this.#nearest.distance;
  }

  side(point: ArrayLike<number>): -1 | 0 | 1 {
    const p = this.#point;
    takePoint(point, 'point', p);
    const { name, positions, faces, solid, signed } = this.#body;
    if (!signed) checkClosed({ name, positions, faces }, 'surface');
    return solid.sideAt(p[0], p[1], p[2]);
  }

  raycast(origin: ArrayLike<number>, direction: ArrayLike<number>, options: RayOptions = {}): RayHit | null {
    this.#aim(origin, direction, checkedLimit(options, 'raycast'));
    const crossing = this.#walk.first();
    return crossing === null ? null : this.#hit(crossing);
  }

  raycastAll(origin: ArrayLike<number>, direction: ArrayLike<number>, options: RayOptions = {}): readonly RayHit[] {
    this.#aim(origin, direction, checkedLimit(options, 'raycastAll'));
    return this.#walk.all().map((crossing) => this.#hit(crossing));
  }

  lineOfSight(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
    takePoint(a, 'a', this.#point);
    takePoint(b, 'b', this.#way);
    return this.#sight.isClear(this.#point, this.#way);
  }

  height(point: ArrayLike<number>, options: HeightOptions = {}): RayHit | null {
    takePoint(point, 'point', this.#point);
    takeAxis(options, this.#way);
    for (let k = 0; k < 3; k++) this.#way[k] = -this.#way[k];
    this.#walk.aim(this.#point, this.#way, NO_LIMIT, true);
    const crossing = this.#walk.first();
    if (crossing === null) return null;
    const hit = this.#hit(crossing);
    return { ...hit, distance: 0 - hit.distance };
  }

  async nearestPoints(points: ArrayLike<number>, options: BatchOptions = {}): Promise<NearestColumns> {
    const given = checkedPoints(points);
    const count = given.length / 3;
    const named = await this.#named(options, 'nearestPoints', (onGpu) => onGpu.points(given, noLimits(count)));
    const columns = {
      distance: new Float64Array(count),
      point: new Float64Array(3 * count),
      face: new Int32Array(count),
    };
    const nearest = this.#nearest;
    for (let i = 0; i < count; i++) {
      nearest.find(given[3 * i], given[3 * i + 1], given[3 * i + 2], named?.of(i) ?? null);
      columns.distance[i] = nearest.distance;
      columns.point.set(nearest.point, 3 * i);
      columns.face[i] = nearest.face;
    }
    return columns;
  }

  async raycasts(rays: ArrayLike<number>, options: BatchOptions = {}): Promise<RayColumns> {
    const given = checkedRays(rays);
    const count = given.length / 6;
    const named = await this.#named(options, 'raycasts', (onGpu) => onGpu.rays(given, noLimits(count)));
    const columns = { distance: new Float64Array(count), face: new Int32Array(count) };
    for (let i = 0; i < count; i++) {
      const ray = given.subarray(6 * i, 6 * i + 6);
      this.#walk.aim(ray, ray.subarray(3), NO_LIMIT, false);
      const crossing = this.#walk.first(named?.of(i) ?? null);
      columns.face[i] = crossing === null ? -1 : crossing.face;
      columns.distance[i] = crossing === null ? NO_LIMIT : this.#measured(crossing, ray).length;
    }
    return columns;
  }

  /** The faces that a GPU cannot rule out; null if the CPU answers alone. */
  async #named(
    options: BatchOptions,
    name: string,
    ask: (onGpu: GpuSurface) => Promise<NamedFaces>,
  ): Promise<NamedFaces | null> {
    checkOptionNames(options, BATCH_OPTIONS, name);
    const { backend = 'auto' } = options;
    checkBackend(backend);
    return backend === 'cpu' ? null : onGpus.ask(this, this.#subject, backend, ask);
  }

  #aim(origin: ArrayLike<number>, direction: ArrayLike<number>, most: number): void {
    takePoint(origin, 'origin', this.#point);
    takeDirection(direction, 'direction', this.#way);
    this.#walk.aim(this.#point, this.#way, most, false);
  }

  #hit(crossing: Crossing): RayHit {
    const { place, length } = this.#measured(crossing, this.#point);
    return {
      distance: place < 0 ? -length : length,
      point: this.#walk.pointAt(place),
      face: crossing.face,
      entering: crossing.side > 0,
    };
  }

  /** The place of a crossing, and how far it is from the origin, mm, to PLACE_SHARE of the greatest coordinate. */
  #measured({ face, place, error }: Crossing, origin: ArrayLike<number>): { place: number; length: number } {
    const walk = this.#walk;
    const magnitude = Math.max(this.#body.magnitude, Math.abs(origin[0]), Math.abs(origin[1]), Math.abs(origin[2]));
    const length = Math.abs(place) * walk.length;
    // |d| and the product: 4u; the point's coordinates: less.
    const off = error * walk.length + 6 * UNIT_ROUNDOFF * length;
    // Nor does rounding change its sign: a point on the face has the distance 0.
    const isKnown = off <= PLACE_SHARE * magnitude && Math.abs(place) > error;
    return isKnown ? { place, length } : roundedPlace(walk.exactPlace(face));
  }
}

/** mm, for each of many questions. */
function noLimits(count: number): Float64Array {
  return new Float64Array(count).fill(NO_LIMIT);
}
