// The types of spec-run.mjs, but for what jest alone calls.

/**
 * What `make` puts into the folder that it is given, made by whoever asks first; others wait for it, and do nothing
 * else meanwhile.
 * @returns the folder, to be read only.
 */
export function onceInRun(name: string, make: (folder: string) => void): string;
