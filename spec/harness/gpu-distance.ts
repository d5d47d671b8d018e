// Pairs of triangles in f64 → their integers with the greatest errors allowed, and the results of the kernels of pairs
// and of leaf gaps.

import { geometryLayout, nodeWords } from '#bodies/gpu-geometry.ts';
import { COUNTERS } from '#detector/gpu/gpu-pipeline.ts';
import type { Gpu } from '#gpu';
import { PairStage } from '#intersect/gpu-pairs.ts';
import { LeafGapStage } from '#measure/gpu-leaf-gap.ts';
import {
  POSE_COUNTS,
  BONE,
  BONE_ERROR,
  COUNTER_WORDS,
  FACE,
  CORNER_DISTANCE,
  LEAF_GAP,
  PAIR,
  SCENE,
  SUB_TRIANGLE_ROW,
  TOOL_ERROR,
  wordOffsets,
  wordsOf,
} from '#records';
import { mixedFaces } from './random-pieces.ts';
import { bufferOf, readWords } from './software-gpu.ts';

type Random = () => number;

/**
 * A bone triangle and a tool triangle: nine stored coordinates each, and nine integers each, in multiples of `unit`
 * from a place of the pair's own.
 */
export interface GridPair {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly unit: number;
  readonly bone: Int32Array;
  readonly tool: Int32Array;
}

/**
 * The pair's extent takes 2^(bits − 1) to 2^bits units, bits ≤ 27. Each integer has the greatest error allowed, up or
 * down: one unit for the bone, three for the tool. Both lie far from the grid's origin.
 */
export function onGrid(random: Random, a: Float64Array, b: Float64Array, bits: number): GridPair {
  const all = [...a, ...b];
  const extent = Math.max(...all.map((x, i) => Math.abs(x - a[i % 3])));
  const unit = extent === 0 ? 1 : 2 ** (Math.ceil(Math.log2(extent)) - bits);
  const shift = [0, 1, 2].map(() => Math.round((2 * random() - 1) * 2 ** 28));
  const place = (error: number) => (x: number, i: number) => {
    const exact = (x - a[i % 3]) / unit;
    const off = random() < 0.5 ? -error : error;
    return shift[i % 3] + (off < 0 ? Math.ceil(exact + off) : Math.floor(exact + off));
  };
  return { a, b, unit, bone: Int32Array.from(a, place(BONE_ERROR)), tool: Int32Array.from(b, place(TOOL_ERROR)) };
}

/**
 * Pair i is face i of the bone and face i of the tool, at pose i mod POSES; at the other poses the tool's face lies
 * elsewhere.
 */
export const POSES = 2;
export const poseOf = (pair: number): number => pair % POSES;

const AT = wordOffsets(SCENE);
/** How the pairs' triangles are divided. */
export const divided = mixedFaces();

/** δ' and the tolerance, in widths. */
export interface Limits {
  readonly reach: number;
  readonly within: number;
  readonly tolerance: number;
}

