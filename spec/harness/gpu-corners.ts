// Two bodies and poses → the GPU inputs of the kernels for signs and corner distances: geometry, one-cell indexes,
// trees, poses, leaves.

import { BoneBody } from '#bodies/bone-body.ts';
import { faceWords, geometryLayout, nodeWords, vertexWords } from '#bodies/gpu-geometry.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { bvhLayout, bvhWords } from '#bvh/gpu-bvh.ts';
import { checkPose, mulberry32, type RigidPose, toolFrame } from '#core';
import { type FaceDivisions, pathCorners } from '#divisions';
import { COUNTERS } from '#detector/gpu/gpu-pipeline.ts';
import { dispatch } from '#gpu/dispatch.ts';
import { type Gpu, type Grid, groupsOver, makeGrid, POSE_WORDS, writePose } from '#gpu';
import { entriesOf } from '#gpu/kernel-set.ts';
import { CORNER_KERNELS, type CornerBuffer } from '#measure/gpu-corners.ts';
import { createMesh } from '#mesh';
import {
  BONE,
  CELL_FACE,
  CORNER_CELL,
  COUNTER_WORDS,
  OWNER,
  packedWord,
  RETIRED_CORNER,
  ROW_STATE,
  SCENE,
  SUB_TRIANGLE_ROW,
  TOOL,
  wordOffsets,
  wordsOf,
} from '#records';
import { leafCorners } from '#subdivide';
import { TrianglePair } from '#triangles';
import { mixedFaces, randomTriangle } from './random-pieces.ts';
import { bufferOf } from './software-gpu.ts';
import type { Shape } from './stage-bodies.ts';

const AT = wordOffsets(SCENE);

export interface CornerScene {
  readonly grid: Grid;
  readonly bone: BoneBody;
  readonly tool: ToolBody;
  readonly poses: readonly RigidPose[];
  readonly scene: Uint32Array;
  readonly poseWords: Int32Array;
  readonly geometry: readonly [Int32Array, Int32Array];
  /** How the faces of either body are divided. */
  readonly divided: readonly [FaceDivisions, FaceDivisions];
  readonly index: readonly [Int32Array, Int32Array];
  readonly tree: readonly [Int32Array, Int32Array];
  /** Grid coordinates of the tool's vertices, pose by pose. */
  readonly posed: Int32Array;
}

/** row·x / 2^30 rounded to the nearest integer, as in the shaders. */
export function mulQ30(words: Int32Array, row: number, x: ArrayLike<number>): number {
  let sum = 1n << 29n;
  for (let k = 0; k < 3; k++) sum += BigInt(words[row + k]) * BigInt(x[k]);
  return Number(sum >> 30n);
}

/**
 * @param reach δ', mm. @param tolerance mm. @param cell edge of the cells by which corners are grouped, mm. At every
 * pose the bodies' boxes must meet.
 */
