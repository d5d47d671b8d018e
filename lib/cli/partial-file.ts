// What is done of a run, pose by pose ↔ a file, from which a run that was cut short can go on.

import { appendFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { KerfError } from '../core/index.ts';
import type { FieldPair } from '../validation/index.ts';
import { withFileErrors } from './exit-code.ts';
import { sha256 } from './hash.ts';
import { writeWhole } from './output-files.ts';

/** 16 of the 64 digits of SHA-256. A damaged line passes once in 2^64. */
const CHECKSUM_DIGITS = 16;

export interface PartialOptions {
  /** Whether what the file holds is thrown away. */
  readonly fresh: boolean;
  /** The function `differences` of lib/validation. */
  readonly differences: (first: object, second: object) => readonly FieldPair[] | Promise<readonly FieldPair[]>;
}

/** What a run was asked to do: plain values in plain objects. */
export interface PartialHeader {
  readonly format: string;
  /** Which backend answers, and why; left out where none does. */
  readonly backend?: string;
  readonly backendReason?: string;
}

/** What is kept of a pose: a value that JSON can hold. */
interface PartialEntry {
  readonly pose: number;
}

/**
 * Each line is `{"checksum": …, "content": …}`, where the checksum is that of the content's JSON. The content of the
 * first line is the run's header; that of every other line is what is kept of one pose. A line that fails its checksum,
 * or that was cut short when the process was killed, is removed, and its pose counts as not done.
 */
export class PartialFile<Entry extends PartialEntry> {
  readonly path: string;
  /** How many whole lines failed their checksum. */
  readonly damaged: number;
  readonly #done: Map<number, Entry>;
  #failure: unknown;

  private constructor(path: string, done: Map<number, Entry>, damaged: number) {
    this.path = path;
    this.#done = done;
    this.damaged = damaged;
  }

  /**
   * Goes on with the file at `path`, or begins it.
   * @throws KerfError PARTIAL_CORRUPT where its first line cannot be read, PARTIAL_OTHER_RUN where the file is that of
   * another run; FileAccessError.
   */
  static async open<Entry extends PartialEntry>(
    path: string,
    header: PartialHeader,
    options: PartialOptions,
  ): Promise<PartialFile<Entry>> {
    const text = options.fresh ? '' : await readIfThere(path);
    if (text === '') {
      const file = new PartialFile<Entry>(path, new Map(), 0);
      try {
        await withFileErrors('write', path, () => writeFile(path, lineOf(JSON.stringify(header))));
      } catch (error) {
        await file.close();
        throw error;
      }
      return file;
    }
    const [first, ...lines] = text.split('\n');
    await checkSameRun(contentOf(first), header, path, options.differences);
    // What follows the end of the last line was cut short, or is empty.
    lines.pop();
    const entries = lines.map((line) => contentOf(line) as Entry | undefined);
    const done = new Map<number, Entry>();
    for (const entry of entries) if (entry && !done.has(entry.pose)) done.set(entry.pose, entry);
    const whole = [header, ...done.values()].map((content) => lineOf(JSON.stringify(content))).join('');
    if (whole !== text) await writeWhole(path, whole);
    return new PartialFile<Entry>(path, done, entries.filter((entry) => entry === undefined).length);
  }

  get done(): ReadonlyMap<number, Entry> {
    return this.#done;
  }

  /**
   * Keeps the entry as it would be read back, so that a resumed run ends with the same entries as one that was not cut
   * short.
   * @throws FileAccessError
   */
  async add(entry: Entry): Promise<void> {
    // If a line was written in part, a line after it would be lost with it.
    if (this.#failure !== undefined) throw this.#failure;
    const json = JSON.stringify(entry);
    const line = lineOf(json);
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

  /** This is called when the run is finished. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

function lineOf(json: string): string {
  return `{"checksum":"${sha256(json).slice(0, CHECKSUM_DIGITS)}","content":${json}}\n`;
}

/** undefined if the line is not what was written. */
function contentOf(line: string): unknown {
  try {
    const { checksum, content } = JSON.parse(line);
    return checksum === sha256(JSON.stringify(content)).slice(0, CHECKSUM_DIGITS) ? content : undefined;
  } catch {
    return undefined;
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

async function checkSameRun(
  saved: unknown,
  header: PartialHeader,
  path: string,
  differences: PartialOptions['differences'],
): Promise<void> {
  if ((saved as Partial<PartialHeader> | null | undefined)?.format !== header.format)
    throw new KerfError(
      'PARTIAL_CORRUPT',
      `${path}: the first line, which says what run its poses belong to, is damaged; give --fresh to begin anew, or another --out.`,
    );
  // A GPU's reason is the adapter's name. The CPU's is why it was chosen, which changes no answer.
  const found = (await differences(saved as PartialHeader, header)).filter(
    ({ field }) => field !== 'backendReason' || header.backend !== 'cpu',
  );
  if (found.length === 0) return;
  const said = found.map(({ field, first, second }) => `${field} (${shown(first)} there, ${shown(second)} here)`);
  throw new KerfError(
    'PARTIAL_OTHER_RUN',
    `${path} holds poses of another run, which differs in ${said.join(', ')}; give another --out, or --fresh to throw them away.`,
  );
}

function shown(value: unknown): string {
  const text = value === undefined ? 'none' : String(value);
  return text.length > 20 ? `${text.slice(0, 8)}…` : text;
}
