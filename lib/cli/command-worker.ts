// A thread → one run of the command line: arguments, streams and signals go in, the exit code comes out.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { assessCut } from '#assessment';
import { buildIndex, loadIndex, saveIndex } from '#bodies';
import { boneFromVolume, boneLabels } from '#ct-bone';
import { craniotomyPaths, cuttingPath, datasetNames, makeDataset } from '#datasets';
import { createDetector, placeTool, selfIntersections } from '#detector';
import { loadMesh, loadSurfaceFromVolume, writeMesh, writeNifti, writeNrrd, writePoints, writePolyData } from '#io';
import { inspectMesh } from '#mesh';
import { osteotomy } from '#osteotomy';
import { createImpactDetector } from '#motion';
import { implicitBody } from '#quantities';
import type { LabelLine, LabelTask } from './benchmark/label-lines.ts';
import { descriptorStream, writeAll, writeAside } from './descriptor-output.ts';
import { type ExitCode, outputError, withFileErrors } from './exit-code.ts';
import { importUsersModule } from './judge/run-engine.ts';
import { onWrittenFolder, type WrittenFolder } from './left-behind.ts';
import { run } from './run.ts';
import { studyBodies } from './study-bodies.ts';
import type { Terminal, Toolkit } from './toolkit.ts';
import { studyOptions } from './validate/run-studies.ts';

/** Messages from this thread to the process. */
export type ThreadMessage =
  | { readonly writes: WrittenFolder }
  /** The command reads standard input. */
  | { readonly reads: true }
  | { readonly usesGpu: true }
  /** How long the command may take to end after a signal, ms, beyond what every command may take. */
  | { readonly endsWithin: number }
  /** The command is done and has written all its output. */
  | { readonly ends: ExitCode };

const port = parentPort!;
const tell = (message: ThreadMessage) => port.postMessage(message);
/** The widths of standard output and error, if they are terminals. */
const { columns } = workerData as { readonly columns: { readonly out?: number; readonly err?: number } };

async function told<Made extends { readonly backend: string }>(making: Promise<Made>): Promise<Made> {
  const made = await making;
  if (made.backend === 'webgpu') tell({ usesGpu: true });
  return made;
}

// Once built, this file is dist/command-worker.js. The other built files lie beside it, and the package's description
// above it.
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const script = (path: string) => withFileErrors('read', path, () => readFile(path, 'utf8'));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const toolkit: Toolkit = {
  version,
  createDetector: (request) => told(createDetector(request)),
  createSweepDetector: (request) => told(createDetector(request)),
  createImpactDetector(request) {
    if (request.backend === 'webgpu') tell({ usesGpu: true });
    return createImpactDetector(request);
  },
  assessCut,
  buildIndex,
  saveIndex,
  loadIndex,
  loadMesh,
  loadSurfaceFromVolume: (path, isoValue) =>
    loadSurfaceFromVolume(path, isoValue, { onNotice: (notice) => terminal.err(`kerf: warning: ${notice}\n`) }),
  boneFromVolume,
  writeMesh,
  boneLabels,
  writeNifti,
  writeNrrd,
  writePolyData: (data) => writePolyData(data, 'vtp'),
  writePoints,
  inspectMesh,
  placeTool,
  osteotomy,
  selfIntersections,
  datasetNames,
  makeDataset,
  implicitBody,
  cuttingPath,
  craniotomyPaths,
  builtFolder: beside('.'),
  viewerScript: () => script(beside('report-viewer.js')),
  validationRoom: () => import('#validation'),
  serverRoom: () => import('#protocol'),
  async createJudgePool(request) {
    const { createJudgePool } = await import('./validate/judge-pool.ts');
    return told(createJudgePool(request, beside('pose-worker.js')));
  },
  async createEngineJudgePool(request) {
    const { createEngineJudgePool } = await import('./validate/judge-pool.ts');
    return createEngineJudgePool(request, beside('engine-worker.js'));
  },
  loadEngine: importUsersModule,
  async refinementStudy(onProgress) {
    const { runRefinementStudy } = await import('#validation');
    return runRefinementStudy(studyBodies, studyOptions, onProgress);
  },
  async judgeCorpora(request, onProgress) {
    const { judgeCorpora } = await import('./validate/judge-studies.ts');
    return judgeCorpora(request, beside('corpus-worker.js'), onProgress);
  },
  async judgeMotion(request, onProgress) {
    const { judgeMotion } = await import('./validate/judge-studies.ts');
    return judgeMotion(request, beside('motion-worker.js'), onProgress);
  },
  async createLabelPool(workers) {
    const { WorkerPool } = await import('./worker-pool.ts');
    const pool = await WorkerPool.create<LabelTask>({ workerFile: beside('label-worker.js'), workers });
    return {
      label: (task) => pool.ask<LabelLine[]>(task, `${task.name}, ${task.what} from ${task.first}`),
      close: () => pool.close(),
    };
  },
  validationViewerScript: () => script(beside('validation-viewer.js')),
};

const interruption = new AbortController();
port.on('message', (message: 'interrupt' | { readonly inputFailed: NodeJS.ErrnoException }) => {
  if (message === 'interrupt') interruption.abort();
  else process.stdin.destroy(Object.assign(new Error(), message.inputFailed));
});
port.unref();
onWrittenFolder((folder) => tell({ writes: folder }));

// A reader that stops early (`kerf … | head`) is not a failure: the command goes on, and its exit code is unaffected.
let isRead = true;
/** Writes under way that nobody waits for. */
let aside = 0;

const terminal: Terminal = {
  streams() {
    tell({ reads: true });
    return { input: process.stdin, output: descriptorStream(1) };
  },
  out(text) {
    if (!isRead) return;
    try {
      writeAll(1, text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw outputError(error);
      isRead = false;
    }
  },
  err(text) {
    // If standard error cannot be written, there is nowhere left to report it.
    try {
      writeAll(2, text);
    } catch {}
  },
  errAside(text, done) {
    aside++;
    writeAside(2, Buffer.from(text), (error) => {
      aside--;
      done(error);
    });
  },
  progress: isatty(2) ? Object.assign(descriptorStream(2), { isTTY: true, columns: columns.err }) : undefined,
  columns: columns.out,
  signal: interruption.signal,
  endsWithin: (ms) => tell({ endsWithin: ms }),
  debug: process.env.KERF_DEBUG === '1',
};

const exitCode = await run(process.argv.slice(2), toolkit, terminal);
tell({ ends: exitCode });
process.exitCode = exitCode;
// Their reader may never take them.
if (aside > 0) process.exit();
