// Many queries about a surface, each for the least value among its faces → for each the faces that can have it, by
// kernels with one thread per query (wgsl/proximity/name-faces.access.wgsl).

import { bvhLayout, bvhWords } from '#bvh';
import {
  type Gpu,
  type GpuChoice,
  type Grid,
  GrowingBuffer,
  groupsOver,
  isFineEnough,
  KernelSet,
  makeGrid,
  openFaultScopes,
  openGpu,
  Readback,
  type StageKernel,
  toGrid,
} from '#gpu';
import {
  type BufferName,
  FACE_POINTS,
  MOST_NAMED,
  NAMED_FACES,
  QUERY_BATCH,
  recordWords,
  wordOffsets,
  wordsOf,
} from '#records';
import type { SearchedSurface } from './nearest-face.ts';

/** The bindings that every such kernel has, besides the one with its queries. */
export const NAMING_BINDINGS = {
  ...({ queryBatch: 'uniform', boneBvh: 'read', facePoints: 'read', namedFaces: 'write' } as const),
} as const;

/** What is asked of a surface. */
export interface NamedSurface {
  /** No face of it is retired. */
  readonly searched: SearchedSurface;
  /** Low x, y, z, high x, y, z of its vertices, mm. */
  readonly bounds: Float64Array;
}

/** A kind of queries. */
export interface QueryKind {
  /** In the plural, for error messages. */
  readonly name: string;
  readonly kernel: StageKernel;
  /** The kernel's buffer of queries, and the words of one. */
  readonly buffer: BufferName;
  readonly words: number;
}

/** Where a record is written, and the same bytes as f32. */
export interface RecordWords {
  readonly words: Int32Array;
  readonly floats: Float32Array;
}
/** Whether a record was written; or no face can matter; or the grid cannot hold the query. */
export type Written = 'written' | 'apart' | 'unfit';

const WORKGROUP_SIZE = 64;
/** Words per query: its NAMED_FACES record and the slots of its faces. */
const NAMED_WORDS = wordsOf(NAMED_FACES) + MOST_NAMED;
const AT = wordOffsets(NAMED_FACES);
const POINT_WORDS = wordsOf(FACE_POINTS);
/** Queries per submit: few enough for systems that abort a submit lasting seconds. */
const MOST_QUERIES = 2 ** 16;
/** What goes this many times the surface's size beyond it fits into its grid. */
const LARGEST_SHARE = 2;
const NO_TOOL = new Float64Array(6);

export class NamedFaces {
  readonly #words: Uint32Array;

  constructor(words: Uint32Array) {
    this.#words = words;
  }

  /** The faces that contain a query's answer, in no order; null if the GPU left it undecided. */
  of(query: number): Uint32Array | null {
    const at = NAMED_WORDS * query;
    const count = this.#words[at + AT.count];
    const first = at + wordsOf(NAMED_FACES);
    return count > MOST_NAMED ? null : this.#words.subarray(first, first + count);
  }

  /** Its cost: boxes and faces tested. */
  workOf(query: number): { readonly boxes: number; readonly faces: number } {
    const at = NAMED_WORDS * query;
    return { boxes: this.#words[at + AT.boxes], faces: this.#words[at + AT.faces] };
  }
}

/** The grid of a surface: its box lies within 2^29 / 5 units of the grid's origin. */
export function surfaceGrid(bounds: Float64Array): Grid {
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  return makeGrid(bounds, NO_TOOL, LARGEST_SHARE * size);
}

/** FACE_POINTS of all faces, in the order of the tree. */
function facePoints({ positions, faces, bvh }: SearchedSurface, { origin, unit }: Grid): Int32Array {
  const vertices = new Int32Array(positions.length);
  toGrid(positions, origin, unit, vertices);
  const out = new Int32Array(POINT_WORDS * bvh.count);
  for (let i = 0; i < out.length; i++) {
    const corner = Math.floor((i % POINT_WORDS) / 3);
    out[i] = vertices[3 * faces[3 * bvh.order[Math.floor(i / POINT_WORDS)] + corner] + (i % 3)];
  }
  return out;
}

/** A surface on the GPU. */
export class GpuNamedFaces {
  readonly grid: Grid;
  readonly #gpu: Gpu;
  readonly #magnitude: number;
  readonly #kernels = new Map<QueryKind, Promise<KernelSet<BufferName>>>();
  readonly #fixed: Readonly<Record<'queryBatch' | 'boneBvh' | 'facePoints', GPUBuffer>>;
  readonly #queries: GrowingBuffer;
  readonly #named: GrowingBuffer;
  readonly #readback: Readback;

