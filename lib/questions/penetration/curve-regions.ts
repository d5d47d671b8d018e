// Chains and loops in a tool face → its regions: what each is connected with, which side of the bone it lies on, and
// which region contains a point. The picture, with arcs and ends, is in cut-by-curves.ts.
//
// Regions 0 … m/2 are bounded by arcs and chains (one region, the whole face, if m = 0); one region for each loop
// follows. The bone's winding number about a region is its winding number about a corner of the tool plus the
// contributions of the crossings between the corner and the region's arc, each ±1 by the way in which the edge passes
// the bone's face; inside a loop it differs by 1 from the region around the loop.

import { cornerOffset } from '#core';
import type { Crossing } from './crossing-order.ts';
import type { CutInput, FaceCut } from './face-cut.ts';
import { type Chain, isInPolygon, type Loop, type PlaneCurves } from './plane-curves.ts';

type Edges = readonly (readonly Crossing[])[];

/** The traced curves of a face. */
interface Traced {
  readonly edges: Edges;
  /** For each end on the rim: the chain that begins there, or null if it ends there. */
  readonly chains: readonly (Chain | null)[];
  /** For each end on the rim: the index of its chain's other end. */
  readonly partner: readonly number[];
  readonly loops: readonly Loop[];
  /** The region of each arc; empty if no end is on the rim. */
  readonly regionOfArc: readonly number[];
}

/**
 * @param ends of segments on the rim, 2·segment + end, counter-clockwise from v0.
 * @returns null if the chains cross.
 */
export function traceRegions(
  input: CutInput,
  curves: PlaneCurves,
  links: Int32Array,
  edges: Edges,
  ends: readonly number[],
): FaceCut | null {
  const placeOf = new Map(ends.map((end, place) => [end, place]));
  const chains: (Chain | null)[] = ends.map(() => null);
  const partner: number[] = ends.map(() => -1);
  const seen = new Uint8Array(links.length / 2);
  for (const [place, end] of ends.entries()) {
    if (partner[place] >= 0) continue;
    const chain = curves.chainFrom(links, end);
    if (chain === null) return null;
    for (const { segment } of chain.steps) seen[segment] = 1;
    const last = chain.steps[chain.steps.length - 1];
    const other = placeOf.get((2 * last.segment + last.end) ^ 1) as number;
    chains[place] = chain;
    partner[place] = other;
    partner[other] = place;
  }
  const loops: Loop[] = [];
  for (let segment = 0; segment < seen.length; segment++) {
    if (seen[segment] === 1) continue;
    const loop = curves.loopThrough(links, segment, (at) => {
      seen[at] = 1;
    });
    if (loop === null) return null;
    loops.push(loop);
  }
  const regionOfArc = regionsOfArcs(partner);
  return regionOfArc && new CurveRegions(input, curves, { edges, chains, partner, loops, regionOfArc });
}

class CurveRegions implements FaceCut {
  readonly face: number;
  readonly firstNode: number;
  readonly regions: number;
  readonly #input: CutInput;
  readonly #curves: PlaneCurves;
  readonly #edges: Edges;
  readonly #chains: readonly (Chain | null)[];
  readonly #partner: readonly number[];
  readonly #loops: readonly Loop[];
  readonly #regionOfArc: readonly number[];
  readonly #stretches: readonly Stretch[];
  /** The number of regions bounded by arcs; the loops' regions follow them. */
  readonly #rimRegions: number;
  readonly #polygons: (readonly number[] | undefined)[] = [];

  constructor(input: CutInput, curves: PlaneCurves, { edges, chains, partner, loops, regionOfArc }: Traced) {
    this.face = input.face;
    this.#input = input;
    this.#curves = curves;
    this.#edges = edges;
    this.#chains = chains;
    this.#partner = partner;
    this.#loops = loops;
    this.#regionOfArc = regionOfArc;
    this.#stretches = stretchesOf(edges.map((crossings) => crossings.length));
    this.#rimRegions = 1 + partner.length / 2;
    this.regions = this.#rimRegions + loops.length;
    this.firstNode = input.nodes.add(this.regions);
    this.#join();
  }

