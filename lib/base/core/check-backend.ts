// A backend as given → a known backend, or the sentence that lists the known ones.

import { described } from './check-argument.ts';
import { OptionError } from './errors.ts';

const BACKENDS = ['auto', 'cpu', 'webgpu'];

/** @throws OptionError BAD_BACKEND. */
export function checkBackend(backend: unknown): void {
  if (!BACKENDS.includes(backend as string))
    throw new OptionError(
      'BAD_BACKEND',
      `backend is ${described(backend)}, expected one of ${BACKENDS.join(', ')}; leave it out for auto.`,
    );
}
