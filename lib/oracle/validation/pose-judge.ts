// Two meshes and options → a judge; a pose → kerf's answer there against the oracle's.

import { DeviceError, mulberry32 } from '#core';
import { createDetector, type Detector } from '#detector';
import type { TriangleMesh } from '#mesh';
import type { Backend, ContactReport } from '#records';
import { BulkMesh, bulkMeshState, posedPositions, referenceMesh } from '#reference';
import { judgeCompleteness } from './judge-completeness.ts';
import { judgeDistances } from './judge-distances.ts';
import { judgeEdges } from './judge-edges.ts';
import { judgeMinima } from './judge-minima.ts';
import type { PoseJudgement, ValidationOptions } from './judgement.ts';
import { largestOrNull } from './largest-or-null.ts';
import { differingPairs } from './pair-difference.ts';
import { type PoseQuestion, roundingAllowance } from './pose-question.ts';
import { regionDistance } from './region-distance.ts';
import { reportBytes } from './report-bytes.ts';

interface JudgeInputs {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly options: ValidationOptions;
  /** Whose answers are judged. */
  readonly backend: Backend | 'auto';
  /** SHA-256 of bytes, in hex. */
  readonly sha256: (bytes: Uint8Array) => string;
}

/** kerf's answer at a pose, and whether a repeated query gave the same. */
interface AskedPose extends Pick<PoseJudgement, 'stable'> {
  readonly report: ContactReport;
}

/** Judges poses of one bone and one tool, in any order: a judgement does not depend on the poses before it. */
export class PoseJudge {
  readonly backend: Backend;
  readonly backendReason: string;
  readonly signed: { readonly bone: boolean; readonly tool: boolean };
  readonly #inputs: JudgeInputs;
  readonly #detector: Detector;
  readonly #bone: BulkMesh;

  private constructor(inputs: JudgeInputs, detector: Detector) {
    this.#inputs = inputs;
    this.#detector = detector;
    this.#bone = new BulkMesh(inputs.bone);
    this.backend = detector.backend;
    this.backendReason = detector.backendReason;
    this.signed = { bone: referenceMesh(inputs.tool).signed, tool: this.#bone.surface.signed };
  }

  /** @throws MeshError, OptionError, DeviceError, as `createDetector`. */
  static async create(inputs: JudgeInputs): Promise<PoseJudge> {
    const { bone, tool, options, backend } = inputs;
    const { contactDistance, resolution } = options;
    return new PoseJudge(inputs, await createDetector({ bone, tool, contactDistance, resolution, backend }));
  }

  /**
   * @param matrix 16 numbers, column-major, tool → bone.
   * @throws PoseError; DeviceError DEVICE_LOST if the GPU was given up, so that the CPU is not judged in its place.
   */
  async ask(matrix: ArrayLike<number>): Promise<AskedPose> {
    const { sha256 } = this.#inputs;
    const report = await this.#detector.detect(matrix);
    const hash = sha256(reportBytes(report));
    const alone = differingPairs(this.#detector.intersectingFaces(matrix), report.intersectingFaces);
    const again = sha256(reportBytes(await this.#detector.detect(matrix)));
    const stable = { hash, repeats: again === hash && alone.missed === 0 && alone.extra === 0 };
    const { backend, backendReason } = this.#detector;
    if (backend !== this.backend)
      throw new DeviceError(
        'DEVICE_LOST',
        `The judged backend ${this.backend} is no longer there: ${backendReason}; run again, or judge backend "cpu".`,
      );
    return { report, stable };
  }

  /** @param pose its number in the run, which also seeds the sampling. @param matrix the one given to `ask`. */
  judge(pose: number, matrix: ArrayLike<number>, { report, stable }: AskedPose): PoseJudgement {
    const { bone, tool, options } = this.#inputs;
    const started = performance.now();
    const posed = new BulkMesh({ positions: posedPositions(tool.positions, matrix), faces: tool.faces });
    const bodies = [this.#bone, posed] as const;
    const random = mulberry32(Math.imul(options.seed ^ Math.imul(pose + 1, 0x9e3779b1), 0x85ebca6b));
    const allowance = roundingAllowance(bodies);
    const question: PoseQuestion = { report, bodies, meshes: [bone, tool], options, allowance, random };
    const exact = bulkMeshState(this.#bone, posed, options.contactDistance);
    const complete = judgeCompleteness(question);
    const { sound, certified, samples, worst } = judgeMinima(question);
    const distances = judgeDistances(question);
    const region = {
      bone: regionDistance(question, 0, distances.atPoint, complete.farthest[0]),
      tool: regionDistance(question, 1, distances.atPoint, complete.farthest[1]),
    };
    return {
      pose,
      matrix: Array.from(matrix),
      state: { kerf: report.state, exact: exact.state },
      pairs: differingPairs(report.intersectingFaces, exact.pairs),
      decided: {
        kerf: { candidates: report.stats.candidatePairs, escalated: report.stats.escalatedPairs },
        oracle: { f64: exact.f64, exact: exact.exact },
      },
      ...contactFigures(report),
      complete: { ...complete.tally, within: complete.within, farthest: largestOrNull(complete.farthest) },
      ...{ sound, certified, stable, samples, region, worst },
      local: judgeEdges(question),
      distance: distances.tally,
      milliseconds: { kerf: report.stats.milliseconds.total, oracle: performance.now() - started },
    };
  }

  dispose(): void {
    this.#detector.dispose();
  }
}

function contactFigures({
  contacts,
  signed,
}: ContactReport): Pick<PoseJudgement, 'contacts' | 'faces' | 'insideDistance' | 'width'> {
  const faces = new Set<string>();
  let [least, sum, widest] = [0, 0, 0];
  for (let row = 0; row < contacts.length; row++) {
    faces.add(`${contacts.body[row]} ${contacts.face[row]}`);
    const width = contacts.high[row] - contacts.low[row];
    least = Math.min(least, contacts.distance[row]);
    sum += width;
    widest = Math.max(widest, width);
  }
  return {
    contacts: contacts.length,
    faces: faces.size,
    insideDistance: signed.bone || signed.tool ? 0 - least : null,
    width: { mean: contacts.length === 0 ? 0 : sum / contacts.length, max: widest },
  };
}
