// Poses → reports by worker threads, in the poses' order.

import type { BoneSnapshot, CompactBone } from '#bodies';
import { checkPose, poseAt, type RigidPose } from '#core';
import type { ContactReport } from '#records';
import { shareArrays, ThreadShelf, threadStarter, WorkerPool } from '#workers';
import type { SharePart } from './cpu/share-part.ts';
import { type PlainReport, reportOfPlain } from './end-of-report.ts';
import { answersIn, type Scene, type SceneAnswers } from './scene.ts';
import type { ToolQueries } from './tool-queries.ts';

/**
 * Poses under way for each worker, submitted but not yet yielded: two are with the worker, and two are done or waiting
 * for a slow earlier one.
 */
const AHEAD = 4;

/** A pose to be reported; or, with `thread` of `threads`, a request for that thread's part of the report. */
export interface SceneQuestion {
  readonly pose: Float64Array;
  readonly thread?: number;
  readonly threads?: number;
  /** Whether reports' late parts are being read: then the thread makes them, too. */
  readonly isLateRead?: boolean;
}

/**
 * What a thread gets in place of a scene when it compacts a bone. The BoneSnapshot is the question, not the context,
 * since the thread must not keep it.
 */
export interface NoScene {
  readonly bone: null;
}
const NO_SCENE: NoScene = { bone: null };

type Pool = WorkerPool<Scene, SceneQuestion, PlainReport>;
type Closable = Pick<Pool, 'close'>;
type PartPool = WorkerPool<Scene, SceneQuestion, SharePart>;

/** This thread's own answers about the bone as it is now, and the scene from which other threads answer. */
export type HereQueries = Pick<ToolQueries, 'scene' | 'report' | 'late'>;

export class WorkerQueries {
  readonly #here: HereQueries;
  readonly #running = new Set<Closable>();
  /** Pools by the number of threads that share a report, including this one. */
  readonly #sharing = new Map<number, Promise<PartPool>>();
  #shelf: Promise<ThreadShelf> | null = null;
  #ended: { readonly reason: Error } | null = null;
  #scene: Scene | null = null;
  /** Counts the bone's edits. */
  #edition = 0;
  /** The edition of the last report that was to be shared. */
  #sharedEdition = 0;

  /** @param here what this thread's answers about the bone as it is now come from. */
  constructor(here: HereQueries) {
    this.#here = here;
  }

  boneEdited(): void {
    this.#edition++;
    this.#scene = null;
  }

