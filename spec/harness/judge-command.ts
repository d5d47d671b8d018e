// An empty folder → a bone, a tool, poses that separate, graze, cut and enclose, the exact answers there, and the
// arguments of `kerf judge` on them, judged by the real oracle in this process.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { box, sphere } from '#datasets';
import { run } from '#cli/run.ts';
import type { AnsweredPose } from '#cli/toolkit.ts';
import { createDetector } from '#detector';
import { writeMesh } from '#io';
import { meshState, minimumMeshDistance, posedPositions } from '#reference';
import {
  type AnswerJudgement,
  type EngineAnswer,
  EngineJudge,
  type EngineModule,
  type EngineSummary,
} from '#validation';
import { type FakeToolkit, fakeToolkit, recordedTerminal } from './fake-toolkit.ts';
import { longRun } from './long-run.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const bone = box({ size: [20, 16, 12], divisions: [2, 2, 2] });
export const tool = sphere({ radius: 3, subdivisions: 1 });

/** Rotated about z by the angle of cos 0.6, sin 0.8: coordinates in general position. */
const at = (x: number, y: number, z: number) => [0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, x, y, z, 1];
export const poses = [at(15, 1.3, 2.1), at(12.8, 0.3, 0.2), at(11, 0.5, 0.7), at(10.2, -2, 1.1), at(0.1, 0.2, 0.3)];
/** The states at the poses, by the oracle. */
export const states = ['separated', 'intersecting', 'intersecting', 'intersecting', 'enclosed'] as const;

/** At most this many per answer: each takes the oracle about a millisecond. */
const CONTACTS = longRun(6, 2);

let answers: Promise<EngineAnswer[]> | undefined;
/** A faultless engine's answers: the oracle's, with contacts of a fine report. The same to all specs of a process. */
export function trueAnswers(): Promise<readonly EngineAnswer[]> {
  answers ??= makeAnswers();
  return answers;
}

async function makeAnswers(): Promise<EngineAnswer[]> {
  const detector = await createDetector({ bone, tool, contactDistance: 0, resolution: 0.3, backend: 'cpu' });
  const answers = poses.map((pose, number): EngineAnswer => {
    const posed = { positions: posedPositions(tool.positions, pose), faces: tool.faces };
    const { state, intersectingFaces } = meshState(bone, posed, 0);
    const rows = [...detector.detectSync(pose).contacts].filter(({ distance }) => distance <= 0);
    const contacts = rows
      .filter((_, i) => i % Math.ceil(rows.length / CONTACTS) === 0)
      .map(({ point, normal, distance }) => ({ point, normal, depth: Math.abs(distance) }));
    return {
      pose: number,
      verdict: state === 'near' ? 'separated' : state,
      distance: minimumMeshDistance(bone, posed).distance,
      depth: rows.reduce((most, { distance }) => Math.max(most, -distance), 0),
      contacts,
      pairs: Array.from(intersectingFaces),
      milliseconds: number + 1,
    };
  });
  detector.dispose();
  return answers;
}

export interface JudgeJson {
  readonly engine: { readonly name: string };
  readonly notices: readonly string[];
  readonly summary: EngineSummary;
  readonly judgements: readonly AnswerJudgement[];
}

interface JudgeKitOptions {
  /** Called before each pose is judged. */
  readonly beforePose?: (pose: number) => void;
  readonly engine?: Partial<EngineModule>;
}

/** The oracle's judgements by what it was asked: the runs of a process ask much of it again. */
const said = new Map<string, AnswerJudgement[]>();

export function judgeKit({ beforePose, engine = {} }: JudgeKitOptions = {}): FakeToolkit {
  return {
    ...fakeToolkit(),
    loadMesh: async (path) => (path.includes('tool') ? tool : bone),
    createDetector: (request) => createDetector(request),
    inspectMesh: () => ({ ...fakeToolkit().inspectMesh(bone), closed: true }),
    loadEngine: async () => engine,
    createEngineJudgePool: async (request) => {
      const judge = new EngineJudge(request.bone, request.tool, request.options);
      return {
        async judge(task: AnsweredPose) {
          beforePose?.(task.pose);
          const asked = JSON.stringify([request.options, { ...task, matrix: Array.from(task.matrix) }]);
          const { pose, matrix, answers, earlier } = task;
          const judged = said.get(asked) ?? judge.judge(pose, matrix, answers, earlier);
          said.set(asked, judged);
          return judged;
        },
        close: async () => {},
      };
    },
  };
}

export class JudgeFolder {
  readonly root: string;
  /** The path given to --out. */
  readonly out: string;

  private constructor(root: string) {
    this.root = root;
    this.out = join(root, 'out');
  }

  static async create(): Promise<JudgeFolder> {
    const folder = new JudgeFolder(await temporaryFolder('judge'));
    await writeFile(folder.file('bone.ply'), writeMesh(bone, 'ply'));
    await writeFile(folder.file('tool.ply'), writeMesh(tool, 'ply'));
    await writeFile(folder.file('poses.csv'), poses.map((pose) => pose.join(',')).join('\n'));
    return folder;
  }

  file(name: string): string {
    return join(this.root, name);
  }

  /** `option, value` pairs replace the usual ones; undefined removes the option. */
  words(...more: (string | undefined)[]): string[] {
    const words = new Map<string, string | undefined>([
      ['--bone', this.file('bone.ply')],
      ['--tool', this.file('tool.ply')],
      ['--poses', this.file('poses.csv')],
      ['--results', this.file('results.jsonl')],
      ['--workers', '1'],
      // Enough for these bodies, and faster than the default.
      ['--oracle-limit', '1000'],
      ['--out', this.out],
    ]);
    for (let i = 0; i < more.length; i += 2) words.set(more[i]!, more[i + 1]);
    return ['judge', ...[...words].flatMap(([option, value]) => (value === undefined ? [] : [option, value]))];
  }

  /** Writes answers as JSON Lines of an engine with that name. */
  async results(answers: readonly object[], name = 'an engine', file = 'results.jsonl'): Promise<void> {
    const header = { format: 'kerf-results', formatVersion: 1, engine: { name, version: '1.2.3' } };
    await writeFile(this.file(file), `${[header, ...answers].map((row) => JSON.stringify(row)).join('\n')}\n`);
  }

  async json(): Promise<JudgeJson> {
    return JSON.parse(await readFile(join(this.out, 'judge.json'), 'utf8'));
  }
}

export async function kerfJudge(argv: string[], kit = judgeKit(), terminal = recordedTerminal()) {
  const exitCode = await run(argv, kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}
