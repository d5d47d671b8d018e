// Meshes, options and poses → every step between two poses answered, then shown and written.

import { basename, join } from 'node:path';
import type { TriangleMesh } from '#mesh';
import type { LengthUnit } from '../length-unit.ts';
import { misfitNotices } from '../misfit-notices.ts';
import { openNotices } from '../open-notices.ts';
import type { OutputFolder } from '../output-files.ts';
import type { PoseList } from '../pose-file.ts';
import { bodySource, heedSignal } from '../run-detection.ts';
import type { SweepDetector, Terminal, Toolkit } from '../toolkit.ts';
import type { StepRecord, StepStatus } from './step-record.ts';
import { sweepHtml } from './sweep-html.ts';
import { type SweepHeader, sweepJson } from './sweep-json.ts';
import { type SweepOptions, sweepPath } from './sweep-path.ts';
import { sweepTable } from './sweep-table.ts';
import { firstInContact, sweepVerdict } from './sweep-verdict.ts';

interface SweepTask {
  readonly bone: { readonly mesh: TriangleMesh; readonly file: string };
  readonly tool: { readonly mesh: TriangleMesh; readonly file: string };
  readonly options: SweepOptions;
  /** Two or more poses, with a motion from each to the next. */
  readonly poses: PoseList;
  /** The unit in which the poses' translations were given. */
  readonly pathUnit: LengthUnit;
  readonly posesFrom: string;
  readonly folder: OutputFolder | undefined;
  /** Whether JSON is printed instead of the table. */
  readonly json: boolean;
}

/** @throws Interrupted; whatever the detector throws. */
export async function runSweep(task: SweepTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { bone, tool, options, poses, folder } = task;
  const detector = await kit.createSweepDetector({
    bone: bone.mesh,
    tool: tool.mesh,
    contactDistance: options.clearance,
    // No contact report is shown, so a coarse one will do: the notices need only states.
    resolution: COARSE,
    sides: 'both',
    backend: 'cpu',
  });
  try {
    await heedSignal(terminal);
    const steps = await sweepPath(detector, poses, options, terminal);
    const header = await headerOf(task, detector, steps, kit, terminal);
    const json = sweepJson(header, steps);
    if (folder) {
      await folder.stage('sweep.json', json);
      await folder.stage('sweep.html', sweepHtml(header, steps));
      await heedSignal(terminal);
      await folder.commit();
    }
    if (task.json) {
      terminal.out(json);
      for (const notice of header.notices) terminal.err(`kerf: ${notice}\n`);
    } else terminal.out(`${[...header.notices, sweepTable(steps), header.verdict].join('\n')}\n`);
    if (folder) {
      const wrote = `Sweep: ${join(folder.path, 'sweep.html')} (also sweep.json)\n`;
      if (task.json) terminal.err(wrote);
      else terminal.out(wrote);
    }
  } finally {
    detector.dispose();
  }
}

/** mm: longer than the edges of a bone. */
const COARSE = 1000;

async function headerOf(
  task: SweepTask,
  detector: SweepDetector,
  steps: readonly StepRecord[],
  kit: Toolkit,
  terminal: Terminal,
): Promise<SweepHeader> {
  const { bone, tool, options, poses, posesFrom } = task;
  const hasInside = ({ mesh }: SweepTask['bone']) => {
    const { closed, oriented } = kit.inspectMesh(mesh);
    return closed && oriented;
  };
  const open = openNotices(kit, bone, tool, { bone: hasInside(tool), tool: hasInside(bone) });
  const counts: Record<StepStatus, number> = { free: 0, contact: 0, initial: 0, grazing: 0 };
  for (const { status } of steps) counts[status]++;
  const isApart = counts.free === steps.length;
  const misfits = await misfitNotices(task, detector, isApart, options.clearance, terminal.signal);
  return {
    format: 'kerf-sweep',
    formatVersion: 1,
    kerf: kit.version,
    units: { length: 'mm', stepTime: 'part of the step', poseTime: 's' },
    bone: bodySource(bone),
    tool: bodySource(tool),
    path: { file: basename(posesFrom), poses: poses.count },
    options,
    notices: [...open.sentences, ...misfits],
    verdict: open.verdict + sweepVerdict(steps, options),
    firstContactStep: firstInContact(steps)?.step ?? null,
    counts,
  };
}
