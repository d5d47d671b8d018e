// The text of an option → its number, checked.

import { OptionError, vectorLength } from '../core/index.ts';
import type { AnatomicalFrame } from '../mesh/index.ts';

/** @throws OptionError NOT_A_NUMBER */
export function numberOption(text: string, name: string, requirement: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value))
    throw new OptionError('NOT_A_NUMBER', `--${name} is "${text}", expected ${requirement}; correct it.`);
  return value;
}

/** δ, mm. @throws OptionError */
export function contactDistance(text: string): number {
  return distanceOption(text, 'distance');
}

/** h, mm. @throws OptionError */
export function resolution(text: string): number {
  return lengthOption(text, 'resolution');
}

/** mm, ≥ 0. @throws OptionError */
export function distanceOption(text: string, name: string): number {
  const requirement = 'a number of mm, 0 or more';
  const value = numberOption(text, name, requirement);
  if (value < 0) throw new OptionError('OUT_OF_RANGE', `--${name} is ${text}, expected ${requirement}; correct it.`);
  return value;
}

/** mm, > 0. @throws OptionError */
export function lengthOption(text: string, name: string): number {
  const requirement = 'a number of mm above 0';
  const value = numberOption(text, name, requirement);
  if (value <= 0) throw new OptionError('OUT_OF_RANGE', `--${name} is ${text}, expected ${requirement}; correct it.`);
  return value;
}

/** @throws OptionError */
export function countOption(text: string, name: string): number {
  const requirement = 'a whole number, 1 or more';
  const value = numberOption(text, name, requirement);
  if (!Number.isInteger(value) || value < 1)
    throw new OptionError('OUT_OF_RANGE', `--${name} is ${text}, expected ${requirement}; correct it.`);
  return value;
}

/** @throws OptionError */
export function seedOption(text: string): number {
  const requirement = 'a whole number from 0 to 4294967295';
  const value = numberOption(text, 'seed', requirement);
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32)
    throw new OptionError('OUT_OF_RANGE', `--seed is ${text}, expected ${requirement}; correct it.`);
  return value;
}

/** @throws OptionError NOT_A_NUMBER */
export function isoOption(text: string): number {
  return numberOption(text, 'iso', 'the intensity of the surface');
}

/** An anatomical frame, in lower or upper case. @throws OptionError BAD_FRAME */
export function frameOption(text: string, name: string): AnatomicalFrame {
  const frame = text.toUpperCase();
  if (frame !== 'RAS' && frame !== 'LPS')
    throw new OptionError('BAD_FRAME', `--${name} is "${text}", expected ras or lps; correct it.`);
  return frame;
}

/** A direction: three numbers of any length but 0, divided by that length. @throws OptionError */
export function feedOption(text: string): readonly number[] {
  const requirement = "three numbers x,y,z, not all 0: the way into the bone in the tool's frame";
  const parts = text.split(',').map((part) => numberOption(part, 'feed', requirement));
  const length = parts.length === 3 ? vectorLength(parts[0], parts[1], parts[2]) : 0;
  if (!(length > 0 && length < Number.POSITIVE_INFINITY))
    throw new OptionError('OUT_OF_RANGE', `--feed is "${text}", expected ${requirement}; correct it.`);
  return parts.map((part) => part / length);
}

/** @throws OptionError */
export function vertexOption(text: string, name: string): number {
  const requirement = 'the number of a vertex, a whole number from 0';
  const value = numberOption(text, name, requirement);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new OptionError('OUT_OF_RANGE', `--${name} is ${text}, expected ${requirement}; correct it.`);
  return value;
}
