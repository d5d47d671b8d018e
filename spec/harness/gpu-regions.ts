// Bodies in integers → their scanline indexes on the GPU, read back; and two bodies under poses → the results of the
// stage of regions.

import type { BoneBody } from '#bodies/bone-body.ts';
import { type CandidateBuffer, GpuCandidates } from '#candidates/gpu-candidates.ts';
import { IMAGE_WORDS, imagePlanes } from '#candidates/gpu-image-planes.ts';
import { faceSets } from '#candidates/gpu-face-sets.ts';
import { meanExtent } from '#candidates/mean-extent.ts';
import { COUNTERS } from '#detector/gpu/gpu-pipeline.ts';
import { type Gpu, inflation, PrefixSum } from '#gpu';
import {
  BONE,
  type CandidateMethod,
  COUNTER_WORDS,
  FACE_BITS,
  MOST_IMAGES,
  MOST_SPANS,
  RETIRED_CORNER,
  SCENE,
  TOOL,
  wordOffsets,
} from '#records';
import {
  cellCapacity,
  cellCount,
  footprintCells,
  type IntegerFaces,
  type IntegerGrid,
  integerBounds,
  integerGrid,
} from '#scanlines/gpu-cells.ts';
import { GpuIndex, IndexKernels } from '#scanlines/gpu-scanlines.ts';
import { type CornerScene, cornerScene, uniformOf } from './gpu-corners.ts';
import { bufferOf, readWords } from './software-gpu.ts';
import type { Shape } from './stage-bodies.ts';

const AT = wordOffsets(SCENE);

/** Geometry words: vertices, then four words per face. */
export function integerGeometry({ vertices, faces }: IntegerFaces, retired: Uint8Array | null): Int32Array {
  const count = faces.length / 3;
  const words = new Int32Array(vertices.length + 4 * count);
  words.set(vertices);
  for (let f = 0; f < count; f++) {
    words.set(faces.subarray(3 * f, 3 * f + 3), vertices.length + 4 * f);
    if (retired?.[f]) words[vertices.length + 4 * f] = RETIRED_CORNER;
  }
  return words;
}

export interface Cell {
  readonly extent: number;
  readonly capacity: number;
  /** Near, far, face with its flags, bounds. */
  readonly spans: readonly (readonly number[])[];
}

/** An index's cells, and how many spans its state gives a place to; throws if places overlap or lie outside. */
export async function readIndex(gpu: Gpu, index: GpuIndex): Promise<{ cells: Cell[]; state: Uint32Array }> {
  const words = new Int32Array((await readWords(gpu, index.buffer, index.buffer.size / 4)).buffer);
  const state = await readWords(gpu, index.state, 4);
  const count = levelsOf(index.grid).reduce((sum, { nu, nv }) => sum + nu * nv, 0);
  const first = 4 * count;
  const taken = new Uint8Array(state[1]);
  const cells = Array.from({ length: count }, (_, cell) => {
    const [start, count, extent, capacity] = words.subarray(4 * cell, 4 * cell + 4);
    if (count > capacity) throw new Error(`cell ${cell} has ${count} spans, more than its capacity ${capacity}`);
    if (start + capacity > state[1] || first + 4 * (start + capacity) > words.length)
      throw new Error(`cell ${cell} lies outside`);
    for (let s = start; s < start + capacity; s++)
      if (taken[s]++ > 0) throw new Error(`cell ${cell} lies over another`);
    const spans = Array.from({ length: count }, (__, s) => {
      const [near, far, face, bounds] = words.subarray(first + 4 * (start + s), first + 4 * (start + s) + 4);
      return [near, far, face >>> 0, bounds >>> 0];
    });
    return { extent, capacity, spans };
  });
  return { cells, state };
}

/** A grid's levels, each with cells of twice the size from the same corner, down to the first of at most MOST_SPANS. */
function levelsOf(grid: IntegerGrid): IntegerGrid[] {
  const levels = [grid];
  for (let at = grid; at.nu * at.nv > MOST_SPANS; levels.push(at))
    at = { ...at, cellSize: 2 * at.cellSize, nu: Math.ceil(at.nu / 2), nv: Math.ceil(at.nv / 2) };
  return levels;
}

/**
 * The index by its definition: every live face leaves a span in every cell of one level that its box overlaps; border
 * cells reach to infinity. The level is the finest at which these are at most MOST_SPANS.
 */
