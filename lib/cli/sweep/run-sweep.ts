// Meshes, options and poses → every step between two poses answered, then shown and written.

import { basename } from 'node:path';
import type { TriangleMesh } from '#mesh';
import { finish } from '../finish.ts';
import { misfitNotices, openNotices } from '../notices.ts';
import type { OutputFolder } from '../output-files.ts';
import type { PoseList } from '../pose-file.ts';
import { heedSignal } from '../progress-bar.ts';
import { bodySource } from '../run-detection.ts';
import type { LengthUnit } from '../surface-file.ts';
import type { SweepDetector, Terminal, Toolkit } from '../toolkit.ts';
import { type StepRecord, type StepStatus, type SweepHeader, sweepJson } from './step-record.ts';
import { sweepHtml } from './sweep-html.ts';
import { sweepPictures } from './sweep-pictures.ts';
import { type SweepOptions, sweepPath } from './sweep-path.ts';
import { firstInContact, sweepTable, sweepVerdict } from './sweep-table.ts';

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
    const { notices, verdict } = header;
    const json = sweepJson(header, steps);
    const files = () => ({
      'sweep.json': json,
      'sweep.html': sweepHtml(header, steps, sweepPictures(steps, bone.mesh, tool.mesh)),
    });
    const said = { json, notices, lines: [...notices, sweepTable(steps), verdict] };
    await finish({ what: 'Sweep', folder, files, json: task.json, said }, terminal);
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
