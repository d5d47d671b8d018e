// The arguments of a script of this house, and its usage → its options. With --help the usage is printed; what the
// script does not know, or cannot do, is told in a sentence before it.

import { parseArgs } from 'node:util';

/**
 * Options by their names: see parseArgs. Arguments that are none, as a section's name, are passed over.
 * @param {string} usage a command, with its options and their presets.
 * @param {import('node:util').ParseArgsConfig['options']} options
 * @returns the values, and `refuse`, which ends the process for values that make no sense.
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
    // What follows its first sentence is about options of another kind.
    refuse(`${error.message.split('. ')[0]}.`);
  }
  if (values.help) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  return { values, refuse };
}
