// The process → one run of the command line: arguments, streams and signals go in, the exit code comes out.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { craniotomyPaths, cuttingPath, datasetNames, makeDataset } from '../../datasets/index.ts';
import { assessCut } from '../assessment/index.ts';
import { buildIndex, loadIndex, saveIndex } from '../bodies/index.ts';
import { boneFromVolume } from '../bone/index.ts';
import { createDetector, selfIntersections } from '../detector/index.ts';
import { loadMesh, loadSurfaceFromVolume, writeMesh, writePoints, writePolyData } from '../io/index.ts';
import { inspectMesh } from '../mesh/index.ts';
import { createImpactDetector } from '../motion/index.ts';
import type { LabelLine, LabelTask } from './benchmark/label-lines.ts';
import { withFileErrors } from './exit-code.ts';
import { importUsersModule } from './judge/load-engine.ts';
import { run } from './run.ts';
import { studyBodies } from './study-bodies.ts';
import type { Terminal, Toolkit } from './toolkit.ts';
import { studyOptions } from './validate/run-study.ts';

// Once built, this file is dist/cli.js. The other built files lie beside it, and the package's description above it.
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const script = (path: string) => withFileErrors('read', path, () => readFile(path, 'utf8'));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const printNotice = (sentence: string) => process.stderr.write(`kerf: warning: ${sentence}\n`);

const toolkit: Toolkit = {
  version,
  createDetector,
  createSweepDetector: createDetector,
  createImpactDetector,
  assessCut,
  buildIndex,
  saveIndex,
  loadIndex,
  loadMesh,
  loadSurfaceFromVolume: (path, isoValue) => loadSurfaceFromVolume(path, isoValue, { onNotice: printNotice }),
  boneFromVolume,
  writeMesh,
  writePolyData: (data) => writePolyData(data, 'vtp'),
  writePoints,
  inspectMesh,
  selfIntersections,
  datasetNames,
  makeDataset,
  cuttingPath,
  craniotomyPaths,
  viewerScript: () => script(beside('report-viewer.js')),
  validationRoom: () => import('../validation/index.ts'),
  serverRoom: () => import('../server/index.ts'),
  async createJudgePool(request) {
    const { createJudgePool } = await import('./validate/judge-pool.ts');
    return createJudgePool(request, beside('pose-worker.js'));
  },
  async createEngineJudgePool(request) {
    const { createEngineJudgePool } = await import('./judge/engine-pool.ts');
    return createEngineJudgePool(request, beside('engine-worker.js'));
  },
  loadEngine: importUsersModule,
  async refinementStudy(onProgress) {
    const { runRefinementStudy } = await import('../validation/index.ts');
    return runRefinementStudy(studyBodies, studyOptions, onProgress);
  },
  async judgeCorpora(request, onProgress) {
    const { judgeCorpora } = await import('./validate/judge-corpora.ts');
    return judgeCorpora(request, beside('corpus-worker.js'), onProgress);
  },
  async judgeMotion(request, onProgress) {
    const { judgeMotion } = await import('./validate/judge-motion.ts');
    return judgeMotion(request, beside('motion-worker.js'), onProgress);
  },
  async createLabelPool(workers) {
    const { WorkerPool } = await import('./worker-pool.ts');
    const pool = await WorkerPool.create<LabelTask>({
      workerFile: beside('label-worker.js'),
      workers,
      workerData: null,
    });
    return {
      label: (task) => pool.ask<LabelLine[]>(task, `${task.name}, ${task.what} from ${task.first}`),
      close: () => pool.close(),
    };
  },
  validationViewerScript: () => script(beside('validation-viewer.js')),
};

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

// A reader that has seen enough (`kerf … | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const terminal: Terminal = {
  streams: () => ({ input: process.stdin, output: process.stdout }),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  progress: process.stderr.isTTY ? process.stderr : undefined,
  signal: interruption.signal,
  debug: process.env.KERF_DEBUG === '1',
};

process.exitCode = await run(process.argv.slice(2), toolkit, terminal);