  /** Rejects the queries that are under way and ends all threads. */
  end(reason: Error): void {
    this.#ended = { reason };
    this.#scene = null;
    for (const pool of this.#running) pool.close(reason);
    void this.#shelf?.then((shelf) => shelf.end());
  }

  /**
   * Late parts are made by this thread when they are first read; once a reader has read some, the threads make them.
   * Each report is for the bone as it is when that report is requested. The first report after an edit comes from this
   * thread: if every report is followed by an edit, no scene is copied only to be thrown away.
   */
  async *reports(poses: ArrayLike<number>, workers: number, signal?: AbortSignal): AsyncGenerator<ContactReport> {
    const total = poses.length / 16;
    let edition = this.#edition;
    let scene: Scene | null = this.#currentScene();
    let answers: SceneAnswers | null = null;
    const inScene = (of: Scene): SceneAnswers => {
      answers ??= answersIn(of);
      return answers;
    };
    let ahead: Promise<PlainReport | null>[] = [];
    let asked = 0;
    let isLateRead = false;
    const pool = await this.#open<PlainReport>(workers);
    const stop = (): void => pool.close(signal?.reason);
    signal?.addEventListener('abort', stop);
    try {
      signal?.throwIfAborted();
      for (let row = 0; row < total; row++) {
        if (row > 0 && edition !== this.#edition) {
          edition = this.#edition;
          pool.forget();
          scene = answers = null;
          ahead = [];
          asked = row + 1;
          yield this.#here.report(checkPose(poseAt(poses, row)));
          continue;
        }
        scene ??= this.#currentScene();
        while (asked < total && ahead.length < AHEAD * workers)
          ahead.push(ask(pool, scene, { pose: poseAt(poses, asked++), isLateRead }));
        const pose = poseAt(poses, row);
        const answer = await ahead.shift();
        const plain = answer ?? inScene(scene).report(pose);
        // If the bone was edited while the answer was awaited, the scene is still as the bone was.
        const late =
          plain.late === undefined && edition === this.#edition
            ? this.#here.late(checkPose(pose), plain.rest)
            : { made: plain.late ?? inScene(scene).lateParts(pose, plain.rest) };
        yield reportOfPlain(plain, {
          get made() {
            isLateRead = true;
            return late.made;
          },
        });
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#close(pool);
    }
  }

  /**
   * One report by several threads, for the bone as it is now: nothing is awaited before this thread's part is done. The
   * first report after an edit comes from this thread alone, as above.
   * @param here does this thread's part at once, then joins it with the others' parts; it returns null if one of these
   * is missing.
   */
  async sharedReport(
    pose: RigidPose,
    threads: number,
    here: (others: Promise<readonly (SharePart | null)[]>) => Promise<ContactReport | null>,
  ): Promise<ContactReport> {
    this.#checkOpen();
    if (this.#edition !== this.#sharedEdition) {
      this.#sharedEdition = this.#edition;
      return this.#here.report(pose);
    }
    const scene = this.#currentScene();
    const asked = Float64Array.from(pose.matrix);
    const others = this.#sharingPool(threads).then((pool) =>
      Promise.all(
        Array.from({ length: threads - 1 }, (_, i) => pool.ask(scene, { pose: asked, thread: i + 1, threads })),
      ),
    );
    // If this thread fails, or needs no other, nothing awaits `others`.
    others.catch(() => {});
    const report = await here(others);
    this.#checkOpen();
    if (report !== null) return report;
    const answers = answersIn(scene);
    const plain = answers.report(asked);
    return reportOfPlain(plain, { made: answers.lateParts(asked, plain.rest) });
  }

  /**
   * The result of compactBone for a snapshot, from a thread; null if no thread is left to do it.
   * @throws (as a rejection) the reason of `end`.
   */
  async compacted(snapshot: BoneSnapshot): Promise<CompactBone | null> {
    const shared = shareArrays(snapshot);
    const pool = await this.#open<CompactBone, NoScene, BoneSnapshot>(1);
    try {
      return await pool.ask(NO_SCENE, shared);
    } finally {
      this.#close(pool);
    }
  }

  #sharingPool(threads: number): Promise<PartPool> {
    const known = this.#sharing.get(threads);
    if (known !== undefined) return known;
    const pool = this.#open<SharePart>(threads - 1);
    this.#sharing.set(threads, pool);
    return pool;
  }

  /** @throws the reason of `end`. */
  #checkOpen(): void {
    if (this.#ended !== null) throw this.#ended.reason;
  }

  #close(pool: Closable): void {
    this.#running.delete(pool);
    pool.close(null);
  }

  #currentScene(): Scene {
    this.#scene ??= this.#here.scene();
    return this.#scene;
  }

  async #open<Answer, Context extends object = Scene, Ask = SceneQuestion>(
    workers: number,
  ): Promise<WorkerPool<Context, Ask, Answer>> {
    this.#shelf ??= threadStarter(
      () => new Worker(new URL('./detect-worker.ts', import.meta.url), { type: 'module' }),
      () => new URL(/* webpackIgnore: true */ /* @vite-ignore */ './detect-worker.ts', import.meta.url),
    ).then((start) => new ThreadShelf(start));
    const pool = new WorkerPool<Context, Ask, Answer>(await this.#shelf, workers);
    this.#checkOpen();
    this.#running.add(pool);
    return pool;
  }
}

/** A bad pose is refused when its turn comes. @returns null if no thread is left to answer. */
function ask(pool: Pool, scene: Scene, question: SceneQuestion): Promise<PlainReport | null> {
  const answer = answered(pool, scene, question);
  // Awaited later: until then a rejection must not count as unhandled.
  answer.catch(() => {});
  return answer;
}

async function answered(pool: Pool, scene: Scene, question: SceneQuestion): Promise<PlainReport | null> {
  checkPose(question.pose);
  return pool.ask(scene, question);
}
