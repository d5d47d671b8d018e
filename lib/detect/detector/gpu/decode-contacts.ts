// The GPU's answer for one pose → leaves and distance records of both bodies, in order of face and path: contacts that
// the GPU decided, decoded from its words, and leaves that it left undecided, which the CPU has measured.
//
//   words of the GPU's contacts   │ c c c   c c     c │        both lists are in order;
//   records that the CPU measured │       m     m m   │        they are merged
//
// A report keeps both until its contacts are read: queries and edits made meanwhile do not change them.

import type { ToolBody } from '#bodies';
import type { ContactSide } from '#contacts';
import type { RigidPose } from '#core';
import { type FaceDivisions, PathWalk } from '#divisions';
import { ContactFinisher } from '#measure';
import {
  BONE,
  type DistanceRecords,
  distanceRecords,
  LEAF_RESULT,
  OWNER,
  partOf,
  RESULT_STATE,
  type SubTriangles,
  type Surface,
  subTriangles,
  wordOffsets,
  wordsOf,
} from '#records';
import { appendLeaf, leafCorners } from '#subdivide';
import { TrianglePair } from '#triangles';

const RESULT_AT = wordOffsets(LEAF_RESULT);
const WORDS = wordsOf(LEAF_RESULT);

/** A body as it was when the pose was answered; an edit only appends to its arrays, or makes new ones. */
export type BodyThen = Pick<Surface, 'positions' | 'faces' | 'vertexCount' | 'magnitude' | 'signed'>;

/** One body's part of an answer. */
export interface UndecodedSide {
  readonly number: number;
  /** LEAF_RESULT records of its contacts: one buffer as words and as floats. */
  readonly words: Uint32Array;
  readonly floats: Float32Array;
  /** Leaves in contact that the GPU left undecided, and their records. */
  readonly measured: { readonly leaves: SubTriangles; readonly records: DistanceRecords };
  /** How its faces were divided. */
  readonly divided: FaceDivisions;
  /** For each vertex, the first vertex with the same coordinates. */
  readonly welded: Uint32Array;
}

export interface UndecodedContacts {
  readonly bone: BodyThen;
  readonly tool: ToolBody;
  /** Kept, not copied. */
  readonly pose: RigidPose;
  /** A bound on the posed tool's coordinates, mm. */
  readonly toolMagnitude: number;
  /** The bone's before the tool's. */
  readonly sides: readonly UndecodedSide[];
  /** δ, mm; and the width of the GPU's grid, mm. */
  readonly delta: number;
  readonly width: number;
}

/** The number of rows that decoding yields. */
export function contactCount({ sides }: UndecodedContacts): number {
  return sides.reduce((sum, { words, measured }) => sum + words.length / WORDS + measured.records.length, 0);
}

export class ContactDecoder {
  readonly #leaves = [subTriangles(), subTriangles()];
  readonly #records = [distanceRecords(), distanceRecords()];
  /** The face of the present leaf, and the leaf's corners. */
  readonly #parent = new TrianglePair();
  readonly #corners = new Float64Array(9);

  /** The tables belong to the decoder: they are valid until its next call. */
  decode({ bone, tool, pose, toolMagnitude, sides, delta, width }: UndecodedContacts): ContactSide[] {
    const { faces, vertexCount, signed } = tool;
    const positions = tool.positionsUnder(pose);
    const posed: BodyThen = { positions, faces, vertexCount, magnitude: toolMagnitude, signed };
    return sides.map((side): ContactSide => {
      const isBone = side.number === BONE;
      const [body, other] = isBone ? [bone, posed] : [posed, bone];
      const { words, floats, welded } = side;
      const finisher = new ContactFinisher({ body, other, bodyIsTool: !isBone, delta, width, words, floats });
      const leaves = this.#leaves[side.number];
      const records = this.#records[side.number];
      this.#fill(side, body, finisher, leaves, records);
      return { body: isBone ? 'bone' : 'tool', surface: body, leaves, records, welded };
    });
  }

  #fill(
    { words, measured, divided }: UndecodedSide,
    body: BodyThen,
    finisher: ContactFinisher,
    leaves: SubTriangles,
    records: DistanceRecords,
  ): void {
    leaves.rows.clear();
    records.clear();
    const { columns: rows } = measured.leaves.rows;
    const { length: count } = measured.records;
    const { subTriangle } = measured.records.columns;
    const parent = this.#parent;
    const appender = new LeafAppender(divided);
    let loaded = -1;
    let taken = 0;
    for (let at = 0; at < words.length || taken < count; ) {
      const hasContact = at < words.length;
      const face = hasContact ? partOf(words[at + RESULT_AT.owner], OWNER.face) : Number.POSITIVE_INFINITY;
      const path = hasContact ? words[at + RESULT_AT.path] : 0;
      const leaf = leaves.rows.length;
      const row = taken < count ? subTriangle[taken] : -1;
      if (row >= 0 && (rows.face[row] < face || (rows.face[row] === face && rows.path[row] < path))) {
        appendLeaf(leaves, rows.face[row], rows.level[row], rows.path[row], rows.lattice, 6 * row);
        records.append(measured.records, taken++);
        records.columns.subTriangle[records.length - 1] = leaf;
        continue;
      }
      const level = partOf(words[at + RESULT_AT.state], RESULT_STATE.level);
      appender.append(leaves, face, level, path);
      if (face !== loaded) parent.loadFirstFace(body.positions, body.faces, face);
      loaded = face;
      leafCorners(parent.corners, leaves.rows.columns.lattice, 6 * leaf, this.#corners);
      finisher.append(at / WORDS, leaf, face, this.#corners, records);
      at += WORDS;
    }
  }
}

/** Leaves that the GPU names by face, level and path → rows of SubTriangles. */
export class LeafAppender {
  readonly #walk = new PathWalk();
  readonly #lattice = new Int32Array(6);
  readonly #divided: FaceDivisions;
  #face = -1;

  constructor(divided: FaceDivisions) {
    this.#divided = divided;
  }

  append(leaves: SubTriangles, face: number, level: number, path: number): void {
    const divided = this.#divided;
    if (face !== this.#face) this.#walk.begin(divided.nodeOf(face));
    this.#face = face;
    this.#walk.corners(divided.divisions, level, path, this.#lattice, 0);
    appendLeaf(leaves, face, level, path, this.#lattice, 0);
  }
}
