// Many sweeps of a sphere over one surface → for each the faces that contain its answer, by one kernel with one thread
// per sweep. Loaded on demand.

import bounds from '#wgsl/common/bounds.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import nameFaces from '#wgsl/motion/name-faces.kernel.wgsl';
import sweptBox from '#wgsl/motion/swept-box.wgsl';
import sweptFace from '#wgsl/motion/swept-face.wgsl';
import leafRecords from '#wgsl/records/leaf-records.wgsl';
import pointTriangle from '#wgsl/triangles/point-triangle.wgsl';
import { bvhLayout, bvhWords } from '#bvh';
import {
  type BuffersOf,
  type Gpu,
  type GpuChoice,
  type Grid,
  GrowingBuffer,
  groupsOver,
  KernelSet,
  openFaultScopes,
  openGpu,
  Readback,
  type StageKernel,
} from '#gpu';
import { MOST_NAMED, NAMED_FACES, recordWords, SWEEP_BATCH, wordOffsets, wordsOf } from '#records';
import { SWEEP_NUMBERS } from './check-sweeps.ts';
import { facePoints, SWEEP_WORDS, sweepGrid, writeSweep } from './gpu-sweep-words.ts';
import type { SweptSurface } from './swept-surface.ts';

/** The parts that tests of the bounds use too, apart from the entry point. */
export const SWEPT_PARTS = [grid, bounds, leafRecords, pointTriangle, sweptBox, sweptFace];
const NAME_FACES = {
  label: 'name faces',
  parts: [invocation, perItem, ...SWEPT_PARTS, nameFaces],
  bindings: { sweepBatch: 'uniform', sweeps: 'read', boneBvh: 'read', facePoints: 'read', namedFaces: 'write' },
} as const satisfies StageKernel;
type SweepBuffer = BuffersOf<typeof NAME_FACES>;

const WORKGROUP_SIZE = 64;
/** Words per sweep: its NAMED_FACES record and the slots of its faces. */
const NAMED_WORDS = wordsOf(NAMED_FACES) + MOST_NAMED;
const AT = wordOffsets(NAMED_FACES);
/** Sweeps per submit: few enough for systems that abort a submit lasting seconds. */
const MOST_SWEEPS = 2 ** 16;

export class NamedFaces {
  readonly #words: Uint32Array;

  constructor(words: Uint32Array) {
    this.#words = words;
  }

  /** The faces that contain a sweep's answer; null if the GPU left it undecided. */
  of(sweep: number): Uint32Array | null {
    const at = NAMED_WORDS * sweep;
    const count = this.#words[at + AT.count];
    const first = at + wordsOf(NAMED_FACES);
    return count > MOST_NAMED ? null : this.#words.subarray(first, first + count);
  }

  /** Its cost: boxes and faces tested. */
  workOf(sweep: number): { readonly boxes: number; readonly faces: number } {
    const at = NAMED_WORDS * sweep;
    return { boxes: this.#words[at + AT.boxes], faces: this.#words[at + AT.faces] };
  }
}

export class GpuSphereSweeps {
  readonly #gpu: Gpu;
  readonly #kernels: KernelSet<SweepBuffer>;
  readonly #swept: SweptSurface;
  readonly #grid: Grid;
  readonly #fixed: Readonly<Record<'sweepBatch' | 'boneBvh' | 'facePoints', GPUBuffer>>;
  readonly #sweeps: GrowingBuffer;
  readonly #named: GrowingBuffer;
  readonly #readback: Readback;

