// An empty folder → bodies, a path and the arguments of `kerf validate` on them, for specs that run it in this process.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '#cli/run.ts';
import { type FakeOptions, type FakeToolkit, fakeToolkit, loweringPath, recordedTerminal } from './fake-toolkit.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { withoutTimes } from './validation-times.ts';

/** Poses of the folder's path. */
export const POSES = 8;

/** The text of a path. */
export function rows(count: number): string {
  const matrices = loweringPath(count);
  return Array.from({ length: count }, (_, pose) => matrices.subarray(16 * pose, 16 * pose + 16).join(',')).join('\n');
}

export class ValidationFolder {
  readonly root: string;
  /** The default of --out. */
  readonly out: string;

  private constructor(root: string) {
    this.root = root;
    this.out = join(root, 'out');
  }

  static async create(): Promise<ValidationFolder> {
    const folder = new ValidationFolder(await temporaryFolder('validate'));
    await writeFile(folder.file('bone.stl'), 'a bone');
    await writeFile(folder.file('tool.stl'), 'a tool');
    await writeFile(folder.file('path.csv'), rows(POSES));
    return folder;
  }

  file(name: string): string {
    return join(this.root, name);
  }

  /** `option, value` pairs replace the usual ones; undefined removes the option. */
  words(...more: (string | undefined)[]): string[] {
    const words = new Map<string, string | undefined>([
      ['--bone', this.file('bone.stl')],
      ['--tool', this.file('tool.stl')],
      ['--path', this.file('path.csv')],
      ['--workers', '2'],
      ['--out', this.out],
    ]);
    for (let i = 0; i < more.length; i += 2) words.set(more[i]!, more[i + 1]);
    return ['validate', ...[...words].flatMap(([option, value]) => (value === undefined ? [] : [option, value]))];
  }

  /** validation.json without its times. */
  async result(out = this.out): Promise<string> {
    return withoutTimes(await readFile(join(out, 'validation.json'), 'utf8'));
  }

  /**
   * Validates, one pose at a time, until Ctrl-C arrives just before pose `at` is judged.
   * @param more as in `words`.
   */
  async interrupted(at: number, options: FakeOptions = {}, ...more: string[]) {
    const terminal = recordedTerminal();
    const kit = fakeToolkit({
      ...options,
      beforeJudgement: (pose) => {
        if (pose !== at) return;
        terminal.abort.abort();
        throw new Error('Terminating worker thread');
      },
    });
    return kerf(this.words('--workers', '1', ...more), kit, terminal);
  }
}

export async function kerf(argv: string[], kit: FakeToolkit = fakeToolkit(), terminal = recordedTerminal()) {
  const exitCode = await run(argv, kit, terminal);
  return { exitCode, out: terminal.stdout, ...withoutEstimate(terminal.stderr), kit };
}

/** A run's cost estimate after its first pose differs in length each time; removes it from the rest of the output. */
export function withoutEstimate(stderr: string): { readonly err: string; readonly estimate: string | undefined } {
  const line = /^The first pose took .*\n/m;
  return { err: stderr.replace(line, ''), estimate: line.exec(stderr)?.[0] };
}

/** In order of number. */
export function judgedPoses(kit: FakeToolkit): number[] {
  return kit.pools.flatMap((pool) => pool.poses).sort((a, b) => a - b);
}
