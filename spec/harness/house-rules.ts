// The import lines of every file → sentences that say which rule of the rooms is broken and where; empty if none is.

import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';
import type { ImportLine, SourceFile } from './import-lines.ts';

/** The folders of lib/, each of which may import those before it. Two of them are rooms themselves. */
export const folders = [
  ...[
    'base',
    'geometry',
    'io',
    'index',
    'stages',
    'questions',
    'detect',
    'surgery',
    'oracle',
    'bridges',
    'server',
    'cli',
  ],
] as const;
const roomFolders = ['io', 'cli'];

/**
 * The rooms that each room imports: grants are used, and there are no more. Rooms of lib/ carry their own folder's
 * name; `kerf` is lib/index.ts, lib/io.ts, lib/reference.ts, lib/vtk.ts and lib/three.ts, the package's public names.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  triangles: ['core'],
  divisions: ['core', 'records', 'triangles'],
  mesh: ['core'],
  records: ['core'],
  io: ['core', 'mesh'],
  gpu: ['core', 'records'],
  workers: ['core'],
  igtl: ['core'],
  bvh: ['core', 'records', 'triangles', 'gpu'],
  scanlines: ['core', 'records', 'triangles', 'gpu'],
  bodies: ['core', 'records', 'triangles', 'divisions', 'mesh', 'gpu', 'bvh', 'scanlines'],
  proximity: ['core', 'records', 'triangles', 'bvh', 'gpu'],
  candidates: ['core', 'records', 'triangles', 'mesh', 'gpu', 'bvh', 'scanlines'],
  subdivide: ['core', 'records', 'triangles', 'divisions', 'gpu'],
  intersect: ['core', 'records', 'triangles', 'gpu'],
  measure: ['core', 'records', 'triangles', 'gpu'],
  compiled: ['core', 'records', 'triangles', 'divisions', 'proximity'],
  contacts: ['core', 'records', 'triangles'],
  'overlap-volume': ['core', 'records', 'triangles'],
  penetration: ['core', 'records', 'mesh', 'triangles', 'bvh', 'proximity'],
  motion: ['core', 'records', 'mesh', 'triangles', 'gpu', 'workers', 'bvh', 'bodies', 'proximity'],
  surface: ['core', 'records', 'mesh', 'triangles', 'gpu', 'bvh', 'bodies', 'proximity'],
  'broad-phase': ['core', 'records', 'gpu', 'bvh', 'workers'],
  convex: ['core', 'mesh', 'triangles'],
  'radial-map': ['core', 'records', 'mesh', 'gpu', 'bodies'],
  'round-tool': ['core', 'records', 'triangles'],
  detector: [
    ...['core', 'records', 'mesh', 'triangles', 'divisions', 'gpu', 'workers', 'compiled', 'scanlines', 'bodies'],
    ...[
      'proximity',
      'candidates',
      'subdivide',
      'intersect',
      'measure',
      'contacts',
      'overlap-volume',
      'penetration',
      'motion',
    ],
    ...['convex', 'round-tool'],
  ],
  validation: ['core', 'records', 'mesh', 'bodies', 'motion', 'convex', 'detector', 'reference'],
  scene: ['core', 'records', 'mesh', 'bodies', 'broad-phase', 'convex', 'detector'],
  osteotomy: ['core', 'triangles', 'mesh', 'bodies', 'detector'],
  inset: ['core', 'triangles', 'mesh', 'bodies', 'motion', 'detector', 'osteotomy'],
  slots: ['core', 'records', 'triangles', 'mesh', 'bvh', 'motion', 'osteotomy'],
  cutting: [
    ...['core', 'records', 'triangles', 'mesh', 'workers', 'bodies', 'proximity', 'convex', 'motion'],
    ...['osteotomy', 'inset', 'slots'],
  ],
  'ct-bone': ['core', 'triangles', 'mesh', 'io', 'bodies', 'proximity', 'detector', 'cutting', 'haptics'],
  haptics: ['core', 'records', 'mesh', 'triangles', 'workers', 'bodies', 'proximity', 'convex', 'motion', 'detector'],
  assessment: ['core', 'records', 'mesh', 'motion', 'detector', 'cutting'],
  protocol: [
    'core',
    'records',
    'mesh',
    'io',
    'bodies',
    'motion',
    'detector',
    'cutting',
    'haptics',
    'igtl',
    'datasets',
    'workers',
  ],
  cli: [
    ...['core', 'records', 'mesh', 'io', 'bodies', 'detector', 'ct-bone', 'motion', 'validation', 'assessment'],
    ...['protocol', 'datasets', 'osteotomy', 'quantities', 'poly-data', 'workers'],
  ],
  reference: ['core', 'mesh'],
  public: ['core', 'mesh', 'reference'],
  'poly-data': ['records', 'mesh'],
  vtk: ['core', 'records', 'mesh', 'io', 'bodies', 'detector', 'poly-data'],
  three: ['core', 'records', 'mesh', 'bodies'],
  quantities: ['core', 'mesh', 'datasets'],
  kerf: [
    'assessment',
    'core',
    'records',
    'mesh',
    'io',
    'bodies',
    'broad-phase',
    'convex',
    'radial-map',
    'detector',
    'ct-bone',
    'scene',
    'cutting',
    'osteotomy',
    'haptics',
    'motion',
    'surface',
    'public',
    'vtk',
    'three',
    'quantities',
  ],
  datasets: ['core', 'mesh'],
  examples: ['kerf', 'datasets'],
};
/** For each importing room, the rooms from which it may import only types. */
const typesOnly: Readonly<Record<string, readonly string[]>> = { reference: ['mesh'], 'ct-bone': ['haptics'] };
/**
 * Rooms from which only some names may be imported: the oracle takes core's errors, not the bounds and poses that it
 * judges.
 */
