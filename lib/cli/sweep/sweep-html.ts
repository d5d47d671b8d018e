// A finished sweep → one self-contained HTML page without scripts.

import { count, escapeHtml, pageShell } from '../report/page-shell.ts';
import { pageStyle } from '../report/page-style.ts';
import type { BodySource } from '../report-json.ts';
import type { StepRecord, StepStatus } from './step-record.ts';
import {
  clearanceText,
  contactTimeText,
  isWithin,
  partText,
  pointText,
  runTimeText,
  type StepRun,
  shownRuns,
  stepRuns,
  stepText,
} from './step-runs.ts';
import type { SweepHeader } from './sweep-json.ts';
import { sweepStyle } from './sweep-style.ts';
import { firstInContact } from './sweep-verdict.ts';
import { timelineSvg } from './timeline-svg.ts';

/** The most rows that the table shows. */
const ROWS = 1000;

export function sweepHtml(header: SweepHeader, steps: readonly StepRecord[]): string {
  const title = `${header.tool.file} past ${header.bone.file}`;
  const notices = header.notices.map((notice) => `<p class="notice first">${escapeHtml(notice)}</p>\n`).join('');
  return pageShell({
    title: `kerf sweep: ${title}`,
    style: pageStyle + sweepStyle,
    body: `<header>
<p class="brand">kerf ${escapeHtml(header.kerf)} · sweep of a path</p>
<h1>${escapeHtml(title)}</h1>
${notices}<p class="verdict ${verdictClass(header)}">${escapeHtml(header.verdict)}</p>
</header>
<main>
<section aria-label="Along the path">
<h2>Along the path</h2>
<div class="timeline">${timelineSvg(steps, header.options.clearance)}</div>
${key(header)}
<p class="hint">Clearance is measured at the poses, and the line between them only joins them; it breaks off at a first contact, since what follows in that step is not computed. A free step is free on all of its way, not only at its poses.</p>
</section>
<section aria-label="Steps">
<h2>Steps</h2>
${stepTable(steps)}
</section>
<section aria-label="Contacts">
<h2>Contacts</h2>
<p class="hint">Where each step first touches; of steps in a row that start in contact, the first. Click 16 numbers, then on them, and copy.</p>
${contactTable(steps)}
</section>
<section aria-label="Inputs">
<h2>Inputs</h2>
${inputs(header)}
</section>
</main>
<footer>${reading(header)}</footer>`,
  });
}

function verdictClass({ counts, firstContactStep }: SweepHeader): string {
  if (firstContactStep !== null) return 'touching';
  return counts.grazing > 0 ? 'near' : 'clear';
}

/** The meaning of the colours, and the number of steps with each. */
function key({ counts, options: { clearance } }: SweepHeader): string {
  const near = clearance > 0 ? `within ${clearance} mm` : 'in contact';
  const words: Readonly<Record<StepStatus, string>> = {
    free: `free: never ${near}`,
    contact: `contact: first ${near} on the way`,
    initial: `initial: ${near} where the step starts`,
    grazing: 'grazing: comes too near to decide',
  };
  const rows = (Object.keys(words) as StepStatus[]).map((status) => {
    const steps = counts[status] === 1 ? '1 step' : `${count(counts[status])} steps`;
    return `<li><i class="${status}"></i>${words[status]} (${steps})</li>`;
  });
  const mark = counts.contact > 0 ? '<li><i class="mark"></i>where in its step contact is first</li>' : '';
  return `<ul class="key">${rows.join('')}${mark}<li><i class="line"></i>clearance at the poses, mm</li></ul>`;
}

interface Column {
  readonly head: string;
  /** HTML. */
  readonly cell: (run: StepRun) => string;
}

function stepTable(steps: readonly StepRecord[]): string {
  const runs = stepRuns(steps);
  const isTimed = steps[0].start.time !== undefined;
  const hasTimes = steps.some(({ status }) => isWithin(status));
  const columns: Column[] = [
    { head: 'step', cell: stepText },
    ...(isTimed ? [{ head: 't of its poses, s', cell: runTimeText }] : []),
    statusColumn,
    ...(hasTimes ? [{ head: 'contact, part of the way', cell: partText }] : []),
    ...(hasTimes && isTimed ? [{ head: 'contact, t, s', cell: contactTimeText }] : []),
    { head: 'clearance before → after, mm', cell: clearanceText },
  ];
  return table(columns, runs, steps, isTimed ? 'timed' : '');
}

