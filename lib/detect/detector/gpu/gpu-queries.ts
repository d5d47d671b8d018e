// Poses → reports by the GPU, several submits under way at a time, in the poses' order.

import type { BoneBody, ToolBody } from '#bodies';
import type { RigidPose } from '#core';
import type { ContactReport } from '#records';
import type { AskedBones } from '../asked-bones.ts';
import type { QueryOptions } from '../query-options.ts';
import type { ToolQueries } from '../tool-queries.ts';
import { ContactDecoder } from './decode-contacts.ts';
import type { EngineKeeper } from './engine.ts';
import { GpuReporter } from './gpu-report.ts';
import type { PoseAnswer } from './pose-answer.ts';

/**
 * Submits under way: one that the GPU works on, one waiting for it, one whose answers the CPU turns into reports.
 */
const IN_FLIGHT = 3;
/**
 * Poses of the first submit. Later ones hold more while answers come quickly, and fewer if they are slow: reports
 * arrive, and an abort takes effect, within about a second.
 */
const FIRST_BATCH = 16;
const QUICK = 50;
const SLOW = 300;

interface Submit {
  readonly edition: number;
  readonly answers: Promise<readonly (PoseAnswer | null)[] | null>;
}

interface Batch {
  readonly poses: readonly RigidPose[];
  readonly started: number;
  /** The last one: after an edit the poses are submitted again. */
  submit: Submit;
}

export interface GpuQueryParts {
  readonly keeper: EngineKeeper;
  readonly bone: BoneBody;
  readonly tool: ToolBody;
  readonly options: QueryOptions;
  /** The CPU's reports, for poses that the GPU cannot hold, and the late parts of the GPU's. */
  readonly onCpu: Pick<ToolQueries, 'report' | 'late'>;
  /** The CPU's reports for a bone that has been edited since: the GPU's buffers hold the edited one. */
  readonly asked: AskedBones;
}

export class GpuQueries {
  readonly #parts: GpuQueryParts;
  #reporter: GpuReporter | null = null;
  /** Outlives reporters: reports whose contacts have not been read hold it. */
  readonly #decoder = new ContactDecoder();
  /** Counts the bone's edits and renumberings: an answer from before is requested again. */
  #edition = 0;
  #batch = FIRST_BATCH;

  constructor(parts: GpuQueryParts) {
    this.#parts = parts;
  }

  boneEdited(removed: Uint32Array, firstVertex: number, firstFace: number): void {
    this.#edition++;
    this.#reporter = null;
    this.#parts.keeper.engine.boneEdited(removed, firstVertex, firstFace);
  }

  /** To be called after the bone's faces have been renumbered. */
  boneRenumbered(): void {
    this.#edition++;
    this.#reporter = null;
    this.#parts.keeper.engine.boneRenumbered();
  }

  /** The report of one pose, for the bone as it is now. */
  report(pose: RigidPose): Promise<ContactReport> {
    return this.#reportOf(this.#begin([pose]), 0);
  }

  /**
   * The reports of all poses, in order; at most IN_FLIGHT submits' poses are held at a time. If `poses` throws, the
   * error is thrown after the reports of the poses before it. Each report is for the bone as it is when that report is
   * requested: nothing is awaited between the request and `begin`.
   */
  async *reports(poses: Iterable<RigidPose>): AsyncGenerator<ContactReport> {
    const waiting: Batch[] = [];
    const source = new PoseSource(poses);
    for (;;) {
      while (waiting.length < IN_FLIGHT) {
        const batch = source.take(Math.min(this.#batch, this.#parts.keeper.engine.mostPoses));
        if (batch.length === 0) break;
        waiting.push(this.#begin(batch));
      }
      const first = waiting.shift();
      if (first === undefined) break;
      for (let row = 0; row < first.poses.length; row++) yield await this.#reportOf(first, row);
    }
    source.throwFailure();
  }

  /** For the bone as it is now, even if it is edited meanwhile. */
  async #reportOf(batch: Batch, row: number): Promise<ContactReport> {
    const { asked } = this.#parts;
    const { poses, started } = batch;
    const edition = asked.begin();
    try {
      let answers = await batch.submit.answers;
      while (batch.submit.edition !== this.#edition && asked.isCurrent(edition)) {
        batch.submit = this.#submit(poses);
        answers = await batch.submit.answers;
      }
      return asked.isCurrent(edition)
        ? this.#report(poses[row], answers?.[row] ?? null, started)
        : asked.queries(edition).report(poses[row]);
    } finally {
      asked.end(edition);
    }
  }

  #begin(poses: readonly RigidPose[]): Batch {
    const submit = this.#submit(poses);
    return { poses, started: performance.now(), submit };
  }

  #submit(poses: readonly RigidPose[]): Submit {
    const began = performance.now();
    const answers = this.#parts.keeper.answer(poses).then((found) => {
      this.#adapt(poses.length, performance.now() - began);
      return found;
    });
    // Awaited later: until then a rejection must not count as unhandled.
    answers.catch(() => {});
    return { edition: this.#edition, answers };
  }

  /**
   * @param took milliseconds of a submit, including its wait for others. A submit that was not full says nothing about
   * the right size.
   */
  #adapt(poses: number, took: number): void {
    if (poses < this.#batch) return;
    if (took < QUICK) this.#batch *= 2;
    else if (took > SLOW) this.#batch = Math.max(1, this.#batch >> 1);
  }

  #report(pose: RigidPose, answer: PoseAnswer | null, started: number): ContactReport {
    const { bone, tool, options, onCpu } = this.#parts;
    if (answer === null) return onCpu.report(pose);
    this.#reporter ??= new GpuReporter(bone, tool, options, onCpu.late.bind(onCpu), this.#decoder);
    return this.#reporter.report(answer, pose, started);
  }
}

/** Poses in portions, and the error thrown by the pose after them, if any. */
class PoseSource {
  readonly #poses: Iterator<RigidPose>;
  #failure: { readonly error: unknown } | null = null;

  constructor(poses: Iterable<RigidPose>) {
    this.#poses = poses[Symbol.iterator]();
  }

  /** The next poses, at most `most`; none at the end or after an error. */
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
