// The built `kerf serve` → its port, and how to stop it. Needs dist/.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll } from '@jest/globals';

/** Servers left running by a failed test. */
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill();
});

export interface BuiltServer {
  readonly port: string;
  /** Ends it. @returns its exit code and its standard error. */
  stop(): Promise<{ readonly code: number | null; readonly said: string }>;
}

/** Rejects with its output if it does not start. */
export async function builtServer(...words: string[]): Promise<BuiltServer> {
  const child = spawn(process.execPath, ['dist/cli.js', 'serve', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let [printed, said] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const closed = once(child, 'close');
  const port = await new Promise<string>((done, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
      const [, found] = /^kerf serve: ws:\/\/127\.0\.0\.1:(\d+)\n/.exec(printed) ?? [];
      if (found !== undefined) done(found);
    });
    child.once('close', (code) => fail(new Error(`kerf serve ended with ${code}: ${said}${printed}`)));
  });
  return {
    port,
    async stop() {
      child.kill('SIGINT');
      const [code] = (await closed) as [number | null];
      return { code, said };
    },
  };
}