export function plainIndex(
  grid: IntegerGrid,
  body: IntegerFaces,
  isLive: (face: number) => boolean,
): Omit<Cell, 'capacity'>[] {
  const levels = levelsOf(grid).map((level) => plainLevel(level, body, isLive));
  const held = new Map<number, number>();
  levels.forEach((cells, level) => {
    const counts = new Map<number, number>();
    for (const { spans } of cells)
      for (const [, , owner] of spans) counts.set(owner & FACE_BITS, 1 + (counts.get(owner & FACE_BITS) ?? 0));
    for (const [face, count] of counts) if (count <= MOST_SPANS && !held.has(face)) held.set(face, level);
  });
  return levels.flatMap((cells, level) =>
    cells.map(({ spans }) => {
      const own = spans.filter(([, , owner]) => held.get(owner & FACE_BITS) === level);
      return { extent: Math.max(0, ...own.map(([near, far]) => far - near)), spans: own };
    }),
  );
}

/** Every live face in every cell of a grid that its box overlaps. */
function plainLevel(
  grid: IntegerGrid,
  { vertices, faces }: IntegerFaces,
  isLive: (face: number) => boolean,
): Omit<Cell, 'capacity'>[] {
  const { axis, cellSize, nu, nv } = grid;
  const step = Math.ceil(cellSize / 256);
  const sides = [
    { k: (axis + 1) % 3, x0: grid.u0, count: nu },
    { k: (axis + 2) % 3, x0: grid.v0, count: nv },
  ];
  const boxes = Array.from({ length: faces.length / 3 }, (_, f) => {
    const corners = [0, 1, 2].map((c) => vertices.subarray(3 * faces[3 * f + c], 3 * faces[3 * f + c] + 3));
    return [0, 1, 2].map((k) => corners.map((x) => x[k]).sort((a, b) => a - b)).map(([low, , high]) => [low, high]);
  });
  const overlaps = ([low, high]: number[], x0: number, i: number, count: number) =>
    (i === 0 || high >= x0 + i * cellSize) && (i === count - 1 || low < x0 + (i + 1) * cellSize);
  return Array.from({ length: nu * nv }, (_, cell) => {
    const at = [cell % nu, Math.floor(cell / nu)];
    const spans: number[][] = [];
    boxes.forEach((box, f) => {
      if (!isLive(f) || !sides.every(({ k, x0, count }, s) => overlaps(box[k], x0, at[s], count))) return;
      let [owner, bounds] = [f, 0];
      sides.forEach(({ k, x0, count }, s) => {
        if (at[s] === 0 || !overlaps(box[k], x0, at[s] - 1, count)) owner += [2 ** 31, 2 ** 30][s];
        box[k].forEach((x, end) => {
          const byte = Math.min(255, Math.max(0, Math.floor((x - x0 - at[s] * cellSize) / step)));
          bounds += byte * 2 ** (8 * (2 * s + end));
        });
      });
      spans.push([box[axis][0], box[axis][1], owner, bounds]);
    });
    spans.sort((a, b) => a[0] - b[0] || (a[2] & FACE_BITS) - (b[2] & FACE_BITS));
    return { extent: Math.max(0, ...spans.map(([near, far]) => far - near)), spans };
  });
}

export interface RegionScene extends CornerScene {
  readonly grids: readonly [IntegerGrid, IntegerGrid];
  /** The integers of each body, retired faces included. */
  readonly integers: readonly [IntegerFaces, IntegerFaces];
  readonly inflate: number;
  readonly bitmapWords: readonly [number, number];
}

