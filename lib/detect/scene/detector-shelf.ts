// A bone and a tool of a scene → their detector, made when first needed, kept while there is room.

import { type BoneIndex, buildIndex } from '#bodies';
import { createDetector, type Detector } from '#detector';
import type { SceneOptions } from './scene.ts';

/** Most detectors kept; each has tables of a few MB, and as much in buffers on a GPU. */
const MOST = 32;

export class DetectorShelf {
  readonly #options: SceneOptions;
  /** By bone: its index, which all its detectors share. */
  readonly #indexes: (BoneIndex | undefined)[] = [];
  /** By pair, the least recently used first. */
  readonly #detectors = new Map<number, Detector>();

  constructor(options: SceneOptions) {
    this.#options = options;
  }

  /** The detector is valid until the next call. */
  async take(bone: number, tool: number): Promise<Detector> {
    const { bones, tools, contactDistance, resolution, backend, candidates, feeds, shanks } = this.#options;
    const key = bone * tools.length + tool;
    let detector = this.#detectors.get(key);
    if (detector === undefined) {
      this.#indexes[bone] ??= await buildIndex(bones[bone]);
      const bodies = { bone: bones[bone], index: this.#indexes[bone], tool: tools[tool] };
      const known = { feed: feeds?.[tool], shank: shanks?.[tool] };
      detector = await createDetector({ ...bodies, ...known, contactDistance, resolution, backend, candidates });
    }
    this.#detectors.delete(key);
    this.#detectors.set(key, detector);
    for (const [old, kept] of this.#detectors) {
      if (this.#detectors.size <= MOST) break;
      this.#detectors.delete(old);
      kept.dispose();
    }
    return detector;
  }

  end(): void {
    for (const detector of this.#detectors.values()) detector.dispose();
    this.#detectors.clear();
    this.#indexes.length = 0;
  }
}
