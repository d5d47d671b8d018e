// Two bodies under poses → the pairs and bitmaps of the stage of regions, and the result of face subdivision on the
// GPU.

import { COUNTERS } from '#detector/gpu/gpu-pipeline.ts';
import { type Gpu, PrefixSum, widthsAbove } from '#gpu';
import { BONE, COUNTER_WORDS, SCENE, SUB_TRIANGLE_ROW, TOOL, wordOffsets, wordsOf } from '#records';
import { IndexKernels } from '#scanlines/gpu-scanlines.ts';
import { type SubdivideBuffer, SubdivideStage } from '#subdivide/gpu-subdivide.ts';
import { uniformOf } from './gpu-corners.ts';
import { indexesOf, type RegionAnswer, type RegionScene } from './gpu-regions.ts';
import { bufferOf, readWords } from './software-gpu.ts';

const AT = wordOffsets(SUB_TRIANGLE_ROW);
const WORDS = wordsOf(SUB_TRIANGLE_ROW);

/** Writes δ' and the leaf levels into a scene. @returns the levels of the bone's and of the tool's faces. */
export function setResolution({ grid, scene, bone, tool, geometry, integers }: RegionScene, resolution: number) {
  new Float32Array(scene.buffer)[wordOffsets(SCENE).maxDistance] = widthsAbove(grid, grid.maxDistance);
  const levels = [bone.leafLevels(resolution), tool.ownLevels(resolution)] as const;
  levels.forEach((of, k) => {
    const count = [bone, tool][k].faceCount;
    for (let f = 0; f < count; f++) geometry[k][integers[k].vertices.length + 4 * f + 3] = of[f];
  });
  return levels;
}

export interface LeafRow {
  readonly pose: number;
  readonly body: number;
  readonly face: number;
  readonly level: number;
  readonly path: number;
  readonly inside: number;
  /** Words of the near list, ascending. */
  readonly near: readonly number[];
}

export interface SubdivisionAnswer {
  /** How many rows and near faces each level needs. */
  readonly rowTotals: readonly number[];
  readonly nearTotals: readonly number[];
  /** As many as fit. */
  readonly rows: readonly LeafRow[];
}

/** Runs the stage once. */
export async function answerSubdivision(
  gpu: Gpu,
  scene: RegionScene,
  regions: RegionAnswer,
  deepest: number,
  { workgroupSize = 64, rowCapacity = 2 ** 15, nearCapacity = 2 ** 17 } = {},
): Promise<SubdivisionAnswer> {
  const sum = await PrefixSum.make(gpu);
  const stage = await SubdivideStage.make(gpu, sum, COUNTERS, workgroupSize);
  const geometry = scene.geometry.map((words, k) => bufferOf(gpu, `geometry ${k}`, words));
  const indexes = indexesOf(await IndexKernels.make(gpu, sum), scene, geometry);
  const bitmapWords = regions.candidates.length;
  const zeros = (label: string, words: number) => bufferOf(gpu, label, new Uint32Array(words));
  const pairCount = regions.pairs.length / 4;
  const { UNIFORM, STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const counters = gpu.buffer('counters', 4 * COUNTER_WORDS, UNIFORM | STORAGE | COPY_DST | COPY_SRC);
  gpu.device.queue.writeBuffer(counters, 4 * COUNTERS.pairs, Uint32Array.of(pairCount));
  gpu.device.queue.writeBuffer(counters, 4 * COUNTERS.bitmapWords, Uint32Array.of(bitmapWords));
  const buffers: Record<SubdivideBuffer, GPUBuffer> = {
    counters,
    scene: uniformOf(gpu, 'scene', scene.scene),
    poses: bufferOf(gpu, 'poses', scene.poseWords),
    boneGeometry: geometry[BONE],
    toolGeometry: geometry[TOOL],
    boneIndex: indexes[BONE].buffer,
    toolIndex: indexes[TOOL].buffer,
    posed: bufferOf(gpu, 'posed', scene.posed),
    pairs: pairCount === 0 ? zeros('pairs', 4) : bufferOf(gpu, 'pairs', regions.pairs),
    candidates: bufferOf(gpu, 'candidates', regions.candidates),
    inside: bufferOf(gpu, 'inside', regions.inside),
    undecided: bufferOf(gpu, 'undecided', regions.undecided),
    activeFaces: zeros('active faces', bitmapWords),
    activeStarts: zeros('active starts', bitmapWords),
    rowsA: zeros('rows a', WORDS * rowCapacity),
    rowsB: zeros('rows b', WORDS * rowCapacity),
    rowStarts: zeros('row starts', rowCapacity),
    nearStarts: zeros('near starts', rowCapacity),
    nearFill: zeros('near fill', rowCapacity),
    entriesA: zeros('entries a', 2 * nearCapacity),
    entriesB: zeros('entries b', 2 * nearCapacity),
    keepStarts: zeros('keep starts', nearCapacity),
    near: zeros('near', nearCapacity),
  };
  const room = { bitmapWords, rows: rowCapacity, near: nearCapacity };
  const prepared = stage.prepare('spec', buffers, room, deepest);
  gpu.device.pushErrorScope('validation');
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  prepared.encode(pass, bitmapWords, { pairs: pairCount, rows: rowCapacity / 8, near: nearCapacity / 8 });
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const error = await gpu.device.popErrorScope();
  if (error !== null) throw new Error(error.message);
  const counts = await readWords(gpu, counters, COUNTER_WORDS);
  const rowTotals = prepared.totals.rows.map((word) => counts[word]);
  const nearTotals = prepared.totals.near.map((word) => counts[word]);
  const rowWords = await readWords(gpu, buffers.rowsA, WORDS * Math.min(rowCapacity, counts[COUNTERS.leaves]));
  const near = await readWords(gpu, buffers.near, Math.min(nearCapacity, nearTotals[deepest + 1]));
  for (const used of [prepared, ...indexes, ...Object.values(buffers)]) used.destroy();
  const rows = Array.from({ length: rowWords.length / WORDS }, (_, r) => {
    const words = rowWords.subarray(WORDS * r, WORDS * r + WORDS);
    const [owner, state, start] = [words[AT.owner], words[AT.state], words[AT.nearStart]];
    return {
      pose: state & 0xffff,
      body: owner >>> 31,
      face: owner & 0x7fffffff,
      level: (state >>> 16) & 0xff,
      path: words[AT.path],
      inside: state >>> 24,
      near: [...near.subarray(start, start + words[AT.nearCount])].sort((a, b) => a - b),
    };
  });
  return { rowTotals, nearTotals, rows };
}
