// A file, or the address's fragment → the task that it carries, if it is one.

import { taskOf } from './link.ts';
import type { TaskPath } from './path.ts';
import type { Plan } from './plan.ts';
import { readPlan } from './plan-file.ts';

const IS_PLAN = /"kerf"\s*:\s*"plan"/;

export interface Task {
  readonly plan: Plan;
  readonly path: TaskPath;
}

/** @returns null if it is no plan. @throws (as a rejection) Error that says what is wrong with the plan. */
export async function planIn(file: File): Promise<Plan | null> {
  const text = await file.text();
  return IS_PLAN.test(text) ? readPlan(text) : null;
}

/** @returns null if the fragment is no link. @throws (as a rejection) Error that says what is wrong with it. */
export async function taskIn(fragment: string): Promise<Task | null> {
  return fragment.startsWith('#task=') ? taskOf(fragment) : null;
}
