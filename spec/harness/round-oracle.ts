// A bone and a posed sphere or capsule → what a report must say, in exact arithmetic, face by face and leaf by leaf.

import type { ConvexBody } from '#convex';
import type { ContactReport, ContactState, Convex } from '#kerf';
import {
  type ExactNumber,
  exactFraction,
  pointInSolid,
  posedPositions,
  referenceMesh,
  triangleTriangleSquaredDistance,
} from '#reference';
import { exactLeaf, leavesOf, pathsByFace } from './leaf-recovery.ts';

type Fraction = ReturnType<typeof exactFraction>;

/** The query of a report. */
export interface RoundCase {
  readonly bone: { readonly positions: Float64Array; readonly faces: Uint32Array; readonly name: string };
  readonly tool: Convex;
  readonly pose: readonly number[];
  readonly delta: number;
  readonly resolution: number;
}

/** Whether √squared is at most x, exactly; x may be negative. */
const rootAtMost = (squared: Fraction, x: Fraction) => x.s >= 0n && squared.lte(x.mul(x));
const rootAtLeast = (squared: Fraction, x: Fraction) => x.s < 0n || squared.gte(x.mul(x));

export class RoundOracle {
  readonly radius: Fraction;
  readonly #case: RoundCase;
  /** The axis as a triangle without area. */
  readonly #axis: number[];

  constructor(asked: RoundCase) {
    this.#case = asked;
    const { points, radius } = asked.tool as ConvexBody;
    const posed = [...posedPositions(points, asked.pose)];
    this.radius = exactFraction(radius);
    this.#axis = [...posed.slice(0, 3), ...posed.slice(-3), ...posed.slice(-3)];
  }

  corners(face: number): number[] {
    const { positions, faces } = this.#case.bone;
    return [...faces.subarray(3 * face, 3 * face + 3)].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
  }

  #leaf(face: number, level: number, path: number): ExactNumber[] {
    return exactLeaf(this.corners(face), this.corners(face), this.#case.resolution, level, path);
  }

  /** Squared distance from the axis to a triangle of nine numbers. */
  squared(triangle: readonly ExactNumber[] | readonly number[]): Fraction {
    return triangleTriangleSquaredDistance(triangle as number[], this.#axis);
  }

  /** Whether the triangle's least distance to the solid is at most x. */
  isWithin(triangle: readonly ExactNumber[] | readonly number[], x: Fraction): boolean {
    return rootAtMost(this.squared(triangle), this.radius.add(x));
  }

  isBeyond(triangle: readonly ExactNumber[] | readonly number[], x: Fraction): boolean {
    return rootAtLeast(this.squared(triangle), this.radius.add(x));
  }

  /** Whether a face shares a point with the tool's surface; otherwise the side of it on which the face lies. */
  side(face: number): 'shared' | 'inside' | 'outside' {
    const c = this.corners(face);
    const rr = this.radius.mul(this.radius);
    if (this.squared(c).gt(rr)) return 'outside';
    const isReached = [0, 3, 6].some((k) => this.squared([0, 1, 2].flatMap(() => c.slice(k, k + 3))).gte(rr));
    return isReached ? 'shared' : 'inside';
  }

  get faceCount(): number {
    return this.#case.bone.faces.length / 3;
  }

  state(): ContactState {
    const all = Array.from({ length: this.faceCount }, (_, face) => face);
    const sides = all.map((face) => this.side(face));
    if (sides.includes('shared')) return 'intersecting';
    if (sides.includes('inside') || this.#isInBone()) return 'enclosed';
    const delta = exactFraction(this.#case.delta);
    return all.some((face) => this.isWithin(this.corners(face), delta)) ? 'near' : 'separated';
  }

  #isInBone(): boolean {
    const { positions, faces } = this.#case.bone;
    const solid = referenceMesh({ positions, faces });
    return solid.signed && pointInSolid(this.#axis.slice(0, 3), solid);
  }

  /** What is wrong with a report: one sentence per fault; none if it keeps G1 to G5. */
  faults(report: ContactReport): string[] {
    const { delta, resolution } = this.#case;
    const found: string[] = [];
    const expected = this.state();
    if (report.state !== expected) found.push(`state ${report.state}, expected ${expected}`);
    const shared = Array.from({ length: this.faceCount }, (_, f) => f).filter((f) => this.side(f) === 'shared');
    if (`${report.intersectingFaces}` !== `${shared.flatMap((f) => [f, 0])}`)
      found.push(`pairs ${report.intersectingFaces}, expected ${shared}`);
    const { contacts } = report;
    const limit = exactFraction(delta);
    for (let row = 0; row < contacts.length; row++) {
      const { face, level, path, low, high, distance } = contacts.at(row);
      const leaf = this.#leaf(face, level, path);
      const says = `row ${row}, face ${face}, level ${level}, path ${path}`;
      const [l, h] = [exactFraction(low), exactFraction(high)];
      if (!this.isBeyond(leaf, l) || !this.isWithin(leaf, h)) found.push(`${says}: G4, [${low}, ${high}]`);
      if (!(low <= distance && distance <= high)) found.push(`${says}: distance ${distance} not in [${low}, ${high}]`);
      if (!this.isWithin(leaf, limit.add(h.sub(l)))) found.push(`${says}: G2`);
      if (level > 0 && longestEdge(leaf.map((x) => x.valueOf())) > resolution * (1 + 1e-9)) found.push(`${says}: G3`);
    }
    const byFace = pathsByFace(contacts, 0);
    for (let face = 0; face < this.faceCount; face++) {
      if (!this.isWithin(this.corners(face), limit)) continue;
      const paths = byFace.get(face);
      if (paths === undefined) {
        found.push(`face ${face}: G1, no row`);
        continue;
      }
      for (const { level, path } of leavesOf(this.corners(face), resolution))
        if (!paths.has(path) && this.isWithin(this.#leaf(face, level, path), limit))
          found.push(`face ${face}: G1, level ${level}, path ${path}`);
    }
    return found;
  }
}

function longestEdge(p: readonly number[]): number {
  const edge = (a: number, b: number) => Math.hypot(p[a] - p[b], p[a + 1] - p[b + 1], p[a + 2] - p[b + 2]);
  return Math.max(edge(0, 3), edge(3, 6), edge(6, 0));
}
