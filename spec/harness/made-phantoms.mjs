// `kerf/datasets` of the built package → the same, with a skull phantom that the run has already made. It takes a
// program seconds to make one, and the examples need it again and again.
//
// Give it to a program by --import.

import { register } from 'node:module';

const hooks = `export async function resolve(specifier, context, next) {
  if (specifier !== 'kerf/datasets') return next(specifier, context);
  return { url: ${JSON.stringify(new URL('made-datasets.mjs', import.meta.url).href)}, shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
