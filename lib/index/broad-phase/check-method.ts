// A method as given → an existing one, or an error that suggests which is meant.

import { described, nearestName, OptionError } from '#core';
import { PAIR_FINDERS } from './pair-finders.ts';

const METHODS = Object.keys(PAIR_FINDERS);

/** @param option the option's name. @throws OptionError BAD_METHOD. */
export function checkMethod(method: unknown, option: string): void {
  if (method === 'auto' || METHODS.includes(method as string)) return;
  const near = typeof method === 'string' ? nearestName(method, METHODS) : null;
  const next = near === null ? 'leave it out for auto' : `write ${near}, or leave it out for auto`;
  throw new OptionError(
    'BAD_METHOD',
    `${option} is ${described(method)}, expected auto or one of ${METHODS.join(', ')}; ${next}.`,
  );
}
