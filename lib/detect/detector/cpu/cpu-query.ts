// A pose of the tool against the bone → the contact report: the four stages on the CPU, in f64, one after the other.
//
//   candidates ──▶ active faces ──▶ leaves ──▶ records ──▶ contacts, patches
//        └───────▶ intersecting pairs ──┴──▶ state, penetration

import type { BoneBody, ToolBody } from '#bodies';
import { addInteriorFaces, candidateStage } from '#candidates';
import { buildReportContacts, contactParts } from '#contacts';
import { type RigidPose, reportDistance } from '#core';
import { IntersectingPairs } from '#intersect';
import { BONE, type CandidatePairs, type CandidateStage, type ContactReport, candidatePairs, TOOL } from '#records';
import { contactState } from '../contact-state.ts';
import { type PlainReport, reportOfPlain, wholeReport } from '../end-of-report.ts';
import type { QueryOptions } from '../query-options.ts';
import type { MakeSide } from '../side.ts';
import { CpuSide } from './cpu-side.ts';
import { LateRests } from './late-rest.ts';
import { rowShare } from './row-shares.ts';
import { joinParts, partOf, type SharePart } from './share-part.ts';

/** A report after stage 1. */
interface BegunReport {
  /** performance.now() when the query began, and when stage 1 was done. */
  readonly started: number;
  readonly regions: number;
  readonly wanted: readonly CpuSide[];
  /** The pairs that share a point; null if not known yet. */
  readonly intersecting: Uint32Array | null;
}

