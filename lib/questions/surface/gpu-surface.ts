// Many rays or points and one surface → for each the faces that contain its answer, by kernels with one thread per
// query. Loaded on demand.

import bounds from '#wgsl/common/bounds.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import sweptBox from '#wgsl/motion/swept-box.wgsl';
import nameFaces from '#wgsl/proximity/name-faces.access.wgsl';
import nearestFaceBounds from '#wgsl/proximity/nearest-face-bounds.wgsl';
import pointFace from '#wgsl/proximity/point-face.wgsl';
import leafRecords from '#wgsl/records/leaf-records.wgsl';
import nameNearFaces from '#wgsl/surface/name-near-faces.kernel.wgsl';
import nameRayFaces from '#wgsl/surface/name-ray-faces.kernel.wgsl';
import pointBounds from '#wgsl/surface/point-bounds.wgsl';
import rayOnFace from '#wgsl/surface/ray-on-face.wgsl';
import pointTriangle from '#wgsl/triangles/point-triangle.wgsl';
import rayBounds from '#wgsl/triangles/ray-bounds.wgsl';
import rayFace from '#wgsl/triangles/ray-face.wgsl';
import type { GpuChoice } from '#gpu';
import { GpuNamedFaces, type NamedFaces, type NamedSurface, NAMING_BINDINGS, type QueryKind } from '#proximity';
import { POINT_WORDS, RAY_WORDS, writePoint, writeRay } from './gpu-query-words.ts';

/** The parts that tests of the bounds use too, apart from the entry points. */
export const RAY_PARTS = [grid, bounds, rayBounds, rayFace, sweptBox, rayOnFace];
export const POINT_PARTS = [grid, bounds, leafRecords, pointTriangle, nearestFaceBounds, pointFace, pointBounds];
const RAYS: QueryKind = {
  name: 'rays',
  kernel: {
    label: 'name ray faces',
    parts: [invocation, perItem, ...RAY_PARTS, nameFaces, nameRayFaces],
    bindings: { ...NAMING_BINDINGS, surfaceRays: 'read' },
  },
  buffer: 'surfaceRays',
  words: RAY_WORDS,
};
const POINTS: QueryKind = {
  name: 'points',
  kernel: {
    label: 'name near faces',
    parts: [invocation, perItem, ...POINT_PARTS, nameFaces, nameNearFaces],
    bindings: { ...NAMING_BINDINGS, surfacePoints: 'read' },
  },
  buffer: 'surfacePoints',
  words: POINT_WORDS,
};

export class GpuSurface {
  readonly #bounds: Float64Array;
  readonly #surface: GpuNamedFaces;

  private constructor(bounds: Float64Array, surface: GpuNamedFaces) {
    this.#bounds = bounds;
    this.#surface = surface;
  }

  /**
   * @returns the surface on the GPU, or why there is none.
   * @throws DeviceError DEVICE_LOST, TOO_LARGE_FOR_DEVICE (as rejections).
   */
  static async open(surface: NamedSurface, choice: GpuChoice): Promise<GpuSurface | { readonly reason: string }> {
    const opened = await GpuNamedFaces.open(surface, choice);
    return 'reason' in opened ? opened : new GpuSurface(surface.bounds, opened);
  }

  /**
   * Names for each ray every face that can be the first that it meets, at a distance of at most farthest: at an exact
   * tie, all of them. A ray that is not undecided and has no faces meets none.
   * @param rays 6 numbers each: the origin, mm, and the direction, of any length above 0; all finite.
   * @param farthest of each ray, mm from its origin, ≥ 0; Infinity for no limit.
   * @throws DeviceError SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR (as rejections).
   */
  rays(rays: Float64Array, farthest: Float64Array): Promise<NamedFaces> {
    const { grid: on } = this.#surface;
    const isFine = (magnitude: number) => this.#surface.isFine(magnitude);
    return this.#surface.named(RAYS, farthest.length, (ray, out, to) =>
      writeRay(on, isFine, rays, 6 * ray, farthest[ray], out, to),
    );
  }

  /**
   * Names for each point every face whose exact distance is the least, if it is at most farthest: at an exact tie, all
   * of them. A point that is not undecided and has no faces has none within farthest.
   * @param points 3 numbers each, mm, finite. @param farthest of each point, mm, ≥ 0; Infinity for no limit.
   * @throws DeviceError as for rays.
   */
  points(points: Float64Array, farthest: Float64Array): Promise<NamedFaces> {
    const { grid: on } = this.#surface;
    const isFine = (magnitude: number) => this.#surface.isFine(magnitude);
    return this.#surface.named(POINTS, farthest.length, (point, out, to) =>
      writePoint(on, isFine, this.#bounds, points, 3 * point, farthest[point], out, to),
    );
  }

  dispose(): void {
    this.#surface.dispose();
  }
}
