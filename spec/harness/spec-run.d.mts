// The types of spec-run.mjs, except what only jest calls.

/**
 * What `make` puts into the folder passed to it. The first caller makes it; the others wait and do nothing else
 * meanwhile.
 * @returns the folder, to be read only.
 */
export function onceInRun(name: string, make: (folder: string) => void): string;
