// A bone, a planned region and the motions of a tool → the volume removed, in all, inside the region and outside of it.
//
// Two more bones are cut along with the first: the part of the bone in the region (the bone less a box around all, from
// which the region is left out) and the part outside (the bone less the region). What a motion takes from each of them
// is what it takes from the bone on that side. So each interval is that of the cuts themselves
// (CutResult.removedVolume), and the intervals of several motions are added: each holds what its motion took from the
// part as it then was.

import { MeshError } from '../core/index.ts';
import { type CuttableBone, createCuttableBone } from '../cutting/index.ts';
import { createMesh, inspectMesh, measureBounds, type TriangleMesh } from '../mesh/index.ts';
import type { RigidMotion } from '../motion/index.ts';
import { RemovedSum, type RemovedVolume, removedBy } from './removed-sum.ts';

export interface RemovedVolumes {
  readonly all: RemovedVolume;
  /** null without a region. */
  readonly inside: RemovedVolume | null;
  readonly outside: RemovedVolume | null;
}

/** A part of the bone; null where no bone is left of it. */
type Part = CuttableBone | null;

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export class RegionVolumes {
  readonly bone: CuttableBone;
  readonly #sums = { all: new RemovedSum(), inside: new RemovedSum(), outside: new RemovedSum() };
  readonly #hasRegion: boolean;
  #inside: Part;
  #outside: Part;

  private constructor(bone: CuttableBone, parts: { inside: Part; outside: Part } | null) {
    this.bone = bone;
    this.#hasRegion = parts !== null;
    this.#inside = parts?.inside ?? null;
    this.#outside = parts?.outside ?? null;
  }

  /** @throws (as a rejection) MeshError NOT_SOLID (surface, region) and as createCuttableBone. */
  static async create(surface: TriangleMesh, cell: number, region: TriangleMesh | null): Promise<RegionVolumes> {
    if (region !== null) checkRegion(region);
    const bone = await createCuttableBone({ surface, cell });
    if (region === null) return new RegionVolumes(bone, null);
    return new RegionVolumes(bone, {
      inside: await partOf(surface, cell, allBut(region, surface, cell)),
      outside: await partOf(surface, cell, region),
    });
  }

  /** Cuts the bone. @throws as CuttableBone.cut. */
  cut(tool: TriangleMesh, motion: RigidMotion): void {
    const all = removedBy(this.bone.cut(tool, motion));
    this.#sums.all.add(all);
    this.#outside = this.#cutPart(this.#outside, this.#sums.outside, tool, motion, all);
    this.#inside = this.#cutPart(this.#inside, this.#sums.inside, tool, motion, all);
  }

  /**
   * A motion's cut of a part, whose volume is added to the sum. Where it would leave nothing, a cut is refused: then
   * what was left is gone, and of the exact volume is known that it is no more than what the motion took in all.
   * @returns what is left.
   */
  #cutPart(part: Part, sum: RemovedSum, tool: TriangleMesh, motion: RigidMotion, all: RemovedVolume): Part {
    if (part === null) return null;
    try {
      sum.add(removedBy(part.cut(tool, motion)));
      return part;
    } catch (error) {
      if (!isNothingLeft(error)) throw error;
      sum.add({ low: 0, high: all.high, surface: inspectMesh(part.mesh).volume });
      return null;
    }
  }

  /** What all motions so far removed. */
  get removed(): RemovedVolumes {
    const { all, inside, outside } = this.#sums;
    return {
      all: all.total,
      inside: this.#hasRegion ? inside.total : null,
      outside: this.#hasRegion ? outside.total : null,
    };
  }
}

/** The bone less a body; null where that leaves nothing. */
async function partOf(surface: TriangleMesh, cell: number, body: TriangleMesh): Promise<Part> {
  const part = await createCuttableBone({ surface, cell });
  try {
    part.cut(body, { from: IDENTITY, to: IDENTITY });
    return part;
  } catch (error) {
    if (!isNothingLeft(error)) throw error;
    return null;
  }
}

const isNothingLeft = (error: unknown) => error instanceof MeshError && error.code === 'EMPTY_MESH';

/** A box around bone and region from which the region is left out: its surface and the region's, inside out. */
function allBut(region: TriangleMesh, surface: TriangleMesh, cell: number): TriangleMesh {
  const boxes = [region, surface].map(({ positions, faces }) => measureBounds(positions, faces));
  // The grid goes a few cells beyond the bone; four more are beyond it.
  const low = [0, 1, 2].map((k) => Math.min(...boxes.map(({ min }) => min[k])) - 4 * cell);
  const high = [0, 1, 2].map((k) => Math.max(...boxes.map(({ max }) => max[k])) + 4 * cell);
  const corners = Array.from({ length: 8 }, (_, c) => [0, 1, 2].map((k) => ((c >> k) & 1 ? high[k] : low[k])));
  const positions = new Float64Array(24 + region.positions.length);
  positions.set(corners.flat());
  positions.set(region.positions, 24);
  const faces = new Uint32Array(36 + region.faces.length);
  faces.set(BOX_FACES);
  for (let n = 0; n < region.faces.length; n += 3)
    for (let k = 0; k < 3; k++) faces[36 + n + k] = region.faces[n + 2 - k] + 8;
  return createMesh(positions, faces, { name: `all but ${region.name}` });
}

/** Corner c of the box is high along axis k where bit k of c is set; faces outward. */
const BOX_FACES = [
  ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6],
  ...[0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7],
  ...[0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
];

function checkRegion(region: TriangleMesh): void {
  const { closed, oriented, volume } = inspectMesh(region);
  if (closed && oriented && volume > 0) return;
  throw new MeshError(
    'NOT_SOLID',
    `The region "${region.name}" is ${closed ? (oriented ? `inside out (${volume.toPrecision(3)} mm³)` : 'not consistently oriented') : 'open'}, expected a closed surface with its faces outward; mend it.`,
  );
}
