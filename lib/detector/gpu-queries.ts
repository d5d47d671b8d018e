// Poses → reports by the GPU, several submits under way at a time, in the poses' order.

import type { RigidPose } from '../core/index.ts';
import type { ContactReport } from '../records/index.ts';
import type { BoneBody, ToolBody } from './bodies.ts';
import type { QueryOptions } from './cpu-query.ts';
import type { EngineKeeper } from './engine.ts';
import { GpuReporter, type PoseAnswer } from './gpu-report.ts';

/** Submits under way: one that the GPU works on, one that waits for it, one whose answers the CPU turns into reports. */
const IN_FLIGHT = 3;
/** Poses of one submit, at most: what a submit holds on the GPU grows with them. */
export const BATCH = 16;

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
  /** Counts the bone's edits: an answer for an older bone is asked for again. */
  #edition = 0;

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

  /** The reports of all poses, in order; at most IN_FLIGHT · BATCH poses are held at a time. */
  async *reports(poses: Iterable<RigidPose>): AsyncGenerator<ContactReport> {
    const waiting: Batch[] = [];
    const source = poses[Symbol.iterator]();
    for (;;) {
      while (waiting.length < IN_FLIGHT) {
        const batch: RigidPose[] = [];
        for (let next = source.next(); !next.done; next = source.next()) {
          batch.push(next.value);
          if (batch.length === BATCH) break;
        }
        if (batch.length === 0) break;
        waiting.push(this.#submit(batch));
      }
      const first = waiting.shift();
      if (first === undefined) return;
      yield* this.#finished(first);
    }
  }

  #submit(poses: readonly RigidPose[]): Batch {
    const answers = this.#keeper.answer(poses);
    // Awaited later: until then its failure is nobody's.
    answers.catch(() => {});
    return { poses, started: performance.now(), edition: this.#edition, answers };
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
    this.#reporter ??= new GpuReporter(this.#bone, this.#tool, this.#options);
    this.#tool.moveTo(pose, this.#bone.magnitude);
    return this.#reporter.report(answer, started);
  }
}
