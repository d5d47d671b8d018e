// A quotient of integers, or the root of one → the nearest f64.

/** Bits that are kept before the one rounding; the last one says whether any was lost. More than 54 suffice. */
const KEPT = 66;

/** n/d · 2^exponent, rounded to nearest; d ≠ 0. */
export function roundedQuotient(n: bigint, d: bigint, exponent: number): number {
  if (d < 0n) return roundedQuotient(-n, -d, exponent);
  if (n < 0n) return -roundedQuotient(-n, d, exponent);
  if (n === 0n) return 0;
  const shift = KEPT + bitsOf(d) - bitsOf(n);
  const { quotient, isCut } = divided(n, d, shift);
  return timesPower(withSticky(quotient, isCut), exponent - shift);
}

/** √(n/d) · 2^exponent, rounded to nearest; n ≥ 0, d > 0. */
export function roundedRoot(n: bigint, d: bigint, exponent: number): number {
  if (n === 0n) return 0;
  const half = KEPT + ((bitsOf(d) - bitsOf(n)) >> 1);
  const { quotient, isCut } = divided(n, d, 2 * half);
  const root = integerRoot(quotient);
  return timesPower(withSticky(root, isCut || root * root !== quotient), exponent - half);
}

/** ⌊n/d · 2^shift⌋, and whether that is less than the quotient. */
function divided(n: bigint, d: bigint, shift: number): { quotient: bigint; isCut: boolean } {
  const dividend = shift > 0 ? n << BigInt(shift) : n;
  const divisor = shift < 0 ? d << BigInt(-shift) : d;
  const quotient = dividend / divisor;
  return { quotient, isCut: quotient * divisor !== dividend };
}

/**
 * The f64 nearest to an integer of more than 54 bits or, if something was lost, to what lies between it and the next
 * one, which is never a tie.
 */
function withSticky(x: bigint, isCut: boolean): number {
  return Number(isCut ? x | 1n : x);
}

/** ⌊√x⌋, by Newton's method from above. */
function integerRoot(x: bigint): bigint {
  let root = 1n << BigInt((bitsOf(x) + 1) >> 1);
  for (;;) {
    const next = (root + x / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** The number of bits of x > 0, or up to three more. */
function bitsOf(x: bigint): number {
  return 4 * x.toString(16).length;
}

/** x · 2^power in steps that neither overflow nor round before the last. */
function timesPower(x: number, power: number): number {
  let value = x;
  let left = power;
  for (; left > 900; left -= 900) value *= 2 ** 900;
  for (; left < -900; left += 900) value *= 2 ** -900;
  return value * 2 ** left;
}
