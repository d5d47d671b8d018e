// A size → a benchmark's files: bodies, poses, strokes, and their exact labels, computed in several threads.

import { join } from 'node:path';
import { KerfError } from '#core';
import { type BenchmarkCase, benchmarkCase, benchmarkVersion } from '#datasets';
import { sha256 } from '../checked-lines.ts';
import { OutputFolder } from '../output-files.ts';
import { judgedWithBar } from '../progress-bar.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { type BenchmarkManifest, type CasePlan, FORMAT, MANIFEST, type ManifestCase } from './benchmark-manifest.ts';
import { type LabelLine, type LabelTask, saltOf } from './label-lines.ts';

/** Size of one thread's task: about a second of work. */
const POSES_A_TASK = 20;
const STROKES_A_TASK = 4;

interface BenchmarkPlan {
  readonly size: string;
  readonly cases: readonly CasePlan[];
  /** The files' required SHA-256; a file not named here may be anything. */
  readonly checksums: Readonly<Record<string, string>>;
}

interface MakeTask {
  readonly plan: BenchmarkPlan;
  readonly workers: number;
  readonly out: string;
}

/**
 * Nothing is written until everything is made. The bytes do not depend on the number of threads.
 * @throws KerfError CHECKSUM if a file differs from this version's; Interrupted; FileAccessError.
 */
export async function makeBenchmark(
  { plan, workers, out }: MakeTask,
  kit: Toolkit,
  terminal: Terminal,
): Promise<BenchmarkManifest> {
  const root = await OutputFolder.open(out);
  const folders = [root];
  try {
    const labels = await labelled(plan, workers, kit, terminal);
    const files: Record<string, string> = {};
    const cases: ManifestCase[] = [];
    for (const planned of plan.cases) {
      const { name, poses, strokes } = planned;
      const made = benchmarkCase(name, { poses, strokes });
      const folder = await OutputFolder.open(join(root.path, name));
      folders.push(folder);
      const own = labels.get(name)!;
      for (const [file, contents] of Object.entries(caseFiles(made, own, kit))) {
        const path = `${name}/${file}`;
        files[path] = sha256(contents);
        checkPinned(path, files[path], plan);
        await folder.stage(file, contents);
      }
      cases.push(manifestCase(planned, made, own));
    }
    const manifest: BenchmarkManifest = {
      ...{ format: FORMAT, formatVersion: 1, version: benchmarkVersion, size: plan.size, licence: 'MIT' },
      units: { length: 'mm', angle: 'rad', strokeTime: '0 to 1' },
      frames: 'tool.ply is in the tool’s frame, all else in the bone’s; a pose takes the first to the second',
      ...{ cases, files },
    };
    await root.stage(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
    // The manifest last: a folder that has one is complete.
    for (const folder of [...folders].reverse()) await folder.commit();
    return manifest;
  } finally {
    for (const folder of [...folders].reverse()) await folder.discard();
  }
}

interface CaseLabels {
  readonly poses: LabelLine[];
  readonly strokes: LabelLine[];
}

async function labelled(
  { cases }: BenchmarkPlan,
  workers: number,
  kit: Toolkit,
  terminal: Terminal,
): Promise<Map<string, CaseLabels>> {
  const tasks = cases.flatMap(tasksOf);
  const total = tasks.reduce((sum, { first, end }) => sum + end - first, 0);
  const lines = new Map<LabelTask, LabelLine[]>();
  const pool = await kit.createLabelPool(Math.min(workers, tasks.length));
  try {
    await judgedWithBar(
      async (onProgress) => {
        const rest = tasks[Symbol.iterator]();
        let done = 0;
        const lane = async () => {
          for (const task of rest) {
            lines.set(task, await pool.label(task));
            done += task.end - task.first;
            await onProgress(done, total);
          }
        };
        await Promise.all(Array.from({ length: workers }, lane));
      },
      'labels',
      terminal,
    );
  } finally {
    await pool.close();
  }
  const of = (name: string, what: LabelTask['what']) =>
    tasks.flatMap((task) => (task.name === name && task.what === what ? lines.get(task)! : []));
  return new Map(cases.map(({ name }) => [name, { poses: of(name, 'poses'), strokes: of(name, 'strokes') }]));
}

function tasksOf({ name, poses, strokes }: CasePlan): LabelTask[] {
  const counts = { poses, strokes };
  const tasks: LabelTask[] = [];
  for (const [what, count, most] of [
    ['strokes', strokes, STROKES_A_TASK],
    ['poses', poses, POSES_A_TASK],
  ] as const)
    for (let first = 0; first < count; first += most)
      tasks.push({ name, counts, what, first, end: Math.min(count, first + most) });
  return tasks;
}

function caseFiles({ bone, tool, poses, strokes }: BenchmarkCase, labels: CaseLabels, kit: Toolkit) {
  const rows = (numbers: readonly (readonly number[])[]) => numbers.map((row) => `${row.join(',')}\n`).join('');
  const lines = (of: readonly LabelLine[]) => of.map(({ line }) => `${line}\n`).join('');
  return {
    'bone.ply': kit.writeMesh(bone, 'ply'),
    'tool.ply': kit.writeMesh(tool, 'ply'),
    'poses.csv': rows(poses.map(({ pose }) => pose)),
    'labels.jsonl': lines(labels.poses),
    'strokes.csv': rows(strokes.map(({ from, to }) => [...from, ...to])),
    'stroke-labels.jsonl': lines(labels.strokes),
  };
}

function checkPinned(path: string, found: string, { size, checksums }: BenchmarkPlan): void {
  if (checksums[path] === undefined || checksums[path] === found) return;
  throw new KerfError(
    'CHECKSUM',
    `${path} of size ${size} was made with the SHA-256 ${found}, version ${benchmarkVersion} has ${checksums[path]}; report this machine and its Node, ${process.version}.`,
  );
}

function manifestCase(
  { name, poses, strokes }: CasePlan,
  { bone, tool }: BenchmarkCase,
  labels: CaseLabels,
): ManifestCase {
  const families: Record<string, Record<string, number>> = {};
  for (const { family, state } of labels.poses) {
    families[family] ??= {};
    families[family][state] = (families[family][state] ?? 0) + 1;
  }
  const faces = { boneFaces: bone.faces.length / 3, toolFaces: tool.faces.length / 3 };
  return { ...{ name, poses, strokes }, ...faces, salt: saltOf(name), families };
}
