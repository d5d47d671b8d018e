// TypeScript → JavaScript for jest, with a few globals bound per module, the addresses of the built workers, and
// imports that bypass the rooms' indexes.

import { pathToFileURL } from 'node:url';
import { createTransformer } from '@swc/jest';
import { prelude } from './bound-globals.mjs';
import { builtWorker } from './build-worker.mjs';
import { indexesKey, withDirectImports } from './direct-imports.mjs';

/** A thread has no jest, so it cannot load a source. */
const withWorker = (code) =>
  code.replaceAll(
    /new URL\((?:\s*\/\*.*?\*\/)*\s*(['"])\.\/([\w-]+-worker)\.ts\1,\s*import\.meta\.url\s*\)/g,
    (_, _quote, name) => `new URL('${pathToFileURL(builtWorker(name))}')`,
  );

/** The prelude precedes the first line on the same line, so that line numbers stay. */
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
