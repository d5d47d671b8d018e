// Faces that are edited in place → their present welding, adjacency, closedness, orientation and connectivity.

import { DisjointSets, grown, MeshError, stopIfUnwanted } from '#core';
import { type Components, findComponents } from './components.ts';
import { EdgeCounter } from './edge-counter.ts';
import { ImproperFaces, isProper } from './improper-faces.ts';
import { Representatives } from './representatives.ts';
import type { TopologyFacts } from './topology-facts.ts';
import type { Positions } from './triangle-mesh.ts';
import { VertexFaces } from './vertex-faces.ts';
import { PositionTable, weldVertices } from './weld.ts';

/** The number of vertices hashed in a step of reserveInSteps. */
const HASHED_A_STEP = 4096;

/** A topology as plain arrays and numbers, which can be passed to another thread. */
export interface TopologyParts {
  readonly vertexCount: number;
  readonly faceCount: number;
  readonly welded: Uint32Array;
  readonly retired: Uint8Array;
  /** Heads and links of the lists of faces around each vertex. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly improper: Uint32Array;
  readonly properFaces: number;
  readonly boundaryEnds: number;
  readonly unbalancedEnds: number;
  readonly representatives: Uint32Array;
}

/**
 * The topology of a surface whose faces are retired and appended over time. Terms are those of `inspectMesh`: vertices
 * with equal coordinates are one (the first of them), and a face with equal corners has no edges and is around no
 * vertex.
 *
 * Memory: 8 bytes per vertex and 13 per face, so about 17 per face on a closed welded surface, besides the caller's
 * `faces`, which are kept and not copied. The first edit adds 4 bytes per vertex, the first that appends vertices a
 * hash of 8 to 16 bytes per vertex; appended vertices and faces grow arrays by a quarter.
 */
export class SurfaceTopology {
  /**
   * For each vertex the first one with its coordinates. May be longer than `vertexCount`; an edit may replace the
   * array.
   */
  welded: Uint32Array;
  /** 1 if a face is retired. May be longer than `faceCount`; an edit may replace the array. */
  retired: Uint8Array;
  vertexCount: number;
  faceCount: number;
  #faces: Uint32Array;
  readonly #around: VertexFaces;
  readonly #improper = new ImproperFaces();
  readonly #counter = new EdgeCounter();
  readonly #representing: Representatives;
  #fresh: Components | null;
  #positionTable: PositionTable | null = null;
  #properFaces = 0;
  /** Scratch, 0 between uses: nonzero for welded vertices that an edit touches; made by `reserve` or the first edit. */
  #place = new Uint32Array(0);
  readonly #ring: number[] = [];
  /** Ends of edges, two per edge, because an edit recounts all edges at each vertex that it touches. */
  #boundaryEnds: number;
  #unbalancedEnds: number;

  /**
   * @param positions xyz per vertex, finite.
   * @param faces three vertices per face, in range.
   * @param known what was found before for the same surface.
   * @param parts the parts of the same surface's topology: they are kept, and nothing is searched for again.
   */
  constructor(
    positions: Positions,
    faces: Uint32Array,
    known: TopologyFacts | null = null,
    parts: TopologyParts | null = null,
  ) {
    this.#faces = faces;
    if (parts !== null) {
      this.vertexCount = parts.vertexCount;
      this.faceCount = parts.faceCount;
      this.welded = parts.welded;
      this.retired = parts.retired;
      this.#around = new VertexFaces(0, 0);
      this.#around.first = parts.first;
      this.#around.next = parts.next;
      for (const face of parts.improper) this.#improper.add(face, ...this.#corners(face));
      this.#properFaces = parts.properFaces;
      this.#boundaryEnds = parts.boundaryEnds;
      this.#unbalancedEnds = parts.unbalancedEnds;
      this.#fresh = null;
      this.#representing = new Representatives(parts.representatives);
      return;
    }
    this.vertexCount = positions.length / 3;
    this.faceCount = faces.length / 3;
    this.welded = known?.welded ?? weldVertices(positions);
    this.retired = new Uint8Array(this.faceCount);
    this.#around = new VertexFaces(this.vertexCount, this.faceCount);
    for (let face = this.faceCount - 1; face >= 0; face--) {
      if (face % 16_384 === 0) stopIfUnwanted();
      this.#attach(face);
    }
    for (let v = 0; known === null && v < this.vertexCount; v++) {
      if (v % 4096 === 0) stopIfUnwanted();
      this.#counter.countAt(v, v + 1, this.#around, faces, this.welded);
    }
    this.#boundaryEnds = 2 * (known?.boundaryEdges ?? this.#counter.boundary);
    this.#unbalancedEnds = 2 * (known?.unbalancedEdges ?? this.#counter.unbalanced);
    this.#fresh = known?.components ?? findComponents(positions, faces, this.welded);
    this.#representing = new Representatives(this.#fresh.vertices);
  }

