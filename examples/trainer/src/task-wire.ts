// Messages between the page and the detector's thread about the task.

import type { TaskPath } from './path.ts';
import type { Plan } from './plan.ts';
import type { Score } from './score.ts';

export type TaskRequest =
  /**
   * Begins it on the whole bone; whatever was cut before is put back. Without a plan, the phantom has its own, and on
   * another bone a flap is planned below the tool at `at`.
   */
  | { readonly what: 'begin'; readonly plan: Plan | null; readonly at: Float64Array }
  | { readonly what: 'end' }
  /** What has been done so far. */
  | { readonly what: 'path' }
  /** Measures a path on the bone that is open. */
  | { readonly what: 'score'; readonly path: TaskPath }
  /** Lifts the flap, if it is free. */
  | { readonly what: 'lift' };

export type TaskReply =
  | { readonly what: 'begun'; readonly plan: Plan }
  | { readonly what: 'ended' }
  | { readonly what: 'path'; readonly path: TaskPath }
  | { readonly what: 'score'; readonly score: Score }
  /** mm³ of the flap; null: nothing has come free. */
  | { readonly what: 'lifted'; readonly volume: number | null }
  | { readonly what: 'failed'; readonly message: string };

/** A surface of the task, of one colour, which the picture's thread draws. */
export const TASK_PARTS = ['line', 'hole', 'structures', 'dura', 'flap'] as const;
export type TaskPart = (typeof TASK_PARTS)[number];