const namesOnly: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = { reference: { core: /Error$/ } };
/** The folders of wgsl/ that each room uses, and no others: its own, and those whose functions its kernels call. */
export const shaders: Readonly<Record<string, readonly string[]>> = {
  gpu: ['common', 'gpu'],
  bvh: ['common', 'bvh'],
  scanlines: ['common', 'scanlines'],
  'broad-phase': ['common', 'bvh', 'broad-phase'],
  'radial-map': ['common', 'radial-map'],
  candidates: ['common', 'bodies', 'triangles', 'scanlines', 'candidates'],
  subdivide: ['common', 'records', 'bodies', 'triangles', 'scanlines', 'subdivide'],
  intersect: ['common', 'bodies', 'triangles', 'intersect'],
  measure: ['common', 'records', 'bodies', 'triangles', 'scanlines', 'proximity', 'measure'],
  motion: ['common', 'records', 'triangles', 'proximity', 'motion'],
  surface: ['common', 'records', 'triangles', 'proximity', 'motion', 'surface'],
};
/** AssemblyScript, what compiles it, and what it is compiled to. */
export const isOfModule = (path: string): boolean => path.startsWith('lib/stages/compiled/module/');
/** Scripts of browser pages. */
const viewers = ['lib/cli/report-viewer/', 'lib/cli/validation-viewer/'];
/** The folders in which each outside package may be imported. The viewers are browser pages drawn with vtk.js. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  '@kitware/vtk.js': [
    'lib/bridges/vtk/',
    'lib/bridges/poly-data/',
    'lib/io/',
    ...viewers,
    'examples/workbench/',
    'examples/trainer/',
    'examples/vtk-page/',
    'examples/engines/',
  ],
  'three-mesh-bvh': ['examples/engines/'],
  three: ['lib/bridges/three/', 'examples/three-page/', 'examples/engines/'],
  '@dimforge/rapier3d-compat': ['examples/engines/'],
  'manifold-3d': ['examples/engines/'],
  mathjs: ['lib/bridges/quantities/'],
  'nifti-reader-js': ['lib/io/'],
  'dicom-parser': ['lib/io/'],
  meshoptimizer: ['lib/surgery/ct-bone/'],
  'robust-predicates': ['lib/geometry/triangles/', 'lib/base/mesh/'],
  'js-xxhash': ['lib/base/records/'],
  'fraction.js': ['lib/oracle/reference/'],
  webgpu: ['lib/base/gpu/'],
  commander: ['lib/cli/'],
  'cli-progress': ['lib/cli/'],
  'cli-table3': ['lib/cli/'],
  uplot: ['lib/cli/', 'examples/workbench/'],
  ws: ['lib/surgery/haptics/', 'lib/server/protocol/'],
  'prom-client': ['lib/server/protocol/'],
  kerf: ['examples/'],
  esbuild: ['examples/workbench/', 'examples/bridge-page.mjs'],
  sirv: ['examples/workbench/', 'examples/bridge-page.mjs'],
};
export const longestFile = 400;

/** lib/base/mesh/a.ts → mesh; lib/index.ts and the like → kerf; datasets/a.ts → datasets; undefined outside these. */
export function roomOf(path: string): string | undefined {
  const [top, folder, ...rest] = path.split('/');
  if (top === 'datasets' || top === 'examples') return top;
  if (top !== 'lib' || folder === undefined) return undefined;
  if (rest.length === 0)
    return ['index.ts', 'io.ts', 'reference.ts', 'vtk.ts', 'three.ts'].includes(folder) ? 'kerf' : undefined;
  if (roomFolders.includes(folder)) return folder;
  return rest.length > 1 ? rest[0] : undefined;
}

