// A plan and a path ↔ the part of an address behind its #, which no server sees.
//
// #task= and, in base64url, these bytes: the format's version; the task, compressed; their checksum, 4 bytes, lowest
// first. The task is the plan's text, the number of passes, and for each its tool, the number of its poses, and its
// columns one after another, each number as the difference from the one before. The checksum covers the bytes as they
// stand in the address, so that a change of up to four neighbouring characters is found for certain, any other but for
// one in 2³².

import { FormatError } from 'kerf';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { BadBytes, ByteReader, ByteWriter } from './bytes.ts';
import { checksum } from './checksum.ts';
import { BadStream, deflated, inflated } from './deflate.ts';
import { COLUMNS, checkedPass, integersOf } from './pass-integers.ts';
import type { Pass, TaskPath } from './path.ts';
import type { Plan } from './plan.ts';
import { planText, readPlan } from './plan-file.ts';

export interface Task {
  readonly plan: Plan;
  readonly path: TaskPath;
}

const START = '#task=';
const VERSION = 1;
/** Chromium's address bar shows and copies 32 KiB; the page's own address comes before. Other browsers take more. */
const MOST_CHARACTERS = 32_000;
/** Tens of thousands of poses, which would not fit the address. What fits it could unpack to 24 MB of one value. */
const MOST_BYTES = 2 ** 20;
const TOOLS: readonly Pass['tool'][] = ['burr', 'saw'];

/**
 * @param path is rounded: a link holds `rounded(path)`.
 * @throws FormatError TOO_LARGE, and what planText and rounded throw.
 */
export async function linkOf(plan: Plan, path: TaskPath): Promise<string> {
  const task = new ByteWriter();
  task.text(planText(plan));
  task.whole(path.passes.length);
  for (const [n, pass] of path.passes.entries()) {
    const { tool, columns } = integersOf(pass, n);
    task.whole(TOOLS.indexOf(tool));
    task.whole(columns[0].length);
    for (const column of columns) for (const [i, x] of column.entries()) task.signed(x - (column[i - 1] ?? 0));
  }
  const { bytes } = task;
  const link = START + toBase64Url(checked(await deflated(bytes)));
  if (bytes.length > MOST_BYTES || link.length > MOST_CHARACTERS)
    throw new FormatError(
      'TOO_LARGE',
      `The link of this task has ${link.length} characters, at most ${MOST_CHARACTERS} are allowed; thin the path, or ` +
        'save plan and motion as files.',
    );
  return link;
}

/** @throws FormatError UNKNOWN_FORMAT, UNKNOWN_VERSION, TOO_LARGE, DAMAGED_LINK, and what readPlan throws. */
export async function taskOf(fragment: string): Promise<Task> {
  if (!fragment.startsWith(START))
    throw new FormatError('UNKNOWN_FORMAT', `The address ends with no ${START}…; open the link that the trainer made.`);
  if (fragment.length > MOST_CHARACTERS)
    throw new FormatError(
      'TOO_LARGE',
      `The link has ${fragment.length} characters, at most ${MOST_CHARACTERS} are allowed; ${AGAIN}.`,
    );
  const bytes = fromBase64Url(fragment.slice(START.length));
  if (bytes === null || bytes.length < 6) throw damaged('it is cut off, or has characters that no link has');
  if (bytes[0] !== VERSION)
    throw new FormatError('UNKNOWN_VERSION', `The link's version is ${bytes[0]}, expected ${VERSION}; ${AGAIN}.`);
  const end = bytes.length - 4;
  if (checksum(bytes.subarray(0, end)) !== new DataView(bytes.buffer).getUint32(end, true))
    throw damaged('its checksum differs from its bytes');
  try {
    return readTask(await inflated(bytes.slice(1, end), MOST_BYTES));
  } catch (error) {
    if (error instanceof BadBytes || error instanceof BadStream) throw damaged(error.message);
    throw error;
  }
}

const AGAIN = 'copy the whole link again, or ask for a new one';

function damaged(why: string): FormatError {
  return new FormatError('DAMAGED_LINK', `The link is damaged: ${why}; ${AGAIN}.`);
}

/** The compressed bytes with the version before them and the checksum behind. */
function checked(compressed: Uint8Array): Uint8Array {
  const end = 1 + compressed.length;
  const bytes = new Uint8Array(end + 4);
  bytes[0] = VERSION;
  bytes.set(compressed, 1);
  new DataView(bytes.buffer).setUint32(end, checksum(bytes.subarray(0, end)), true);
  return bytes;
}

/** @throws BadBytes, and what readPlan throws. */
function readTask(bytes: Uint8Array): Task {
  const task = new ByteReader(bytes);
  const plan = readPlan(task.text());
  const passes: Pass[] = [];
  for (let left = task.whole(); left > 0; left--) passes.push(readPass(task));
  if (task.left > 0) throw new BadBytes('it goes on behind its last pose');
  return { plan, path: { passes } };
}

function readPass(task: ByteReader): Pass {
  const tool = TOOLS[task.whole()];
  const count = task.whole();
  // A pose takes a byte for each column at least.
  if (tool === undefined || count === 0 || count * COLUMNS.length > task.left)
    throw new BadBytes('it has a pass that no task has');
  const columns = COLUMNS.map(({ least, most }) => {
    let last = 0;
    return Int32Array.from({ length: count }, () => {
      last += task.signed();
      if (!(last >= least && last <= most)) throw new BadBytes('a number in it is out of its range');
      return last;
    });
  });
  const pass = checkedPass({ tool, columns });
  if (pass === null) throw new BadBytes('it has a pose that is no pose, or a time that goes back');
  return pass;
}
