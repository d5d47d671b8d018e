// A posed tool against the bone → the contact report: the four stages on the CPU, f64, one after the other.

import type { BoneBody, ToolBody } from '../../bodies/index.ts';
import { addInteriorFaces, FaceGrouper, InteriorFaces, ScanlineCandidates } from '../../candidates/index.ts';
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
  type DistanceRecords,
  type SubTriangles,
  TOOL,
} from '../../records/index.ts';
import { FaceSubdivider } from '../../subdivide/index.ts';
import { SharedSegment } from '../../triangles/index.ts';
import { contactState } from '../contact-state.ts';
import { Side } from '../side.ts';

/** What only the CPU's stages need. */
class CpuSide extends Side {
  readonly front = activeFaces();
  readonly grouper = new FaceGrouper();
  readonly subdivider = new FaceSubdivider();
  readonly interior: InteriorFaces;

  constructor(number: 0 | 1, body: BoneBody | ToolBody, other: BoneBody | ToolBody) {
    super(number, body, other);
    this.interior = new InteriorFaces(body.topology);
  }
}

export interface QueryOptions {
  readonly sides: 'bone' | 'tool' | 'both';
  readonly contactDistance: number;
  readonly resolution: number;
  /** Tool frame, length 1. */
  readonly feed: readonly number[] | null;
  readonly shank: number | null;
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
    this.#candidates = new ScanlineCandidates(bone, tool);
    this.#boneSide = new CpuSide(BONE, bone, tool);
    this.#toolSide = new CpuSide(TOOL, tool, bone);
    this.#penetration = new PenetrationQuery(bone, tool, options);
  }

  /** To be called after each edit of the bone. */
  boneEdited(): void {
    this.#toolSide.otherEdited();
  }

  /** The tool has been moved to its pose. @param started performance.now() at the query's begin. */
  report(started: number): ContactReport {
    const bone = this.#bone;
    const tool = this.#tool;
    const { sides, contactDistance: delta, resolution } = this.#options;
    const wanted: CpuSide[] = [];
    if (sides !== 'tool') wanted.push(this.#boneSide);
    if (sides !== 'bone') wanted.push(this.#toolSide);

    const within = reportDistance(delta, Math.max(bone.magnitude, tool.magnitude));
    this.#candidates.find(within, this.#pairs);
    for (const side of wanted) this.#gatherFront(side);
    const regionsDone = performance.now();

    for (const { subdivider, body, other, front, toOther, leaves } of wanted) {
      toOther.clear(resolution);
      const inside = other.signed ? toOther.isApartInsideAt : null;
      subdivider.subdivide(body, other, front, inside, within, body.leafLevels(resolution), resolution, leaves);
    }
    const subdivideDone = performance.now();

    const shared = this.#intersectingPairsOf(this.#pairs);
    const segments = intersectionSegmentsOf(bone, tool, shared, this.#segment);
    for (const side of wanted) {
      side.records.clear();
      side.measure(side.leaves, shared, delta, side.records);
    }
    const { state, escalated } = contactState({
      bone,
      tool,
      shared,
      parts: [this.#toolSide, this.#boneSide],
      records: wanted.map((side) => side.records),
      pairs: () => this.#pairs,
      delta,
    });
    const distanceDone = performance.now();

    const isOverlapping = state === 'intersecting' || state === 'enclosed';
    const penetration = this.#penetration.find({ pairs: shared, segments, isOverlapping });
    const penetrationDone = performance.now();

    const { contacts, patches } = buildReportContacts(wanted.map((side) => this.#contactSide(side)));
    const finished = performance.now();
    return {
      state,
      signed: { bone: tool.signed, tool: bone.signed },
      contacts,
      intersectingFaces: shared,
      intersectionSegments: segments,
      patches,
      penetration,
      stats: {
        backend: 'cpu',
        candidatePairs: this.#pairs.length,
        subTriangles: wanted.reduce((sum, side) => sum + side.leaves.rows.length, 0),
        escalatedPairs: this.#intersectingPairs.escalated + escalated,
        milliseconds: {
          regions: regionsDone - started,
          subdivide: subdivideDone - regionsDone,
          distance: distanceDone - subdivideDone,
          penetration: penetrationDone - distanceDone,
          contacts: finished - penetrationDone,
          transfer: 0,
          total: finished - started,
        },
      },
    };
  }

  #intersectingPairsOf(pairs: CandidatePairs): Uint32Array {
    const found = this.#intersectingPairs;
    found.clear();
    found.add(this.#bone, this.#tool, pairs, 0, Number.POSITIVE_INFINITY);
    const out = new Uint32Array(2 * found.length);
    found.write(this.#tool, out);
    return out;
  }

  /** The body's faces with candidates, and those inside the other solid. */
  #gatherFront(side: CpuSide): void {
    const { boneFace, toolFace } = this.#pairs.columns;
    const isBone = side === this.#boneSide;
    const { front, grouper, body, other, inside } = side;
    grouper.group(
      isBone ? boneFace : toolFace,
      isBone ? toolFace : boneFace,
      this.#pairs.length,
      body.faceCount,
      front,
    );
    if (inside === null) return;
    const found = side.interior.find(body, front, (face) => grouper.has(face), inside, other.bounds);
    addInteriorFaces(front, found);
  }

  #contactSide({
    body,
    leaves,
    records,
  }: {
    body: BoneBody | ToolBody;
    leaves: SubTriangles;
    records: DistanceRecords;
  }): ContactSide {
    return {
      body: body === this.#bone ? 'bone' : 'tool',
      surface: body,
      leaves,
      records,
      welded: body.topology.welded,
    };
  }
}
