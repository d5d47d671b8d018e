// The pages about engines in C++: their code writes only what a results file may contain, and each page says what
// compiles it, or that nothing does.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readResults, resultsSchema } from '#validation';

const pages = readdirSync('examples/engines').filter((file) => file.endsWith('.md') && file !== 'README.md');
const { header, answer, contact } = resultsSchema.$defs;
const known = new Set([header, answer, contact, header.properties.engine].flatMap((part) => Object.keys(part.properties))); // biome-ignore format: a line

test('there is one for each', () => {
  expect(pages.sort()).toEqual(['bullet.md', 'chai3d.md', 'coal.md', 'fcl.md', 'sofa.md']);
  const overview = readFileSync('examples/engines/README.md', 'utf8');
  for (const page of pages) expect(overview).toContain(`(${page})`);
});

test.each(pages)('%s', (page) => {
  const text = readFileSync(`examples/engines/${page}`, 'utf8');
  const isBuilt = existsSync(`spec/harness/engine-programs/${page.replace('.md', '.cpp')}`);
  expect(text).toContain(isBuilt ? 'spec/examples/engines-built.spec.ts' : 'not compiled here');
  const [, code] = /```cpp\n(.*?)```/s.exec(text) ?? [];
  const names = [...(code ?? '').matchAll(/"(\w+)":/g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['pose', 'contacts', 'point', 'normal']));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  // The code's literal output, with numbers filled in between, gives rows that the reader accepts.
  const printed = [...(code ?? '').matchAll(/R"\((.*?)\)"/gs)].map(([, part]) => part);
  const first = printed.find((part) => part.includes('"format"')) ?? /\{"format".*?\}\}/.exec(text)?.[0] ?? '';
  const row = '{"pose":0,"verdict":"intersecting","contacts":[{"point":[0,0,0],"normal":[0,0,1],"boneFace":0}]}';
  const { engine, answers } = readResults(`${first}\n${row}\n`, page, { poses: 1 });
  expect(engine.name).not.toBe(page);
  expect(answers).toHaveLength(1);
});
