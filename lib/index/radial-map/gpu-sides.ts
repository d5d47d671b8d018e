// Many points → their sides by a map's table on the GPU, one thread per point. Loaded on demand.

import bounds from '#wgsl/common/bounds.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import pointSides from '#wgsl/radial-map/point-sides.kernel.wgsl';
import { f32Above, f32Below } from '#core';
import {
  type BuffersOf,
  type Gpu,
  type GpuChoice,
  GrowingBuffer,
  groupsOver,
  KernelSet,
  openFaultScopes,
  openGpu,
  Readback,
  type StageKernel,
} from '#gpu';
import { MAP_POINTS, wordOffsets, wordsOf } from '#records';
import type { MapTable } from './onto-map.ts';

const POINT_SIDES = {
  label: 'point sides',
  parts: [invocation, perItem, grid, bounds, pointSides],
  bindings: {
    ...({ mapPoints: 'uniform', mapStarts: 'read', mapEnds: 'read', zoneSides: 'read' } as const),
    ...({ points: 'read', pointSides: 'write' } as const),
  },
} as const satisfies StageKernel;
type SidesBuffer = BuffersOf<typeof POINT_SIDES>;
const AT = wordOffsets(MAP_POINTS);

const WORKGROUP_SIZE = 64;
/** Points per submit: 24 MiB of points and answers. */
const MOST_POINTS = 2 ** 20;
/** In the map's unit. A point farther away goes up as this far away: the surface is within 1. */
const FARTHEST = 2 ** 60;
/**
 * A coordinate on the GPU has a relative error below 2^-23: a point beyond an end of the box that is widened by 2^-22
 * of itself is beyond the end, and one within an end narrowed so is within. 2^-100 is far above what f32 may flush to
 * 0.
 */
const BOX_MARGIN = 2 ** -22;
const LEAST_MARGIN = 2 ** -100;

export class GpuSides {
  readonly #gpu: Gpu;
  readonly #kernels: KernelSet<SidesBuffer>;
  readonly #centre: Float64Array;
  readonly #unit: number;
  /** A MAP_POINTS record. */
  readonly #batch: Uint32Array;
  readonly #fixed: Readonly<Record<'mapPoints' | 'mapStarts' | 'mapEnds' | 'zoneSides', GPUBuffer>>;
  readonly #points: GrowingBuffer;
  readonly #sides: GrowingBuffer;
  readonly #readback: Readback;

