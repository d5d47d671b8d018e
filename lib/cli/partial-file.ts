// A run's finished poses ↔ a file, from which an interrupted run can resume.

import { appendFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { KerfError } from '#core';
import { checkedLine, lineContent } from './checked-lines.ts';
import { withFileErrors } from './exit-code.ts';
import { writeWhole } from './output-files.ts';
import { type Differences, runDifferences, shownValue } from './run-differences.ts';

export interface PartialOptions {
  /** Whether the file's contents are discarded. */
  readonly fresh: boolean;
  readonly differences: Differences;
}

/** What a run was asked to do: plain values in plain objects. */
export interface PartialHeader {
  readonly format: string;
  /** Which backend answers, and why; left out if none does. */
  readonly backend?: string;
  readonly backendReason?: string;
}

/** What is kept of a pose: a value that JSON can hold. */
export interface PartialEntry {
  readonly pose: number;
}

/**
 * Checked lines (checked-lines.ts): the first holds the run's header, each other one the entry of one pose. A line that
 * fails its checksum, or that was cut short when the process was killed, is removed, and its pose counts as not done.
 */
export class PartialFile<Entry extends PartialEntry> {
  readonly path: string;
  /** Number of whole lines that failed their checksum. */
  readonly damaged: number;
  readonly #done: Map<number, Entry>;
  #failure: unknown;

  private constructor(path: string, done: Map<number, Entry>, damaged: number) {
    this.path = path;
    this.#done = done;
    this.damaged = damaged;
  }

  /**
   * Continues the file at `path`, or begins it; anew if it holds no pose, as an aborted run may leave it.
   * @throws KerfError PARTIAL_CORRUPT if its first line cannot be read, PARTIAL_OTHER_RUN if the file belongs to
   * another run; FileAccessError.
   */
  static async open<Entry extends PartialEntry>(
    path: string,
    header: PartialHeader,
    options: PartialOptions,
  ): Promise<PartialFile<Entry>> {
    const text = options.fresh ? '' : await readIfThere(path);
    const [first, ...lines] = text.split('\n');
    // Text after the last line end is a truncated line, or empty.
    lines.pop();
    if (text === '' || (lines.length === 0 && isOf(lineContent(first), header))) {
      const file = new PartialFile<Entry>(path, new Map(), 0);
      try {
        await withFileErrors('write', path, () => writeFile(path, checkedLine(JSON.stringify(header))));
      } catch (error) {
        await file.close();
        throw error;
      }
      return file;
    }
    await checkSameRun(lineContent(first), header, path, options.differences);
    const entries = lines.map((line) => lineContent(line) as Entry | undefined);
    const done = new Map<number, Entry>();
    for (const entry of entries) if (entry && !done.has(entry.pose)) done.set(entry.pose, entry);
    const whole = [header, ...done.values()].map((content) => checkedLine(JSON.stringify(content))).join('');
    if (whole !== text) await writeWhole(path, whole);
    return new PartialFile<Entry>(path, done, entries.filter((entry) => entry === undefined).length);
  }

  get done(): ReadonlyMap<number, Entry> {
    return this.#done;
  }

  /**
   * Keeps the entry as it would be read back, so that a resumed run ends with the same entries as an uninterrupted one.
   * @throws FileAccessError
   */
  async add(entry: Entry): Promise<void> {
    // If a line was partly written, the next line would be lost with it.
    if (this.#failure !== undefined) throw this.#failure;
    const json = JSON.stringify(entry);
    const line = checkedLine(json);
    try {
      await withFileErrors('write', this.path, async () => appendFileSync(this.path, line));
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    this.#done.set(entry.pose, JSON.parse(json));
  }

  /** Leaves the file for a later run, or removes it if it holds no pose. */
  async close(): Promise<void> {
    if (this.#done.size === 0) await rm(this.path, { force: true });
  }

  /** Called when the run is finished. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

async function readIfThere(path: string): Promise<string> {
  return withFileErrors('read', path, async () => {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  });
}

function isOf(saved: unknown, { format }: PartialHeader): boolean {
  return (saved as Partial<PartialHeader> | null | undefined)?.format === format;
}

async function checkSameRun(
  saved: unknown,
  header: PartialHeader,
  path: string,
  differences: PartialOptions['differences'],
): Promise<void> {
  if (!isOf(saved, header))
    throw new KerfError(
      'PARTIAL_CORRUPT',
      `${path}: the first line, which says what run its poses belong to, is damaged; give --fresh to begin anew, or another --out.`,
    );
  const found = await runDifferences(saved as PartialHeader, header, differences);
  if (found.length === 0) return;
  const said = found.map(
    ({ field, first, second }) => `${field} (${shownValue(first)} there, ${shownValue(second)} here)`,
  );
  throw new KerfError(
    'PARTIAL_OTHER_RUN',
    `${path} holds poses of another run, which differs in ${said.join(', ')}; give another --out, or --fresh to throw them away.`,
  );
}
