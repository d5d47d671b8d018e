// A scene's name, a face count and a number of frames → bodies whose vertices move, frame by frame.

import { checkOptionNames, described, OptionError, type OptionNames } from '#core';
import { checkWhole } from '../check-option.ts';
import { ballsInBox } from './balls-in-box.ts';
import type { BodyMotion } from './body-motion.ts';
import { clothOnBall } from './cloth-on-ball.ts';
import { combs } from './combs.ts';
import { flapOnSkull } from './flap-on-skull.ts';
import { twistedBar } from './twisted-bar.ts';

export const deformingSceneNames = ['cloth-on-ball', 'balls-in-box', 'twisted-bar', 'combs', 'flap-on-skull'] as const;
export type DeformingSceneName = (typeof deformingSceneNames)[number];

interface Maker {
  make(targetFaces: number): BodyMotion;
  /** Faces. */
  readonly fewest: number;
  readonly usual: number;
}
const scenes: Readonly<Record<DeformingSceneName, Maker>> = {
  'cloth-on-ball': { make: clothOnBall, fewest: 100, usual: 92_000 },
  'balls-in-box': { make: ballsInBox, fewest: 100, usual: 34_000 },
  'twisted-bar': { make: twistedBar, fewest: 100, usual: 49_000 },
  combs: { make: combs, fewest: 100, usual: 4_000 },
  'flap-on-skull': { make: flapOnSkull, fewest: 5_200, usual: 20_000 },
};

export interface DeformingSceneOptions {
  readonly scene: DeformingSceneName;
  /**
   * Whole number from 100 (5,200 for flap-on-skull) to 1,000,000. Default 92,000, 34,000, 49,000, 4,000 and 20,000 in
   * the order of deformingSceneNames.
   */
  readonly targetFaces?: number;
  /** Whole number from 2 to 100,000: the number of frames of the motion. Default 100. */
  readonly frames?: number;
}

const DEFORMING_SCENE_OPTIONS: OptionNames<DeformingSceneOptions> = { scene: true, targetFaces: true, frames: true };

export interface DeformingScene {
  readonly name: DeformingSceneName;
  readonly vertexCount: number;
  /** Vertex numbers, three per face, of all bodies: body after body, with no vertex in two of them. */
  readonly faces: Uint32Array;
  readonly frameCount: number;
  /**
   * xyz of every vertex, mm. @param frame whole number from 0 to frameCount − 1. @throws OptionError BAD_FRAME,
   * WRONG_TYPE.
   */
  positionsAt(frame: number): Float64Array;
}

/**
 * Bodies that move, deform and touch, for continuous collision: between two frames each vertex is meant to move in a
 * straight line. With the default number of faces, or fewer, and 100 frames or more, no vertex moves farther per frame
 * than the average edge length; more faces need more frames. Face counts are close to the requested one.
 * @throws OptionError UNKNOWN_SCENE, BAD_FACE_COUNT, BAD_FRAME_COUNT, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function deformingScene(options: DeformingSceneOptions): DeformingScene {
  checkOptionNames(options, DEFORMING_SCENE_OPTIONS, 'deformingScene');
  const { scene: name, frames: frameCount = 100 } = options;
  if (!deformingSceneNames.includes(name))
    throw new OptionError(
      'UNKNOWN_SCENE',
      `Deforming scene: scene is ${described(name)}, expected one of ${deformingSceneNames.join(', ')}; choose one.`,
    );
  const { make, fewest, usual } = scenes[name];
  const targetFaces = options.targetFaces ?? usual;
  checkWhole('BAD_FACE_COUNT', `Deforming scene ${name}: targetFaces`, targetFaces, fewest, 1_000_000);
  checkWhole('BAD_FRAME_COUNT', `Deforming scene ${name}: frames`, frameCount, 2, 100_000);
  const { vertexCount, faces, positionsAt } = make(targetFaces);
  return {
    name,
    vertexCount,
    faces,
    frameCount,
    positionsAt(frame) {
      checkWhole('BAD_FRAME', `Deforming scene ${name}: frame`, frame, 0, frameCount - 1);
      return positionsAt(frame / (frameCount - 1));
    },
  };
}
