// A posed tool against the bone → the contact report: the four stages on the CPU, in f64, one after the other.
//
//   candidates ──▶ active faces ──▶ leaves ──▶ records ──▶ contacts, patches
//        └───────▶ intersecting pairs ──┴──▶ state, penetration

import type { BoneBody, ToolBody } from '../../bodies/index.ts';
import { addInteriorFaces, candidateStage, FaceGrouper, InteriorFaces } from '../../candidates/index.ts';
import { buildReportContacts, type ContactSide } from '../../contacts/index.ts';
import { reportDistance } from '../../core/index.ts';
import { IntersectingPairs, intersectionSegmentsOf } from '../../intersect/index.ts';
import { PenetrationQuery } from '../../penetration/index.ts';
import {
  activeFaces,
  BONE,
  type CandidatePairs,
  type CandidateStage,
  type ContactReport,
  candidatePairs,
  distanceRecords,
  subTriangles,
  TOOL,
} from '../../records/index.ts';
import { FaceSubdivider } from '../../subdivide/index.ts';
import { SharedSegment } from '../../triangles/index.ts';
import { contactState } from '../contact-state.ts';
import { endOfReport } from '../end-of-report.ts';
import type { QueryOptions } from '../query-options.ts';
import { Side } from '../side.ts';

/** A side with the tables of all stages, and the tools of stages 1 and 2. */
class CpuSide extends Side {
  readonly leaves = subTriangles();
  readonly records = distanceRecords();
  readonly active = activeFaces();
  readonly grouper = new FaceGrouper();
  readonly subdivider = new FaceSubdivider();
  readonly interior = new InteriorFaces(this.body.topology);

  /** This side's part of the report. */
  get contacts(): ContactSide {
    const { body, number, leaves, records } = this;
    const { welded } = body.topology;
    return { body: number === BONE ? 'bone' : 'tool', surface: body, leaves, records, welded };
  }
}

export class CpuQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #options: QueryOptions;
  readonly #pairs = candidatePairs();
  readonly #candidates: CandidateStage;
  readonly #intersectingPairs = new IntersectingPairs();
  readonly #segment = new SharedSegment();
  readonly #boneSide: CpuSide;
  readonly #toolSide: CpuSide;
  readonly #penetration: PenetrationQuery;

  constructor(bone: BoneBody, tool: ToolBody, options: QueryOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#candidates = candidateStage(bone, tool, bone.method);
    this.#boneSide = new CpuSide(BONE, bone, tool);
    this.#toolSide = new CpuSide(TOOL, tool, bone);
    this.#penetration = new PenetrationQuery(bone, tool, options);
  }

  /** To be called after each edit of the bone. */
  boneEdited(): void {
    this.#toolSide.otherEdited();
  }

  /** To be called when the tool has been moved to its pose. @param started performance.now() when the query began. */
  report(started: number): ContactReport {
    const bone = this.#bone;
    const tool = this.#tool;
    const { contactDistance: delta } = this.#options;
    const wanted = this.#wantedSides();

    const maxDistance = reportDistance(delta, Math.max(bone.magnitude, tool.magnitude));
    this.#candidates.find(maxDistance, this.#pairs);
    for (const side of wanted) this.#gatherActiveFaces(side);
    const regionsDone = performance.now();

    for (const side of wanted) this.#subdivide(side, maxDistance);
    const subdivideDone = performance.now();

    const intersecting = this.#intersectingPairsOf(this.#pairs);
    const segments = intersectionSegmentsOf(bone, tool, intersecting, this.#segment);
    for (const side of wanted) {
      side.records.clear();
      side.measure(side.leaves, intersecting, delta, side.records);
    }
    const { state, escalated } = this.#state(intersecting, wanted);
    const distanceDone = performance.now();

    const contacts = () => buildReportContacts(wanted.map((side) => side.contacts));
    const measured = { bone, tool, contacts, state, intersecting, segments };
    const end = endOfReport(measured, this.#penetration);
    return end.report({
      backend: 'cpu',
      candidatePairs: this.#pairs.length,
      subTriangles: wanted.reduce((sum, side) => sum + side.leaves.rows.length, 0),
      escalatedPairs: this.#intersectingPairs.escalated + escalated,
      milliseconds: {
        regions: regionsDone - started,
        subdivide: subdivideDone - regionsDone,
        distance: distanceDone - subdivideDone,
        ...end.milliseconds,
        transfer: 0,
        total: performance.now() - started,
      },
    });
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

  /** @param maxDistance mm: the report distance. */
  #subdivide({ subdivider, body, other, active, toOther, leaves }: CpuSide, maxDistance: number): void {
    const { resolution } = this.#options;
    toOther.clear(resolution);
    const inside = other.signed ? toOther.isApartInsideAt : null;
    const levels = body.leafLevels(resolution);
    subdivider.subdivide({ body, other, active, inside, maxDistance, levels, resolution }, leaves);
  }
}
