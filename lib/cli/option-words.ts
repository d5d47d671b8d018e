// Options as commander returns them → the words that a user would type in a shell.

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