export function cornerScene(
  boneShape: Shape,
  toolShape: Shape,
  poseMatrices: readonly ArrayLike<number>[],
  {
    reach,
    tolerance,
    cell,
    edit,
  }: { reach: number; tolerance: number; cell?: number; edit?: (bone: BoneBody) => void },
): CornerScene {
  const bone = new BoneBody(createMesh(boneShape.positions, boneShape.faces, { name: 'bone' }));
  edit?.(bone);
  const tool = new ToolBody(createMesh(toolShape.positions, toolShape.faces, { name: 'tool' }));
  const toolPositions = Float64Array.from(toolShape.positions);
  const toolBounds = boundsOf(toolPositions);
  const grid = makeGrid(bone.bounds, toolBounds, reach);
  const divided = mixedFaces();
  const words = [
    geometryOf(bone, bone.positions.subarray(0, 3 * bone.vertexCount), divided, grid.origin, grid.unit),
    geometryOf(tool, toolPositions, divided, grid.toolCentre, grid.unit),
  ];
  const index = words.map(({ words: geometry, faceOffset }, body) => oneCell(geometry, faceOffset, [bone, tool][body].faceCount, [2, 0][body])); // biome-ignore format: one call
  const scene = new Uint32Array(wordsOf(SCENE));
  const floats = new Float32Array(scene.buffer);
  const set = (values: Partial<Record<keyof typeof AT, number>>) => {
    for (const [name, value] of Object.entries(values)) scene[AT[name as keyof typeof AT]] = value;
  };
  set({ poseCount: poseMatrices.length, sides: 3, signed: (bone.signed ? 1 : 0) | (tool.signed ? 2 : 0) });
  floats[AT.tolerance] = tolerance / grid.unit / 2 ** 30;
  scene[AT.cornerCell] = Math.max(1, Math.min(2 ** 25, Math.ceil((cell ?? Infinity) / grid.unit)));
  set({ boneVertexCount: bone.vertexCount, boneFaceCount: bone.faceCount, boneFaceOffset: words[0].faceOffset });
  set({ toolVertexCount: tool.vertexCount, toolFaceCount: tool.faceCount, toolFaceOffset: words[1].faceOffset });
  set({ boneAxis: 2, boneU0: index[0].low[0], boneV0: index[0].low[1], boneCellSize: 2 ** 30, boneNu: 1, boneNv: 1 });
  set({ boneLevels: 1, boneCells: 1, toolLevels: 1, toolCells: 1 });
  set({ toolAxis: 0, toolU0: index[1].low[1], toolV0: index[1].low[2], toolCellSize: 2 ** 30, toolNu: 1, toolNv: 1 });
  set({ boneNodeOffset: words[0].nodeOffset, toolNodeOffset: words[1].nodeOffset });
  index.forEach(({ low, high }, body) => {
    const at = body === BONE ? AT.boneLowX : AT.toolLowX;
    scene.set(low, at);
    scene.set(high, at + 3);
  });
  const poses = poseMatrices.map((matrix) => checkPose(matrix));
  const poseWords = new Int32Array(POSE_WORDS * poses.length);
  const posed = new Int32Array(3 * tool.vertexCount * poses.length);
  poses.forEach((pose, i) => {
    const frame = toolFrame(pose, Math.max(bone.magnitude, 1e3));
    if (!writePose(grid, frame, poseWords, POSE_WORDS * i)) throw new Error(`Pose ${i} keeps the bodies apart.`);
    for (let v = 0; v < tool.vertexCount; v++)
      for (let k = 0; k < 3; k++) {
        const x = words[1].words.subarray(3 * v, 3 * v + 3);
        posed[3 * (tool.vertexCount * i + v) + k] =
          mulQ30(poseWords, POSE_WORDS * i + 3 * k, x) + poseWords[POSE_WORDS * i + 9 + k];
      }
  });
  const trees = [
    bvhWords(bone.bvh, bvhLayout(bone.bvh, 0.2), grid.origin, grid.unit),
    bvhWords(tool.bvh, bvhLayout(tool.bvh, 0), grid.toolCentre, grid.unit),
  ] as const;
  return {
    grid, bone, tool, poses, scene, poseWords, posed,
    geometry: [words[0].words, words[1].words],
    divided: [divided, divided],
    index: [index[0].words, index[1].words],
    tree: trees,
  }; // biome-ignore format: a record
}

/** The buffers of a scene, by the names of the kernels' bindings. */
export function sceneBuffers(gpu: Gpu, scene: CornerScene): Record<string, GPUBuffer> {
  return {
    scene: uniformOf(gpu, 'scene', scene.scene),
    poses: bufferOf(gpu, 'poses', scene.poseWords),
    boneGeometry: bufferOf(gpu, 'bone geometry', scene.geometry[BONE]),
    toolGeometry: bufferOf(gpu, 'tool geometry', scene.geometry[TOOL]),
    boneIndex: bufferOf(gpu, 'bone index', scene.index[BONE]),
    toolIndex: bufferOf(gpu, 'tool index', scene.index[TOOL]),
    boneBvh: bufferOf(gpu, 'bone tree', scene.tree[BONE]),
    toolBvh: bufferOf(gpu, 'tool tree', scene.tree[TOOL]),
    posed: bufferOf(gpu, 'posed', scene.posed),
  };
}

