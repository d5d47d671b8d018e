// Exact results → one of the two neighbouring f32, since WGSL leaves the choice open. The shaders' bounds must hold for
// this arithmetic.

/**
 * Arithmetic whose k-th rounding goes up if choose(k) is true. In f64 a product of two f32 is exact, and a sum has a
 * relative error below 2^-52.
 */
export class EitherNeighbour {
  readonly #up: (k: number) => boolean;
  #count = 0;

  constructor(up: (k: number) => boolean) {
    this.#up = up;
  }

  round(x: number): number {
    const nearest = Math.fround(x);
    if (nearest === x) return x;
    const up = this.#up(this.#count++);
    if (up === nearest > x) return nearest;
    return nextTo(nearest, up);
  }

  sum(...terms: number[]): number {
    return terms.reduce((total, term) => this.round(total + term));
  }

  dot(x: readonly number[], y: readonly number[]): number {
    return this.sum(...x.map((value, k) => this.round(value * y[k])));
  }

  cross(x: readonly number[], y: readonly number[]): number[] {
    return [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return this.sum(this.round(x[i] * y[j]), -this.round(x[j] * y[i]));
    });
  }
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

function nextTo(x: number, up: boolean): number {
  float[0] = x;
  bits[0] += up === x > 0 ? 1 : -1;
  return float[0];
}
