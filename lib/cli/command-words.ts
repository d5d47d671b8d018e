// Words that the help of several commands shares: units, backends, examples.

import { Option } from 'commander';
import { millimetresPer } from './surface-file.ts';

export function unitOption(what: string, name = '--unit <unit>'): Option {
  const option = new Option(name, `${what}: m cm mm um nm in ft, or a length, as 0.1mm (default mm)`);
  return option.argParser((text) => {
    millimetresPer(text, option.name());
    return text;
  });
}

/** Without a default, so that an option that was not given can be distinguished from one that was. */
export function backendOption(by = ''): Option {
  const what = 'what computes: the CPU, a GPU through WebGPU, or, with auto, a GPU where there is a real one';
  return new Option('--backend <which>', what + by).choices(['auto', 'cpu', 'webgpu']);
}

export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** The word of an option: `oracleLimit` → `--oracle-limit`. */
export function optionWord(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The words for these options; each value is a text, or true if the option takes none. */
export function optionWords(flags: object): string[] {
  return Object.entries(flags).flatMap(([name, value]) =>
    value === true ? [optionWord(name)] : [optionWord(name), String(value)],
  );
}

/** Words as one line, quoted for a POSIX shell. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

export const workersHelp = 'threads of the CPU backend that compute at once, which changes no answer';
export const isoHelp = 'the intensity of the surface in a volume, for CT about 225 (HU)';
