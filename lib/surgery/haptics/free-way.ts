// A tool's samples, each moving straight from its place under one pose to its place under another × the bone → whether
// none of them meets the bone on the way.
//
// A run of samples lies in a sphere about a point of the tool. Let c be that point, r the radius, and s a sample of the
// run. On straight ways s is at (1 − t)·(R₀s + o₀) + t·(R₁s + o₁), at a distance from c of |(1 − t)·R₀(s − c) + t·R₁(s
// − c)| ≤ r. So a sphere that moves straight with c contains the run's samples all the way; if it meets nothing,
// neither do they. Otherwise its parts are tested: blocks, then samples, whose radius is 0.
//
// A tool that has cut has a play in its kerf (cutting/kerf-play.ts), whose walls are wavy: there its samples lie in
// front of the walls or behind them. So a sample may make a detour, into the tool by the play and back out at the end:
//
//      p ──▸ p′        The sample's way from p to q is free if the detour meets no bone. A step that begins or ends in
//            │         bone, as with samples in a kerf, counts as free: how deep a sample may be is not asked here.
//      q ◂── q′        So a sample that is outside of bone at both ends has passed no wall, however thin.

import { lengthSlack, poseVertex } from '#core';
import { SphereSweeper } from '#motion';
import type { Surface } from '#records';
import type { SamplePoints } from './sample-points.ts';

export class FreeWay {
  readonly #bone: Surface;
  readonly #samples: SamplePoints;
  readonly #sweeper: SphereSweeper;
  readonly #sweep = new Float64Array(7);
  /** A sample, and the same moved in. */
  readonly #own = new Float64Array(6);

  constructor(bone: Surface, samples: SamplePoints) {
    this.#bone = bone;
    this.#samples = samples;
    this.#sweeper = new SphereSweeper(bone);
  }

  /**
   * @param from to 16 numbers each, column-major, rigid: tool frame → bone frame.
   * @param play mm by which samples may go into the tool.
   */
  isFree(from: Float64Array, to: Float64Array, play = 0): boolean {
    const { groups, blocks, count } = this.#samples;
    const perGroup = groups.size / blocks.size;
    for (let group = 0; group < groups.count; group++) {
      if (this.#misses(groups.spheres, 4 * group, groups.spheres[4 * group + 3] + play, from, to)) continue;
      const end = Math.min(blocks.count, perGroup * (group + 1));
      for (let block = perGroup * group; block < end; block++) {
        if (this.#misses(blocks.spheres, 4 * block, blocks.spheres[4 * block + 3] + play, from, to)) continue;
        const last = Math.min(count, blocks.size * (block + 1));
        for (let sample = blocks.size * block; sample < last; sample++)
          if (!this.#sampleMisses(sample, from, to, play)) return false;
      }
    }
    return true;
  }

  #sampleMisses(sample: number, from: Float64Array, to: Float64Array, play: number): boolean {
    const { points, areas } = this.#samples;
    const at = 3 * sample;
    const area = play > 0 ? Math.hypot(areas[at], areas[at + 1], areas[at + 2]) : 0;
    if (area === 0) return this.#misses(points, at, 0, from, to);
    const own = this.#own;
    for (let k = 0; k < 3; k++) {
      own[k] = points[at + k];
      own[3 + k] = points[at + k] - (play * areas[at + k]) / area;
    }
    return this.#misses(own, 3, 0, from, to) && this.#stepIsFree(from) && this.#stepIsFree(to);
  }

  /** Whether the step of the detour under a pose meets nothing, or ends in bone. */
  #stepIsFree(pose: Float64Array): boolean {
    const sweep = this.#sweep;
    poseVertex(pose, this.#own, 3, sweep, 0);
    poseVertex(pose, this.#own, 0, sweep, 3);
    sweep[6] = 0;
    if (this.#sweeper.sweep(sweep, 0) === null) return true;
    return this.#bone.signed && this.#bone.solid.isInside(sweep[3], sweep[4], sweep[5]);
  }

  /** Whether a sphere about the point at this offset meets no face. A radius above 0 is widened by rounding. */
  #misses(A: Float64Array, at: number, radius: number, from: Float64Array, to: Float64Array): boolean {
    const sweep = this.#sweep;
    poseVertex(from, A, at, sweep, 0);
    poseVertex(to, A, at, sweep, 3);
    let magnitude = this.#bone.magnitude + radius;
    for (let k = 0; k < 6; k++) magnitude = Math.max(magnitude, Math.abs(sweep[k]) + radius);
    sweep[6] = radius === 0 ? 0 : radius + 4 * lengthSlack(magnitude);
    return this.#sweeper.sweep(sweep, 0) === null;
  }
}
