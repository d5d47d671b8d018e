// Boxes as given → checked boxes, 6 numbers each: low x, y, z, high x, y, z.

import { described, OptionError, refuse } from '#core';

/** Closed boxes of bodies 0 … count − 1. Two overlap if they share a point; a face, an edge or a corner is enough. */
export interface Boxes {
  readonly count: number;
  /** Box i: low x, y, z at 6·i, high x, y, z at 6·i + 3. */
  readonly bounds: Float64Array;
}

/** The most bodies: their boxes take 48 bytes each, 3 GiB in all. */
const MOST_BODIES = 2 ** 26;

/** The names of a box's six numbers. */
const PLACES = ['min x', 'min y', 'min z', 'max x', 'max y', 'max z'];

/** @throws OptionError WRONG_TYPE, BAD_LENGTH, TOO_MANY_BODIES, BAD_BOX. */
export function checkBoxes(boxes: unknown): Boxes {
  const given = arrayLike(boxes, 'The boxes');
  if (given.length > 6 * MOST_BODIES)
    throw new OptionError(
      'TOO_MANY_BODIES',
      `There are ${Math.floor(given.length / 6)} boxes, at most ${MOST_BODIES} are possible; split them into groups.`,
    );
  if (given.length % 6 !== 0)
    throw new OptionError(
      'BAD_LENGTH',
      `The boxes have ${given.length} numbers, expected 6 a body; pass min x, y, z, max x, y, z of each.`,
    );
  const count = given.length / 6;
  const bounds = new Float64Array(6 * count);
  for (let body = 0; body < count; body++) copyBox(given, 6 * body, bounds, body);
  return { count, bounds };
}

/**
 * Replaces boxes: of the numbered bodies, or of all. Changes nothing if it throws.
 * @throws OptionError WRONG_TYPE, BAD_LENGTH, BAD_BOX, UNKNOWN_BODY.
 */
export function replaceBoxes(held: Boxes, boxes: unknown, bodies?: unknown): void {
  const given = arrayLike(boxes, 'The boxes');
  const named = bodies === undefined ? null : arrayLike(bodies, 'The bodies');
  const count = named === null ? held.count : named.length;
  if (given.length !== 6 * count)
    throw new OptionError(
      'BAD_LENGTH',
      `An update of the boxes of ${count} bodies has ${given.length} numbers, expected ${6 * count}; pass 6 for each body.`,
    );
  const numbered = named === null ? null : bodyNumbers(named, held.count);
  const fresh = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) copyBox(given, 6 * i, fresh, i, numbered === null ? i : numbered[i]);
  for (let i = 0; i < count; i++)
    held.bounds.set(fresh.subarray(6 * i, 6 * i + 6), 6 * (numbered === null ? i : numbered[i]));
}

function arrayLike(value: unknown, name: string): ArrayLike<unknown> {
  const next = 'pass a typed array or an array of numbers';
  if (typeof value !== 'object' || value === null) refuse(value, name, 'an array of numbers', next);
  const { length } = value as { length?: unknown };
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0)
    refuse(value, name, 'an array of numbers', next);
  return value as ArrayLike<unknown>;
}

function bodyNumbers(given: ArrayLike<unknown>, count: number): Uint32Array {
  const numbers = new Uint32Array(given.length);
  for (let i = 0; i < given.length; i++) {
    const body = given[i];
    if (typeof body !== 'number' || !Number.isInteger(body) || body < 0 || body >= count)
      throw new OptionError(
        'UNKNOWN_BODY',
        `An update names body ${described(body)}, expected an integer from 0 to ${count - 1}; number bodies as they were given.`,
      );
    numbers[i] = body;
  }
  return numbers;
}

/** Checks six numbers at given[at …] and writes them as box `place`. @param body the number that an error names. */
function copyBox(given: ArrayLike<unknown>, at: number, out: Float64Array, place: number, body = place): void {
  for (let k = 0; k < 6; k++) {
    const x = given[at + k];
    if (typeof x !== 'number' || !Number.isFinite(x))
      throw new OptionError(
        'BAD_BOX',
        `Box ${body} has ${PLACES[k]} = ${described(x)}, expected a finite number; leave that body out.`,
      );
    out[6 * place + k] = x;
  }
  for (let k = 0; k < 3; k++)
    if (out[6 * place + k] > out[6 * place + 3 + k])
      throw new OptionError(
        'BAD_BOX',
        `Box ${body} has ${PLACES[k]} ${out[6 * place + k]} above ${PLACES[3 + k]} ${out[6 * place + 3 + k]}, expected min ≤ max; swap them.`,
      );
}

/** Whether closed boxes i and j share a point. */
export function overlap({ bounds: b }: Boxes, i: number, j: number): boolean {
  const p = 6 * i;
  const q = 6 * j;
  return (
    b[p] <= b[q + 3] &&
    b[q] <= b[p + 3] &&
    b[p + 1] <= b[q + 4] &&
    b[q + 1] <= b[p + 4] &&
    b[p + 2] <= b[q + 5] &&
    b[q + 2] <= b[p + 5]
  );
}
