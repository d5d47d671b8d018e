// A run's finished poses ↔ a file, from which an interrupted run can resume, and the sentences about it; what makes two
// runs different.

import { appendFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { KerfError } from '#core';
import type { FieldPair } from '#validation';
import { checkedLine, lineContent } from './checked-lines.ts';
import { FileAccessError, Interrupted, withFileErrors } from './exit-code.ts';
import { writeWhole } from './output-files.ts';
import type { Terminal } from './toolkit.ts';

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

/** The function `differences` of lib/oracle/validation. */
export type Differences = (first: object, second: object) => readonly FieldPair[] | Promise<readonly FieldPair[]>;

/** Two headers → the fields that make them different runs. If there are none, answers of the two may be combined. */
export async function runDifferences(
  first: object,
  second: { readonly backend?: string },
  differences: Differences,
): Promise<FieldPair[]> {
  // A GPU's reason is the adapter's name. The CPU's is why it was chosen, which changes no answer.
  return (await differences(first, second)).filter(
    ({ field }) => field !== 'backendReason' || second.backend !== 'cpu',
  );
}

/** A field's value, shortened if it is long, as a checksum is. */
export function shownValue(value: unknown): string {
  const text = value === undefined ? 'none' : String(value);
  return text.length > 20 ? `${text.slice(0, 8)}…` : text;
}

/** The part of a PartialFile that the sentences need. */
export interface PartialWork {
  readonly path: string;
  /** Lines that could not be read. */
  readonly damaged: number;
  /** The poses that are done. */
  readonly done: { readonly size: number };
}

/** Says how much of an earlier run is used. @param done how many of its poses are used. */
export function sayWhatIsDone({ damaged }: PartialWork, done: number, total: number, terminal: Terminal): void {
  const [lines, were] = damaged === 1 ? ['line', 'was'] : ['lines', 'were'];
  if (damaged > 0)
    terminal.err(`${damaged} ${lines} of the unfinished run's file ${were} damaged; what stood there is done again.\n`);
  if (done > 0) terminal.err(`${done} of ${total} poses were done already.\n`);
}

/** The error for Ctrl-C, which says what this partial file keeps of the run. */
export function interruptedWith(partial: PartialWork, total: number): Interrupted {
  return partial.done.size === 0 ? new Interrupted() : new Interrupted(kept(partial, total));
}

/** The failure. If the same command may succeed later, its sentence also says what is kept. */
export function withWhatIsKept(failure: unknown, partial: PartialWork, total: number): unknown {
  if (partial.done.size === 0) return failure;
  const cause = { cause: failure };
  if (failure instanceof FileAccessError)
    return new FileAccessError(`${failure.message} ${kept(partial, total)}`, cause);
  if (failure instanceof KerfError && ['WORKER_DIED', 'DEVICE_LOST'].includes(failure.code))
    return new KerfError(failure.code, `${failure.message} ${kept(partial, total)}`, cause);
  return failure;
}

function kept({ done, path }: PartialWork, total: number): string {
  return `${done.size} of ${total} poses are kept in ${path}; the same command goes on with the rest.`;
}
