// Judgements as they come ↔ validation.partial.jsonl, from which a run that was cut short goes on.

import { appendFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { KerfError } from '../../core/index.ts';
import type { differences as differencesOf, PoseJudgement } from '../../validation/index.ts';
import { withFileErrors } from '../exit-code.ts';
import { writeWhole } from '../output-files.ts';
import type { ValidationHeader } from '../validation-report/validation-header.ts';
import { sha256 } from './hash.ts';

/** 16 of SHA-256's 64 digits: a damaged line passes once in 2^64. */
const CHECKSUM_DIGITS = 16;

export interface PartialOptions {
  /** What is there is thrown away. */
  readonly fresh: boolean;
  readonly differences: typeof differencesOf;
}

/**
 * Each line is `{"checksum": …, "content": …}`, the checksum that of the content's JSON. The first line's content is the run's header, that of any
 * other one pose's judgement. A line that a kill cut short, and any that fails its checksum, is taken out: its pose is not done.
 */
export class PartialFile {
  readonly path: string;
  /** Lines with a line's end that failed their checksum. */
  readonly damaged: number;
  readonly #done: Map<number, PoseJudgement>;
  #failure: unknown;

  private constructor(path: string, done: Map<number, PoseJudgement>, damaged: number) {
    this.path = path;
    this.#done = done;
    this.damaged = damaged;
  }

  /**
   * Goes on with the file at `path`, or begins it.
   * @throws KerfError PARTIAL_CORRUPT where its first line cannot be read, PARTIAL_OTHER_RUN where it is another run's; FileAccessError.
   */
  static async open(path: string, header: ValidationHeader, options: PartialOptions): Promise<PartialFile> {
    const text = options.fresh ? '' : await readIfThere(path);
    if (text === '') {
      const file = new PartialFile(path, new Map(), 0);
      try {
        await withFileErrors('write', path, () => writeFile(path, lineOf(header)));
      } catch (error) {
        await file.close();
        throw error;
      }
      return file;
    }
    const [first, ...lines] = text.split('\n');
    checkSameRun(contentOf(first), header, path, options.differences);
    // What stands behind the last line's end was cut short, or is empty.
    lines.pop();
    const judgements = lines.map((line) => contentOf(line) as PoseJudgement | undefined);
    const done = new Map<number, PoseJudgement>();
    for (const judgement of judgements) if (judgement && !done.has(judgement.pose)) done.set(judgement.pose, judgement);
    const whole = [header, ...done.values()].map(lineOf).join('');
    if (whole !== text) await writeWhole(path, whole);
    return new PartialFile(path, done, judgements.filter((judgement) => judgement === undefined).length);
  }

  get done(): ReadonlyMap<number, PoseJudgement> {
    return this.#done;
  }

  /** Kept as it would be read back, so that a run that was resumed and one that was not end alike. @throws FileAccessError */
  async add(judgement: PoseJudgement): Promise<void> {
    // What would follow a line that was written in part would be lost with it.
    if (this.#failure !== undefined) throw this.#failure;
    const line = lineOf(judgement);
    try {
      await withFileErrors('write', this.path, async () => appendFileSync(this.path, line));
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    this.#done.set(judgement.pose, contentOf(line.trimEnd()) as PoseJudgement);
  }

  /** Leaves what was done for a later run; a file without a pose is removed. */
  async close(): Promise<void> {
    if (this.#done.size === 0) await rm(this.path, { force: true });
  }

  /** The run is finished. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

function lineOf(content: ValidationHeader | PoseJudgement): string {
  const json = JSON.stringify(content);
  return `{"checksum":"${sha256(json).slice(0, CHECKSUM_DIGITS)}","content":${json}}\n`;
}

/** undefined where the line is not what was written. */
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

function checkSameRun(
  saved: unknown,
  header: ValidationHeader,
  path: string,
  differences: PartialOptions['differences'],
): void {
  if (!isHeader(saved))
    throw new KerfError(
      'PARTIAL_CORRUPT',
      `${path}: the first line, which says what run its poses belong to, is damaged; give --fresh to begin anew, or another --out.`,
    );
  const found = differences(saved, header);
  if (found.length === 0) return;
  const said = found.map(({ field, first, second }) => `${field} (${shown(first)} there, ${shown(second)} here)`);
  throw new KerfError(
    'PARTIAL_OTHER_RUN',
    `${path} holds poses of another run, which differs in ${said.join(', ')}; give another --out, or --fresh to throw them away.`,
  );
}

function isHeader(value: unknown): value is ValidationHeader {
  return (value as ValidationHeader | null | undefined)?.format === 'kerf-validation';
}

function shown(value: unknown): string {
  const text = value === undefined ? 'none' : String(value);
  return text.length > 20 ? `${text.slice(0, 8)}…` : text;
}
