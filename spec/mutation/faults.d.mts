// The faults' types, for the spec that checks them.

export interface Fault {
  /** From the top of the repository. */
  readonly file: string;
  /** What is wrong once it is planted. */
  readonly says: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}
export const faults: readonly Fault[];