  /**
   * What a new topology of this surface need not search for again; null after the first edit. The facts share their
   * arrays with this topology, which never writes to them.
   */
  facts(): TopologyFacts | null {
    const { welded, boundaryEdges, unbalancedEdges } = this;
    const components = this.#fresh;
    return components && { welded, boundaryEdges, unbalancedEdges, components };
  }

  /** The present contents. The arrays are the topology's own: copy them before an edit. */
  parts(): TopologyParts {
    const { vertexCount, faceCount, welded, retired } = this;
    const { first, next } = this.#around;
    const counts = {
      vertexCount,
      faceCount,
      properFaces: this.#properFaces,
      boundaryEnds: this.#boundaryEnds,
      unbalancedEnds: this.#unbalancedEnds,
    };
    const improper = Uint32Array.from(this.#improper.all());
    return { ...counts, welded, retired, first, next, improper, representatives: this.#representing.list() };
  }

  /** The first vertex with this vertex's coordinates. */
  weld(vertex: number): number {
    return this.welded[vertex];
  }

  isLive(face: number): boolean {
    return this.retired[face] === 0;
  }

  /**
   * Writes the live proper faces that have a corner at this vertex's position to the front of `out`, each once, and
   * returns their number. Allocates nothing (an `out` that is a plain array grows to the largest count; a shorter typed
   * array keeps the first faces). After a build they come in ascending order; faces that an edit appends come first.
   */
  facesAround(vertex: number, out: number[] | Uint32Array): number {
    return this.#around.list(this.welded[vertex], out);
  }

  /** A face that `facesAround` lists; −1 if it lists none. */
  faceAt(vertex: number): number {
    return this.#around.head(this.welded[vertex]);
  }

  /** Live faces with two equal corners, which no `facesAround` lists. */
  improperFaces(): Set<number> {
    return this.#improper.all();
  }

  /** Edges that exactly one live face uses. */
  get boundaryEdges(): number {
    return this.#boundaryEnds / 2;
  }

  /** Edges that two or more live faces use, in unequal numbers per direction. */
  get unbalancedEdges(): number {
    return this.#unbalancedEnds / 2;
  }

  /** Closed and oriented, over the live faces: the surface bounds a solid. */
  get signed(): boolean {
    return this.#properFaces > 0 && this.#boundaryEnds === 0 && this.#unbalancedEnds === 0;
  }

  /**
   * Welded vertices, ascending, each a corner of a live face: exactly one in every connected component (the lowest)
   * after a build, at least one after edits. Faces connect through shared welded vertices; those with equal corners
   * count. Do not write to it.
   */
  representatives(): Uint32Array {
    return this.#representing.list();
  }

  /**
   * Bounding boxes in the order of `representatives()`; null after the first edit, which may have shrunk any of them,
   * or if the topology was made from parts.
   */
  components(): Components | null {
    return this.#fresh;
  }

  /**
   * Retires faces and appends vertices and faces, in time proportional to the faces around the vertices they touch,
   * times a logarithm. The caller has checked that vertices are finite, corners in range and `remove` below the old
   * face count; a face that is named twice or retired already does no harm.
   * @param positions xyz of all vertices, the old ones unchanged, then the new ones.
   * @param vertexCount all vertices after the edit (old + new); `positions` may be longer.
   * @param faces corners of all faces, the old ones unchanged, then the new ones; kept.
   * @param faceCount all faces after the edit (old + new); `faces` may be longer.
   * @throws MeshError BAD_EDIT, nothing changed, if a count is lower than before: counts are totals.
   */
  edit(
    remove: ArrayLike<number>,
    positions: Positions,
    vertexCount: number,
    faces: Uint32Array,
    faceCount: number,
  ): void {
    if (vertexCount < this.vertexCount || faceCount < this.faceCount)
      throw new MeshError(
        'BAD_EDIT',
        `Surface topology: an edit to ${vertexCount} vertices and ${faceCount} faces cannot follow ${this.vertexCount} and ${this.faceCount}; pass the totals after the edit.`,
      );
    const oldFaceCount = this.faceCount;
    this.#grow(positions, vertexCount, faces, faceCount);
    const removed = this.#liveAmong(remove);
    const touched = this.#touchedBy(removed, oldFaceCount);
    this.#countEnds(touched, -1);
    const before = this.#groups(touched);
    this.#retire(removed, touched);
    const left = this.#liveVertices(touched);
    this.#representing.afterRemoval(touched, before, this.#groups(touched), left);
    for (let face = oldFaceCount; face < faceCount; face++) this.#attach(face);
    this.#countEnds(touched, 1);
    this.#representing.afterAddition(touched, this.#groups(touched), left, this.#liveVertices(touched));
    this.#fresh = null;
  }

  /**
   * Does in advance what the first edit would do for all vertices and faces: raises capacities, and puts every position
   * into the hash table.
   */
  reserve(positions: Positions): void {
    for (const _step of this.reserveInSteps(positions));
  }

  /** The same in steps of about a millisecond: between them the topology may be queried, but not edited. */
  *reserveInSteps(positions: Positions): Generator<void> {
    this.#reserve(this.vertexCount + 1, this.faceCount + 1);
    if (this.#positionTable !== null) return;
    const table = new PositionTable(this.vertexCount);
    for (let v = 0; v < this.vertexCount; v++) {
      if (this.welded[v] === v) table.addDistinct(positions, v);
      if (v % HASHED_A_STEP === HASHED_A_STEP - 1) yield;
    }
    this.#positionTable = table;
  }

  #attach(face: number): void {
    const [a, b, c] = this.#corners(face);
    if (isProper(a, b, c)) {
      this.#around.add(face, a, b, c);
      this.#properFaces++;
    } else this.#improper.add(face, a, b, c);
  }

  #retire(removed: readonly number[], touched: Uint32Array): void {
    for (const face of removed) {
      this.retired[face] = 1;
      const [a, b, c] = this.#corners(face);
      if (isProper(a, b, c)) this.#properFaces--;
      else this.#improper.remove(face, a, b, c);
    }
    if (removed.length > 0) for (const vertex of touched) this.#around.dropRetired(vertex, this.retired);
  }

  #corners(face: number): [number, number, number] {
    const { welded } = this;
    const faces = this.#faces;
    return [welded[faces[3 * face]], welded[faces[3 * face + 1]], welded[faces[3 * face + 2]]];
  }

