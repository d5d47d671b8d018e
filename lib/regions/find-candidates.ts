// Bone scanlines × the tool's cluster tree under a pose → the pairs of faces that may come within a reach of each other, each once.

import { type CandidatePairs, type ClusterTree, FAN, type Surface } from '../records/index.ts';
import { faceBoxes } from './face-boxes.ts';
import { FaceInFrame } from './face-in-frame.ts';
import { FacesNearBox } from './faces-near-box.ts';
import { OrientedBox } from './oriented-box.ts';

/** A node of the tool's tree whose bounds cover no more cells than this looks for bone faces in them; one that covers more leaves it to its children. */
const MOST_CELLS = 128;

export class CandidateFinder {
  readonly #near = new FacesNearBox();
  readonly #box = new OrientedBox();
  readonly #face = new FaceInFrame();
  #tree: ClusterTree | null = null;
  #faceBoxes: Float32Array = new Float32Array(0);
  /** A face below the node where it was enough last, by its place in the tree: a guess where it will be enough first. */
  #likely = 0;

  /**
   * Fills `out` with every pair (bone face, tool face) whose faces come within `reach` (mm, ≥ 0) of each other, and with some whose boxes and planes do not tell them apart. The
   * tool faces that go with one bone face come one after the other, in the tree's order.
   * @param isEnough asked when pairs from row `first` on have been added; where it says so, the rest is not looked for. What comes first depends on earlier poses.
   */
  find(bone: Surface, tool: Surface, reach: number, out: CandidatePairs, isEnough?: (first: number) => boolean): void {
    const { clusters, frame } = tool;
    if (this.#tree !== clusters) {
      this.#tree = clusters;
      this.#faceBoxes = faceBoxes(clusters, tool.ownPositions(), tool.faces);
    }
    this.#box.setFrame(frame, reach);
    this.#face.setFrame(frame, reach);
    this.#near.clear(bone.faceCount);
    out.clear();
    this.#visit(bone, tool, clusters.levels.length - 1, 0, out, isEnough);
    if (isEnough === undefined) tool.poseFaces?.(out.columns.toolFace, 0, out.length);
  }

  /** Takes the bone faces about a node, or about each of its children. @returns whether it was enough. */
  #visit(
    bone: Surface,
    tool: Surface,
    level: number,
    node: number,
    out: CandidatePairs,
    isEnough: ((first: number) => boolean) | undefined,
  ): boolean {
    const box = this.#box;
    const { bounds, scanlines } = bone;
    const { clusters } = tool;
    box.take(clusters.levels[level], 6 * node);
    for (let k = 0; k < 3; k++) if (box.bounds[k] > bounds[3 + k] || box.bounds[3 + k] < bounds[k]) return false;
    if (level > 0 && FacesNearBox.cellsOf(scanlines, box.bounds) > MOST_CELLS) {
      const begin = FAN * node;
      const count = Math.min(FAN, clusters.sizes[level - 1] - begin);
      const likely = isEnough === undefined ? 0 : this.#childTowards(begin, count, level - 1);
      for (let i = 0; i < count; i++)
        if (this.#visit(bone, tool, level - 1, begin + ((likely + i) % count), out, isEnough)) return true;
      return false;
    }
    const seen = this.#near.faces.length;
    this.#near.add(scanlines, box);
    const { values, length } = this.#near.faces;
    const { positions, faces } = bone;
    const top = clusters.levels.length - 1;
    for (let i = seen; i < length; i++) {
      const f = 3 * values[i];
      if (!this.#face.take(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2], clusters.levels[top], 0))
        continue;
      const first = out.length;
      this.#descend(clusters, values[i], top, 0, out);
      if (isEnough === undefined || out.length === first) continue;
      tool.poseFaces?.(out.columns.toolFace, first, out.length);
      if (!isEnough(first)) continue;
      this.#likely = node * FAN ** (level + 1);
      return true;
    }
    return false;
  }

  /** Which of `count` nodes from `begin` on holds the likely face; 0 where none does. */
  #childTowards(begin: number, count: number, level: number): number {
    const child = Math.floor(this.#likely / FAN ** (level + 1)) - begin;
    return child > 0 && child < count ? child : 0;
  }

  /** Appends the pairs of the bone face taken with the faces below a node. */
  #descend(clusters: ClusterTree, boneFace: number, level: number, node: number, out: CandidatePairs): void {
    const first = FAN * node;
    if (level > 0) {
      const count = Math.min(FAN, clusters.sizes[level - 1] - first);
      let mask = this.#face.reaching(clusters.levels[level - 1], 6 * first, count);
      for (; mask !== 0; mask &= mask - 1)
        this.#descend(clusters, boneFace, level - 1, first + 31 - Math.clz32(mask & -mask), out);
      return;
    }
    let mask = this.#face.reaching(this.#faceBoxes, 6 * first, Math.min(FAN, clusters.count - first));
    if (mask === 0) return;
    out.reserve(FAN);
    const { columns } = out;
    for (; mask !== 0; mask &= mask - 1) {
      columns.boneFace[out.length] = boneFace;
      columns.toolFace[out.length++] = clusters.order[first + 31 - Math.clz32(mask & -mask)];
    }
  }
}