/** As cornerScene, with the grids of both bodies and whatever else the stage of regions reads from the scene. */
export function regionScene(
  boneShape: Shape,
  toolShape: Shape,
  poseMatrices: readonly ArrayLike<number>[],
  options: { reach: number; edit?: (bone: BoneBody) => void },
): RegionScene {
  const scene = cornerScene(boneShape, toolShape, poseMatrices, { ...options, tolerance: 0 });
  const bodies = [scene.bone, scene.tool] as const;
  const integersOf = (k: 0 | 1): IntegerFaces => ({
    vertices: scene.geometry[k].subarray(0, 3 * bodies[k].vertexCount),
    faces: bodies[k].faces.subarray(0, 3 * bodies[k].faceCount),
  });
  const integers = [integersOf(0), integersOf(1)] as const;
  const gridOf = (k: 0 | 1) =>
    integerGrid(integers[k], bodies[k].faceCount, integerBounds(integers[k], bodies[k].faceCount));
  const grids = [gridOf(0), gridOf(1)] as const;
  const bitmapWords = [Math.ceil(scene.bone.faceCount / 32), Math.ceil(scene.tool.faceCount / 32)] as const;
  const inflate = inflation(scene.grid);
  scene.scene[AT.inflate] = inflate;
  [AT.boneAxis, AT.toolAxis].forEach((at, k) => {
    const { axis, u0, v0, cellSize, nu, nv } = grids[k];
    const { levels } = cellCapacity(grids[k], integers[k], bodies[k].faceCount, bodies[k].retired, k === BONE);
    scene.scene.set([axis, u0, v0, cellSize, nu, nv, levels, cellCount(grids[k])], at);
    scene.scene[[AT.boneBitmapWords, AT.toolBitmapWords][k]] = bitmapWords[k];
  });
  return { ...scene, grids, integers, inflate, bitmapWords };
}

export interface RegionAnswer {
  readonly posed: Int32Array;
  /** How many pairs there are, and the PAIR records that fit. */
  readonly pairCount: number;
  readonly pairs: Uint32Array;
  /** How many pairs each round of a front has; empty for scanlines. */
  readonly front: readonly number[];
  /** How many intervals the images' pixels have. */
  readonly layers: number;
  readonly candidates: Uint32Array;
  readonly inside: Uint32Array;
  readonly undecided: Uint32Array;
}

/** The pairs as a set, which come in any order: PAIR records in words, sorted. */
export const pairSet = ({ pairs }: RegionAnswer): readonly string[] =>
  Array.from({ length: pairs.length / 4 }, (_, i) => pairs.subarray(4 * i, 4 * i + 4).join()).sort();

/** The indexes of both bodies. @param geometry their buffers. */
export function indexesOf(
  kernels: IndexKernels,
  { bone, tool, grids, integers }: RegionScene,
  geometry: readonly GPUBuffer[],
): GpuIndex[] {
  return [bone, tool].map(({ faceCount, retired }, k) => {
    const faces = { geometry: geometry[k], faceOffset: integers[k].vertices.length, faceCount };
    const sizes = cellCapacity(grids[k], integers[k], faceCount, retired, k === BONE);
    return new GpuIndex(kernels, `index ${k}`, faces, { grid: grids[k], ...sizes, isEdited: k === BONE });
  });
}

interface RegionRoom {
  readonly workgroupSize?: number;
  /** Capacities for pairs, for a front's pairs and for intervals of images. */
  readonly pairCapacity?: number;
  readonly frontCapacity?: number;
  readonly layerCapacity?: number;
  readonly method?: CandidateMethod;
}

