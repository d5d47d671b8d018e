// A bone, a tool and the options of a query → what is resident on the GPU between queries, and the words that describe
// it to the kernels.

import type { BoneBody, ToolBody } from '#bodies';
import { GpuBody } from '#bodies';
import { faceSets, meanExtent } from '#candidates';
import { type FaceDivisions, MOST_DEPTH, TOO_FINE_NODE } from '#divisions';
import { DeviceError, isStretchEnough, type LocalFrame, type RigidPose, reportDistance } from '#core';
import {
  type Gpu,
  type Grid,
  inflation,
  isFineEnough,
  makeGrid,
  POSE_WORDS,
  widthsAbove,
  widthsBelow,
  writePose,
} from '#gpu';
import {
  ACTIVE_FACES,
  BONE,
  type CandidateMethod,
  FACES_PER_WORD,
  FRONT_PAIR,
  MOST_IMAGE_PIXELS,
  SCENE,
  TOOL,
  UNITS_PER_WIDTH,
  wordOffsets,
  wordsOf,
} from '#records';
import { cellCount, type IndexKernels } from '#scanlines';
import type { QueryOptions } from '../query-options.ts';

const AT = wordOffsets(SCENE);
/** The fields that SCENE has for either body, with `bone` or `tool` before the name. */
type BodyField = keyof typeof SCENE extends infer Field ? (Field extends `bone${infer Name}` ? Name : never) : never;
/** Bit masks of the bodies. */
const MASK = { bone: 1 << BONE, tool: 1 << TOOL, both: (1 << BONE) | (1 << TOOL) } as const;
/**
 * mm: the GPU's distance of a contact is off by at most this, or the CPU measures it. With f64's rounding, this is
 * below GPU_DISTANCE_ERROR.
 */
const TOLERANCE = 2 ** -14;

/**
 * Edge of the cells that share lists of near faces, in h: in narrower ones lists are shorter, but as the tool moves on,
 * more have to be made.
 */
const LIST_CELL = 1.5;
const CELLS_ACROSS = 1000;
/** Units. */
const WIDEST_CELL = 2 ** 25;

/**
 * What a pose gives: words written; a tool too far from the bone for any contact; or a scene for which the grid, f64 at
 * these coordinates, or the deepest level is too coarse.
 */
type PosePlace = 'written' | 'separated' | 'unfit';

export class GpuScene {
  readonly grid: Grid;
  bone: GpuBody;
  readonly tool: GpuBody;
  /** SET_PLACE records of the tool's faces. */
  readonly toolSets: GPUBuffer;
  /** Changes with every change of the bone. */
  edition = 0;
  readonly #bodies: { readonly bone: BoneBody; readonly tool: ToolBody };
  readonly #options: QueryOptions;
  /** Bound on all coordinates for which the grid's maxDistance holds, mm. */
  readonly #magnitude: number;
  /** The most splits from a face to a leaf; above MOST_DEPTH if a face may not be divided so finely. */
  #deepest: number;
  /** mm: the greater of the two bodies' mean face extents. */
  readonly #faceExtent: number;
  #isDestroyed = false;

