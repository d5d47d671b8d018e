// Coloured surfaces, marks on them and a view → a picture, drawn in software, face by face into a depth buffer; no
// screen is needed.

import { cross, dot } from '#core';
import type { Positions, TriangleMesh } from '#mesh';

type Vector = readonly number[];

export interface Shown {
  readonly mesh: TriangleMesh;
  /** A face's red, green and blue, 0 … 255. */
  readonly colour: (face: number) => Vector;
  /** 16 numbers, column-major: the mesh's frame → the picture's. */
  readonly pose?: ArrayLike<number>;
}

/** Dots drawn over the surfaces; later dots cover earlier ones. */
export interface Marks {
  /** xyz of each, mm. */
  readonly positions: Float64Array;
  /** Pixels. */
  readonly radius: number;
  /** A mark's red, green and blue, 0 … 255. */
  readonly colour: (mark: number) => Vector;
  /** Leaves out the dots that a surface hides, and rims. Default: all are seen through the surfaces. */
  readonly areHidden?: boolean;
}

/** Parallel rays; mm. */
export interface View {
  readonly centre: Vector;
  /** From the eye into the picture; unit vector. */
  readonly forward: Vector;
  /** From the centre to the picture's upper or lower edge. */
  readonly radius: number;
  /** Only what lies within this distance before and behind the centre is drawn. */
  readonly depth: number;
  readonly width: number;
  readonly height: number;
}

/** Each pixel is the mean of FINE × FINE samples. */
const FINE = 2;
/** The width of a dot's rim, pixels. */
const RIM = 0.75;
const RIM_COLOUR = [32, 36, 44];

/** Red, green, blue and opacity of each pixel, row by row from the top; the page's ground shows where nothing is. */
export function picture(view: View, shown: readonly Shown[], marks?: Marks): Uint8Array {
  const canvas = new Canvas(view);
  for (const one of shown) canvas.draw(one);
  if (marks) canvas.mark(marks);
  return canvas.pixels();
}

class Canvas {
  readonly #view: View;
  readonly #right: Vector;
  readonly #up: Vector;
  readonly #width: number;
  readonly #height: number;
  readonly #colours: Uint8Array;
  readonly #depths: Float32Array;

  constructor(view: View) {
    this.#view = view;
    const { forward } = view;
    // z is up, unless the view runs along it.
    const above = Math.abs(forward[2]) < 0.9 ? [0, 0, 1] : [0, -1, 0];
    this.#right = unit(cross(forward, above));
    this.#up = cross(this.#right, forward);
    this.#width = FINE * view.width;
    this.#height = FINE * view.height;
    this.#colours = new Uint8Array(3 * this.#width * this.#height);
    this.#depths = new Float32Array(this.#width * this.#height).fill(Number.POSITIVE_INFINITY);
  }

