// Typed failures: their names, even if a bundler has renamed their classes.

import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import * as errors from '#core/errors.ts';

type Errors = Readonly<Record<string, new (code: string, message: string) => Error & { readonly code: string }>>;

async function minified(): Promise<Errors> {
  const { outputFiles } = await build({
    entryPoints: ['lib/base/core/errors.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

test.each([
  ['as written', async () => errors as Errors],
  ['minified', minified],
])('%s, an error has the name of its class, its code and its message', async (_how, load) => {
  const classes = Object.entries(await load());
  expect(classes.map(([name]) => name).sort()).toEqual(Object.keys(errors).sort());
  expect(classes.length).toBeGreaterThan(5);
  for (const [name, Class] of classes) {
    const error = new Class('SOME_CODE', 'A sentence.');
    expect(error).toMatchObject({ name, code: 'SOME_CODE', message: 'A sentence.' });
    expect(error.stack).toMatch(new RegExp(`^${name}: A sentence\\.`));
    expect(Object.keys(error)).toEqual(['code']);
  }
});
