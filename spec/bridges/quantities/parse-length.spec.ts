import { describe, expect, test } from '@jest/globals';
import { OptionError } from '#core';
import { mulberry32 } from '#harness/random.ts';
import { parseLength } from '#quantities';

/** mm, as a fraction. */
const UNITS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  '': [1n, 1n],
  m: [1000n, 1n],
  cm: [10n, 1n],
  mm: [1n, 1n],
  um: [1n, 1000n],
  '\u00b5m': [1n, 1000n],
  '\u03bcm': [1n, 1000n],
  nm: [1n, 1_000_000n],
  in: [127n, 5n],
  inch: [127n, 5n],
  ft: [1524n, 5n],
};

/** The f64 nearest to n/d > 0, ties to even, by whole numbers alone; for results far from the ends of the range. */
function nearest(n: bigint, d: bigint): number {
  // Scaled so that the quotient has 53 or 54 bits.
  let exponent = n.toString(2).length - d.toString(2).length - 53;
  const scaled = (e: bigint) => (e >= 0n ? [n, d << e] : [n << -e, d]);
  let [top, bottom] = scaled(BigInt(exponent));
  if (top / bottom >= 1n << 53n) {
    exponent++;
    [top, bottom] = scaled(BigInt(exponent));
  }
  const [whole, rest] = [top / bottom, top % bottom];
  const isUp = 2n * rest > bottom || (2n * rest === bottom && whole % 2n === 1n);
  return Number(whole + (isUp ? 1n : 0n)) * 2 ** exponent;
}

test('nearest, which judges: quotients of small whole numbers, and halves between two f64', () => {
  const random = mulberry32(7);
  for (let i = 0; i < 2000; i++) {
    const [n, d] = [1 + Math.floor(random() * 2 ** 50), 1 + Math.floor(random() * 2 ** 20)];
    expect(nearest(BigInt(n), BigInt(d))).toBe(n / d);
  }
  const tie = 2n ** 53n + 1n;
  expect([nearest(tie, 1n), nearest(tie + 2n, 1n)]).toEqual([2 ** 53, 2 ** 53 + 4]);
});

const SEED = 4999;

test(`4,999 decimal lengths in all units: none differs from the correctly rounded mm (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const digitsOf = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const names = Object.keys(UNITS);
  const hits = new Map<string, number>();
  const wrong: string[] = [];
  let [rounded, doubleRounded, exponents] = [0, 0, 0];
  for (let tried = 0; tried < 4_999; ) {
    const unit = names[Math.floor(random() * names.length)];
    const [whole, behind] = [digitsOf(Math.floor(random() * 4)), digitsOf(Math.floor(random() * 25))];
    if (whole + behind === '' || BigInt(whole + behind) === 0n) continue;
    const exponent = random() < 0.4 ? Math.floor(random() * 13) - 6 : undefined;
    const written = `${whole}${behind === '' ? '' : `.${behind}`}${exponent === undefined ? '' : `e${exponent}`}`;
    const text = `${written}${random() < 0.5 ? ' ' : ''}${unit}`;
    const [up, down] = UNITS[unit];
    const power = (exponent ?? 0) - behind.length;
    const n = BigInt(whole + behind) * up * 10n ** BigInt(Math.max(0, power));
    const d = down * 10n ** BigInt(Math.max(0, -power));
    if (n > 1_000_000n * d || n * 1_000_000_000n < d) continue;
    tried++;
    hits.set(unit, (hits.get(unit) ?? 0) + 1);
    const expected = nearest(n, d);
    if (parseLength(text) !== expected) wrong.push(text);
    if (exponent !== undefined) exponents++;
    // How often it matters: the exact value is no f64; the plain product of doubles is another one.
    if (BigInt(Math.round(expected * 2 ** 20)) * d !== n << 20n) rounded++;
    if ((Number(written) * Number(up)) / Number(down) !== expected) doubleRounded++;
  }
  expect(wrong).toEqual([]);
  expect([...hits.values()].every((count) => count > 250)).toBe(true);
  expect(hits.size).toBe(11);
  expect(rounded).toBeGreaterThan(4_000);
  expect(doubleRounded).toBeGreaterThan(500);
  expect(exponents).toBeGreaterThan(1_000);
});

test.each<[text: string, mm: number]>([
  ['0.2', 0.2],
  ['0.2mm', 0.2],
  [' 0.02 in ', 0.508],
  ['500um', 0.5],
  ['2 nm', 2e-6],
  ['1e-3 m', 1],
  ['.5cm', 5],
  ['5.cm', 50],
  ['+1ft', 304.8],
  ['-1 inch', -25.4],
  ['0 cm', 0],
  ['1000 m', 1e6],
])('%s is %d mm', (text, mm) => expect(parseLength(text)).toBe(mm));

describe('refused in one sentence that names the text, the limit and the next step:', () => {
  test.each<[text: string, code: string, says: string]>([
    [
      '0.2 Mm',
      'OUT_OF_RANGE',
      '--distance is "0.2 Mm", which is in megametres, expected a length from 1e-9 to 1000000 mm, or 0; write mm for millimetres.',
    ],
    [
      '1e400 mm',
      'OUT_OF_RANGE',
      '--distance is "1e400 mm", expected a length from 1e-9 to 1000000 mm, or 0; correct it.',
    ],
    [
      '3 kg',
      'BAD_LENGTH_TEXT',
      '--distance is "3 kg", whose unit is kg, expected m, cm, mm, um, µm, nm, in, inch or ft; give the length in one of these.',
    ],
    ['90deg', 'BAD_LENGTH_TEXT', 'whose unit is deg'],
    ['1 km', 'BAD_LENGTH_TEXT', 'whose unit is km'],
    ['1 MM', 'BAD_LENGTH_TEXT', 'whose unit is MM'],
    ['1e-400 mm', 'OUT_OF_RANGE', 'from 1e-9'],
    ['-2000 m', 'OUT_OF_RANGE', 'to 1000000 mm'],
    ['1e999999999 m', 'OUT_OF_RANGE', 'to 1000000 mm'],
    ['1e9999999999 m', 'BAD_LENGTH_TEXT', 'expected a length such as 0.2, 0.2mm, 500um or 0.02in; correct it.'],
    ['0,2mm', 'BAD_LENGTH_TEXT', 'expected a length such as'],
    ['2 mm mm', 'BAD_LENGTH_TEXT', 'expected a length such as'],
    ['mm', 'BAD_LENGTH_TEXT', 'expected a length such as'],
    ['', 'BAD_LENGTH_TEXT', 'expected a length such as'],
    ['NaN mm', 'BAD_LENGTH_TEXT', 'expected a length such as'],
    [`${'9'.repeat(1_000_000)} mm`, 'BAD_LENGTH_TEXT', '9999…"'],
  ])('%.20s', (text, code, says) => {
    let error: unknown;
    try {
      parseLength(text, '--distance');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(says) });
    expect((error as OptionError).message.length).toBeLessThan(300);
  });
});
