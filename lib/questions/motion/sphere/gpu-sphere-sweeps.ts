// Many sweeps of a sphere over one surface → for each the faces that contain its answer, by one kernel with one thread
// per sweep. Loaded on demand.

import bounds from '#wgsl/common/bounds.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import nameSweptFaces from '#wgsl/motion/name-swept-faces.kernel.wgsl';
import sweptBox from '#wgsl/motion/swept-box.wgsl';
import sweptFace from '#wgsl/motion/swept-face.wgsl';
import nameFaces from '#wgsl/proximity/name-faces.access.wgsl';
import leafRecords from '#wgsl/records/leaf-records.wgsl';
import pointTriangle from '#wgsl/triangles/point-triangle.wgsl';
import type { GpuChoice } from '#gpu';
import { GpuNamedFaces, type NamedFaces, NAMING_BINDINGS, type QueryKind } from '#proximity';
import { SWEEP_NUMBERS } from './check-sweeps.ts';
import { SWEEP_WORDS, writeSweep } from './gpu-sweep-words.ts';
import type { SweptSurface } from './swept-surface.ts';

/** The parts that tests of the bounds use too, apart from the entry point. */
export const SWEPT_PARTS = [grid, bounds, leafRecords, pointTriangle, sweptBox, sweptFace];
const SWEEPS: QueryKind = {
  name: 'sweeps',
  kernel: {
    label: 'name swept faces',
    parts: [invocation, perItem, ...SWEPT_PARTS, nameFaces, nameSweptFaces],
    bindings: { ...NAMING_BINDINGS, sweeps: 'read' },
  },
  buffer: 'sweeps',
  words: SWEEP_WORDS,
};

export class GpuSphereSweeps {
  readonly #swept: SweptSurface;
  readonly #surface: GpuNamedFaces;

  private constructor(swept: SweptSurface, surface: GpuNamedFaces) {
    this.#swept = swept;
    this.#surface = surface;
  }

  /**
   * @returns the surface on the GPU, or why there is none.
   * @throws DeviceError DEVICE_LOST, TOO_LARGE_FOR_DEVICE (as rejections).
   */
  static async open(swept: SweptSurface, choice: GpuChoice): Promise<GpuSphereSweeps | { readonly reason: string }> {
    const surface = await GpuNamedFaces.open(swept, choice);
    return 'reason' in surface ? surface : new GpuSphereSweeps(swept, surface);
  }

  /**
   * @param sweeps from, to, radius of each.
   * @throws DeviceError SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR.
   */
  named(sweeps: Float64Array): Promise<NamedFaces> {
    const { bounds, searched } = this.#swept;
    return this.#surface.named(SWEEPS, sweeps.length / SWEEP_NUMBERS, (sweep, out, to) =>
      writeSweep(this.#surface.grid, bounds, searched.magnitude, sweeps, SWEEP_NUMBERS * sweep, out, to),
    );
  }

  dispose(): void {
    this.#surface.dispose();
  }
}
