// TypeScript → JavaScript for jest, with a few globals bound per module, and the addresses of the built workers.
//
// jest runs modules in a vm context, where every look-up of a global goes through an interceptor: a Math.min in a hot loop costs more than the
// loop. A module-level binding of the same value is looked up once.

import { pathToFileURL } from 'node:url';
import { createTransformer } from '@swc/jest';
import { builtWorker } from './build-worker.mjs';

const BOUND = ['Math', 'Number', 'Float64Array', 'Float32Array', 'Uint32Array', 'Int32Array', 'Uint8Array'];
const prelude = `${BOUND.map((name) => `const ${name} = globalThis.${name};`).join(' ')} `;

/** A thread has no jest: it cannot load a source. */
const withWorker = (code) =>
  code.replaceAll(
    /new URL\((?:\s*\/\*.*?\*\/)*\s*(['"])\.\/([\w-]+-worker)\.ts\1,\s*import\.meta\.url\s*\)/g,
    (_, _quote, name) => `new URL('${pathToFileURL(builtWorker(name))}')`,
  );

/** Line numbers stay: the prelude is put before the first line. */
const withPrelude = (result) => ({ ...result, code: prelude + withWorker(result.code) });

export default {
  createTransformer(options) {
    const swc = createTransformer(options);
    return {
      ...swc,
      getCacheKey: (...args) => `${swc.getCacheKey(...args)}-${prelude.length}-${withWorker}`,
      process: (...args) => withPrelude(swc.process(...args)),
      processAsync: async (...args) => withPrelude(await swc.processAsync(...args)),
    };
  },
};
