// Types of aims.mjs, for its spec.

export interface Verdict {
  readonly aim: string;
  readonly measured: string;
  readonly reached: boolean | null;
}
export function aims(results: { sizes: readonly object[] }): Verdict[];
