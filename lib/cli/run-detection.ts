// Meshes, options and poses → every pose answered, then shown and written.

import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { BoneIndex } from '../detector/index.ts';
import type { TriangleMesh } from '../mesh/index.ts';
import { contactTriangles } from './contacts-vtp.ts';
import { detectPath } from './detect-path.ts';
import { Interrupted } from './exit-code.ts';
import type { OutputFolder } from './output-files.ts';
import type { PoseList } from './pose-file.ts';
import { reportHtml } from './report/report-html.ts';
import { reportPayload } from './report/report-payload.ts';
import { type RunHeader, reportJson } from './report-json.ts';
import { resultTable } from './result-table.ts';
import type { BackendChoice, Sides, Terminal, Toolkit } from './toolkit.ts';
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
    const header: RunHeader = {
      format: 'kerf-report',
      formatVersion: 1,
      kerf: kit.version,
      units: { length: 'mm', area: 'mm²', time: 'ms', poseTime: 's' },
      bone: bodySource(bone),
      tool: bodySource(tool),
      options,
      backend: detector.backend,
      backendReason: detector.backendReason,
      signed: result.signed,
      verdict: verdict(records),
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
    else terminal.out(`${resultTable(records)}\n${header.verdict}\n`);
    if (folder) announce(folder, kept.length, records.length, task.json, terminal);
  } finally {
    detector.dispose();
  }
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
  return { file: basename(file), vertices: mesh.positions.length / 3, faces: mesh.faces.length / 3 };
}
