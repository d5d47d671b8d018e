// AssemblyScript → kernels.js, whose default export is the compiled code in base64, and plain-kernels.js, the script
// that binaryen makes of the same sources for where there is no WebAssembly. Rebuilt if a source or a compiler has
// changed since.

import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transform } from 'esbuild';

const folder = import.meta.dirname;
const root = join(folder, '../../../..');
/** The module's sources. */
const MODULE = 'lib/stages/compiled/module';
/** Files of this room that import floats.ts are compiled for the module too. */
const SHARED = 'lib/geometry/triangles';
/** From there to the module's own files. */
const RECORDS = '../../stages/compiled/module/records';
const targets = ['kernels.js', 'plain-kernels.js'].map((name) => join(folder, name));
/**
 * Without a runtime: the module's own tables are all its memory. -O3, since -O2 leaves calls that cost 5 % of a report.
 */
const OPTIONS = '-O3 --noAssert --runtime stub --initialMemory 4'.split(' ');
/** How the script's memory grows, and how it grows here: with looks for a stop (records/memory.ts). */
const COPY = 'newHEAP8.set(HEAP8);';
const COPY_IN_PIECES = `for (var at = 0; at < HEAP8.length; at += 1048576) {
  if (at > 0) host.look();
  newHEAP8.set(HEAP8.subarray(at, at + 1048576), at);
}`;
export const VECTORS = ['--enable', 'simd'];

/** @param more text that the result depends on. */
export function sourcesHash(more = '') {
  const hash = createHash('sha256').update(more);
  const require = createRequire(import.meta.url);
  for (const name of ['assemblyscript', 'binaryen', 'esbuild'])
    hash.update(JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')).version);
  hash.update(readFileSync(import.meta.filename));
  for (const within of [MODULE, SHARED]) {
    const sources = readdirSync(join(root, within), { recursive: true }).filter((path) => /(?<!\.d)\.ts$/.test(path));
    for (const path of sources.sort()) hash.update(path).update(readFileSync(join(root, within, path)));
  }
  return hash.digest('hex');
}

const firstLine = (hash) => `// Made by compile.mjs of sources ${hash}.`;

/** @returns whether they had to be rebuilt. */
export async function compileKernels() {
  const line = firstLine(sourcesHash());
  if (targets.every((target) => readIfThere(target).startsWith(line))) return false;
  const code = Buffer.from(await compile(VECTORS)).toString('base64');
  const plain = await withoutWebAssembly(await compile());
  for (const [i, text] of [`export default '${code}';\n`, plain].entries()) {
    // Another run may be reading the file.
    const partial = `${targets[i]}.${randomUUID()}`;
    writeFileSync(partial, `${line}\n${text}`);
    renameSync(partial, targets[i]);
  }
  return true;
}

/** A module's bytes → a script whose default export makes instances: (the host's functions) → what it exports. */
async function withoutWebAssembly(code) {
  const { default: binaryen } = await import('binaryen');
  const { BulkMemory, BulkMemoryOpt, MutableGlobals, NontrappingFPToInt, SignExt } = binaryen.Features;
  const module = binaryen.readBinary(code);
  module.setFeatures(BulkMemory | BulkMemoryOpt | MutableGlobals | NontrappingFPToInt | SignExt);
  const script = module.emitAsmjs();
  module.dispose();
  // What binaryen writes is one instance: its variables stand outside any function, and the exports are the script's.
  const [head, tail] = ["import * as host from 'host';", '\nvar retasmFunc = '];
  const [from, to] = [script.indexOf(head), script.indexOf(tail)];
  if (from < 0 || to < from) throw new Error('binaryen writes its script in another way; see withoutWebAssembly.');
  if (!script.includes(COPY)) throw new Error('binaryen lets memory grow in another way; see COPY.');
  const body = script
    .slice(from + head.length, to)
    .replaceAll("new Error('abort')", "new RangeError('unreachable')")
    .replace(COPY, COPY_IN_PIECES);
  const wrapped = `export default function instantiate(host) {${body}\nreturn asmFunc({ host });\n}\n`;
  return (await transform(wrapped, { minify: true, target: 'es2022' })).code;
}

/**
 * @param options of the compiler, beside those of every module.
 * @param inner source of a file beside main.ts, for a module that exports what it does, and not what main.ts does.
 * @returns the bytes of the module.
 */
export async function compile(options = [], inner = '') {
  const { default: asc } = await import('assemblyscript/asc');
  const entry = `${MODULE}/${inner === '' ? 'main' : 'inner'}.ts`;
  let code;
  const { error, stderr } = await asc.main(
    [entry, '--baseDir', root, '--outFile', 'kernels.wasm', ...OPTIONS, ...options],
    {
      readFile: (path) => (inner !== '' && path === entry ? inner : sourceAt(path)),
      writeFile: (name, contents) => {
        if (name === 'kernels.wasm') code = contents;
      },
    },
  );
  if (error) throw new Error(`${entry} does not compile:\n${stderr.toString()}`);
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
      return `import { ${own.join(', ')} } from '${RECORDS}/floats';`;
    })
    .replace("from '#core'", `from '${RECORDS}/core'`)
    .replaceAll(/from '(\.\/[\w-]+)\.ts'/g, "from '$1'");
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
