// Meshes, options and poses → every pose answered, then shown and written.

import { basename } from 'node:path';
import type { BoneIndex } from '#bodies';
import { checkClosed, type TriangleMesh } from '#mesh';
import { contactTriangles, SERIES_FILE, SERIES_FOLDER, seriesCollection } from './contacts-vtp.ts';
import { Interrupted } from './exit-code.ts';
import { finish } from './finish.ts';
import { misfitNotices, openNotices } from './notices.ts';
import type { OutputFolder } from './output-files.ts';
import { interruptedWith, sayWhatIsDone, withWhatIsKept } from './partial-file.ts';
import { detectPath, type PathResult, PathWork, type WorkPlace } from './path-work.ts';
import type { PoseList } from './pose-file.ts';
import { heedSignal } from './progress-bar.ts';
import { type ReportGallery, reportHtml } from './report/report-html.ts';
import { reportPayload } from './report/report-payload.ts';
import { type BodySource, type RunHeader, reportJson } from './report-json.ts';
import { resultTable, verdict } from './result-table.ts';
import type { LengthUnit } from './surface-file.ts';
import type { BackendChoice, CandidateChoice, DetectionQuestion, PathDetector, Terminal, Toolkit } from './toolkit.ts';
import { openWorkPlace } from './work-folder.ts';

export interface DetectionTask {
  readonly bone: { readonly mesh: TriangleMesh; readonly file: string };
  readonly tool: { readonly mesh: TriangleMesh; readonly file: string };
  readonly options: DetectionQuestion;
  readonly backend: BackendChoice;
  /** How candidate pairs are found, which changes no answer. */
  readonly candidates?: CandidateChoice;
  /** The bone's index. */
  readonly index?: BoneIndex;
  /** How many threads the CPU backend uses. */
  readonly workers: number;
  readonly poses: PoseList;
  /** The unit of the poses' translations as given. Default: mm. */
  readonly pathUnit?: LengthUnit;
  /** The name of the file or generator that the poses came from, for messages. */
  readonly posesFrom: string;
  readonly folder: OutputFolder | undefined;
  /**
   * If given, finished poses are kept in the folder, and those of an earlier, interrupted run are reused unless `fresh`
   * is true. If `series` is true, contacts.pvd is written, and a VTP file for each pose.
   */
  readonly keep?: { readonly fresh: boolean; readonly series: boolean };
  /** What the page shows below its table. */
  readonly gallery?: ReportGallery;
  /** Whether JSON is printed instead of the table. */
  readonly json: boolean;
}

/**
 * @throws MeshError NOT_SOLID (if the volume is requested); KerfError PARTIAL_CORRUPT, PARTIAL_OTHER_RUN; KerfError,
 * FileAccessError and Interrupted, which say what is kept.
 */
export async function runDetection(task: DetectionTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { bone, tool, backend, candidates, index } = task;
  const { volume, ...options } = task.options;
  if (volume) {
    checkClosed(bone.mesh, 'bone');
    checkClosed(tool.mesh, 'tool');
  }
  const bodies = { bone: bone.mesh, tool: tool.mesh, index };
  const detector = await kit.createDetector({ ...bodies, backend, candidates, ...options });
  try {
    await heedSignal(terminal);
    const place = await openWorkPlace(task, detector, kit);
    try {
      const result = await answered(task, detector, place, terminal);
      const header = await headerOf(task, detector, result, kit, terminal);
      await finishDetection(task, header, result, place, kit, terminal);
    } catch (error) {
      throw place === null ? error : withWhatStays(error, place, task.poses.count);
    } finally {
      await place?.folder.close();
    }
  } finally {
    detector.dispose();
  }
}

async function answered(
  { poses, posesFrom, options, workers }: DetectionTask,
  detector: PathDetector,
  place: WorkPlace | null,
  terminal: Terminal,
): Promise<PathResult> {
  const overlap = options.volume ? (pose: Float64Array) => detector.overlapVolume(pose) : null;
  const work = await PathWork.begin(poses, options.sides, place, overlap);
  if (place) sayWhatIsDone(place.folder.state, work.done, poses.count, terminal);
  await detectPath(detector, poses, posesFrom, work, workers, terminal);
  return work.result;
}

async function headerOf(
  task: DetectionTask,
  detector: PathDetector,
  result: PathResult,
  kit: Toolkit,
  terminal: Terminal,
): Promise<RunHeader> {
  const { backend, backendReason } = detector;
  const open = openNotices(kit, task.bone, task.tool, result.signed);
  const isApart = result.records.every((record) => record.state === 'separated');
  const { contactDistance } = task.options;
  const misfits = await misfitNotices(task, detector, isApart, contactDistance, terminal.signal);
  return {
    format: 'kerf-report',
    formatVersion: 1,
    kerf: kit.version,
    units: {
      ...{ length: 'mm', area: 'mm²' },
      ...(task.options.volume ? { volume: 'mm³' } : {}),
      ...{ time: 'ms', poseTime: 's' },
    },
    bone: bodySource(task.bone),
    tool: bodySource(task.tool),
    options: task.options,
    backend,
    backendReason,
    signed: result.signed,
    notices: [...open.sentences, ...misfits],
    verdict: open.verdict + verdict(result.records),
    posesWithContacts: result.kept.map((entry) => entry.pose),
  };
}

/** Writes all files or none, then removes the work kept meanwhile and prints the results. */
async function finishDetection(
  { bone, tool, poses, gallery, folder, json: asJson }: DetectionTask,
  header: RunHeader,
  { records, kept }: PathResult,
  place: WorkPlace | null,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const json = reportJson(header, records);
  const { notices } = header;
  const files = async () => {
    const payload = reportPayload({ header, bone: bone.mesh, tool: tool.mesh, records, kept });
    if (place?.series) folder?.adopt(SERIES_FOLDER, place.folder.series);
    return {
      'report.json': json,
      'contacts.vtp': kit.writePolyData(contactTriangles(kept)),
      'report.html': reportHtml(payload, records, await kit.viewerScript(), gallery),
      ...(place?.series ? { [SERIES_FILE]: seriesCollection(poses.count, poses.times) } : {}),
    };
  };
  const left =
    folder && kept.length < records.length
      ? `To stay small, contacts.vtp and report.html hold the sub-triangles of ${kept.length} of ${records.length} poses: those with few, evenly chosen others, and the deepest.\n`
      : undefined;
  await finish(
    {
      ...{ what: 'Report', folder, files, json: asJson, names: { [SERIES_FILE]: `${SERIES_FILE} with all poses` } },
      said: { json, notices, lines: [...notices, resultTable(records), header.verdict], last: left },
      kept: place ? { interrupted: () => new Interrupted(), remove: () => place.folder.remove() } : undefined,
    },
    terminal,
  );
}

function withWhatStays(error: unknown, { folder }: WorkPlace, total: number): unknown {
  return error instanceof Interrupted
    ? interruptedWith(folder.state, total)
    : withWhatIsKept(error, folder.state, total);
}

export function bodySource({ mesh, file }: DetectionTask['bone']): BodySource {
  const { positions, faces, frame = 'unknown' } = mesh;
  return { file: basename(file), vertices: positions.length / 3, faces: faces.length / 3, frame };
}
