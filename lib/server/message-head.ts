// The text of a message → its members and its head, or why it is none; and the refusals that are about messages.

import { described, KerfError } from '../core/index.ts';
import type { Body } from './check-request.ts';

export interface Head {
  /** null: none that can be read. */
  readonly id: number | null;
  readonly type: string | undefined;
}

/** @throws KerfError BAD_JSON, BAD_MESSAGE. */
export function parseMessage(message: string): Body {
  let parsed: unknown;
  try {
    parsed = JSON.parse(message);
  } catch {
    throw new KerfError('BAD_JSON', `The message ${described(message)} is no JSON; send one object a message.`);
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Body;
  throw new KerfError('BAD_MESSAGE', `A message is ${described(parsed)}, expected an object; see kerf serve --schema.`);
}

/** Letters of a type that an answer repeats. */
const LONGEST_TYPE = 100;

/** As far as it can be read. */
export function headOf({ id, type }: Body): Head {
  return {
    id: Number.isSafeInteger(id) && (id as number) >= 0 ? (id as number) : null,
    type: typeof type === 'string' ? type.slice(0, LONGEST_TYPE) : undefined,
  };
}

/** @throws KerfError BAD_BINARY where a member is there twice. */
export function mergedMembers(members: Body, arrays: Body): Body {
  const twice = Object.keys(arrays).find((name) => Object.hasOwn(members, name));
  if (twice === undefined) return { ...members, ...arrays };
  throw new KerfError(
    'BAD_BINARY',
    `The member ${described(twice)} is in the message and in its frame; leave one out.`,
  );
}

export function cancelled(): KerfError {
  return new KerfError('CANCELLED', 'The request was given up, as cancel asked; ask again if it is wanted.');
}

export function badFrame(what: string): KerfError {
  return new KerfError(
    'BAD_FRAME',
    `A binary frame is out of place: ${what}; send one behind each message with binary.`,
  );
}

export function tooLong(most: number): KerfError {
  return new KerfError(
    'MESSAGE_TOO_LARGE',
    `A message or its frame has more than ${most} bytes; send less, or start kerf serve with a larger --max-message.`,
  );
}

/** Whether nobody knows any more where the next message begins, on a line without frames of its own. */
export function isOutOfStep(error: unknown): boolean {
  return error instanceof KerfError && (error.code === 'MESSAGE_TOO_LARGE' || error.code === 'BAD_LENGTH');
}
