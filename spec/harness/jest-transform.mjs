// TypeScript → JavaScript for jest, with a few globals bound per module, the addresses of the built workers, and
// imports past the rooms' indexes.

import { pathToFileURL } from 'node:url';
import { createTransformer } from '@swc/jest';
import { prelude } from './bound-globals.mjs';
import { builtWorker } from './build-worker.mjs';
import { indexesKey, withDirectImports } from './direct-imports.mjs';

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
      getCacheKey: (...args) => `${swc.getCacheKey(...args)}-${prelude}-${withWorker}-${indexesKey}`,
      process: (text, path, ...rest) => withPrelude(swc.process(withDirectImports(text, path), path, ...rest)),
      processAsync: async (text, path, ...rest) =>
        withPrelude(await swc.processAsync(withDirectImports(text, path), path, ...rest)),
    };
  },
};
