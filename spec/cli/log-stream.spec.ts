// The log's lines: all in order where they can be written, none waited for, and those that are lost counted.

import { describe, expect, test } from '@jest/globals';
import { LogStream } from '#cli/log-stream.ts';
import { mulberry32 } from '#harness/random.ts';

type Fault = NodeJS.ErrnoException | null;

/** A log whose writes end when the spec says so. */
function stalledLog() {
  const written: string[] = [];
  const losses: string[] = [];
  const back: number[] = [];
  let end: ((error: Fault) => void) | null = null;
  const log: LogStream = new LogStream({
    write(text, done) {
      expect(end).toBeNull();
      end = (error) => {
        end = null;
        if (error === null) written.push(text);
        done(error);
      };
    },
    onLoss: (why) => losses.push(why),
    onBack(lines) {
      back.push(lines);
      log.write(`lost ${lines}\n`);
    },
  });
  const finish = (error: Fault = null) => end?.(error);
  return { log, written, losses, back, finish, isWriting: () => end !== null };
}
const fault = (code: string): Fault => Object.assign(new Error(code), { code });

describe('lines', () => {
  test('go together while one write is under way, and in their order', () => {
    const { log, written, finish, isWriting } = stalledLog();
    for (const line of ['a\n', 'b\n', 'c\n']) log.write(line);
    finish();
    expect([written, isWriting()]).toEqual([['a\n'], true]);
    log.write('d\n');
    finish();
    finish();
    expect([written, isWriting()]).toEqual([['a\n', 'b\nc\n', 'd\n'], false]);
  });
  test('are each written or counted as lost, whatever fails', () => {
    const random = mulberry32(7);
    const { log, written, back, losses, finish, isWriting } = stalledLog();
    const seen = { failed: 0, written: 0 };
    const step = () => {
      if (!isWriting()) return;
      const isFailure = random() < 0.3;
      seen[isFailure ? 'failed' : 'written']++;
      finish(isFailure ? fault('ENOSPC') : null);
    };
    for (let n = 0; n < 2000; n++) {
      log.write(`${n}\n`);
      if (random() < 0.4) step();
    }
    while (isWriting()) finish();
    const lines = written.join('').trimEnd().split('\n');
    const numbers = lines.filter((line) => !line.startsWith('lost')).map(Number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    // A line that says how many are lost may be lost as well.
    const lost = back.reduce((sum, count) => sum + count, 0);
    const lostLines = back.length - (lines.length - numbers.length);
    expect(numbers.length + lost).toBe(2000 + lostLines);
    expect(losses).toEqual(['ENOSPC']);
    expect(Math.min(seen.failed, seen.written)).toBeGreaterThan(100);
  });
  test('beyond 8 MiB that wait are lost; the first loss is reported, and their number when it goes on', () => {
    const { log, written, losses, back, finish } = stalledLog();
    const line = `${'x'.repeat(2 ** 10 - 1)}\n`;
    log.write('first\n');
    for (let n = 0; n < 2 ** 13; n++) log.write(line);
    expect(losses).toEqual([]);
    for (let n = 0; n < 100; n++) log.write(line);
    expect([losses, back]).toEqual([['full'], []]);
    finish();
    finish();
    expect(back).toEqual([100]);
    expect(written.map(({ length }) => length)).toEqual([6, 'lost 100\n'.length + 2 ** 23]);
    expect(written[1]).toMatch(/^lost 100\nx/);
  });
});

describe('flush', () => {
  test('resolves when all is written', async () => {
    const { log, finish } = stalledLog();
    expect(await log.flush(3_600_000)).toBe(true);
    log.write('a\n');
    log.write('b\n');
    const flushed = log.flush(3_600_000);
    finish();
    finish();
    expect(await flushed).toBe(true);
  });
  test('does not wait for a reader that takes nothing', async () => {
    const { log } = stalledLog();
    log.write('a\n');
    expect(await log.flush(1)).toBe(false);
  });
});
