// The text of an option → its value, checked.

import { isIP } from 'node:net';
import { OptionError, vectorLength } from '#core';
import type { AnatomicalFrame } from '#mesh';
import { parseLength } from '#quantities';
import { UsageError } from './exit-code.ts';

/** What an error calls a value: an option by its word, a variable of the environment by its name in capitals. */
const calledBy = (name: string) => (/^[A-Z_]+$/.test(name) ? name : `--${name}`);

/** @throws OptionError NOT_A_NUMBER */
export function numberOption(text: string, name: string, requirement: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value))
    throw new OptionError('NOT_A_NUMBER', `${calledBy(name)} is "${text}", expected ${requirement}; correct it.`);
  return value;
}

/** mm, from a number, or from one with a unit. @throws OptionError NOT_A_NUMBER, BAD_LENGTH_TEXT, OUT_OF_RANGE */
export function millimetresOption(text: string, name: string, requirement: string): number {
  const hasUnit = /^\s*[+-]?\.?\d.*\p{L}\s*$/u.test(text) && Number.isNaN(Number(text));
  return hasUnit ? parseLength(text, `--${name}`) : numberOption(text, name, requirement);
}

/** δ, mm. @throws OptionError */
export function contactDistance(text: string): number {
  return distanceOption(text, 'distance');
}

/** h, mm. @throws OptionError */
export function resolution(text: string): number {
  return lengthOption(text, 'resolution');
}

/** @throws OptionError NOT_A_NUMBER, OUT_OF_RANGE */
function numberThat(
  fits: (value: number) => boolean,
  text: string,
  name: string,
  requirement: string,
  next = 'correct it',
  read = numberOption,
): number {
  const value = read(text, name, requirement);
  if (fits(value)) return value;
  throw new OptionError('OUT_OF_RANGE', `${calledBy(name)} is ${text}, expected ${requirement}; ${next}.`);
}

function lengthThat(fits: (value: number) => boolean, text: string, name: string, requirement: string): number {
  return numberThat(fits, text, name, requirement, 'correct it', millimetresOption);
}

const isWhole = (low: number, high: number) => (value: number) =>
  Number.isInteger(value) && value >= low && value <= high;

/** mm, ≥ 0. @throws OptionError */
export function distanceOption(text: string, name: string): number {
  return lengthThat((value) => value >= 0, text, name, 'a number of mm, 0 or more');
}

/** mm, > 0. @throws OptionError */
export function lengthOption(text: string, name: string): number {
  return lengthThat((value) => value > 0, text, name, 'a number of mm above 0');
}

/** N, > 0. @throws OptionError */
export function forceOption(text: string, name: string): number {
  return numberThat((value) => value > 0, text, name, 'a number of N above 0');
}

/** One of these words. @throws OptionError BAD_CHOICE */
export function choiceOption<Word extends string>(text: string, name: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new OptionError('BAD_CHOICE', `${calledBy(name)} is "${text}", expected ${words.join(' or ')}; correct it.`);
}

/** s, from 0 to an hour. @throws OptionError */
export function secondsOption(text: string, name: string): number {
  return numberThat((value) => value >= 0 && value <= 3600, text, name, 'a number of seconds from 0 to 3600');
}

/** @throws OptionError */
export function countOption(text: string, name: string): number {
  return numberThat(isWhole(1, Number.POSITIVE_INFINITY), text, name, 'a whole number, 1 or more');
}

