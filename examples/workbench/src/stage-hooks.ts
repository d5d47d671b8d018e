// The page's picture → what code that drives the page may ask of it: a test, a film, or the user's console.

import type { CameraView, Stand } from './picture-wire.ts';
import type { Stage } from './stage.ts';

export interface StageHooks {
  camera(): CameraView | null;
  /** The camera stays there until the next look. */
  stand(view: Stand): void;
  /** Resolves once a frame shows everything requested. */
  frame(): Promise<void>;
  /** Such a frame, as PNG. */
  picture(): Promise<Blob>;
}

export function stageHooks(stage: Stage): StageHooks {
  return {
    camera: () => stage.camera,
    stand: (view) => stage.stand(view),
    frame: () => stage.frame(),
    picture: () => stage.picture(false),
  };
}
