// f64 numbers → integers on one binary grid, for specs that compute a definition exactly.

export type Integers = readonly bigint[];
export type IntegerPoint = readonly [bigint, bigint, bigint];

/** The numbers times 2^places, all integers; places is the smallest such exponent ≥ 0. */
export function onGrid(numbers: ArrayLike<number>): { values: bigint[]; places: number } {
  const parts = Array.from(numbers, mantissaAndExponent);
  const least = Math.min(0, ...parts.filter(({ mantissa }) => mantissa !== 0n).map(({ exponent }) => exponent));
  return { values: parts.map(({ mantissa, exponent }) => mantissa << BigInt(exponent - least)), places: -least };
}

/** x = mantissa · 2^exponent, where the mantissa is odd or 0. */
function mantissaAndExponent(x: number): { mantissa: bigint; exponent: number } {
  if (!Number.isFinite(x)) throw new Error(`${x} is on no grid`);
  if (x === 0) return { mantissa: 0n, exponent: 0 };
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const biased = (view.getUint16(0) >> 4) & 0x7ff;
  const fraction = view.getBigUint64(0) & 0xfffffffffffffn;
  let mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
  let exponent = Math.max(biased, 1) - 1075;
  while ((mantissa & 0xffn) === 0n) {
    mantissa >>= 8n;
    exponent += 8;
  }
  return { mantissa: x < 0 ? -mantissa : mantissa, exponent };
}

export function pointAt(values: Integers, i: number): IntegerPoint {
  return [values[i], values[i + 1], values[i + 2]];
}

export function minus(a: IntegerPoint, b: IntegerPoint): IntegerPoint {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: IntegerPoint, b: IntegerPoint): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: IntegerPoint, b: IntegerPoint): IntegerPoint {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** numerator / denominator as an f64, good to a relative 2^-60, whatever their sizes. */
export function quotient(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const shift = d.toString(2).length - n.toString(2).length + 64;
  const scaled = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  const value = scaleBy(Number(scaled), -shift);
  return negative ? -value : value;
}

/** x · 2^power without intermediate overflow. */
export function scaleBy(x: number, power: number): number {
  let value = x;
  let left = power;
  for (; left > 1000; left -= 1000) value *= 2 ** 1000;
  for (; left < -1000; left += 1000) value *= 2 ** -1000;
  return value * 2 ** left;
}
