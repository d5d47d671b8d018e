// A file's path and its faults → the faults, each with the path.

/**
 * @typedef {{ file: string, says: string, find: string, replace: string }} Fault `find` occurs exactly once in `file`;
 * with `replace` in its place, the contract is broken as `says` states.
 */

/** @returns {Fault[]} */
export function inFile(file, faults) {
  return faults.map(({ says, find, replace }) => ({ file, says, find, replace }));
}
