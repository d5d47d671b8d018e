// Boxes → overlapping pairs: those within the most frequent size class on the GPU, all others on the CPU meanwhile.
//
//   own × own        GPU: tree of Morton codes, walk, sort (gpu-pairs.ts)   ┐
//   own × others     CPU: through hierarchies of leaves (hybrid.ts)         ├─ merged, ascending
//   others × others  CPU: the same                                          ┘
//
// Source: F. Liu et al., 2010, as in hybrid.ts. The size classes are those of the CPU version, so that no class has
// large boxes in its tree.

import type { Boxes } from './boxes.ts';
import type { GpuPairs } from './gpu-pairs.ts';
import { pairsBesides } from './hybrid.ts';
import { localBoxes } from './local-boxes.ts';
import { mergePairs } from './merge-pairs.ts';
import { sizeClasses } from './size-classes.ts';

/** As GpuPairs.pairs, with its errors. */
export async function gpuHybridPairs(gpu: GpuPairs, boxes: Boxes): Promise<Uint32Array> {
  if (boxes.count < 2) return new Uint32Array(0);
  const local = localBoxes(boxes);
  const classes = sizeClasses(local);
  const sizes = classes.map(({ length }) => length);
  const own = sizes.indexOf(Math.max(...sizes));
  // Ascending, so that numbers within the class ascend with the bodies' own.
  const bodies = classes[own].slice().sort();
  const onGpu = gpu.pairs(boxesOf(boxes, bodies));
  // Awaited once the CPU has found the others; until then nobody would handle its rejection.
  onGpu.catch(() => {});
  const besides = pairsBesides(boxes, local, classes, own);
  const among = await onGpu;
  for (let i = 0; i < among.length; i++) among[i] = bodies[among[i]];
  return mergePairs([among, besides], boxes.count);
}

function boxesOf({ bounds }: Boxes, bodies: Uint32Array): Boxes {
  const own = new Float64Array(6 * bodies.length);
  for (const [at, body] of bodies.entries()) own.set(bounds.subarray(6 * body, 6 * body + 6), 6 * at);
  return { count: bodies.length, bounds: own };
}
