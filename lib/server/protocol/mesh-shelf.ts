// A session's meshes → those that other sessions have as well, instead of copies; seen from the session's thread.

import { createHash } from 'node:crypto';
import { BoneIndex, buildIndex } from '#bodies';
import type { TriangleMesh } from '#mesh';
import { shareArrays } from '#workers';
import type { SharedIndex, SharedMesh } from './shared-meshes.ts';

/** Faces from which sharing is worth a question to another thread. */
const MANY = 2000;

/** What a session's thread asks of the thread that keeps the shared meshes. */
export interface SharedShelf {
  take(key: string): Promise<SharedMesh | null>;
  keep(key: string, mesh: SharedMesh): void;
  release(key: string): void;
  indexOf(key: string): Promise<SharedIndex | null>;
  keepIndex(key: string, index: SharedIndex): void;
}

export class MeshShelf {
  readonly #shared: SharedShelf | null;
  readonly #keys = new WeakMap<TriangleMesh, string>();

  /** @param shared null: nobody shares. */
  constructor(shared: SharedShelf | null) {
    this.#shared = shared;
  }

  /** @returns the same mesh, its arrays those of others if they have it. */
  async shared<Mesh extends TriangleMesh>(mesh: Mesh): Promise<Mesh> {
    if (this.#shared === null || mesh.faces.length / 3 < MANY) return mesh;
    const key = keyOf(mesh);
    let arrays = await this.#shared.take(key);
    if (arrays === null) {
      arrays = shareArrays({ positions: mesh.positions, faces: mesh.faces });
      this.#shared.keep(key, arrays);
    }
    const own = { ...mesh, ...arrays };
    this.#keys.set(own, key);
    return own;
  }

  /** The index of a bone that is shared; undefined if it is not. */
  async indexOf(mesh: TriangleMesh): Promise<BoneIndex | undefined> {
    const key = this.#keys.get(mesh);
    if (this.#shared === null || key === undefined) return undefined;
    const known = await this.#shared.indexOf(key);
    if (known !== null) return new BoneIndex(mesh.name, known);
    const made = await buildIndex(mesh);
    const parts = shareArrays(made.parts);
    this.#shared.keepIndex(key, parts);
    return new BoneIndex(mesh.name, parts);
  }

  /** The session does not have it any more under some name. */
  release(mesh: TriangleMesh): void {
    const key = this.#keys.get(mesh);
    if (key === undefined) return;
    this.#keys.delete(mesh);
    this.#shared?.release(key);
  }
}

/** Equal for meshes whose arrays are of one type and equal in every bit. */
function keyOf({ positions, faces }: TriangleMesh): string {
  const hash = createHash('sha256').update(`${positions.BYTES_PER_ELEMENT} ${positions.length} ${faces.length}\n`);
  for (const { buffer, byteOffset, byteLength } of [positions, faces])
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('base64');
}
