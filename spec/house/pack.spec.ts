// The package as a new user gets it: what `npm pack` includes, its size, installed in an empty folder, and used from
// the command line, a script and the type checker. Needs dist/, which `npm test` builds first.

import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { run } from '#harness/command.ts';
import { installPackage } from '#harness/installed-package.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { firstProgram } from '#harness/readme.ts';
import { inLong } from '#harness/sets.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const { folder, packed, remove } = installPackage();
const modules = join(folder, 'node_modules');
const kerf = join(modules, '.bin/kerf');
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
/** MB that an installed kerf may take, library, command line and CPU backend; it is 9.54; the pages say 10. */
const MOST = 12;
/** MB that the page of kerf workbench may take beside them; it is 2.78. */
const MOST_PAGE = 3;

afterAll(remove);

/** A script beside the installed package → the JSON that it prints. */
function script(text: string): unknown {
  writeFileSync(join(folder, 'script.js'), text);
  return JSON.parse(run(folder, process.execPath, 'script.js'));
}
const boxes = `
  import { createDetector, createMesh } from 'kerf';
  const box = (size, name) => createMesh(
    Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => bit * size)).flat(),
    [0,2,3, 0,3,1, 4,5,7, 4,7,6, 0,1,5, 0,5,4, 2,6,7, 2,7,3, 0,4,6, 0,6,2, 1,3,7, 1,7,5],
    { name },
  );
  const detector = await createDetector({
    bone: box(10, 'bone'), tool: box(2, 'tool'), contactDistance: 0.5, resolution: 1, backend: 'cpu',
  });
  const at = (x) => [1,0,0,0, 0,1,0,0, 0,0,1,0, x,4,4,1];`;

/** Bytes of all files below a path. */
function weight(path: string): number {
  const status = lstatSync(path);
  if (!status.isDirectory()) return status.isFile() ? status.size : 0;
  return readdirSync(path).reduce((sum, name) => sum + weight(join(path, name)), 0);
}

/** Names of the installed packages. */
function packages(): string[] {
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

describe('what it weighs', () => {
  test(`${MOST} MB at most when installed, and ${MOST_PAGE} MB for the workbench's page`, () => {
    const weights = packages().map((name) => [name, weight(join(modules, name))] as const);
    const total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
    const rows = [...weights].sort(([, a], [, b]) => b - a).map(([name, bytes]) => `  ${name}: ${megabytes(bytes)}`);
    process.stdout.write(
      [`packed ${megabytes(packed.size)}, unpacked ${megabytes(packed.unpackedSize)}; installed ${megabytes(total)}:`]
        .concat(rows, '')
        .join('\n'),
    );
    const page = weight(join(modules, 'kerf/dist/workbench'));
    expect(page).toBeLessThanOrEqual(MOST_PAGE * 1e6);
    expect(total - page).toBeLessThanOrEqual(MOST * 1e6);
  });
  test('nothing that only a GPU in Node, a page or the sources need', () => {
    const heavy = ['webgpu', '@kitware/vtk.js', 'mathjs', 'uplot'];
    expect(packages().filter((name) => heavy.includes(name))).toEqual([]);
  });
  test('its files import what package.json lists, and no more than that is listed', () => {
    const dist = join(modules, 'kerf/dist');
    const entryPoints = readdirSync(dist)
      .filter((name) => /^(?!.*-viewer).*\.js$/.test(name))
      .map((name) => join(dist, name));
    const { inputs } = buildSync({
      ...{ entryPoints, bundle: true, write: false, metafile: true, format: 'esm', platform: 'node' },
      ...{ packages: 'external', outdir: 'unwritten', logLevel: 'silent' },
    }).metafile;
    const imported = Object.values(inputs)
      .flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))
      // A part of vtk.js tries to load Node's crypto and goes on without it.
      .filter((path) => !path.startsWith('node:') && path !== 'crypto')
      .map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
    const { dependencies } = JSON.parse(readFileSync(join(modules, 'kerf/package.json'), 'utf8'));
    // Of the peers, vtk.js and three are imported by the entries that join them; webgpu is loaded by name.
    expect([...new Set(imported)].sort()).toEqual([...Object.keys(dependencies), '@kitware/vtk.js', 'three'].sort());
  });
});

