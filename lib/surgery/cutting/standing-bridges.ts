// Cuts, one after the other → the bridges that they have left (lost-bridges.ts) and none has gone through since.
//
// A bridge's place lies on a lattice FINER times as fine as the bone's. It is gone if a later tool holds it at one of
// the poses, half a cell apart, that represent its motion (motion-poses.ts); what a thinner tool passes between two of
// them stays counted.

import { checkMotion, type RigidMotion } from '#motion';
import type { TriangleMesh } from '#mesh';
import { FINER } from './fine-bone.ts';
import { MotionPoses } from './motion-poses.ts';
import { ToolPoints } from './tool-points.ts';
import { ToolSides } from './tool-sides.ts';

export class StandingBridges {
  /** mm: xyz each. */
  #places: number[] = [];

  get places(): readonly number[] {
    return this.#places;
  }

  /** @param bridges of the cut that the tool has just made in cells of this size, mm, along the motion. */
  cut(tool: TriangleMesh, motion: RigidMotion, bridges: Float64Array, cell: number): void {
    if (this.#places.length > 0) this.#dropSwept(tool, motion, cell / FINER);
    this.#places.push(...bridges);
  }

  #dropSwept(tool: TriangleMesh, motion: RigidMotion, fine: number): void {
    const points = new ToolPoints(tool, { cell: fine, first: [0, 0, 0] });
    const places = Array.from({ length: this.#places.length / 3 }, (_, n) => this.#places.slice(3 * n, 3 * n + 3));
    const isGone = new Uint8Array(places.length);
    new MotionPoses(checkMotion(motion), points.reach, fine).each((pose) => {
      points.moveTo(pose);
      const { box } = points;
      for (const [n, place] of places.entries()) {
        const at = place.map((x) => Math.round(x / fine));
        if (isGone[n] === 1 || at.some((x, k) => x < box[k] || x > box[k + 3])) continue;
        if (new ToolSides(points.points, points.faces, at, at).has(at[0], at[1], at[2])) isGone[n] = 1;
      }
    });
    this.#places = places.filter((_, n) => isGone[n] === 0).flat();
  }
}
