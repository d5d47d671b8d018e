// The text of a length, with or without a unit → mm, correctly rounded.
//
// Every unit here is a whole number times a power of ten in mm, so the product with the text's decimal digits is an
// exact decimal, which Number() rounds once, to the nearest f64 (ECMA-262, StringToNumber). mathjs's units with
// fractions are not exact: version 15.2 answers 0 for 2 nm, and reads 1e-3 m as a double.

import { checkText, OptionError } from '#core';

/** mm: a factor and a power of ten. The micro sign and the Greek mu look the same, and keyboards have either. */
const UNITS: ReadonlyMap<string, readonly [factor: bigint, exponent: number]> = new Map([
  ['', [1n, 0]],
  ['m', [1n, 3]],
  ['cm', [1n, 1]],
  ['mm', [1n, 0]],
  ['um', [1n, -3]],
  ['\u00b5m', [1n, -3]],
  ['\u03bcm', [1n, -3]],
  ['nm', [1n, -6]],
  ['in', [254n, -1]],
  ['inch', [254n, -1]],
  ['ft', [3048n, -1]],
]);
const UNIT_WORDS = 'm, cm, mm, um, µm, nm, in, inch or ft';

/** A length in which bone and tools are measured, mm; a text beyond is a slip: Mm for mm, a wrong exponent. */
const LEAST = 1e-9;
const MOST = 1e6;
const RANGE = 'a length from 1e-9 to 1000000 mm, or 0';

const LONGEST_TEXT = 100;

/**
 * `0.2mm`, `500 um`, `0.02 in`, `2e-4 m`; a bare number is mm. Units are m, cm, mm, um (µm), nm, in (inch) and ft; a
 * capital letter is another unit. A minus sign is read too.
 * @param name of the text in errors.
 * @returns the f64 nearest to the exact value in mm.
 * @throws OptionError BAD_LENGTH_TEXT (no number, or a unit of none of these), OUT_OF_RANGE (not 0 and beyond 1e-9 to
 * 1e6 mm), WRONG_TYPE.
 */
export function parseLength(text: string, name = 'text'): number {
  checkText(name, 'name', 'pass the name of the text, or leave it out');
  checkText(text, name, 'pass one such as "0.2mm"');
  const shown = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  const parts = /^([+-]?)(?:(\d+)\.?(\d*)|\.(\d+))(?:e([+-]?\d{1,9}))?\s*(\p{L}*)$/iu.exec(text.trim());
  if (parts === null || text.length > LONGEST_TEXT)
    throw new OptionError(
      'BAD_LENGTH_TEXT',
      `${name} is "${shown}", expected a length such as 0.2, 0.2mm, 500um or 0.02in; correct it.`,
    );
  const [, sign, whole = '', behind = '', alone = '', exponent = '0', unit] = parts;
  if (unit === 'Mm')
    throw new OptionError(
      'OUT_OF_RANGE',
      `${name} is "${shown}", which is in megametres, expected ${RANGE}; write mm for millimetres.`,
    );
  const scale = UNITS.get(unit);
  if (scale === undefined)
    throw new OptionError(
      'BAD_LENGTH_TEXT',
      `${name} is "${shown}", whose unit is ${unit}, expected ${UNIT_WORDS}; give the length in one of these.`,
    );
  const digits = BigInt(whole + behind + alone) * scale[0];
  const length = Number(`${digits}e${Number(exponent) + scale[1] - behind.length - alone.length}`);
  if (digits !== 0n && !(length >= LEAST && length <= MOST))
    throw new OptionError('OUT_OF_RANGE', `${name} is "${shown}", expected ${RANGE}; correct it.`);
  return sign === '-' ? -length : length;
}
