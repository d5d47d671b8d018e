// Meshes, options and poses → every pose answered, then shown and written.

import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { BoneIndex } from '../detector/index.ts';
import { measureBounds, type TriangleMesh } from '../mesh/index.ts';
import { contactTriangles } from './contacts-vtp.ts';
import { detectPath } from './detect-path.ts';
import { Interrupted } from './exit-code.ts';
import type { OutputFolder } from './output-files.ts';
import type { LengthUnit } from './length-unit.ts';
import { openNotices } from './open-notices.ts';
import { otherFrameNotice } from './other-frame.ts';
import type { PoseList } from './pose-file.ts';
import type { PoseRecord } from './pose-record.ts';
import { reportHtml } from './report/report-html.ts';
import { reportPayload } from './report/report-payload.ts';
import { type RunHeader, reportJson } from './report-json.ts';
import { resultTable } from './result-table.ts';
import { scaleNotices } from './scale-notices.ts';
import type { BackendChoice, PathDetector, Sides, Terminal, Toolkit } from './toolkit.ts';
import { verdict } from './verdict.ts';

export interface DetectionTask {
  readonly bone: { readonly mesh: TriangleMesh; readonly file: string };
  readonly tool: { readonly mesh: TriangleMesh; readonly file: string };
  readonly options: { readonly contactDistance: number; readonly resolution: number; readonly sides: Sides };
  readonly backend: BackendChoice;
  /** The bone's. */
  readonly index?: BoneIndex;
  /** Threads of the CPU backend. */
  readonly workers: number;
  readonly poses: PoseList;
  /** What the poses' translations were taken in; mm unless given. */
  readonly pathUnit?: LengthUnit;
  /** The file or generator that the poses came from, for messages. */
  readonly posesFrom: string;
  readonly folder: OutputFolder | undefined;
  /** JSON on standard output instead of the table. */
  readonly json: boolean;
}

export async function runDetection(task: DetectionTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { bone, tool, options, backend, index, workers, poses, folder } = task;
  const detector = await kit.createDetector({ bone: bone.mesh, tool: tool.mesh, backend, index, ...options });
  try {
    await heedSignal(terminal);
    const result = await detectPath(detector, poses, task.posesFrom, options.sides, workers, terminal);
    const { records, kept } = result;
    const open = openNotices(kit, bone, tool, result.signed);
    const notices = [...open.sentences, ...(await misfits(task, detector, records, terminal))];
    await heedSignal(terminal);
    const header: RunHeader = {
      format: 'kerf-report',
      formatVersion: 1,
      kerf: kit.version,
      units: { length: 'mm', area: 'mm²', time: 'ms' },
      bone: bodySource(bone),
      tool: bodySource(tool),
      options,
      backend: detector.backend,
      backendReason: detector.backendReason,
      signed: result.signed,
      notices,
      verdict: open.verdict + verdict(records),
      posesWithContacts: kept.map((entry) => entry.pose),
    };
    const json = reportJson(header, records);
    if (folder) {
      await folder.stage('report.json', json);
      await folder.stage('contacts.vtp', kit.writePolyData(contactTriangles(kept)));
      const payload = reportPayload({ header, bone: bone.mesh, tool: tool.mesh, records, kept });
      await folder.stage('report.html', reportHtml(payload, records, await kit.viewerScript()));
      await heedSignal(terminal);
      await folder.commit();
    }
    if (task.json) terminal.out(json);
    else terminal.out(`${[...notices, resultTable(records), header.verdict].join('\n')}\n`);
    if (task.json) for (const notice of notices) terminal.err(`kerf: ${notice}\n`);
    if (folder) announce(folder, kept.length, records.length, task.json, terminal);
  } finally {
    detector.dispose();
  }
}

/** Sentences for units and frames that do not seem to fit. */
async function misfits(
  { bone, tool, poses, pathUnit = 'mm', options }: DetectionTask,
  detector: PathDetector,
  records: readonly PoseRecord[],
  terminal: Terminal,
): Promise<string[]> {
  const bounds = measureBounds(bone.mesh.positions, bone.mesh.faces);
  const scale = scaleNotices(bounds, poses.matrices, pathUnit);
  const isApart = records.every((record) => record.state === 'separated');
  const frame = isApart
    ? await otherFrameNotice(
        detector,
        { frame: bone.mesh.frame, bounds },
        measureBounds(tool.mesh.positions, tool.mesh.faces),
        poses,
        options.contactDistance,
        terminal.signal,
      )
    : '';
  return frame === '' ? scale : [...scale, frame];
}

/** Lets a Ctrl-C that came in during a long step be heard. @throws Interrupted */
export async function heedSignal(terminal: Terminal): Promise<void> {
  await setImmediate();
  if (terminal.signal.aborted) throw new Interrupted();
}

function announce(folder: OutputFolder, kept: number, poses: number, json: boolean, terminal: Terminal): void {
  const say = (text: string) => (json ? terminal.err(text) : terminal.out(text));
  if (kept < poses)
    say(
      `To stay small, contacts.vtp and report.html hold the sub-triangles of ${kept} of ${poses} poses: those with few, evenly chosen others, and the deepest.\n`,
    );
  say(`Report: ${join(folder.path, 'report.html')} (also report.json, contacts.vtp)\n`);
}

function bodySource({ mesh, file }: DetectionTask['bone']): RunHeader['bone'] {
  const { positions, faces, frame = 'unknown' } = mesh;
  return { file: basename(file), vertices: positions.length / 3, faces: faces.length / 3, frame };
}