function contactTable(steps: readonly StepRecord[]): string {
  const runs = stepRuns(steps).filter(({ status }) => status !== 'free');
  if (runs.length === 0) return '<p>None: every step is free.</p>';
  const columns: Column[] = [
    { head: 'step', cell: ({ first: { step } }) => String(step) },
    statusColumn,
    { head: 'bone face', cell: ({ first: { contact } }) => (contact ? String(contact.boneFace) : '') },
    { head: 'tool face', cell: ({ first: { contact } }) => (contact ? String(contact.toolFace) : '') },
    { head: 'point x y z, mm', cell: (run) => pointText(run, 3) },
    { head: 'normal x y z', cell: normalText },
    { head: 'pose there', cell: poseCell },
  ];
  return table(columns, runs, steps, 'touched');
}

const statusColumn: Column = {
  head: 'status',
  cell: ({ status }) => `<span class="state ${status}">${status}</span>`,
};

function table(
  columns: readonly Column[],
  runs: readonly StepRun[],
  steps: readonly StepRecord[],
  name: string,
): string {
  const shown = shownRuns(runs, ROWS, firstInContact(steps)?.step);
  const note =
    shown.length < runs.length
      ? `<p>${count(shown.length)} of ${count(runs.length)} rows; sweep.json has all steps.</p>`
      : '';
  const heads = columns.map(({ head }) => `<th scope="col">${head}</th>`).join('');
  const [first, ...rest] = columns;
  const rows = shown.map(
    (run) =>
      `<tr><th scope="row">${first.cell(run)}</th>${rest.map(({ cell }) => `<td>${cell(run)}</td>`).join('')}</tr>`,
  );
  return `${note}<div class="table"><table class="${name}"><thead><tr>${heads}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function normalText({ first: { contact } }: StepRun): string {
  return contact?.normal?.map((x) => x.toFixed(3).replace(/^-(0\.000)$/, '$1')).join(' ') ?? 'none';
}

/** The 16 numbers as in a pose file, one matrix column per line. A click selects them all. */
function poseCell({ first: { contact } }: StepRun): string {
  if (!contact) return '';
  const lines = [0, 4, 8, 12].map((i) => contact.pose.slice(i, i + 4).join(' '));
  return `<details><summary>16 numbers</summary><pre>${lines.join('\n')}</pre></details>`;
}

function inputs({ bone, tool, path, options, units }: SweepHeader): string {
  const body = (name: string, { file, faces, vertices, frame }: BodySource) =>
    `<dt>${name}</dt><dd>${escapeHtml(file)}: ${count(faces)} faces, ${count(vertices)} vertices, frame ${frame}</dd>`;
  return `<dl>
${body('Bone', bone)}
${body('Tool', tool)}
<dt>Path</dt><dd>${escapeHtml(path.file)}: ${count(path.poses)} poses, ${count(path.poses - 1)} ${path.poses === 2 ? 'step' : 'steps'}</dd>
<dt>Clearance</dt><dd>${options.clearance} ${units.length}${options.clearance === 0 ? ': surfaces that share a point are in contact' : ': what comes this near counts as touching'}</dd>
<dt>Tolerance</dt><dd>${options.tolerance} ${units.length}: no point of the tool goes a longer way within a contact's interval</dd>
</dl>`;
}

function reading({ options }: SweepHeader): string {
  const what = options.clearance > 0 ? 'such nearness' : 'contact';
  return `<p>Step i leads from pose i to pose i + 1: by a line if both have the same rotation, else by a screw, the shorter way round. Free: proved at every time of the step, not only at its poses. A contact's part of the way and time are where it is first: from the step's start to the lower number there is no ${what}, at the given pose there is. Grazing: it comes nearer than the tolerance, and whether it touches, or later in the step, is not decided. Initial: ${what} where the step starts, or one body inside the other; when it ends is not computed. Face numbers, points and normals are of the first pair of faces that touch; a normal points from the bone to the tool. Points and poses are in the bone's frame, in millimetres; kerf detect --pose takes the 16 numbers of a pose.</p>`;
}
