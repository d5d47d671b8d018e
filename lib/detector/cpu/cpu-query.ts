// A posed tool against the bone → the contact report: the four stages on the CPU, f64, one after the other.

import type { BoneBody, ToolBody } from '../../bodies/index.ts';
import { addInteriorFaces, FaceGrouper, InteriorFaces, ScanlineCandidates } from '../../candidates/index.ts';
import { buildReportContacts, type ContactSide } from '../../contacts/index.ts';
import { reportDistance } from '../../core/index.ts';
import { crossingsOf, IntersectingPairs, intersectionSegmentsOf } from '../../intersect/index.ts';
import { SubTriangleMeasurer } from '../../measure/index.ts';
import { PenetrationQuery } from '../../penetration/index.ts';
import { SignedDistance } from '../../proximity/index.ts';
import {
  activeFaces,
  type CandidatePairs,
  type CandidateStage,
  type ContactReport,
  candidatePairs,
  type DistanceRecords,
  distanceRecords,
  type SubTriangles,
  subTriangles,
} from '../../records/index.ts';
import { FaceSubdivider, latticePoint } from '../../subdivide/index.ts';
import { SharedSegment } from '../../triangles/index.ts';
import { contactState } from '../contact-state.ts';

/** One body's tables and tools, kept from query to query. */
class Side {
  readonly active = activeFaces();
  readonly grouper = new FaceGrouper();
  readonly leaves = subTriangles();
  readonly records = distanceRecords();
  readonly subdivider = new FaceSubdivider();
  readonly measurer = new SubTriangleMeasurer();
  readonly interior: InteriorFaces;
  toOther: SignedDistance;
  readonly body: BoneBody | ToolBody;
  readonly other: BoneBody | ToolBody;
  /** The other solid's inside test; null where it has none. */
  inside: ((x: number, y: number, z: number) => boolean) | null;

  constructor(body: BoneBody | ToolBody, other: BoneBody | ToolBody) {
    this.body = body;
    this.other = other;
    this.interior = new InteriorFaces(body.topology);
    this.inside = other.signed ? other.solid.isInside : null;
    this.toOther = new SignedDistance(other, this.inside);
  }

  /** An edit may have opened or closed the other body. */
  otherEdited(): void {
    const { other } = this;
    if (other.signed === (this.inside !== null)) return;
    this.inside = other.signed ? other.solid.isInside : null;
    this.toOther = new SignedDistance(other, this.inside);
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
  readonly #boneSide: Side;
  readonly #toolSide: Side;
  readonly #penetration: PenetrationQuery;

  constructor(bone: BoneBody, tool: ToolBody, options: QueryOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#candidates = new ScanlineCandidates(bone, tool);
    this.#boneSide = new Side(bone, tool);
    this.#toolSide = new Side(tool, bone);
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
    const wanted: Side[] = [];
    if (sides !== 'tool') wanted.push(this.#boneSide);
    if (sides !== 'bone') wanted.push(this.#toolSide);

    const within = reportDistance(delta, Math.max(bone.magnitude, tool.magnitude));
    this.#candidates.find(within, this.#pairs);
    for (const side of wanted) this.#gatherActiveFaces(side);
    const regionsDone = performance.now();

    for (const { subdivider, body, other, active, toOther, leaves } of wanted) {
      toOther.clear(resolution);
      const inside = other.signed ? toOther.isApartInsideAt : null;
      subdivider.subdivide(body, other, active, inside, within, body.leafLevels(resolution), resolution, leaves);
    }
    const subdivideDone = performance.now();

    const intersecting = this.#intersectingPairsOf(this.#pairs);
    const segments = intersectionSegmentsOf(bone, tool, intersecting, this.#segment);
    for (const side of wanted) this.#measure(side, intersecting);
    const { state, escalated } = contactState({
      bone,
      tool,
      intersecting,
      parts: [this.#toolSide, this.#boneSide],
      records: wanted.map((side) => side.records),
      pairs: () => this.#pairs,
      delta,
    });
    const distanceDone = performance.now();

    const isOverlapping = state === 'intersecting' || state === 'enclosed';
    const penetration = this.#penetration.find({ pairs: intersecting, segments, isOverlapping });
    const penetrationDone = performance.now();

    const { contacts, patches } = buildReportContacts(wanted.map((side) => this.#contactSide(side)));
    const finished = performance.now();
    return {
      state,
      signed: { bone: tool.signed, tool: bone.signed },
      contacts,
      intersectingFaces: intersecting,
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
  #gatherActiveFaces(side: Side): void {
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

  #measure(side: Side, intersecting: Uint32Array): void {
    const { body, other, leaves, records, toOther } = side;
    const { face, level, lattice } = leaves.rows.columns;
    records.clear();
    const cornersOf = (leaf: number, out: Float64Array): void => {
      const f = 3 * face[leaf];
      const [a, b, c] = [3 * body.faces[f], 3 * body.faces[f + 1], 3 * body.faces[f + 2]];
      const n = 2 ** level[leaf];
      for (let k = 0; k < 3; k++)
        latticePoint(body.positions, a, b, c, lattice[6 * leaf + 2 * k], lattice[6 * leaf + 2 * k + 1], n, out, 3 * k);
    };
    const bodyIsTool = side === this.#toolSide;
    const crossings = crossingsOf(intersecting, bodyIsTool ? 1 : 0);
    const delta = this.#options.contactDistance;
    side.measurer.measure({ body, other, bodyIsTool, leaves, cornersOf, crossings, toOther, delta }, records);
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
