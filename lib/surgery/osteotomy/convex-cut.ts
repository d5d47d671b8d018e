// A closed surface and the planes of a convex cell, such as a box → the surface of the solid outside of the cell, and
// of the solid inside, proved.
//
//   surface ─plane-sides→ sides of vertices ─convex-clip→ parts of faces, regions in planes ─part-faces→ triangles
//                                                                                          ─check-half→ proved
//
// For the solid inside, a point on a plane counts as beyond it, and for the solid outside as behind it. So either has
// the section that lies just within it, as a half has, and a face in a plane belongs to the solid that has bone behind
// it.

import { createMesh, type TriangleMesh } from '#mesh';
import { faultOf } from './check-half.ts';
import { ConvexClip, type ConvexPart } from './convex-clip.ts';
import { type DirectedEdge, EdgeChain, turned } from './edge-chain.ts';
import { ExactPoints } from './exact-points.ts';
import { PartFaces, SECTION } from './part-faces.ts';
import { type CutPlane, PlaneSides } from './plane-sides.ts';
import { RoundedPoints } from './rounded-points.ts';

/** @returns the error for a cut that would do what `fault` says; isCut names the faces where. */
export type Refusal = (fault: string, isCut: (face: number) => boolean) => Error;

/** Where a face of the surface lies. */
const [BEYOND, CROSSED, WITHIN] = [0, 1, 2];

export class ConvexCut {
  readonly #surface: TriangleMesh;
  readonly #planes: readonly CutPlane[];
  readonly #sides: readonly PlaneSides[];
  readonly #refusal: Refusal;
  /** By face. */
  readonly #lies: Uint8Array;
  readonly #points: ExactPoints;
  readonly #crossed: readonly number[];
  readonly #inside: ConvexPart;

  /** @param planes at most 8, whose normals point out of the cell. */
  constructor(surface: TriangleMesh, planes: readonly CutPlane[], refusal: Refusal) {
    this.#surface = surface;
    this.#planes = planes;
    this.#refusal = refusal;
    this.#sides = planes.map((plane) => new PlaneSides(surface.positions, plane));
    this.#lies = whereFacesLie(surface, this.#sides);
    this.#crossed = Array.from(this.#lies.keys()).filter((face) => this.#lies[face] === CROSSED);
    this.#points = new ExactPoints(surface.positions, this.#corners(), planes, this.#sides);
    this.#inside = this.#part(false);
  }

  /** The solid inside the cell; null if there is none. @throws what refusal returns. */
  inside(): TriangleMesh | null {
    const { polygons, regions } = this.#inside;
    const made = this.#begin();
    let isFilled = true;
    for (const [face, lies] of this.#lies.entries()) {
      const polygon = polygons.get(face);
      if (lies === WITHIN) made.keep(face);
      else if (polygon !== undefined) isFilled = made.fillPart(face, polygon) && isFilled;
    }
    for (const [n, region] of regions.entries()) isFilled = made.fill(region, this.#normal(n, 1), SECTION) && isFilled;
    return this.#proved(made, isFilled);
  }

  /** The solid outside of the cell: the surface itself if none is inside; null if there is none outside. */
  outside(): TriangleMesh | null {
    if (this.#isUncut()) return this.#surface;
    const { polygons, regions } = this.#inside.isTouched ? this.#part(true) : this.#inside;
    const onEdges = this.#pointsOnEdges([...polygons.values(), ...regions]);
    const made = this.#begin();
    let isFilled = true;
    for (const [face, lies] of this.#lies.entries()) {
      const rest = lies === CROSSED ? this.#rest(face, polygons.get(face) ?? [], onEdges) : null;
      if (rest !== null) isFilled = made.fillPart(face, rest) && isFilled;
      else if (lies !== WITHIN) made.keep(face);
    }
    for (const [n, region] of regions.entries())
      isFilled = made.fill(region.map(turned), this.#normal(n, -1), SECTION) && isFilled;
    return this.#proved(made, isFilled);
  }

  #isUncut(): boolean {
    const { polygons, regions } = this.#inside;
    return polygons.size === 0 && regions.every((region) => region.length === 0) && !this.#lies.includes(WITHIN);
  }

  #part(onPlane: boolean): ConvexPart {
    const { faces } = this.#surface;
    const outlines = this.#crossed.map((face) => {
      const [a, b, c] = faces.subarray(3 * face, 3 * face + 3);
      const outline: DirectedEdge[] = [
        [a, b],
        [b, c],
        [c, a],
      ];
      return [face, outline] as const;
    });
    return new ConvexClip(this.#points, onPlane).part(outlines);
  }

