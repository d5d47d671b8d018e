// An object of options as given → itself if it is an object whose names are all known, or the sentence that names the
// unknown one.

import { checkRecord, checkText, type Refusal } from './check-argument.ts';
import { OptionError } from './errors.ts';

/** Each name of an options type, once. A list that lacks one of the names, or has another one, does not compile. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/**
 * Every own enumerable field of the object counts as an option, whatever its value.
 * @param door the function whose options they are. @param argument what that function calls them.
 * @throws WRONG_TYPE, UNKNOWN_OPTION.
 */
export function checkOptionNames<Options>(
  options: unknown,
  names: OptionNames<Options>,
  door: string,
  argument = 'options',
  Class: Refusal = OptionError,
): asserts options is object {
  checkRecord(options, `The argument ${argument} of ${door}`, 'an object', `give it ${listed(names)}`, Class);
  for (const name of Object.keys(options))
    if (!Object.hasOwn(names, name)) {
      const near = nearestName(name, Object.keys(names));
      const next = near === null ? 'leave it out' : `write ${near}, or leave it out`;
      throw new Class('UNKNOWN_OPTION', `${door} has no option "${name}", expected ${listed(names)}; ${next}.`);
    }
}

/** The only option of many functions: the name of what they make, or of the bytes that they read. */
export interface NameOption {
  readonly name?: string;
}
const NAME_OPTION: OptionNames<NameOption> = { name: true };

/** @returns the name. @throws WRONG_TYPE, UNKNOWN_OPTION. */
export function nameIn(options: NameOption, door: string): string | undefined {
  checkOptionNames(options, NAME_OPTION, door);
  checkText(options.name, `The name that ${door} was given`, 'pass a text, or leave it out');
  return options.name;
}

function listed(names: object): string {
  const all = Object.keys(names);
  return all.length < 2 ? all.join() : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

/**
 * The known name that is probably meant: the one the fewest letters away, if these are at most a third of its own
 * letters; otherwise one that contains the given name or is contained in it; otherwise null.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const given = name.toLowerCase();
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const letters = lettersApart(given, other);
    if (letters < least && letters <= other.length / 3) {
      best = candidate;
      least = letters;
    }
  }
  return best ?? known.find((candidate) => holds(candidate.toLowerCase(), given)) ?? null;
}

function holds(a: string, b: string): boolean {
  return b.length > 2 && (a.includes(b) || b.includes(a));
}

/** The Levenshtein distance: the number of letters to insert, delete or replace. */
function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}