  private constructor(gpu: Gpu, kernels: KernelSet<SidesBuffer>, { zones, sides, box }: MapTable) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#centre = zones.centre;
    this.#unit = zones.unit;
    this.#batch = boxWords(box, zones.centre, zones.unit);
    this.#batch[AT.size] = zones.size;
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const filled = (name: string, words: Uint32Array | Float32Array | Int32Array) => {
      const buffer = gpu.buffer(`radial map: ${name}`, words.byteLength, STORAGE | COPY_DST);
      gpu.device.queue.writeBuffer(buffer, 0, words.buffer, words.byteOffset, words.byteLength);
      return buffer;
    };
    this.#fixed = {
      mapPoints: gpu.buffer('radial map: points', 4 * wordsOf(MAP_POINTS), UNIFORM | COPY_DST),
      mapStarts: filled('starts', zones.starts),
      mapEnds: filled('ends', zones.ends),
      zoneSides: filled('zone sides', Int32Array.from(sides)),
    };
    this.#points = new GrowingBuffer(gpu, 'radial map: given points', 12, STORAGE | COPY_DST);
    this.#sides = new GrowingBuffer(gpu, 'radial map: sides', 4, STORAGE | COPY_SRC);
    this.#readback = new Readback(gpu);
  }

  /**
   * @returns the map on the GPU, or why there is none.
   * @throws DeviceError SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE (as rejections).
   */
  static async open(table: MapTable, choice: GpuChoice): Promise<GpuSides | { readonly reason: string }> {
    const gpu = await openGpu(choice);
    if ('reason' in gpu) return gpu;
    try {
      const kernels = await KernelSet.make<SidesBuffer>(gpu, [POINT_SIDES], { workgroupSize: WORKGROUP_SIZE });
      return new GpuSides(gpu, kernels, table);
    } catch (error) {
      gpu.dispose();
      throw error;
    }
  }

  /**
   * The side of each point, or POINT_UNDECIDED.
   * @param points x, y, z of each, mm.
   * @throws DeviceError DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR (as rejections).
   */
  async sides(points: Float64Array): Promise<Int8Array> {
    const count = points.length / 3;
    const sides = new Int8Array(count);
    for (let first = 0; first < count; first += MOST_POINTS) {
      const end = Math.min(count, first + MOST_POINTS);
      sides.set(new Int32Array(await this.#submit(this.#relative(points.subarray(3 * first, 3 * end)))), first);
    }
    return sides;
  }

  dispose(): void {
    for (const buffer of Object.values(this.#fixed)) buffer.destroy();
    for (const owned of [this.#points, this.#sides, this.#readback]) owned.destroy();
    this.#gpu.dispose();
  }

  /** Points as the GPU takes them. One that is not finite goes up as the centre, which is undecided. */
  #relative(points: Float64Array): Float32Array {
    const words = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) {
      if (!Number.isFinite(points[i] - points[i] + (points[i + 1] - points[i + 1]) + (points[i + 2] - points[i + 2])))
        continue;
      for (let k = 0; k < 3; k++) {
        const x = (points[i + k] - this.#centre[k]) / this.#unit;
        words[i + k] = Math.max(-FARTHEST, Math.min(FARTHEST, x));
      }
    }
    return words;
  }

  async #submit(words: Float32Array): Promise<ArrayBuffer> {
    this.#gpu.checkAlive();
    const count = words.length / 3;
    const scopes = openFaultScopes(this.#gpu);
    let reading: Promise<ArrayBuffer>;
    let fault: Promise<Error | null>;
    try {
      const { device } = this.#gpu;
      this.#points.reserve(words.byteLength);
      this.#sides.reserve(4 * count);
      this.#batch[AT.count] = count;
      device.queue.writeBuffer(this.#fixed.mapPoints, 0, this.#batch.slice());
      device.queue.writeBuffer(this.#points.buffer, 0, words.buffer, 0, words.byteLength);
      const buffers = { ...this.#fixed, points: this.#points.buffer, pointSides: this.#sides.buffer };
      const run = this.#kernels.bind('radial map', buffers);
      const encoder = device.createCommandEncoder({ label: 'radial map' });
      const pass = encoder.beginComputePass();
      run(pass, POINT_SIDES.label, groupsOver(count, WORKGROUP_SIZE));
      pass.end();
      const copied = this.#readback.copy(encoder, [{ buffer: this.#sides.buffer, offset: 0, bytes: 4 * count }]);
      device.queue.submit([encoder.finish()]);
      reading = copied.read();
    } finally {
      const next = 'use backend "cpu", or ask about fewer points at a time';
      fault = scopes.close({ held: `${count} points`, work: 'a look-up', next });
    }
    // The refusal's error says more than the readback that fails because of it.
    reading.catch(() => {});
    const refused = await fault;
    if (refused !== null) throw refused;
    return reading;
  }
}

/** A MAP_POINTS record with the fields that hold the box. */
function boxWords(box: Float64Array, centre: Float64Array, unit: number): Uint32Array {
  const floats = new Float32Array(wordsOf(MAP_POINTS));
  for (let k = 0; k < 3; k++) {
    const [low, high] = [box[k], box[3 + k]].map((end) => (end - centre[k]) / unit);
    const [atLow, atHigh] = [low, high].map((x) => Math.abs(x) * BOX_MARGIN + LEAST_MARGIN);
    floats[AT.lowX + k] = f32Below(low - atLow);
    floats[AT.lowInX + k] = f32Above(low + atLow);
    floats[AT.highX + k] = f32Above(high + atHigh);
    floats[AT.highInX + k] = f32Below(high - atHigh);
  }
  return new Uint32Array(floats.buffer);
}
