// A surface with normals → how open each of its points is to light from all around: 1 on a ball, little in a hole.
// Computed direction by direction, so that frames are drawn meanwhile.

import type { Shaped } from './creased.ts';

/** Texels of a depth map's side. */
const SIDE = 256;
/** Directions for a bone of `USUAL` faces or fewer; a larger bone gets fewer, so that its shade takes no longer. */
const MOST = 64;
const LEAST = 16;
const USUAL = 200_000;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

export class Occlusion {
  readonly #shaped: Shaped;
  readonly #directions: number;
  /** For each point, the light that reaches it, and the light that would with nothing in its way. */
  readonly #light: Float32Array;
  readonly #whole: Float32Array;
  readonly #middle: readonly number[];
  readonly #radius: number;
  /** Each point as seen along the direction: texels right and up, mm toward the light. */
  readonly #seen: Float32Array;
  readonly #depth = new Float32Array(SIDE * SIDE);
  #done = 0;

  /** @param most directions; a large surface gets fewer. */
  constructor(shaped: Shaped, most = MOST) {
    this.#shaped = shaped;
    const { points, cells } = shaped;
    this.#directions = Math.round(Math.min(most, Math.max(LEAST, (MOST * USUAL * 4) / cells.length)));
    this.#light = new Float32Array(points.length / 3);
    this.#whole = new Float32Array(points.length / 3);
    this.#seen = new Float32Array(points.length);
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < points.length; i++) {
      low[i % 3] = Math.min(low[i % 3], points[i]);
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
    this.#middle = low.map((x, k) => (x + high[k]) / 2);
    this.#radius = Math.hypot(...low.map((x, k) => high[k] - x)) / 2;
  }

  /** Adds one direction. @returns whether it was the last. */
  step(): boolean {
    if (this.#done < this.#directions && this.#radius > 0) {
      // Evenly over the sphere: a Fibonacci lattice.
      const z = 1 - (2 * this.#done + 1) / this.#directions;
      const across = Math.sqrt(1 - z * z);
      const direction = [across * Math.cos(GOLDEN * this.#done), across * Math.sin(GOLDEN * this.#done), z] as const;
      this.#look(direction);
      this.#fillDepth();
      this.#count(direction);
    }
    return ++this.#done >= this.#directions;
  }

  /** One number a point, 0–1: the share of the light that reaches it. */
  openness(): Float32Array {
    return this.#light.map((light, i) => (this.#whole[i] > 0 ? light / this.#whole[i] : 1));
  }

  get #texel(): number {
    return (2 * this.#radius) / (SIDE - 2);
  }

  #look([x, y, z]: readonly [number, number, number]): void {
    const { points } = this.#shaped;
    const right = Math.abs(z) < 0.9 ? [-y, x, 0] : [0, -z, y];
    const length = Math.hypot(...right);
    const [rx, ry, rz] = right.map((value) => value / length);
    const [ux, uy, uz] = [y * rz - z * ry, z * rx - x * rz, x * ry - y * rx];
    const [mx, my, mz] = this.#middle;
    const scale = 1 / this.#texel;
    for (let i = 0; i < points.length; i += 3) {
      const [px, py, pz] = [points[i] - mx, points[i + 1] - my, points[i + 2] - mz];
      this.#seen[i] = SIDE / 2 + scale * (px * rx + py * ry + pz * rz);
      this.#seen[i + 1] = SIDE / 2 + scale * (px * ux + py * uy + pz * uz);
      this.#seen[i + 2] = px * x + py * y + pz * z;
    }
  }

  /** For each texel, the depth nearest to the light, of faces at its middle and of corners in it. */
  #fillDepth(): void {
    const { cells } = this.#shaped;
    const seen = this.#seen;
    const depth = this.#depth.fill(Number.NEGATIVE_INFINITY);
    const raise = (at: number, z: number): void => {
      if (z > depth[at]) depth[at] = z;
    };
    for (let cell = 0; cell < cells.length; cell += 4) {
      const [a, b, c] = [3 * cells[cell + 1], 3 * cells[cell + 2], 3 * cells[cell + 3]];
      const [ax, ay, bx, by, cx, cy] = [seen[a], seen[a + 1], seen[b], seen[b + 1], seen[c], seen[c + 1]];
      raise(Math.floor(ay) * SIDE + Math.floor(ax), seen[a + 2]);
      raise(Math.floor(by) * SIDE + Math.floor(bx), seen[b + 2]);
      raise(Math.floor(cy) * SIDE + Math.floor(cx), seen[c + 2]);
      const det = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
      if (det === 0) continue;
      const [left, rightmost] = [Math.ceil(Math.min(ax, bx, cx) - 0.5), Math.floor(Math.max(ax, bx, cx) - 0.5)];
      const [bottom, top] = [Math.ceil(Math.min(ay, by, cy) - 0.5), Math.floor(Math.max(ay, by, cy) - 0.5)];
      for (let y = bottom; y <= top; y++)
        for (let x = left; x <= rightmost; x++) {
          const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
          const v = (px * (cy - ay) - py * (cx - ax)) / det;
          const w = ((bx - ax) * py - (by - ay) * px) / det;
          if (v < 0 || w < 0 || v + w > 1) continue;
          raise(y * SIDE + x, seen[a + 2] + v * (seen[b + 2] - seen[a + 2]) + w * (seen[c + 2] - seen[a + 2]));
        }
    }
  }

  #count([x, y, z]: readonly [number, number, number]): void {
    const { normals } = this.#shaped;
    for (let i = 0; i < this.#light.length; i++) {
      const cosine = normals[3 * i] * x + normals[3 * i + 1] * y + normals[3 * i + 2] * z;
      if (cosine <= 0) continue;
      this.#whole[i] += cosine;
      const at = Math.floor(this.#seen[3 * i + 1]) * SIDE + Math.floor(this.#seen[3 * i]);
      // Within a texel a face rises by its slope; beyond a slope of 4 its light counts little.
      const slope = Math.min(4, Math.sqrt(1 - Math.min(1, cosine * cosine)) / cosine);
      if (this.#seen[3 * i + 2] >= this.#depth[at] - this.#texel * (1.5 + 1.5 * slope)) this.#light[i] += cosine;
    }
  }
}
