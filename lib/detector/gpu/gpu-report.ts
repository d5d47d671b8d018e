// What the GPU answered for one pose → the contact report: the CPU decides what f32 left undecided and puts both
// together, in order.

import type { BoneBody, ToolBody } from '../../bodies/index.ts';
import { candidateStage } from '../../candidates/index.ts';
import { reportDistance } from '../../core/index.ts';
import { intersectionSegmentsOf, pairsOfKeys } from '../../intersect/index.ts';
import { PenetrationQuery } from '../../penetration/index.ts';
import {
  BONE,
  type CandidateStage,
  type ContactReport,
  candidatePairs,
  PAIR,
  PAIR_INTERSECTS,
  TOOL,
  wordOffsets,
  wordsOf,
} from '../../records/index.ts';
import { SharedSegment, TriangleIntersector, TrianglePair } from '../../triangles/index.ts';
import { contactState } from '../contact-state.ts';
import { endOfReport } from '../end-of-report.ts';
import type { QueryOptions } from '../query-options.ts';
import { GpuSide } from './gpu-leaves.ts';
import type { PoseAnswer } from './pose-answer.ts';

const PAIR_AT = wordOffsets(PAIR);

export class GpuReporter {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #options: QueryOptions;
  readonly #sides: readonly GpuSide[];
  readonly #intersector = new TriangleIntersector();
  readonly #segment = new SharedSegment();
  readonly #penetration: PenetrationQuery;
  readonly #pairs = candidatePairs();
  readonly #candidates: CandidateStage;

  /** Make a new one after an edit of the bone. */
  constructor(bone: BoneBody, tool: ToolBody, options: QueryOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#candidates = candidateStage(bone, tool);
    this.#options = options;
    const { contactDistance: delta, resolution: h } = options;
    this.#sides = [new GpuSide(BONE, bone, tool, delta, h), new GpuSide(TOOL, tool, bone, delta, h)];
    this.#penetration = new PenetrationQuery(bone, tool, options);
  }

  /** The tool has been moved to the answer's pose. @param started performance.now() at the query's begin. */
  report(answer: PoseAnswer, started: number): ContactReport {
    const began = performance.now();
    const { sides } = this.#options;
    const wanted = this.#sides.filter(({ number }) => sides === 'both' || (sides === 'bone') === (number === BONE));
    const { intersecting, escalated: escalatedPairs } = this.#intersectingPairs(answer.pairs);
    let escalated = escalatedPairs;
    for (const side of wanted) escalated += side.finish(answer, intersecting);
    const state = this.#state(intersecting, wanted);
    const segments = intersectionSegmentsOf(this.#bone, this.#tool, intersecting, this.#segment);
    const distanceDone = performance.now();
    const measured = { bone: this.#bone, tool: this.#tool, sides: wanted, state: state.state, intersecting, segments };
    const end = endOfReport(measured, this.#penetration);
    const { milliseconds } = answer;
    return end.report({
      backend: 'webgpu',
      candidatePairs: answer.candidatePairs,
      subTriangles: answer.subTriangles,
      escalatedPairs: escalated + state.escalated,
      milliseconds: {
        ...milliseconds,
        distance: (milliseconds.distance ?? 0) + distanceDone - began,
        penetration: end.milliseconds.penetration,
        contacts: (milliseconds.contacts ?? 0) + end.milliseconds.contacts,
        total: performance.now() - started,
      },
    });
  }

  #state(intersecting: Uint32Array, wanted: readonly GpuSide[]) {
    const delta = this.#options.contactDistance;
    return contactState({
      bone: this.#bone,
      tool: this.#tool,
      intersecting,
      parts: this.#sides,
      records: wanted.map((side) => side.records),
      pairs: () => {
        const maxDistance = reportDistance(delta, Math.max(this.#bone.magnitude, this.#tool.magnitude));
        this.#candidates.find(maxDistance, this.#pairs);
        return this.#pairs;
      },
      delta,
    });
  }

  /** The intersecting pairs, ascending; those that the GPU left undecided are asked by exact predicates. */
  #intersectingPairs(pairs: Uint32Array): { intersecting: Uint32Array; escalated: number } {
    const bone = this.#bone;
    const tool = this.#tool;
    const pair = new TrianglePair();
    const width = wordsOf(PAIR);
    const keys = new Float64Array(pairs.length / width);
    let found = 0;
    let escalated = 0;
    for (let at = 0; at < pairs.length; at += width) {
      const f = pairs[at + PAIR_AT.boneFace];
      const g = pairs[at + PAIR_AT.toolFace];
      if (pairs[at + PAIR_AT.verdict] !== PAIR_INTERSECTS) {
        escalated++;
        pair.loadFirstFace(bone.positions, bone.faces, f).loadSecondFace(tool.positions, tool.faces, g);
        if (!this.#intersector.share(pair)) continue;
      }
      keys[found++] = f * tool.faceCount + g;
    }
    const sorted = keys.subarray(0, found).sort();
    const intersecting = new Uint32Array(2 * found);
    pairsOfKeys(sorted, found, tool.faceCount, intersecting);
    return { intersecting, escalated };
  }
}
