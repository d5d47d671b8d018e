// Intersecting pairs → the parts into which the bone's surface cuts the tool's, and which of them have emerged from the
// bone, exactly.
//
//          shank              Remove the points that the tool's surface shares with the bone's. What remains falls into
//       ┌────●────┐           connected parts, each wholly inside the bone or wholly outside. A part
//   ────│─────────│─── bone   outside has emerged unless it holds the shank.
//       │ inside  │
//   ────│─────────│───        The parts are the connected components of a graph (PartNodes), found by union–find: its
//       └─────────┘ emerged   nodes are the tool's vertices, the pieces of cut edges and the regions of cut faces.
//
// 1. A face that shares no point with the bone joins its three corners.
// 2. A face that shares one is cut into regions: by signs if curves cross the face cleanly (cutByCurves), else in
//    fractions (cutExactly). Each region is joined with the corners and the edge pieces on its rim.
// 3. For every part next to a cut, the bone's winding number about one of its points is computed exactly. Parts outside
//    the bone are grouped by the tool's connected components.
// 4. In each component, the part with the shank is held or, if the shank is not in it, the part with the vertex
//    farthest from the bone. The other parts have emerged.
//
// Exact: only signs of exact predicates, winding numbers and integers decide which parts there are and on which side
// each lies.

import { DisjointSets, stopIfUnwanted } from '#core';
import type { SolidTest } from '#records';
import { cutByCurves } from './cut-by-curves.ts';
import { cutExactly } from './cut-exactly.ts';
import type { CutInput, FaceCut, Solid } from './face-cut.ts';
import { PartNodes } from './part-nodes.ts';

/** The value in #cutOf of an uncut face. */
const WHOLE = -1;

/** Among the wanted vertices of the tool, all of one connected component, the one farthest from the bone. */
export type FarthestVertex = (isWanted: (vertex: number) => boolean) => number;

/** Cuts a face by signs if they decide, else in fractions. */
function cutFace(input: CutInput): FaceCut {
  return cutByCurves(input) ?? cutExactly(input);
}

export class ToolParts {
  /** The cut faces. */
  cuts: readonly FaceCut[] = [];
  readonly #bone: Solid;
  readonly #tool: Solid;
  readonly #solid: SolidTest;
  readonly #cutFace: (input: CutInput) => FaceCut;
  /** The index in `cuts` of each face, or WHOLE. */
  #cutOf = new Int32Array(0);
  #sets = new DisjointSets(0);
  /** The tool's connected components, by welded vertices: the same at every pose and for any bone. */
  #components: DisjointSets | null = null;
  readonly #emerged = new Set<number>();
  readonly #windings = new Map<number, number>();

  /** @param cut cuts a face; any exact method gives the same parts (a spec cuts all faces in fractions). */
  constructor(bone: Solid, tool: Solid, cut = cutFace) {
    this.#bone = bone;
    this.#tool = tool;
    this.#cutFace = cut;
    this.#solid = bone.solid;
  }

  /** Whether a part has emerged at the pose of the last `find`. */
  get isThrough(): boolean {
    return this.#emerged.size > 0;
  }

