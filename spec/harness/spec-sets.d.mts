export const deepReasons: Readonly<Record<string, readonly string[]>>;
export const specFiles: readonly string[];
export const specSets: { readonly quick: readonly string[]; readonly deep: readonly string[] };
export function resultsOf(set: 'quick' | 'deep'): string;
