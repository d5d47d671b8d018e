// Calls of compactBone, and edits → one compaction at a time, by a script that is loaded on demand.

import type { AppliedEdit, BoneBody, BoneRenumbering } from '#bodies';
import { KerfError } from '#core';
import type { Compaction } from './compact-bone.ts';

export class Compactions {
  readonly #compaction: Omit<Compaction, 'edits'>;
  readonly #swap: (compact: BoneBody) => void;
  /** The promise of the compaction under way, and the edits still to be replayed on the new bone. */
  #promise: Promise<BoneRenumbering> | null = null;
  #edits: AppliedEdit[] | null = null;

  /** @param swap puts the compacted bone in the old one's place. */
  constructor(compaction: Omit<Compaction, 'edits'>, swap: (compact: BoneBody) => void) {
    this.#compaction = compaction;
    this.#swap = swap;
  }

  boneEdited(edit: AppliedEdit): void {
    this.#edits?.push(edit);
  }

  /** @throws (as a rejection) KerfError NO_SCRIPT; what `checkAlive` and the thread throw. */
  run(): Promise<BoneRenumbering> {
    this.#promise ??= new Promise<BoneRenumbering>((resolve, reject) => {
      this.#compact(resolve).catch((reason: unknown) => {
        this.#end();
        reject(reason);
      });
    });
    return this.#promise;
  }

  async #compact(resolve: (renumbering: BoneRenumbering) => void): Promise<void> {
    const { checkAlive } = this.#compaction;
    checkAlive();
    const { compactEditedBone } = await compactionPart();
    checkAlive();
    const edits: AppliedEdit[] = [];
    this.#edits = edits;
    // All in one step: code that awaits the promise resumes before any other can query the bone.
    await compactEditedBone({ ...this.#compaction, edits }, (compact, renumbering) => {
      this.#swap(compact);
      this.#end();
      resolve(renumbering);
    });
  }

  #end(): void {
    this.#promise = null;
    this.#edits = null;
  }
}

/** @throws KerfError NO_SCRIPT (as a rejection). */
async function compactionPart(): Promise<typeof import('./compact-bone.ts')> {
  try {
    return await import('./compact-bone.ts');
  } catch (cause) {
    throw new KerfError(
      'NO_SCRIPT',
      `compactBone needs a script of kerf that cannot be loaded: ${(cause as Error).message}; serve every file that the bundler wrote.`,
      { cause },
    );
  }
}