describe('the tarball', () => {
  test('holds the built files and types, licences, pages, examples and their pictures; nothing else', () => {
    const wanted = [
      /^(package\.json|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|SECURITY\.md|dist\/THIRD-PARTY-LICENCES\.txt)$/,
      /^dist\/(index|io|reference|vtk|three|datasets|cli|(command|pose|engine|label|corpus|motion|detect|haptic|broad-phase|cutting|impact|session|text)-worker|[\w-]+-[\w-]{8})\.js$/,
      /^dist\/((report|validation)-viewer\.js|protocol\.schema\.json)$/,
      /^dist\/workbench\/((main|detector-worker|picture-worker)\.js|index\.html|(workbench|uPlot\.min)\.css)$/,
      /^dist\/workbench\/skull-phantom\.ply$/,
      /^dist\/types\/(index|io|reference|vtk|three|datasets)\.d\.c?ts$/,
      /^((examples|lib|wgsl|datasets|spec)\/)?([\w-]+\/){0,3}README\.md$/,
      /^examples\/([\w-]+)\/\1\.mjs$/,
      /^examples\/clients\/\w+\/(README\.md|\w+\.(cpp|hpp|py))$/,
      /^examples\/clients\/slicer\/KerfContactLib\/\w+\.py$/,
      /^examples\/clients\/ros2\/(package\.xml|setup\.cfg|resource\/kerf_ros|kerf_ros\/\w+\.py)$/,
      /^examples\/clients\/unity\/(package\.json|Runtime\/(\w+\.cs|Kerf\.asmdef)|(package\.json|README\.md|Runtime(\/[\w.]+)?)\.meta)$/,
      /^examples\/clients\/unity\/Samples~\/BoneContact\/(BoneContact\.cs|Kerf\.Samples\.BoneContact\.asmdef)$/,
      /^examples\/clients\/python\/(pyproject\.toml|kerf_client\/(\w+\.py|py\.typed))$/,
      /^examples\/engines\/[\w-]+\.(mjs|md)$/,
      /^examples\/guides\/[\w-]+\.md$/,
      /^examples\/(react\/(page\.jsx|use-contacts\.jsx|worker\.js)|(three|vtk)-page\/page\.mjs|plain-page\/kerf\.mjs)$/,
      /^examples\/(react|(plain|three|vtk)-page)\/index\.html$/,
      /^examples\/deforming-flap\/(page|picture|settle-impacts|sheet)\.mjs$/,
      /^examples\/cluster\/(Dockerfile|kubernetes-(job|serve)\.yaml|parallel\.sh|slurm\.sbatch)$/,
      /^(examples\/(workbench\/(cutting|workbench)|trainer\/trainer|guides\/pages\/\w+)\.webp|lib\/(contact\.svg|PUBLISHED\.md)|spec\/bench\/bench\.svg)$/,
    ];
    expect(packed.files.map((file) => file.path).filter((path) => !wanted.some((shape) => shape.test(path)))).toEqual(
      [],
    );
  });
  test('holds every file that its README links to or shows', () => {
    const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(
      ([, to]) => to,
    );
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((to) => !existsSync(join(modules, 'kerf', to)))).toEqual([]);
  });
  test.each([
    'dist/index.js',
    'dist/io.js',
    'dist/vtk.js',
    'dist/three.js',
    'dist/datasets.js',
    'dist/cli.js',
    'dist/pose-worker.js',
    'dist/engine-worker.js',
    'dist/corpus-worker.js',
    'dist/motion-worker.js',
    'dist/label-worker.js',
    'dist/session-worker.js',
    'dist/text-worker.js',
    'dist/detect-worker.js',
    'dist/haptic-worker.js',
    'dist/broad-phase-worker.js',
    'dist/cutting-worker.js',
    'dist/impact-worker.js',
    'dist/report-viewer.js',
    'dist/validation-viewer.js',
    'dist/protocol.schema.json',
    'dist/THIRD-PARTY-LICENCES.txt',
    'examples/clients/README.md',
    'examples/clients/cpp/kerf_client.hpp',
    'examples/clients/cpp/first_contact.cpp',
    'examples/clients/python/kerf_client/__init__.py',
    'examples/clients/python/kerf_client/py.typed',
    'examples/clients/python/pyproject.toml',
    'examples/clients/slicer/KerfContact.py',
    'examples/clients/slicer/KerfContactLib/server.py',
    'examples/clients/ros2/package.xml',
    'examples/clients/ros2/setup.py',
    'examples/clients/ros2/resource/kerf_ros',
    'examples/clients/ros2/kerf_ros/contact_node.py',
    'examples/clients/unity/package.json',
    'examples/clients/unity/Runtime/Kerf.asmdef',
    'examples/clients/unity/Runtime/KerfClient.cs',
    'examples/clients/unity/Runtime/KerfServer.cs.meta',
    'examples/clients/unity/Samples~/BoneContact/BoneContact.cs',
    'LICENSE',
    'README.md',
    'examples/cluster/Dockerfile',
    'examples/cluster/kubernetes-job.yaml',
    'examples/cluster/kubernetes-serve.yaml',
    'examples/cluster/parallel.sh',
    'examples/cluster/slurm.sbatch',
  ])('holds %s', (path) => {
    expect(packed.files.map((file) => file.path)).toContain(path);
  });
  test('carries no address of the machine that made it', () => {
    const dist = join(folder, 'node_modules/kerf/dist');
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((n) =>
      /\.(js|ts|txt)$/.test(n),
    )) {
      expect([name, readFileSync(join(dist, name), 'utf8').includes(root)]).toEqual([name, false]);
    }
  });
});

