// Poses → reports by the GPU, several submits under way at a time, in the poses' order.

import type { BoneBody, ToolBody } from '../../bodies/index.ts';
import type { RigidPose } from '../../core/index.ts';
import type { ContactReport } from '../../records/index.ts';
import type { QueryOptions } from '../query-options.ts';
import { ContactDecoder } from './decode-contacts.ts';
import type { EngineKeeper } from './engine.ts';
import { GpuReporter } from './gpu-report.ts';
import type { PoseAnswer } from './pose-answer.ts';

/**
 * Submits under way: one that the GPU works on, one that waits for it, one whose answers the CPU turns into reports.
 */
const IN_FLIGHT = 3;
/**
 * Poses of the first submit. Later ones hold more as long as they are answered quickly, fewer where they are slow:
 * reports come, and an abort is heeded, within about a second.
 */
const FIRST_BATCH = 16;
const QUICK = 50;
const SLOW = 300;

interface Batch {
  readonly poses: readonly RigidPose[];
  readonly started: number;
  readonly edition: number;
  readonly answers: Promise<readonly (PoseAnswer | null)[] | null>;
}

export class GpuQueries {
  readonly #keeper: EngineKeeper;
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #options: QueryOptions;
  readonly #onCpu: (pose: RigidPose) => ContactReport;
  #reporter: GpuReporter | null = null;
  /** Outlives reporters: reports whose contacts have not been read hold it. */
  readonly #decoder = new ContactDecoder();
  /** Counts the bone's edits: an answer for an older bone is asked for again. */
  #edition = 0;
  #batch = FIRST_BATCH;

  /** @param onCpu the CPU's report, for poses that the GPU cannot hold. */
  constructor(
    keeper: EngineKeeper,
    bone: BoneBody,
    tool: ToolBody,
    options: QueryOptions,
    onCpu: (pose: RigidPose) => ContactReport,
  ) {
    this.#keeper = keeper;
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#onCpu = onCpu;
  }

  boneEdited(removed: Uint32Array, firstVertex: number, firstFace: number): void {
    this.#edition++;
    this.#reporter = null;
    this.#keeper.engine.boneEdited(removed, firstVertex, firstFace);
  }

  /** The same bone has other numbers. */
  boneRenumbered(): void {
    this.#edition++;
    this.#reporter = null;
    this.#keeper.engine.boneRenumbered();
  }

  /**
   * The reports of all poses, in order; at most IN_FLIGHT submits' poses are held at a time. What `poses` throws is
   * thrown after the reports of those before.
   */
  async *reports(poses: Iterable<RigidPose>): AsyncGenerator<ContactReport> {
    const waiting: Batch[] = [];
    const source = new PoseSource(poses);
    for (;;) {
      while (waiting.length < IN_FLIGHT) {
        const batch = source.take(Math.min(this.#batch, this.#keeper.engine.mostPoses));
        if (batch.length === 0) break;
        waiting.push(this.#submit(batch));
      }
      const first = waiting.shift();
      if (first === undefined) break;
      yield* this.#finished(first);
    }
    source.throwFailure();
  }

  #submit(poses: readonly RigidPose[]): Batch {
    const began = performance.now();
    const answers = this.#keeper.answer(poses).then((found) => {
      this.#adapt(poses.length, performance.now() - began);
      return found;
    });
    // Awaited later: until then its failure is nobody's.
    answers.catch(() => {});
    return { poses, started: performance.now(), edition: this.#edition, answers };
  }

  /**
   * @param took milliseconds of a submit, with those that it waited for. One of fewer poses than it might have held
   * tells nothing.
   */
  #adapt(poses: number, took: number): void {
    if (poses < this.#batch) return;
    if (took < QUICK) this.#batch *= 2;
    else if (took > SLOW) this.#batch = Math.max(1, this.#batch >> 1);
  }

  async *#finished(submitted: Batch): AsyncGenerator<ContactReport> {
    let batch = submitted;
    let answers = await batch.answers;
    for (let i = 0; i < submitted.poses.length; i++) {
      while (batch.edition !== this.#edition) {
        batch = this.#submit(submitted.poses);
        answers = await batch.answers;
      }
      yield this.#report(submitted.poses[i], answers?.[i] ?? null, submitted.started);
    }
  }

  #report(pose: RigidPose, answer: PoseAnswer | null, started: number): ContactReport {
    if (answer === null) return this.#onCpu(pose);
    this.#reporter ??= new GpuReporter(this.#bone, this.#tool, this.#options, this.#decoder);
    return this.#reporter.report(answer, pose, started);
  }
}

/** Poses in portions, and what went wrong with the one behind them. */
class PoseSource {
  readonly #poses: Iterator<RigidPose>;
  #failure: { readonly error: unknown } | null = null;

  constructor(poses: Iterable<RigidPose>) {
    this.#poses = poses[Symbol.iterator]();
  }

  /** The next poses, at most `most`; none at the end and behind a failure. */
  take(most: number): RigidPose[] {
    const taken: RigidPose[] = [];
    while (this.#failure === null && taken.length < most) {
      try {
        const next = this.#poses.next();
        if (next.done) break;
        taken.push(next.value);
      } catch (error) {
        this.#failure = { error };
      }
    }
    return taken;
  }

  throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}
