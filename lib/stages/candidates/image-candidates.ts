// An image of the tool's layers × the bone's BVH → the pairs of faces that may come within maxDistance of each other,
// each once.
//
//   (1) The overlap of the bone's box with the tool's, grown by maxDistance, is viewed along its thinnest axis
//       (ImagePlane). If the overlap is empty, there are no pairs. Nodes of the bone's BVH, each small in the image,
//       make a coarse image; nodes of the tool's BVH near its intervals are descended (ImagePyramid).
//   (2) The tool faces reached are posed, and a finer image is laid over the overlap of the bone's box with theirs.
//       Each face, grown by maxDistance, leaves an interval of depth in every pixel that it touches (ImageFace,
//       ImageLayers).
//   (3) Nodes of the bone's BVH near this image's intervals are descended.
//   (4) A bone face searches the lists of the pixels that it touches. A face that overlaps it in depth, and is near it
//       in the tool's frame too (FaceDescent), makes a pair. It is tested once per bone face: `seen` records the last.
//
// Complete: let p on a bone face and q on a tool face be within maxDistance. p lies in both overlaps, hence in a pixel
// of either image. In the coarse one, a node that contains p and the grown box of each node that contains q cover p's
// pixel and depth, so that (1) reaches q's face. In the fine one the bone face leaves an interval in p's pixel that
// contains p's depth; so does the tool face, from which p is off by at most maxDistance along each axis (ImageFace),
// and so do nodes above the bone face.

import { GrowingArray, grown, posedBox, UNIT_ROUNDOFF } from '#core';
import { BRANCHING, type CandidatePairs, type CandidateStage, type Surface } from '#records';
import { FaceDescent } from './face-descent.ts';
import { ImageFace } from './image-face.ts';
import { ImageLayers, NO_LAYER } from './image-layers.ts';
import { type ImageAim, type ImageBox, ImagePlane } from './image-plane.ts';
import { ImagePyramid } from './image-pyramid.ts';
import { meanExtent } from './mean-extent.ts';

/** The ratio of a pixel's size to the mean extent of a face of both bodies. */
const PIXEL_RATIO = 1;
/** An image has at most this many pixels: a few for each tool face in it … */
const PIXELS_A_FACE = 4;
/** … but this many are always allowed. */
const LEAST_PIXEL_LIMIT = 1024;
/** A coarse image has at most this many pixels. */
const COARSE_PIXELS = 1024;

type IsEnough = ((first: number) => boolean) | undefined;

