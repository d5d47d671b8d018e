// A detection's finished poses ↔ files in its folder, from which it resumes after Ctrl-C or a crash.
//
//   report.partial.jsonl      a line for each pose: its record (partial-file.ts)
//   report.partial/           a file for each report that the picture needs, and the VTP files of a series
//
// A pose's line is written after its files. So a pose with a line has its files, unless they were lost since. In that
// case the pose is asked again.

import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TriangleMesh } from '#mesh';
import { sha256 } from './checked-lines.ts';
import { contactTriangles, seriesName } from './contacts-vtp.ts';
import { withFileErrors } from './exit-code.ts';
import { type PicturedReport, packReport, unpackReport } from './kept-poses.ts';
import { makeFolder } from './output-files.ts';
import { PartialFile, type PartialHeader, type PartialOptions, type PartialWork } from './partial-file.ts';
import type { WorkPlace } from './path-work.ts';
import type { PoseRecord } from './pose-record.ts';
import type { DetectionTask } from './run-detection.ts';
import type { PathDetector, Toolkit } from './toolkit.ts';

interface DonePose {
  readonly pose: number;
  readonly record: PoseRecord;
  /** The same in every report of the run. */
  readonly signed: { readonly bone: boolean; readonly tool: boolean };
}

const LINES = 'report.partial.jsonl';
const FILES = 'report.partial';
const SERIES = 'series';

export class WorkFolder {
  readonly #partial: PartialFile<DonePose>;
  readonly #files: string;
  readonly #known: Set<string>;

  private constructor(partial: PartialFile<DonePose>, files: string, known: readonly string[]) {
    this.#partial = partial;
    this.#files = files;
    this.#known = new Set(known);
  }

  /**
   * Resumes from what the folder holds, or begins anew.
   * @throws KerfError PARTIAL_CORRUPT, PARTIAL_OTHER_RUN; FileAccessError.
   */
  static async open(folder: string, header: PartialHeader, options: PartialOptions): Promise<WorkFolder> {
    const files = join(folder, FILES);
    const partial = await PartialFile.open<DonePose>(join(folder, LINES), header, options);
    try {
      if (partial.done.size === 0) await rm(files, { recursive: true, force: true });
      await makeFolder(join(files, SERIES));
      const names = await readdir(files, { recursive: true });
      // A crash may have left these, half-written.
      for (const name of names) if (name.endsWith('.tmp')) await rm(join(files, name), { force: true });
      return new WorkFolder(partial, files, names);
    } catch (error) {
      await partial.close();
      throw error;
    }
  }

  /** The poses before the first unfinished one, since a run answers its poses in order. */
  get done(): readonly DonePose[] {
    const found: DonePose[] = [];
    for (let next = this.#partial.done.get(0); next; next = this.#partial.done.get(found.length)) found.push(next);
    return found;
  }

  /** What the sentences about an earlier run need. */
  get state(): PartialWork {
    return { path: this.#partial.path, damaged: this.#partial.damaged, done: { size: this.done.length } };
  }

  /** Keeps a pose. @returns what would be read back. @throws FileAccessError */
  async add(done: DonePose): Promise<DonePose> {
    await this.#partial.add(done);
    return this.#partial.done.get(done.pose)!;
  }

  /** null if there is no complete report. */
  async readReport(pose: number): Promise<PicturedReport | null> {
    if (!this.#known.has(reportName(pose))) return null;
    const path = join(this.#files, reportName(pose));
    return unpackReport(pose, await withFileErrors('read', path, () => readFile(path)));
  }

  /** @throws FileAccessError */
  async writeReport(pose: number, report: PicturedReport): Promise<void> {
    await this.#write(reportName(pose), packReport(pose, report));
  }

  async dropReport(pose: number): Promise<void> {
    if (this.#known.delete(reportName(pose))) await rm(join(this.#files, reportName(pose)), { force: true });
  }

  /** The folder of the series' files. */
  get series(): string {
    return join(this.#files, SERIES);
  }

  hasSeriesFile(name: string): boolean {
    return this.#known.has(join(SERIES, name));
  }

  /** @throws FileAccessError */
  async writeSeriesFile(name: string, contents: Uint8Array): Promise<void> {
    await this.#write(join(SERIES, name), contents);
  }

  /** Leaves finished work for a later run. If there is none, removes everything. */
  async close(): Promise<void> {
    if (this.done.length === 0) await this.remove();
    else await this.#partial.close();
  }

  /** Called when the run is finished. */
  async remove(): Promise<void> {
    await this.#partial.remove();
    await rm(this.#files, { recursive: true, force: true });
  }

  /** Writes a file whole or not at all. */
  async #write(name: string, contents: Uint8Array): Promise<void> {
    const path = join(this.#files, name);
    await withFileErrors('write', path, async () => {
      await writeFile(`${path}.tmp`, contents);
      await rename(`${path}.tmp`, path);
    });
    this.#known.add(name);
  }
}

function reportName(pose: number): string {
  return `pose-${pose}.contacts`;
}

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
