// `kerf validate --shard` and `kerf merge` in this process, on the bodies of a ValidationFolder, with repeatable times.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TriangleMesh } from '#mesh';
import type { PoseJudgement } from '#validation/judgement.ts';
import { shuffle } from '#spec/base/mesh/bodies.ts';
import { type FakeOptions, type FakeToolkit, fakeToolkit } from './fake-toolkit.ts';
import { kerf, type ValidationFolder } from './validate-command.ts';

export const FILES = ['validation.json', 'validation.csv', 'validation.html'];

/** Judges with repeatable times, and a bone in f32 beside a tool in f64. */
export function timedToolkit(options: FakeOptions = {}): FakeToolkit {
  const judged = (judgement: PoseJudgement): PoseJudgement => {
    const { pose } = judgement;
    return { ...(options.judged?.(judgement) ?? judgement), milliseconds: { kerf: 1 + pose / 8, oracle: 30 + pose } };
  };
  const kit = fakeToolkit({ ...options, judged });
  const load = kit.loadMesh;
  kit.loadMesh = async (path): Promise<TriangleMesh> => {
    const mesh = await load(path);
    return path.includes('tool') ? mesh : { ...mesh, positions: Float32Array.from(mesh.positions) };
  };
  return kit;
}

/** Where a shard is put by default. */
export function shardFolder(folder: ValidationFolder, index: number, of: number): string {
  return folder.file(`shard-${index}-of-${of}`);
}

/** @param more as in ValidationFolder.words. */
export function shard(
  folder: ValidationFolder,
  index: number,
  of: number,
  kit = timedToolkit(),
  ...more: (string | undefined)[]
) {
  const out = shardFolder(folder, index, of);
  return kerf(folder.words('--shard', `${index}/${of}`, '--out', out, ...more), kit);
}

/** Makes all shards. @returns their folders, in order. */
export async function shards(folder: ValidationFolder, of: number, ...more: (string | undefined)[]): Promise<string[]> {
  const folders: string[] = [];
  for (let index = 1; index <= of; index++) {
    const { exitCode, err } = await shard(folder, index, of, timedToolkit(), ...more);
    if (exitCode !== 0) throw new Error(`shard ${index}/${of}: ${err}`);
    folders.push(shardFolder(folder, index, of));
  }
  return folders;
}

export function merge(folders: readonly string[], out: string, kit = timedToolkit()) {
  return kerf(['merge', ...folders, '--out', out], kit);
}

/** The texts of a validation's files. */
export function filesOf(out: string): Promise<string[]> {
  return Promise.all(FILES.map((name) => readFile(join(out, name), 'utf8')));
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return shuffle(items.length, random).map((i) => items[i]);
}
