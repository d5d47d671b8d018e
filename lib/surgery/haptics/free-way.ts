// A tool's samples, each moving straight from its place under one pose to its place under another × the bone → whether
// none of them meets the bone on the way.
//
// A run of samples lies in a sphere about a point of the tool. Let c be that point, r the radius, and s a sample of the
// run. On straight ways s is at (1 − t)·(R₀s + o₀) + t·(R₁s + o₁), at a distance from c of |(1 − t)·R₀(s − c) + t·R₁(s
// − c)| ≤ r. So a sphere that moves straight with c contains the run's samples all the way; if it meets nothing,
// neither do they. Otherwise its parts are tested: blocks, then samples, whose radius is 0.

import { lengthSlack, poseVertex } from '#core';
import { SphereSweeper } from '#motion';
import type { Surface } from '#records';
import type { SamplePoints } from './sample-points.ts';

export class FreeWay {
  readonly #bone: Surface;
  readonly #samples: SamplePoints;
  readonly #sweeper: SphereSweeper;
  readonly #sweep = new Float64Array(7);

  constructor(bone: Surface, samples: SamplePoints) {
    this.#bone = bone;
    this.#samples = samples;
    this.#sweeper = new SphereSweeper(bone);
  }

  /** @param from to 16 numbers each, column-major, rigid: tool frame → bone frame. */
  isFree(from: Float64Array, to: Float64Array): boolean {
    const { groups, blocks, points, count } = this.#samples;
    const perGroup = groups.size / blocks.size;
    for (let group = 0; group < groups.count; group++) {
      if (this.#misses(groups.spheres, 4 * group, groups.spheres[4 * group + 3], from, to)) continue;
      const end = Math.min(blocks.count, perGroup * (group + 1));
      for (let block = perGroup * group; block < end; block++) {
        if (this.#misses(blocks.spheres, 4 * block, blocks.spheres[4 * block + 3], from, to)) continue;
        const last = Math.min(count, blocks.size * (block + 1));
        for (let sample = blocks.size * block; sample < last; sample++)
          if (!this.#misses(points, 3 * sample, 0, from, to)) return false;
      }
    }
    return true;
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
