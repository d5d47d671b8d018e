// The page's address → what it opens first: the files that it names (?bone=given/bone/skull.stl&tool=…&motion=…), which
// `kerf workbench --bone skull.stl` serves, as if they had been dropped; else the phantom and the saw. A link to a
// score (#task=…) carries the task itself.

import { type Task, taskIn } from '../../trainer/src/given-task.ts';
import type { Asked } from './wire.ts';

export interface FirstOpener {
  /** Resolves with whether they are open, or could not be opened. */
  open(parts: Omit<Asked, 'isoValue'>): Promise<boolean>;
  /** A motion, or a plan. */
  play(file: File): Promise<void>;
  task(task: Task): Promise<void>;
  fail(message: string): void;
}

export async function openFirst(page: FirstOpener): Promise<void> {
  try {
    const [bone, tool, motion, plan] = await Promise.all(['bone', 'tool', 'motion', 'plan'].map(given));
    const task = await taskIn(location.hash);
    if (!(await page.open({ bone: bone ?? 'phantom', tool: tool ?? 'saw' }))) return;
    if (motion !== null) await page.play(motion);
    if (task !== null) await page.task(task);
    else if (plan !== null) await page.play(plan);
  } catch (error) {
    page.fail((error as Error).message);
  }
}

/**
 * Only files that are served for it are read, so that a link cannot make the page ask another host.
 * @returns null if the address names none. @throws Error in one sentence.
 */
async function given(what: string): Promise<File | null> {
  const path = new URL(location.href).searchParams.get(what);
  if (path === null) return null;
  const next = 'start kerf workbench again, or drop the file here';
  const url = new URL(path.split('/').map(encodeURIComponent).join('/'), location.href);
  if (!url.href.startsWith(new URL('given/', location.href).href))
    throw new Error(`The address names "${path}" as the ${what}, which is no file beside this page; ${next}.`);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const response = await fetch(url).catch(() => null);
  if (response?.ok) return new File([await response.blob()], name);
  const why = response === null ? 'there is no answer' : `status ${response.status}`;
  throw new Error(`"${name}", which the address names as the ${what}, is not served (${why}); ${next}.`);
}
