// A face count → the skull phantom's surface with that many faces.

import { checkOptionNames, described, OptionError, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import { collapseEdges } from './collapse-edges.ts';
import { isosurface } from './isosurface.ts';
import { skullBounds, skullLipschitz, skullPhantomFunction } from './skull-function.ts';

const fewestFaces = 5_000;
const mostFaces = 4_000_000;
/** mm²: faces of the raw isosurface × step², measured at steps of 0.8 to 3 mm; it varies by 1 % at most. */
const facesTimesSquaredStep = 2_465_000;
/** mm. A coarser lattice would lose thin parts. Coarser meshes are collapsed from this one and keep its topology. */
const coarsestStep = 3;
/** Raw faces per requested face. The surplus is slivers, which are collapsed first. */
const surplus = 1.35;

interface SkullPhantomOptions {
  readonly targetFaces?: number;
}
const SKULL_PHANTOM_OPTIONS: OptionNames<SkullPhantomOptions> = { targetFaces: true };

/**
 * The skull phantom: a closed, oriented 2-manifold in mm, in the frame of skull-function.ts, with two components
 * (cranium, mandible). Its vertices lie on the zero set of skullPhantomFunction (|f| is below 1e-9 mm). Measured: no
 * two faces cross at 10,000 and at 50,000 faces; 4 pairs cross at 5,000 faces, where edges are as long as thin walls
 * are thick.
 * @param options.targetFaces 5,000 to 4,000,000, default 50,000. The result has this many faces, or one fewer if it is
 * odd.
 * @throws OptionError BAD_FACE_COUNT, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function skullPhantom(options: SkullPhantomOptions = {}): TriangleMesh {
  checkOptionNames(options, SKULL_PHANTOM_OPTIONS, 'skullPhantom');
  const targetFaces = options.targetFaces ?? 50_000;
  if (!(typeof targetFaces === 'number' && targetFaces >= fewestFaces && targetFaces <= mostFaces))
    throw new OptionError(
      'BAD_FACE_COUNT',
      `Skull phantom: targetFaces is ${described(targetFaces)}, expected ${fewestFaces} to ${mostFaces}; choose a count in that range.`,
    );
  const step = Math.min(coarsestStep, Math.sqrt(facesTimesSquaredStep / (surplus * targetFaces)));
  const raw = isosurface({
    f: skullPhantomFunction,
    ...skullBounds,
    step,
    lipschitz: skullLipschitz,
    name: 'skull-phantom',
  });
  return collapseEdges(raw, targetFaces, step / 8);
}
