// Two bodies under poses → the pairs and bitmaps of the stage of regions, and the result of face subdivision on the
// GPU.

import { COUNTERS } from '#detector/gpu/gpu-pipeline.ts';
import { type Gpu, PrefixSum, widthsAbove } from '#gpu';
import {
  ACTIVE_FACES,
  BONE,
  BRANCH,
  COUNTER_WORDS,
  POSE_COUNTS,
  partOf,
  ROW_STATE,
  SCENE,
  SUB_TRIANGLE_ROW,
  TOOL,
  wordOffsets,
  wordsOf,
} from '#records';
import { IndexKernels } from '#scanlines/gpu-scanlines.ts';
import { type SubdivideBuffer, SubdivideStage } from '#subdivide/gpu-subdivide.ts';
import { geometryOf, uniformOf } from './gpu-corners.ts';
import { indexesOf, type RegionAnswer, type RegionScene } from './gpu-regions.ts';
import { bufferOf, readWords } from './software-gpu.ts';

const AT = wordOffsets(SUB_TRIANGLE_ROW);
const WORDS = wordsOf(SUB_TRIANGLE_ROW);
const SCENE_AT = wordOffsets(SCENE);
const COUNTS_AT = wordOffsets(POSE_COUNTS);

/** The scene with δ' in its record and its faces divided. */
export function withDivisions(scene: RegionScene, divided: RegionScene['divided']): RegionScene {
  const { grid, bone, tool } = scene;
  const words = scene.scene.slice();
  new Float32Array(words.buffer)[SCENE_AT.maxDistance] = widthsAbove(grid, grid.maxDistance);
  const made = [
    geometryOf(bone, bone.positions.subarray(0, 3 * bone.vertexCount), divided[BONE], grid.origin, grid.unit),
    geometryOf(tool, tool.ownPositions(), divided[TOOL], grid.toolCentre, grid.unit),
  ];
  words[SCENE_AT.boneNodeOffset] = made[BONE].nodeOffset;
  words[SCENE_AT.toolNodeOffset] = made[TOOL].nodeOffset;
  return { ...scene, scene: words, divided, geometry: [made[BONE].words, made[TOOL].words] };
}

/** The most splits from a face to a leaf. */
export function deepestOf({ bone, tool, divided }: RegionScene): number {
  const depths = [bone, tool].flatMap(({ faceCount }, k) =>
    Array.from({ length: faceCount }, (_, face) => {
      const node = divided[k].nodeOf(face);
      return divided[k].divisions.depths[node];
    }),
  );
  return Math.max(...depths);
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
  /** How many active faces, branches and leaves there are, and how many faces near the active ones. */
  readonly rowTotals: readonly number[];
  readonly nearTotals: readonly number[];
  /** As many as fit. */
  readonly rows: readonly LeafRow[];
  /** The number of leaves that kernels counted for each pose. */
  readonly leavesOfPoses: readonly number[];
}

/** Runs the stage once. */
export async function answerSubdivision(
  gpu: Gpu,
  scene: RegionScene,
  regions: RegionAnswer,
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
    activeFaces: zeros('active faces', wordsOf(ACTIVE_FACES) * bitmapWords),
    activeStarts: zeros('active starts', bitmapWords),
    rows: zeros('rows', WORDS * rowCapacity),
    activeRows: zeros('active rows', WORDS * rowCapacity),
    poseCounts: zeros('pose counts', wordsOf(POSE_COUNTS) * scene.poses.length),
    branches: zeros('branches', wordsOf(BRANCH) * rowCapacity),
    branchFirst: zeros('branch first', 2 * rowCapacity),
    branchStarts: zeros('branch starts', rowCapacity),
    nearStarts: zeros('near starts', rowCapacity),
    nearFill: zeros('near fill', rowCapacity),
    near: zeros('near', nearCapacity),
  };
  const room = { bitmapWords, rows: rowCapacity, near: nearCapacity };
  const prepared = stage.prepare('spec', buffers, room);
  gpu.device.pushErrorScope('validation');
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  prepared.encode(pass, bitmapWords, { pairs: pairCount, rows: rowCapacity / 8, near: 0 });
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const error = await gpu.device.popErrorScope();
  if (error !== null) throw new Error(error.message);
  const counts = await readWords(gpu, counters, COUNTER_WORDS);
  const rowTotals = prepared.totals.rows.map((word) => counts[word]);
  const nearTotals = prepared.totals.near.map((word) => counts[word]);
  const rowWords = await readWords(gpu, buffers.rows, WORDS * Math.min(rowCapacity, counts[COUNTERS.leaves]));
  const ofPoses = await readWords(gpu, buffers.poseCounts, wordsOf(POSE_COUNTS) * scene.poses.length);
  const near = await readWords(gpu, buffers.near, Math.min(nearCapacity, nearTotals[0]));
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
      inside: partOf(state, ROW_STATE.side),
      near: [...near.subarray(start, start + words[AT.nearCount])].sort((a, b) => a - b),
    };
  });
  const leavesOfPoses = scene.poses.map((_, pose) => ofPoses[wordsOf(POSE_COUNTS) * pose + COUNTS_AT.subTriangles]);
  return { rowTotals, nearTotals, rows, leavesOfPoses };
}
