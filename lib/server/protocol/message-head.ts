// The text of a message → its members and its head, or why it is not a message; and the refusals about messages.

import { described, KerfError } from '#core';
import type { Body } from './check-request.ts';

export interface Head {
  /** null: no readable one. */
  readonly id: number | null;
  readonly type: string | undefined;
}

/**
 * Lists and objects in one another that a message may have: the deepest request has three. What is nested by the
 * thousand is parsed, and then exhausts the stack of whoever copies it for another thread.
 */
const DEEPEST = 32;
const QUOTE = 34;
const BACKSLASH = 92;

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    if (isText) {
      if (code === BACKSLASH) n++;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    // [ and {, ] and }.
    else if (code === 91 || code === 123) {
      if (++depth > DEEPEST) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}

/** @throws KerfError BAD_JSON, BAD_MESSAGE. */
export function parseMessage(message: string): Body {
  if (isTooDeep(message))
    throw new KerfError(
      'BAD_MESSAGE',
      `A message has lists and objects more than ${DEEPEST} deep in one another; see kerf serve --schema.`,
    );
  let parsed: unknown;
  try {
    parsed = JSON.parse(message);
  } catch (error) {
    throw new KerfError('BAD_JSON', `The message ${described(message)} is no JSON: ${faultOf(message, error)}.`);
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Body;
  throw new KerfError('BAD_MESSAGE', `A message is ${described(parsed)}, expected an object; see kerf serve --schema.`);
}

/** A number that JSON lacks, if outside a string; also the ends of strings, and escaped characters in them. */
const NOT_FINITE = /-?Infinity|NaN|"|\\./gs;
/** Characters of the parser's own sentence that are repeated. */
const LONGEST_FAULT = 150;

/** What is wrong with the text, and where. */
function faultOf(message: string, error: unknown): string {
  let isText = false;
  for (const { 0: found, index } of message.matchAll(NOT_FINITE))
    if (found === '"') isText = !isText;
    else if (!isText && !found.startsWith('\\'))
      return `it has ${found} at letter ${index + 1}, which JSON has not; write "${found}"`;
  const fault = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, LONGEST_FAULT);
  return `${fault}; send one object a message`;
}

/** Characters of a type that an answer repeats. */
const LONGEST_TYPE = 100;

/** As far as it can be read. */
export function headOf({ id, type }: Body): Head {
  return {
    id: Number.isSafeInteger(id) && (id as number) >= 0 ? (id as number) : null,
    type: typeof type === 'string' ? type.slice(0, LONGEST_TYPE) : undefined,
  };
}

/** @throws KerfError BAD_BINARY if a member is there twice. */
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

/** @param most seconds. */
export function tooLongComputed(most: number): KerfError {
  return new KerfError(
    'TOO_LONG',
    `The request took longer than ${most} s, as long as one may, and was stopped; ask for less, or start kerf serve with a larger --most-seconds.`,
  );
}

/** @param what came. */
export function helloFirst(what: string): KerfError {
  return new KerfError('HELLO_FIRST', `Before hello came ${what}; say {"id":0,"type":"hello","version":1} first.`);
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

export function noText(): KerfError {
  return new KerfError('BAD_JSON', 'The bytes of a message are no UTF-8; send its text in UTF-8.');
}

/** Whether the start of the next message is unknown, on a byte stream without frames of its own. */
export function isOutOfStep(error: unknown): boolean {
  return error instanceof KerfError && (error.code === 'MESSAGE_TOO_LARGE' || error.code === 'BAD_LENGTH');
}
