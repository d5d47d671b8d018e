// A worker: a scene, then poses → their reports.

import { serveQuestions } from '../workers/index.ts';
import { type Scene, SceneQuery } from './scene.ts';

void serveQuestions((scene: Scene) => {
  const query = new SceneQuery(scene);
  return (pose: Float64Array) => query.report(pose);
});
