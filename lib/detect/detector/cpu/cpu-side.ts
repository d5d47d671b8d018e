// A body and the other one → what the CPU's stages keep of that side from pose to pose: its active faces, leaves and
// records.

import { FaceGrouper, InteriorFaces } from '#candidates';
import type { ContactSide } from '#contacts';
import { crossingsOf } from '#intersect';
import { activeFaces, BONE, distanceRecords, subTriangles } from '#records';
import { checkDivisions, MOST_LEAVES, mayBeTooManyLeaves, tooManyLeaves } from '#subdivide';
import type { QueryOptions } from '../query-options.ts';
import { Side } from '../side.ts';

/** A side with the tables of all stages, and the objects that run stage 1. */
export class CpuSide extends Side {
  readonly leaves = subTriangles();
  readonly records = distanceRecords();
  readonly active = activeFaces();
  readonly grouper = new FaceGrouper();
  readonly interior = new InteriorFaces(this.body.topology);
  /** Whether no face is active: then stages 2 and 3, which clear what they keep of the previous pose, do not run. */
  #isIdle = false;

  /**
   * To be called before stage 2, for all of the side's faces, so that the error is the same for any number of threads.
   * @throws OptionError RESOLUTION_TOO_FINE.
   */
  checkLeafCount(options: QueryOptions): void {
    const { body, active } = this;
    const { resolution, mostLeaves = MOST_LEAVES } = options;
    const divided = body.divided(resolution);
    if (!mayBeTooManyLeaves(active, divided, mostLeaves)) return;
    checkDivisions(body, active, divided);
    const { count } = this.compiled.countLeaves({ active, divided, ...this.question(options) });
    if (count > mostLeaves) throw tooManyLeaves(body.name, count, resolution, mostLeaves);
  }

  /** Stage 2. */
  subdivide(options: QueryOptions): void {
    const { active, leaves } = this;
    this.#isIdle = active.rows.length === 0;
    if (this.#isIdle) {
      leaves.rows.clear();
      leaves.near.length = 0;
      leaves.visited = 0;
      return;
    }
    const divided = this.body.divided(options.resolution);
    this.compiled.subdivide({ active, divided, ...this.question(options) }, leaves);
  }

  /** Stage 3: the records of the leaves. @param intersecting pairs of faces that share a point: bone, tool, … */
  measureLeaves(intersecting: Uint32Array): void {
    this.records.clear();
    if (!this.#isIdle) this.compiled.measure(crossingsOf(intersecting, this.number), this.records);
  }

  /** This side's part of the report. It reads no body later: the bone may have been renumbered by then. */
  get contacts(): ContactSide {
    const { body, number, leaves, records } = this;
    const { faces, vertexCount, topology } = body;
    const { welded } = topology;
    return { body: number === BONE ? 'bone' : 'tool', surface: { faces, vertexCount }, leaves, records, welded };
  }
}