const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
const names: Readonly<Record<string, string>> = JSON.parse(manifest).imports;

/** The file that a `#name` of package.json's `imports` stands for; undefined if there is no such name. */
function fileOfName(specifier: string): string | undefined {
  if (specifier in names) return posix.normalize(names[specifier]);
  const [key] = Object.keys(names).filter((name) => name.endsWith('/*') && specifier.startsWith(name.slice(0, -1)));
  return key && posix.normalize(names[key].replace('*', specifier.slice(key.length - 1)));
}

/** The folder of lib/ in which a room lies, by package.json's names. */
const folderOf = (room: string) => /^lib\/([\w-]+)\//.exec(fileOfName(`#${room}`) ?? '')?.[1];

/** Grants that lead from a folder to a later one. */
export function folderBreaches(grants: Readonly<Record<string, readonly string[]>> = mayImport): string[] {
  const place = (room: string) => (folders as readonly (string | undefined)[]).indexOf(folderOf(room));
  return Object.entries(grants).flatMap(([room, others]) =>
    others
      .filter((other) => place(room) >= 0 && place(other) > place(room))
      .map((other) => `${room} may not be granted ${other}, which lies in a later folder`),
  );
}

const isName = (specifier: string) => specifier.startsWith('#');
const isOwn = (specifier: string) => specifier.startsWith('.') || isName(specifier);
const isBuiltIn = (specifier: string) => specifier.startsWith('node:') || builtinModules.includes(specifier);
const targetOf = (file: SourceFile, { specifier }: ImportLine) =>
  isName(specifier) ? (fileOfName(specifier) ?? specifier) : posix.join(posix.dirname(file.path), specifier);
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function* eachImport(files: readonly SourceFile[]) {
  for (const file of files)
    for (const line of file.imports) yield { file, line, says: `${file.path} imports ${line.specifier}` };
}

/** Checks who may import whom, through which entry, and where only types. */
export function roomBreaches(files: readonly SourceFile[]): string[] {
  const found: string[] = [];
  for (const file of files) {
    const room = roomOf(file.path);
    if (room === undefined || !(room in mayImport)) found.push(`${file.path} lies in no room of the table`);
    if (room === 'kerf' && !file.onlyReexports) found.push(`${file.path} holds code beside the public names`);
  }
  for (const { file, line, says } of eachImport(files)) {
    if (!isOwn(line.specifier)) continue;
    const from = roomOf(file.path) ?? '';
    const target = targetOf(file, line);
    if (isName(target)) {
      found.push(`${says}, which is no name of package.json's imports`);
      continue;
    }
    if (target.startsWith('wgsl/')) {
      const folder = target.split('/')[1] ?? '';
      if (!(shaders[from] ?? []).includes(folder)) found.push(`${says}: ${from} may not use wgsl/${folder}`);
      continue;
    }
    if (isOfModule(target)) {
      if (from !== 'compiled') found.push(`${says}: ${from} takes the compiled stages from compiled`);
      continue;
    }
    const to = roomOf(target);
    if (to === undefined) found.push(`${says}: that lies in no room`);
    // An example of several files runs as is.
    else if (!target.endsWith('.ts') && !(from === 'examples' && /\.mjs$/.test(file.path) && /\.mjs$/.test(target)))
      found.push(`${says}: a relative import names a .ts file`);
    else if (from !== to) {
      if (!(mayImport[from] ?? []).includes(to)) found.push(`${says}: ${from} may not import ${to}`);
      const door = fileOfName(`#${to}`);
      if (!isName(line.specifier)) found.push(`${says}: another room is imported by its name, #${to}`);
      if (target !== door) found.push(`${says}: ${to} is entered through ${door}`);
      if ((typesOnly[from] ?? []).includes(to) && line.how !== 'type')
        found.push(`${says}: ${from} takes only types of ${to}`);
      const allowed = namesOnly[from]?.[to];
      if (allowed && !(line.names ?? ['*']).every((name) => allowed.test(name)))
        found.push(`${says}: of ${to}, ${from} takes only what matches ${allowed}`);
    }
  }
  return found;
}

