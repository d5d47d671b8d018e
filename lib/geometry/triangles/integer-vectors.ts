// f64 numbers → integers in the same ratios, and vectors of such integers.

export type Vector = readonly [bigint, bigint, bigint];

export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** s·a + t·b. */
export function combined(s: bigint, a: Vector, t: bigint, b: Vector): Vector {
  return [s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]];
}

/** Integers in units of 2^exponent. */
interface Integers {
  readonly values: bigint[];
  readonly exponent: number;
}

/** Finite f64 numbers → integers in the same ratios: mantissas shifted by the exponents above the least. */
export function toIntegers(numbers: readonly number[]): Integers {
  const view = new DataView(new ArrayBuffer(8));
  const parts = numbers.map((x) => {
    view.setFloat64(0, x);
    const bits = view.getBigUint64(0);
    const biased = Number((bits >> 52n) & 0x7ffn);
    const fraction = bits & 0xfffffffffffffn;
    const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
    return { mantissa: x < 0 ? -mantissa : mantissa, exponent: Math.max(biased, 1) };
  });
  let least = 2047;
  for (const { mantissa, exponent } of parts) if (mantissa !== 0n) least = Math.min(least, exponent);
  const values = parts.map(({ mantissa, exponent }) => (mantissa === 0n ? 0n : mantissa << BigInt(exponent - least)));
  return { values, exponent: least - 1075 };
}

/** Points of A on one grid. @param at offsets of xyz. */
export function pointsOnGrid(A: Float64Array, at: readonly number[]): { points: Vector[]; exponent: number } {
  const { values, exponent } = toIntegers(at.flatMap((i) => [A[i], A[i + 1], A[i + 2]]));
  return { points: at.map((_, k) => [values[3 * k], values[3 * k + 1], values[3 * k + 2]]), exponent };
}
