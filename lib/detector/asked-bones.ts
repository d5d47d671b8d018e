// A bone that is edited while reports are awaited → their answers, for the bone as it was when they were asked for.
//
//   begin ──▶ report awaited ──▶ isCurrent: as ever       an edit in between keeps a copy of the bone before it, once,
//                            └─▶ else: report, by the copy    for all reports that are awaited then

import type { RigidPose } from '../core/index.ts';
import type { ContactReport } from '../records/index.ts';
import { reportOfPlain } from './end-of-report.ts';
import { answersIn, type Scene, type SceneAnswers } from './scene.ts';

/** The bone between two edits. */
interface Edition {
  /** Reports that were asked for then and are still awaited. */
  awaited: number;
  /** The bone of then; null while it is the bone of now. */
  scene: Scene | null;
  answers: SceneAnswers | null;
}

const newEdition = (): Edition => ({ awaited: 0, scene: null, answers: null });

export class AskedBones {
  readonly #makeScene: () => Scene;
  #current = newEdition();

  /** @param makeScene a copy of the bone as it is, and the tool. */
  constructor(makeScene: () => Scene) {
    this.#makeScene = makeScene;
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
    this.#current.scene = this.#makeScene();
    this.#current = newEdition();
  }

  isCurrent(edition: Edition): boolean {
    return edition === this.#current;
  }

  /** The CPU's report, by the bone of an edition that is current no more. */
  report({ matrix }: RigidPose, edition: Edition): ContactReport {
    if (edition.scene === null) throw new RangeError('the bone of this edition is the bone of now');
    edition.answers ??= answersIn(edition.scene);
    return reportOfPlain(edition.answers.report(matrix));
  }
}