/** Grants of the tables that no file uses. */
export function unusedGrants(files: readonly SourceFile[]): string[] {
  const used = new Set<string>();
  for (const { file, line } of eachImport(files)) {
    if (!isOwn(line.specifier)) {
      if (packageOf(line.specifier) === 'kerf')
        used.add(`examples → ${line.specifier === 'kerf/datasets' ? 'datasets' : 'kerf'}`);
      continue;
    }
    const target = targetOf(file, line);
    const to = target.startsWith('wgsl/') ? `wgsl/${target.split('/')[1]}` : roomOf(target);
    used.add(`${roomOf(file.path)} → ${to}`);
  }
  const granted = [
    ...Object.entries(mayImport).flatMap(([room, others]) => others.map((other) => `${room} → ${other}`)),
    ...Object.entries(shaders).flatMap(([room, folders]) => folders.map((folder) => `${room} → wgsl/${folder}`)),
  ];
  return granted.filter((grant) => !used.has(grant)).map((grant) => `${grant} is granted and not used`);
}

/** Each outside package in its own room. */
export function packageBreaches(files: readonly SourceFile[]): string[] {
  const found: string[] = [];
  for (const { file, line, says } of eachImport(files)) {
    if (isOwn(line.specifier) || isBuiltIn(line.specifier)) continue;
    const homes = packageHomes[packageOf(line.specifier)];
    if (homes === undefined) found.push(`${says}: that package has no room`);
    else if (!homes.some((home) => file.path.startsWith(home)))
      found.push(`${says}: it belongs in ${homes.join(' and ')}`);
  }
  return found;
}

/**
 * Node's own modules, by their `node:` name: in the command line, the server and examples; in gpu, io and workers only
 * inside functions, since a browser loads those too.
 */
export function builtInBreaches(files: readonly SourceFile[]): string[] {
  const found: string[] = [];
  for (const { file, line, says } of eachImport(files)) {
    if (!isBuiltIn(line.specifier)) continue;
    if (!line.specifier.startsWith('node:')) found.push(`${says}: write node:${line.specifier}`);
    const room = roomOf(file.path);
    const inBrowser = viewers.some((viewer) => file.path.startsWith(viewer));
    if (room === 'examples' || room === 'protocol' || (room === 'cli' && !inBrowser)) continue;
    const isInBoth = ['gpu', 'io', 'workers'].includes(room ?? '');
    if (isInBoth && line.how === 'static') found.push(`${says}: ${room} loads Node's modules by import() only`);
    if (!isInBoth) found.push(`${says}: ${inBrowser ? 'a viewer' : room} must run without Node`);
  }
  return found;
}

/** Cycles among files by the imports that remain at run time, and among rooms by any import. */
export function cycleBreaches(files: readonly SourceFile[]): string[] {
  const fileArrows = new Map<string, Set<string>>();
  const roomArrows = new Map<string, Set<string>>();
  const draw = (arrows: Map<string, Set<string>>, from: string, to: string) =>
    arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  for (const { file, line } of eachImport(files)) {
    if (!isOwn(line.specifier)) continue;
    const target = targetOf(file, line);
    if (line.how !== 'type') draw(fileArrows, file.path, target);
    const [from, to] = [roomOf(file.path), roomOf(target)];
    if (from !== undefined && to !== undefined && from !== to) draw(roomArrows, from, to);
  }
  return [...cyclesOf(fileArrows), ...cyclesOf(roomArrows)].map((cycle) => `${cycle.join(' → ')} is a cycle`);
}

/** Depth first; one cycle for each arrow that points back into the current path. */
function cyclesOf(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): void => {
    const start = path.indexOf(node);
    if (start >= 0) cycles.push([...path.slice(start), node]);
    if (start >= 0 || done.has(node)) return;
    path.push(node);
    for (const next of arrows.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of arrows.keys()) visit(node);
  return cycles;
}

export function lengthBreaches(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !file.path.startsWith('examples/') && file.lineCount > longestFile)
    .map(
      (file) => `${file.path} has ${file.lineCount} lines; look for its second operation (${longestFile} are allowed)`,
    );
}

export const widestComment = 120;
const isCommentLine = (line: string) => /^\s*(\/\/|\/?\*)/.test(line);

/** @param read a file's text by its path. @returns the comment lines of more than 120 columns. */
export function commentBreaches(paths: readonly string[], read: (path: string) => string): string[] {
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, i) =>
        line.length > widestComment && isCommentLine(line)
          ? [`${path}:${i + 1} is a comment of ${line.length} columns; ${widestComment} are allowed`]
          : [],
      ),
  );
}
