// Words that the help of several commands shares: units, backends, examples.

import { Option } from 'commander';
import { UNITS } from './length-unit.ts';

export function unitOption(what: string, name = '--unit <unit>'): Option {
  return new Option(name, `${what} (default mm)`).choices(UNITS);
}

/** Without a default, so that an option that was not given can be distinguished from one that was. */
export function backendOption(by = ''): Option {
  const what = 'what computes: the CPU, a GPU through WebGPU, or, with auto, a GPU where there is a real one';
  return new Option('--backend <which>', what + by).choices(['auto', 'cpu', 'webgpu']);
}

export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
