// out/declarations, which `tsc` writes → dist/types: one declaration file for each entry of the package, which names no
// other file, and of packages only the peer that it joins. Runs after the build of dist/'s modules.
//
// A program of CommonJS must not name a declaration file of an ES module, while one of ES modules may name both kinds. So
// the declarations stand in a .d.cts, which `require` resolves to, and a .d.ts beside it passes them on: a class is the
// same to both.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dts } from 'rollup-plugin-dts';

const entries = {
  index: 'lib/index',
  io: 'lib/io',
  reference: 'lib/reference',
  vtk: 'lib/vtk',
  three: 'lib/three',
  datasets: 'datasets/index',
};

const { imports } = JSON.parse(readFileSync('package.json', 'utf8'));

/** package.json says where a room's sources are; its declarations lie in the same places below out/declarations. */
const declarationsOfRooms = {
  name: 'declarations-of-rooms',
  resolveId: (id) => (id in imports ? resolve('out/declarations', imports[id].replace(/\.ts$/, '.d.ts')) : null),
};

/**
 * A class that an entry exports as a type alone would be given as a value: what the built module does not export goes
 * to the list of types.
 */
const valuesAsBuilt = (name) => ({
  name: 'values-as-built',
  async renderChunk(code) {
    const built = await import(pathToFileURL(join('dist', `${name}.js`)));
    return code.replace(/^export \{ ([^}]*) \};$/m, (_, names) => {
      const [values, types] = [true, false].map((isValue) => names.split(', ').filter((n) => n in built === isValue));
      const lines = [`export { ${values.join(', ')} };`];
      if (types.length > 0) lines.push(`export type { ${types.join(', ')} };`);
      return lines.join('\n');
    });
  },
});

/** Peers are ES modules, also to declarations of CommonJS. Of types alone, a default and names are two imports. */
const peersAsModules = {
  name: 'peers-as-modules',
  renderChunk: (code) =>
    code.replaceAll(/^import (.*) from '(three|@kitware\/vtk\.js\/.*)';$/gm, (_, names, peer) =>
      names
        .split(/, (?=\{)/)
        .map((part) => `import type ${part} from '${peer}' with { 'resolution-mode': 'import' };`)
        .join('\n'),
    ),
};

const passedOn = (name) => ({
  name: 'passed-on',
  writeBundle: () => writeFileSync(`dist/types/${name}.d.ts`, `export * from './${name}.cjs';\n`),
});

export default Object.entries(entries).map(([name, source]) => ({
  input: `out/declarations/${source}.d.ts`,
  external: ['three', /^@kitware\/vtk\.js/],
  plugins: [
    declarationsOfRooms,
    dts({ tsconfig: 'tsconfig.json' }),
    valuesAsBuilt(name),
    peersAsModules,
    passedOn(name),
  ],
  output: { file: `dist/types/${name}.d.cts`, format: 'es' },
}));