function sceneBuffers(gpu: Gpu, pairs: readonly GridPair[], limits: Limits) {
  const { length } = pairs;
  const { divisions, nodeOf } = divided;
  const layout = geometryLayout(3 * length, length, divisions.count, 0);
  const bone = new Int32Array(layout.words);
  const tool = new Int32Array(layout.words);
  const posed = new Int32Array(9 * length * POSES);
  pairs.forEach((pair, i) => {
    bone.set(pair.bone, 9 * i);
    posed.set(pair.tool, 9 * (length * poseOf(i) + i));
    const face = [3 * i, 3 * i + 1, 3 * i + 2, nodeOf(i)];
    for (const words of [bone, tool]) words.set(face, layout.faceOffset + wordsOf(FACE) * i);
  });
  for (const words of [bone, tool]) words.set(nodeWords(divisions, 0, divisions.count), layout.nodeOffset);
  const scene = new Uint32Array(wordsOf(SCENE));
  const floats = new Float32Array(scene.buffer);
  floats[AT.maxDistance] = limits.reach;
  floats[AT.within] = limits.within;
  floats[AT.tolerance] = limits.tolerance;
  scene[AT.poseCount] = POSES;
  for (const name of ['boneVertexCount', 'toolVertexCount'] as const) scene[AT[name]] = 3 * length;
  for (const name of ['boneFaceCount', 'toolFaceCount'] as const) scene[AT[name]] = length;
  for (const name of ['boneFaceOffset', 'toolFaceOffset'] as const) scene[AT[name]] = layout.faceOffset;
  for (const name of ['boneNodeOffset', 'toolNodeOffset'] as const) scene[AT[name]] = layout.nodeOffset;
  const uniform = gpu.buffer('scene', scene.byteLength, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
  gpu.device.queue.writeBuffer(uniform, 0, scene);
  return {
    scene: uniform,
    boneGeometry: bufferOf(gpu, 'bone geometry', bone),
    toolGeometry: bufferOf(gpu, 'tool geometry', tool),
    posed: bufferOf(gpu, 'posed', posed),
  };
}

/**
 * A count in one of the pipeline's words, so that a device compiles each kernel once for the pipeline and for the stage
 * alone; bindable as storage and as uniform.
 */
function countersOf(gpu: Gpu, word: number, count: number): GPUBuffer {
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const buffer = gpu.buffer('counters', 4 * COUNTER_WORDS, usage);
  gpu.device.queue.writeBuffer(buffer, 4 * word, Uint32Array.of(count));
  return buffer;
}

const PAIR_WORDS = wordsOf(PAIR);
const NO_LIMITS: Limits = { reach: 0, within: 0, tolerance: 0 };

export interface PairAnswers {
  /** PAIR words of all pairs, their verdicts filled in. */
  readonly pairs: Uint32Array;
  /** PAIR words of those not proved apart, as many as fit. */
  readonly hits: Uint32Array;
  /** How many hits there are. */
  readonly hitCount: number;
  /** POSE_COUNTS words of the poses. */
  readonly poseCounts: Uint32Array;
}

/** Hits come in any order. @returns them in that of the pairs, which number bone and tool faces alike. */
function inOrder(hits: Uint32Array): Uint32Array {
  const rows = Array.from({ length: hits.length / PAIR_WORDS }, (_, i) => [
    ...hits.subarray(PAIR_WORDS * i, PAIR_WORDS * i + PAIR_WORDS),
  ]);
  return Uint32Array.from(rows.sort((a, b) => a[1] - b[1]).flat());
}

/** Runs the stage of pairs. @param room the capacity for hits. */
export async function runPairs(
  gpu: Gpu,
  pairs: readonly GridPair[],
  room = pairs.length,
  workgroupSize = 64,
): Promise<PairAnswers> {
  const { length } = pairs;
  const words = new Uint32Array(PAIR_WORDS * length);
  for (let i = 0; i < length; i++) words.set([poseOf(i), i, i, 3], PAIR_WORDS * i);
  const stage = await PairStage.make(gpu, COUNTERS, workgroupSize);
  const buffers = {
    ...sceneBuffers(gpu, pairs, NO_LIMITS),
    counters: countersOf(gpu, COUNTERS.pairs, length),
    pairs: bufferOf(gpu, 'pairs', words),
    hits: bufferOf(gpu, 'hits', new Uint32Array(PAIR_WORDS * room)),
    poseCounts: bufferOf(gpu, 'pose counts', new Uint32Array(wordsOf(POSE_COUNTS) * POSES)),
  };
  const task = stage.prepare('spec', buffers);
  encode(gpu, (pass) => task.encode(pass, length));
  const [hitCount] = await readWords(gpu, buffers.counters, 1, COUNTERS.hits);
  const answers = {
    pairs: await readWords(gpu, buffers.pairs, words.length),
    hits: inOrder(await readWords(gpu, buffers.hits, PAIR_WORDS * Math.min(room, hitCount))),
    hitCount,
    poseCounts: await readWords(gpu, buffers.poseCounts, wordsOf(POSE_COUNTS) * POSES),
  };
  for (const buffer of Object.values(buffers)) buffer.destroy();
  return answers;
}

/** A leaf and its near list: entries are pairs, standing for the other body's face, with verdicts. All at one pose. */
export interface GridLeaf {
  readonly body: number;
  readonly pair: number;
  readonly level: number;
  readonly path: number;
  readonly near: readonly { readonly pair: number; readonly verdict: number }[];
}

/** Runs the kernel of leaf gaps. @returns LEAF_GAP words. */
export async function runLeafGaps(
  gpu: Gpu,
  pairs: readonly GridPair[],
  leaves: readonly GridLeaf[],
  limits: Limits,
  workgroupSize = 64,
): Promise<Uint32Array> {
  const rowWords = wordsOf(SUB_TRIANGLE_ROW);
  const rows = new Uint32Array(rowWords * Math.max(1, leaves.length));
  const near: number[] = [];
  leaves.forEach((leaf, i) => {
    const owner = leaf.pair | (leaf.body << 31);
    const state = poseOf(leaf.pair) | (leaf.level << 16);
    rows.set([owner, state, leaf.path, near.length, leaf.near.length], rowWords * i);
    for (const { pair, verdict } of leaf.near) near.push(pair | (verdict << 30));
  });
  const stage = await LeafGapStage.make(gpu, COUNTERS.leaves, workgroupSize);
  const buffers = {
    ...sceneBuffers(gpu, pairs, limits),
    counters: countersOf(gpu, COUNTERS.leaves, leaves.length),
    rows: bufferOf(gpu, 'rows', rows),
    near: bufferOf(gpu, 'near', Uint32Array.from(near)),
    gaps: bufferOf(gpu, 'gaps', new Uint32Array(wordsOf(LEAF_GAP) * Math.max(1, leaves.length))),
    corners: bufferOf(gpu, 'corners', new Uint32Array(3 * wordsOf(CORNER_DISTANCE) * Math.max(1, leaves.length))),
  };
  const task = stage.prepare('spec', buffers);
  encode(gpu, (pass) => task.encode(pass, leaves.length));
  const gaps = await readWords(gpu, buffers.gaps, wordsOf(LEAF_GAP) * leaves.length);
  for (const buffer of Object.values(buffers)) buffer.destroy();
  return gaps;
}

/** The stored corners of body BONE or TOOL of a pair, and the integers. */
export const storedOf = (pair: GridPair, body: number): Float64Array => (body === BONE ? pair.a : pair.b);

function encode(gpu: Gpu, commands: (pass: GPUComputePassEncoder) => void): void {
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  commands(pass);
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
}