/** @throws OptionError */
export function seedOption(text: string): number {
  return numberThat(isWhole(0, 2 ** 32 - 1), text, 'seed', 'a whole number from 0 to 4294967295');
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

/** A direction: three numbers, not all 0, normalised to unit length. @throws OptionError */
export function feedOption(text: string): readonly number[] {
  return directionOption(text, 'feed', "the way into the bone in the tool's frame");
}

/** @throws OptionError */
export function normalOption(text: string): readonly number[] {
  return directionOption(text, 'normal', "the way out of the bone in the bone's frame");
}

function directionOption(text: string, name: string, what: string): readonly number[] {
  const requirement = `three numbers x,y,z, not all 0: ${what}`;
  const parts = text.split(',').map((part) => numberOption(part, name, requirement));
  const length = parts.length === 3 ? vectorLength(parts[0], parts[1], parts[2]) : 0;
  if (!(length > 0 && length < Number.POSITIVE_INFINITY))
    throw new OptionError('OUT_OF_RANGE', `--${name} is "${text}", expected ${requirement}; correct it.`);
  return parts.map((part) => part / length);
}

/** A point, mm. @throws OptionError NOT_A_NUMBER, BAD_POINT */
export function pointOption(text: string, name: string): readonly number[] {
  const requirement = 'three numbers x,y,z, mm';
  const parts = text.split(',').map((part) => millimetresOption(part, name, requirement));
  if (parts.length !== 3)
    throw new OptionError('BAD_POINT', `--${name} is "${text}", expected ${requirement}; correct it.`);
  return parts;
}

/** @throws OptionError */
export function vertexOption(text: string, name: string): number {
  const fits = isWhole(0, Number.MAX_SAFE_INTEGER);
  return numberThat(fits, text, name, 'the number of a vertex, a whole number from 0');
}

/** @throws OptionError */
export function portOption(text: string, name: string): number {
  const requirement = 'a port, a whole number from 0 (any that is free) to 65535';
  return numberThat(isWhole(0, 65_535), text, name, requirement, 'choose another');
}

/** An address, or a host name, whose last part is not a number. @throws OptionError */
export function hostOption(text: string, name: string): string {
  if (isIP(text) !== 0 || /^[^:]*[^:\d.][^:.]*\.?$/.test(text)) return text;
  throw new OptionError(
    'BAD_ADDRESS',
    `--${name} is "${text}", expected an address of this machine, as 127.0.0.1 or ::1, or its name; correct it.`,
  );
}

/** HOST:PORT, with an IPv6 address in brackets. @throws OptionError */
export function addressOption(text: string, name: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  if (host === undefined)
    throw new OptionError('BAD_ADDRESS', `--${name} is "${text}", expected HOST:PORT, as localhost:18944; correct it.`);
  return { host, port: portOption(port, name) };
}

/** A plane: a point, mm, and a normal, not 0, normalised to unit length. numbers: all six as given, in mm. */
interface Plane {
  readonly point: readonly number[];
  readonly normal: readonly number[];
  readonly numbers: readonly number[];
}

/** @throws OptionError */
export function planeOption(text: string): Plane {
  const requirement = 'six numbers x,y,z,nx,ny,nz: a point of the plane, mm, and its normal, not all 0';
  const parts = text
    .split(',')
    .map((part, n) => (n < 3 ? millimetresOption : numberOption)(part, 'plane', requirement));
  const length = parts.length === 6 ? vectorLength(parts[3], parts[4], parts[5]) : 0;
  if (!(length > 0 && length < Number.POSITIVE_INFINITY))
    throw new OptionError('OUT_OF_RANGE', `--plane is "${text}", expected ${requirement}; correct it.`);
  return { point: parts.slice(0, 3), normal: parts.slice(3).map((part) => part / length), numbers: parts };
}

/** A box: its size, mm, and its pose, or its centre if it stands along the axes. @throws OptionError */
export function boxOption(text: string): { readonly size: [number, number, number]; readonly pose: number[] } {
  const requirement =
    'six numbers sx,sy,sz,x,y,z: size and centre, mm, or 19: size, and the 16 numbers of a pose, column-major';
  const given = text.split(',');
  if (given.length !== 6 && given.length !== 19)
    throw new OptionError('OUT_OF_RANGE', `--box is "${text}", expected ${requirement}; correct it.`);
  const parts = given.length === 19 ? given : [...given.slice(0, 3), ...ALONG_AXES, ...given.slice(3), '1'];
  const numbers = parts.map((part, n) =>
    (n < 3 || (n >= 15 && n < 18) ? millimetresOption : numberOption)(part, 'box', requirement),
  );
  return { size: [numbers[0], numbers[1], numbers[2]], pose: numbers.slice(3) };
}

/** The first twelve numbers of a pose that only moves. */
const ALONG_AXES = '1,0,0,0,0,1,0,0,0,0,1,0'.split(',');

/** Six numbers, x0 x1 y0 y1 z0 z1, mm, in one argument or several. @throws OptionError, UsageError */
export function planesOption(given: readonly string[], name: string): number[] {
  const planes = given.flatMap((text) => text.split(/[\s,;]+/)).filter((text) => text !== '');
  if (planes.length !== 6)
    throw new UsageError(`--${name} has ${planes.length} numbers; give six: x0 x1 y0 y1 z0 z1, in mm.`);
  return planes.map((text) => millimetresOption(text, name, 'six numbers of mm'));
}

/** Named files, each name once. @throws OptionError BAD_STRUCTURE */
export function structureOptions(texts: readonly string[]): { readonly name: string; readonly file: string }[] {
  const structures = texts.map((text) => {
    const [, name, file] = /^([\w.-]+)=(.+)$/.exec(text) ?? [];
    if (name !== undefined) return { name, file };
    throw new OptionError(
      'BAD_STRUCTURE',
      `--structure is "${text}", expected NAME=FILE with a name of letters, digits, dots, hyphens or underscores; correct it.`,
    );
  });
  const twice = structures.find(({ name }, n) => structures.findIndex((other) => other.name === name) < n);
  if (twice !== undefined)
    throw new OptionError('BAD_STRUCTURE', `--structure names ${twice.name} twice, expected another name; change one.`);
  return structures;
}
