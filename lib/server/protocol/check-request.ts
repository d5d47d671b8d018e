// A request as it came → its members, lists of numbers as typed arrays; or a sentence that says what is wrong.

import { described, KerfError, nearestName, typedArrayName } from '#core';
import { type ArrayType, LARGEST, type Member, type MessageShape } from './member-kinds.ts';
import { REQUESTS } from './requests.ts';

export type TypedArray =
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>;
/** Members of a request or an answer: plain values and typed arrays. */
export type Body = Readonly<Record<string, unknown>>;

export const ARRAY_CLASSES = { f32: Float32Array, f64: Float64Array, u8: Uint8Array, u32: Uint32Array } as const;

const TYPES: Readonly<Record<string, ArrayType>> = {
  Float32Array: 'f32',
  Float64Array: 'f64',
  Uint8Array: 'u8',
  Uint32Array: 'u32',
};

/** Works for another realm's typed arrays, too. @returns undefined for anything but the four types. */
export function arrayType(value: unknown): ArrayType | undefined {
  return TYPES[typedArrayName(value)];
}

/** @returns the type's shape. @throws KerfError UNKNOWN_TYPE. */
export function shapeOf(type: string): MessageShape {
  if (Object.hasOwn(REQUESTS, type)) return REQUESTS[type];
  const near = nearestName(type, Object.keys(REQUESTS));
  const next = near === null ? 'see kerf serve --schema' : `write ${near}`;
  throw new KerfError('UNKNOWN_TYPE', `There is no request ${described(type)}; ${next}.`);
}

/** @throws KerfError UNKNOWN_TYPE, UNKNOWN_MEMBER, MISSING_MEMBER, BAD_MEMBER. */
export function checkRequest(type: string, given: Body): Body {
  const shape = shapeOf(type);
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const member = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
    if (member === undefined) throw unknownMember(type, name, Object.keys(shape.members));
    checked[name] = checkMember(type, name, value, member);
  }
  for (const [name, { isOptional }] of Object.entries(shape.members))
    if (!isOptional && !Object.hasOwn(checked, name))
      throw new KerfError('MISSING_MEMBER', `The request ${type} has no member "${name}"; give it.`);
  for (const group of shape.oneOf ?? []) {
    const there = group.filter((name) => Object.hasOwn(checked, name));
    if (there.length === 1) continue;
    const found = there.length === 0 ? 'none' : there.join(' and ');
    throw new KerfError(
      there.length === 0 ? 'MISSING_MEMBER' : 'BAD_MEMBER',
      `The request ${type} has ${found} of ${group.join(', ')}, expected one of them; give one.`,
    );
  }
  return checked;
}

/** A message as parsed, its lists of numbers as arrays where its type has one. @throws KerfError BAD_MEMBER. */
export function listsAsArrays(type: string | undefined, message: Body): Body {
  if (type === undefined || !Object.hasOwn(REQUESTS, type)) return message;
  const { members } = REQUESTS[type];
  const isList = (name: string, value: unknown) =>
    Array.isArray(value) && Object.hasOwn(members, name) && members[name].kind.is === 'array';
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [
      name,
      isList(name, value) ? checkMember(type, name, value, members[name]) : value,
    ]),
  );
}

function unknownMember(type: string, name: string, known: readonly string[]): KerfError {
  const near = nearestName(name, known);
  const next = near === null ? 'leave it out' : `write ${near}, or leave it out`;
  return new KerfError('UNKNOWN_MEMBER', `The request ${type} has no member ${described(name)}; ${next}.`);
}

/** Longest text, so that names in sentences and maps stay small. */
const LONGEST_TEXT = 1000;

function checkMember(type: string, name: string, value: unknown, { kind }: Member): unknown {
  const refuse = (expected: string): never => {
    throw new KerfError(
      'BAD_MEMBER',
      `${name} of the request ${type} is ${described(value)}, expected ${expected}; correct it.`,
    );
  };
  switch (kind.is) {
    case 'text':
      return isText(value) ? value : refuse(`a text of 1 to ${LONGEST_TEXT} letters`);
    case 'texts':
      return Array.isArray(value) && value.every(isText)
        ? value
        : refuse(`a list of texts of 1 to ${LONGEST_TEXT} letters`);
    case 'number':
      return realOf(value) ?? refuse(`a number${OR_TEXTS}`);
    case 'count':
      return Number.isSafeInteger(value) && (value as number) >= 0 ? value : refuse('a whole number from 0');
    case 'flag':
      return typeof value === 'boolean' ? value : refuse('true or false');
    case 'choice':
      return kind.of.includes(value as string) ? value : refuse(`one of ${kind.of.join(', ')}`);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : refuse('an object');
    case 'array':
      return numbersOf(type, name, value, kind.types) ?? refuse(`numbers, as ${kind.types.join(' or ')} or in a list`);
    default:
      return refuse('nothing of that kind');
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT;
}

/** JSON has no non-finite numbers; a request has them as strings, as answers do, and the library judges them. */
const NOT_FINITE: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};
const OR_TEXTS = `, or one of the texts ${Object.keys(NOT_FINITE).join(', ')}`;

function realOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && Object.hasOwn(NOT_FINITE, value) ? NOT_FINITE[value] : undefined;
}

/** @returns undefined for no array of these types. @throws KerfError BAD_MEMBER, which names an entry. */
function numbersOf(type: string, name: string, value: unknown, types: readonly ArrayType[]): TypedArray | undefined {
  const given = arrayType(value);
  if (given !== undefined) return types.includes(given) ? (value as TypedArray) : undefined;
  if (!Array.isArray(value)) return undefined;
  const [first] = types;
  const most = first === 'u8' || first === 'u32' ? LARGEST[first] : null;
  const numbers = Array.from(value, (item, n) => {
    const number = most === null ? realOf(item) : wholeOf(item, most);
    if (number !== undefined) return number;
    const expected = most === null ? `a number${OR_TEXTS}` : `a whole number from 0 to ${most}`;
    throw new KerfError(
      'BAD_MEMBER',
      `${name}[${n}] of the request ${type} is ${described(item)}, expected ${expected}; correct it.`,
    );
  });
  return ARRAY_CLASSES[first].from(numbers);
}

function wholeOf(value: unknown, most: number): number | undefined {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most ? (value as number) : undefined;
}
