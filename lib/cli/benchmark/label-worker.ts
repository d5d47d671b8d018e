// A worker thread: some poses or strokes of a benchmark's case → their labels.

import { type WorkerAnswer, workerAnswer } from '../worker-answer.ts';
import { type LabelLine, LabelLines, type LabelTask } from './label-lines.ts';

const lines = new LabelLines();

export default function answer(task: LabelTask): Promise<WorkerAnswer<LabelLine[]>> {
  return workerAnswer(() => lines.label(task));
}
