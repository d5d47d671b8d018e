// A detection and its folder → where its work in progress is kept, and how a later run is recognised as the same one.

import type { TriangleMesh } from '#mesh';
import { contactTriangles } from './contacts-vtp.ts';
import { sha256 } from './hash.ts';
import type { PartialHeader } from './partial-file.ts';
import { seriesName } from './path-series.ts';
import type { WorkPlace } from './path-work.ts';
import type { DetectionTask } from './run-detection.ts';
import type { PathDetector, Toolkit } from './toolkit.ts';
import { WorkFolder } from './work-folder.ts';

interface WorkHeader extends PartialHeader {
  readonly format: 'kerf-report-partial';
  readonly formatVersion: 1;
  readonly kerf: string;
  readonly node: string;
  readonly bone: AskedBody;
  readonly tool: AskedBody;
  readonly poses: { readonly count: number; readonly sha256: string };
  readonly options: DetectionTask['options'];
  readonly series: boolean;
}

/** A body, identified by the coordinates it is queried with, whatever file and options they came from. */
interface AskedBody {
  readonly vertices: number;
  readonly faces: number;
  readonly sha256: string;
}

/**
 * null if nothing is kept: there is no folder, the task does not ask for it, or there is one pose and no series.
 * @throws KerfError PARTIAL_CORRUPT, PARTIAL_OTHER_RUN; FileAccessError.
 */
export async function openWorkPlace(
  task: DetectionTask,
  detector: PathDetector,
  kit: Toolkit,
): Promise<WorkPlace | null> {
  const { folder, keep, poses } = task;
  if (folder === undefined || keep === undefined || (poses.count < 2 && !keep.series)) return null;
  const { count } = poses;
  return {
    folder: await WorkFolder.open(folder.path, headerOf(task, detector, kit), {
      fresh: keep.fresh,
      differences: async (first, second) => (await kit.validationRoom()).differences(first, second),
    }),
    series: keep.series
      ? {
          name: (pose) => seriesName(pose, count),
          contents: (pose, report) => kit.writePolyData(contactTriangles([{ pose, report }])),
        }
      : null,
  };
}

function headerOf(
  { bone, tool, poses, options, keep }: DetectionTask,
  detector: PathDetector,
  kit: Toolkit,
): WorkHeader {
  const { matrices, times, count } = poses;
  return {
    format: 'kerf-report-partial',
    formatVersion: 1,
    kerf: kit.version,
    node: process.version,
    bone: askedBody(bone.mesh),
    tool: askedBody(tool.mesh),
    poses: { count, sha256: sha256(matrices, ...(times === null ? [] : [times])) },
    options,
    series: keep?.series === true,
    backend: detector.backend,
    backendReason: detector.backendReason,
  };
}

function askedBody({ positions, faces }: TriangleMesh): AskedBody {
  return { vertices: positions.length / 3, faces: faces.length / 3, sha256: sha256(positions, faces) };
}
