// lib/ and datasets/ → dist/: the package's ES modules, the workers, and the scripts that reports carry in themselves.
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import esbuild from 'rollup-plugin-esbuild';
import { compileKernels } from './lib/stages/compiled/module/compile.mjs';

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** vtk.js is a peer for the rooms that join it; io and the viewers carry the parts that they need. */
const VTK = /^@kitware\/vtk\.js(\/|$)/;
const others = Object.keys({ ...dependencies, ...peerDependencies }).map((name) => new RegExp(`^${name}(/|$)`));
const isExternal = (id, importer = '') =>
  VTK.test(id)
    ? /bridges\/(vtk|poly-data)\//.test(importer)
    : /^node:/.test(id) || others.some((name) => name.test(id));

const cliEntry = 'lib/cli/main.ts';
const shebang = '#!/usr/bin/env node';

await compileKernels();

/** Empties dist/ first, so that no chunk of an older build gets into the package. */
const cleanDist = { name: 'clean-dist', buildStart: () => rmSync('dist', { recursive: true, force: true }) };

/** The code of other packages that lies in dist/: without comments and indentation, which are half of its weight. */
const terse = {
  name: 'terse',
  transform(code, id) {
    if (!/node_modules.*\.m?js$/.test(id)) return null;
    return transform(code, { minifyWhitespace: true, sourcemap: true, sourcefile: id, legalComments: 'none' });
  },
};

/** What dicom-parser's package.json asks for in pages, which have no zlib; kerf never has it inflate. */
const withoutZlib = {
  name: 'without-zlib',
  resolveId: (id, importer) => (id === 'zlib' && importer?.includes('dicom-parser') ? '\0without-zlib' : null),
  load: (id) => (id === '\0without-zlib' ? 'export default {};' : null),
};

/**
 * A page's worker repeats what the chunks hold, in one file: without comments and indentation, for its way there. Only
 * those stay that say to bundlers that what is imported is known when it runs.
 */
const terseWorker = {
  name: 'terse-worker',
  async renderChunk(code) {
    const terse = await transform(code, { minifyWhitespace: true, legalComments: 'none' });
    return terse.code.replace(/\bimport\((\w+)\)/g, 'import(/* webpackIgnore: true *//* @vite-ignore */$1)');
  },
};

/** Makes the command line's file executable. */
const executableCli = { name: 'executable-cli', writeBundle: () => chmodSync('dist/cli.js', 0o755) };

/**
 * A shader is its text, as the default export: without comments, indentation and the lines that they leave empty, which
 * are half of its weight in a page, without the spaces beside operators that keep no two tokens apart, and without the
 * ends of lines beside brackets. A statement keeps its line, since a compiler's messages name it.
 */
const shaders = {
  name: 'shaders',
  transform(code, id) {
    if (!id.endsWith('.wgsl')) return null;
    const lines = code.replaceAll(/[ \t]*\/\/.*$|^[ \t]+/gm, '').replaceAll(/\n+(?=[)}])|(?<=[\n{}(,])\n+/g, '');
    const text = lines.replaceAll(/(?<=[\w)\]]) (?=[^\w\s])|(?<=[^\w\s]) (?=[\w(])|(?<=[:,|&=]) (?=[{!-])/g, '');
    return { code: `export default ${JSON.stringify(text)};`, map: { mappings: '' } };
  },
};

/**
 * Marks what modules make of constants when they are loaded, and classes that extend others, as pure: bundlers that
 * cannot see that a call has no effect (`new Set('a b'.split(' '))`) then leave them out with what needs them.
 */
