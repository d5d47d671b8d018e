// The arguments of one of this project's scripts, and its usage → its options. --help prints the usage; an unknown or
// impossible argument prints a sentence, then the usage.

import { parseArgs } from 'node:util';

/**
 * Options by their names: see parseArgs. Arguments that are not options, such as a section's name, are skipped.
 * @param {string} usage a command with its options and their defaults.
 * @param {import('node:util').ParseArgsConfig['options']} options
 * @returns the values, and `refuse`, which ends the process if values make no sense.
 */
export function scriptOptions(usage, options) {
  const refuse = (why) => {
    console.error(`${why}\nUsage: ${usage}`);
    process.exit(2);
  };
  let values;
  try {
    ({ values } = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: true }));
  } catch (error) {
    // The sentences after the first are about options of another kind.
    refuse(`${error.message.split('. ')[0]}.`);
  }
  if (values.help) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  return { values, refuse };
}