describe('installed in an empty folder', () => {
  test('kerf --version prints the version', () => expect(run(folder, kerf, '--version').trim()).toBe(version));
  test('an example of its README runs where it lies', () => {
    const example = join(modules, 'kerf/examples/two-triangles/two-triangles.mjs');
    expect(run(folder, process.execPath, example)).toContain('state: near');
  });
  test('the command line detects and validates, and says nothing on standard error that is not its own', () => {
    run(folder, kerf, 'dataset', 'sphere', '--faces', '320', '--out', 'bone.ply');
    run(folder, kerf, 'dataset', 'box', '--faces', '12', '--out', 'tool.stl');
    writeFileSync(
      join(folder, 'path.csv'),
      [30, 3.25].map((x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1].join()).join('\n'),
    );
    const bodies = [
      '--bone',
      'bone.ply',
      '--tool',
      'tool.stl',
      '--path',
      'path.csv',
      '--distance',
      '0.2',
      '--resolution',
      '4',
    ];
    const said = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(kerf, words, { cwd: folder, encoding: 'utf8' });
      return { status, stdout, stderr };
    };
    const detected = said('detect', ...bodies, '--json');
    expect([detected.status, detected.stderr]).toEqual([0, '']);
    const { backend, backendReason, poses } = JSON.parse(detected.stdout);
    expect([backend, poses.map(({ state }: { state: string }) => state)]).toEqual([
      'cpu',
      ['separated', 'intersecting'],
    ]);
    expect(backendReason).toMatch(/the optional package webgpu is not here: npm install webgpu$/);
    const refused = said('detect', ...bodies, '--backend', 'webgpu');
    expect([refused.status, refused.stdout]).toEqual([3, '']);
    expect(refused.stderr).toMatch(/^kerf: [^\n]*npm install webgpu[^\n]*\n$/);
    expect(said('validate', ...bodies, '--samples', '4', '--out', 'proof', '--json')).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, 'proof/validation.html'))).toBe(true);
  });
  test('kerf --help shows how it is used', () => expect(run(folder, kerf, '--help')).toMatch(/^Usage: kerf/));

  test('a script finds where two boxes meet, and where they do not', () => {
    // The tool's box [x, x + 2] × [4, 6]² and the bone's [0, 10]³, along x: the gap is x − 10 if that is positive.
    const states = script(`${boxes}
      const seen = [];
      for (const x of [9, 10.25, 20, 4]) {
        const report = await detector.detect(at(x));
        seen.push([report.state, report.contacts.length > 0, detector.minimumDistance(at(x)).distance]);
      }
      detector.dispose();
      console.log(JSON.stringify(seen));`);
    expect(states).toEqual([
      ['intersecting', true, 0],
      ['near', true, 0.25],
      ['separated', false, 10],
      ['enclosed', true, 4],
    ]);
  });
  test('detectMany takes threads, which keep no process alive: a path read to its end, one left, one forgotten, a detector not disposed', () => {
    const seen = script(`${boxes}
      import { Worker } from 'node:worker_threads';
      let threads = new Set();
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (...given) { threads.add(this); return postMessage.apply(this, given); };
      const poses = [9, 10.25, 20, 4, 9, 9, 9, 9, 9, 9, 9, 9].flatMap(at);
      const states = [];
      for await (const { state } of detector.detectMany(poses, { workers: 2 })) states.push(state);
      for await (const { state } of detector.detectMany(poses, { workers: 2 })) { states.push(state); break; }
      const forgotten = detector.detectMany(poses, { workers: 2 })[Symbol.asyncIterator]();
      states.push((await forgotten.next()).value.state);
      console.log(JSON.stringify([states.slice(0, 4), states.length, threads.size >= 2]));`);
    expect(seen).toEqual([['intersecting', 'near', 'separated', 'enclosed'], 14, true]);
  });
  test('a refusal is one of its typed errors', () => {
    const said = script(`import { createMesh, KerfError, MeshError } from 'kerf';
      try { createMesh([], []); } catch (e) { console.log(JSON.stringify([e instanceof MeshError, e instanceof KerfError, e.code])); }`);
    expect(said).toEqual([true, true, 'EMPTY_MESH']);
  });
  test('kerf/io reads and writes meshes; its errors are those of kerf', () => {
    const said = script(`import { createMesh, FormatError } from 'kerf';
      import * as io from 'kerf/io';
      import * as kerf from 'kerf';
      const mesh = createMesh([0,0,0, 1,0,0, 0,1,0], [0,1,2]);
      const { faces } = io.readMesh(io.writeMesh(mesh, 'ply'), 'ply');
      try { io.readMesh(new Uint8Array(0), 'stl'); } catch (e) {
        const same = Object.keys(io).every((name) => io[name] === kerf[name]);
        console.log(JSON.stringify([faces.length, e instanceof FormatError, Object.keys(io).sort(), same]));
      }`);
    const meshes = ['loadMesh', 'loadSurfaceFromVolume', 'readMesh', 'readSurfaceFromVolume', 'writeMesh'];
    const names = [...meshes, 'writeNifti', 'writeNrrd'];
    expect(said).toEqual([3, true, names, true]);
  });
  test('kerf/reference answers exactly', () => {
    const said = script(`import { createReference, createReferenceSurface } from 'kerf/reference';
      import { box } from 'kerf/datasets';
      const at = createReference({ bone: box({ size: 10 }), tool: box({ size: 2 }) })
        .at([1,0,0,0, 0,1,0,0, 0,0,1,0, 6.5,0,0,1]);
      console.log(JSON.stringify([at.contact(0.5).state, at.contact(0.25).state, at.minimumDistance().nearest,
        createReferenceSurface(box({ size: 10 })).signedDistance([0, 0, 3]).distance]));`);
    expect(said).toEqual(['near', 'separated', 0.5, -2]);
  });
  // examples.spec.ts runs it with the build of this folder.
  inLong(() =>
    test("README's first program, as it stands", () => {
      const { program, prints } = firstProgram();
      writeFileSync(join(folder, 'first.js'), program);
      expect(run(folder, process.execPath, 'first.js')).toBe(prints);
    }),
  );

  test.each([
    ['kerf/vtk', '@kitware/vtk.js'],
    ['kerf/three', 'three'],
  ])('%s without its peer is refused with the name of the package', (entry, peer) => {
    const said =
      script(`const why = await import(${JSON.stringify(entry)}).catch(({ code, message }) => [code, message]);
      console.log(JSON.stringify(why));`);
    const says = expect.stringMatching(new RegExp(`^Cannot find package '${peer}[^']*' imported from .*kerf.dist`));
    expect(said).toEqual(['ERR_MODULE_NOT_FOUND', says]);
  });

  const entries = {
    ...{ index: 'kerf', io: 'kerf/io', reference: 'kerf/reference', datasets: 'kerf/datasets' },
    ...{ vtk: 'kerf/vtk', three: 'kerf/three' },
  };
  test('the declarations of each entry name the values that it exports, and import at most its peer', () => {
    for (const peer of ['three', '@kitware']) symlinkSync(join(root, 'node_modules', peer), join(modules, peer));
    const exported = script(`const all = {};
      for (const entry of ${JSON.stringify(Object.values(entries))}) all[entry] = Object.keys(await import(entry)).sort();
      console.log(JSON.stringify(all));`) as Record<string, string[]>;
    for (const [name, entry] of Object.entries(entries)) {
      const typesOf = (kind: string) => readFileSync(join(modules, `kerf/dist/types/${name}.${kind}`), 'utf8');
      expect(typesOf('d.ts')).toBe(`export * from './${name}.cjs';\n`);
      const peers = /^import type .* from '(three|@kitware\/vtk\.js\/.*)' with \{ 'resolution-mode': 'import' \};$/gm;
      const declared = typesOf('d.cts').replaceAll(peers, '');
      const names = /^export \{ ([^}]*) \};$/m.exec(declared)?.[1].split(', ').sort();
      expect(exported[entry].length).toBeGreaterThan(0);
      expect([entry, names]).toEqual([entry, exported[entry]]);
      expect([entry, declared]).toEqual([entry, expect.not.stringMatching(/\bimport\b|\/\/\/ <reference/)]);
    }
  });
});

