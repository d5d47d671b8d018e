// A closed surface that cells are cut out of, one stroke after the other, each exactly, in what those before have left.
//
//   cells ─cut-parts→ parts of the surface, over exact points ─part-faces→ triangles ─live-surface→ proved, and put in
//
// A stroke cuts parts of the exact surface, never triangles whose corners have been rounded. So nothing is lost from
// stroke to stroke, however many there are: corners are rounded to f64 once, each by itself, to be shown.

import { patchVolume, type TriangleMesh } from '#mesh';
import { type Corners, type DirectedEdge, PartFaces } from '#osteotomy';
import { type CutParts, cutParts, type SurfacePart } from './cut-parts.ts';
import type { CellSide, ExactCell } from './exact-cell.ts';
import { LiveSurface } from './live-surface.ts';
import { SlotPoints } from './slot-points.ts';
import { takesAll } from './takes-all.ts';

/** A part, and its triangles. */
export interface ShownPart {
  readonly part: SurfacePart;
  /** Parts were first made in this order. */
  readonly order: number;
  /** Numbers of its faces in the live surface: new ones when it comes back. */
  faces: readonly number[];
}

export interface SolidChange {
  readonly gone: readonly ShownPart[];
  readonly made: readonly ShownPart[];
}

export class SlotSolid {
  readonly surface: LiveSurface;
  readonly points: SlotPoints;
  readonly #given: TriangleMesh;
  readonly #corners: SurfaceCorners;
  /** By face: the part that it shows a piece of, if that is not all of a given face. */
  readonly #partOf = new Map<number, ShownPart>();
  #partCount = 0;
  #faceCount: number;

  /** @param mesh closed and oriented; corners at the same place are the same vertex. It must not change. */
  constructor(mesh: TriangleMesh) {
    this.#given = mesh;
    this.surface = new LiveSurface(mesh);
    this.points = new SlotPoints(mesh.positions, mesh.faces);
    this.#corners = new SurfaceCorners(this.surface, this.points);
    this.#faceCount = mesh.faces.length / 3;
  }

  /**
   * @returns what has changed; null if the cells take nothing; or what would be wrong, and nothing has changed.
   * @throws MeshError EMPTY_MESH if nothing would be left: nothing has changed.
   */
  cut(cells: readonly ExactCell[]): SolidChange | null | string {
    const first = this.points.next;
    const change = this.#cutAll(cells);
    const made = change === null || typeof change === 'string' ? [] : change.made;
    const used = new Set(made.flatMap(({ part }) => part.outline.map(([from]) => from)));
    this.points.free(first, (point) => used.has(point));
    return change;
  }

