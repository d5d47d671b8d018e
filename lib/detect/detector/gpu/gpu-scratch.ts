// What a submit may need → its scratch: the buffers of its kernels, which grow and are kept.

import { type Gpu, GrowingBuffer, POSE_WORDS } from '#gpu';
import {
  ACTIVE_FACES,
  BRANCH,
  CORNER_CELL,
  CORNER_DISTANCE,
  COUNTER_WORDS,
  FRONT_PAIR,
  IMAGE,
  IMAGE_LAYER,
  LEAF_GAP,
  LEAF_RESULT,
  MOST_IMAGES,
  PAIR,
  POSE_COUNTS,
  RESULT_SUMS,
  SCENE,
  SUB_TRIANGLE_ROW,
  wordsOf,
} from '#records';

/**
 * Words per leaf for cells and for lists of faces near cells: room for the cells of several poses, since lists are
 * kept. Without room, faces are searched for.
 */
const TABLE_WORDS = 2;
const LIST_WORDS = 12;
/** The least size of a buffer: the record before the first cell's is always read. */
const LEAST_BYTES = 4 * wordsOf(CORNER_CELL);

/** Words of one item in each buffer, by the kind of item that the buffer holds. */
const WORDS = {
  poses: { poses: POSE_WORDS, poseCounts: wordsOf(POSE_COUNTS) },
  toolVertices: { posed: 3 },
  front: { frontA: wordsOf(FRONT_PAIR), frontB: wordsOf(FRONT_PAIR), frontStarts: 1 },
  imagePixels: { pixelStarts: 1, pixelFill: 1 },
  layers: { layers: wordsOf(IMAGE_LAYER) },
  boneLeaves: { leafStarts: 1 },
  bitmapWords: { candidates: 1, inside: 1, undecided: 1, activeFaces: wordsOf(ACTIVE_FACES), activeStarts: 1 },
  pairs: { pairs: wordsOf(PAIR) },
  hits: { hits: wordsOf(PAIR) },
  rows: {
    rows: wordsOf(SUB_TRIANGLE_ROW),
    activeRows: wordsOf(SUB_TRIANGLE_ROW),
    branches: wordsOf(BRANCH),
    branchFirst: 2,
    branchStarts: 1,
    nearStarts: 1,
    nearFill: 1,
    gaps: wordsOf(LEAF_GAP),
    corners: 3 * wordsOf(CORNER_DISTANCE),
    cells: TABLE_WORDS,
    cellFaces: LIST_WORDS,
    results: wordsOf(LEAF_RESULT),
    resultStarts: RESULT_SUMS,
  },
  near: { near: 1 },
  contacts: { contacts: wordsOf(LEAF_RESULT) },
  undecidedRows: { undecidedRows: wordsOf(SUB_TRIANGLE_ROW) },
  undecidedNear: { undecidedNear: 1 },
} as const;

export type Kind = keyof typeof WORDS;
type BufferOf<K extends Kind> = K extends Kind ? keyof (typeof WORDS)[K] & string : never;
type FixedBuffer = 'scene' | 'images' | 'counters';
type ScratchBuffer = BufferOf<Kind> | FixedBuffer;
/** Items of each kind. */
export type Items = Readonly<Record<Kind, number>>;

const KINDS = Object.keys(WORDS) as Kind[];

export class GpuScratch {
  /** Changes with every growth: commands prepared with the old buffers are then invalid. */
  generation = 0;
  readonly #fixed: Readonly<Record<FixedBuffer, GPUBuffer>>;
  readonly #growing = new Map<string, GrowingBuffer>();

  constructor(gpu: Gpu) {
    const { UNIFORM, STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
    this.#fixed = {
      scene: gpu.buffer('scene', 4 * wordsOf(SCENE), UNIFORM | COPY_DST),
      images: gpu.buffer('images', 4 * MOST_IMAGES * wordsOf(IMAGE), UNIFORM | COPY_DST),
      counters: gpu.buffer('counters', 4 * COUNTER_WORDS, UNIFORM | STORAGE | COPY_DST | COPY_SRC),
    };
    for (const kind of KINDS)
      for (const name of Object.keys(WORDS[kind]))
        this.#growing.set(name, new GrowingBuffer(gpu, name, LEAST_BYTES, STORAGE | COPY_DST | COPY_SRC));
  }

  /** Grows buffers that are too small. @throws DeviceError TOO_LARGE_FOR_DEVICE; buffers grown before that stay. */
  reserve(items: Items): void {
    for (const kind of KINDS)
      for (const [name, words] of Object.entries(WORDS[kind]))
        if (this.#growing.get(name)?.reserve(4 * words * items[kind])) this.generation++;
  }

  /** The number of items of a kind that all its buffers can hold. */
  capacityOf(kind: Kind): number {
    const capacities = Object.entries(WORDS[kind]).map(([name, words]) =>
      Math.floor((this.#growing.get(name)?.bytes ?? 0) / (4 * words)),
    );
    return Math.min(...capacities);
  }

  get buffers(): Readonly<Record<ScratchBuffer, GPUBuffer>> {
    const growing = [...this.#growing].map(([name, { buffer }]) => [name, buffer] as const);
    return { ...Object.fromEntries(growing), ...this.#fixed } as Record<ScratchBuffer, GPUBuffer>;
  }

  destroy(): void {
    for (const buffer of [...this.#growing.values(), ...Object.values(this.#fixed)]) buffer.destroy();
  }
}
