// AssemblyScript → kernels.js: a module whose default export is the compiled code in base64. Rebuilt if a source or the
// compiler has changed since.

import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'wasm');
/** Files of this room that import floats.ts are compiled for the module too. */
const SHARED = 'lib/geometry/triangles';
const target = join(folder, 'kernels.js');
/** Without a runtime: the module's own tables are all its memory. */
const OPTIONS = '-O2 --noAssert --runtime stub --enable simd --initialMemory 4'.split(' ');

function sourcesHash() {
  const hash = createHash('sha256');
  hash.update(createRequire(import.meta.url)('assemblyscript/package.json').version).update(OPTIONS.join(' '));
  hash.update(readFileSync(import.meta.filename));
  for (const within of ['wasm', SHARED]) {
    const sources = readdirSync(join(root, within), { recursive: true }).filter((path) => /(?<!\.d)\.ts$/.test(path));
    for (const path of sources.sort()) hash.update(path).update(readFileSync(join(root, within, path)));
  }
  return hash.digest('hex');
}

const firstLine = (hash) => `// Made by compile.mjs of sources ${hash}.`;

/** @returns whether it had to be rebuilt. */
export async function compileKernels() {
  const line = firstLine(sourcesHash());
  if (readIfThere(target).startsWith(line)) return false;
  const code = await compile();
  // Another run may be reading the file.
  const partial = `${target}.${randomUUID()}`;
  writeFileSync(partial, `${line}\nexport default '${Buffer.from(code).toString('base64')}';\n`);
  renameSync(partial, target);
  return true;
}

/** @param more options of the compiler. @returns the bytes of the module. */
export async function compile(more = []) {
  const { default: asc } = await import('assemblyscript/asc');
  let code;
  const { error, stderr } = await asc.main(
    ['wasm/main.ts', '--baseDir', root, '--outFile', 'kernels.wasm', ...OPTIONS, ...more],
    {
      readFile: (path) => sourceAt(path),
      writeFile: (name, contents) => {
        if (name === 'kernels.wasm') code = contents;
      },
    },
  );
  if (error) throw new Error(`wasm/main.ts does not compile:\n${stderr.toString()}`);
  return code;
}

/** @returns null if there is no such file. */
function sourceAt(path) {
  const text = readIfThere(join(root, path));
  if (text === '') return null;
  return path.startsWith(SHARED) ? forAssemblyScript(text) : text;
}

/** A file of SHARED, with the module's own files in place of those that only TypeScript understands. */
function forAssemblyScript(text) {
  return text
    .replace(/^import (?:type )?\{(.*)\} from '\.\/floats\.ts';/m, (_, list) => {
      const names = list.split(',').map((name) => name.replace('type', '').trim());
      const own = names.filter((name) => name !== 'f64' && name !== 'i32');
      return `import { ${own.join(', ')} } from '../../../wasm/records/floats';`;
    })
    .replace("from '#core'", "from '../../../wasm/records/core'")
    .replaceAll(/from '(\.\/[\w-]+)\.ts'/g, "from '$1'");
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
