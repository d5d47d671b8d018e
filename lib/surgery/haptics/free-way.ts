// A tool's samples, each moving straight from its place under one pose to its place under another × the bone → whether
// none of them meets the bone on the way.
//
// A run of samples lies in a sphere about a point of the tool. Let c be that point, r the radius, and s a sample of the
// run. On straight ways s is at (1 − t)·(R₀s + o₀) + t·(R₁s + o₁), at a distance from c of |(1 − t)·R₀(s − c) + t·R₁(s
// − c)| ≤ r. So a sphere that moves straight with c contains the run's samples all the way; if it meets nothing,
// neither do they. Otherwise its parts are tested: blocks, then samples, whose radius is 0.
//
// A tool that cuts has a play in its kerf (cutting/kerf-play.ts), whose walls are wavy: there the samples lie in front
// of their places or behind them. So the samples may be moved in by the play, along the surface's normal: a tool
// thinner by that much goes straight along its kerf, and through no wall across its way, however thin.

import { lengthSlack, poseVertex } from '#core';
import { SphereSweeper } from '#motion';
import type { Surface } from '#records';
import type { SamplePoints } from './sample-points.ts';

export class FreeWay {
  readonly #bone: Surface;
  readonly #samples: SamplePoints;
  readonly #sweeper: SphereSweeper;
  readonly #sweep = new Float64Array(7);
  readonly #own = new Float64Array(3);

  constructor(bone: Surface, samples: SamplePoints) {
    this.#bone = bone;
    this.#samples = samples;
    this.#sweeper = new SphereSweeper(bone);
  }

  /**
   * @param from to 16 numbers each, column-major, rigid: tool frame → bone frame.
   * @param play mm by which the samples are moved into the tool.
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
          if (!this.#misses(this.#movedIn(sample, play), 0, 0, from, to)) return false;
      }
    }
    return true;
  }

  #movedIn(sample: number, play: number): Float64Array {
    const { points, areas } = this.#samples;
    const at = 3 * sample;
    const area = Math.hypot(areas[at], areas[at + 1], areas[at + 2]);
    for (let k = 0; k < 3; k++) this.#own[k] = points[at + k] - (area > 0 ? (play * areas[at + k]) / area : 0);
    return this.#own;
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
