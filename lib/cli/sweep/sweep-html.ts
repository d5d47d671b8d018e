// A finished sweep → one self-contained HTML page without scripts.

import {
  bodyHtml,
  cellsHtml,
  count,
  escapeHtml,
  figure,
  htmlPage,
  htmlTable,
  type Picture,
  section,
  verdictHtml,
} from '../report/page.ts';
import type { StepRecord, StepStatus, SweepHeader } from './step-record.ts';
import {
  clearanceText,
  contactTimeText,
  isWithin,
  partText,
  pointText,
  runTimeText,
  wayText,
  type StepRun,
  shownRuns,
  stepRuns,
  stepText,
} from './step-runs.ts';
import { firstInContact } from './sweep-table.ts';
import { timelineSvg } from './timeline-svg.ts';

/** The most rows that the table shows. */
const ROWS = 1000;

/** @param pictures of the first contact. */
export function sweepHtml(header: SweepHeader, steps: readonly StepRecord[], pictures: readonly Picture[]): string {
  const title = `${header.tool.file} past ${header.bone.file}`;
  const { kerf: version, notices, verdict } = header;
  return htmlPage({
    ...{ name: 'kerf sweep', title, style: sweepStyle, version, about: 'sweep of a path', notices },
    verdict: verdictHtml(verdictClass(header), verdict),
    sections: [
      ...(pictures.length === 0
        ? []
        : [`<section aria-label="Pictures" class="pictures">\n${pictures.map(figure).join('\n')}\n</section>`]),
      section(
        'Along the path',
        `<div class="timeline">${timelineSvg(steps, header.options.clearance)}</div>
${key(header)}
<p class="hint">Clearance is measured at the poses, and the line between them only joins them; it breaks off at a first contact, since what follows in that step is not computed. A free step is free on all of its way, not only at its poses.</p>`,
      ),
      section('Steps', stepTable(steps)),
      section(
        'Contacts',
        `<p class="hint">Where each step first touches; of steps in a row that start in contact, the first. Open 16 numbers to copy them.</p>
${contactTable(steps)}`,
      ),
      section('Inputs', inputs(header)),
    ],
    footer: reading(header),
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
    ...(hasTimes ? [{ head: '…, mm', cell: wayText }] : []),
    ...(hasTimes && isTimed ? [{ head: '…, t, s', cell: contactTimeText }] : []),
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
  const heads = columns.map(({ head }) => head);
  const [first, ...rest] = columns;
  const rows = shown.map(
    (run) => `<tr><th scope="row">${first.cell(run)}</th>${cellsHtml(rest.map(({ cell }) => cell(run)))}</tr>`,
  );
  return `${note}${htmlTable(heads, rows, name)}`;
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
  return `<dl>
<dt>Bone</dt><dd>${bodyHtml(bone)}</dd>
<dt>Tool</dt><dd>${bodyHtml(tool)}</dd>
<dt>Path</dt><dd>${escapeHtml(path.file)}: ${count(path.poses)} poses, ${count(path.poses - 1)} ${path.poses === 2 ? 'step' : 'steps'}</dd>
<dt>Clearance</dt><dd>${options.clearance} ${units.length}${options.clearance === 0 ? ': surfaces that share a point are in contact' : ': what comes this near counts as touching'}</dd>
<dt>Tolerance</dt><dd>${options.tolerance} ${units.length}: no point of the tool goes a longer way within a contact's interval</dd>
</dl>`;
}

function reading({ options }: SweepHeader): string {
  const what = options.clearance > 0 ? 'such nearness' : 'contact';
  return `<p>Step i leads from pose i to pose i + 1: by a line if both have the same rotation, else by a screw, the shorter way round. Free: proved at every time of the step, not only at its poses. A contact's part of the way, mm that the touching point of the tool has come since the step's start in a straight line, and time are where it is first: from the step's start to the lower number there is no ${what}, at the given pose there is. Grazing: it comes nearer than the tolerance, and whether it touches, or later in the step, is not decided. Initial: ${what} where the step starts, or one body inside the other; when it ends is not computed. Face numbers, points and normals are of the first pair of faces that touch; a normal points from the bone to the tool. Points and poses are in the bone's frame, in millimetres; kerf detect --pose takes the 16 numbers of a pose.</p>`;
}

const sweepStyle = `
body { --free: #8fc9a4; --contact: var(--bad); --initial: var(--within); --grazing: var(--near); }
.timeline { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.timeline svg { display: block; width: 100%; min-width: 720px; font-size: 15px; font-variant-numeric: tabular-nums; }
.timeline text { fill: var(--soft); }
.timeline path { fill: none; }
.timeline .grid { stroke: var(--grid); }
.timeline .curve { stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.timeline .dots { fill: var(--accent); }
.timeline path.limit { stroke: var(--mark); stroke-dasharray: 7 5; }
.timeline text.limit { fill: var(--mark); stroke: var(--paper); stroke-width: 5px; paint-order: stroke; }
.timeline rect.free { fill: var(--free); }
.timeline rect.contact { fill: var(--contact); }
.timeline rect.initial { fill: var(--initial); }
.timeline rect.grazing { fill: var(--grazing); }
.timeline path.mark { stroke-width: 2; }
.timeline path.mark.contact { stroke: var(--contact); }
.timeline path.mark.grazing { stroke: var(--grazing); }
.key { display: flex; flex-wrap: wrap; gap: 2px 20px; margin: 8px 0 0; padding: 0; list-style: none; font-size: 14px; }
.key i { display: inline-block; width: 13px; height: 13px; margin-right: 6px; border-radius: 2px; vertical-align: -2px; }
.key i.mark { width: 2px; height: 15px; margin: 0 11px 0 5px; background: var(--contact); }
.key i.line { height: 3px; background: var(--accent); vertical-align: 3px; }
.key i.free { background: var(--free); }
.key i.contact { background: var(--contact); }
.key i.initial { background: var(--initial); }
.key i.grazing { background: var(--grazing); }
.table { width: fit-content; max-width: 100%; max-height: none; }
.hint + .table { margin-top: 8px; }
.state.contact { background: var(--bad-wash); }
.state.initial { background: var(--within-wash); }
.state.grazing { background: var(--near-wash); }
.table tbody :is(th, td) { vertical-align: top; }
.table .touched :is(th, td):last-child { min-width: 300px; text-align: left; }
.table summary { cursor: pointer; color: var(--accent); }
.table pre { max-width: 520px; margin: 4px 0; overflow-x: auto; padding: 4px 8px; border: 1px solid var(--line); border-radius: 4px; background: var(--wash); font-size: 12px; text-align: left; user-select: all; }
@media print { .timeline svg { min-width: 0; } }
`;
