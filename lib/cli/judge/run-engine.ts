// An engine's module, bodies and poses → the lines of a results file.

import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FormatError, KerfError } from '#core';
import type { TriangleMesh } from '#mesh';
import type { Engine, EngineAnswer, EngineModule } from '#validation';
import { FileAccessError, withFileErrors } from '../exit-code.ts';
import { heedSignal, progressBar } from '../progress-bar.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface EngineRun {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** 16 numbers per pose. */
  readonly matrices: Float64Array;
}

/** @throws FileAccessError; KerfError ENGINE_FAILED, NOT_AN_ENGINE. */
export async function loadEngine(file: string, kit: Pick<Toolkit, 'loadEngine'>): Promise<EngineModule> {
  return checkEngine(await asked(`${file} cannot be loaded`, () => kit.loadEngine(file)), file);
}

/** @throws FormatError NOT_AN_ENGINE. @param file the module's name in messages. */
export function checkEngine(module: Partial<EngineModule>, file: string): EngineModule {
  const { engine, createEngine } = module;
  const lacks = typeof engine?.name !== 'string' ? 'engine with a name' : 'function createEngine';
  if (typeof engine?.name === 'string' && typeof createEngine === 'function') return module as EngineModule;
  throw new FormatError(
    'NOT_AN_ENGINE',
    `${file} exports no ${lacks}, expected both an object engine and a function createEngine; examples/engines shows how.`,
  );
}

/**
 * Asks for one pose after another, in this thread. If the engine reports no time, the duration of the call is recorded.
 * @throws KerfError ENGINE_FAILED; Interrupted on the terminal's signal.
 */
export async function runEngine(
  module: EngineModule,
  { bone, tool, matrices }: EngineRun,
  kit: Toolkit,
  terminal: Terminal,
): Promise<string> {
  const { resultLine, resultsHeader } = await kit.validationRoom();
  const { name } = module.engine;
  const total = matrices.length / 16;
  const lines = [resultsHeader(module.engine)];
  const engine = await asked<Engine>(`${name} cannot be made ready`, () => module.createEngine({ bone, tool }));
  const bar = progressBar(terminal, total, 0, `poses by ${name}`);
  try {
    for (let pose = 0; pose < total; pose++) {
      const start = performance.now();
      const matrix = matrices.slice(16 * pose, 16 * pose + 16);
      const answer = await asked(`${name} fails at pose ${pose}`, () => engine.answer(matrix));
      const milliseconds = performance.now() - start;
      lines.push(resultLine({ milliseconds, ...answer, pose } satisfies EngineAnswer));
      bar.update(pose + 1);
      await heedSignal(terminal);
    }
  } finally {
    bar.stop();
    engine.dispose?.();
  }
  return `${lines.join('\n')}\n`;
}

async function asked<Value>(what: string, ask: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof FileAccessError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new KerfError('ENGINE_FAILED', `${what} (${message}); look into its module.`, { cause: error });
  }
}

/** @throws FileAccessError; whatever the module throws while loading. */
export async function importUsersModule(path: string): Promise<Partial<EngineModule>> {
  await withFileErrors('read', path, () => access(path));
  return import(pathToFileURL(resolve(path)).href);
}
