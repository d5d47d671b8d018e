// What the GPU answered for one pose → the contact report: the CPU decides what f32 left open and puts both together,
// in order.

import type { BoneBody, ToolBody } from '../../bodies/index.ts';
import { ScanlineCandidates } from '../../candidates/index.ts';
import { buildReportContacts } from '../../contacts/index.ts';
import { reportDistance } from '../../core/index.ts';
import { crossingsOf, intersectionSegmentsOf } from '../../intersect/index.ts';
import { ContactFinisher, SubTriangleMeasurer } from '../../measure/index.ts';
import { PenetrationQuery } from '../../penetration/index.ts';
import { SignedDistance } from '../../proximity/index.ts';
import {
  BONE,
  type CandidateStage,
  type ContactReport,
  candidatePairs,
  distanceRecords,
  LEAF_RESULT,
  leafLattice,
  PAIR,
  PAIR_SHARES,
  SUB_TRIANGLE_ROW,
  subTriangles,
  TOOL,
  wordOffsets,
  wordsOf,
} from '../../records/index.ts';
import { latticePoint } from '../../subdivide/index.ts';
import { SharedSegment, TriangleIntersector, TrianglePair } from '../../triangles/index.ts';
import { contactState } from '../contact-state.ts';
import type { QueryOptions } from '../cpu/cpu-query.ts';

const PAIR_AT = wordOffsets(PAIR);
const ROW_AT = wordOffsets(SUB_TRIANGLE_ROW);
const RESULT_AT = wordOffsets(LEAF_RESULT);
const FACE_NUMBER = 0x7fffffff;
/** A near entry's face number, below the pair's verdict. */
const NEAR_FACE = 0x3fffffff;

/** One pose's part of what came back: records of the tables in lib/records/gpu-tables.ts. */
export interface PoseAnswer {
  /** mm in a span of the grid. */
  readonly span: number;
  /** PAIR records that share a point or are undecided. */
  readonly pairs: Uint32Array;
  /** LEAF_RESULT records in order of body, face and path: one buffer as words and as floats. */
  readonly contacts: Uint32Array;
  readonly contactFloats: Float32Array;
  /** SUB_TRIANGLE_ROW records of undecided leaves, in the same order; nearStart counts in `near`. */
  readonly undecided: Uint32Array;
  readonly near: Uint32Array;
  readonly candidatePairs: number;
  readonly subTriangles: number;
  /** Milliseconds by stage, without `total`. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

/** One body's tables and tools, kept from query to query. */
class Side {
  readonly leaves = subTriangles();
  readonly open = subTriangles();
  readonly records = distanceRecords();
  readonly measured = distanceRecords();
  readonly measurer = new SubTriangleMeasurer();
  readonly toOther: SignedDistance;
  readonly body: BoneBody | ToolBody;
  readonly other: BoneBody | ToolBody;
  readonly number: 0 | 1;
  readonly inside: ((x: number, y: number, z: number) => boolean) | null;

  constructor(number: 0 | 1, body: BoneBody | ToolBody, other: BoneBody | ToolBody) {
    this.number = number;
    this.body = body;
    this.other = other;
    this.inside = other.signed ? other.solid.isInside : null;
    this.toOther = new SignedDistance(other, this.inside);
  }
}

export class GpuReporter {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #options: QueryOptions;
  readonly #sides: readonly Side[];
  readonly #intersector = new TriangleIntersector();
  readonly #segment = new SharedSegment();
  readonly #finisher = new ContactFinisher();
  readonly #penetration: PenetrationQuery;
  readonly #corners = new Float64Array(9);
  readonly #pairs = candidatePairs();
  readonly #candidates: CandidateStage;

  /** Make a new one after an edit of the bone.  */
  constructor(bone: BoneBody, tool: ToolBody, options: QueryOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#candidates = new ScanlineCandidates(bone, tool);
    this.#options = options;
    this.#sides = [new Side(BONE, bone, tool), new Side(TOOL, tool, bone)];
    this.#penetration = new PenetrationQuery(bone, tool, options);
  }