  private constructor(gpu: Gpu, { searched, bounds }: NamedSurface) {
    this.#gpu = gpu;
    this.#magnitude = searched.magnitude;
    this.grid = surfaceGrid(bounds);
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const { queue } = gpu.device;
    const filled = (name: string, words: Int32Array) => {
      const buffer = gpu.buffer(`named faces: ${name}`, words.byteLength, STORAGE | COPY_DST);
      queue.writeBuffer(buffer, 0, words);
      return buffer;
    };
    const { bvh } = searched;
    this.#fixed = {
      queryBatch: gpu.buffer('named faces: batch', 4 * wordsOf(QUERY_BATCH), UNIFORM | COPY_DST),
      boneBvh: filled('bvh', bvhWords(bvh, bvhLayout(bvh, 0), this.grid.origin, this.grid.unit)),
      facePoints: filled('face points', facePoints(searched, this.grid)),
    };
    this.#queries = new GrowingBuffer(gpu, 'named faces: queries', 4 * NAMED_WORDS, STORAGE | COPY_DST);
    this.#named = new GrowingBuffer(gpu, 'named faces', 4 * NAMED_WORDS, STORAGE | COPY_SRC);
    this.#readback = new Readback(gpu);
  }

  /**
   * @returns the surface on the GPU, or why there is none.
   * @throws DeviceError DEVICE_LOST, TOO_LARGE_FOR_DEVICE (as rejections).
   */
  static async open(surface: NamedSurface, choice: GpuChoice): Promise<GpuNamedFaces | { readonly reason: string }> {
    const gpu = await openGpu(choice);
    if ('reason' in gpu) return gpu;
    try {
      return new GpuNamedFaces(gpu, surface);
    } catch (error) {
      gpu.dispose();
      throw error;
    }
  }

  /** Whether f64 is fine enough for the grid at coordinates of this size, and for the surface. */
  isFine(magnitude: number): boolean {
    return isFineEnough(this.grid, Math.max(this.#magnitude, magnitude));
  }

  /**
   * @param write writes the record of a query to `out`, from word `to` on.
   * @throws DeviceError SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR (as rejections).
   */
  async named(
    kind: QueryKind,
    count: number,
    write: (query: number, out: RecordWords, to: number) => Written,
  ): Promise<NamedFaces> {
    const kernels = await this.#kernelsOf(kind);
    const named = new Uint32Array(NAMED_WORDS * count);
    for (let first = 0; first < count; first += MOST_QUERIES) {
      const end = Math.min(count, first + MOST_QUERIES);
      const words = new Int32Array(kind.words * (end - first));
      const out = { words, floats: new Float32Array(words.buffer) };
      const asked: number[] = [];
      for (let query = first; query < end; query++) {
        const written = write(query, out, kind.words * asked.length);
        if (written === 'written') asked.push(query);
        else if (written === 'unfit') named[NAMED_WORDS * query + AT.count] = MOST_NAMED + 1;
      }
      if (asked.length === 0) continue;
      const found = new Uint32Array(await this.#submit(kind, kernels, words, asked.length));
      for (const [row, query] of asked.entries())
        named.set(found.subarray(NAMED_WORDS * row, NAMED_WORDS * (row + 1)), NAMED_WORDS * query);
    }
    return new NamedFaces(named);
  }

  dispose(): void {
    for (const buffer of Object.values(this.#fixed)) buffer.destroy();
    for (const owned of [this.#queries, this.#named, this.#readback]) owned.destroy();
    this.#gpu.dispose();
  }

  /** Compiled when queries of their kind are first asked. */
  #kernelsOf(kind: QueryKind): Promise<KernelSet<BufferName>> {
    const known = this.#kernels.get(kind);
    if (known !== undefined) return known;
    const made = KernelSet.make<BufferName>(this.#gpu, [kind.kernel], { workgroupSize: WORKGROUP_SIZE });
    this.#kernels.set(kind, made);
    return made;
  }

  /** In one submit and one readback. */
  async #submit(
    { name, kernel, buffer, words: size }: QueryKind,
    kernels: KernelSet<BufferName>,
    words: Int32Array,
    count: number,
  ): Promise<ArrayBuffer> {
    this.#gpu.checkAlive();
    const scopes = openFaultScopes(this.#gpu);
    let reading: Promise<ArrayBuffer>;
    let fault: Promise<Error | null>;
    try {
      const { device } = this.#gpu;
      this.#queries.reserve(4 * size * count);
      this.#named.reserve(4 * NAMED_WORDS * count);
      device.queue.writeBuffer(this.#fixed.queryBatch, 0, Uint32Array.from(recordWords(QUERY_BATCH, { count })));
      device.queue.writeBuffer(this.#queries.buffer, 0, words, 0, size * count);
      const buffers = { ...this.#fixed, [buffer]: this.#queries.buffer, namedFaces: this.#named.buffer };
      const run = kernels.bind(name, buffers as Record<BufferName, GPUBuffer>);
      const encoder = device.createCommandEncoder({ label: name });
      const pass = encoder.beginComputePass();
      run(pass, kernel.label, groupsOver(count, WORKGROUP_SIZE));
      pass.end();
      const part = { buffer: this.#named.buffer, offset: 0, bytes: 4 * NAMED_WORDS * count };
      const copied = this.#readback.copy(encoder, [part]);
      device.queue.submit([encoder.finish()]);
      reading = copied.read();
    } finally {
      const next = `use backend "cpu", or ask about fewer ${name} at a time`;
      fault = scopes.close({ held: `${count} ${name}`, work: name, next });
    }
    // The refusal's error says more than the readback that fails because of it.
    reading.catch(() => {});
    const refused = await fault;
    if (refused !== null) throw refused;
    return reading;
  }
}
