// The steps of a path → one sentence that says where contact begins, and what is undecided.

import { timeText } from '../pose-record.ts';
import type { StepRecord } from './step-record.ts';
import { contactTimeText, leastClearance, oneClearance, partText, stepRuns } from './step-runs.ts';
import type { SweepOptions } from './sweep-path.ts';

/** The first step that is in contact, at its start or later. */
export function firstInContact(steps: readonly StepRecord[]): StepRecord | undefined {
  return steps.find(({ status }) => status === 'contact' || status === 'initial');
}

export function sweepVerdict(steps: readonly StepRecord[], options: SweepOptions): string {
  const grazing = steps.filter(({ status }) => status === 'grazing');
  const first = firstInContact(steps);
  const said = first ? [contactSentence(first, steps, options)] : [];
  if (grazing.length > 0) said.push(grazingSentence(grazing, options));
  return said.length > 0 ? said.join(' ') : freeSentence(steps, options);
}

function contactSentence(step: StepRecord, steps: readonly StepRecord[], { clearance }: SweepOptions): string {
  const touching = steps.filter(({ status }) => status === 'contact' || status === 'initial').length;
  const counts = `${clearance > 0 ? 'so near' : 'contact'} in ${touching} of ${steps.length} steps`;
  const within = clearance > 0 ? ` (within ${clearance} mm)` : '';
  if (step.status === 'initial') {
    const { pose, time, enclosed } = step.start;
    const at = `at pose ${pose}${time === undefined ? '' : `, t ${timeText(time)} s`}`;
    const how = enclosed ? ': one body lies inside the other' : '';
    return `First contact${within}: ${at}, where step ${step.step} starts${how}; ${counts}.`;
  }
  const [run] = stepRuns([step]);
  const seconds = contactTimeText(run);
  const when = `at ${partText(run)} of the way${seconds === '' ? '' : `, t ${seconds} s`}`;
  return `First contact${within}: step ${step.step}, from pose ${step.start.pose} to pose ${step.end.pose}, ${when}; ${counts}.`;
}

function grazingSentence(grazing: readonly StepRecord[], { tolerance, clearance }: SweepOptions): string {
  const what = clearance > 0 ? `a distance of ${clearance} mm` : 'contact';
  const where =
    grazing.length === 1 ? `step ${grazing[0].step}` : `${grazing.length} steps, first at step ${grazing[0].step}`;
  return `Not decided at ${where}: it comes nearer to ${what} than a tolerance of ${tolerance} mm can decide, and its rest is not looked at; give a smaller --tolerance, or a --clearance that it must keep.`;
}

function freeSentence(steps: readonly StepRecord[], { clearance }: SweepOptions): string {
  const least = leastClearance(steps);
  const never = clearance > 0 ? `comes within ${clearance} mm of the bone` : 'touches the bone';
  return `Free on all ${steps.length} steps: the tool never ${never}; least clearance at a pose ${oneClearance(least)} mm, at pose ${least.pose}.`;
}