  private constructor(gpu: Gpu, kernels: KernelSet<SweepBuffer>, swept: SweptSurface) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#swept = swept;
    this.#grid = sweepGrid(swept.bounds);
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const { queue } = gpu.device;
    const filled = (name: string, words: Int32Array) => {
      const buffer = gpu.buffer(`sweeps: ${name}`, words.byteLength, STORAGE | COPY_DST);
      queue.writeBuffer(buffer, 0, words);
      return buffer;
    };
    const { bvh } = swept.searched;
    this.#fixed = {
      sweepBatch: gpu.buffer('sweeps: batch', 4 * wordsOf(SWEEP_BATCH), UNIFORM | COPY_DST),
      boneBvh: filled('bvh', bvhWords(bvh, bvhLayout(bvh, 0), this.#grid.origin, this.#grid.unit)),
      facePoints: filled('face points', facePoints(swept.searched, this.#grid)),
    };
    this.#sweeps = new GrowingBuffer(gpu, 'sweeps', 4 * SWEEP_WORDS, STORAGE | COPY_DST);
    this.#named = new GrowingBuffer(gpu, 'sweeps: named faces', 4 * NAMED_WORDS, STORAGE | COPY_SRC);
    this.#readback = new Readback(gpu);
  }

  /**
   * @returns the surface on the GPU, or why there is none.
   * @throws DeviceError SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE (as rejections).
   */
  static async open(swept: SweptSurface, choice: GpuChoice): Promise<GpuSphereSweeps | { readonly reason: string }> {
    const gpu = await openGpu(choice);
    if ('reason' in gpu) return gpu;
    try {
      const kernels = await KernelSet.make<SweepBuffer>(gpu, [NAME_FACES], { workgroupSize: WORKGROUP_SIZE });
      return new GpuSphereSweeps(gpu, kernels, swept);
    } catch (error) {
      gpu.dispose();
      throw error;
    }
  }

  /** @param sweeps from, to, radius of each. @throws DeviceError DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR. */
  async named(sweeps: Float64Array): Promise<NamedFaces> {
    const count = sweeps.length / SWEEP_NUMBERS;
    const named = new Uint32Array(NAMED_WORDS * count);
    for (let first = 0; first < count; first += MOST_SWEEPS)
      await this.#ask(sweeps, first, Math.min(count, first + MOST_SWEEPS), named);
    return new NamedFaces(named);
  }

  dispose(): void {
    for (const buffer of Object.values(this.#fixed)) buffer.destroy();
    for (const owned of [this.#sweeps, this.#named, this.#readback]) owned.destroy();
    this.#gpu.dispose();
  }

  /** Sweeps first … end − 1, in one submit and one readback. */
  async #ask(sweeps: Float64Array, first: number, end: number, named: Uint32Array): Promise<void> {
    const { bounds, searched } = this.#swept;
    const words = new Int32Array(SWEEP_WORDS * (end - first));
    const out = { words, floats: new Float32Array(words.buffer) };
    const asked: number[] = [];
    for (let sweep = first; sweep < end; sweep++) {
      const to = SWEEP_WORDS * asked.length;
      const said = writeSweep(this.#grid, bounds, searched.magnitude, sweeps, SWEEP_NUMBERS * sweep, out, to);
      if (said === 'written') asked.push(sweep);
      else if (said === 'unfit') named[NAMED_WORDS * sweep + AT.count] = MOST_NAMED + 1;
    }
    if (asked.length === 0) return;
    const found = new Uint32Array(await this.#submit(words, asked.length));
    for (const [row, sweep] of asked.entries())
      named.set(found.subarray(NAMED_WORDS * row, NAMED_WORDS * (row + 1)), NAMED_WORDS * sweep);
  }

  async #submit(words: Int32Array, count: number): Promise<ArrayBuffer> {
    this.#gpu.checkAlive();
    const scopes = openFaultScopes(this.#gpu);
    let reading: Promise<ArrayBuffer>;
    let fault: Promise<Error | null>;
    try {
      const { device } = this.#gpu;
      this.#sweeps.reserve(4 * SWEEP_WORDS * count);
      this.#named.reserve(4 * NAMED_WORDS * count);
      device.queue.writeBuffer(this.#fixed.sweepBatch, 0, Uint32Array.from(recordWords(SWEEP_BATCH, { count })));
      device.queue.writeBuffer(this.#sweeps.buffer, 0, words, 0, SWEEP_WORDS * count);
      const buffers = { ...this.#fixed, sweeps: this.#sweeps.buffer, namedFaces: this.#named.buffer };
      const run = this.#kernels.bind('sweeps', buffers);
      const encoder = device.createCommandEncoder({ label: 'sweeps' });
      const pass = encoder.beginComputePass();
      run(pass, NAME_FACES.label, groupsOver(count, WORKGROUP_SIZE));
      pass.end();
      const part = { buffer: this.#named.buffer, offset: 0, bytes: 4 * NAMED_WORDS * count };
      const copied = this.#readback.copy(encoder, [part]);
      device.queue.submit([encoder.finish()]);
      reading = copied.read();
    } finally {
      const next = 'use backend "cpu", or ask about fewer sweeps at a time';
      fault = scopes.close({ held: `${count} sweeps`, work: 'sweeps', next });
    }
    // The refusal's error says more than the readback that fails because of it.
    reading.catch(() => {});
    const refused = await fault;
    if (refused !== null) throw refused;
    return reading;
  }
}