describe('its types, checked to the last declaration (skipLibCheck: false)', () => {
  const use = `import { createDetector, type BoneIndex, type ContactReport, type Detector } from 'kerf';
    import * as datasets from 'kerf/datasets';
    import { type MeshFormat, readMesh, type VolumeFormat } from 'kerf/io';
    import { createReference, type ExactContact } from 'kerf/reference';
    export const formats: [MeshFormat, VolumeFormat] = ['stl', 'vti'];
    export const read: (bytes: Uint8Array, format: MeshFormat) => object = readMesh;
    export const all: object = datasets;
    export const exact = (...b: Parameters<typeof createReference>): ExactContact => createReference(...b).at([]).contact(0);
    export const ask = async (detector: Detector): Promise<ContactReport> => detector.detect(new Float64Array(16));
    export const faces = (index: BoneIndex): number => index.faceCount;
    // @ts-expect-error a detector wants its options: this line would pass if the types were not found
    createDetector();
    // @ts-expect-error an index's inside is not public
    export const inside = (index: BoneIndex) => index.parts;`;
  /** If the host's types are known, the package's are the host's own, and nothing else is accepted. */
  const host = `import { type buildIndex, type DetectorOptions, type loadMesh } from 'kerf';
    export const asked = (device: GPUDevice, signal: AbortSignal, source: URL):
      [DetectorOptions['device'], Parameters<typeof buildIndex>[1], Parameters<typeof loadMesh>[0]] => [device, { signal }, source];
    // @ts-expect-error no device
    export const device: DetectorOptions['device'] = { label: 'none' };
    // @ts-expect-error no source
    export const source: Parameters<typeof loadMesh>[0] = { href: '' };`;
  // From TypeScript 6 on, lib "dom" has WebGPU, and @webgpu/types beside it declares parts of that differently.
  const compilers = [
    ['@typescript/v5/bin/tsc', [join(root, 'node_modules/@webgpu/types')]],
    ['typescript/bin/tsc6', []],
    ['@typescript/native/bin/tsc', []],
  ] as const;

  // Some of all combinations, of the two newer compilers; with KERF_LONG=1 all.
  const rows = compilers.flatMap(([compiler, types], n) =>
    ['bundler', 'nodenext'].flatMap((resolution, k) =>
      partOf(
        [
          [compiler, resolution, 'no lib but the language', ['es2022'], [], [use]] as const,
          [compiler, resolution, 'lib "dom" and WebGPU', ['es2023', 'dom'], types, [use, host]] as const,
        ],
        2,
        (n + k) % 2,
      ),
    ),
  );
  test.each(rows.filter((_, n) => longRun(1, n < 3 ? 0 : 1) === 1))(
    '%s, moduleResolution %s, %s',
    (compiler, moduleResolution, _, lib, types, programs) => {
      for (const [n, text] of programs.entries()) writeFileSync(join(folder, `use${n}.ts`), text);
      const module = moduleResolution === 'bundler' ? 'ESNext' : 'NodeNext';
      const compilerOptions = {
        ...{ module, moduleResolution, target: 'es2022', lib, types, strict: true, noEmit: true, skipLibCheck: false },
      };
      const files = programs.map((_text, n) => `use${n}.ts`);
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules', compiler), '-p', folder], {
        encoding: 'utf8',
      });
      expect([status, stdout]).toEqual([0, '']);
    },
  );
});
