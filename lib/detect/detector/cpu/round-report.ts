// A pose of a sphere or capsule against the bone → the contact report, of the bone's side.
//
//   bone's BVH ──▶ near faces ──▶ leaves ──▶ records ──▶ contacts, patches
//                      └──▶ the exact side of each ──▶ intersecting faces, state

import type { BoneBody } from '#bodies';
import { contactParts } from '#contacts';
import { type RigidPose, reportDistance } from '#core';
import { type ContactState, distanceRecords, subTriangles } from '#records';
import { FaceSide, INSIDE, LeafMeasurer, NearFaces, type RoundTool, SHARED } from '#round-tool';
import { SubdividerWhere } from '#subdivide';
import type { LateParts, PlainReport } from '../end-of-report.ts';
import { leafCornersOf } from '../leaf-corners-of.ts';
import type { QueryOptions } from '../query-options.ts';

/** A round tool has no faces that share segments, and no penetration. */
export const NO_LATE_PARTS: LateParts = { intersectionSegments: new Float64Array(0), penetration: null };

export class RoundReport {
  readonly #bone: BoneBody;
  readonly #tool: RoundTool;
  readonly #options: QueryOptions;
  readonly #near: NearFaces;
  readonly #side: FaceSide;
  readonly #subdivider = new SubdividerWhere();
  readonly #measurer: LeafMeasurer;
  readonly #leaves = subTriangles();
  readonly #records = distanceRecords();

  constructor(bone: BoneBody, tool: RoundTool, options: QueryOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#near = new NearFaces(bone, tool);
    this.#side = new FaceSide(bone, tool);
    this.#measurer = new LeafMeasurer(bone, tool);
  }

  /** @param started performance.now() when the query began. */
  plainReport(pose: RigidPose, started: number): PlainReport {
    this.#tool.moveTo(pose);
    const { contactDistance: delta, resolution } = this.#options;
    const bone = this.#bone;
    const near = this.#near;
    const leaves = this.#leaves;
    const records = this.#records;
    near.find(reportDistance(delta, Math.max(bone.magnitude, this.#tool.magnitude)));
    const regions = performance.now();

    const { faces, count, mayReach: mayHold } = near;
    const divided = bone.divided(resolution);
    this.#subdivider.subdivide({ body: bone, faces, count, divided, resolution, mayHold }, leaves);
    const subdivided = performance.now();

    records.clear();
    this.#measurer.measure({ leaves, cornersOf: leafCornersOf(bone, leaves), delta }, records);
    const { state, intersecting } = this.#decide();
    const measured = performance.now();

    const { vertexCount, topology } = bone;
    const surface = { faces: bone.faces, vertexCount };
    const contacts = contactParts([{ body: 'bone', surface, leaves, records, welded: topology.welded }]);
    const ended = performance.now();
    const stats = {
      backend: 'cpu' as const,
      candidatePairs: count,
      subTriangles: leaves.rows.length,
      escalatedPairs: this.#side.escalated,
      milliseconds: {
        regions: regions - started,
        subdivide: subdivided - regions,
        distance: measured - subdivided,
        penetration: 0,
        contacts: ended - measured,
        transfer: 0,
        total: ended - started,
      },
    };
    const rest = { state, signed: { bone: true, tool: false }, intersectingFaces: intersecting, stats };
    return { rest, contacts };
  }

  /** Exactly: the state, and the faces that share a point with the tool's surface, each paired with its face 0. */
  #decide(): { readonly state: ContactState; readonly intersecting: Uint32Array } {
    const { faces, count } = this.#near;
    const side = this.#side;
    const shared: number[] = [];
    let isInside = false;
    side.begin();
    for (let i = 0; i < count; i++) {
      const found = side.of(faces[i]);
      if (found === SHARED) shared.push(faces[i], 0);
      else if (found === INSIDE) isInside = true;
    }
    const intersecting = Uint32Array.from(shared);
    if (shared.length > 0) return { state: 'intersecting', intersecting };
    return { state: isInside || this.#isInBone() ? 'enclosed' : this.#isNear() ? 'near' : 'separated', intersecting };
  }

  /** For a tool that no face of the bone enters: all of its points have the same winding number. */
  #isInBone(): boolean {
    const { axis } = this.#tool;
    return this.#bone.signed && this.#bone.solid.isInside(axis[0], axis[1], axis[2]);
  }

  /** Whether a face, all being outside, comes within δ. The certified intervals decide most cases. */
  #isNear(): boolean {
    const { contactDistance: delta } = this.#options;
    const { columns, length } = this.#records;
    for (let row = 0; row < length; row++) if (columns.high[row] <= delta) return true;
    if (length === 0) return false;
    const { faces, count } = this.#near;
    for (let i = 0; i < count; i++) if (this.#side.isWithin(faces[i], delta)) return true;
    return false;
  }
}
