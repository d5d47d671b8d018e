// A thrown error ↔ its description, which a message can carry.

import { DeviceError, FormatError, KerfError, MeshError, OptionError, PoseError } from '#core';

const KERF_ERRORS = { KerfError, MeshError, FormatError, PoseError, OptionError, DeviceError } as const;
const PLAIN_ERRORS = { Error, RangeError, TypeError } as const;

/** `kind` is found by instanceof, not by `name`, which a minifier may have changed. */
export interface WireFailure {
  readonly kind: keyof typeof KERF_ERRORS | keyof typeof PLAIN_ERRORS;
  readonly code: string;
  readonly message: string;
  readonly stack: string | undefined;
}

export function toFailure(error: unknown): WireFailure {
  if (!(error instanceof Error)) return { kind: 'Error', code: '', message: String(error), stack: undefined };
  const classes = Object.entries({ ...KERF_ERRORS, ...PLAIN_ERRORS });
  const kind = (classes.find(([, Class]) => error.constructor === Class)?.[0] ?? 'Error') as WireFailure['kind'];
  return { kind, code: error instanceof KerfError ? error.code : '', message: error.message, stack: error.stack };
}

/** The same class, code and message, with the stack of the thread that threw it. */
export function fromFailure({ kind, code, message, stack }: WireFailure): Error {
  const error = isKerf(kind) ? new KERF_ERRORS[kind](code, message) : new PLAIN_ERRORS[kind](message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function isKerf(kind: WireFailure['kind']): kind is keyof typeof KERF_ERRORS {
  return kind in KERF_ERRORS;
}