  #cutAll(cells: readonly ExactCell[]): SolidChange | null | string {
    const gone = new Set<ShownPart>();
    const made = new Set<SurfacePart>();
    /** By face and by part, as they were asked for. */
    const asked = new Map<number, ShownPart>();
    const shownBy = new Map<SurfacePart, ShownPart>();
    for (const cell of cells) {
      const near: SurfacePart[] = [];
      for (const shown of this.#partsNear(cell, asked)) {
        if (gone.has(shown)) continue;
        shownBy.set(shown.part, shown);
        near.push(shown.part);
      }
      const cut: CutParts | null | 'open' = cutParts(this.points, cell, [...near, ...made]);
      if (cut === null) continue;
      if (cut === 'open') return 'would leave a surface open';
      for (const part of cut.gone) {
        const shown = shownBy.get(part);
        if (shown === undefined) made.delete(part);
        else gone.add(shown);
      }
      for (const part of cut.made) made.add(part);
    }
    return gone.size + made.size === 0 ? null : this.#shown(Array.from(gone), Array.from(made));
  }

  /** Takes a change back, or makes it again. @returns the same the other way round. */
  restore({ gone, made }: SolidChange): SolidChange {
    const { surface } = this;
    const remove = made.flatMap(({ faces }) => faces);
    const corners = gone.flatMap(({ faces }) => faces.flatMap((face) => cornersOf(surface, face)));
    const sources = gone.flatMap(({ part, faces }) => faces.map(() => part.face));
    let next = surface.faces.length / 3;
    surface.restore(remove, corners, (k) => sources[k]);
    for (const shown of gone) {
      const first = next;
      next += shown.faces.length;
      shown.faces = shown.faces.map((_, n) => first + n);
    }
    return this.#noted({ gone: made, made: gone });
  }

  /**
   * mm²: of the faces near a box, as much of them as may be no farther than `error` beyond flats: of those in the
   * flats, and of the others.
   */
  areaNear({ min, max }: Pick<ExactCell, 'min' | 'max'>, flats: readonly CellSide[], error: number) {
    const { positions, faces } = this.surface;
    const area = { flat: 0, others: 0 };
    for (const face of this.surface.nearBox(min, max)) {
      const corners = cornersOf(this.surface, face);
      const own = patchVolume(positions.values, faces.values, [], corners).area;
      const side = this.#partOf.get(face)?.part.side?.id;
      if (flats.some(({ id }) => id === side)) area.flat += own;
      else area.others += own * Math.min(...flats.map((flat) => this.#shareWithin(corners, flat, error)));
    }
    return area;
  }

  /** At most how much of a face is no farther than `error` in front of a side: no height has more than 2/(h₂ − h₀). */
  #shareWithin(corners: readonly number[], { id, sign }: CellSide, error: number): number {
    const heights = corners.map((vertex) => sign * this.points.heightAt(this.surface.positions.values, 3 * vertex, id));
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    if (high <= error) return 1;
    return low > error ? 0 : Math.min(1, (2 * (error - low)) / (high - low));
  }

  /** Those that are not all of a given face. */
  get parts(): ReadonlySet<ShownPart> {
    return new Set(this.#partOf.values());
  }

  #partsNear({ sides, min, max }: ExactCell, asked: Map<number, ShownPart>): Set<ShownPart> {
    const faces = new Set(this.surface.nearBox(min, max));
    for (let a = 0; a < sides.length; a++)
      for (let b = 0; b < a; b++) {
        const line = this.points.lineOf(sides[a].id, sides[b].id);
        if (line === null) continue;
        for (const face of this.surface.nearLine(line.point, line.direction)) faces.add(face);
      }
    const parts = new Set<ShownPart>();
    for (const face of faces) parts.add(this.#partOf.get(face) ?? asked.get(face) ?? this.#whole(face, asked));
    return parts;
  }

  #whole(face: number, asked: Map<number, ShownPart>): ShownPart {
    const [a, b, c] = cornersOf(this.surface, face);
    const outline: DirectedEdge[] = [
      [a, b],
      [b, c],
      [c, a],
    ];
    const whole = { part: { face, side: null, outline }, order: -1, faces: [face] };
    asked.set(face, whole);
    return whole;
  }

  #shown(gone: readonly ShownPart[], made: readonly SurfacePart[]): SolidChange | string {
    const { surface } = this;
    const filled = new PartFaces(this.#corners, this.#given.faces);
    /** By part, how many faces there are after it. */
    const ends: number[] = [];
    for (const [n, part] of made.entries()) {
      if (!filled.fill(part.outline, this.#normalOf(part), n)) return 'would give a section that meets itself';
      ends.push(filled.sources.length);
    }
    const first = surface.faces.length / 3;
    const remove = gone.flatMap(({ faces }) => faces);
    if (this.#faceCount - remove.length + filled.sources.length === 0) throw takesAll(this.#given.name);
    const fault = surface.replace(remove, filled.faces, (k) => made[filled.sources[k]].face);
    if (fault !== null) return fault;
    const shown = made.map((part, n) => {
      const start = n === 0 ? 0 : ends[n - 1];
      return {
        part,
        order: this.#partCount++,
        faces: Array.from({ length: ends[n] - start }, (_, k) => first + start + k),
      };
    });
    return this.#noted({ gone, made: shown });
  }

  #noted(change: SolidChange): SolidChange {
    for (const { faces } of change.gone) {
      for (const face of faces) this.#partOf.delete(face);
      this.#faceCount -= faces.length;
    }
    for (const shown of change.made) {
      for (const face of shown.faces) this.#partOf.set(face, shown);
      this.#faceCount += shown.faces.length;
    }
    return change;
  }

  /** Out of the bone. */
  #normalOf({ face, side }: SurfacePart): readonly number[] {
    if (side !== null) return this.points.roundedNormal(side.id).map((x) => side.sign * x);
    const { positions, faces } = this.#given;
    const [a, b, c] = [0, 1, 2].map((k) => 3 * faces[3 * face + k]);
    const [u, v] = [b, c].map((at) => [0, 1, 2].map((k) => positions[at + k] - positions[a + k]));
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  }
}

/** Points become vertices of the live surface when first asked for: those that round to the same place are one. */
class SurfaceCorners implements Corners {
  readonly #surface: LiveSurface;
  readonly #points: SlotPoints;
  readonly #byPlace = new Map<string, number>();

  constructor(surface: LiveSurface, points: SlotPoints) {
    this.#surface = surface;
    this.#points = points;
  }

  get positions(): Float64Array {
    return this.#surface.positions.values;
  }

  vertexOf(point: number): number {
    if (point < this.#points.vertexCount) return point;
    const [x, y, z] = [0, 1, 2].map((axis) => this.#points.place(point, axis));
    // A vertex may have been heeded since the point was last asked for.
    const heeded = this.#points.heededAt(x, y, z);
    if (heeded !== undefined) return heeded;
    const key = `${x},${y},${z}`;
    const vertex = this.#byPlace.get(key) ?? this.#surface.addVertex(x, y, z);
    this.#byPlace.set(key, vertex);
    return vertex;
  }
}

function cornersOf({ faces }: LiveSurface, face: number): readonly [number, number, number] {
  return [faces.values[3 * face], faces.values[3 * face + 1], faces.values[3 * face + 2]];
}