  /** The outline of what the cell leaves of a face; null if that is all of it, with no new point on its edges. */
  #rest(face: number, polygon: readonly DirectedEdge[], onEdges: ReadonlyMap<number, number[]>): DirectedEdge[] | null {
    const { faces } = this.#surface;
    const outline = new EdgeChain();
    let isWhole = polygon.length === 0;
    for (let k = 0; k < 3; k++) {
      const [from, to] = [faces[3 * face + k], faces[3 * face + ((k + 1) % 3)]];
      const between = onEdges.get(this.#points.edgeKey(from, to)) ?? [];
      if (between.length > 0) isWhole = false;
      let last = from;
      for (const point of [...(from < to ? between : between.toReversed()), to]) {
        outline.add(last, point);
        last = point;
      }
    }
    for (const [from, to] of polygon) outline.add(to, from);
    return isWhole ? null : outline.edges();
  }

  /** By given edge, the points on it at which the part has corners, from the end of the lower number on. */
  #pointsOnEdges(outlines: Iterable<readonly DirectedEdge[]>): Map<number, number[]> {
    const onEdges = new Map<number, Set<number>>();
    for (const outline of outlines)
      for (const [point] of outline) {
        const edge = this.#points.edgeOf(point);
        if (edge < 0) continue;
        const known = onEdges.get(edge);
        if (known === undefined) onEdges.set(edge, new Set([point]));
        else known.add(point);
      }
    return new Map(Array.from(onEdges, ([edge, points]) => [edge, this.#points.alongEdge(edge, Array.from(points))]));
  }

  #begin(): PartFaces<RoundedPoints> {
    const { positions, faces } = this.#surface;
    return new PartFaces(new RoundedPoints(this.#points, positions, this.#corners()), faces);
  }

  #corners(): Set<number> {
    const { faces } = this.#surface;
    return new Set(this.#crossed.flatMap((face) => [faces[3 * face], faces[3 * face + 1], faces[3 * face + 2]]));
  }

  /** Whether a face lies in front of a plane. */
  #isBeyond(face: number): boolean {
    const { faces } = this.#surface;
    return this.#sides.some(({ of }) => [0, 1, 2].every((k) => of[faces[3 * face + k]] > 0));
  }

  #normal(plane: number, sign: 1 | -1): number[] {
    return [3, 4, 5].map((k) => sign * this.#planes[plane][k]);
  }

  #proved(made: PartFaces<RoundedPoints>, isFilled: boolean): TriangleMesh | null {
    const isCut = (face: number) => this.#lies[face] === CROSSED && !this.#isBeyond(face);
    if (!isFilled) throw this.#refusal('would give a section that meets itself', isCut);
    if (made.faces.length === 0) return null;
    const surface = this.#surface;
    const mesh = { ...surface, ...createMesh(made.positions, made.faces, { name: surface.name }) };
    const origins = { sources: made.sources, isNew: (face: number) => made.isNew[face] };
    const fault = faultOf(mesh, origins, surface);
    if (fault !== null) throw this.#refusal(fault, isCut);
    return mesh;
  }
}

function whereFacesLie({ positions, faces }: TriangleMesh, sides: readonly PlaneSides[]): Uint8Array {
  const all = (1 << sides.length) - 1;
  /** By vertex, a bit for each plane in front of which, or behind which, it lies. */
  const [front, behind] = [1, -1].map((side) => {
    const bits = new Uint8Array(positions.length / 3);
    for (const [n, { of }] of sides.entries())
      for (let v = 0; v < bits.length; v++) if (of[v] === side) bits[v] |= 1 << n;
    return bits;
  });
  return Uint8Array.from({ length: faces.length / 3 }, (_, face) => {
    const [a, b, c] = [faces[3 * face], faces[3 * face + 1], faces[3 * face + 2]];
    const isBehind = behind[a] & behind[b] & behind[c];
    if (isBehind === all) return WITHIN;
    return ((front[a] & front[b] & front[c]) | isBehind) === all ? BEYOND : CROSSED;
  });
}