  /**
   * Cuts the tool at its current pose.
   * @param pairs all pairs of faces that share a point: bone face, tool face, …
   * @param shank a vertex of the tool. In each connected component that is cut and does not hold it, and in all of them
   * if it is null, the vertex farthest from the bone takes its place.
   */
  find(pairs: Uint32Array, shank: number | null, farthest: FarthestVertex): void {
    this.#emerged.clear();
    this.#windings.clear();
    if (this.#cutOf.length < this.#tool.faceCount) this.#cutOf = new Int32Array(this.#tool.faceCount).fill(WHOLE);
    for (const { face } of this.cuts) this.#cutOf[face] = WHOLE;
    this.cuts = [];
    if (pairs.length > 0) this.#cut(pairs, shank, farthest);
    else this.#sets = this.#componentSets();
  }

  /** Whether all of a face has emerged. */
  hasEmerged(face: number): boolean {
    if (this.#emerged.size === 0 || this.#cutOf[face] !== WHOLE) return false;
    return this.#isEmerged(this.#tool.topology.welded[this.#tool.faces[3 * face]]);
  }

  /** Whether all of a face lies inside the bone or outside it; null if it is cut. */
  isWholeInside(face: number): boolean | null {
    if (this.#cutOf[face] !== WHOLE) return null;
    // Vertices precede other nodes, so the root of a part that has a vertex, its least member, is a vertex.
    const root = this.#sets.find(this.#tool.topology.welded[this.#tool.faces[3 * face]]);
    return this.#windingAtVertex(root) !== 0;
  }

  /** The cut of a face; null if it is whole. */
  cutOf(face: number): FaceCut | null {
    const cut = this.#cutOf[face];
    return cut === WHOLE ? null : this.cuts[cut];
  }

  hasEmergedRegion(cut: FaceCut): boolean {
    for (let region = 0; region < cut.regions; region++) if (this.hasRegionEmerged(cut, region)) return true;
    return false;
  }

  hasRegionEmerged({ firstNode }: FaceCut, region: number): boolean {
    return this.#isEmerged(firstNode + region);
  }

  /** Whether a vertex of the tool belongs to an emerged part. */
  hasVertexEmerged(vertex: number): boolean {
    return this.#isEmerged(this.#tool.topology.welded[vertex]);
  }

  #isEmerged(node: number): boolean {
    return this.#emerged.has(this.#sets.find(node));
  }

  #cut(pairs: Uint32Array, shank: number | null, farthest: FarthestVertex): void {
    const nodes = new PartNodes(this.#tool.vertexCount);
    // Assigned to `this.cuts` at once: if a cut throws, the next search still finds which entries of #cutOf to clear.
    const cuts: FaceCut[] = [];
    this.cuts = cuts;
    const windingAtVertex = (vertex: number): number => this.#windingAtVertex(vertex);
    for (const [face, crossing] of this.#byToolFace(pairs)) {
      stopIfUnwanted();
      const cut = this.#cutFace({ bone: this.#bone, tool: this.#tool, face, crossing, nodes, windingAtVertex });
      this.#cutOf[face] = cuts.length;
      cuts.push(cut);
    }
    this.#sets = nodes.sets();
    this.#joinWholeFaces();
    for (const [component, outside] of this.#outsideParts()) this.#keepEmerged(component, outside, shank, farthest);
  }

  /** Each tool face with its bone faces, ascending. */
  *#byToolFace(pairs: Uint32Array): Generator<[number, Uint32Array]> {
    const { faceCount } = this.#bone;
    const keys = new Float64Array(pairs.length / 2);
    for (let i = 0; i < keys.length; i++) keys[i] = pairs[2 * i + 1] * faceCount + pairs[2 * i];
    keys.sort();
    for (let first = 0; first < keys.length; ) {
      const face = Math.floor(keys[first] / faceCount);
      let end = first;
      while (end < keys.length && keys[end] < (face + 1) * faceCount) end++;
      yield [face, Uint32Array.from(keys.subarray(first, end), (key) => key - face * faceCount)];
      first = end;
    }
  }

  #joinWholeFaces(): void {
    const { faces, faceCount, topology } = this.#tool;
    const { welded } = topology;
    const sets = this.#sets;
    for (let face = 0; face < faceCount; face++) {
      if (this.#cutOf[face] !== WHOLE) continue;
      const a = welded[faces[3 * face]];
      sets.join(a, welded[faces[3 * face + 1]]);
      sets.join(a, welded[faces[3 * face + 2]]);
    }
  }

  /**
   * The parts outside the bone that lie next to a cut, as the roots of their sets, grouped by the tool's connected
   * components.
   */
  #outsideParts(): Map<number, Set<number>> {
    const found = new Map<number, Set<number>>();
    const known = new Set<number>();
    for (const cut of this.cuts)
      for (let region = 0; region < cut.regions; region++) {
        const root = this.#sets.find(cut.firstNode + region);
        if (known.has(root)) continue;
        known.add(root);
        // The root is the part's least member: a vertex if the part has one.
        const isVertex = root < this.#tool.vertexCount;
        if ((isVertex ? this.#windingAtVertex(root) : cut.windingOf(region)) !== 0) continue;
        const component = this.#componentOf(this.#tool.faces[3 * cut.face]);
        found.set(component, (found.get(component) ?? new Set()).add(root));
      }
    return found;
  }

  #keepEmerged(component: number, outside: Set<number>, shank: number | null, farthest: FarthestVertex): void {
    const { welded } = this.#tool.topology;
    const isIn = (vertex: number): boolean => this.#componentOf(vertex) === component;
    let held: number;
    if (shank !== null && isIn(shank)) held = this.#sets.find(welded[shank]);
    else {
      const [only] = outside;
      // If only one part lies outside and it has a vertex, the farthest vertex is in it: no search is needed.
      held = outside.size === 1 && only < this.#tool.vertexCount ? only : this.#sets.find(welded[farthest(isIn)]);
    }
    for (const part of outside) if (part !== held) this.#emerged.add(part);
  }

  #componentOf(vertex: number): number {
    return this.#componentSets().find(this.#tool.topology.welded[vertex]);
  }

  #componentSets(): DisjointSets {
    if (this.#components !== null) return this.#components;
    const { faces, faceCount, vertexCount, topology } = this.#tool;
    const { welded } = topology;
    const sets = new DisjointSets(vertexCount);
    for (let face = 0; face < faceCount; face++)
      for (let k = 1; k < 3; k++) sets.join(welded[faces[3 * face]], welded[faces[3 * face + k]]);
    this.#components = sets;
    return sets;
  }

  #windingAtVertex(vertex: number): number {
    let winding = this.#windings.get(vertex);
    if (winding === undefined) {
      const { positions: T } = this.#tool;
      winding = this.#solid.windingAt(T[3 * vertex], T[3 * vertex + 1], T[3 * vertex + 2]);
      this.#windings.set(vertex, winding);
    }
    return winding;
  }
}