const pureConstants = {
  name: 'pure-constants',
  transform(code, id) {
    if (!isOurs(id)) return null;
    const edits = this.parse(code).body.flatMap((statement) => {
      const made = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement;
      if (made.type === 'ClassDeclaration' && (made.superClass !== null || hasStatics(made)))
        return [{ at: made.start, end: made.end, name: made.id.name }];
      if (made.type !== 'VariableDeclaration' || made.kind !== 'const') return [];
      const inits = made.declarations.filter(({ id, init }) => id.type === 'Identifier' && !isPlain(init));
      return inits.map(({ init }) => ({ at: init.start, end: init.end }));
    });
    const pure = (text) => `/* @__PURE__ */ (() => ${text})()`;
    const written = edits.reduceRight((text, { at, end, name }) => {
      const piece = text.slice(at, end);
      const instead = name === undefined ? pure(`(${piece})`) : `const ${name} = ${pure(piece)};`;
      return text.slice(0, at) + instead + text.slice(end);
    }, code);
    return { code: written, map: null };
  },
};
/** Not the command line and the workers: what these do when they are loaded is their work. */
const isOurs = (id) => /^(?!.*(node_modules|[\\/]cli[\\/]|-worker\.ts$)).*[\\/](lib|datasets)[\\/].+\.ts$/.test(id);
const hasStatics = ({ body }) => body.body.some((part) => part.static === true && part.type !== 'MethodDefinition');

/** Whether every bundler sees that an expression has no effect. */
function isPlain(node) {
  if (node === null) return true;
  const { type, argument, left, right, elements, properties, expressions, expression } = node;
  if (/^(Literal|Identifier|ArrowFunctionExpression|FunctionExpression)$/.test(type)) return true;
  if (type === 'UnaryExpression') return isPlain(argument);
  if (type === 'BinaryExpression' || type === 'LogicalExpression') return isPlain(left) && isPlain(right);
  if (type === 'ArrayExpression') return elements.every(isPlain);
  if (type === 'TemplateLiteral') return expressions.length === 0;
  if (type === 'ObjectExpression')
    return properties.every(({ type, computed, value }) => type === 'Property' && !computed && isPlain(value));
  return type === 'ParenthesizedExpression' && isPlain(expression);
}

/** Of these packages the workbench's page carries code, which a bundler of its own puts into dist/workbench/. */
const OF_THE_PAGE = [
  'dicom-parser',
  'd3-time',
  'd3-time-format',
  'fflate',
  'js-xxhash',
  'meshoptimizer',
  'nifti-reader-js',
];
/** Folders in node_modules of the packages of which dist/ carries code. */
const carried = new Set(OF_THE_PAGE.map((name) => resolve('node_modules', name)));

/** @param bytes of it in dist/. */
function carry(module, bytes) {
  const [folder] = /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(module.replace('\0', '')) ?? [];
  if (folder !== undefined && bytes > 0) carried.add(folder);
}

/** From the file of that name, else from the end of the package's first page. */
function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file !== undefined) return readFileSync(`${folder}/${file}`, 'utf8').trim();
  const [, text] =
    /^(?:#+ *LICENSE.*|LICENSE.*\n-+)\n([\s\S]+)/im.exec(readFileSync(`${folder}/README.md`, 'utf8')) ?? [];
  if (text === undefined) throw new Error(`${folder} has no licence that could go with its code; find its text.`);
  return text.trim();
}

