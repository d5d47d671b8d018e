// The reports of a path, as they arrive → a record of each pose, and the reports that are kept whole. Meanwhile both
// are kept in files, from which an interrupted run can resume.

import { setImmediate } from 'node:timers/promises';
import type { ContactReport, OverlapInterval } from '#records';
import { Interrupted } from './exit-code.ts';
import { emptyReport, type KeptPose, KeptPoses, type PicturedReport } from './kept-poses.ts';
import type { PoseList } from './pose-file.ts';
import { type PoseRecord, recordPose } from './pose-record.ts';
import { progressBar } from './progress-bar.ts';
import type { PathDetector, Sides, Terminal } from './toolkit.ts';
import type { WorkFolder } from './work-folder.ts';

/** Number of sub-triangles and segments kept, over all poses: about 12 MB in the HTML report. */
const KEPT_BUDGET = 350_000;

export interface PathResult {
  readonly records: readonly PoseRecord[];
  readonly kept: readonly KeptPose[];
  readonly signed: { readonly bone: boolean; readonly tool: boolean };
}

/** The folder that keeps the work in progress on a path, and how VTP files are made if each pose gets one. */
export interface WorkPlace {
  readonly folder: WorkFolder;
  readonly series: { name(pose: number): string; contents(pose: number, report: PicturedReport): Uint8Array } | null;
}

/** Returns the volume of bone inside the tool. */
type Overlap = (pose: Float64Array) => Promise<OverlapInterval>;

export class PathWork {
  readonly #poses: PoseList;
  readonly #sides: Sides;
  readonly #place: WorkPlace | null;
  readonly #overlap: Overlap | null;
  readonly #records: PoseRecord[] = [];
  readonly #kept: KeptPoses;
  readonly #dropped: number[] = [];
  #signed = { bone: false, tool: false };
  #todo: number[] = [];

  private constructor(poses: PoseList, sides: Sides, place: WorkPlace | null, overlap: Overlap | null) {
    this.#poses = poses;
    this.#sides = sides;
    this.#place = place;
    this.#overlap = overlap;
    this.#kept = new KeptPoses(KEPT_BUDGET, poses.count, (pose) => this.#dropped.push(pose));
  }

  /**
   * Begins with what the folder already holds.
   * @param overlap null if no volumes are requested.
   * @throws FileAccessError
   */
  static async begin(
    poses: PoseList,
    sides: Sides,
    place: WorkPlace | null,
    overlap: Overlap | null,
  ): Promise<PathWork> {
    const work = new PathWork(poses, sides, place, overlap);
    const again = place === null ? new Set<number>() : await work.#recall(place);
    const first = work.#records.length;
    work.#todo = [...again, ...Array.from({ length: poses.count - first }, (_, i) => first + i)];
    return work;
  }

  /** The numbers of the poses whose reports are outstanding, in the order in which they are needed. */
  get todo(): readonly number[] {
    return this.#todo;
  }

  /** How many poses have a record. */
  get done(): number {
    return this.#records.length;
  }

  get result(): PathResult {
    return { records: this.#records, kept: this.#kept.poses, signed: this.#signed };
  }

  /** @throws FileAccessError, and whatever computing the volume throws. */
  async take(pose: number, report: ContactReport): Promise<void> {
    if (this.#place?.series) {
      const { name, contents } = this.#place.series;
      await this.#place.folder.writeSeriesFile(name(pose), contents(pose, report));
    }
    if (pose < this.#records.length) {
      this.#kept.fill(pose, report);
      await this.#place?.folder.writeReport(pose, report);
      return;
    }
    const matrix = this.#poses.matrices.subarray(16 * pose, 16 * pose + 16);
    const volume = await this.#volumeAt(matrix, report);
    const record = recordPose(pose, matrix, report, this.#sides, this.#poses.times?.[pose], volume);
    const isKept = this.#kept.add(pose, report);
    if (this.#place === null) {
      this.#records.push(record);
      this.#signed = report.signed;
      return;
    }
    const { folder } = this.#place;
    if (isKept && !isEmpty(record)) await folder.writeReport(pose, report);
    const done = await folder.add({ pose, record, signed: report.signed });
    this.#records.push(done.record);
    this.#signed = done.signed;
    for (const dropped of this.#dropped.splice(0)) await folder.dropReport(dropped);
  }

  /** The state of two solids is exact: if it says that they share nothing, nothing is computed. */
  async #volumeAt(matrix: Float64Array, { state }: ContactReport): Promise<OverlapInterval | undefined> {
    if (this.#overlap === null) return undefined;
    return state === 'intersecting' || state === 'enclosed'
      ? this.#overlap(matrix)
      : { low: 0, high: 0, reached: true };
  }

  /**
   * Takes over the records of an earlier run. @returns the poses that have a record but lack a file; they are asked
   * again.
   */
  async #recall({ folder, series }: WorkPlace): Promise<Set<number>> {
    for (const { pose, record, signed } of folder.done) {
      this.#records.push(record);
      this.#signed = signed;
      const { contacts, intersectingPairs, deepest } = record;
      const least = deepest?.distance ?? Number.POSITIVE_INFINITY;
      this.#kept.recall(pose, { contacts, segments: intersectingPairs, least });
    }
    for (const dropped of this.#dropped.splice(0)) await folder.dropReport(dropped);
    for (const pose of this.#kept.unfilled) {
      const report = isEmpty(this.#records[pose]) ? emptyReport() : await folder.readReport(pose);
      if (report !== null) this.#kept.fill(pose, report);
    }
    const again = [...this.#kept.unfilled];
    if (series) for (const { pose } of this.#records) if (!folder.hasSeriesFile(series.name(pose))) again.push(pose);
    return new Set(again.sort((a, b) => a - b));
  }
}

function isEmpty({ contacts, intersectingPairs }: PoseRecord): boolean {
  return contacts + intersectingPairs === 0;
}

/**
 * @throws PoseError, which names the file's line; Interrupted on the terminal's signal; whatever the detector throws.
 */
export async function detectPath(
  detector: PathDetector,
  poses: PoseList,
  source: string,
  work: PathWork,
  workers: number,
  terminal: Terminal,
): Promise<void> {
  const { todo } = work;
  if (todo.length === 0) return;
  const bar = progressBar(terminal, poses.count, work.done);
  let answered = 0;
  try {
    const matrices = todo.length === poses.count ? poses.matrices : matricesOf(poses, todo);
    for await (const report of detector.detectMany(matrices, { signal: terminal.signal, workers })) {
      await work.take(todo[answered++], report);
      bar.update(work.done);
      // The CPU detector answers without letting the event loop run, and Ctrl-C is handled only when it runs.
      await setImmediate();
      if (terminal.signal.aborted) throw new Interrupted();
    }
  } catch (error) {
    if (terminal.signal.aborted) throw new Interrupted();
    throw error;
  } finally {
    bar.stop();
  }
  if (answered !== todo.length) throw new Error(`${answered} of ${todo.length} poses of ${source} were answered`);
}

function matricesOf({ matrices }: PoseList, numbers: readonly number[]): Float64Array {
  const chosen = new Float64Array(16 * numbers.length);
  numbers.forEach((pose, i) => {
    chosen.set(matrices.subarray(16 * pose, 16 * pose + 16), 16 * i);
  });
  return chosen;
}
