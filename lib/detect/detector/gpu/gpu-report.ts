// The GPU's answer for one pose → the contact report: the CPU decides what f32 left undecided.

import type { BoneBody, ToolBody } from '#bodies';
import { candidateStage } from '#candidates';
import { buildReportContacts, lateContacts } from '#contacts';
import { type RigidPose, reportDistance } from '#core';
import { pairsOfKeys } from '#intersect';
import {
  BONE,
  type CandidateStage,
  type ContactReport,
  candidatePairs,
  type DistanceRecords,
  PAIR,
  PAIR_INTERSECTS,
  TOOL,
  wordOffsets,
  wordsOf,
} from '#records';
import { TriangleIntersector, TrianglePair } from '#triangles';
import { contactState } from '../contact-state.ts';
import { type LateParts, type LateQuestion, wholeReport } from '../end-of-report.ts';
import type { QueryOptions } from '../query-options.ts';
import { ContactDecoder, contactCount, type UndecodedContacts, type UndecodedSide } from './decode-contacts.ts';
import { GpuSide } from './gpu-leaves.ts';
import type { PoseAnswer } from './pose-answer.ts';

const PAIR_AT = wordOffsets(PAIR);

export type LateOf = (pose: RigidPose, rest: LateQuestion) => { readonly made: LateParts };

export class GpuReporter {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #options: QueryOptions;
  readonly #sides: readonly GpuSide[];
  readonly #intersector = new TriangleIntersector();
  readonly #pairs = candidatePairs();
  readonly #candidates: CandidateStage;
  readonly #decoder: ContactDecoder;
  readonly #late: LateOf;

  /**
   * Make a new reporter after an edit of the bone.
   * @param late makes a report's late parts when they are first read, of the bone as it is now.
   * @param decoder shared by reporters that follow each other: reports that have not been read hold it.
   */
  constructor(bone: BoneBody, tool: ToolBody, options: QueryOptions, late: LateOf, decoder = new ContactDecoder()) {
    this.#late = late;
    this.#decoder = decoder;
    this.#bone = bone;
    this.#tool = tool;
    this.#candidates = candidateStage(bone, tool);
    this.#options = options;
    this.#sides = [new GpuSide(BONE, bone, tool, options), new GpuSide(TOOL, tool, bone, options)];
  }

  /**
   * Moves the tool to the pose. If a pair of faces intersects, contacts are decoded when they are read; else they are
   * decoded now, to decide the state.
   * @param pose the answer's. @param started performance.now() when the query began.
   */
  report(answer: PoseAnswer, pose: RigidPose, started: number): ContactReport {
    const began = performance.now();
    const bone = this.#bone;
    const tool = this.#tool;
    tool.moveTo(pose, bone.magnitude);
    const { sides } = this.#options;
    const wanted = this.#sides.filter(({ number }) => sides === 'both' || (sides === 'bone') === (number === BONE));
    const { intersecting, escalated: escalatedPairs } = this.#intersectingPairs(answer.pairs);
    let escalated = escalatedPairs;
    const taken = wanted.map((side) => side.take(answer, intersecting));
    for (const side of taken) escalated += side.escalated;
    const undecoded = this.#undecoded(answer, pose, taken);
    const decoder = this.#decoder;
    const decoded = intersecting.length > 0 ? null : decoder.decode(undecoded);
    const state = this.#state(intersecting, decoded?.map(({ records }) => records) ?? []);
    const contacts = decoded === null ? decodedLate(decoder, undecoded) : buildReportContacts(decoded);
    const ended = performance.now();
    const { milliseconds } = answer;
    const stats: ContactReport['stats'] = {
      backend: 'webgpu',
      candidatePairs: answer.candidatePairs,
      subTriangles: answer.subTriangles,
      escalatedPairs: escalated + state.escalated,
      milliseconds: {
        ...milliseconds,
        penetration: 0,
        host: ended - began,
        total: ended - started,
      },
    };
    const signed = { bone: tool.signed, tool: bone.signed };
    const rest = { state: state.state, signed, intersectingFaces: intersecting, stats };
    return wholeReport(rest, this.#late(pose, rest), contacts);
  }

  #undecoded(answer: PoseAnswer, pose: RigidPose, taken: readonly { side: UndecodedSide }[]): UndecodedContacts {
    const { positions, faces, vertexCount, magnitude, signed } = this.#bone;
    return {
      bone: { positions, faces, vertexCount, magnitude, signed },
      tool: this.#tool,
      pose,
      toolMagnitude: this.#tool.magnitude,
      sides: taken.map(({ side }) => side),
      delta: this.#options.contactDistance,
      width: answer.width,
    };
  }

  #state(intersecting: Uint32Array, records: readonly DistanceRecords[]) {
    const delta = this.#options.contactDistance;
    return contactState({
      bone: this.#bone,
      tool: this.#tool,
      intersecting,
      parts: this.#sides,
      records,
      pairs: () => {
        const maxDistance = reportDistance(delta, Math.max(this.#bone.magnitude, this.#tool.magnitude));
        this.#candidates.find(maxDistance, this.#pairs);
        return this.#pairs;
      },
      delta,
    });
  }

  /** The intersecting pairs, ascending; those that the GPU left undecided are tested by exact predicates. */
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

/** A function of its own, so that its closure keeps the parameters and nothing else of the answer. */
function decodedLate(decoder: ContactDecoder, undecoded: UndecodedContacts): ReturnType<typeof lateContacts> {
  return lateContacts(contactCount(undecoded), () => buildReportContacts(decoder.decode(undecoded)));
}
