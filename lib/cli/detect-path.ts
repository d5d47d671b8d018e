// A detector and a list of poses → a record a pose, and the reports that are kept whole.

import { setImmediate } from 'node:timers/promises';
import { Interrupted } from './exit-code.ts';
import { type KeptPose, KeptPoses } from './kept-poses.ts';
import type { PoseList } from './pose-file.ts';
import { type PoseRecord, recordPose } from './pose-record.ts';
import { progressBar } from './progress-bar.ts';
import type { PathDetector, Sides, Terminal } from './toolkit.ts';

/** Sub-triangles and segments kept whole, all poses together: about 12 MB in the HTML report. */
const KEPT_BUDGET = 350_000;

export interface PathResult {
  readonly records: readonly PoseRecord[];
  readonly kept: readonly KeptPose[];
  readonly signed: { readonly bone: boolean; readonly tool: boolean };
}

/** @throws PoseError naming the file's line, Interrupted on the terminal's signal, whatever the detector throws. */
export async function detectPath(
  detector: PathDetector,
  poses: PoseList,
  source: string,
  sides: Sides,
  workers: number,
  terminal: Terminal,
): Promise<PathResult> {
  const records: PoseRecord[] = [];
  const kept = new KeptPoses(KEPT_BUDGET, poses.count);
  let signed = { bone: false, tool: false };
  const bar = progressBar(terminal, poses.count);
  try {
    for await (const report of detector.detectMany(poses.matrices, { signal: terminal.signal, workers })) {
      const pose = records.length;
      const matrix = poses.matrices.subarray(16 * pose, 16 * pose + 16);
      records.push(recordPose(pose, matrix, report, sides, poses.times?.[pose]));
      kept.add(pose, report);
      signed = report.signed;
      bar.update(records.length);
      // The CPU detector may answer without leaving this turn of the event loop; Ctrl-C is heard between turns.
      await setImmediate();
      if (terminal.signal.aborted) throw new Interrupted();
    }
  } catch (error) {
    if (terminal.signal.aborted) throw new Interrupted();
    throw error;
  } finally {
    bar.stop();
  }
  if (records.length !== poses.count)
    throw new Error(`${records.length} of ${poses.count} poses of ${source} were answered`);
  return { records, kept: kept.poses, signed };
}
