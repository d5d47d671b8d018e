// Blocks of samples → runs of neighbours that are not wide, each with a sphere about it: block b has the runs
// ofBlock[b] … ofBlock[b + 1] − 1, and run r the samples starts[r] … starts[r + 1] − 1.
//
// A block follows the tool's tree, in which neighbours are near each other, but for a few of them: it is halved until
// all of its parts are narrow enough.

import { type SamplePoints, sphereAbout } from './sample-points.ts';

export interface NarrowRuns {
  readonly ofBlock: Uint32Array;
  readonly starts: Uint32Array;
  /** Centre xyz and radius of each, own frame, mm. */
  readonly spheres: Float64Array;
}

/** @param widest mm: no radius is more, but for a single sample's, which is 0. */
export function narrowRuns({ points, blocks, count }: SamplePoints, widest: number): NarrowRuns {
  const ofBlock = new Uint32Array(blocks.count + 1);
  const starts: number[] = [];
  const spheres: number[] = [];
  const sphere = new Float64Array(4);
  const split = (from: number, to: number): void => {
    sphereAbout(points, from, to, sphere, 0);
    if (sphere[3] > widest && to - from > 1) {
      const middle = (from + to) >> 1;
      split(from, middle);
      split(middle, to);
      return;
    }
    starts.push(from);
    spheres.push(...sphere);
  };
  for (let block = 0; block < blocks.count; block++) {
    split(blocks.size * block, Math.min(count, blocks.size * (block + 1)));
    ofBlock[block + 1] = starts.length;
  }
  return { ofBlock, starts: Uint32Array.from([...starts, count]), spheres: Float64Array.from(spheres) };
}