export class CpuQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #options: QueryOptions;
  readonly #pairs = candidatePairs();
  readonly #candidates: CandidateStage;
  readonly #intersectingPairs = new IntersectingPairs();
  readonly #boneSide: CpuSide;
  readonly #toolSide: CpuSide;
  /** The late parts of its reports. */
  readonly late: LateRests;

  /**
   * @param make of each side what runs its stages 2 and 3, instead of the usual. @param late that of the reports made
   * before.
   */
  constructor(
    bone: BoneBody,
    tool: ToolBody,
    options: QueryOptions,
    make?: MakeSide,
    late = new LateRests(bone, tool, options),
  ) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#candidates = candidateStage(bone, tool, bone.method);
    this.#boneSide = new CpuSide(BONE, bone, tool, make);
    this.#toolSide = new CpuSide(TOOL, tool, bone, make);
    this.late = late;
  }

  /** To be called after each edit of the bone. */
  boneEdited(): void {
    this.#toolSide.otherEdited();
  }

  /**
   * Its late parts are made when they are first read.
   * @param pose kept, not copied.
   * @param started performance.now() when the query began.
   */
  report(pose: RigidPose, started: number): ContactReport {
    const plain = this.plainReport(pose, started);
    return reportOfPlain(plain, this.late.of(pose, plain.rest));
  }

  /** The same as plain arrays, without its late parts. */
  plainReport(pose: RigidPose, started: number): PlainReport {
    const wanted = this.#findActiveFaces(pose);
    return this.#reportAlone({ started, regions: performance.now(), wanted, intersecting: null });
  }

  /**
   * The same by several threads, including this one: everything that reads the bodies precedes the wait for the others.
   * @param threads their number; this one is number 0.
   * @param others what the others measured, in order; null for one that did not answer.
   * @returns null if a thread did not answer.
   */
  async sharedReport(
    started: number,
    pose: RigidPose,
    threads: number,
    others: Promise<readonly (SharePart | null)[]>,
  ): Promise<ContactReport | null> {
    const wanted = this.#findActiveFaces(pose);
    const regions = performance.now();
    const intersecting = this.#intersectingPairsOf(this.#pairs);
    // If no pair shares a point, the state depends on all records, and is decided while the tool is at this pose.
    if (intersecting.length === 0) {
      const plain = this.#reportAlone({ started, regions, wanted, intersecting });
      return reportOfPlain(plain, this.late.of(pose, plain.rest));
    }
    const { length: candidatePairs } = this.#pairs;
    const { escalated: escalatedPairs } = this.#intersectingPairs;
    this.#measureShare(wanted, 0, threads, intersecting);
    const own = partOf(wanted);
    const contactSides = wanted.map((side) => side.contacts);
    const found = { state: 'intersecting' as const, signed: this.#signed, intersectingFaces: intersecting };
    // The bone may change while the others are awaited.
    const late = this.late.of(pose, found);
    const ownDone = performance.now();
    const answers = await others;
    const parts = [own, ...answers.filter((part) => part !== null)];
    if (parts.length < threads) return null;
    const waited = performance.now();
    const contacts = buildReportContacts(contactSides.map((side, i) => ({ ...side, ...joinParts(parts, i) })));
    const ended = performance.now();
    const stats: ContactReport['stats'] = {
      backend: 'cpu',
      candidatePairs,
      subTriangles: parts.reduce((sum, part) => sum + part.subTriangles, 0),
      escalatedPairs,
      milliseconds: {
        regions: regions - started,
        subdivide: 0,
        distance: ownDone - regions,
        penetration: 0,
        contacts: ended - waited,
        transfer: waited - ownDone,
        total: ended - started,
      },
    };
    return wholeReport({ ...found, stats }, late, contacts);
  }

  /** Thread k of n's part of a report. */
  part(pose: RigidPose, k: number, n: number): SharePart {
    const wanted = this.#findActiveFaces(pose);
    this.#measureShare(wanted, k, n, this.#intersectingPairsOf(this.#pairs));
    return partOf(wanted);
  }

  /** Stages 2 and 3 for one thread's rows. */
  #measureShare(wanted: readonly CpuSide[], k: number, n: number, intersecting: Uint32Array): void {
    const { resolution } = this.#options;
    const sides = wanted.map((side) => ({ active: side.active, divided: side.body.divided(resolution) }));
    rowShare(sides, k, n).forEach(({ from, to }, i) => {
      wanted[i].active.rows.keep(from, to);
    });
    for (const side of wanted) side.subdivide(this.#options);
    for (const side of wanted) side.measureLeaves(intersecting);
  }

  /** All stages after the first, on this thread. */
  #reportAlone({ started, regions, wanted, intersecting: known }: BegunReport): PlainReport {
    for (const side of wanted) side.subdivide(this.#options);
    const subdivideDone = performance.now();

    const intersecting = known ?? this.#intersectingPairsOf(this.#pairs);
    for (const side of wanted) side.measureLeaves(intersecting);
    const { state, escalated } = this.#state(intersecting, wanted);
    const distanceDone = performance.now();

    const contacts = contactParts(wanted.map((side) => side.contacts));
    const ended = performance.now();
    const stats: ContactReport['stats'] = {
      backend: 'cpu',
      candidatePairs: this.#pairs.length,
      subTriangles: wanted.reduce((sum, side) => sum + side.leaves.rows.length, 0),
      escalatedPairs: this.#intersectingPairs.escalated + escalated,
      milliseconds: {
        regions: regions - started,
        subdivide: subdivideDone - regions,
        distance: distanceDone - subdivideDone,
        penetration: 0,
        contacts: ended - distanceDone,
        transfer: 0,
        total: ended - started,
      },
    };
    const rest = { state, signed: this.#signed, intersectingFaces: intersecting, stats };
    return { rest, contacts };
  }

  /** Whether the distances of each side's contacts carry a sign: the other body's inside gives it. */
  get #signed(): ContactReport['signed'] {
    return { bone: this.#tool.signed, tool: this.#bone.signed };
  }

  get #maxDistance(): number {
    return reportDistance(this.#options.contactDistance, Math.max(this.#bone.magnitude, this.#tool.magnitude));
  }

  /** Moves the tool to the pose; stage 1. @returns the wanted sides. */
  #findActiveFaces(pose: RigidPose): CpuSide[] {
    this.#tool.moveTo(pose, this.#bone.magnitude);
    const wanted = this.#wantedSides();
    this.#candidates.find(this.#maxDistance, this.#pairs);
    for (const side of wanted) this.#gatherActiveFaces(side);
    for (const side of wanted) side.checkLeafCount(this.#options);
    return wanted;
  }

  /** The bone's before the tool's. */
  #wantedSides(): CpuSide[] {
    const { sides } = this.#options;
    return [...(sides === 'tool' ? [] : [this.#boneSide]), ...(sides === 'bone' ? [] : [this.#toolSide])];
  }

  #state(intersecting: Uint32Array, wanted: readonly CpuSide[]): ReturnType<typeof contactState> {
    return contactState({
      bone: this.#bone,
      tool: this.#tool,
      intersecting,
      parts: [this.#toolSide, this.#boneSide],
      records: wanted.map((side) => side.records),
      pairs: () => this.#pairs,
      delta: this.#options.contactDistance,
    });
  }

  #intersectingPairsOf(pairs: CandidatePairs): Uint32Array {
    const found = this.#intersectingPairs;
    found.clear();
    found.add(this.#bone, this.#tool, pairs, 0, Number.POSITIVE_INFINITY);
    const out = new Uint32Array(2 * found.length);
    found.write(this.#tool, out);
    return out;
  }

  /** Stage 1 of one side: its active faces, and its faces inside the other solid. */
  #gatherActiveFaces(side: CpuSide): void {
    const { boneFace, toolFace } = this.#pairs.columns;
    const isBone = side === this.#boneSide;
    const { active, grouper, body, other, inside } = side;
    grouper.group(
      isBone ? boneFace : toolFace,
      isBone ? toolFace : boneFace,
      this.#pairs.length,
      body.faceCount,
      active,
    );
    if (inside === null) return;
    const found = side.interior.find(body, active, (face) => grouper.has(face), inside, other.bounds);
    addInteriorFaces(active, found);
  }
}