/** Runs the whole stage once. */
export async function answerRegions(
  gpu: Gpu,
  scene: RegionScene,
  {
    workgroupSize = 64,
    pairCapacity = 2 ** 17,
    frontCapacity = 2 ** 17,
    layerCapacity = 2 ** 17,
    method = 'scanlines',
  }: RegionRoom = {},
): Promise<RegionAnswer> {
  const { tool, grids, poses } = scene;
  const sum = await PrefixSum.make(gpu);
  const stage = await GpuCandidates.make(gpu, sum, COUNTERS, method, workgroupSize);
  const kernels = await IndexKernels.make(gpu, sum, workgroupSize);
  const geometry = scene.geometry.map((words, k) => bufferOf(gpu, `geometry ${k}`, words));
  const [boneIndex, toolIndex] = indexesOf(kernels, scene, geometry);
  const toolFaces = poses.length * tool.faceCount;
  const bits = poses.length * (scene.bitmapWords[BONE] + scene.bitmapWords[TOOL]);
  const zeros = (label: string, words: number) => bufferOf(gpu, label, new Uint32Array(words));
  const leaves = scene.bone.bvh.sizes[0];
  const { planes, pixels } = imagesOf(scene);
  const buffers: Record<CandidateBuffer, GPUBuffer> = {
    scene: uniformOf(gpu, 'scene', scene.scene),
    poses: bufferOf(gpu, 'poses', scene.poseWords),
    boneGeometry: geometry[BONE],
    toolGeometry: geometry[TOOL],
    boneIndex: boneIndex.buffer,
    toolIndex: toolIndex.buffer,
    posed: zeros('posed', scene.posed.length),
    toolSets: bufferOf(gpu, 'tool sets', faceSets(tool, tool.bvh.order, tool.topology.welded)),
    boneBvh: bufferOf(gpu, 'bone tree', scene.tree[BONE]),
    frontA: zeros('front A', 2 * frontCapacity),
    frontB: zeros('front B', 2 * frontCapacity),
    frontStarts: zeros('front starts', frontCapacity),
    images: uniformOf(gpu, 'images', new Uint32Array(planes.buffer)),
    pixelStarts: zeros('pixel starts', pixels + 1),
    pixelFill: zeros('pixel fill', pixels + 1),
    layers: zeros('layers', 3 * layerCapacity),
    leafStarts: zeros('leaf starts', poses.length * leaves),
    pairs: zeros('pairs', 4 * pairCapacity),
    candidates: zeros('candidates', bits),
    inside: zeros('inside', bits),
    undecided: zeros('undecided', bits),
    counters: countersOf(gpu, { toolFaces, pixels: pixels + 1, boneLeaves: poses.length * leaves }),
  };
  const capacity = {
    ...{ front: frontCapacity, boneLevels: scene.bone.bvh.sizes.length },
    ...{ pixels: pixels + 1, boneLeaves: poses.length * leaves },
  };
  const prepared = stage.prepare('spec', buffers, capacity);
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  prepared.encode(pass, {
    poseCount: poses.length,
    toolVertexCount: tool.vertexCount,
    toolFaceCount: tool.faceCount,
    footprint: footprintCells(grids[BONE], boneIndex.levels, scene.poseWords, poses.length),
    front: frontCapacity / 8,
    ...{ pairs: pairCapacity / 8, pixels, boneLeaves: leaves },
  });
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const counters = await readWords(gpu, buffers.counters, COUNTER_WORDS);
  const pairCount = counters[COUNTERS.pairs];
  const answer = {
    posed: new Int32Array((await readWords(gpu, buffers.posed, scene.posed.length)).buffer),
    pairCount,
    pairs: await readWords(gpu, buffers.pairs, 4 * Math.min(pairCount, pairCapacity)),
    front: prepared.frontTotals.map((word) => counters[word]),
    layers: counters[COUNTERS.layers],
    candidates: await readWords(gpu, buffers.candidates, bits),
    inside: await readWords(gpu, buffers.inside, bits),
    undecided: await readWords(gpu, buffers.undecided, bits),
  };
  for (const used of [prepared, boneIndex, toolIndex, ...Object.values(buffers)]) used.destroy();
  return answer;
}

/** Images of all poses, with pixels about as wide as a face: MOST_IMAGES records, the fixed size of the uniform. */
export function imagesOf({ integers: [bone, tool], inflate, poseWords, bone: { faceCount } }: RegionScene) {
  const planes = new Int32Array(IMAGE_WORDS * MOST_IMAGES);
  const extents = [bone, tool].map(({ vertices, faces }) =>
    meanExtent(Float64Array.from(vertices), faces, faces.length / 3),
  );
  const aim = { bounds: integerBounds(bone, faceCount), reach: inflate, pixel: Math.max(...extents) };
  return { planes, pixels: imagePlanes(aim, poseWords, planes) };
}

/** A buffer of counters that kernels bind both as storage and as a uniform. */
function countersOf(gpu: Gpu, known: Readonly<Partial<Record<keyof typeof COUNTERS, number>>>): GPUBuffer {
  const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const buffer = gpu.buffer('counters', 4 * COUNTER_WORDS, STORAGE | UNIFORM | COPY_DST | COPY_SRC);
  const words = new Uint32Array(COUNTER_WORDS);
  for (const [name, count] of Object.entries(known)) words[COUNTERS[name as keyof typeof COUNTERS]] = count;
  gpu.device.queue.writeBuffer(buffer, 0, words);
  return buffer;
}

/** Whether a bitmap has a face's bit. */
export function hasBit(
  { bitmapWords }: RegionScene,
  bitmap: Uint32Array,
  pose: number,
  body: number,
  face: number,
): boolean {
  const word = pose * (bitmapWords[0] + bitmapWords[1]) + body * bitmapWords[0] + Math.floor(face / 32);
  return ((bitmap[word] >>> (face % 32)) & 1) === 1;
}