/** What these packages' licences ask for: that their texts go with the code. */
const licences = {
  name: 'licences',
  generateBundle(_options, bundle) {
    for (const { modules = {} } of Object.values(bundle))
      for (const [id, { renderedLength }] of Object.entries(modules)) carry(id, renderedLength);
  },
  writeBundle() {
    const texts = [...carried].sort().map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      return `${name} ${version} (${license})\n\n${licenceText(folder)}\n`;
    });
    const head = 'Code of these packages is part of files in this folder.\n';
    writeFileSync('dist/THIRD-PARTY-LICENCES.txt', [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`));
  },
};

/**
 * In the sources a worker's address is that of its source; in dist/ it is that of the file built of it, which lies
 * beside all chunks.
 */
const workerAddress = {
  name: 'worker-address',
  transform: (code) => ({
    code: code.replaceAll(
      /'\.\/(detect|haptic|broad-phase|cutting|impact|session|text)-worker\.ts', import\.meta\.url/g,
      `'./$1-worker.js', import.meta.url`,
    ),
    map: null,
  }),
};

/** The JSON Schema of kerf serve's messages, for programs that make clients of it. */
const protocolSchema = {
  name: 'protocol-schema',
  generateBundle() {
    // Programs read it; kerf serve --schema prints it for people.
    const source = JSON.stringify(JSON.parse(readFileSync('lib/server/protocol/protocol.schema.json', 'utf8')));
    this.emitFile({ type: 'asset', fileName: 'protocol.schema.json', source });
  },
};

/** A warning fails the build, save for what another package's own modules do among themselves. */
function refuseWarnings(warning) {
  const about = warning.ids ?? [warning.id ?? warning.loc?.file ?? ''];
  const harmless = ['CIRCULAR_DEPENDENCY', 'THIS_IS_UNDEFINED', 'EVAL', 'MODULE_LEVEL_DIRECTIVE', 'INVALID_ANNOTATION'];
  if (harmless.includes(warning.code) && about.every((id) => id.includes('node_modules'))) return;
  throw new Error(`${warning.code}: ${warning.message}`);
}

/**
 * The scripts of the pages that carry them inside themselves. By esbuild: in one file of its making, what is loaded by
 * import() runs when it is asked for, so that a part of a page that cannot be loaded leaves the others alone; rollup
 * runs it with the rest. No source map: its address would point at nothing there.
 */
const pageScripts = {
  name: 'page-scripts',
  async generateBundle() {
    for (const viewer of ['report-viewer', 'validation-viewer']) {
      const { metafile, outputFiles, warnings } = await build({
        ...{ entryPoints: [`lib/cli/${viewer}/main.ts`], bundle: true, minify: true, write: false, metafile: true },
        ...{ format: 'iife', target: 'es2022', legalComments: 'none', loader: { '.css': 'text' }, outdir: 'dist' },
      });
      if (warnings.length > 0) throw new Error(`${viewer}: ${warnings[0].text}`);
      for (const { inputs } of Object.values(metafile.outputs))
        for (const [path, { bytesInOutput }] of Object.entries(inputs)) carry(resolve(path), bytesInOutput);
      this.emitFile({ type: 'asset', fileName: `${viewer}.js`, source: outputFiles[0].text });
    }
  },
};

/**
 * A worker, whole in one file: a page's has no bundler or import map of its own. Shaders and what describes their
 * tables are left out.
 */
const pageWorker = (input) => ({
  input,
  plugins: [
    nodeResolve(),
    shaders,
    workerAddress,
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.json' }),
    terseWorker,
    licences,
  ],
  treeshake: { moduleSideEffects: (id) => id.endsWith(input) },
  onwarn: refuseWarnings,
  output: {
    file: `dist/${input.split('/').at(-1).replace('.ts', '.js')}`,
    format: 'es',
    inlineDynamicImports: true,
  },
});

/**
 * Chunks of the packages that a page needs as well. They are part of dist/, so that a page loads it by its address alone,
 * without an import map. Two small ones lie with the room that is their home.
 */
const HOMES = {
  'robust-predicates': 'predicates',
  'js-xxhash': 'records',
  'fraction.js': 'reference',
  'nifti-reader-js': 'nifti-reader',
  fflate: 'nifti-reader',
  'dicom-parser': 'dicom-parser',
  meshoptimizer: 'mesh-simplifier',
};

/**
 * A chunk for each room: with `sideEffects: false` a bundler then leaves out the rooms that a program does not use,
 * since index.js holds names alone. What a room does on the GPU is a chunk of its own, and so is what compacts a bone:
 * a detector loads them when it is to do so. Impacts of points are nothing to it, nor are deforming surfaces, which
 * have a worker: they lie apart from its motion. Records are the same everywhere. Not for the command line and io's
 * marching cubes (with the parts of vtk.js that they need), nor for what reads expressions (with mathjs) and what
 * replaces WebAssembly, which are loaded when they are asked for. The datasets are a chunk too, for all that use them.
 */
const roomChunk = (id) => {
  // What a worker does when it is loaded is its work.
  if (/-worker\.ts$/.test(id)) return undefined;
  const [, outside] = /[\\/]node_modules[\\/]([\w.-]+)[\\/](?!.*[\\/]node_modules[\\/])/.exec(id) ?? [];
  if (outside !== undefined && outside in HOMES) return HOMES[outside];
  if (/^(?!.*node_modules).*[\\/]datasets[\\/](?!index\.ts$).+$/.test(id)) return 'datasets';
  const [, room, file] = /^(?!.*node_modules).*[\\/]lib[\\/](cli|io|[\w-]+[\\/][\w-]+)[\\/](.+)$/.exec(id) ?? [];
  if (room === 'cli' || /^(isosurface\.ts|module[\\/]plain-kernels\.js|expression[\\/].*)$/.test(file))
    return undefined;
  const [, part] =
    (!room?.endsWith('records') && /(?:^|[\\/])(gpu|compact)[-\\/]/.exec(file ?? '')) ||
    (room?.endsWith('motion') && /^(impact|deforming)[\\/]/.exec(file)) ||
    [];
  const [name] = room?.split(/[\\/]/).slice(-1) ?? [];
  return part === undefined ? name : `${name}-${part}`;
};

export default [
  {
    input: {
      index: 'lib/index.ts',
      io: 'lib/io.ts',
      reference: 'lib/reference.ts',
      vtk: 'lib/vtk.ts',
      three: 'lib/three.ts',
      datasets: 'datasets/index.ts',
      cli: cliEntry,
      'command-worker': 'lib/cli/command-worker.ts',
      'pose-worker': 'lib/cli/validate/pose-worker.ts',
      'engine-worker': 'lib/cli/judge/engine-worker.ts',
      'corpus-worker': 'lib/cli/validate/corpus-worker.ts',
      'motion-worker': 'lib/cli/validate/motion-worker.ts',
      'label-worker': 'lib/cli/benchmark/label-worker.ts',
      'session-worker': 'lib/server/protocol/session-worker.ts',
      'text-worker': 'lib/server/protocol/text-worker.ts',
    },
    external: isExternal,
    plugins: [
      cleanDist,
      shaders,
      workerAddress,
      withoutZlib,
      nodeResolve(),
      // What a package only tries to load stays as it is, save this, which is there in every Node.
      commonjs({ ignoreTryCatch: (id) => id !== 'perf_hooks' }),
      esbuild({ target: 'es2022', tsconfig: 'tsconfig.json' }),
      pureConstants,
      terse,
      executableCli,
      pageScripts,
      protocolSchema,
      licences,
    ],
    // As package.json says of kerf's own files, and mathjs's of its own. What mathjs needs for random numbers, TeX and
    // sorting makes values alone too; it is not used here.
    treeshake: {
      moduleSideEffects: (id, isExternal) =>
        !isExternal &&
        /node_modules[\\/](?!(mathjs|robust-predicates|js-xxhash|fraction\.js|nifti-reader-js|fflate|seedrandom|escape-latex|javascript-natural-sort|tiny-emitter)[\\/])/.test(
          id,
        ),
    },
    onwarn: refuseWarnings,
    output: {
      dir: 'dist',
      format: 'es',
      manualChunks: roomChunk,
      hoistTransitiveImports: false,
      // Packages whose code lies in dist/ may name Node's own modules in the old way.
      paths: (id) => (builtinModules.includes(id) ? `node:${id}` : id),
      // Chunks lie beside the entries, so that `import.meta.url` means dist/ in every one of them.
      chunkFileNames: '[name]-[hash].js',
      banner: (chunk) => (chunk.name === 'cli' && !readFileSync(cliEntry, 'utf8').startsWith('#!') ? shebang : ''),
    },
  },
  pageWorker('lib/detect/detector/detect-worker.ts'),
  pageWorker('lib/surgery/haptics/haptic-worker.ts'),
  pageWorker('lib/index/broad-phase/broad-phase-worker.ts'),
  pageWorker('lib/surgery/cutting/cutting-worker.ts'),
  pageWorker('lib/questions/motion/deforming/impact-worker.ts'),
];
