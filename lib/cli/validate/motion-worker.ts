// A worker thread: rounds of generated queries, published queries, or sweeps over a body, by number → their judgement.

import type { TriangleMesh } from '#mesh';
import { type ImpactQuery, judgeImpacts, type MotionTally, randomSweeps, SweepJudge } from '#validation';
import { serveTasks, type TaskStart } from '../serve-tasks.ts';
import type { PublishedSet } from '../toolkit.ts';
import { motionQueries } from './motion-queries.ts';

export type MotionTask =
  | { readonly kind: 'impacts'; readonly seed: number; readonly firstRound: number; readonly rounds: number }
  | { readonly kind: 'published'; readonly part: PublishedSet }
  | {
      readonly kind: 'sweeps';
      readonly seed: number;
      readonly body: number;
      readonly first: number;
      readonly count: number;
    };

/** Its data: bodies over which spheres are swept, in memory that all threads read. */
await serveTasks(({ data: bodies }: TaskStart<readonly TriangleMesh[]>) => {
  const judges = new Map<number, SweepJudge>();
  return (task: MotionTask): MotionTally[] => {
    if (task.kind === 'impacts') return judgeImpacts(motionQueries(task));
    if (task.kind === 'published') return judgeImpacts(queriesOf(task.part));
    const judge = judges.get(task.body) ?? new SweepJudge(bodies[task.body]);
    judges.set(task.body, judge);
    return judge.judge(randomSweeps(bodies[task.body], task));
  };
});

function* queriesOf({ kind, name, points, labels }: PublishedSet): Generator<ImpactQuery> {
  for (let i = 0; i < labels.length; i++) {
    const query = points.subarray(24 * i, 24 * i + 24);
    yield { kind, family: name, points: query, inEveryOrder: true, label: labels[i] === 1 };
  }
}
