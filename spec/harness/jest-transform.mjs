// TypeScript → JavaScript for jest, with a few globals bound per module, and the addresses of the built workers.

import { pathToFileURL } from 'node:url';
import { createTransformer } from '@swc/jest';
import { prelude } from './bound-globals.mjs';
import { builtWorker } from './build-worker.mjs';

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
      getCacheKey: (...args) => `${swc.getCacheKey(...args)}-${prelude}-${withWorker}`,
      process: (...args) => withPrelude(swc.process(...args)),
      processAsync: async (...args) => withPrelude(await swc.processAsync(...args)),
    };
  },
};
