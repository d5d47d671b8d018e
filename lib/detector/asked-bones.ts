// A bone that is edited while reports are awaited → what answers for the bone as it was when they were asked for.
//
//   begin ──▶ report awaited ──▶ the bone is as it was: the detector's own queries
//                            └─▶ it was edited: queries of a copy, which an edit keeps, once, of the bone before it

import type { Scene } from './scene.ts';
import type { ToolQueries } from './tool-queries.ts';

/** The bone between two edits. */
export interface Edition {
  /** Reports that were asked for then and are still awaited. */
  awaited: number;
  /** The bone of then; null while it is the bone of now. */
  scene: Scene | null;
  queries: ToolQueries | null;
}

const newEdition = (): Edition => ({ awaited: 0, scene: null, queries: null });

export class AskedBones {
  readonly #now: ToolQueries;
  readonly #queriesIn: (scene: Scene) => ToolQueries;
  #current = newEdition();

  /** @param now of the bone as it is. @param queriesIn of a scene's bone. */
  constructor(now: ToolQueries, queriesIn: (scene: Scene) => ToolQueries) {
    this.#now = now;
    this.#queriesIn = queriesIn;
  }

  /** A report is asked for: `end` follows. */
  begin(): Edition {
    this.#current.awaited++;
    return this.#current;
  }

  end(edition: Edition): void {
    edition.awaited--;
  }

  /** To be called before the bone is edited. */
  beforeEdit(): void {
    if (this.#current.awaited === 0) return;
    this.#current.scene = this.#now.scene();
    this.#current = newEdition();
  }

  isCurrent(edition: Edition): boolean {
    return edition === this.#current;
  }

  /** What answers for the bone of an edition, on this thread. */
  queries(edition: Edition): ToolQueries {
    if (edition.scene === null) return this.#now;
    edition.queries ??= this.#queriesIn(edition.scene);
    return edition.queries;
  }
}