  #grow(positions: Positions, vertexCount: number, faces: Uint32Array, faceCount: number): void {
    this.#reserve(vertexCount, faceCount);
    if (vertexCount > this.vertexCount) {
      this.reserve(positions);
      const table = this.#positionTable as PositionTable;
      for (let v = this.vertexCount; v < vertexCount; v++) this.welded[v] = table.add(positions, v);
    }
    this.vertexCount = vertexCount;
    this.#faces = faces;
    this.faceCount = faceCount;
  }

  #reserve(vertexCount: number, faceCount: number): void {
    this.welded = grown(this.welded, this.vertexCount, vertexCount);
    this.retired = grown(this.retired, this.faceCount, faceCount);
    this.#around.reserve(this.welded.length, this.retired.length);
    this.#place = grown(this.#place, 0, this.welded.length);
  }

  #liveAmong(remove: ArrayLike<number>): number[] {
    const live = new Set<number>();
    for (let i = 0; i < remove.length; i++) if (this.isLive(remove[i])) live.add(remove[i]);
    return [...live];
  }

  /** Welded corners, ascending, each once, of the removed faces and of those from `firstNew` on. */
  #touchedBy(removed: readonly number[], firstNew: number): Uint32Array {
    const { welded } = this;
    const faces = this.#faces;
    const isFound = this.#place;
    const found: number[] = [];
    const visit = (face: number): void => {
      for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
        const vertex = welded[faces[corner]];
        if (isFound[vertex] !== 0) continue;
        isFound[vertex] = 1;
        found.push(vertex);
      }
    };
    for (const face of removed) visit(face);
    for (let face = firstNew; face < this.faceCount; face++) visit(face);
    for (const vertex of found) isFound[vertex] = 0;
    return Uint32Array.from(found).sort();
  }

  #countEnds(touched: Uint32Array, sign: 1 | -1): void {
    const counter = this.#counter;
    counter.reset();
    for (const vertex of touched) counter.countAt(vertex, 0, this.#around, this.#faces, this.welded);
    this.#boundaryEnds += sign * counter.boundary;
    this.#unbalancedEnds += sign * counter.unbalanced;
  }

  #liveVertices(touched: Uint32Array): Uint8Array {
    const isLive = new Uint8Array(touched.length);
    for (let n = 0; n < touched.length; n++)
      if (!this.#around.isEmpty(touched[n]) || this.#improper.at(touched[n]).size > 0) isLive[n] = 1;
    return isLive;
  }

  /** Touched vertices (by their place in `touched`), joined if a face around one has the other as a corner. */
  #groups(touched: Uint32Array): DisjointSets {
    const { welded } = this;
    const around = this.#around;
    const faces = this.#faces;
    const ring = this.#ring;
    const place = this.#place;
    const sets = new DisjointSets(touched.length);
    const join = (i: number, face: number): void => {
      for (let k = 3 * face; k < 3 * face + 3; k++) {
        const other = place[welded[faces[k]]];
        if (other > 0) sets.join(i, other - 1);
      }
    };
    // Only lower places are marked so far: of two vertices the higher joins the lower.
    for (let i = 0; i < touched.length; i++) {
      const count = around.list(touched[i], ring);
      for (let k = 0; k < count; k++) join(i, ring[k]);
      const improper = this.#improper.at(touched[i]);
      if (improper.size > 0) for (const face of improper) join(i, face);
      place[touched[i]] = i + 1;
    }
    for (const vertex of touched) place[vertex] = 0;
    return sets;
  }
}
