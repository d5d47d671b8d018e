// A bone edited while reports are pending → the queries that answer for the bone as it was when they were requested.
//
//   begin ──▶ report pending ──▶ the bone is unchanged: the detector's own queries
//                            └─▶ it was edited: queries of a copy of the old bone, which the edit makes once

import type { Scene } from './scene.ts';
import type { ToolQueries } from './tool-queries.ts';

/** The bone between two edits. */
export interface Edition {
  /** Reports that were requested then and are still pending. */
  awaited: number;
  /** The bone as it was then; null while it is the current one. */
  scene: Scene | null;
  queries: ToolQueries | null;
}

const newEdition = (): Edition => ({ awaited: 0, scene: null, queries: null });

export class AskedBones {
  readonly #now: ToolQueries;
  readonly #queriesIn: (scene: Scene) => ToolQueries;
  #current = newEdition();

  /** @param now queries of the bone as it is. @param queriesIn makes queries of a scene's bone. */
  constructor(now: ToolQueries, queriesIn: (scene: Scene) => ToolQueries) {
    this.#now = now;
    this.#queriesIn = queriesIn;
  }

  /** Registers a pending report; `end` follows. */
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

  /** The queries that answer for the bone of an edition, on this thread. */
  queries(edition: Edition): ToolQueries {
    if (edition.scene === null) return this.#now;
    edition.queries ??= this.#queriesIn(edition.scene);
    return edition.queries;
  }
}
