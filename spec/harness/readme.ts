// README.md → its first program, and the output that it states.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function firstProgram(): { readonly program: string; readonly prints: string } {
  const text = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, program, prints] = /```js\n(.*?)```\n[^`]*```text\n(.*?)```\n/s.exec(text) ?? [];
  if (prints === undefined) throw new Error('README.md has no program that is followed by what it prints.');
  return { program, prints };
}
