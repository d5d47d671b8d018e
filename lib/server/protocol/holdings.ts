// A session's named holdings: meshes, detectors, cuttable bones, haptic loops; and the memory they count for.

import { described, KerfError, nearestName } from '#core';
import type { CuttableBone, VoxelStream } from '#cutting';
import type { Detector } from '#detector';
import type { HapticLoop } from '#haptics';
import type { TriangleMesh } from '#mesh';
import { ENTRY_BYTES } from './limits.ts';

export interface HeldDetector {
  readonly detector: Detector;
  /** The bone of which it is made, if that can be cut. */
  readonly cuttable: HeldCuttable | null;
  /** The pose of requests without one. */
  pose: ArrayLike<number> | null;
}

export interface HeldCuttable {
  readonly bone: CuttableBone;
  /** Whether it has been cut: its numbers are then no longer those of its mesh. */
  isCut: boolean;
  /** null without a frame. It has noted every cut. */
  readonly voxels: VoxelStream | null;
}

export interface HeldLoop {
  readonly loop: HapticLoop;
  readonly cuttable: HeldCuttable | null;
}

export interface Kinds {
  readonly mesh: TriangleMesh;
  readonly detector: HeldDetector;
  readonly cuttable: HeldCuttable;
  readonly loop: HeldLoop;
}
export type Kind = keyof Kinds;

const CALLED: Readonly<Record<Kind, string>> = {
  mesh: 'mesh',
  detector: 'detector',
  cuttable: 'cuttable bone',
  loop: 'haptic loop',
};

interface Entry<T> {
  readonly thing: T;
  readonly bytes: number;
}

/** Takes each haptic loop that is put, and null for one that is gone. */
export type OnLoop = (name: string, loop: HapticLoop | null) => void;

export class Holdings {
  readonly #entries: { readonly [K in Kind]: Map<string, Entry<Kinds[K]>> } = {
    mesh: new Map(),
    detector: new Map(),
    cuttable: new Map(),
    loop: new Map(),
  };
  readonly #most: number;
  readonly #onLoop: OnLoop;
  readonly #onMesh: (mesh: TriangleMesh) => void;
  #bytes = 0;
  /** How often something was put or dropped. */
  #changes = 0;
  #isClosed = false;

  /** @param most bytes. @param onMesh takes each mesh that is not held any more under some name. */
  constructor(most: number, onLoop: OnLoop, onMesh: (mesh: TriangleMesh) => void) {
    this.#most = most;
    this.#onMesh = onMesh;
    this.#onLoop = onLoop;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get changes(): number {
    return this.#changes;
  }

  /** @throws KerfError UNKNOWN_NAME. */
  get<K extends Kind>(kind: K, name: string): Kinds[K] {
    const entry = this.#entries[kind].get(name);
    if (entry !== undefined) return entry.thing;
    const names = [...this.#entries[kind].keys()];
    const near = nearestName(name, names);
    const next = near === null ? `make it first` : `is ${described(near)} meant`;
    throw new KerfError('UNKNOWN_NAME', `There is no ${CALLED[kind]} ${described(name)} in this session; ${next}.`);
  }

  all<K extends Kind>(kind: K): (readonly [name: string, thing: Kinds[K]])[] {
    return [...this.#entries[kind]].map(([name, { thing }]) => [name, thing]);
  }

  /** Of all that is held. */
  get names() {
    const [meshes, detectors, cuttables, loops] = (['mesh', 'detector', 'cuttable', 'loop'] as const).map((kind) => [
      ...this.#entries[kind].keys(),
    ]);
    return { meshes, detectors, cuttables, loops };
  }

  /** Checks that there is room for these bytes in place of what has that name now. @throws KerfError MEMORY_LIMIT. */
  checkRoom(kind: Kind, name: string, bytes: number): void {
    const freed = this.#entries[kind].get(name)?.bytes ?? 0;
    const total = this.#bytes - freed + bytes + ENTRY_BYTES;
    if (total <= this.#most) return;
    throw new KerfError(
      'MEMORY_LIMIT',
      `The ${CALLED[kind]} ${described(name)} would bring this session to ${mebibytes(total)} MiB, expected at most ${mebibytes(this.#most)}; unload what is not needed, or start kerf serve with a larger --max-memory.`,
    );
  }

  /** @returns what it counts for. @throws KerfError MEMORY_LIMIT, SESSION_ENDED; the thing is then released. */
  async put<K extends Kind>(kind: K, name: string, thing: Kinds[K], bytes: number): Promise<number> {
    try {
      if (this.#isClosed) throw new KerfError('SESSION_ENDED', 'The session has ended; begin a new one.');
      this.checkRoom(kind, name, bytes);
    } catch (error) {
      await this.#letGo(thing);
      throw error;
    }
    const counted = bytes + ENTRY_BYTES;
    const old = this.#entries[kind].get(name);
    this.#entries[kind].set(name, { thing, bytes: counted });
    this.#bytes += counted - (old?.bytes ?? 0);
    this.#changes++;
    if ('loop' in thing) this.#onLoop(name, thing.loop);
    if (old !== undefined) await this.#letGo(old.thing);
    return counted;
  }

  /** @throws KerfError UNKNOWN_NAME; a haptic loop's error at its end. */
  async drop(kind: Kind, name: string): Promise<void> {
    const thing = this.get(kind, name);
    this.#bytes -= this.#entries[kind].get(name)?.bytes ?? 0;
    this.#entries[kind].delete(name);
    this.#changes++;
    if (kind === 'loop') this.#onLoop(name, null);
    await this.#letGo(thing);
  }

  /** Releases everything; what is put later is released at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const things = (['loop', 'detector', 'cuttable', 'mesh'] as const).flatMap((kind) =>
      [...this.#entries[kind].values()].map(({ thing }) => thing),
    );
    for (const entries of Object.values(this.#entries)) entries.clear();
    this.#bytes = 0;
    await Promise.allSettled(things.map((thing) => this.#letGo(thing)));
  }

  async #letGo(thing: Kinds[Kind]): Promise<void> {
    if ('positions' in thing) this.#onMesh(thing);
    if ('detector' in thing) thing.detector.dispose();
    if ('loop' in thing) await thing.loop.stop();
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