  /** The tool has been moved to the answer's pose. @param started performance.now() at the query's begin. */
  report(answer: PoseAnswer, started: number): ContactReport {
    const began = performance.now();
    const { sides, contactDistance: delta } = this.#options;
    const wanted = this.#sides.filter(({ number }) => sides === 'both' || (sides === 'bone') === (number === BONE));
    const { shared, escalated: openPairs } = this.#sharedPairs(answer.pairs);
    let escalated = openPairs;
    for (const side of wanted) escalated += this.#finish(side, answer, shared);
    const records = wanted.map((side) => side.records);
    const state = contactState({
      bone: this.#bone,
      tool: this.#tool,
      shared,
      parts: this.#sides,
      records,
      pairs: () => {
        const within = reportDistance(delta, Math.max(this.#bone.magnitude, this.#tool.magnitude));
        this.#candidates.find(within, this.#pairs);
        return this.#pairs;
      },
      delta,
    });
    const segments = intersectionSegmentsOf(this.#bone, this.#tool, shared, this.#segment);
    const distanceDone = performance.now();
    const isOverlapping = state.state === 'intersecting' || state.state === 'enclosed';
    const penetration = this.#penetration.find({ pairs: shared, segments, isOverlapping });
    const penetrationDone = performance.now();
    const { contacts, patches } = buildReportContacts(
      wanted.map(({ body, number, leaves, records: from }) => ({
        body: number === BONE ? ('bone' as const) : ('tool' as const),
        surface: body,
        leaves,
        records: from,
        welded: body.topology.welded,
      })),
    );
    const finished = performance.now();
    const { milliseconds } = answer;
    return {
      state: state.state,
      signed: { bone: this.#tool.signed, tool: this.#bone.signed },
      contacts,
      intersectingFaces: shared,
      intersectionSegments: segments,
      patches,
      penetration,
      stats: {
        backend: 'webgpu',
        candidatePairs: answer.candidatePairs,
        subTriangles: answer.subTriangles,
        escalatedPairs: escalated + state.escalated,
        milliseconds: {
          ...milliseconds,
          distance: (milliseconds.distance ?? 0) + distanceDone - began,
          penetration: penetrationDone - distanceDone,
          contacts: (milliseconds.contacts ?? 0) + finished - penetrationDone,
          total: finished - started,
        },
      },
    };
  }

  /** The pairs that share a point, ascending; the undecided ones by exact predicates. */
  #sharedPairs(pairs: Uint32Array): { shared: Uint32Array; escalated: number } {
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
      if (pairs[at + PAIR_AT.verdict] !== PAIR_SHARES) {
        escalated++;
        pair.loadFirstFace(bone.positions, bone.faces, f).loadSecondFace(tool.positions, tool.faces, g);
        if (!this.#intersector.share(pair)) continue;
      }
      keys[found++] = f * tool.faceCount + g;
    }
    const sorted = keys.subarray(0, found).sort();
    const shared = new Uint32Array(2 * found);
    for (let i = 0; i < found; i++) {
      shared[2 * i] = Math.floor(sorted[i] / tool.faceCount);
      shared[2 * i + 1] = sorted[i] % tool.faceCount;
    }
    return { shared, escalated };
  }

  /** One side's leaves and records in order. @returns the near pairs of the leaves that the CPU measured. */
  #finish(side: Side, answer: PoseAnswer, shared: Uint32Array): number {
    const { leaves, records, measured, open, body, other, number } = side;
    const escalated = this.#measureOpen(side, answer, shared);
    leaves.rows.clear();
    records.clear();
    const width = wordsOf(LEAF_RESULT);
    const { contacts, contactFloats } = answer;
    const isOwn = (at: number) => contacts[at + RESULT_AT.owner] >>> 31 === number;
    let next = 0;
    let opened = 0;
    while (next < contacts.length && !isOwn(next)) next += width;
    const input = {
      body,
      other,
      bodyIsTool: number === TOOL,
      delta: this.#options.contactDistance,
      span: answer.span,
      words: contacts,
      floats: contactFloats,
    };
    for (;;) {
      const hasContact = next < contacts.length && isOwn(next);
      if (!hasContact && opened === measured.length) return escalated;
      const from = open.rows.columns;
      const row = opened < measured.length ? measured.columns.subTriangle[opened] : -1;
      const face = hasContact ? contacts[next + RESULT_AT.owner] & FACE_NUMBER : Number.POSITIVE_INFINITY;
      const path = hasContact ? contacts[next + RESULT_AT.path] : 0;
      const isOpenFirst = row >= 0 && (from.face[row] < face || (from.face[row] === face && from.path[row] < path));
      if (isOpenFirst) {
        appendLeaf(leaves, from.face[row], from.level[row], from.path[row]);
        copyRecord(measured, opened++, records, leaves.rows.length - 1);
        continue;
      }
      const level = (contacts[next + RESULT_AT.state] >>> 16) & 0xff;
      appendLeaf(leaves, face, level, path);
      const leaf = leaves.rows.length - 1;
      this.#cornersOf(side, leaves, leaf, this.#corners);
      this.#finisher.append(input, next / width, leaf, face, level, this.#corners, records);
      next += width;
    }
  }

  /** Measures the leaves that the GPU left open, in f64 and exactly. @returns how many near pairs they have. */
  #measureOpen(side: Side, { undecided, near }: PoseAnswer, shared: Uint32Array): number {
    const { open, measured, body, other, number, toOther } = side;
    const width = wordsOf(SUB_TRIANGLE_ROW);
    open.rows.clear();
    open.near.length = 0;
    measured.clear();
    toOther.clear(this.#options.resolution);
    for (let at = 0; at < undecided.length; at += width) {
      if (undecided[at + ROW_AT.owner] >>> 31 !== number) continue;
      const state = undecided[at + ROW_AT.state];
      appendLeaf(open, undecided[at + ROW_AT.owner] & FACE_NUMBER, (state >>> 16) & 0xff, undecided[at + ROW_AT.path]);
      const row = open.rows.length - 1;
      const count = undecided[at + ROW_AT.nearCount];
      const start = undecided[at + ROW_AT.nearStart];
      open.rows.columns.start[row] = open.near.length;
      open.rows.columns.count[row] = count;
      open.rows.columns.inside[row] = state >>> 24 === 1 ? 1 : 0;
      // In order: what is measured must not depend on which of the GPU's threads came first.
      const faces = Uint32Array.from(near.subarray(start, start + count), (entry) => entry & NEAR_FACE).sort();
      for (const face of faces) open.near.push(face);
    }
    if (open.rows.length === 0) return 0;
    const cornersOf = (leaf: number, out: Float64Array) => this.#cornersOf(side, open, leaf, out);
    const crossings = crossingsOf(shared, number);
    const delta = this.#options.contactDistance;
    const bodyIsTool = number === TOOL;
    side.measurer.measure({ body, other, bodyIsTool, leaves: open, cornersOf, crossings, toOther, delta }, measured);
    return open.near.length;
  }

  #cornersOf({ body }: Side, leaves: ReturnType<typeof subTriangles>, leaf: number, out: Float64Array): void {
    const { face, level, lattice } = leaves.rows.columns;
    const f = 3 * face[leaf];
    const [a, b, c] = [3 * body.faces[f], 3 * body.faces[f + 1], 3 * body.faces[f + 2]];
    const n = 2 ** level[leaf];
    for (let k = 0; k < 3; k++)
      latticePoint(body.positions, a, b, c, lattice[6 * leaf + 2 * k], lattice[6 * leaf + 2 * k + 1], n, out, 3 * k);
  }
}

function appendLeaf({ rows }: ReturnType<typeof subTriangles>, face: number, level: number, path: number): void {
  rows.reserve(1);
  const row = rows.length++;
  const { columns } = rows;
  columns.face[row] = face;
  columns.level[row] = level;
  columns.path[row] = path;
  columns.start[row] = 0;
  columns.count[row] = 0;
  columns.inside[row] = 0;
  leafLattice(level, path, columns.lattice, 6 * row);
}

function copyRecord(
  from: ReturnType<typeof distanceRecords>,
  row: number,
  to: ReturnType<typeof distanceRecords>,
  leaf: number,
): void {
  to.reserve(1);
  const at = to.length++;
  for (const [name, { width = 1 }] of Object.entries(to.schema) as [keyof typeof to.columns, { width?: number }][])
    to.columns[name].set(from.columns[name].subarray(width * row, width * (row + 1)), width * at);
  to.columns.subTriangle[at] = leaf;
}
