// A benchmark's case and an engine → the engine, ready for the case's bodies, and its answers with the time they took.

import { join } from 'node:path';
import { KerfError } from '#core';
import type { Engine, EngineAnswer, EngineModule, EngineStroke } from '#validation';
import { numberRows } from '../number-rows.ts';
import type { Toolkit } from '../toolkit.ts';
import { type BenchmarkFolder, type ManifestCase, readChecked } from './benchmark-manifest.ts';

export class OpenCase {
  readonly name: string;
  readonly #engine: Engine;
  readonly #engineName: string;
  readonly #poses: readonly Float64Array[];
  /** From, to, from, to, … */
  readonly #ends: readonly Float64Array[];

  private constructor(name: string, engineName: string, engine: Engine, poses: Float64Array[], ends: Float64Array[]) {
    this.name = name;
    this.#engineName = engineName;
    this.#engine = engine;
    this.#poses = poses;
    this.#ends = ends;
  }

  /** Asks the first pose once, so that no answer's time includes what an engine sets up at its first question. */
  static async open(
    folder: BenchmarkFolder,
    { name }: ManifestCase,
    { engine: { name: engineName }, createEngine }: EngineModule,
    kit: Toolkit,
  ): Promise<OpenCase> {
    for (const file of ['bone.ply', 'tool.ply']) await readChecked(folder, `${name}/${file}`);
    const [bone, tool] = [
      await kit.loadMesh(join(folder.path, name, 'bone.ply')),
      await kit.loadMesh(join(folder.path, name, 'tool.ply')),
    ];
    const [poses, ends] = [await matrices(folder, `${name}/poses.csv`), await matrices(folder, `${name}/strokes.csv`)];
    const made = await guarded(engineName, `making it ready for ${name}`, () => createEngine({ bone, tool }));
    if (poses.length > 0) await guarded(engineName, `pose 0 of ${name}`, () => made.answer(poses[0]));
    return new OpenCase(name, engineName, made, poses, ends);
  }

  /** Returns what the benchmark judges, without contacts and depths. @throws KerfError ENGINE_FAILED */
  async pose(number: number): Promise<EngineAnswer> {
    const { answer, milliseconds } = await this.#timed(`pose ${number} of ${this.name}`, () =>
      this.#engine.answer(this.#poses[number].slice()),
    );
    const { verdict, distance, pairs } = answer;
    return { pose: number, verdict, distance, pairs, milliseconds: answer.milliseconds ?? milliseconds };
  }

  /** @returns null if the engine does not support motion. @throws KerfError ENGINE_FAILED */
  async stroke(number: number): Promise<EngineStroke | null> {
    if (this.#engine.stroke === undefined) return null;
    const { answer, milliseconds } = await this.#timed(`stroke ${number} of ${this.name}`, () =>
      this.#engine.stroke!(this.#ends[2 * number].slice(), this.#ends[2 * number + 1].slice()),
    );
    return { stroke: number, milliseconds, ...answer };
  }

  dispose(): void {
    this.#engine.dispose?.();
  }

  async #timed<Answer>(
    what: string,
    ask: () => Answer | Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly milliseconds: number }> {
    const started = performance.now();
    const answer = await guarded(this.#engineName, what, ask);
    return { answer, milliseconds: performance.now() - started };
  }
}

async function guarded<Value>(engine: string, what: string, ask: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (cause) {
    throw new KerfError(
      'ENGINE_FAILED',
      `The engine ${engine} failed at ${what}: ${(cause as Error).message?.replace(/\.$/, '') ?? cause}; mend it and run again, the answers until there are kept.`,
      { cause },
    );
  }
}

/** The file's numbers, in groups of 16. */
async function matrices(folder: BenchmarkFolder, name: string): Promise<Float64Array[]> {
  const { rows } = numberRows((await readChecked(folder, name)).toString('utf8'), name);
  const numbers = Float64Array.from(rows.flatMap((row) => row.numbers));
  return Array.from({ length: numbers.length / 16 }, (_, i) => numbers.subarray(16 * i, 16 * i + 16));
}
