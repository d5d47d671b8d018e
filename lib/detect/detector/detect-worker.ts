// A worker: a scene, then poses → their reports, or one thread's part of them; without a scene, a bone → compacted.

import { type BoneSnapshot, compactBone } from '#bodies';
import { stagesReady } from '#compiled';
import { serveQuestions } from '#workers';
import { answersIn, type Scene } from './scene.ts';
import type { NoScene, SceneQuestion } from './worker-queries.ts';

type Answerer = (question: never) => unknown;

function prepare(scene: Scene | NoScene): Answerer {
  if (scene.bone === null) return (snapshot: BoneSnapshot) => compactBone(snapshot);
  const query = answersIn(scene as Scene);
  return ({ pose, thread, threads = 1, isLateRead }: SceneQuestion) => {
    if (thread !== undefined) return query.part?.(pose, thread, threads);
    const plain = query.report(pose);
    return isLateRead ? { ...plain, late: query.lateParts(pose, plain.rest) } : plain;
  };
}

void stagesReady().then(() => serveQuestions(prepare));
