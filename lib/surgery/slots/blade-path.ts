// A flat blade's motions → the cells that its outline newly covers in the plane of a slot, and how far they are off.
//
//   motion ─stops→ poses ─slot-frame→ corners on the lattice ─outline-sweep→ cells
//
// The error bounds, in mm, how far any point of the solid that the tool sweeps is from the cells between the flats, and
// any point of these from that solid. It is a sum, one part for each step from the tool to the cells:
//   – the tool is within FlatBlade.error of its prism; a pose stretches lengths by less than 2^-15;
//   – the prism at a stop is within SlotFrame.offPlaces of the one that stands on lattice points: both are hulls of
//     corners that belong together;
//   – between stops, a corner is within `sagitta` of its chord: its velocity has a part across the axis, no more than
//     Stroke.farthest, that turns by θ in all. So its acceleration is at most θ·farthest, and from its chord in 1/n of
//     the time it departs by at most θ·farthest/(8n²), across the axis. The poses themselves are within Stroke.slack,
//     and so is what rounding of the axis by 2^-50/θ may add to how far that leads out of a plane;
//   – what the outline on these chords covers is within OutlineSweep.error of the cells.

import { type CheckedMotion, checkMotion, type RigidMotion, Stroke } from '#motion';
import type { FlatBlade } from './flat-blade.ts';
import { type LatticePoint, OutlineSweep, type SlotCell } from './outline-sweep.ts';
import { SlotFrame, STEP } from './slot-frame.ts';

/** mm: the flats may be this far from a frame's planes at any time. */
const TOLERANCE = 2 ** -16;
/** mm: the error stays below. */
const MOST_ERROR = 2 ** -8;
/**
 * mm: of a corner's way over its chord; an outline's δ is at most twice as much. The first one that keeps the error
 * small enough is taken: the second or third for outlines with many corners, or edges that graze.
 */
const SAGITTAS = [2 ** -12, 2 ** -14, 2 ** -17];
/** rad from stop to stop: an edge changes by this times its length, half of what OutlineSweep allows. */
const MOST_TURN = 2 ** -7;
/** A stroke's time grows with their square: 32 are a turn of about 0.3 rad for a blade of 30 mm about its middle. */
const MOST_STEPS = 32;
/** Of lengths: by a pose rigid to 1e-5, √(1 + 3e-5) − 1; by a frame's vectors, 2^-24. */
const STRETCH = 1 + 2 ** -15;
/** In steps of the lattice. */
const LARGEST_PLACE = 2 ** 30;

export interface BladeCut {
  readonly frame: SlotFrame;
  /** The outline at the beginning, unless the cut goes on, and what it newly covers. */
  readonly cells: SlotCell[];
  /** mm: for all cuts since the path last began. */
  readonly error: number;
  /** mm: the same for the planes of the flats alone. */
  readonly flatError: number;
  /** The outline's corners at every stop. */
  readonly corners: readonly LatticePoint[];
}

/** The path so far. */
interface Last {
  readonly frame: SlotFrame;
  readonly sweep: OutlineSweep;
  /** mm: the largest part of the error that is neither the blade's nor the sweep's. */
  readonly off: number;
  /** mm: how far the flats have been from their planes. */
  readonly offPlane: number;
}

export class BladePath {
  readonly #blade: FlatBlade;
  #last: Last | null = null;

  constructor(blade: FlatBlade) {
    this.#blade = blade;
  }

  /** The next cut begins anew. */
  forget(): void {
    this.#last = null;
  }

  /**
   * @param frames the first one in whose planes the flats stay is used, or rather that of the last cut if the path goes
   * on; if there is none, a new one at the first pose.
   * @param goesOn whether the motion begins where the last one ended: the path goes on if it stays in the same frame
   * and the error allows it.
   * @returns null if the flats leave their planes, or the error would be 2^-8 mm or more; the path is forgotten then.
   * @throws as checkMotion.
   */
  cut(frames: readonly SlotFrame[], motion: RigidMotion, goesOn: boolean): BladeCut | null {
    const last = goesOn ? this.#last : null;
    this.forget();
    const checked = checkMotion(motion);
    const stroke = new Stroke(checked, this.#blade.reach, 0);
    for (const before of last === null ? [null] : [last, null])
      for (const sagitta of SAGITTAS) {
        const cut = this.#cut(frames, checked, stroke, before, sagitta);
        if (cut !== null) return cut;
      }
    return null;
  }

  #cut(
    frames: readonly SlotFrame[],
    { from, to }: CheckedMotion,
    stroke: Stroke,
    last: Last | null,
    most: number,
  ): BladeCut | null {
    const blade = this.#blade;
    const bend = (stroke.angle * stroke.farthest) / 8;
    const steps = Math.max(1, Math.ceil(Math.sqrt(bend / most)), Math.ceil(stroke.angle / MOST_TURN));
    if (steps > MOST_STEPS) return null;
    const sagitta = bend / steps ** 2;
    const stops = Array.from({ length: steps - 1 }, (_, n) => {
      stroke.moveTo((n + 1) / steps);
      return stroke.pose.matrix.slice();
    });
    const poses = [from.matrix, ...stops, to.matrix];
    const offPlane = (frame: SlotFrame, pose: Float64Array) =>
      frame.offPlane(blade, pose) + sagitta * frame.sineTo(stroke.axis) + stroke.slack;
    const isIn = (frame: SlotFrame) => [to.matrix, ...poses].every((pose) => offPlane(frame, pose) <= TOLERANCE);
    const known = [...frames].sort((a, b) => Number(b === last?.frame) - Number(a === last?.frame)).find(isIn);
    const frame = known ?? SlotFrame.at(blade, from.matrix);
    if (known === undefined && !isIn(frame)) return null;
    const outlines = poses.map((pose) => this.#outline(frame, pose));
    if (outlines.some((corners) => corners.flat().some((x) => !(Math.abs(x) < LARGEST_PLACE)))) return null;
    const before = last?.frame === frame && last.sweep.isAt(outlines[0]) ? last : null;
    const sweep = before?.sweep.copy() ?? new OutlineSweep();
    const places = Math.max(...poses.map((pose, n) => frame.offPlaces(blade, pose, outlines[n])));
    const off = Math.max(before?.off ?? 0, places + sagitta + stroke.slack);
    const cells = before === null ? sweep.begin(outlines[0]) : [];
    for (const corners of outlines.slice(1)) cells.push(...sweep.moveTo(corners));
    const error = (blade.error + off + STEP * sweep.error) * STRETCH;
    if (!(error < MOST_ERROR)) return null;
    const outOfPlane = Math.max(before?.offPlane ?? 0, ...poses.map((pose) => offPlane(frame, pose)));
    this.#last = { frame, sweep, off, offPlane: outOfPlane };
    return { frame, cells, error, flatError: (blade.error + outOfPlane) * STRETCH, corners: outlines.flat() };
  }

  #outline(frame: SlotFrame, pose: Float64Array): LatticePoint[] {
    const { corners } = this.#blade;
    return Array.from({ length: corners.length / 3 }, (_, i) => frame.place(pose, corners, 3 * i));
  }
}
