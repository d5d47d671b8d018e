// Meshes that sessions load, by their bytes → one copy of each, and of its index, in memory that all threads can read.
//
//   session's thread: load ──hash──▶ held? ──┬── yes: its arrays, in place of the session's own
//                                            └── no:  "here they are", for those who load the same
//
// This thread only keeps them for as long as a session has the mesh loaded; nothing is copied through it.

import type { BoneIndex } from '#bodies';

/** What threads share of a mesh; all arrays lie in SharedArrayBuffers. */
export interface SharedMesh {
  readonly positions: Float32Array | Float64Array;
  readonly faces: Uint32Array;
}
export type SharedIndex = BoneIndex['parts'];

interface Entry {
  readonly mesh: SharedMesh;
  index: SharedIndex | null;
  /** Names under which sessions have it loaded. */
  users: number;
}

export class SharedMeshes {
  readonly #entries = new Map<string, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  /** @returns what is held under this key; it is then used once more. */
  take(key: string): SharedMesh | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    entry.users++;
    return entry.mesh;
  }

  /** Keeps a mesh that one user has. Of two that come at one time each keeps its own. */
  keep(key: string, mesh: SharedMesh): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#entries.set(key, { mesh, index: null, users: 1 });
    else entry.users++;
  }

  release(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined && --entry.users === 0) this.#entries.delete(key);
  }

  indexOf(key: string): SharedIndex | null {
    return this.#entries.get(key)?.index ?? null;
  }

  keepIndex(key: string, index: SharedIndex): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.index ??= index;
  }
}

/** Of all servers of the process. */
export const sharedMeshes = new SharedMeshes();