  draw({ mesh, colour, pose }: Shown): void {
    const points = this.#project(mesh.positions, pose);
    const { faces } = mesh;
    for (let face = 0; face < faces.length / 3; face++) {
      const [a, b, c] = [3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]];
      this.#fill(points, a, b, c, colour(face));
    }
  }

  mark({ positions, radius, colour, areHidden = false }: Marks): void {
    const points = this.#project(positions, undefined);
    const isSeen = Array.from({ length: points.length / 3 }, (_, n) => {
      const [x, y, z] = points.subarray(3 * n, 3 * n + 3);
      return Math.abs(z) <= this.#view.depth && !(areHidden && this.#isBehind(x, y, z, FINE * radius));
    });
    for (const [n, seen] of isSeen.entries())
      if (seen) this.#dot(points[3 * n], points[3 * n + 1], FINE * radius, colour(n), areHidden ? 0 : FINE * RIM);
  }

  /** Whether a surface lies before a point by more than its dot's radius, so that a dot on a surface is seen. */
  #isBehind(x: number, y: number, z: number, radius: number): boolean {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= this.#width || row >= this.#height) return true;
    return z - this.#depths[column + this.#width * row] > (radius * this.#view.radius) / (this.#height / 2);
  }

  #dot(x: number, y: number, radius: number, colour: Vector, rim: number): void {
    const [left, right] = [Math.max(0, Math.ceil(x - radius)), Math.min(this.#width - 1, Math.floor(x + radius))];
    const [top, bottom] = [Math.max(0, Math.ceil(y - radius)), Math.min(this.#height - 1, Math.floor(y + radius))];
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) {
        const far = Math.hypot(column - x, row - y);
        if (far > radius) continue;
        const at = column + this.#width * row;
        this.#colours.set(far > radius - rim ? RIM_COLOUR : colour, 3 * at);
        this.#depths[at] = Number.NEGATIVE_INFINITY;
      }
  }

  /** Right and down in fine pixels, and mm behind the centre. */
  #project(positions: Positions, pose: ArrayLike<number> | undefined): Float64Array {
    const { centre, forward, radius } = this.#view;
    const scale = this.#height / 2 / radius;
    const out = new Float64Array(positions.length);
    for (let at = 0; at < positions.length; at += 3) {
      const own = [positions[at], positions[at + 1], positions[at + 2]];
      const put = pose === undefined ? own : [0, 1, 2].map((k) => pose[12 + k] + own[0] * pose[k] + own[1] * pose[4 + k] + own[2] * pose[8 + k]); // biome-ignore format: a line
      const from = put.map((x, k) => x - centre[k]);
      out[at] = this.#width / 2 + scale * dot(from, this.#right);
      out[at + 1] = this.#height / 2 - scale * dot(from, this.#up);
      out[at + 2] = dot(from, forward);
    }
    return out;
  }

  #fill(P: Float64Array, a: number, b: number, c: number, colour: Vector): void {
    const { depth } = this.#view;
    if (Math.max(Math.abs(P[a + 2]), Math.abs(P[b + 2]), Math.abs(P[c + 2])) > depth) return;
    const twice = (P[b] - P[a]) * (P[c + 1] - P[a + 1]) - (P[b + 1] - P[a + 1]) * (P[c] - P[a]);
    if (twice === 0) return;
    const shade = this.#shade(P, a, b, c);
    const left = Math.max(0, Math.ceil(Math.min(P[a], P[b], P[c])));
    const right = Math.min(this.#width - 1, Math.floor(Math.max(P[a], P[b], P[c])));
    const top = Math.max(0, Math.ceil(Math.min(P[a + 1], P[b + 1], P[c + 1])));
    const bottom = Math.min(this.#height - 1, Math.floor(Math.max(P[a + 1], P[b + 1], P[c + 1])));
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const u = ((P[b] - x) * (P[c + 1] - y) - (P[b + 1] - y) * (P[c] - x)) / twice;
        const v = ((P[c] - x) * (P[a + 1] - y) - (P[c + 1] - y) * (P[a] - x)) / twice;
        if (u < 0 || v < 0 || u + v > 1) continue;
        const z = u * P[a + 2] + v * P[b + 2] + (1 - u - v) * P[c + 2];
        const at = x + this.#width * y;
        if (z >= this.#depths[at]) continue;
        this.#depths[at] = z;
        for (let k = 0; k < 3; k++) this.#colours[3 * at + k] = Math.min(255, shade * colour[k]);
      }
  }

  /** Light from above and to the left of the eye; both sides of a face are lit alike. */
  #shade(P: Float64Array, a: number, b: number, c: number): number {
    const mm = this.#view.radius / (this.#height / 2);
    const edge = (from: number, to: number) => [mm * (P[to] - P[from]), mm * (P[to + 1] - P[from + 1]), P[to + 2] - P[from + 2]]; // biome-ignore format: a line
    const normal = unit(cross(edge(a, b), edge(a, c)));
    const facing = normal[2] > 0 ? normal.map((x) => -x) : normal;
    return 0.32 + 0.4 * (1 + dot(facing, LIGHT));
  }

  pixels(): Uint8Array {
    const { width, height } = this.#view;
    const out = new Uint8Array(4 * width * height);
    for (let pixel = 0; pixel < width * height; pixel++) {
      const first = FINE * (pixel % width) + this.#width * FINE * Math.floor(pixel / width);
      const sum = [0, 0, 0];
      let covered = 0;
      for (let sample = 0; sample < FINE ** 2; sample++) {
        const at = first + (sample % FINE) + this.#width * Math.floor(sample / FINE);
        if (this.#depths[at] === Number.POSITIVE_INFINITY) continue;
        covered++;
        for (let k = 0; k < 3; k++) sum[k] += this.#colours[3 * at + k];
      }
      if (covered === 0) continue;
      for (let k = 0; k < 3; k++) out[4 * pixel + k] = sum[k] / covered;
      out[4 * pixel + 3] = (255 * covered) / FINE ** 2;
    }
    return out;
  }
}

/** Right, down, into the picture; unit vector. */
const LIGHT = unit([-0.45, -0.55, -0.7]);

function unit(a: Vector): number[] {
  const length = Math.hypot(...a);
  return a.map((x) => (length > 0 ? x / length : 0));
}