  /** @throws DeviceError TOO_LARGE_FOR_DEVICE. */
  constructor(gpu: Gpu, kernels: IndexKernels, bone: BoneBody, tool: ToolBody, options: QueryOptions) {
    this.#bodies = { bone, tool };
    this.#options = options;
    const { contactDistance, resolution } = options;
    // A posed tool that comes within δ' of the bone has coordinates below this; the factor is for growth by edits.
    this.#magnitude = 4 * (bone.magnitude + tool.ownMagnitude + contactDistance);
    this.grid = makeGrid(bone.bounds, tool.ownBounds, reportDistance(contactDistance, this.#magnitude));
    const { unit, toolCentre } = this.grid;
    this.#faceExtent = Math.max(
      ...[bone, tool].map((body) => meanExtent(body.ownPositions(), body.faces, body.faceCount)),
    );
    const divided = tool.ownDivided(resolution);
    this.#deepest = Math.max(deepestOf(this.#boneDivided, 0, bone.faceCount), deepestOf(divided, 0, tool.faceCount));
    const made: { destroy(): void }[] = [];
    const owned = <Owned extends { destroy(): void }>(one: Owned): Owned => {
      made.push(one);
      return one;
    };
    try {
      const place = { centre: toolCentre, unit, isEdited: false };
      this.bone = owned(this.#makeBone(gpu, kernels));
      this.tool = owned(new GpuBody(gpu, kernels, 'tool', tool, divided, place));
      const sets = faceSets(tool, tool.bvh.order, tool.topology.welded);
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
      this.toolSets = owned(gpu.buffer('tool: sets', sets.byteLength, usage));
      gpu.device.queue.writeBuffer(this.toolSets, 0, sets);
    } catch (error) {
      for (const one of made) one.destroy();
      throw error;
    }
  }

  get #boneDivided(): FaceDivisions {
    return this.#bodies.bone.divided(this.#options.resolution);
  }

  /** mm: the grid's width. */
  get width(): number {
    return this.grid.unit * UNITS_PER_WIDTH;
  }

  /** Applies an edit of the bone. @returns false if it does not fit; a new scene must then be made. */
  edit(removed: Uint32Array, firstVertex: number, firstFace: number): boolean {
    this.edition++;
    const { bone } = this.#bodies;
    const { bounds } = this.grid;
    const isInGrid = [0, 1, 2].every((k) => bone.bounds[k] >= bounds[k] && bone.bounds[3 + k] <= bounds[3 + k]);
    if (!isInGrid || 2 * bone.magnitude > this.#magnitude) return false;
    const divided = this.#boneDivided;
    this.#deepest = Math.max(this.#deepest, deepestOf(divided, firstFace, bone.faceCount));
    return this.bone.edit(removed, firstVertex, firstFace, divided);
  }

  /**
   * Uploads the bone's live faces under new numbers. The grid stays: intervals follow from it.
   * @returns false if the device cannot hold them.
   */
  remakeBone(gpu: Gpu, kernels: IndexKernels): boolean {
    this.edition++;
    this.bone.destroy();
    try {
      this.bone = this.#makeBone(gpu, kernels);
      return true;
    } catch (error) {
      if (error instanceof DeviceError && error.code === 'TOO_LARGE_FOR_DEVICE') return false;
      throw error;
    }
  }

  #makeBone(gpu: Gpu, kernels: IndexKernels): GpuBody {
    const { bone } = this.#bodies;
    const { unit, origin } = this.grid;
    return new GpuBody(gpu, kernels, 'bone', bone, this.#boneDivided, { centre: origin, unit, isEdited: true });
  }

  /** Writes the POSE record number `row`. */
  place(pose: RigidPose, out: Int32Array, row: number): PosePlace {
    const { bone, tool } = this.#bodies;
    const magnitude = Math.max(tool.magnitudeUnder(pose), bone.magnitude);
    const frame: LocalFrame = tool.frameUnder(pose, bone.magnitude);
    if (this.#deepest > MOST_DEPTH || !isFineEnough(this.grid, magnitude)) return 'unfit';
    if (!isStretchEnough(magnitude, this.#options.resolution)) return 'unfit';
    return writePose(this.grid, frame, out, POSE_WORDS * row) ? 'written' : 'separated';
  }

  /** Whether the bone's faces inside the tool must be looked for. */
  get needsBoneInterior(): boolean {
    return this.#options.sides !== 'tool' && this.#bodies.tool.signed;
  }

  get toolVertexCount(): number {
    return this.#bodies.tool.vertexCount;
  }

  get toolFaceCount(): number {
    return this.#bodies.tool.faceCount;
  }

  /** Words of a pose's bitmaps of faces: the bone's and the tool's. */
  get bitmapWords(): readonly [number, number] {
    const { bone, tool } = this.#bodies;
    return [Math.ceil(bone.faceCount / FACES_PER_WORD), Math.ceil(tool.faceCount / FACES_PER_WORD)];
  }

  /** How stage 1 finds pairs. */
  get method(): CandidateMethod {
    return this.#bodies.bone.method;
  }

  /** The wanted edge of an image's pixels, in units: about the extent of a face. */
  get imagePixel(): number {
    return this.#faceExtent / this.grid.unit;
  }

  /**
   * Memory of a pose on the GPU before it touches anything: posed vertices, three bitmaps, and for each word of one its
   * active faces and their count; for a front, also two pairs and a count per tool face; for an image, two counts per
   * pixel and one per leaf of the bone's BVH.
   */
  get bytesPerPose(): number {
    const [bone, tool] = this.bitmapWords;
    const bitmapWords = (4 + wordsOf(ACTIVE_FACES)) * (bone + tool);
    const frontWords = this.method === 'bvh-front' ? 2 * wordsOf(FRONT_PAIR) + 1 : 0;
    const imageWords = this.method === 'image' ? 2 * MOST_IMAGE_PIXELS + this.bone.bvhLeaves : 0;
    return 4 * (imageWords + 3 * this.toolVertexCount + frontWords * this.toolFaceCount + bitmapWords);
  }

  /** The SCENE record. */
  words(poseCount: number): Uint32Array {
    const { bone, tool } = this.#bodies;
    const { sides, contactDistance } = this.#options;
    const words = new Uint32Array(wordsOf(SCENE));
    const floats = new Float32Array(words.buffer);
    words[AT.poseCount] = poseCount;
    words[AT.sides] = MASK[sides];
    words[AT.signed] = (bone.signed ? MASK.bone : 0) | (tool.signed ? MASK.tool : 0);
    words[AT.inflate] = inflation(this.grid);
    floats[AT.maxDistance] = widthsAbove(this.grid, this.grid.maxDistance);
    floats[AT.within] = widthsBelow(this.grid, contactDistance);
    floats[AT.tolerance] = widthsBelow(this.grid, TOLERANCE);
    words[AT.cornerCell] = this.#cornerCell();
    const [boneBitmapWords, toolBitmapWords] = this.bitmapWords;
    const writeBody = (name: 'bone' | 'tool', fields: Readonly<Record<BodyField, number>>) => {
      for (const [field, value] of Object.entries(fields)) words[AT[`${name}${field as BodyField}`]] = value;
    };
    writeBody('bone', bodyFields(bone, this.bone, boneBitmapWords));
    writeBody('tool', bodyFields(tool, this.tool, toolBitmapWords));
    return words;
  }

  /**
   * Units: LIST_CELL times h, but wide enough for CELLS_ACROSS cells to span either body, and no wider than
   * WIDEST_CELL, which keeps places of cells within an i32 (wgsl/proximity/corner-cells.wgsl).
   */
  #cornerCell(): number {
    const extents = [this.bone, this.tool].flatMap(({ bounds }) => [0, 1, 2].map((k) => bounds[3 + k] - bounds[k]));
    const wanted = Math.ceil((LIST_CELL * this.#options.resolution) / this.grid.unit);
    return Math.min(WIDEST_CELL, Math.max(wanted, Math.ceil(Math.max(...extents) / CELLS_ACROSS)));
  }

  get isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  destroy(): void {
    this.#isDestroyed = true;
    for (const owned of [this.bone, this.tool, this.toolSets]) owned.destroy();
  }
}

function deepestOf(divided: FaceDivisions, from: number, to: number): number {
  let deepest = 0;
  for (let face = from; face < to; face++) {
    const node = divided.nodeOf(face);
    deepest = Math.max(deepest, node === TOO_FINE_NODE ? MOST_DEPTH + 1 : divided.divisions.depths[node]);
  }
  return deepest;
}

function bodyFields(
  { vertexCount, faceCount }: BoneBody | ToolBody,
  { layout, index, bounds }: GpuBody,
  bitmapWords: number,
): Readonly<Record<BodyField, number>> {
  const { grid, levels } = index;
  const [lowX, lowY, lowZ, highX, highY, highZ] = bounds;
  return {
    VertexCount: vertexCount,
    FaceCount: faceCount,
    FaceOffset: layout.faceOffset,
    NodeOffset: layout.nodeOffset,
    Axis: grid.axis,
    U0: grid.u0,
    V0: grid.v0,
    CellSize: grid.cellSize,
    Nu: grid.nu,
    Nv: grid.nv,
    Levels: levels,
    Cells: cellCount(grid),
    LowX: lowX,
    LowY: lowY,
    LowZ: lowZ,
    HighX: highX,
    HighY: highY,
    HighZ: highZ,
    BitmapWords: bitmapWords,
  };
}