export class ImageCandidates implements CandidateStage {
  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #plane = new ImagePlane();
  readonly #face = new ImageFace();
  readonly #layers = new ImageLayers();
  readonly #pyramid = new ImagePyramid();
  readonly #box: ImageBox = { firstColumn: 0, lastColumn: 0, firstRow: 0, lastRow: 0, near: 0, far: 0 };
  readonly #descent = new FaceDescent();
  readonly #aim: ImageAim = { maxDistance: 0.5, magnitude: 0.5, pixel: 0.5 };
  /** The inflation of the boxes of the tool's nodes, mm: maxDistance and the frame's slack. */
  readonly #margin = new Float64Array(1);
  readonly #nodeBox = new Float64Array(6);
  /** The overlap: low x, y, z, high x, y, z. */
  readonly #overlap = new Float64Array(6);
  /** Places in the tool's BVH of the faces in the image. */
  readonly #places = new GrowingArray(new Uint32Array(256));
  /** For each place, the bone face that tested it last, by its number in the query. */
  #seen = new Uint32Array(0);
  #looked = 0;
  /** The bone's leaf at which isEnough ended the last search: the next begins there. */
  #likely = 0;
  /** Mean extent of the bone's faces, then of the tool's, mm; the bone's edit count that the first belongs to. */
  readonly #extents = new Float64Array(2);
  #edits = -1;

  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
    this.#extents[1] = meanExtent(tool.ownPositions(), tool.faces, tool.faceCount);
  }

  /** As specified in CandidateStage. */
  find(maxDistance: number, out: CandidatePairs, isEnough?: (first: number) => boolean): void {
    const { bvh } = this.#bone;
    out.clear();
    this.#places.length = 0;
    this.#aim.maxDistance = maxDistance;
    if (!this.#drawBone()) return;
    this.#clearOverlap();
    this.#gather(this.#tool.bvh.levels.length - 1, 0);
    if (this.#places.length === 0) return;
    this.#drawTool();
    this.#descent.begin(this.#tool, maxDistance);
    this.#forget();
    this.#visit(bvh.levels.length - 1, 0, out, isEnough);
  }

  /** Step 1: the coarse image. @returns whether the boxes overlap. */
  #drawBone(): boolean {
    const bone = this.#bone;
    const { bvh, frame, magnitude } = this.#tool;
    const aim = this.#aim;
    const overlap = this.#overlap;
    if (this.#edits !== bone.edits) {
      this.#edits = bone.edits;
      this.#extents[0] = meanExtent(bone.positions, bone.faces, bone.faceCount);
    }
    aim.magnitude = Math.max(bone.magnitude, magnitude);
    aim.pixel = PIXEL_RATIO * Math.max(this.#extents[0], this.#extents[1]);
    this.#margin[0] = (aim.maxDistance + frame.slack) * (1 + 4 * UNIT_ROUNDOFF);
    posedBox(bvh.levels[bvh.levels.length - 1], 0, frame, this.#margin, overlap, 0);
    for (let k = 0; k < 3; k++) {
      overlap[k] = Math.max(bone.bounds[k], overlap[k]);
      overlap[3 + k] = Math.min(bone.bounds[3 + k], overlap[3 + k]);
      if (overlap[k] > overlap[3 + k]) return false;
    }
    const plane = this.#plane;
    plane.lay(overlap, aim, COARSE_PIXELS);
    this.#pyramid.begin(plane.columns, plane.rows);
    this.#drawNode(bone.bvh.levels.length - 1, 0);
    this.#pyramid.finish();
    return true;
  }

  /** A node at most two pixels across, or a leaf, goes into the coarse image. */
  #drawNode(level: number, node: number): void {
    const { bvh } = this.#bone;
    const box = this.#box;
    if (!this.#plane.takeBox(bvh.levels[level], 6 * node, box)) return;
    if (level === 0 || (box.lastColumn - box.firstColumn < 2 && box.lastRow - box.firstRow < 2)) {
      this.#pyramid.widenBox(box);
      return;
    }
    const first = BRANCHING * node;
    const end = Math.min(first + BRANCHING, bvh.sizes[level - 1]);
    for (let child = first; child < end; child++) this.#drawNode(level - 1, child);
  }

  #clearOverlap(): void {
    for (let k = 0; k < 3; k++) {
      this.#overlap[k] = Number.POSITIVE_INFINITY;
      this.#overlap[3 + k] = Number.NEGATIVE_INFINITY;
    }
  }

  /** Step 1 below a node of the tool: fills #places, and #overlap with the box of their faces. */
  #gather(level: number, node: number): void {
    const { bvh, frame } = this.#tool;
    posedBox(bvh.levels[level], 6 * node, frame, this.#margin, this.#nodeBox, 0);
    if (!this.#plane.takeBox(this.#nodeBox, 0, this.#box) || !this.#pyramid.isNear(this.#box)) return;
    const first = BRANCHING * node;
    if (level === 0) {
      this.#gatherFaces(first, Math.min(first + BRANCHING, bvh.count));
      return;
    }
    const end = Math.min(first + BRANCHING, bvh.sizes[level - 1]);
    for (let child = first; child < end; child++) this.#gather(level - 1, child);
  }

  /** If a rounded difference lies beyond a bound, so does the exact one. */
  #gatherFaces(first: number, end: number): void {
    const tool = this.#tool;
    const { order } = tool.bvh;
    const { bounds } = this.#bone;
    const { maxDistance } = this.#aim;
    const overlap = this.#overlap;
    tool.poseFaces?.(order, first, end);
    const { positions: A, faces } = tool;
    for (let place = first; place < end; place++) {
      const f = 3 * order[place];
      const a = 3 * faces[f];
      const b = 3 * faces[f + 1];
      const c = 3 * faces[f + 2];
      let isNear = true;
      for (let k = 0; k < 3; k++) {
        if (Math.min(A[a + k], A[b + k], A[c + k]) - maxDistance > bounds[3 + k]) isNear = false;
        if (Math.max(A[a + k], A[b + k], A[c + k]) + maxDistance < bounds[k]) isNear = false;
      }
      if (!isNear) continue;
      this.#places.push(place);
      for (let k = 0; k < 3; k++) {
        overlap[k] = Math.min(overlap[k], A[a + k], A[b + k], A[c + k]);
        overlap[3 + k] = Math.max(overlap[3 + k], A[a + k], A[b + k], A[c + k]);
      }
    }
  }

  /** Step 2. */
  #drawTool(): void {
    const { bounds } = this.#bone;
    const tool = this.#tool;
    const aim = this.#aim;
    const { maxDistance } = aim;
    const overlap = this.#overlap;
    for (let k = 0; k < 3; k++) {
      overlap[k] = Math.max(bounds[k], overlap[k] - maxDistance);
      overlap[3 + k] = Math.min(bounds[3 + k], overlap[3 + k] + maxDistance);
    }
    const { values: places, length } = this.#places;
    const plane = this.#plane;
    plane.lay(overlap, aim, LEAST_PIXEL_LIMIT + PIXELS_A_FACE * length);
    this.#layers.begin(plane.columns, plane.rows);
    this.#pyramid.begin(plane.columns, plane.rows);
    const face = this.#face;
    face.begin(plane, plane.reach);
    const { positions: A, faces } = tool;
    const { order } = tool.bvh;
    for (let i = 0; i < length; i++) {
      const f = 3 * order[places[i]];
      if (face.take(A, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]))
        this.#layers.add(face, places[i], this.#pyramid);
    }
    this.#pyramid.finish();
    face.begin(plane, 0);
  }

  /** Step 3. @returns whether isEnough ended the search. */
  #visit(level: number, node: number, out: CandidatePairs, isEnough: IsEnough): boolean {
    const { bvh } = this.#bone;
    if (!this.#plane.takeBox(bvh.levels[level], 6 * node, this.#box) || !this.#pyramid.isNear(this.#box)) return false;
    if (level === 0) return this.#visitFaces(node, out, isEnough);
    const first = BRANCHING * node;
    const count = Math.min(BRANCHING, bvh.sizes[level - 1] - first);
    const likely = isEnough === undefined ? 0 : this.#childTowards(first, count, level - 1);
    for (let i = 0; i < count; i++)
      if (this.#visit(level - 1, first + ((likely + i) % count), out, isEnough)) return true;
    return false;
  }

  /** Step 4 for the faces of a leaf of the bone. @returns as #visit. */
  #visitFaces(leaf: number, out: CandidatePairs, isEnough: IsEnough): boolean {
    const { bvh, positions, faces, retired } = this.#bone;
    const last = Math.min(BRANCHING * (leaf + 1), bvh.count);
    for (let place = BRANCHING * leaf; place < last; place++) {
      const boneFace = bvh.order[place];
      if (retired?.[boneFace] === 1) continue;
      const f = 3 * boneFace;
      const a = 3 * faces[f];
      const b = 3 * faces[f + 1];
      const c = 3 * faces[f + 2];
      if (!this.#face.take(positions, a, b, c)) continue;
      const first = out.length;
      this.#addPairs(boneFace, a, b, c, out);
      if (isEnough === undefined || out.length === first || !isEnough(first)) continue;
      this.#likely = leaf;
      return true;
    }
    return false;
  }

  /** Adds the pairs of the bone face that #face took, whose corners are at a, b, c. */
  #addPairs(boneFace: number, a: number, b: number, c: number, out: CandidatePairs): void {
    const face = this.#face;
    const { heads, places, near, far, next } = this.#layers;
    const { order } = this.#tool.bvh;
    const { columns } = this.#plane;
    const seen = this.#seen;
    const look = ++this.#looked;
    let isTaken = false;
    for (let row = face.firstRow; row <= face.lastRow; row++)
      for (let column = face.rowFirst[row]; column <= face.rowLast[row]; column++) {
        const nearest = Math.max(face.rowNear[row], face.columnNear[column]);
        const farthest = Math.min(face.rowFar[row], face.columnFar[column]);
        for (let at = heads[column + columns * row]; at !== NO_LAYER; at = next[at]) {
          const place = places[at];
          if (near[at] > farthest || far[at] < nearest || seen[place] === look) continue;
          seen[place] = look;
          if (!isTaken && !this.#descent.take(this.#bone.positions, a, b, c)) return;
          isTaken = true;
          if (!this.#descent.isNearFace(place)) continue;
          out.reserve(1);
          out.columns.boneFace[out.length] = boneFace;
          out.columns.toolFace[out.length++] = order[place];
        }
      }
  }

  /** Makes room in #seen for all places, and marks them as unseen. */
  #forget(): void {
    this.#seen = grown(this.#seen, 0, this.#tool.bvh.count);
    for (let i = 0; i < this.#places.length; i++) this.#seen[this.#places.values[i]] = 0;
    this.#looked = 0;
  }

  /** The offset from `begin` of the node, among `count`, that contains the likely leaf; 0 if none does. */
  #childTowards(begin: number, count: number, level: number): number {
    const child = Math.floor(this.#likely / BRANCHING ** level) - begin;
    return child > 0 && child < count ? child : 0;
  }
}
