// AssemblyScript → kernels.js: a module whose default export is the compiled code in base64. Rebuilt if a source or the
// compiler has changed since.

import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = import.meta.dirname;
const target = join(folder, 'kernels.js');
/** Without a runtime: the module's own tables are all its memory. */
const OPTIONS = '-O2 --noAssert --runtime stub --enable simd --initialMemory 4'.split(' ');

function sourcesHash() {
  const hash = createHash('sha256');
  hash.update(createRequire(import.meta.url)('assemblyscript/package.json').version).update(OPTIONS.join(' '));
  const sources = readdirSync(folder, { recursive: true }).filter((path) => /(?<!\.d)\.ts$/.test(path));
  for (const path of sources.sort()) hash.update(path).update(readFileSync(join(folder, path)));
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
    ['main.ts', '--baseDir', folder, '--outFile', 'kernels.wasm', ...OPTIONS, ...more],
    {
      writeFile: (name, contents) => {
        if (name === 'kernels.wasm') code = contents;
      },
    },
  );
  if (error) throw new Error(`wasm/main.ts does not compile:\n${stderr.toString()}`);
  return code;
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
