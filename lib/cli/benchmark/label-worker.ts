// A worker thread: some poses or strokes of a benchmark's case → their labels.

import { serveTasks } from '../serve-tasks.ts';
import { type LabelLine, LabelLines, type LabelTask } from './label-lines.ts';

await serveTasks(() => {
  const lines = new LabelLines();
  return (task: LabelTask): LabelLine[] => lines.label(task);
});
