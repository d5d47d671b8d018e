// The tables of requests and answers → the protocol's JSON Schema (draft 2020-12), which kerf serve --schema prints.

import { ANSWERS, CHANGED } from './answers.ts';
import { ARRAY_TYPES, LARGEST, type Member, type MemberKind, type MessageShape } from './member-kinds.ts';
import { arraysOf, PROTOCOL_VERSION, REQUESTS } from './requests.ts';

type Schema = Readonly<Record<string, unknown>>;

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** One binary frame follows a message with arrays; `name` says which member an array is. */
const DEFINITIONS: Readonly<Record<string, Schema>> = {
  id: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  count: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  real: {
    description: 'JSON has no numbers that are not finite: they are these texts.',
    anyOf: [{ type: 'number' }, { enum: ['NaN', 'Infinity', '-Infinity'] }],
  },
  'list-f64': { type: 'array', items: ref('real') },
  ...Object.fromEntries(
    Object.entries(LARGEST).map(([type, maximum]) => [
      `list-${type}`,
      { type: 'array', items: { type: 'integer', minimum: 0, maximum } },
    ]),
  ),
  interval: {
    type: 'object',
    properties: { low: ref('real'), high: ref('real') },
    required: ['low', 'high'],
    additionalProperties: false,
  },
  overlap: {
    type: 'object',
    properties: { low: ref('real'), high: ref('real'), reached: { type: 'boolean' } },
    required: ['low', 'high', 'reached'],
    additionalProperties: false,
  },
  error: {
    type: 'object',
    properties: { code: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' }, message: { type: 'string' } },
    required: ['code', 'message'],
    additionalProperties: false,
  },
  binary: {
    description: 'The message is followed by exactly one binary frame of this many bytes, little-endian.',
    type: 'object',
    properties: {
      bytes: ref('count'),
      arrays: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            type: { enum: ARRAY_TYPES },
            length: { description: 'in numbers', ...ref('count') },
            offset: { description: 'in bytes', type: 'integer', minimum: 0, multipleOf: 8 },
          },
          required: ['name', 'type', 'length', 'offset'],
          additionalProperties: false,
        },
      },
    },
    required: ['bytes', 'arrays'],
    additionalProperties: false,
  },
};

export function protocolSchema(): Schema {
  const requests = Object.entries(REQUESTS).map(
    ([type, shape]) => [`request-${type}`, messageSchema(type, shape, {}, [])] as const,
  );
  const answers = Object.entries(ANSWERS).map(([type, shape]) => {
    const stream = type === 'path' ? { seq: ref('count'), done: { const: true } } : {};
    const heads = { ok: { const: true }, sequence: ref('count'), ...stream };
    return [
      `answer-${type}`,
      messageSchema(type, shape, heads, Object.keys({ ok: 0, ...(type === 'path' && { seq: 0 }) })),
    ] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:kerf:protocol:${PROTOCOL_VERSION}`,
    title: `Messages of kerf serve, version ${PROTOCOL_VERSION}`,
    anyOf: [ref('request'), ref('answer'), ref('changed')],
    $defs: {
      ...DEFINITIONS,
      refusal: {
        description: 'The answer to what cannot be done. id is null where the message had none that could be read.',
        type: 'object',
        properties: {
          id: { anyOf: [ref('id'), { type: 'null' }] },
          type: { type: 'string' },
          seq: ref('count'),
          ok: { const: false },
          done: { const: true },
          error: ref('error'),
        },
        required: ['id', 'ok', 'error'],
        additionalProperties: false,
      },
      changed: messageSchema('changed', CHANGED, { id: { type: 'null' }, ok: { const: true } }, ['ok']),
      request: { anyOf: requests.map(([name]) => ref(name)) },
      answer: { anyOf: [...answers.map(([name]) => ref(name)), ref('refusal')] },
      ...Object.fromEntries([...requests, ...answers]),
    },
  };
}

/** @param heads members that all messages of the kind have. @param needed those always present. */
function messageSchema(type: string, shape: MessageShape, heads: Schema, needed: readonly string[]): Schema {
  const arrays = arraysOf(shape);
  const groups = (shape.oneOf ?? []).map((names) => ({
    oneOf: names.map((name) => isThere(shape.members[name], name)),
  }));
  const needs = arrays.filter(([, { isOptional }]) => !isOptional).map(([name, member]) => isThere(member, name));
  const plain = Object.entries(shape.members).filter(([, { kind, isOptional }]) => kind.is !== 'array' && !isOptional);
  return {
    description: shape.says,
    type: 'object',
    properties: {
      id: ref('id'),
      type: { const: type },
      ...heads,
      ...Object.fromEntries(Object.entries(shape.members).map(([name, member]) => [name, memberSchema(member)])),
      ...(arrays.length > 0 && { binary: binarySchema(arrays) }),
    },
    required: ['id', 'type', ...needed, ...plain.map(([name]) => name)],
    additionalProperties: false,
    ...((groups.length > 0 || needs.length > 0) && { allOf: [...groups, ...needs] }),
  };
}

/** An array is present as a list of numbers or in the binary frame. */
function isThere({ kind }: Member, name: string): Schema {
  if (kind.is !== 'array') return { required: [name] };
  const named = { type: 'object', properties: { name: { const: name } }, required: ['name'] };
  const binary = { type: 'object', properties: { arrays: { type: 'array', contains: named } }, required: ['arrays'] };
  return { anyOf: [{ required: [name] }, { properties: { binary }, required: ['binary'] }] };
}

function binarySchema(arrays: readonly (readonly [string, Member])[]): Schema {
  const alternatives = arrays.map(([name, { kind }]) => ({
    properties: { name: { const: name }, type: { enum: kind.is === 'array' ? kind.types : [] } },
  }));
  const items = { type: 'object', anyOf: alternatives };
  return { allOf: [ref('binary'), { type: 'object', properties: { arrays: { type: 'array', items } } }] };
}

function memberSchema({ kind, says, orNull }: Member): Schema {
  const length = kind.is === 'array' ? ` (${kind.types.join(' or ')}, length ${kind.length})` : '';
  const described = { description: `${says}${length}` };
  return orNull ? { ...described, anyOf: [kindSchema(kind), { type: 'null' }] } : { ...described, ...kindSchema(kind) };
}

function kindSchema(kind: MemberKind): Schema {
  switch (kind.is) {
    case 'text':
      return { type: 'string', minLength: 1 };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
    case 'number':
      return ref('real');
    case 'count':
      return ref('count');
    case 'flag':
      return { type: 'boolean' };
    case 'object':
      return { type: 'object' };
    case 'interval':
      return ref('interval');
    case 'overlap':
      return ref('overlap');
    case 'choice':
      return { enum: kind.of };
    case 'array':
      return ref(`list-${kind.types[0]}`);
  }
}