  /** Joins each region with the face's corners and the edge pieces on the region's rim. */
  #join(): void {
    const { nodes } = this.#input;
    for (const stretch of this.#stretches) {
      const { corner, piece } = stretch;
      nodes.join(
        this.firstNode + this.#regionOf(stretch),
        piece === 0 ? this.#vertex(corner) : this.#pieceNode(corner, piece),
      );
    }
  }

  #regionOf({ arc }: Stretch): number {
    return arc < 0 ? 0 : this.#regionOfArc[arc];
  }

  #vertex(corner: number): number {
    const { tool, face } = this.#input;
    return tool.topology.welded[tool.faces[3 * face + corner]];
  }

  #pieceNode(corner: number, piece: number): number {
    const pieces = this.#edges[corner].length + 1;
    const [a, b] = [this.#vertex(corner), this.#vertex((corner + 1) % 3)];
    const { nodes } = this.#input;
    return a < b
      ? nodes.ofEdge(a, b, piece, pieces, BOTH_FREE)
      : nodes.ofEdge(b, a, pieces - 1 - piece, pieces, BOTH_FREE);
  }

  windingOf(region: number): number {
    if (region >= this.#rimRegions) {
      const loop = this.#loops[region - this.#rimRegions];
      const [u, v] = [loop.polygon[0], loop.polygon[1]];
      return this.windingOf(this.#regionAround(u, v, loop)) + (loop.area > 0 ? -1 : 1);
    }
    for (const stretch of this.#stretches) {
      if (this.#regionOf(stretch) !== region) continue;
      const { corner, piece } = stretch;
      let winding = this.#input.windingAtVertex(this.#vertex(corner));
      for (let n = 0; n < piece; n++) winding += this.#edges[corner][n].from < 0 ? -1 : 1;
      return winding;
    }
    throw new RangeError(`face ${this.face} has no region ${region}`);
  }

  regionAt(x: number, y: number, z: number): number {
    const [u, v] = this.#curves.seen(x, y, z);
    return this.#regionAround(u, v, null);
  }

  /** The region of a point in the plane: that of the smallest loop around it, else of the polygon around it. */
  #regionAround(u: number, v: number, except: Loop | null): number {
    let innermost = -1;
    for (const [n, loop] of this.#loops.entries()) {
      if (loop === except || !isInPolygon(loop.polygon, u, v)) continue;
      if (innermost < 0 || Math.abs(loop.area) < Math.abs(this.#loops[innermost].area)) innermost = n;
    }
    if (innermost >= 0) return this.#rimRegions + innermost;
    if (this.#rimRegions === 1) return 0;
    for (let region = 0; region < this.#rimRegions; region++)
      if (isInPolygon(this.#polygonOf(region), u, v)) return region;
    return -1;
  }

  seedOf(region: number, out: Float64Array): void {
    const { tool, face } = this.#input;
    const { positions: T, faces } = tool;
    if (region >= this.#rimRegions) {
      this.#curves.point(2 * this.#loops[region - this.#rimRegions].segment, out);
      return;
    }
    const arc = this.#regionOfArc.indexOf(region);
    if (arc < 0) for (let k = 0; k < 3; k++) out[k] = T[cornerOffset(faces, face, 0) + k];
    else this.#curves.point(this.#endAt(arc), out);
  }

  /** The segment's end, 2·segment + end, at an index on the rim. */
  #endAt(place: number): number {
    const chain = this.#chains[place];
    if (chain !== null) return 2 * chain.steps[0].segment + chain.steps[0].end;
    const steps = this.#chains[this.#partner[place]]?.steps ?? [];
    const last = steps[steps.length - 1];
    return (2 * last.segment + last.end) ^ 1;
  }

  #polygonOf(region: number): readonly number[] {
    this.#polygons[region] ??= this.#outline(region);
    return this.#polygons[region];
  }

  /** The rim of a region as a polygon, u, v of each point: arcs, with the corners on them, and chains. */
  #outline(region: number): number[] {
    const { tool, face } = this.#input;
    const { positions: T, faces } = tool;
    const count = this.#partner.length;
    const curves = this.#curves;
    const polygon: number[] = [];
    const first = this.#regionOfArc.indexOf(region);
    let arc = first;
    do {
      for (const { arc: passed, corner, piece } of this.#stretches) {
        if (passed !== arc || piece > 0) continue;
        const at = cornerOffset(faces, face, corner);
        polygon.push(...curves.seen(T[at], T[at + 1], T[at + 2]));
      }
      const come = (arc + 1) % count;
      const gone = this.#partner[come];
      const forth = this.#chains[come];
      const ends = (forth ?? (this.#chains[gone] as Chain)).steps.flatMap(({ segment, end }) => [
        2 * segment + end,
        (2 * segment + end) ^ 1,
      ]);
      if (forth === null) ends.reverse();
      for (const end of ends) polygon.push(curves.coordinate(end, 0), curves.coordinate(end, 1));
      arc = gone;
    } while (arc !== first);
    return polygon;
  }
}

const BOTH_FREE = [true, true] as const;

/**
 * A part of an arc: corner k of the face (piece 0), or a piece, between two ends, of the edge from corner k to the
 * next. arc is −1 if no end is on the rim.
 */
interface Stretch {
  readonly arc: number;
  readonly corner: number;
  readonly piece: number;
}

/** The rim from end 0 on, counter-clockwise, in stretches. @param ends how many ends each edge has. */
function stretchesOf(ends: readonly number[]): Stretch[] {
  const last = ends[0] + ends[1] + ends[2] - 1;
  const before: Stretch[] = [];
  const behind: Stretch[] = [];
  let end = 0;
  for (let corner = 0; corner < 3; corner++) {
    if (end === 0) before.push({ arc: last, corner, piece: 0 });
    else behind.push({ arc: end - 1, corner, piece: 0 });
    for (let piece = 1; piece <= ends[corner]; piece++)
      if (piece < ends[corner]) behind.push({ arc: end++, corner, piece });
      else end++;
  }
  return [...behind, ...before];
}

/**
 * The region of each arc: an arc, the chain at its end, the arc after that chain's other end, … form one rim. null if
 * chains cross: then there are fewer such rims than m/2 + 1.
 */
function regionsOfArcs(partner: readonly number[]): number[] | null {
  const count = partner.length;
  const regionOfArc: number[] = partner.map(() => -1);
  let regions = 0;
  for (let first = 0; first < count; first++) {
    if (regionOfArc[first] >= 0) continue;
    for (let arc = first; regionOfArc[arc] < 0; arc = partner[(arc + 1) % count]) regionOfArc[arc] = regions;
    regions++;
  }
  return count > 0 && regions !== 1 + count / 2 ? null : regionOfArc;
}
