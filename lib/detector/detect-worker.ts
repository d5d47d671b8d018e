// A worker: a scene, then poses → their reports, or one thread's part of them.

import { serveQuestions } from '../workers/index.ts';
import { type Scene, SceneQuery } from './scene.ts';
import type { SceneQuestion } from './worker-queries.ts';

void serveQuestions((scene: Scene) => {
  const query = new SceneQuery(scene);
  return ({ pose, thread, threads = 1 }: SceneQuestion) =>
    thread === undefined ? query.report(pose) : query.part(pose, thread, threads);
});
