// A body and the other one → what the CPU's stages keep of that side from pose to pose: its active faces, leaves and
// records.

import type { BoneBody, ToolBody } from '#bodies';
import { FaceGrouper, InteriorFaces } from '#candidates';
import type { ContactSide } from '#contacts';
import { crossingsOf } from '#intersect';
import { activeFaces, BONE, distanceRecords, subTriangles, TOOL } from '#records';
import { checkLeafCount, FaceSubdivider, mayBeTooManyLeaves } from '#subdivide';
import type { QueryOptions } from '../query-options.ts';
import { Side } from '../side.ts';
import type { CompiledSide, SideInput } from './compiled-side.ts';

/** Makes the compiled stages of a side; null if there are none. */
export type CompiledSides = (side: SideInput) => CompiledSide | null;

/** A side with the tables of all stages, and the objects that run stages 1 and 2. */
export class CpuSide extends Side {
  readonly leaves = subTriangles();
  readonly records = distanceRecords();
  readonly active = activeFaces();
  readonly grouper = new FaceGrouper();
  readonly interior = new InteriorFaces(this.body.topology);
  readonly #makeCompiled: () => CompiledSide | null;
  /** undefined before the first query of this side. */
  #compiled: CompiledSide | null | undefined;
  #subdivider: FaceSubdivider | null = null;
  /** Whether #compiled made the current leaves. */
  #isCompiled = false;
  /** Whether no face is active: then stages 2 and 3, which clear what they keep of the previous pose, do not run. */
  #isIdle = false;

  constructor(
    number: typeof BONE | typeof TOOL,
    body: BoneBody | ToolBody,
    other: BoneBody | ToolBody,
    compiled: CompiledSides,
  ) {
    super(number, body, other);
    this.#makeCompiled = () => compiled({ body, other, bodyIsTool: number === TOOL });
  }

  /**
   * To be called before stage 2, for all of the side's faces, so that the error is the same for any number of threads.
   * @param maxDistance mm: the report distance. @throws OptionError RESOLUTION_TOO_FINE.
   */
  checkLeafCount(maxDistance: number, { resolution }: QueryOptions): void {
    const { body, other, active, toOther } = this;
    const levels = body.leafLevels(resolution);
    if (!mayBeTooManyLeaves(active, levels)) return;
    toOther.clear(resolution);
    const inside = other.signed ? toOther.isApartInsideAt : null;
    checkLeafCount({ body, other, active, inside, maxDistance, levels, resolution });
  }

  /** Stage 2. @param maxDistance mm: the report distance. */
  subdivide(maxDistance: number, { contactDistance: delta, resolution }: QueryOptions): void {
    const { body, other, active, leaves, inside } = this;
    this.#isIdle = active.rows.length === 0;
    if (this.#isIdle) {
      leaves.rows.clear();
      leaves.near.length = 0;
      leaves.visited = 0;
      return;
    }
    const levels = body.leafLevels(resolution);
    const pass = { active, levels, resolution, delta, maxDistance, inside };
    if (this.#compiled === undefined) this.#compiled = this.#makeCompiled();
    this.#isCompiled = this.#compiled?.subdivide(pass, leaves) ?? false;
    if (this.#isCompiled) return;
    const { toOther } = this;
    toOther.clear(resolution);
    const isInside = other.signed ? toOther.isApartInsideAt : null;
    this.#subdivider ??= new FaceSubdivider();
    this.#subdivider.subdivide({ body, other, active, inside: isInside, maxDistance, levels, resolution }, leaves);
  }

  /** Stage 3: the records of the leaves. @param intersecting pairs of faces that share a point: bone, tool, … */
  measureLeaves(intersecting: Uint32Array, { contactDistance: delta, resolution }: QueryOptions): void {
    const { leaves, records } = this;
    records.clear();
    if (this.#isIdle) return;
    if (this.#isCompiled) {
      if (this.#compiled?.measure(crossingsOf(intersecting, this.number), records)) return;
      records.clear();
      this.toOther.clear(resolution);
    }
    this.measure(leaves, intersecting, delta, records);
  }

  /** This side's part of the report. It reads no body later: the bone may have been renumbered by then. */
  get contacts(): ContactSide {
    const { body, number, leaves, records } = this;
    const { faces, vertexCount, topology } = body;
    const { welded } = topology;
    return { body: number === BONE ? 'bone' : 'tool', surface: { faces, vertexCount }, leaves, records, welded };
  }
}
