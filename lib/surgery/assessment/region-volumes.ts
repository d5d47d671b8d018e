// A bone, a planned region and the motions of a tool → the volume removed: total, inside and outside the region.
//
// What the motions sweep of the given bone is one interval (CuttableBone.pathVolume): each point counts once, however
// often the tool passes it. The same holds for the part of the bone in the region, and for the part outside.
//
// What the surface lost is a separate number. For the two parts it comes from two more bones, cut along with the first:
// the part of the bone in the region (the bone minus a box around all that omits the region) and the part outside (the
// bone minus the region).

import { MeshError } from '#core';
import {
  type CuttableBone,
  createCuttableBone,
  type PathVolume,
  StandingBridges,
  type VolumeBounds,
  type Window,
} from '#cutting';
import { type Bounds, createMesh, inspectMesh, measureBounds, type TriangleMesh } from '#mesh';
import type { RigidMotion } from '#motion';

/** mm³: contains what the motions swept of the given bone. */
export interface RemovedVolume extends VolumeBounds {
  /** What the surface on its grid lost, up to rounding: see CutResult.volumeLoss. It may be outside the bounds. */
  readonly surface: number;
}

export interface RemovedVolumes {
  readonly all: RemovedVolume;
  /** null without a region. */
  readonly inside: RemovedVolume | null;
  readonly outside: RemovedVolume | null;
}

/** Cells from the tool to the sides of the window: its cuts reach no farther than the bound of 3.6 cells. */
const BESIDE = 5;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The bone, or a part of it. */
class Part {
  /** null if no bone is left of it. */
  #bone: CuttableBone | null;
  readonly #swept: () => VolumeBounds;
  #surface = 0;

  constructor(bone: CuttableBone | null, swept: () => VolumeBounds) {
    this.#bone = bone;
    this.#swept = swept;
  }

  /** A cut that would leave nothing is refused; then all that was left counts as removed. */
  cut(tool: TriangleMesh, motion: RigidMotion): void {
    if (this.#bone === null) return;
    try {
      this.#surface += this.#bone.cut(tool, motion).volumeLoss;
    } catch (error) {
      if (!isNothingLeft(error)) throw error;
      this.#surface += inspectMesh(this.#bone.mesh).volume;
      this.#bone = null;
    }
  }

  get removed(): RemovedVolume {
    return { ...this.#swept(), surface: this.#surface };
  }
}

export class RegionVolumes {
  readonly bone: CuttableBone;
  readonly #bridges = new StandingBridges();
  readonly #path: PathVolume;
  readonly #swept: () => VolumeBounds;
  #surface = 0;
  readonly #inside: Part | null;
  readonly #outside: Part | null;

  private constructor(
    bone: CuttableBone,
    surface: TriangleMesh,
    reach: Bounds,
    region: {
      readonly mesh: TriangleMesh;
      readonly inside: CuttableBone | null;
      readonly outside: CuttableBone | null;
    } | null,
  ) {
    this.bone = bone;
    this.#path = bone.pathVolume();
    const given = [{ mesh: surface, isLeftOut: false }];
    const parts = region === null ? [] : [false, true].map((isLeftOut) => [...given, { mesh: region.mesh, isLeftOut }]);
    const [swept, inside, outside] = this.#path.ofGiven([given, ...parts], reach);
    this.#swept = swept;
    this.#inside = region && new Part(region.inside, inside);
    this.#outside = region && new Part(region.outside, outside);
  }

  /**
   * @param region a solid. @param reach mm: a box around all places of the tool.
   * @throws (as a rejection) as createCuttableBone.
   */
  static async create(
    surface: TriangleMesh,
    cell: number,
    region: TriangleMesh | null,
    reach: Bounds,
  ): Promise<RegionVolumes> {
    const bone = await boneIn(windowOf(surface, reach, cell), surface, cell);
    if (region === null) return new RegionVolumes(bone, surface, reach, null);
    return new RegionVolumes(bone, surface, reach, {
      mesh: region,
      inside: await partOf(surface, cell, allBut(region, surface, cell)),
      outside: await partOf(surface, cell, region),
    });
  }

  /** Cuts the bone. @throws as CuttableBone.cut. */
  cut(tool: TriangleMesh, motion: RigidMotion): void {
    const { volumeLoss, bridges } = this.bone.cut(tool, motion);
    this.#surface += volumeLoss;
    this.#bridges.cut(tool, motion, bridges, this.bone.cell);
    this.#path.add(tool, motion);
    this.#outside?.cut(tool, motion);
    this.#inside?.cut(tool, motion);
  }

  /** mm: xyz each of the bridges that cuts have left, and that none has gone through since: see CutResult.bridges. */
  get bridges(): readonly number[] {
    return this.#bridges.places;
  }

  /** What all motions so far removed. */
  get removed(): RemovedVolumes {
    return {
      all: { ...this.#swept(), surface: this.#surface },
      inside: this.#inside?.removed ?? null,
      outside: this.#outside?.removed ?? null,
    };
  }
}

/** Where the tool comes to the bone, and some cells more; if that is nowhere, anywhere. */
function windowOf({ positions, faces }: TriangleMesh, { min, max }: Bounds, cell: number): Window {
  const bounds = measureBounds(positions, faces);
  const isMet = min.every((x, k) => x < bounds.max[k] && max[k] > bounds.min[k]);
  const [low, high] = isMet ? [min, max] : [bounds.min, bounds.min];
  return { min: low.map((x) => x - BESIDE * cell), max: high.map((x) => x + BESIDE * cell) };
}

/** Where the sides of the window cannot be joined, as where shells overlap there, the grid takes all of the bone. */
async function boneIn(window: Window, surface: TriangleMesh, cell: number): Promise<CuttableBone> {
  try {
    return await createCuttableBone({ surface, cell, window });
  } catch (error) {
    if (!(error instanceof MeshError && error.code === 'CUT_MEETS_ITSELF')) throw error;
    return createCuttableBone({ surface, cell });
  }
}

/** The bone minus a body; null if that leaves nothing. */
async function partOf(surface: TriangleMesh, cell: number, body: TriangleMesh): Promise<CuttableBone | null> {
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

/** A box around bone and region that omits the region: the box's surface and the region's, inside out. */
function allBut(region: TriangleMesh, surface: TriangleMesh, cell: number): TriangleMesh {
  const boxes = [region, surface].map(({ positions, faces }) => measureBounds(positions, faces));
  // The grid extends a few cells beyond the bone; four cells more are beyond the grid.
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

/** Corner c of the box is high along axis k if bit k of c is set; faces outward. */
const BOX_FACES = [
  ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6],
  ...[0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7],
  ...[0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
];
