// A blade at a pose → the frame of the plane that its low flat lies in, of numbers that are exact.
//
//              w                 The flats' planes have the normal w: one through origin, one through top. A lattice
//         top  ↑                 point (x, y) stands for origin + 2^-20·(x·u + y·v), and for the line through it along
//        ──●───┼──────           w. Since u, v, w are not orthogonal to the last bit, nothing is projected: a posed
//    origin●───┼──────→ v        corner's place solves p = origin + 2^-20·(x·u + y·v) + t·w.
//             u
//
// Rounding in f64. With M the sum of the tool's reach and the sizes of the pose's translation and of the origin, posed
// coordinates have errors below 8u·M (see frameSlack); a difference from the origin and its products with vectors no
// longer than 1 + 2^-20 add less than 8u·M per coordinate. So any length below is off by less than √3·2·16u·M < 128u·M
// = 2^-46·M.

import { cross, dot, minus, poseVertex } from '#core';
import type { FlatBlade } from './flat-blade.ts';
import type { LatticePoint } from './outline-sweep.ts';

/** mm: the side of the lattice that corners are rounded to. */
export const STEP = 2 ** -20;
/** The unit of the frame's vectors, whose components then have at most 27 bits. */
const VECTOR_STEP = 2 ** -26;
const ROUNDED = 2 ** -46;

type Three = readonly [number, number, number];

export class SlotFrame {
  /** On the plane of the low flat: multiples of 2^-20 mm. */
  readonly origin: Float64Array;
  /** Multiples of 2^-26, right-handed and orthonormal to within 2^-24. */
  readonly u: Float64Array;
  readonly v: Float64Array;
  /** The normal of both flats, from the low one to the high one. */
  readonly w: Float64Array;
  /** On the plane of the high flat, over the origin: multiples of 2^-20 mm. */
  readonly top: Float64Array;
  readonly #alongU: Three;
  readonly #alongV: Three;
  readonly #perW: number;

  constructor(origin: Float64Array, u: Float64Array, v: Float64Array, w: Float64Array, top: Float64Array) {
    this.origin = origin;
    this.u = u;
    this.v = v;
    this.w = w;
    this.top = top;
    const [a, b, c] = [Array.from(u), Array.from(v), Array.from(w)];
    const volume = dot(a, cross(b, c)) * STEP;
    const [x, y] = [cross(b, c), cross(c, a)];
    this.#alongU = [x[0] / volume, x[1] / volume, x[2] / volume];
    this.#alongV = [y[0] / volume, y[1] / volume, y[2] / volume];
    this.#perW = 1 / dot(c, c);
  }

  /** The frame of a blade at a pose (column-major, tool → bone): u along its first edge, the origin in its middle. */
  static at(blade: FlatBlade, matrix: Float64Array): SlotFrame {
    const { low, high } = posedCorners(blade, matrix);
    const count = low.length;
    const mean = [0, 1, 2].map((k) => low.reduce((sum, p) => sum + p[k], 0) / count);
    const lift = [0, 1, 2].map((k) => high.reduce((sum, p) => sum + p[k], 0) / count - mean[k]);
    // The sum of the triangles' normals is that of the whole outline.
    const across = low.reduce<Three>(
      (sum, p, i) => {
        const more = cross(minus(p, mean), minus(low[(i + 1) % count], mean));
        return [sum[0] + more[0], sum[1] + more[1], sum[2] + more[2]];
      },
      [0, 0, 0],
    );
    const w = scaled(across, 1 / Math.hypot(...across));
    const edge = minus(low[1], low[0]);
    const flat = minus(edge, scaled(w, dot(edge, w)));
    const u = scaled(flat, 1 / Math.hypot(...flat));
    const origin = rounded(mean, STEP);
    const top = rounded(
      [0, 1, 2].map((k) => origin[k] + dot(lift, w) * w[k]),
      STEP,
    );
    return new SlotFrame(
      origin,
      rounded(u, VECTOR_STEP),
      rounded(cross(w, u), VECTOR_STEP),
      rounded(w, VECTOR_STEP),
      top,
    );
  }

  /** The lattice point nearest to the place of a posed corner, which is given in the tool's frame at `at`. */
  place(matrix: Float64Array, corners: Float64Array, at: number): LatticePoint {
    const posed = new Float64Array(3);
    poseVertex(matrix, corners, at, posed, 0);
    const way = minus([posed[0], posed[1], posed[2]], Array.from(this.origin));
    return [Math.round(dot(this.#alongU, way)) + 0, Math.round(dot(this.#alongV, way)) + 0];
  }

  /** mm: no point of the posed blade's flats is farther from the frame's planes. */
  offPlane(blade: FlatBlade, matrix: Float64Array): number {
    // A flat is the hull of its corners, and the distance from a plane is convex.
    const { low, high } = posedCorners(blade, matrix);
    const off = (corners: readonly Three[], point: Float64Array) =>
      Math.max(...corners.map((p) => Math.abs(dot(minus(p, Array.from(point)), Array.from(this.w)))));
    const scale = Math.sqrt(this.#perW);
    return scale * Math.max(off(low, this.origin), off(high, this.top)) + this.#slack(blade, matrix);
  }

  /** mm: no corner of the posed blade's flats is farther from the corner that its outline's place stands for. */
  offPlaces(blade: FlatBlade, matrix: Float64Array, places: readonly LatticePoint[]): number {
    const { low, high } = posedCorners(blade, matrix);
    let most = 0;
    for (const [i, [x, y]] of places.entries()) {
      const foot = [0, 1, 2].map((k) => this.origin[k] + STEP * (x * this.u[k] + y * this.v[k]));
      for (const [corner, point] of [
        [low[i], this.origin],
        [high[i], this.top],
      ] as const) {
        const lift = dot(minus(Array.from(point), foot), Array.from(this.w)) * this.#perW;
        most = Math.max(most, Math.hypot(...minus(minus(corner, foot), scaled(Array.from(this.w), lift))));
      }
    }
    return most + this.#slack(blade, matrix);
  }

  /** The sine between w and a unit axis: what leads across the axis by 1 leads out of the planes by that at most. */
  sineTo(axis: Float64Array): number {
    return Math.hypot(...cross(Array.from(axis), Array.from(this.w))) * Math.sqrt(this.#perW);
  }

  #slack({ reach }: FlatBlade, matrix: Float64Array): number {
    return ROUNDED * (reach + Math.hypot(matrix[12], matrix[13], matrix[14]) + Math.hypot(...this.origin));
  }
}

/** The corners of both flats as posed: xyz, bone frame. */
function posedCorners(
  { corners, normal, low, high }: FlatBlade,
  matrix: Float64Array,
): { low: Three[]; high: Three[] } {
  const lifted = corners.map((x, n) => x + (high - low) * normal[n % 3]);
  const [below, above] = [corners, lifted].map((points) => {
    const posed = new Float64Array(3);
    return Array.from({ length: points.length / 3 }, (_, i): Three => {
      poseVertex(matrix, points, 3 * i, posed, 0);
      return [posed[0], posed[1], posed[2]];
    });
  });
  return { low: below, high: above };
}

function scaled(a: readonly number[], factor: number): [number, number, number] {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

function rounded(a: readonly number[], step: number): Float64Array {
  return Float64Array.from(a, (x) => Math.round(x / step) * step + 0);
}
