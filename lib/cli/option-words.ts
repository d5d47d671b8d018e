// Options as commander hands them over ↔ the words that gave them, as a shell reads them.

/** The word of an option: `oracleLimit` → `--oracle-limit`. */
export function optionWord(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The words that give these options: each a text, or true where the option takes no value. */
export function optionWords(flags: object): string[] {
  return Object.entries(flags).flatMap(([name, value]) =>
    value === true ? [optionWord(name)] : [optionWord(name), String(value)],
  );
}

/** Words as one line, quoted for a POSIX shell. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