export function uniformOf(gpu: Gpu, label: string, values: Uint32Array): GPUBuffer {
  const buffer = gpu.buffer(label, values.byteLength, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
  gpu.device.queue.writeBuffer(buffer, 0, values.buffer, values.byteOffset, values.byteLength);
  return buffer;
}

/** A leaf by its body, pose, face, level and path. */
export interface Leaf {
  readonly body: number;
  readonly pose: number;
  readonly face: number;
  readonly level: number;
  readonly path: number;
}

/** Leaves of live faces, in row order. */
export function randomLeaves(scene: CornerScene, count: number, mostSplits: number, seed: number): Leaf[] {
  const random = mulberry32(seed);
  const below = (n: number) => Math.floor(n * random());
  const leaves = Array.from({ length: count }, () => {
    const body = below(2);
    const { faceCount, retired } = body === BONE ? scene.bone : scene.tool;
    const live = Array.from({ length: faceCount }, (_, f) => f).filter((f) => retired === null || retired[f] === 0);
    const [pose, face] = [below(scene.poses.length), live[below(live.length)]];
    return { body, pose, face, ...randomTriangle(scene.divided[body], face, mostSplits, random) };
  });
  return leaves.sort((a, b) => a.pose - b.pose || a.body - b.body || a.face - b.face || a.path - b.path);
}

/** The nine stored coordinates of a leaf; the tool must have been moved to its pose. */
export function storedCorners({ bone, tool, divided }: CornerScene, { body, face, level, path }: Leaf): Float64Array {
  const { positions, faces } = body === BONE ? bone : tool;
  const lattice = new Int32Array(6);
  pathCorners(divided[body].divisions, divided[body].nodeOf(face), level, path, lattice, 0);
  const out = new Float64Array(9);
  leafCorners(new TrianglePair().loadFirstFace(positions, faces, face).corners, lattice, 0, out);
  return out;
}

/** Vertices, faces, nodes. */
export function geometryOf(
  body: BoneBody | ToolBody,
  positions: Float64Array,
  divided: FaceDivisions,
  centre: readonly [number, number, number],
  unit: number,
): { words: Int32Array; faceOffset: number; nodeOffset: number } {
  const { divisions } = divided;
  const faces = faceWords(body, 0, body.faceCount, divided);
  const layout = geometryLayout(body.vertexCount, body.faceCount, divisions.count, 0);
  const words = new Int32Array(layout.words);
  words.set(vertexWords(positions, 0, body.vertexCount, centre, unit));
  words.set(faces, layout.faceOffset);
  words.set(nodeWords(divisions, 0, divisions.count), layout.nodeOffset);
  return { words, faceOffset: layout.faceOffset, nodeOffset: layout.nodeOffset };
}

/** An index of one cell with all faces, so that a walk finds every face. */
function oneCell(geometry: Int32Array, faceOffset: number, faceCount: number, axis: number) {
  const low = [2 ** 30, 2 ** 30, 2 ** 30];
  const high = [-(2 ** 30), -(2 ** 30), -(2 ** 30)];
  const spans: [number, number, number][] = [];
  for (let face = 0; face < faceCount; face++) {
    const corners = geometry.subarray(faceOffset + 4 * face, faceOffset + 4 * face + 3);
    if (corners[0] >>> 0 === RETIRED_CORNER) continue;
    const depths: number[] = [];
    for (const v of corners)
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], geometry[3 * v + k]);
        high[k] = Math.max(high[k], geometry[3 * v + k]);
        if (k === axis) depths.push(geometry[3 * v + k]);
      }
    spans.push([Math.min(...depths) - 1, Math.max(...depths) + 1, face]);
  }
  spans.sort((a, b) => a[0] - b[0] || a[2] - b[2]);
  const words = new Int32Array(4 * (1 + spans.length));
  words.set([0, spans.length, Math.max(0, ...spans.map(([near, far]) => far - near)), spans.length]);
  spans.forEach(([near, far, face], i) => {
    words.set([near, far, face | 0xc0000000, 0xff00ff00], 4 * (1 + i));
  });
  return { words, low, high };
}

function boundsOf(positions: Float64Array): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  positions.forEach((x, i) => {
    bounds[i % 3] = Math.min(bounds[i % 3], x);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], x);
  });
  return bounds;
}

/** Room for `cells` cells, all free, and for `faces` list entries. */
export function emptyCells(gpu: Gpu, cells: number, faces: number): { cells: GPUBuffer; cellFaces: GPUBuffer } {
  return {
    cells: bufferOf(gpu, 'cells', new Uint32Array(wordsOf(CORNER_CELL) * (1 + cells))),
    cellFaces: bufferOf(gpu, 'cell faces', new Uint32Array(wordsOf(CELL_FACE) * faces)),
  };
}

/** Runs one of CORNER_KERNELS over `items` threads; `counters` holds the number of leaves where leafCounters has it. */
export async function runCornerKernel(
  gpu: Gpu,
  label: (typeof CORNER_KERNELS)[number]['label'],
  buffers: Partial<Record<CornerBuffer, GPUBuffer>>,
  items: number,
  workgroupSize = 64,
): Promise<void> {
  const kernel = CORNER_KERNELS.find((candidate) => candidate.label === label)!;
  const pipeline = await gpu.kernel({ ...kernel, constants: { workgroupSize, leafCountWord: COUNTERS.leaves } });
  const entries = entriesOf(kernel.bindings, buffers as Record<CornerBuffer, GPUBuffer>);
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  dispatch(pass, groupsOver(items, workgroupSize));
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
}

/**
 * Counters with the number of leaves in the pipeline's word, so that a device compiles each kernel once for the
 * pipeline and for the stage alone; bindable as storage and as uniform.
 */
export function leafCounters(gpu: Gpu, leaves: number): GPUBuffer {
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const buffer = gpu.buffer('counters', 4 * COUNTER_WORDS, usage);
  gpu.device.queue.writeBuffer(buffer, 4 * COUNTERS.leaves, Uint32Array.of(leaves));
  return buffer;
}

/** SUB_TRIANGLE_ROW words of leaves without near faces. @param inside 1 if all are proved inside. */
export function rowWords(leaves: readonly Leaf[], inside = 0): Uint32Array {
  const words = new Uint32Array(wordsOf(SUB_TRIANGLE_ROW) * Math.max(1, leaves.length));
  leaves.forEach(({ body, pose, face, level, path }, i) => {
    const state = packedWord(ROW_STATE, { pose, level, side: inside });
    const row = [packedWord(OWNER, { face, body }), state, path];
    words.set(row, wordsOf(SUB_TRIANGLE_ROW) * i);
  });
  return words;
}
