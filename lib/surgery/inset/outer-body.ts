// The surface beyond the box, and a tool → whether the tool comes to what lies there, and where.
//
// The surface beyond is open along the box. A tool comes to bone there by meeting its surface; or it holds a part of it
// as a whole; or it is buried in it from the start. Else it has come through the box, which is not seen here.

import { BoneBody, ToolBody } from '#bodies';
import type { RigidPose } from '#core';
import { MeshQueries } from '#detector';
import { type Bounds, faceComponents, type TriangleMesh } from '#mesh';
import type { RigidMotion } from '#motion';

/** mm. */
export interface Beyond {
  has(x: number, y: number, z: number): boolean;
}

/** A part of the surface that is connected to no other: its box, and one of its points. */
interface Island {
  readonly bounds: Bounds;
  readonly point: Float64Array;
}

/** The given surface as a whole, whose index is made when it is needed. */
export class GivenBody {
  readonly mesh: TriangleMesh;
  #body: BoneBody | null = null;

  constructor(mesh: TriangleMesh) {
    this.mesh = mesh;
  }

  isInside(x: number, y: number, z: number): boolean {
    this.#body ??= new BoneBody(this.mesh);
    return this.#body.solid.isInside(x, y, z);
  }
}

export class OuterBody {
  readonly #outer: TriangleMesh;
  readonly #given: GivenBody;
  #skin: BoneBody | null = null;
  #islands: readonly Island[] = [];

  /** @param given the whole surface, closed. */
  constructor(outer: TriangleMesh, given: GivenBody) {
    this.#outer = outer;
    this.#given = given;
  }

  /** @returns null if nothing lies beyond the box. */
  with(tool: TriangleMesh): OuterTool | null {
    if (this.#outer.faces.length === 0) return null;
    if (this.#skin === null) {
      this.#skin = new BoneBody(this.#outer);
      this.#islands = islandsOf(this.#outer);
    }
    return new OuterTool(this.#skin, this.#islands, tool, this.#given);
  }
}

/** What is asked about the surface beyond and a tool. */
interface Meetings {
  intersects(pose: ArrayLike<number>): boolean;
  findIntersecting(pose: ArrayLike<number>): number;
  writeIntersecting(out: Uint32Array): void;
  firstContact(motion: RigidMotion, options: object): { readonly status: string; readonly highPose: Float64Array };
}

/** Of contacts and near points, which are not asked for. */
const OPTIONS = { sides: 'both', contactDistance: 0, resolution: 1, feed: null, shank: null } as const;

export class OuterTool {
  readonly #tool: TriangleMesh;
  readonly #queries: Meetings;
  readonly #islands: readonly Island[];
  readonly #given: GivenBody;
  #solid: BoneBody | null = null;

  constructor(skin: BoneBody, islands: readonly Island[], tool: TriangleMesh, given: GivenBody) {
    this.#tool = tool;
    this.#queries = new MeshQueries(skin, new ToolBody(tool), OPTIONS);
    this.#islands = islands;
    this.#given = given;
  }

  /** The faces beyond the box that the tool meets, each once for each of the tool's that it meets. */
  metFaces({ matrix }: Pick<RigidPose, 'matrix'>): Uint32Array {
    if (!this.#queries.intersects(matrix)) return NONE_MET;
    const out = new Uint32Array(2 * this.#queries.findIntersecting(matrix));
    this.#queries.writeIntersecting(out);
    return out.filter((_, n) => n % 2 === 0);
  }

  /** A pose on the way at which the tool may meet them; null if it meets none at any time. */
  firstMet(motion: RigidMotion): Float64Array | null {
    const { status, highPose } = this.#queries.firstContact(motion, {});
    return status === 'free' ? null : Float64Array.from(highPose ?? motion.to);
  }

  /** Boxes of the parts beyond the box that the tool holds as a whole. @param box mm, the tool's at the pose. */
  heldParts({ matrix: M }: RigidPose, { min, max }: Bounds): Bounds[] {
    const isNear = ({ bounds }: Island) => min.every((x, k) => x <= bounds.min[k] && max[k] >= bounds.max[k]);
    return this.#islands.filter(isNear).flatMap(({ bounds, point }) => {
      this.#solid ??= new BoneBody(this.#tool);
      const [x, y, z] = point.map((at, k) => at - M[12 + k]);
      const local = [0, 1, 2].map((k) => M[4 * k] * x + M[4 * k + 1] * y + M[4 * k + 2] * z);
      return this.#solid.solid.isInside(local[0], local[1], local[2]) ? [bounds] : [];
    });
  }

  /**
   * Whether a part of the tool beyond the box lies in bone, its surface as a whole: one corner of each is looked at.
   */
  isBuried({ matrix: M }: RigidPose, beyond: Beyond): boolean {
    const { positions: P, faces } = this.#tool;
    const places = new Float64Array(P.length);
    for (let n = 0; n < P.length; n += 3)
      for (let k = 0; k < 3; k++) places[n + k] = M[k] * P[n] + M[4 + k] * P[n + 1] + M[8 + k] * P[n + 2] + M[12 + k];
    const isOut = (vertex: number) => beyond.has(places[3 * vertex], places[3 * vertex + 1], places[3 * vertex + 2]);
    const out: number[] = [];
    for (let n = 0; n < faces.length; n += 3) {
      const corners = [faces[n], faces[n + 1], faces[n + 2]];
      if (corners.some(isOut)) out.push(...corners);
    }
    if (out.length === 0) return false;
    const { count, of } = faceComponents(Uint32Array.from(out), P.length / 3);
    const isSeen = new Uint8Array(count);
    for (let n = 0; n < out.length; n++) {
      const part = of[Math.floor(n / 3)];
      if (isSeen[part] === 1 || !isOut(out[n])) continue;
      isSeen[part] = 1;
      const [x, y, z] = places.subarray(3 * out[n], 3 * out[n] + 3);
      if (this.#given.isInside(x, y, z)) return true;
    }
    return false;
  }
}

const NONE_MET = new Uint32Array(0);

function islandsOf({ positions: P, faces }: TriangleMesh): Island[] {
  const { count, of } = faceComponents(faces, P.length / 3);
  const islands = Array.from({ length: count }, () => ({
    min: [Infinity, Infinity, Infinity] as [number, number, number],
    max: [-Infinity, -Infinity, -Infinity] as [number, number, number],
    point: P,
  }));
  for (let n = 0; n < faces.length; n++) {
    const island = islands[of[Math.floor(n / 3)]];
    const point = P.subarray(3 * faces[n], 3 * faces[n] + 3);
    island.point = point;
    for (let k = 0; k < 3; k++) {
      island.min[k] = Math.min(island.min[k], point[k]);
      island.max[k] = Math.max(island.max[k], point[k]);
    }
  }
  return islands.map(({ min, max, point }) => ({ bounds: { min, max }, point: Float64Array.from(point) }));
}
